"""Thirty common mistakes: short tracebacks that show the user's line and name what to do."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps frames of the package")

_FILE = pathlib.Path(__file__).parents[2] / "tools" / "mistakes.py"
_spec = importlib.util.spec_from_file_location("mistakes", _FILE)
assert _spec is not None and _spec.loader is not None
mistakes = importlib.util.module_from_spec(_spec)
sys.modules["mistakes"] = mistakes
_spec.loader.exec_module(mistakes)
MOST_LINES = 15


@pytest.fixture(autouse=True)
def _default_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_FULL_TRACEBACK", raising=False)


def _check(lines: list[str], mistake: Any) -> None:
    text = "\n".join(lines)
    assert 0 < len(lines) <= MOST_LINES, text
    assert mistake.failing_line in text
    position = 0
    for word in mistake.words:
        position = lines[-1].find(word, position)
        assert position >= 0, f"{word!r} is not in {lines[-1]!r}"


def test_there_are_thirty() -> None:
    assert len(mistakes.MISTAKES) == 30 == len({mistake.name for mistake in mistakes.MISTAKES})


@pytest.mark.parametrize("mistake", mistakes.MISTAKES, ids=[mistake.name for mistake in mistakes.MISTAKES])
def test_terminal(mistake: Any) -> None:
    lines = mistakes.terminal(mistake)
    _check(lines, mistake)
    assert "mxnet/" not in "\n".join(lines[:-1])


def test_notebook() -> None:
    pytest.importorskip("IPython")
    for mistake in mistakes.MISTAKES:
        _check(mistakes.notebook(mistake), mistake)


def test_full_tracebacks_show_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_FULL_TRACEBACK", "1")
    lines = mistakes.terminal(mistakes.MISTAKES[0])
    text = "\n".join(lines)
    assert len(lines) > MOST_LINES
    assert "mxnet/gluon/block.py" in text and "mat1 and mat2" in text
