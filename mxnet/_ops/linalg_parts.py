"""Diagonals, triangles, determinants and inverses of stacks of matrices."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .._runtime.deferred_error import failed_tensor
from .facts import FULL, FUNCTION, Form
from .linalg import at_least_vector, check_square
from .opdef import register
from .params import Bool, Int


@register("_linalg_sumlogdiag", "linalg_sumlogdiag", form=FUNCTION, precision=FULL)
def sumlogdiag(A: Tensor) -> Tensor:
    """Sum of the logarithms of each matrix's diagonal."""
    check_square("A", A)
    return at_least_vector(torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1))


def _check_offset(a: Tensor, offset: int) -> None:
    check_square("A", a)
    if abs(offset) >= a.shape[-1]:
        raise ValueError(f"offset must be smaller than the {a.shape[-1]} rows of A, received {offset}")


@register("_linalg_extractdiag", "linalg_extractdiag", form=FUNCTION, precision=FULL)
def extractdiag(A: Tensor, *, offset: Int = 0) -> Tensor:
    """A diagonal of each matrix; a positive `offset` lies above the main one."""
    _check_offset(A, offset)
    return torch.diagonal(A, offset, -2, -1).contiguous()


@register("_linalg_makediag", "linalg_makediag", form=FUNCTION, precision=FULL)
def makediag(A: Tensor, *, offset: Int = 0) -> Tensor:
    """Matrices that are zero but for one diagonal."""
    return torch.diag_embed(A, offset)


def _triangle_places(size: int, offset: int, lower: bool, device: torch.device) -> tuple[Tensor, Tensor]:
    """Rows and columns of a triangle's elements in the order in which they are packed.

    A positive offset means the upper triangle, packed by columns; a negative one the lower.
    """
    index = torch.tril_indices(size - abs(offset), size - abs(offset), device=device)
    below, along = index[0] + abs(offset), index[1]
    return (along, below) if offset > 0 or (offset == 0 and not lower) else (below, along)


@register("_linalg_extracttrian", "linalg_extracttrian", form=FUNCTION, precision=FULL)
def extracttrian(A: Tensor, *, offset: Int = 0, lower: Bool = True) -> Tensor:
    """The elements of a triangle of each matrix as a vector."""
    _check_offset(A, offset)
    rows, columns = _triangle_places(A.shape[-1], offset, lower, A.device)
    return A[..., rows, columns]


@register("_linalg_maketrian", "linalg_maketrian", form=FUNCTION, precision=FULL)
def maketrian(A: Tensor, *, offset: Int = 0, lower: Bool = True) -> Tensor:
    """Triangular matrices from packed vectors, the opposite of `extracttrian`."""
    inner = (math.isqrt(8 * A.shape[-1] + 1) - 1) // 2
    if inner * (inner + 1) // 2 != A.shape[-1]:
        raise ValueError(f"the last axis of A must have n * (n + 1) / 2 elements, received {A.shape[-1]}")
    size = inner + abs(offset)
    rows, columns = _triangle_places(size, offset, lower, A.device)
    flat = A.new_zeros((*A.shape[:-1], size * size)).index_copy(-1, rows * size + columns, A)
    return flat.reshape(*A.shape[:-1], size, size)


@register("_linalg_inverse", "linalg_inverse", "_npi_inv", form=FUNCTION, precision=FULL)
def inverse(A: Tensor) -> Tensor:
    """Inverse of each matrix."""
    check_square("A", A)
    try:
        return torch.linalg.inv(A)
    except torch.linalg.LinAlgError:
        return failed_tensor(A, "operator _linalg_inverse: the input matrix is non-convertible, A must not be singular")


class _LogDeterminant(torch.autograd.Function):
    """Sign, whose gradient is zero, and logarithm of the determinant; singular matrices get no gradient."""

    @staticmethod
    def forward(ctx: Any, values: Tensor) -> tuple[Tensor, Tensor]:
        sign, logarithm = torch.linalg.slogdet(values)
        ctx.save_for_backward(values, logarithm)
        return sign, logarithm

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        values, logarithm = ctx.saved_tensors
        return _inverse_times(values, torch.isneginf(logarithm), heads[1])


class _Determinant(torch.autograd.Function):
    """The determinant; singular matrices get no gradient, unlike the adjugate that torch gives them."""

    @staticmethod
    def forward(ctx: Any, values: Tensor) -> Tensor:
        result = torch.linalg.det(values)
        ctx.save_for_backward(values, result)
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        values, result = ctx.saved_tensors
        return _inverse_times(values, result == 0, heads[0] * result)


def _inverse_times(values: Tensor, singular: Tensor, factor: Tensor) -> Tensor:
    """The transposed inverse times a factor per matrix, zero for singular ones."""
    singular = singular[..., None, None]
    identity = torch.eye(values.shape[-1], dtype=values.dtype, device=values.device)
    # The determinant, too, is that of the transposed matrix, which roundings may make singular or not.
    inverted = torch.linalg.inv_ex(torch.where(singular, identity, values).mT)[0] * factor[..., None, None]
    return torch.where(singular, torch.zeros_like(inverted), inverted)


@register("_linalg_det", "linalg_det", "_npi_det",
          form=Form(method=False, named_input=True, output_names=("output0",), workspace=lambda params: 2),
          precision=FULL)
def det(A: Tensor) -> Tensor:
    """Determinant of each matrix."""
    check_square("A", A)
    return at_least_vector(_Determinant.apply(A))


@register("_linalg_slogdet", "linalg_slogdet", "_npi_slogdet", outputs=2, form=Form(method=False, named_input=True),
          precision=FULL)
def slogdet(A: Tensor) -> tuple[Tensor, Tensor]:
    """Sign, and logarithm of the size, of each determinant."""
    check_square("A", A)
    sign, logarithm = _LogDeterminant.apply(A)
    return at_least_vector(sign), at_least_vector(logarithm)
