"""Test that only ``python -m mxnet.tools.im2rec`` and ``rec2idx`` exit when the package is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mxnet as mx

ROOT = Path(mx.__file__).parents[1]


def _output(*words: str) -> str:
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_tools_run_in_place_of_the_import() -> None:
    assert _output("-m", "mxnet.tools.im2rec", "--help").startswith("usage: mxnet im2rec")
    assert _output("-mmxnet.tools.rec2idx", "--help").startswith("usage: mxnet rec2idx")


def test_other_programs_go_on() -> None:
    assert _output("-c", "import sys; sys.argv = ['-m']; import mxnet; print('on')", "-m").strip() == "on"
    assert _output("-c", "import mxnet; print('on')", "-m", "mxnet.tools.im2rec").strip() == "on"
    assert "loop" in _output("-m", "timeit", "-n", "1", "-r", "1", "import mxnet")
