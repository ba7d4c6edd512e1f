"""Products of arrays, and diagonals."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

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
    """The size over which products are summed is the same in both matrices."""
    left, right = shapes
    if left and right and len(right) == 2:
        if left[-1] and not right[0]:
            right = (left[-1], right[1])
        elif right[0] and not left[-1]:
            left = (*left[:-1], right[0])
    return [left, right]


@register("_np_dot", inference=Inference(fill=_fill, shapes=_matrices), precision=LOW)
def dot(a: Tensor, b: Tensor) -> Tensor:
    """Products summed along the last axis of `a` and the last but one of `b`; plain ones with an array of rank 0."""
    if a.ndim == 2 == b.ndim and a.dtype is b.dtype and a.is_floating_point():
        return torch.mm(a, b)
    a, b = alike(a, b)
    if not a.ndim or not b.ndim:
        return torch.mul(a, b)
    inner = b.shape[max(b.ndim - 2, 0)]
    if a.shape[-1] != inner:
        raise ValueError(f"shapes {tuple(a.shape)} and {tuple(b.shape)} do not match: {a.shape[-1]} elements meet "
                         f"{inner}")
    return _exactly(lambda x, y: torch.tensordot(x, y, dims=([-1], [max(y.ndim - 2, 0)])), a, b)


def dot_of_one_type(a: Tensor, b: Tensor) -> Tensor:
    """`dot` of arrays that have one type."""
    return torch.mm(a, b) if a.ndim == 2 == b.ndim and a.is_floating_point() else dot(a, b)


def _exactly(compute: Callable[..., Tensor], a: Tensor, b: Tensor) -> Tensor:
    """Booleans, which torch does not multiply as matrices, through whole numbers."""
    if a.dtype is torch.bool:
        return compute(a.int(), b.int()).ne(0)
    return compute(a, b)


@register("_npi_matmul", inference=Inference(fill=_fill, shapes=_matrices), form=Form(output_names=("out",)),
          precision=LOW)
def matmul(a: Tensor, b: Tensor) -> Tensor:
    """Matrix product over the last two axes, the others broadcasting."""
    if not a.ndim or not b.ndim:
        raise ValueError("matmul needs arrays of at least one axis; multiply takes numbers")
    if a.dtype is not b.dtype:
        a, b = alike(a, b)
    return torch.matmul(a, b) if a.is_floating_point() else _exactly(torch.matmul, a, b)


@register("_npi_tensordot", precision=LOW)
def tensordot(a: Tensor, b: Tensor, *, a_axes_summed: Shape, b_axes_summed: Shape) -> Tensor:
    """Sums over several axes of both arrays."""
    left, right = alike(a, b)
    _check_meeting(tuple(left.shape[one] for one in a_axes_summed), tuple(right.shape[one] for one in b_axes_summed))
    return _exactly(lambda x, y: torch.tensordot(x, y, dims=(list(a_axes_summed), list(b_axes_summed))), left, right)


@register("_npi_tensordot_int_axes", precision=LOW)
def tensordot_of_last(a: Tensor, b: Tensor, *, axes: Int) -> Tensor:
    """Sums over the last axes of the first array and as many first ones of the second."""
    left, right = alike(a, b)
    if not left.ndim or not right.ndim:
        return left * right
    _check_meeting(left.shape[left.ndim - axes:], right.shape[:axes])
    return _exactly(lambda x, y: torch.tensordot(x, y, dims=axes), left, right)


def _check_meeting(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    """Raise unless axes that are summed over have the same sizes; torch would repeat those of size 1."""
    if left != right:
        raise ValueError(f"the axes summed over must have the same sizes, received {tuple(left)} and {tuple(right)}")


@register("_npi_einsum", variadic="num_args", precision=LOW)
def einsum(*data: Tensor, subscripts: Str = "", optimize: Int = 0) -> Tensor:
    """Sums of products in Einstein's notation.

    The products of more than two arrays are formed in the order that takes fewest multiplications, with or without
    `optimize`.
    """
    operands = alike(*data)
    kind = operands[0].dtype
    if not kind.is_floating_point:  # torch adds whole numbers up in 64 bits, and takes one type only
        operands = [operand.long() for operand in operands]
    return torch.einsum(subscripts.replace(" ", ""), *operands).to(kind, copy=True)


@register("_np_trace")
def trace(data: Tensor, *, offset: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """Sum of a diagonal."""
    return data.diagonal(offset, axis1, axis2).sum(-1, dtype=data.dtype)


@register("_np_diagonal")
def diagonal(data: Tensor, *, offset: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """A diagonal as the last axis."""
    return data.diagonal(offset, axis1, axis2).clone()


@register("_np_diag")
def diag(data: Tensor, *, k: Int = 0) -> Tensor:
    """A diagonal of a matrix, or the matrix with this diagonal."""
    if data.ndim == 1:
        return torch.diag(data, k)
    if data.ndim != 2:
        raise ValueError(f"an array of one or two axes is needed, received {data.ndim}")
    return torch.diag(data, k).clone()


@register("_np_diagflat")
def diagflat(data: Tensor, *, k: Int = 0) -> Tensor:
    """The matrix whose diagonal has all elements."""
    return torch.diagflat(data, k)


@register("_npi_tril")
def tril(data: Tensor, *, k: Int = 0) -> Tensor:
    """The lower triangle, zeros above diagonal `k`; a vector is repeated as the rows of a matrix."""
    if not data.ndim:
        raise ValueError("an array of at least one axis is needed")
    matrix = data.expand(data.shape[0], data.shape[0]) if data.ndim == 1 else data
    return torch.tril(matrix, k)
