"""A few sequences of threads that write and predict; `tools/fuzz/threads.py` runs as many as asked for."""

from __future__ import annotations

import threads


def test_predictions_are_those_of_one_version() -> None:
    assert [text for text in map(threads.check, range(60)) if text is not None] == []
