# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.numpy.multiarray import ndarray

def cholesky(a: Any) -> ndarray:
    """Return the lower triangular factor of a positive definite matrix."""
    ...

def cond(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.cond``, computed by NumPy; not recorded by autograd."""
    ...

def det(a: Any) -> ndarray:
    """Determinants."""
    ...

def eig(a: Any) -> tuple[ndarray, ndarray]:
    """Real parts of eigenvalues and eigenvectors, as in MXNet. They have no gradient."""
    ...

def eigh(a: Any, UPLO: str = 'L') -> tuple[ndarray, ndarray]:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    ...

def eigvals(a: Any) -> ndarray:
    """Real parts of eigenvalues. They have no gradient."""
    ...

def eigvalsh(a: Any, UPLO: str = 'L') -> ndarray:
    """Eigenvalues of symmetric matrices."""
    ...

def inv(a: Any) -> ndarray:
    """Inverse matrices."""
    ...

def lstsq(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.lstsq``, computed by NumPy; not recorded by autograd."""
    ...

def matrix_power(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.matrix_power``, computed by NumPy; not recorded by autograd."""
    ...

def matrix_rank(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.matrix_rank``, computed by NumPy; not recorded by autograd."""
    ...

def multi_dot(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.multi_dot``, computed by NumPy; not recorded by autograd."""
    ...

def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: _bool = False) -> ndarray:
    """Norm of vectors or matrices. The default is the root of the sum of squares."""
    ...

def pinv(a: Any, rcond: Any = 1e-15, hermitian: _bool = False) -> ndarray:
    """Pseudo-inverse matrices."""
    ...

def qr(*args: Any, **kwargs: Any) -> ndarray:
    """``numpy.qr``, computed by NumPy; not recorded by autograd."""
    ...

def slogdet(a: Any) -> tuple[ndarray, ndarray]:
    """Signs and logarithms of the absolute values of determinants."""
    ...

def solve(a: Any, b: Any) -> ndarray:
    """Solve linear equations."""
    ...

def svd(a: Any) -> tuple[ndarray, ...]:
    """Singular value decomposition ``(ut, l, v)``. There are as many singular values as rows."""
    ...

def tensorinv(a: Any, ind: int = 2) -> ndarray:
    """Inverse of an array as a map from its last axes to its first `ind` axes."""
    ...

def tensorsolve(a: Any, b: Any, axes: Any = None) -> ndarray:
    """Solve linear equations with an array as the unknown."""
    ...
