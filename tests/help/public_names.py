"""The functions, classes, methods and properties of the public modules that have help texts."""

from __future__ import annotations

import inspect
import sys
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from _site.names import ALL_MODULES as ALL_MODULES
from _site.names import public


def members(cls: type) -> dict[str, Any]:
    """Return the public methods and properties of a class by name, and ``__call__``.

    Methods that the class inherits from the package are included, those of Python's own classes are not.
    """
    found = {}
    for name in dir(cls):
        value = inspect.getattr_static(cls, name)
        function = getattr(value, "__func__", value)  # of static methods and class methods
        if isinstance(value, (property, cached_property)):
            function = value.fget if isinstance(value, property) else value.func
        is_public = name == "__call__" or not name.startswith("_")
        if is_public and isinstance(function, FunctionType) and function.__module__.startswith("mxnet"):
            found[name] = getattr(cls, name)
    return found


def entries(module: str) -> dict[str, Any]:
    """Return the functions and classes of a module by name, and the members of the classes as ``Class.member``."""
    found: dict[str, Any] = {}
    for name, value in public(module).items():
        found[name] = value
        if inspect.isclass(value):
            found.update({f"{name}.{member}": one for member, one in members(value).items()})
    return found
