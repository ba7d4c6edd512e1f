"""Check the types of arguments in constructors, before anything uses them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])
# Annotations of numbers, and whether None is allowed.
_NUMBERS = {"float": False, "int": False, "float | None": True, "int | None": True}
_NOT_NUMBERS = (str, bytes, list, tuple, dict, set)


def check_number(owner: str, name: str, value: Any) -> None:
    """Raise TypeError unless `value` is a number or an array of one element."""
    if isinstance(value, _NOT_NUMBERS) or not hasattr(value, "__float__"):
        hint = f"; write {name}={value}, without quotes" if isinstance(value, str) and is_number(value) else ""
        raise TypeError(f"{owner}: {name} must be a number, received {value!r} of type {type(value).__name__}{hint}")


def is_number(text: str) -> bool:
    """Return whether a string can be parsed as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def check_numbers(function: T) -> T:
    """Decorate a constructor: arguments annotated as ``float`` or ``int`` must be numbers."""
    signature = inspect.signature(function)
    wanted = {name: _NUMBERS[parameter.annotation] for name, parameter in signature.parameters.items()
              if parameter.annotation in _NUMBERS}

    @functools.wraps(function)
    def checked(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(self, *args, **kwargs).arguments
        except TypeError:
            given = {}  # Python's own error names the argument
        for name, value in given.items():
            if name in wanted and not (value is None and wanted[name]):
                check_number(type(self).__name__, name, value)
        return function(self, *args, **kwargs)

    return checked  # type: ignore[return-value]


class NumbersChecked:
    """Base class that checks numeric arguments of its constructor and of subclass constructors in this package."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__init__" in vars(cls) and cls.__module__.partition(".")[0] == __name__.partition(".")[0]:
            cls.__init__ = check_numbers(vars(cls)["__init__"])  # type: ignore[method-assign]
