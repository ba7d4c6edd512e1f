"""Tests of the comparison between messages of type checkers and the comments of ``tests/typing``."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_FILE = Path(__file__).resolve().parents[2] / "tools" / "check_types.py"
_spec = importlib.util.spec_from_file_location("check_types", _FILE)
assert _spec is not None and _spec.loader is not None
check_types = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check_types)

ARRAY = 'note: Revealed type is "mxnet.ndarray._array.NDArray"'


@pytest.mark.parametrize(("line", "messages", "problem"), [
    ("reveal_type(x)  # is NDArray", [ARRAY], None),
    ("reveal_type(x)  # is NDArray", ['information: Type of "x" is "NDArray"'], None),
    ("reveal_type(x)  # is ndarray", ['note: Revealed type is "numpy.ndarray[tuple[Any], int]"'], None),
    ("reveal_type(x)  # is NDArray", ['note: Revealed type is "Any"'], "expected NDArray, found Any"),
    ("reveal_type(x)  # is NDArray", ['note: Revealed type is "list[A]"'], "expected NDArray, found list[A]"),
    ("reveal_type(x)  # is NDArray", [], "expected NDArray, found []"),
    ("f(x)  # wrong", ['error: Unexpected keyword argument "x"'], None),
    ("f(x)  # wrong", [], "expected an error"),
    ("f(x)", ["error: No"], "['error: No']"),
    ("f(x)", [ARRAY], None),
])
def test_compare(line: str, messages: list[str], problem: str | None) -> None:
    expected = None if problem is None else f"tests/typing/a.py:3: {problem}"
    assert check_types.compare("a.py", 3, line, messages) == expected


def test_every_line_of_the_programs_is_marked() -> None:
    texts = {path.name: path.read_text("utf-8").splitlines() for path in check_types.PROGRAMS}
    assert all("  # is " in line for line in texts["programs.py"] if "reveal_type(" in line)
    assert sum(line.endswith("# wrong") for line in texts["mistakes.py"]) > 12
