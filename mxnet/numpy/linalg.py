"""``mx.np.linalg``: linear algebra in NumPy's form."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ._call import axis_tuple, invoke
from ._fallback import computed_by_numpy

Tensor = torch.Tensor


def _real(tensor: Tensor) -> Tensor:
    return tensor if tensor.is_floating_point() else tensor.float()


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Norm of vectors or matrices; without `ord` the root of the sum of squares."""

    def run(tensor: Tensor) -> Tensor:
        axes = axis_tuple(axis)
        if ord is None:
            return torch.linalg.vector_norm(_real(tensor), 2, axes, keepdims)
        if axes is None:
            axes = tuple(range(tensor.ndim))
        if len(axes) == 1:
            return torch.linalg.vector_norm(_real(tensor), float(ord), axes, keepdims)
        return torch.linalg.matrix_norm(_real(tensor), ord, axes, keepdims)

    return invoke("norm", run, [x])


def inv(a: Any) -> Any:
    """Inverse matrices."""
    return invoke("inv", lambda t: torch.linalg.inv(_real(t)), [a])


def pinv(a: Any, rcond: float = 1e-15, hermitian: bool = False) -> Any:
    """Pseudo-inverse matrices."""
    return invoke("pinv", lambda t: torch.linalg.pinv(_real(t), rtol=rcond, hermitian=hermitian), [a])


def det(a: Any) -> Any:
    """Determinants."""
    return invoke("det", lambda t: torch.linalg.det(_real(t)), [a])


def slogdet(a: Any) -> Any:
    """Signs and logarithms of the absolute values of determinants."""
    return tuple(invoke("slogdet", lambda t: tuple(torch.linalg.slogdet(_real(t))), [a]))


def _svd(tensor: Tensor) -> tuple[Tensor, ...]:
    left, values, right = torch.linalg.svd(_real(tensor), full_matrices=False)
    return left, values, right


def svd(a: Any) -> Any:
    """Singular value decomposition ``(ut, l, v)`` with as many singular values as rows."""
    return tuple(invoke("svd", _svd, [a]))


def qr(a: Any, mode: str = "reduced") -> Any:
    """Decomposition into an orthogonal and an upper triangular matrix."""
    if mode != "reduced":
        raise NotImplementedError(f"qr: mode must be 'reduced', received {mode!r}")
    return tuple(invoke("qr", lambda t: tuple(torch.linalg.qr(_real(t))), [a]))


def cholesky(a: Any) -> Any:
    """The lower triangular factor of a positive definite matrix."""
    return invoke("cholesky", lambda t: torch.linalg.cholesky(_real(t)), [a])


def solve(a: Any, b: Any) -> Any:
    """The solutions of linear equations."""

    def run(matrix: Tensor, right: Tensor) -> Tensor:
        if right.ndim == matrix.ndim - 1:
            return torch.linalg.solve(_real(matrix), _real(right).unsqueeze(-1)).squeeze(-1)
        return torch.linalg.solve(_real(matrix), _real(right))

    return invoke("solve", run, [a, b])


def eigh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    return tuple(invoke("eigh", lambda t: tuple(torch.linalg.eigh(_real(t), UPLO)), [a]))


def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues of symmetric matrices."""
    return invoke("eigvalsh", lambda t: torch.linalg.eigvalsh(_real(t), UPLO), [a])


def _eig(tensor: Tensor) -> tuple[Tensor, ...]:
    values, vectors = torch.linalg.eig(_real(tensor))
    return values.real, vectors.real


def eig(a: Any) -> Any:
    """Eigenvalues and eigenvectors, of which MXNet gives the real parts; without gradient."""
    return tuple(invoke("eig", lambda t: _eig(t.detach()), [a]))


def eigvals(a: Any) -> Any:
    """The real parts of eigenvalues; without gradient."""
    return invoke("eigvals", lambda t: torch.linalg.eigvals(_real(t.detach())).real, [a])


def _lstsq(matrix: Tensor, right: Tensor, rcond: float | None) -> tuple[Tensor, ...]:
    columns = right.unsqueeze(-1) if right.ndim == 1 else right
    found = torch.linalg.lstsq(_real(matrix), _real(columns), rcond=rcond, driver="gelsd")
    solution = found.solution.squeeze(-1) if right.ndim == 1 else found.solution
    return solution, found.residuals, found.rank, found.singular_values


def lstsq(a: Any, b: Any, rcond: Any = "warn") -> Any:
    """Solution, squared residuals, rank and singular values of a least squares problem; without gradient."""
    limit = -1.0 if rcond == "warn" else rcond
    x, residuals, rank, values = invoke("lstsq", lambda m, r: _lstsq(m.detach(), r.detach(), limit), [a, b])
    return x, residuals, int(rank), values


def tensorinv(a: Any, ind: int = 2) -> Any:
    """The inverse of an array as a map of its last axes onto its first `ind`."""
    return invoke("tensorinv", lambda t: torch.linalg.tensorinv(_real(t), ind), [a])


def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """The solution of linear equations whose unknown is an array."""
    return invoke("tensorsolve", lambda m, r: torch.linalg.tensorsolve(_real(m), _real(r), axis_tuple(axes)), [a, b])


cond = computed_by_numpy("cond", np.linalg.cond)


def matrix_rank(M: Any, tol: Any = None, hermitian: bool = False) -> Any:
    """Ranks of matrices."""
    return invoke("matrix_rank", lambda t: torch.linalg.matrix_rank(_real(t), atol=tol, hermitian=hermitian), [M])


def matrix_power(a: Any, n: int) -> Any:
    """A square matrix multiplied with itself."""
    return invoke("matrix_power", lambda t: torch.linalg.matrix_power(_real(t), n), [a])


def multi_dot(arrays: Any) -> Any:
    """The product of several matrices in the cheapest order."""
    return invoke("multi_dot", lambda *t: torch.linalg.multi_dot(t), list(arrays))
