"""Products and diagonals of arrays."""

from __future__ import annotations

from typing import Any

from .._ops.numpy.products import dot_of_one_type
from .._runtime.tracebacks import concise_module
from ._operators import NUMBERS, axis_tuple, in_short, operator, require

_dot, _matmul, _tensordot, _tensordot_of_last = (operator(name) for name in (
    "_np_dot", "_npi_matmul", "_npi_tensordot", "_npi_tensordot_int_axes"))
_einsum, _trace, _diagonal, _diag, _diagflat, _tril = (operator(name) for name in (
    "_npi_einsum", "_np_trace", "_np_diagonal", "_np_diag", "_np_diagflat", "_npi_tril"))


@in_short("_np_dot", same_types=dot_of_one_type)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """Sum products along the last axis of `a` and the second-to-last axis of `b`. Scalars multiply elementwise."""
    return _dot(a, b) if out is None else _dot(a, b, out=out)


@in_short("_npi_matmul")
def matmul(a: Any, b: Any, out: Any = None) -> Any:
    """Matrix product over the last two axes. The other axes broadcast."""
    return _matmul(a, b) if out is None else _matmul(a, b, out=out)


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Sum products over several axes of both arrays. `axes` is a number of axes or two lists of axes."""
    if isinstance(axes, NUMBERS):
        return _tensordot_of_last(a, b, axes=axes)
    if len(axes) != 2:
        raise ValueError(f"tensordot: axes must be a number or two lists, received {axes!r}")
    left, right = axis_tuple(axes[0]), axis_tuple(axes[1])
    if len(left or ()) != len(right or ()):
        raise ValueError("Axes length mismatch")
    return _tensordot(a, b, a_axes_summed=left, b_axes_summed=right)


def einsum(*operands: Any, **kwargs: Any) -> Any:
    """Sum products in Einstein notation. The first argument is the equation."""
    subscripts, *arrays = operands
    optimize, out = kwargs.pop("optimize", False), kwargs.pop("out", None)
    if kwargs:
        raise TypeError(f"einsum: unknown arguments {', '.join(kwargs)}")
    if not isinstance(optimize, bool):
        raise ValueError(f"einsum: optimize must be True or False, received {optimize!r}")
    options = {} if out is None else {"out": out}
    return _einsum(*arrays, subscripts=subscripts, optimize=int(optimize), **options)


def outer(a: Any, b: Any) -> Any:
    """Return all products of an element of `a` and an element of `b`."""
    return tensordot(a.reshape(-1), b.reshape(-1), 0)


def inner(a: Any, b: Any) -> Any:
    """Sum products over the last axes of both arrays."""
    return tensordot(a, b, ([-1], [-1]))


def vdot(a: Any, b: Any) -> Any:
    """Sum the products of all elements."""
    return tensordot(a.reshape(-1), b.reshape(-1), 1)


def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None) -> Any:
    """Sum a diagonal."""
    options = {} if out is None else {"out": out}
    return _trace(a, offset=offset, axis1=axis1, axis2=axis2, **options)


def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return a diagonal as the last axis."""
    return _diagonal(a, offset=offset, axis1=axis1, axis2=axis2)


@in_short("_np_diag", "k")
def diag(array: Any, k: int = 0) -> Any:
    """Return a diagonal of a matrix, or a matrix with the given diagonal."""
    require("diag", array)
    return _diag(array, k=k)


def diagflat(array: Any, k: int = 0) -> Any:
    """Return the matrix whose diagonal contains all elements."""
    return _diagflat(array, k=k)


@in_short("_npi_tril", "k")
def tril(m: Any, k: int = 0) -> Any:
    """Return the lower triangle, with zeros above diagonal `k`."""
    return _tril(m, k=k)


concise_module(__name__)
