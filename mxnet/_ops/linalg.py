"""Linear algebra on batches of matrices: products and factorizations."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .._runtime import numpy_mode
from .._runtime.deferred_error import failed_tensor
from .batch_norm import blocked
from .facts import FULL, Form
from .opdef import register
from .params import Bool, Float, Int


def _check_float(name: str, values: Tensor) -> None:
    if values.dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} must be float32 or float64, received {str(values.dtype).removeprefix('torch.')}")


def check_square(name: str, values: Tensor) -> None:
    """Raise unless `values` is a batch of square matrices of a dtype that LAPACK supports."""
    _check_float(name, values)
    if values.ndim < 2 or values.shape[-1] != values.shape[-2]:
        raise ValueError(f"{name} must be square matrices in the last two axes, received {tuple(values.shape)}")


def at_least_vector(values: Tensor) -> Tensor:
    """Add an axis of size 1 to the result of a single matrix, unless NumPy shapes are active."""
    return values.unsqueeze(0) if values.ndim == 0 and not numpy_mode.state.shape else values


def _unread(result: Tensor, *factors: Tensor) -> Tensor:
    """Return zeros for a product that BLAS skips because of a factor of 0, for any values of the factors."""
    for factor in factors:
        result = result + blocked(factor, torch.zeros_like(result))
    return result


def _product(a: Tensor, b: Tensor, transpose_a: bool, transpose_b: bool, alpha: float, axis: int) -> Tensor:
    """Compute ``alpha * a @ b`` where `axis` holds the rows and the last axis the columns."""
    _check_float("A", a)
    rank = a.ndim
    rows = axis + rank if axis < 0 else axis
    if rank < 2 or b.ndim != rank or not 0 <= rows < rank - 1:
        raise ValueError(f"A and B must have one rank of at least 2 and axis must name one of their axes but the last,"
                         f" received A={tuple(a.shape)} B={tuple(b.shape)} axis={axis}")
    if any(a.shape[i] != b.shape[i] for i in range(rank - 1) if i != rows):
        raise ValueError(f"A and B must agree in all but rows and columns, received {tuple(a.shape)} and "
                         f"{tuple(b.shape)}")
    if rows != rank - 2:
        a, b = a.movedim(rows, -2), b.movedim(rows, -2)
    first, second = a.mT if transpose_a else a, b.mT if transpose_b else b
    if alpha == 0.0:
        result = _unread(first.new_zeros(*first.shape[:-1], second.shape[-1]), a, b)
    else:
        result = torch.matmul(first, second)
    if alpha not in (0.0, 1.0):
        result = result * alpha
    return result.movedim(-2, rows) if rows != rank - 2 else result


@register("_linalg_gemm", "linalg_gemm", precision=FULL)
def gemm(A: Tensor, B: Tensor, C: Tensor, *, transpose_a: Bool = False, transpose_b: Bool = False,
         alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2) -> Tensor:
    """Compute ``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    result = _product(A, B, transpose_a, transpose_b, alpha, axis)
    if C.shape != result.shape:
        raise ValueError(f"C must have the shape {tuple(result.shape)} of the product, received {tuple(C.shape)}")
    return result + beta * C if beta else _unread(result, C)


@register("_linalg_gemm2", "linalg_gemm2", precision=FULL)
def gemm2(A: Tensor, B: Tensor, *, transpose_a: Bool = False, transpose_b: Bool = False, alpha: Float = 1.0,
          axis: Int = -2) -> Tensor:
    """Compute ``alpha * A @ B``, with A and B optionally transposed."""
    return _product(A, B, transpose_a, transpose_b, alpha, axis)


@register("_linalg_syrk", "linalg_syrk", precision=FULL)
def syrk(A: Tensor, *, transpose: Bool = False, alpha: Float = 1.0) -> Tensor:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    _check_float("A", A)
    return alpha * torch.matmul(A.mT, A) if transpose else alpha * torch.matmul(A, A.mT)


def _symmetrize(values: Tensor) -> Tensor:
    """Return the symmetric matrix with this lower triangle."""
    return values.tril() + values.tril(-1).mT


def _with_nan(values: Tensor, info: Tensor) -> Tensor:
    """Return factors that are NaN from the first NaN on. Other matrices without a factor raise an error."""
    if not bool(torch.isnan(values.tril()).flatten(-2).any(-1)[info > 0].all()):
        return torch.linalg.cholesky(values)
    factor = torch.zeros_like(values)
    for i in range(values.shape[-1]):
        before = factor[..., i:, :i]
        column = values[..., i:, i] - torch.matmul(before, before[..., :1, :].mT).squeeze(-1)
        factor[..., i:, i] = column / torch.sqrt(column[..., :1])
    return factor


class _Cholesky(torch.autograd.Function):
    """Cholesky factor.

    MXNet halves the gradient of both triangles, as for a symmetric argument, including the diagonal.
    """

    @staticmethod
    def forward(ctx: Any, values: Tensor) -> Tensor:
        # Both MXNet and this factorization read only the lower triangle.
        factor, info = torch.linalg.cholesky_ex(values)
        if not values.is_meta and bool(info.any()):
            factor = _with_nan(values, info)
        ctx.save_for_backward(factor)
        return factor

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        factor, = ctx.saved_tensors
        middle = _symmetrize(torch.matmul(factor.mT, heads[0]))
        left = torch.linalg.solve_triangular(factor.mT, middle, upper=True)
        return 0.5 * torch.linalg.solve_triangular(factor, left, upper=False, left=False)


_HIDDEN = frozenset({"lower"})


@register("_linalg_potrf", "linalg_potrf", form=Form(hidden=_HIDDEN), precision=FULL)
def potrf(A: Tensor, *, lower: Bool = True) -> Tensor:
    """Compute the lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    check_square("A", A)
    try:
        return _Cholesky.apply(A) if lower else _Cholesky.apply(A.mT).mT
    except torch.linalg.LinAlgError:
        return failed_tensor(A, "operator _linalg_potrf: A must be symmetric and positive definite")


class _CholeskyInverse(torch.autograd.Function):
    """Inverse from a Cholesky factor. Its gradient is lower triangular; the head gradient need not be symmetric."""

    @staticmethod
    def forward(ctx: Any, factor: Tensor) -> Tensor:
        lower = factor.tril()
        identity = torch.eye(factor.shape[-1], dtype=factor.dtype, device=factor.device).expand(factor.shape)
        half = torch.linalg.solve_triangular(lower, identity, upper=False)
        result = torch.matmul(half.mT, half)
        ctx.save_for_backward(lower, result)
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        lower, result = ctx.saved_tensors
        product = torch.matmul(result, heads[0] + heads[0].mT)
        return -torch.linalg.solve_triangular(lower.mT, product, upper=True, left=False).tril()


@register("_linalg_potri", "linalg_potri", form=Form(hidden=_HIDDEN), precision=FULL)
def potri(A: Tensor, *, lower: Bool = True) -> Tensor:
    """Compute the inverse of matrices from their lower (or upper) Cholesky factors."""
    check_square("A", A)
    if not (A.is_meta or torch.compiler.is_compiling()) and bool((A.diagonal(dim1=-2, dim2=-1) == 0).any()):
        return failed_tensor(A, "operator _linalg_potri: the diagonal of A must not contain zeros")
    return _CholeskyInverse.apply(A if lower else A.mT)


def _triangle(a: Tensor, b: Tensor, lower: bool, transpose: bool, rightside: bool) -> Tensor:
    """Check the operands and return the used triangle of `a`, optionally transposed."""
    check_square("A", a)
    if b.ndim != a.ndim or b.shape[:-2] != a.shape[:-2] or b.shape[-1 if rightside else -2] != a.shape[-1]:
        raise ValueError(f"B must fit A for a product, received A={tuple(a.shape)} B={tuple(b.shape)}")
    triangle = a.tril() if lower else a.triu()
    return triangle.mT if transpose else triangle


@register("_linalg_trmm", "linalg_trmm", precision=FULL)
def trmm(A: Tensor, B: Tensor, *, transpose: Bool = False, rightside: Bool = False, lower: Bool = True,
         alpha: Float = 1.0) -> Tensor:
    """Compute ``alpha * A @ B`` for a triangular matrix A. `rightside` swaps the factors."""
    triangle = _triangle(A, B, lower, transpose, rightside)
    return alpha * (torch.matmul(B, triangle) if rightside else torch.matmul(triangle, B))


@register("_linalg_trsm", "linalg_trsm", precision=FULL)
def trsm(A: Tensor, B: Tensor, *, transpose: Bool = False, rightside: Bool = False, lower: Bool = True,
         alpha: Float = 1.0) -> Tensor:
    """Solve ``A @ X = alpha * B`` for X with a triangular matrix A. `rightside` swaps the factors."""
    triangle = _triangle(A, B, lower, transpose, rightside)
    return torch.linalg.solve_triangular(triangle, alpha * B, upper=lower == transpose, left=not rightside)


class _LQ(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, values: Tensor) -> tuple[Tensor, Tensor]:
        orthogonal, upper = torch.linalg.qr(values.mT)
        rows, lower = orthogonal.mT.contiguous(), upper.mT.contiguous()
        ctx.save_for_backward(rows, lower)
        return rows, lower

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        rows, lower = ctx.saved_tensors
        head_rows, head_lower = heads
        middle = torch.matmul(lower.mT, head_lower) - torch.matmul(head_rows, rows.mT)
        return torch.linalg.solve_triangular(lower.mT, head_rows + torch.matmul(_symmetrize(middle), rows), upper=True)


@register("_linalg_gelqf", "linalg_gelqf", outputs=2, precision=FULL)
def gelqf(A: Tensor) -> tuple[Tensor, Tensor]:
    """Compute Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    _check_float("A", A)
    if A.ndim < 2 or A.shape[-2] > A.shape[-1]:
        raise ValueError(f"A must have at least as many columns as rows, received {tuple(A.shape)}")
    return _LQ.apply(A)


class _Eigen(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, values: Tensor) -> tuple[Tensor, Tensor]:
        roots, columns = torch.linalg.eigh(values)
        rows = columns.mT
        largest = rows.gather(-1, rows.abs().argmax(-1, keepdim=True))
        rows = torch.where(largest < 0, -rows, rows).contiguous()
        ctx.save_for_backward(rows, roots)
        return rows, roots

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        rows, roots = ctx.saved_tensors
        product = torch.matmul(heads[0], rows.mT)
        tiny = 1e-30 if roots.dtype is torch.float32 else 1e-100
        gap = (roots.unsqueeze(-1) - roots.unsqueeze(-2)).clamp(min=tiny)
        below = ((product - product.mT) / (2.0 * gap)).tril(-1)
        middle = below + below.mT + torch.diag_embed(heads[1])
        return torch.matmul(torch.matmul(rows.mT, middle), rows)


@register("_linalg_syevd", outputs=2, precision=FULL)
def syevd(A: Tensor) -> tuple[Tensor, Tensor]:
    """Compute the eigenvectors, as rows, and ascending eigenvalues of symmetric matrices.

    The entry with the largest absolute value in each eigenvector is positive.
    """
    check_square("A", A)
    return _Eigen.apply(A)


@register("_linalg_sumlogdiag", "linalg_sumlogdiag", precision=FULL)
def sumlogdiag(A: Tensor) -> Tensor:
    """Compute the sum of the logarithms of the diagonal of each matrix."""
    check_square("A", A)
    return at_least_vector(torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1))


def _check_offset(a: Tensor, offset: int) -> None:
    check_square("A", a)
    if abs(offset) >= a.shape[-1]:
        raise ValueError(f"offset must be smaller than the {a.shape[-1]} rows of A, received {offset}")


@register("_linalg_extractdiag", "linalg_extractdiag", precision=FULL)
def extractdiag(A: Tensor, *, offset: Int = 0) -> Tensor:
    """Extract a diagonal of each matrix. A positive `offset` is above the main diagonal."""
    _check_offset(A, offset)
    return torch.diagonal(A, offset, -2, -1).contiguous()


@register("_linalg_makediag", "linalg_makediag", precision=FULL)
def makediag(A: Tensor, *, offset: Int = 0) -> Tensor:
    """Create matrices that are zero except for one diagonal."""
    return torch.diag_embed(A, offset)


def _triangle_places(size: int, offset: int, lower: bool, device: torch.device) -> tuple[Tensor, Tensor]:
    """Return rows and columns of the elements of a triangle in packing order.

    A positive offset selects the upper triangle, packed by columns, and a negative one the lower.
    """
    index = torch.tril_indices(size - abs(offset), size - abs(offset), device=device)
    below, along = index[0] + abs(offset), index[1]
    return (along, below) if offset > 0 or (offset == 0 and not lower) else (below, along)


@register("_linalg_extracttrian", "linalg_extracttrian", precision=FULL)
def extracttrian(A: Tensor, *, offset: Int = 0, lower: Bool = True) -> Tensor:
    """Extract a triangle of each matrix as a vector."""
    _check_offset(A, offset)
    rows, columns = _triangle_places(A.shape[-1], offset, lower, A.device)
    return A[..., rows, columns]


@register("_linalg_maketrian", "linalg_maketrian", precision=FULL)
def maketrian(A: Tensor, *, offset: Int = 0, lower: Bool = True) -> Tensor:
    """Create triangular matrices from packed vectors, the inverse of `extracttrian`."""
    inner = (math.isqrt(8 * A.shape[-1] + 1) - 1) // 2
    if inner * (inner + 1) // 2 != A.shape[-1]:
        raise ValueError(f"the last axis of A must have n * (n + 1) / 2 elements, received {A.shape[-1]}")
    size = inner + abs(offset)
    rows, columns = _triangle_places(size, offset, lower, A.device)
    flat = A.new_zeros((*A.shape[:-1], size * size)).index_copy(-1, rows * size + columns, A)
    return flat.reshape(*A.shape[:-1], size, size)


@register("_linalg_inverse", "linalg_inverse", "_npi_inv", precision=FULL)
def inverse(A: Tensor) -> Tensor:
    """Compute the inverse of each matrix."""
    check_square("A", A)
    try:
        return torch.linalg.inv(A)
    except torch.linalg.LinAlgError:
        return failed_tensor(A, "operator _linalg_inverse: the input matrix is non-convertible, A must not be singular")


class _LogDeterminant(torch.autograd.Function):
    """Sign (with zero gradient) and logarithm of the determinant. Singular matrices get no gradient."""

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
    """Determinant. Singular matrices get no gradient, whereas torch gives them the adjugate."""

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
    """Return the transposed inverse times a factor per matrix, zero for singular matrices."""
    singular = singular[..., None, None]
    identity = torch.eye(values.shape[-1], dtype=values.dtype, device=values.device)
    # The determinant is computed from the transposed matrix too; rounding may decide whether it is singular.
    inverted = torch.linalg.inv_ex(torch.where(singular, identity, values).mT)[0] * factor[..., None, None]
    return torch.where(singular, torch.zeros_like(inverted), inverted)


@register("_linalg_det", "linalg_det", "_npi_det",
          form=Form(named_input=True, output_names=("output0",), workspace=lambda params: 2), precision=FULL)
def det(A: Tensor) -> Tensor:
    """Compute the determinant of each matrix."""
    check_square("A", A)
    return at_least_vector(_Determinant.apply(A))


@register("_linalg_slogdet", "linalg_slogdet", "_npi_slogdet", outputs=2, form=Form(named_input=True), precision=FULL)
def slogdet(A: Tensor) -> tuple[Tensor, Tensor]:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    check_square("A", A)
    sign, logarithm = _LogDeterminant.apply(A)
    return at_least_vector(sign), at_least_vector(logarithm)
