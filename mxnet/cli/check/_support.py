"""Lookup of names in the installed packages."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import inspect
import sys
import textwrap
import types
import warnings
from dataclasses import dataclass
from typing import Any

from ..._frontend.namespaces import place
from ..._graph.upgrade import HIDDEN_KEYS
from ..._ops.opdef import REGISTRY, OpDef

_FRONT_ENDS = ("mxnet.ndarray", "mxnet.symbol")


@dataclass(frozen=True)
class Lookup:
    """Result of a lookup. `known` is the part of the name that exists."""

    known: str
    value: Any = None
    missing: str = ""
    needs: str = ""

    @property
    def works(self) -> bool:
        """Whether no part of the name is missing."""
        return not self.missing and not self.needs


@functools.cache
def look_up(name: str) -> Lookup:
    """Look up a dotted name in modules and classes. Attributes of other objects are unknown."""
    root, *parts = name.split(".")
    value: Any = importlib.import_module(root)
    known = root
    for part in parts:
        if not isinstance(value, (types.ModuleType, type)):
            break
        try:
            value = _member(value, part)
        except AttributeError as error:
            return Lookup(known, value, missing=str(error))
        except ImportError as error:
            return Lookup(known, value, needs=str(error))
        except Exception:  # a failing property does not mean that the name is missing
            break
        known += f".{part}"
    return Lookup(known, value)


def _member(owner: Any, name: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(owner, name)
    except AttributeError:
        path = f"{owner.__name__}.{name}"
        is_package = isinstance(owner, types.ModuleType) and hasattr(owner, "__path__")
        # A program that is started with -m is not an importable module.
        if not is_package or name == "__main__" or importlib.util.find_spec(path) is None:
            raise
        return importlib.import_module(path)


@functools.cache
def importable(name: str) -> bool:
    """Return whether ``import name`` works. ``mxnet.nd`` is an attribute, not a module."""
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@functools.cache
def _operators() -> dict[int, OpDef]:
    """Return the operators by the identity of their generated functions."""
    operators = {}
    for name, op in REGISTRY.items():
        module, public = place(name)
        for package in _FRONT_ENDS:
            function = look_up(f"{package}.{module}.{public}" if module else f"{package}.{public}").value
            if "__signature__" in getattr(function, "__dict__", {}):
                operators[id(function)] = op
    return operators


def find_rejected(function: Any, keywords: list[ast.keyword]) -> list[str]:
    """Return the keywords of a call that `function` does not accept."""
    if not callable(function):
        return []
    op = _operators().get(id(function))
    if op is not None:
        return [str(keyword.arg) for keyword in keywords if not _operator_accepts(op, keyword)]
    try:
        parameters = inspect.signature(function, follow_wrapped=False).parameters.values()
    except (ValueError, TypeError):
        return []
    accepted = {parameter.name for parameter in parameters
                if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        passed_on = _of_base_classes(function) if isinstance(function, type) else None
        if passed_on is None:
            return []
        accepted |= passed_on
    return [keyword.arg for keyword in keywords if keyword.arg is not None and keyword.arg not in accepted]


@functools.cache
def _of_base_classes(kind: type) -> frozenset[str] | None:
    """Return the keywords that a class passes to its base classes, or None if it may accept others."""
    keywords: set[str] = set()
    for owner in (base for base in kind.__mro__ if "__init__" in vars(base)):
        if owner is object:
            return frozenset(keywords)
        parameters = inspect.signature(owner.__init__).parameters.values()  # type: ignore[misc]
        keywords.update(p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))
        rest = next((p.name for p in parameters if p.kind is p.VAR_KEYWORD), None)
        if rest is None:
            return frozenset(keywords)
        if not _only_passes_on(owner, rest):
            return None
    return None


def _only_passes_on(owner: type, name: str) -> bool:
    """Return whether ``__init__`` only passes its extra keywords to the base class."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(owner.__init__)))  # type: ignore[misc]
    except (OSError, TypeError, SyntaxError):
        return False
    uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))
    passed = sum(isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__"
                 and any(k.arg is None and isinstance(k.value, ast.Name) and k.value.id == name for k in node.keywords)
                 for node in ast.walk(tree))
    return uses == passed == 1


def _operator_accepts(op: OpDef, keyword: ast.keyword) -> bool:
    name, value = keyword.arg, keyword.value
    if name is None or not op.params or op.dynamic or (name.startswith("__") and name.endswith("__")):
        return True
    if isinstance(value, ast.Constant) and value.value is None:
        return True  # symbols ignore it
    if op.variadic is not None and not isinstance(value, ast.Constant):
        return True  # may be an array argument with any name
    return name in op.inputs or name in op.params or name in ("name", "out", "attr", "ctx", *HIDDEN_KEYS)
