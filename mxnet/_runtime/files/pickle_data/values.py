"""From what a pickle leaves on its stack to values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .arrays import DtypeParts, NumpyParts, PickleFileError, number_type
from .machine import Instance, Name
from .opcodes import run

_MAX_DEPTH = 50


def read(content: bytes, build: Callable[[Instance], Any]) -> Any:
    """The value that a pickle describes; `build` makes something of each instance in it, innermost first.

    Raises
    ------
    PickleFileError
        If the bytes are damaged or hold more than plain data.
    """
    return _Finisher(build, 4 * len(content) + 1000).finished(run(content), 0)[0]


class _Finisher:
    """Turns what the machine left into values, each once, and bounds how far they unfold."""

    def __init__(self, build: Callable[[Instance], Any], limit: int) -> None:
        self.build = build
        self.limit = limit
        self.done: dict[int, tuple[Any, int]] = {}
        self.kept: list[Any] = []  # ids stay valid as long as their objects live
        self.open: set[int] = set()

    def finished(self, value: Any, depth: int) -> tuple[Any, int]:
        """A value and how many values it consists of, each counted as often as it is used."""
        if value is None or isinstance(value, (str, bytes, bool, int, float)):
            return value, 1
        if id(value) in self.done:
            return self.done[id(value)]
        if depth > _MAX_DEPTH or id(value) in self.open:
            raise PickleFileError(f"values are nested more than {_MAX_DEPTH} deep or in themselves", 0)
        self.open.add(id(value))
        result, size = self.unfolded(value, depth + 1)
        if size > self.limit:
            raise PickleFileError("values are used so often that they are larger than the file", 0)
        self.open.discard(id(value))
        self.kept.append(value)
        self.done[id(value)] = result, size
        return result, size

    def unfolded(self, value: Any, depth: int) -> tuple[Any, int]:
        if isinstance(value, (list, tuple)):
            parts = [self.finished(part, depth) for part in value]
            size = 1 + sum(part[1] for part in parts)
            if isinstance(value, tuple):
                return tuple(part[0] for part in parts), size
            value[:] = [part[0] for part in parts]
            return value, size
        if isinstance(value, dict):
            size = 1
            for key, part in value.items():
                value[key], part_size = self.finished(part, depth)
                size += 1 + part_size
            return value, size
        if isinstance(value, Instance):
            value.state, size = self.finished(value.state, depth)
            return self.build(value), size + 1
        if isinstance(value, (DtypeParts, NumpyParts)):
            return value.made(), 1
        if isinstance(value, Name):
            return number_type(value.module, value.name), 1
        return value, 1  # numbers, sets and bytes
