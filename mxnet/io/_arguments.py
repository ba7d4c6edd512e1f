"""Parsing of the arguments of file iterators."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import MXNetError


class Arguments:
    """Keyword arguments, which may be strings as in a configuration file."""

    def __init__(self, iterator: str, args: tuple, kwargs: dict[str, Any]) -> None:
        if args:
            raise TypeError(f"{iterator} can only accept keyword arguments, received {args}")
        self.iterator = iterator
        self.values = kwargs

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if value is None:
            raise MXNetError(f"{self.iterator}: Required parameter {name} of string is not presented")
        return os.fspath(value)

    def integer(self, name: str, default: int | None = None) -> int:
        return self._parse(name, int, self._value(name, default))

    def positive(self, name: str, default: int | None = None) -> int:
        value = self.integer(name, default)
        if value < 1:
            raise MXNetError(f"{self.iterator}: {name} must be at least 1, received {value}")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        return self._parse(name, float, self._value(name, default))

    def _parse(self, name: str, convert: Callable[[Any], Any], value: Any) -> Any:
        try:
            return convert(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise MXNetError(f"{self.iterator}: {name}={value!r} is not a valid value") from error

    def optional(self, name: str) -> float | None:
        value = self.values.get(name)
        return None if value in (None, "None") else self.number(name)

    def flag(self, name: str, default: bool) -> bool:
        value = self._value(name, default)
        if value not in (0, 1):
            raise MXNetError(f"{self.iterator}: {name} must be true or false, received {value!r}")
        return bool(value)

    def shape(self, name: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        value = self._value(name, default)
        return (int(value),) if isinstance(value, (int, np.integer)) else tuple(int(size) for size in value)

    def _value(self, name: str, default: Any) -> Any:
        value = self.values.get(name, default)
        if value is None:
            raise MXNetError(f"{self.iterator}: Required parameter {name} is not presented")
        if not isinstance(value, str):
            return value
        try:
            return ast.literal_eval(value.capitalize() if value in ("true", "false") else value)
        except (ValueError, SyntaxError) as error:
            raise MXNetError(f"{self.iterator}: {name}={value!r} is not a valid value") from error
