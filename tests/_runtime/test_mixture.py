"""Tests of the check for files of another MXNet on import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet
from mxnet._runtime import mixture

PACKAGE = Path(mxnet.__file__).parent


def test_no_other_files(tmp_path):
    mixture.check(vars(mxnet), str(tmp_path))


@pytest.mark.parametrize("name", ["libmxnet.so", "libmxnet.dylib", "libmxnet.dll"])
def test_library_beside_our_package(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.warns(RuntimeWarning, match="mxnet"):
        mixture.check(vars(mxnet), str(tmp_path))


def test_other_package_imports_ours(tmp_path):
    """The original's __init__.py imports ``mxnet.base``, which is a folder of ours and a file of the original."""
    for name in ("mxnet/_runtime", "mxnet/base", "mxnet_records"):
        shutil.copytree(PACKAGE.parent / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "mxnet" / "__init__.py").write_text("from .context import Context\n")
    (tmp_path / "mxnet" / "context.py").write_text("from .base import with_metaclass\n")
    ended = subprocess.run([sys.executable, "-c", "import mxnet"], capture_output=True, text=True, cwd=tmp_path,
                           env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert ended.stderr.splitlines()[-1] == (f"ImportError: {tmp_path / 'mxnet'} contains files of another MXNet; run "
                                             "mxnet doctor")
