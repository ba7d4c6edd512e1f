"""Products of arrays, and diagonals."""

from __future__ import annotations

from typing import Any

import torch

from ._call import axis_tuple, common_type, invoke, require
from ._elementwise import multiply

Tensor = torch.Tensor


def _alike(left: Tensor, right: Tensor) -> tuple[Tensor, Tensor]:
    common = common_type(left.dtype, right.dtype)
    return left.to(common), right.to(common)


def _dot(left: Tensor, right: Tensor) -> Tensor:
    left, right = _alike(left, right)
    return torch.tensordot(left, right, dims=([-1], [max(right.ndim - 2, 0)]))


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """Products summed along the last axis of `a` and the last but one of `b`; a plain product if one has no axes."""
    require("dot", a, b)
    if not a.ndim or not b.ndim:
        return multiply(a, b, out=out)
    return invoke("dot", _dot, [a, b], out)


def matmul(a: Any, b: Any, out: Any = None) -> Any:
    """Matrix product over the last two axes, the others broadcasting."""
    return invoke("matmul", lambda x, y: torch.matmul(*_alike(x, y)), [a, b], out)


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sums over several axes of both arrays, given as their number or by two lists."""
    dims = axes if isinstance(axes, int) else [list(axis_tuple(side) or ()) for side in axes]
    return invoke("tensordot", lambda x, y: torch.tensordot(*_alike(x, y), dims=dims), [a, b])


def einsum(subscripts: str, *operands: Any, out: Any = None, optimize: Any = False) -> Any:
    """Sums of products in Einstein's notation."""
    return invoke("einsum", lambda *t: torch.einsum(subscripts, *t).clone(), operands, out)


def outer(a: Any, b: Any) -> Any:
    """All products of an element of `a` and one of `b`."""
    return invoke("outer", lambda x, y: torch.outer(*_alike(x.reshape(-1), y.reshape(-1))), [a, b])


def inner(a: Any, b: Any) -> Any:
    """Sums over the last axes of both arrays."""
    return invoke("inner", lambda x, y: torch.inner(*_alike(x, y)), [a, b])


def vdot(a: Any, b: Any) -> Any:
    """Sum of the products of all elements."""
    return invoke("vdot", lambda x, y: torch.dot(*_alike(x.reshape(-1), y.reshape(-1))), [a, b])


def kron(a: Any, b: Any) -> Any:
    """Kronecker product."""
    return invoke("kron", lambda x, y: torch.kron(*_alike(x, y)), [a, b])


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> Any:
    """Sum of a diagonal."""
    return invoke("trace", lambda t: t.diagonal(offset, axis1, axis2).sum(-1, dtype=t.dtype), [a], out)


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """A diagonal as the last axis."""
    return invoke("diagonal", lambda t: t.diagonal(offset, axis1, axis2).clone(), [a])


def diag(array: Any, k: int = 0) -> Any:
    """A diagonal of a matrix, or the matrix with this diagonal."""
    return invoke("diag", lambda t: torch.diag(t, k).clone(), [array])


def diagflat(array: Any, k: int = 0) -> Any:
    """The matrix whose diagonal has all elements."""
    return invoke("diagflat", lambda t: torch.diagflat(t, k), [array])


def tril(m: Any, k: int = 0) -> Any:
    """The lower triangle, zeros above diagonal `k`."""
    return invoke("tril", lambda t: torch.tril(t, k), [m])


def triu(m: Any, k: int = 0) -> Any:
    """The upper triangle, zeros below diagonal `k`."""
    return invoke("triu", lambda t: torch.triu(t, k), [m])
