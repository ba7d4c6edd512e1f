# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def det(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the determinant of each matrix."""
    ...

def extractdiag(A: Symbol | None = None, offset: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a diagonal of each matrix. A positive `offset` is above the main diagonal."""
    ...

def extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a triangle of each matrix as a vector."""
    ...

def gelqf(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    ...

def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    ...

def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B``, with A and B optionally transposed."""
    ...

def inverse(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of each matrix."""
    ...

def makediag(A: Symbol | None = None, offset: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create matrices that are zero except for one diagonal."""
    ...

def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create triangular matrices from packed vectors, the inverse of `extracttrian`."""
    ...

def potrf(A: Symbol | None = None, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    ...

def potri(A: Symbol | None = None, lower: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of matrices from their lower (or upper) Cholesky factors."""
    ...

def slogdet(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    ...

def sumlogdiag(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of the logarithms of the diagonal of each matrix."""
    ...

def syevd(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the eigenvectors, as rows, and ascending eigenvalues of symmetric matrices.

    The entry with the largest absolute value in each eigenvector is positive."""
    ...

def syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    ...

def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``alpha * A @ B`` for a triangular matrix A. `rightside` swaps the factors."""
    ...

def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Solve ``A @ X = alpha * B`` for X with a triangular matrix A. `rightside` swaps the factors."""
    ...
