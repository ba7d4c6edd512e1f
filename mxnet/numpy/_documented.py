"""Functions that document the operators of ``mx.np``, under the operator names: ``mxnet._numpy_op_doc``."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from ..numpy_op_signature import _get_builtin_op

    operator = _get_builtin_op(name) if name.startswith(("_np_", "_npx_")) else None
    if operator is None:
        raise AttributeError(f"mx.np has no operator {name}")
    return operator
