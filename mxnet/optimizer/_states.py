"""Optimizer states as bytes. Reading them runs no code but that of arrays, optimizers and schedulers."""

from __future__ import annotations

import io
import pickle
from typing import Any

from .._runtime.error import MXNetError

_MODULES = ("mxnet.optimizer", "mxnet.lr_scheduler", "mxnet.ndarray")
_NAMES = {
    ("builtins", name) for name in ("bytearray", "complex", "dict", "float", "int", "list", "set", "slice", "tuple")
} | {
    ("collections", "OrderedDict"), ("collections", "defaultdict"), ("copyreg", "_reconstructor"),
    ("builtins", "object"), ("numpy", "ndarray"), ("numpy", "dtype"), ("_codecs", "encode"),
    ("numpy.core.multiarray", "_reconstruct"), ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "scalar"),
}


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, classes: dict[str, type]) -> None:
        super().__init__(file)
        self._own = {(c.__module__, c.__qualname__): c for c in classes.values()}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in self._own:
            return self._own[module, name]
        if (module, name) in _NAMES:
            return super().find_class(module, name)
        if module.startswith(_MODULES) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"optimizer states name {module}.{name}, which is not allowed in them")


def dumps(states: Any) -> bytes:
    """States as bytes."""
    return pickle.dumps(states)


def loads(content: bytes, classes: dict[str, type]) -> Any:
    """States from bytes of `dumps` or of MXNet; `classes` are the registered optimizers.

    Raises
    ------
    MXNetError
        If the bytes are damaged or name anything that is no part of optimizer states.
    """
    try:
        return _Unpickler(io.BytesIO(content), classes).load()
    except Exception as error:
        raise MXNetError(f"cannot read optimizer states: {error}") from error
