"""The functions that document operators of ``mx.np``, under the names of the operators: ``mxnet._numpy_op_doc``."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from ..numpy_op_signature import _get_builtin_op

    found = _get_builtin_op(name) if name.startswith(("_np_", "_npx_")) else None
    if found is None:
        raise AttributeError(f"no operator of mx.np is called {name}")
    return found
