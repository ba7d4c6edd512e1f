"""A few random programs with views and writes; `tools/fuzz/nd_programs.py` runs as many as asked for."""

from __future__ import annotations

import nd_programs
import pytest


@pytest.mark.parametrize("start", range(0, 600, 150))
def test_compiled_programs_compute_what_eager_ones_do(start: int) -> None:
    assert [text for text in map(nd_programs.check, range(start, start + 150)) if text is not None] == []
