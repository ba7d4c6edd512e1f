"""Subclasses that record calls of their methods and the types of arguments.

The programs in this folder run with this package and with MXNet 1.9.1, so they only use
``import mxnet``.
"""

from __future__ import annotations

import inspect
import json
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import mxnet as mx

Program = Callable[["Recorder"], None]
PROGRAMS: dict[str, Program] = {}


def program(function: Program) -> Program:
    """Add a program to the comparison."""
    PROGRAMS[function.__name__] = function
    return function


def add_program(name: str, function: Program) -> None:
    """Add a program of a family."""
    PROGRAMS[name] = function


def kind(value: Any) -> str:
    """Describe an argument, as far as both packages must agree."""
    if isinstance(value, str) and value.startswith("/"):
        return "path"
    if isinstance(value, (bool, int, str, type(None))):
        return repr(str(value)) if isinstance(value, str) else repr(value)
    if isinstance(value, (float, np.floating)):
        return "float"
    if isinstance(value, np.integer):
        return "int"
    if isinstance(value, mx.nd.NDArray):
        number = np.dtype(value.dtype).name
        return f"array{tuple(value.shape)}" + ("" if number == "float32" else f" {number}")
    if isinstance(value, np.ndarray):
        return f"numpy{tuple(value.shape)}"
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        inner = ", ".join(kind(one) for one in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {kind(value[key])}" for key in sorted(value, key=str)) + "}"
    if callable(value) and hasattr(value, "__name__") and not isinstance(value, type):
        return "function"
    if isinstance(value, type):
        return f"class {value.__name__}"
    return type(value).__name__


def call_text(name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return a call in the format of golden files."""
    shown = [kind(one) for one in arguments] + [f"{key}={kind(named[key])}" for key in sorted(named)]
    return f"{name}({', '.join(shown)})"


class Recorder:
    """Collects the calls of a run.

    Parameters
    ----------
    only : str, optional
        Only override the methods of this name, to test overriding a single method.
    """

    def __init__(self, only: str | None = None) -> None:
        self.only = only
        self.calls: list[str] = []
        self.names: set[str] = set()

    def note(self, name: str, *arguments: Any, **named: Any) -> None:
        """Record a call, unless only other methods are recorded."""
        self.names.add(name)
        if self.only in (None, name):
            self.calls.append(call_text(name, arguments, named))

    def subclass(self, base: type, names: Iterable[str], prefix: str = "") -> Any:
        """Return a subclass of `base` that records calls of the methods and properties `names`."""
        body: dict[str, Any] = {}
        made: list[type] = []
        for name in names:
            self.names.add(prefix + name)
            if self.only in (None, prefix + name):
                body[name] = self._override(base, name, prefix + name, made)
        made.append(type(base.__name__, (base,), body))
        return made[0]

    def _override(self, base: type, name: str, shown: str, made: list[type]) -> Any:
        found = inspect.getattr_static(base, name)
        if isinstance(found, property):
            def read(self_: Any) -> Any:
                self.note(shown)
                return getattr(super(made[0], self_), name)

            return property(read)
        if isinstance(found, staticmethod):
            def call_static(*arguments: Any, **named: Any) -> Any:
                self.note(shown, *arguments, **named)
                return getattr(base, name)(*arguments, **named)

            return staticmethod(call_static)

        def call(self_: Any, *arguments: Any, **named: Any) -> Any:
            self.note(shown, *arguments, **named)
            return getattr(super(made[0], self_), name)(*arguments, **named)

        return call


def calls_of(run: Program, only: str | None = None) -> Recorder:
    """Run a program and return its recorded calls."""
    mx.random.seed(7)
    np.random.seed(7)
    recorder = Recorder(only)
    run(recorder)
    return recorder


def pack(found: dict[str, list[str]]) -> dict[str, Any]:
    """Return the calls of programs as a table of distinct calls, and their numbers in order."""
    table = {call: number for number, call in enumerate(dict.fromkeys(call for calls in found.values()
                                                                      for call in calls))}
    programs = {name: " ".join(str(table[call]) for call in calls) for name, calls in found.items()}
    return {"calls": list(table), "programs": programs}


def read_golden(source: pathlib.Path) -> dict[str, list[str]]:
    """Read a file of packed calls."""
    stored = json.loads(source.read_text())
    return {name: [stored["calls"][int(number)] for number in numbers.split()]
            for name, numbers in stored["programs"].items()}
