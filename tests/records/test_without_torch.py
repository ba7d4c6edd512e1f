"""Tests that the tools for record files run without torch and without the package ``mxnet``."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import mxnet_records
from mxnet.test_utils import get_im2rec_path
from mxnet_records import record_format

ROOT = Path(mxnet_records.__file__).parent
COMMAND = [sys.executable, "-c", "import sys; from mxnet_records.cli import main; sys.exit(main())", "im2rec"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which importing torch fails."""
    folder = tmp_path / "no_torch" / "torch"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise AssertionError('torch was imported')\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder.parent), str(ROOT.parent)))}


@pytest.mark.parametrize("command", [COMMAND, [sys.executable, "-m", "mxnet.tools.im2rec"],
                                     [sys.executable, "-mmxnet.tools.im2rec"], [sys.executable, get_im2rec_path()]],
                         ids=["command", "module", "joined", "path"])
def test_im2rec(command, environment, tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "all.lst").write_text("0\t1\ta.png\n")
    made = subprocess.run([*command, str(tmp_path / "all"), str(tmp_path), "--resize", "4"], env=environment,
                          capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    assert "all.rec: 1 images" in made.stdout


def test_tools_for_records(environment, tmp_path):
    record, index = tmp_path / "a.rec", tmp_path / "a.idx"
    record.write_bytes(b"".join(record_format.encode_record(b"content")))
    made = subprocess.run([sys.executable, "-m", "mxnet.tools.rec2idx", str(record), str(index)], env=environment,
                          capture_output=True, text=True)
    assert (made.returncode, made.stderr, index.read_text()) == (0, "", "0\t0\n")
    shown = subprocess.run([*COMMAND[:-1], "rec", str(record)], env=environment, capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "1 records" in shown.stdout


def test_errors_of_the_module_end_the_process(environment, tmp_path):
    refused = subprocess.run([sys.executable, "-m", "mxnet.tools.im2rec", str(tmp_path / "none"), str(tmp_path)],
                             env=environment, capture_output=True, text=True)
    assert refused.returncode == 1
    assert refused.stderr.startswith("mxnet im2rec: error: found no list")


def test_other_commands_import_the_package(environment):
    started = subprocess.run([*COMMAND[:-1], "doctor"], env=environment, capture_output=True, text=True)
    assert "torch was imported" in started.stderr


def _imported(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found


def test_nothing_imports_mxnet():
    """The command imports it with a computed name."""
    users = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if _imported(path) & {"mxnet", "torch"}}
    assert users == set()
