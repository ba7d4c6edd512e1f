"""Products of arrays, and diagonals."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from .. import low_precision
from ..facts import LOW, Form, Inference, Params, ShapeLike, Size
from ..opdef import register
from ..params import Int, Shape, Str
from .twins import alike


def _matrices(params: Params, shapes: list[Size]) -> Size | None:
    left, right = shapes
    if len(left) != 2 or len(right) != 2 or left[1] != right[0]:
        return None
    return left[0], right[1]


def _fill(params: Params, shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Complete shapes: both matrices have the same size along the summed axis."""
    left, right = shapes
    if left and right and len(right) == 2:
        if left[-1] and not right[0]:
            right = (left[-1], right[1])
        elif right[0] and not left[-1]:
            left = (*left[:-1], right[0])
    return [left, right]


@register("_np_dot", inference=Inference(fill=_fill, shapes=_matrices), precision=LOW)
def dot(a: Tensor, b: Tensor) -> Tensor:
    """Sum products over the last axis of `a` and the second last of `b`; multiply elementwise if either has rank 0."""
    if a.ndim == 2 == b.ndim and a.dtype is b.dtype and a.is_floating_point():
        return low_precision.mm(a, b)
    a, b = alike(a, b)
    if not a.ndim or not b.ndim:
        return torch.mul(a, b)
    inner = b.shape[max(b.ndim - 2, 0)]
    if a.shape[-1] != inner:
        raise ValueError(f"shapes {tuple(a.shape)} and {tuple(b.shape)} do not match: the summed axes have "
                         f"{a.shape[-1]} and {inner} elements")
    return _exactly(lambda x, y: low_precision.tensordot(x, y, dims=([-1], [max(y.ndim - 2, 0)])), a, b)


def dot_of_one_type(a: Tensor, b: Tensor) -> Tensor:
    """Compute `dot` of arrays with the same dtype."""
    return low_precision.mm(a, b) if a.ndim == 2 == b.ndim and a.is_floating_point() else dot(a, b)


def _exactly(compute: Callable[..., Tensor], a: Tensor, b: Tensor) -> Tensor:
    """Compute with booleans as integers, because torch has no boolean matrix product."""
    if a.dtype is torch.bool:
        return compute(a.int(), b.int()).ne(0)
    return compute(a, b)


@register("_npi_matmul", inference=Inference(fill=_fill, shapes=_matrices), form=Form(output_names=("out",)),
          precision=LOW)
def matmul(a: Tensor, b: Tensor) -> Tensor:
    """Compute the matrix product over the last two axes and broadcast the others."""
    if not a.ndim or not b.ndim:
        raise ValueError("matmul needs arrays with at least one axis; use multiply for scalars")
    if a.dtype is not b.dtype:
        a, b = alike(a, b)
    return low_precision.matmul(a, b) if a.is_floating_point() else _exactly(torch.matmul, a, b)


@register("_npi_tensordot", precision=LOW)
def tensordot(a: Tensor, b: Tensor, *, a_axes_summed: Shape, b_axes_summed: Shape) -> Tensor:
    """Compute sums of products over several axes of both arrays."""
    left, right = alike(a, b)
    _check_meeting(tuple(left.shape[one] for one in a_axes_summed), tuple(right.shape[one] for one in b_axes_summed))
    axes = list(a_axes_summed), list(b_axes_summed)
    return _exactly(lambda x, y: low_precision.tensordot(x, y, dims=axes), left, right)


@register("_npi_tensordot_int_axes", precision=LOW)
def tensordot_of_last(a: Tensor, b: Tensor, *, axes: Int) -> Tensor:
    """Compute sums of products over the last axes of the first array and the first axes of the second."""
    left, right = alike(a, b)
    if not left.ndim or not right.ndim:
        return left * right
    _check_meeting(left.shape[left.ndim - axes:], right.shape[:axes])
    return _exactly(lambda x, y: low_precision.tensordot(x, y, dims=axes), left, right)


def _check_meeting(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    """Raise unless the summed axes have the same sizes; torch would broadcast axes of size 1."""
    if left != right:
        raise ValueError(f"the axes summed over must have the same sizes, received {tuple(left)} and {tuple(right)}")


@register("_npi_einsum", variadic="num_args", precision=LOW)
def einsum(*data: Tensor, subscripts: Str = "", optimize: Int = 0) -> Tensor:
    """Compute sums of products in Einstein notation.

    More than two arrays are multiplied in the order with the fewest multiplications, with or without `optimize`.
    """
    operands = alike(*data)
    dtype = operands[0].dtype
    if not dtype.is_floating_point:  # torch sums integers in 64 bits and requires equal dtypes
        operands = [operand.long() for operand in operands]
    return low_precision.einsum(subscripts.replace(" ", ""), *operands).to(dtype, copy=True)


@register("_np_trace")
def trace(data: Tensor, *, offset: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """Compute the sum of a diagonal."""
    return data.diagonal(offset, axis1, axis2).sum(-1, dtype=data.dtype)


@register("_np_diagonal")
def diagonal(data: Tensor, *, offset: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """Return a diagonal as the last axis."""
    return data.diagonal(offset, axis1, axis2).clone()


@register("_np_diag")
def diag(data: Tensor, *, k: Int = 0) -> Tensor:
    """Extract a diagonal of a matrix, or create a matrix with this diagonal."""
    if data.ndim == 1:
        return torch.diag(data, k)
    if data.ndim != 2:
        raise ValueError(f"an array of one or two axes is needed, received {data.ndim}")
    return torch.diag(data, k).clone()


@register("_np_diagflat")
def diagflat(data: Tensor, *, k: Int = 0) -> Tensor:
    """Create a matrix with all elements on its diagonal."""
    return torch.diagflat(data, k)


@register("_npi_tril")
def tril(data: Tensor, *, k: Int = 0) -> Tensor:
    """Return the lower triangle with zeros above diagonal `k`. A vector is repeated as the rows of a matrix."""
    if not data.ndim:
        raise ValueError("an array of at least one axis is needed")
    matrix = data.expand(data.shape[0], data.shape[0]) if data.ndim == 1 else data
    return torch.tril(matrix, k)
