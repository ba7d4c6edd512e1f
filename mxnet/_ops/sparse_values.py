"""Sparse rules of elementwise operators.

A rule takes the operator, its parameters and the content of each input. It returns the content of the result, or
`FALLBACK` where MXNet computes on dense copies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from .._runtime.storage.sparse import KINDS, Csr, RowSparse, Stored, dense, stored
from .facts import FALLBACK
from .opdef import OpDef

Content = Tensor | Stored


def on_values(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Apply a function that maps zero to zero to the stored values and keep the storage type."""
    if isinstance(data, Tensor):
        return FALLBACK
    result = op.bind(params)(data.values)
    return data.with_values(result.clone() if result is data.values else result)


def if_zero_stays(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Apply `on_values` if the function maps zero to zero for these parameters."""
    if isinstance(data, Tensor):
        return FALLBACK
    # Evaluate in double precision, as MXNet does: the scalar 0.5 is truncated for integers, but it is larger than zero.
    if bool(op.bind(params)(data.values.new_zeros(1, dtype=torch.float64)) != 0):
        return FALLBACK
    return on_values(op, params, data)


def if_csr_stays(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Apply `if_zero_stays` to CSR arrays only."""
    return if_zero_stays(op, params, data) if isinstance(data, Csr) else FALLBACK


def zeros_like(op: OpDef, params: dict[str, Any], data: Stored) -> Stored:
    """Return an empty array of this storage type."""
    return KINDS[data.stype].zeros(data.shape, data.dtype, data.values.device)


def _same_kind(lhs: Content, rhs: Content) -> bool:
    return not isinstance(lhs, Tensor) and not isinstance(rhs, Tensor) and lhs.stype == rhs.stype


def _check_shapes(lhs: Content, rhs: Content) -> None:
    if tuple(lhs.shape) != tuple(rhs.shape) or lhs.dtype is not rhs.dtype:
        raise ValueError(f"lhs and rhs must have one shape and type, received lhs={tuple(lhs.shape)} {lhs.dtype} and "
                         f"rhs={tuple(rhs.shape)} {rhs.dtype}")


def pair(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Apply a function that maps two zeros to zero to arrays of the same storage type."""
    if not _same_kind(lhs, rhs):
        return FALLBACK
    _check_shapes(lhs, rhs)
    places, left, right = lhs.aligned(rhs)  # type: ignore[union-attr, arg-type]  # the rule is for two of one kind
    return places.with_values(op.lower(left, right))


def _at_places(content: Tensor, like: Stored) -> Tensor:
    """Return the elements of a dense tensor at the positions that `like` stores."""
    if isinstance(like, RowSparse):
        return content[like.indices]
    return content.reshape(-1)[like.keys()]


def multiply(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Multiply; the product is zero where a factor stores nothing."""
    if _same_kind(lhs, rhs):
        return pair(op, params, lhs, rhs)
    _check_shapes(lhs, rhs)
    if isinstance(rhs, Tensor) and not isinstance(lhs, Tensor):
        return lhs.with_values(lhs.values * _at_places(rhs, lhs))
    if isinstance(lhs, Tensor) and not isinstance(rhs, Tensor):
        return rhs.with_values(_at_places(lhs, rhs) * rhs.values)
    return FALLBACK


def scatter_divide(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Divide stored rows by the same rows of `rhs`."""
    if not isinstance(lhs, RowSparse):
        return FALLBACK
    _check_shapes(lhs, rhs)
    divisor = rhs.rows(lhs.indices) if isinstance(rhs, RowSparse) else dense(rhs)[lhs.indices]
    return lhs.with_values(op.lower(lhs.values, divisor))


def scale(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Multiply or divide a CSR matrix by a dense array that broadcasts to its shape."""
    if not isinstance(lhs, Csr) or not isinstance(rhs, Tensor) or lhs.dtype is not rhs.dtype:
        return FALLBACK
    if np.broadcast_shapes(lhs.shape, rhs.shape) != lhs.shape:
        return FALLBACK
    factor = rhs.expand(lhs.shape)[lhs.rows(), lhs.indices]
    return lhs.with_values(op.lower(lhs.values, factor))


def divide(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Apply `scale`, but return a dense quotient for a divisor of the same shape."""
    same = tuple(rhs.shape) == tuple(lhs.shape) and 1 not in lhs.shape
    return FALLBACK if same else scale(op, params, lhs, rhs)


def like(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Convert `lhs` to the storage type of `rhs`."""
    if isinstance(rhs, Tensor):
        return dense(lhs).clone()
    converted = stored(lhs, rhs.stype)
    return converted.convert(torch.clone) if converted is lhs else converted


def cast(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Convert the array to another storage type."""
    wanted = params["stype"]
    if isinstance(data, Tensor) or data.stype == wanted:
        return stored(data, wanted) if isinstance(data, Tensor) else data.convert(torch.clone)
    if wanted != "default":
        raise ValueError(f"cast_storage from {data.stype} to {wanted} is not supported")
    return data.dense()


def add_all(op: OpDef, params: dict[str, Any], *args: Content) -> Any:
    """Compute the sum of row-sparse arrays."""
    if not all(isinstance(a, RowSparse) for a in args):
        return FALLBACK
    total: Any = args[0]
    if len(args) == 1:
        return total.convert(torch.clone)
    for other in args[1:]:
        _check_shapes(total, other)
        places, left, right = total.aligned(other)
        total = places.with_values(left + right)
    return total
