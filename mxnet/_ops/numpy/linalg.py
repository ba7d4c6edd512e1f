"""Linear algebra with NumPy's interface."""

from __future__ import annotations

import math
from typing import Annotated, Any

import torch
from torch import Tensor

from ..facts import DETACHED, FULL, ZERO_GRADIENT
from ..opdef import register
from ..params import Bool, Choice, Float, Int, OptShape
from ..stopped import constant
from .twins import real

Triangle = Annotated[str, Choice("L", "U")]


def _double(matrix: Tensor) -> Tensor:
    """Convert integers to double precision, as MXNet does for solving and decomposing."""
    return matrix if matrix.is_floating_point() else matrix.double()


def _equation(left: Tensor, right: Tensor) -> tuple[Tensor, Tensor]:
    """Convert both sides to one dtype: double precision unless both have the same floating point dtype."""
    if left.dtype is right.dtype and left.is_floating_point():
        return left, right
    return left.double(), right.double()


@register("_npi_cholesky", precision=FULL)
def cholesky(A: Tensor) -> Tensor:
    """Compute the lower triangular Cholesky factor of positive definite matrices."""
    if A.dtype is torch.float16:
        return torch.linalg.cholesky(A.float()).half()
    return torch.linalg.cholesky(real(A))


@register("_npi_svd", outputs=3, precision=FULL)
def svd(A: Tensor) -> Any:
    """Compute the singular value decomposition with as many singular values as rows."""
    if A.ndim < 2 or A.shape[-2] > A.shape[-1]:
        raise ValueError(f"there must be no more rows than columns, received shape {tuple(A.shape)}")
    left, values, right = torch.linalg.svd(real(A), full_matrices=False)
    return left, values, right


@register("_npi_solve", precision=FULL)
def solve(A: Tensor, B: Tensor) -> Tensor:
    """Solve linear equations."""
    left, right = _equation(A, B)
    if B.ndim == A.ndim - 1:
        return torch.linalg.solve(left, right.unsqueeze(-1)).squeeze(-1)
    return torch.linalg.solve(left, right)


def _pseudo_inverse(matrix: Tensor, limit: Tensor | float, hermitian: bool) -> Tensor:
    if hermitian:
        raise ValueError("hermitian=True is not supported; leave hermitian at False")
    if not isinstance(limit, Tensor):
        limit = torch.tensor(limit, dtype=matrix.dtype, device=matrix.device)
    if not matrix.numel():
        return matrix.mT.clone()
    left, values, right = torch.linalg.svd(matrix, full_matrices=False)
    largest = values.amax(-1, keepdim=True)
    kept = values > limit.unsqueeze(-1) * largest
    inverse = torch.where(kept, 1.0 / torch.where(kept, values, torch.ones_like(values)), torch.zeros_like(values))
    return right.mT @ (inverse.unsqueeze(-1) * left.mT)


@register("_npi_pinv", form=DETACHED, precision=FULL)
def pinv(A: Tensor, rcond: Tensor, *, hermitian: Bool = False) -> Tensor:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    return _pseudo_inverse(_double(A), rcond, hermitian)


@register("_npi_pinv_scalar_rcond", precision=FULL)
def pinv_with_number(A: Tensor, *, rcond: Float = 1e-15, hermitian: Bool = False) -> Tensor:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    return _pseudo_inverse(_double(A), rcond, hermitian)


@register("_npi_eigh", outputs=2, precision=FULL)
def eigh(A: Tensor, *, UPLO: Triangle = "L") -> Any:
    """Compute the eigenvalues and eigenvectors of symmetric matrices."""
    values, vectors = torch.linalg.eigh(_double(A), UPLO)
    return values, vectors


@register("_npi_eigvalsh", precision=FULL)
def eigvalsh(A: Tensor, *, UPLO: Triangle = "L") -> Tensor:
    """Compute the eigenvalues of symmetric matrices."""
    return torch.linalg.eigvalsh(_double(A), UPLO)


@register("_npi_eig", outputs=2, effects=ZERO_GRADIENT, precision=FULL)
def eig(A: Tensor) -> Any:
    """Compute the real parts of eigenvalues and eigenvectors."""
    values, vectors = torch.linalg.eig(_double(A).detach())
    return constant(values.real.clone(), A), constant(vectors.real.clone(), A)


@register("_npi_eigvals", effects=ZERO_GRADIENT, precision=FULL)
def eigvals(A: Tensor) -> Tensor:
    """Compute the real parts of eigenvalues."""
    return constant(torch.linalg.eigvals(_double(A).detach()).real.clone(), A)


@register("_npi_tensorinv", precision=FULL)
def tensorinv(a: Tensor, *, ind: Int = 2) -> Tensor:
    """Compute the inverse of an array as a map from its last axes to its first `ind` axes."""
    if ind <= 0:
        raise ValueError(f"ind must be positive, received {ind}")
    return torch.linalg.tensorinv(_double(a), ind)


@register("_npi_tensorsolve", precision=FULL)
def tensorsolve(a: Tensor, b: Tensor, *, a_axes: OptShape = ()) -> Tensor:
    """Solve linear equations whose unknown is an array."""
    matrix, right = _equation(a, b)
    if a_axes:
        moved = [axis % a.ndim for axis in a_axes]
        matrix = matrix.permute([axis for axis in range(a.ndim) if axis not in moved] + moved)
    shape = matrix.shape[-(a.ndim - b.ndim):]
    unknowns = math.prod(shape)
    return torch.linalg.solve(matrix.reshape(-1, unknowns), right.reshape(-1)).reshape(shape)


def _order(flag: int, given: float) -> Any:
    return {1: "fro", 2: "nuc", 3: torch.inf, 4: -torch.inf}.get(flag, given)


@register("_npi_norm", precision=FULL)
def norm(data: Tensor, *, ord: Float = 2.0, axis: OptShape = None, keepdims: Bool = False, flag: Int = -1) -> Tensor:
    """Compute norms of vectors and matrices.

    `flag` selects a norm that is not a number; -2 is the norm of all elements.
    """
    data = real(data)
    if flag == -2:
        return torch.linalg.vector_norm(data, 2, None, keepdims)
    if axis is None:
        axis = tuple(range(data.ndim))
    if len(axis) == 1:
        return torch.linalg.vector_norm(data, ord if flag < 3 else _order(flag, ord), axis, keepdims)
    if len(axis) != 2:
        raise ValueError(f"a norm needs one axis (vectors) or two axes (matrices), received axes {axis}")
    order = _order(flag, ord) if flag else "fro"
    return torch.linalg.matrix_norm(data, order, axis, keepdims)
