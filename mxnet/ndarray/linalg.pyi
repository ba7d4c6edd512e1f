# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

def det(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of each matrix."""
    ...

def extractdiag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal of each matrix; a positive `offset` lies above the main one."""
    ...

def extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements of a triangle of each matrix as a vector."""
    ...

def gelqf(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Q with orthonormal rows and lower triangular L such that ``A = L @ Q``."""
    ...

def gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B + beta * C``, with A and B optionally transposed."""
    ...

def gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, with A and B optionally transposed."""
    ...

def inverse(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of each matrix."""
    ...

def makediag(A: NDArray | None = None, offset: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrices that are zero but for one diagonal."""
    ...

def maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Triangular matrices from packed vectors, the opposite of `extracttrian`."""
    ...

def potrf(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Lower (or upper) triangular Cholesky factor of symmetric positive definite matrices."""
    ...

def potri(A: NDArray | None = None, lower: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the matrices whose lower (or upper) Cholesky factors are given."""
    ...

def slogdet(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign, and logarithm of the size, of each determinant."""
    ...

def sumlogdiag(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the logarithms of each matrix's diagonal."""
    ...

def syevd(A: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Eigenvectors, as rows, and ascending eigenvalues of symmetric matrices.

    The entry of largest size in each eigenvector is positive."""
    ...

def syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with `transpose`."""
    ...

def trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B`` for triangular A; `rightside` exchanges the factors."""
    ...

def trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """X with ``A @ X = alpha * B`` for triangular A; `rightside` exchanges the factors."""
    ...
