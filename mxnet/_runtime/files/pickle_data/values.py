"""Conversion of the result of a pickle machine to values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .arrays import DtypeParts, NumpyParts, PickleFileError, number_type
from .machine import Instance, Name
from .opcodes import run

_MAX_DEPTH = 50


def read(content: bytes, build: Callable[[Instance], Any]) -> Any:
    """Return the value of a pickle; `build` converts each instance in it, innermost first.

    Raises
    ------
    PickleFileError
        If the bytes are damaged or contain more than plain data.
    """
    return _Converter(build, 4 * len(content) + 1000).convert(run(content), 0)[0]


class _Converter:
    """Converter from the result of the machine to values, with a limit of their expanded size."""

    def __init__(self, build: Callable[[Instance], Any], limit: int) -> None:
        self.build = build
        self.limit = limit
        self.done: dict[int, tuple[Any, int]] = {}
        self.kept: list[Any] = []  # object IDs stay valid while their objects live
        self.open: set[int] = set()

    def convert(self, value: Any, depth: int) -> tuple[Any, int]:
        """Return a value and the number of values in it, counting repeated references."""
        if value is None or isinstance(value, (str, bytes, bool, int, float)):
            return value, 1
        if id(value) in self.done:
            return self.done[id(value)]
        if depth > _MAX_DEPTH or id(value) in self.open:
            raise PickleFileError(f"values are nested more than {_MAX_DEPTH} levels deep or contain themselves", 0)
        self.open.add(id(value))
        result, size = self.unfolded(value, depth + 1)
        if size > self.limit:
            raise PickleFileError("repeated values expand to more than the file allows", 0)
        self.open.discard(id(value))
        self.kept.append(value)
        self.done[id(value)] = result, size
        return result, size

    def unfolded(self, value: Any, depth: int) -> tuple[Any, int]:
        if isinstance(value, (list, tuple)):
            parts = [self.convert(part, depth) for part in value]
            size = 1 + sum(part[1] for part in parts)
            if isinstance(value, tuple):
                return tuple(part[0] for part in parts), size
            value[:] = [part[0] for part in parts]
            return value, size
        if isinstance(value, dict):
            size = 1
            for key, part in value.items():
                value[key], part_size = self.convert(part, depth)
                size += 1 + part_size
            return value, size
        if isinstance(value, Instance):
            value.state, size = self.convert(value.state, depth)
            return self.build(value), size + 1
        if isinstance(value, (DtypeParts, NumpyParts)):
            return value.to_numpy(), 1
        if isinstance(value, Name):
            return number_type(value.module, value.name), 1
        return value, 1  # numbers, sets and bytes
