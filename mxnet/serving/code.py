"""Execution of Python code from an archive. It only happens after ``allow_code=True``."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from ..base import MXNetError


class CodeFolder:
    """The modules of one archive.

    Archives use the same module names, so the modules are only in ``sys.modules`` while code of the archive runs. The
    current folder is the archive's, as in the original servers.

    Parameters
    ----------
    folder : str
        Folder of the model.
    paths : list of str
        Folders from which the code imports modules.
    """

    def __init__(self, folder: str, paths: list[str]) -> None:
        self._folder = os.path.realpath(folder)
        self._paths = [os.path.realpath(path) for path in paths]
        self._modules: dict[str, ModuleType] = {}

    @contextmanager
    def enter(self) -> Iterator[None]:
        """Run code of the archive."""
        folder, path, known = os.getcwd(), list(sys.path), dict(sys.modules)
        sys.modules.update(self._modules)
        sys.path[:0] = self._paths
        os.chdir(self._folder)
        try:
            yield
        finally:
            os.chdir(folder)
            sys.path[:] = path
            self._modules = {name: module for name, module in sys.modules.items()
                             if known.get(name) is not module and self._owns(module)}
            for name in self._modules:
                if name in known:
                    sys.modules[name] = known[name]
                else:
                    del sys.modules[name]

    def _owns(self, module: ModuleType) -> bool:
        file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), None)
        return file is not None and Path(os.path.realpath(file)).is_relative_to(self._folder)

    def load(self, name: str) -> ModuleType:
        """Import a module of the archive. Call it inside of `enter`.

        Raises
        ------
        MXNetError
            If the import fails. The message names the missing module or the error.
        """
        importlib.invalidate_caches()
        if PathFinder.find_spec(name, self._paths) is None:
            raise MXNetError(f"the archive has no module {name}")
        other = sys.modules.get(name)  # perhaps a module of the same name that is not the archive's
        if other is not None and not self._owns(other):
            del sys.modules[name]
        try:
            return importlib.import_module(name)
        except Exception as error:
            if other is not None:
                sys.modules[name] = other
            raise MXNetError(f"the code of the archive cannot be imported ({name}): {type(error).__name__}: "
                             f"{error}") from error
