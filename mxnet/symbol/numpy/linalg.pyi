# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.symbol._numpy_symbol import _Symbol

def cholesky(a: Any) -> _Symbol:
    """Return the lower triangular factor of a positive definite matrix."""
    ...

def det(a: Any) -> _Symbol:
    """Determinants."""
    ...

def eig(a: Any) -> tuple[_Symbol, _Symbol]:
    """Real parts of eigenvalues and eigenvectors, as in MXNet. They have no gradient."""
    ...

def eigh(a: Any, UPLO: str = 'L') -> tuple[_Symbol, _Symbol]:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    ...

def eigvals(a: Any) -> _Symbol:
    """Real parts of eigenvalues. They have no gradient."""
    ...

def eigvalsh(a: Any, UPLO: str = 'L') -> _Symbol:
    """Eigenvalues of symmetric matrices."""
    ...

def inv(a: Any) -> _Symbol:
    """Inverse matrices."""
    ...

def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: _bool = False) -> _Symbol:
    """Norm of vectors or matrices. The default is the root of the sum of squares."""
    ...

def pinv(a: Any, rcond: Any = 1e-15, hermitian: _bool = False) -> _Symbol:
    """Pseudo-inverse matrices."""
    ...

def slogdet(a: Any) -> tuple[_Symbol, _Symbol]:
    """Signs and logarithms of the absolute values of determinants."""
    ...

def solve(a: Any, b: Any) -> _Symbol:
    """Solve linear equations."""
    ...

def svd(a: Any) -> tuple[_Symbol, ...]:
    """Singular value decomposition ``(ut, l, v)``. There are as many singular values as rows."""
    ...

def tensorinv(a: Any, ind: int = 2) -> _Symbol:
    """Inverse of an array as a map from its last axes to its first `ind` axes."""
    ...

def tensorsolve(a: Any, b: Any, axes: Any = None) -> _Symbol:
    """Solve linear equations with an array as the unknown."""
    ...
