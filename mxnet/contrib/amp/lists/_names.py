"""Long lists of names, written as text."""

from __future__ import annotations


def names(text: str) -> list[str]:
    """The words of `text`."""
    return text.split()
