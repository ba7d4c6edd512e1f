"""Restore removed names in modules of this process, and record where a program uses them.

Python looks up a missing name of a module with the module's ``__getattr__`` function. This file installs one that runs
first. Existing names have no overhead, and names that the program sets itself take precedence.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from . import names

# The code that multiprocessing passes to a new interpreter.
_STARTS = re.compile(r"(import sys; )?from multiprocessing\.(spawn|forkserver) import ")


class Use(NamedTuple):
    """A use of a removed name in a program."""

    file: str
    line: int
    name: str


class Uses:
    """Uses in this process and its children, stored in a shared file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._seen: set[Use] = set()

    @property
    def path(self) -> str:
        return self._path

    def note(self, name: str, frame: types.FrameType | None) -> None:
        """Record a use with the innermost line of the program, once."""
        while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        if frame is None:
            return
        use = Use(os.path.abspath(frame.f_code.co_filename), frame.f_lineno, name)
        if use not in self._seen:
            self._seen.add(use)
            with contextlib.suppress(OSError):
                os.write(self._handle, json.dumps(use).encode() + b"\n")

    def all(self) -> list[Use]:
        """Return each use once, sorted by file and line."""
        uses = set()
        with open(self._path, "rb") as file:
            for line in file:
                with contextlib.suppress(ValueError, TypeError):  # incomplete line of a killed process
                    uses.add(Use(*json.loads(line)))
        return sorted(uses)


def restore(uses: Uses) -> None:
    """Restore the names in all current and future modules, in this process and in those of multiprocessing."""
    actions: dict[str, Callable[[types.ModuleType], None]] = {
        module: lambda imported, module=module: _restore_names(imported, module, uses)  # type: ignore[misc]
        for module in names.MODULES}
    actions["multiprocessing.util"] = lambda imported: _share_with_spawned(imported, uses.path)
    sys.meta_path.insert(0, _Finder(actions))
    for name, action in actions.items():
        module = importlib.import_module(name) if name in sys.builtin_module_names else sys.modules.get(name)
        if module is not None:
            action(module)


def join(path: str) -> None:
    """Restore the names in a process that multiprocessing has started."""
    restore(Uses(path))


def _is_ours(frame: types.FrameType) -> bool:
    """Return whether the caller is one of our packages, which test for features of NumPy."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] in ("mxnet", "mxnet_records")


def _restore_names(module: types.ModuleType, name: str, uses: Uses) -> None:
    removed = {*names.REPLACEMENTS.get(name, ()), *names.FUNCTIONS.get(name, ())}
    own = module.__dict__.get("__getattr__")

    def look_up(attribute: str) -> Any:
        if attribute in removed and not _is_ours(sys._getframe(1)):
            with contextlib.suppress(AttributeError):
                value = names.value_of(name, attribute)
                uses.note(f"{name}.{attribute}", sys._getframe(1))
                return value
        if own is not None:
            return own(attribute)
        raise AttributeError(f"module {name!r} has no attribute {attribute!r}")

    module.__dict__["__getattr__"] = look_up


class _Finder(importlib.abc.MetaPathFinder):
    """Run a function after a module was imported, and find modules that no longer exist or work."""

    def __init__(self, actions: dict[str, Callable[[types.ModuleType], None]]) -> None:
        self._actions = actions

    def find_spec(self, fullname: str, path: Sequence[str] | None = None,
                  target: types.ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        if fullname in ("imp", "distutils", "mxboard"):
            return _removed_module(fullname)
        action = self._actions.get(fullname)
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target) if action is not None else None
        if action is None or spec is None or spec.loader is None:
            return None
        loader, execute = spec.loader, spec.loader.exec_module

        def execute_and_act(module: types.ModuleType) -> None:
            loader.__dict__.pop("exec_module", None)
            execute(module)
            action(module)

        loader.exec_module = execute_and_act  # type: ignore[method-assign]
        return spec


def _removed_module(name: str) -> importlib.machinery.ModuleSpec | None:
    """Return ``imp`` from this package or ``distutils`` from setuptools, if Python 3.12 or later lacks them.

    ``mxboard`` is always the one of this package, because the original fails with current releases of protobuf.
    """
    if name == "mxboard":
        return importlib.util.spec_from_file_location("mxboard", Path(__file__).with_name("old_mxboard.py"))
    if importlib.machinery.PathFinder.find_spec(name) is not None:
        return None
    if name == "imp":
        return importlib.util.spec_from_file_location("imp", Path(__file__).with_name("old_imp.py"))
    try:
        from _distutils_hack import DistutilsMetaFinder
    except ImportError:
        return None
    spec: importlib.machinery.ModuleSpec | None = DistutilsMetaFinder().find_spec(name, None)
    return spec


def _share_with_spawned(util: types.ModuleType, path: str) -> None:
    """Restore the names in processes that multiprocessing spawns. Forked processes inherit them."""
    start, root = util.spawnv_passfds, str(Path(__file__).resolve().parents[2])
    first = (f"import sys; sys.path.append({root!r}); from {__package__}.restoring import join; "
             f"sys.path.remove({root!r}); join({path!r}); ")

    def start_with_names(executable: Any, arguments: Sequence[Any], passed: Any) -> Any:
        words = [first + word if isinstance(word, str) and _STARTS.match(word) else word for word in arguments]
        return start(executable, words, passed)

    util.spawnv_passfds = start_with_names  # type: ignore[attr-defined]
