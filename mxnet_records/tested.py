"""Oldest and newest tested releases. `mxnet doctor` reports other releases; they are never rejected."""

from __future__ import annotations

OLDEST_TORCH = "2.11"
NEWEST_TORCH = "2.15"
NEWEST_NUMPY = "2.5"
NEWEST_PYTHON = "3.14"


def is_newer(version: str, newest: str) -> bool:
    """Return whether the first two numbers of a version, as in ``2.13.0+cpu``, are greater than those of `newest`."""
    return _numbers(version) > _numbers(newest)


def _numbers(version: str) -> list[int]:
    numbers = []
    for part in version.split(".")[:2]:
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        numbers.append(int(digits or 0))
    return numbers
