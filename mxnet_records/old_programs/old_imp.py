"""The commonly used part of Python's ``imp``, which Python 3.12 has removed."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
import types
from typing import Any

PY_SOURCE, PY_COMPILED, C_EXTENSION, PKG_DIRECTORY = 1, 2, 3, 5
reload = importlib.reload


def new_module(name: str) -> types.ModuleType:
    """Return an empty module."""
    return types.ModuleType(name)


def load_source(name: str, pathname: str, file: Any = None) -> types.ModuleType:
    """Import a file under a name."""
    loader = importlib.machinery.SourceFileLoader(name, pathname)
    spec = importlib.util.spec_from_file_location(name, pathname, loader=loader)
    assert spec is not None
    module = sys.modules.get(name) or importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def find_module(name: str, path: Any = None) -> tuple[Any, str, tuple[str, str, int]]:
    """Return the open file, the path and the type of a module."""
    spec = importlib.machinery.PathFinder.find_spec(name, path)
    if spec is None or spec.origin is None:
        raise ImportError(f"No module named {name!r}", name=name)
    if spec.submodule_search_locations:
        return None, spec.submodule_search_locations[0], ("", "", PKG_DIRECTORY)
    return open(spec.origin, encoding="utf-8"), spec.origin, (".py", "r", PY_SOURCE)


def acquire_lock() -> None:
    """Do nothing, because each module has its own lock."""


release_lock = acquire_lock
