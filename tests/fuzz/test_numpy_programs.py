"""A short run of tools/fuzz/numpy_programs.py."""

from __future__ import annotations

import numpy_programs
import pytest


def test_random_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert numpy_programs.main(["--count", "300", "--seed", "50000"]) == 0
    assert "300 programs" in capsys.readouterr().out
