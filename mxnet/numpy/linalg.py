"""``mx.np.linalg``: linear algebra with NumPy's interface."""

from __future__ import annotations

from typing import Any

import numpy as _np

from .._runtime.tracebacks import concise_module
from ._fallback import computed_by_numpy
from ._operators import NUMBERS as _NUMBERS
from ._operators import axis_tuple as _axis_tuple
from ._operators import operator

_norm, _svd, _cholesky, _inv, _det, _slogdet, _solve, _tensorinv, _tensorsolve = (operator(f"_npi_{name}") for name in (
    "norm", "svd", "cholesky", "inv", "det", "slogdet", "solve", "tensorinv", "tensorsolve"))
_pinv, _pinv_by_number, _eig, _eigh, _eigvals, _eigvalsh = (operator(f"_npi_{name}") for name in (
    "pinv", "pinv_scalar_rcond", "eig", "eigh", "eigvals", "eigvalsh"))
_abs, _sum, _max, _min, _squeeze = operator("_npi_absolute"), operator("_np_sum"), operator("_np_max"), operator(
    "_np_min"), operator("_np_squeeze")
# Operator arguments for norms that are not powers.
_FLAGS: dict[Any, int] = {"fro": 1, "nuc": 2, "inf": 3, _np.inf: 3, "-inf": 4, -_np.inf: 4}


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Norm of vectors or matrices. The default is the root of the sum of squares."""
    if axis is None and ord is None:
        return _norm(x, ord=2.0, axis=None, keepdims=keepdims, flag=-2)
    axes = _axis_tuple(axis)
    if axes is None and hasattr(x, "ndim"):
        axes = tuple(range(x.ndim))
    if axes is None:  # the axes of a symbol are unknown here
        flag = _FLAGS.get(ord, -1)
        return _norm(x, ord=2.0 if flag > 0 else float(ord), axis=None, keepdims=keepdims, flag=flag)
    if len(axes) not in (1, 2):
        raise ValueError("Improper number of dimensions to norm.")
    if ord in ("inf", _np.inf, "-inf", -_np.inf):
        return _extreme_norm(x, ord in ("inf", _np.inf), axes, keepdims)
    if isinstance(ord, str):
        if ord not in _FLAGS or (len(axes) == 1):
            raise ValueError(f"Invalid norm order {ord!r} for {'vectors' if len(axes) == 1 else 'matrices'}.")
        return _norm(x, ord=2.0, axis=axes, keepdims=keepdims, flag=_FLAGS[ord])
    if ord is None:
        return _norm(x, ord=2.0, axis=axes, keepdims=keepdims, flag=1)
    if len(axes) == 2 and ord not in (1, -1, 2, -2):
        raise ValueError(f"Invalid norm order {ord!r} for matrices.")
    return _norm(x, ord=float(ord), axis=axes, keepdims=keepdims, flag=-1)


def _extreme_norm(x: Any, largest: bool, axes: tuple[int, ...], keepdims: bool) -> Any:
    """Return the maximum or minimum element, or row sum."""
    extreme, sizes = _max if largest else _min, _abs(x)
    if len(axes) == 1:
        return extreme(sizes, axis=axes, keepdims=keepdims)
    row, column = axes
    result = extreme(_sum(sizes, axis=(column,), keepdims=True), axis=(row,), keepdims=True)
    return result if keepdims else _squeeze(result, axis=axes)


def inv(a: Any) -> Any:
    """Inverse matrices."""
    return _inv(a)


def pinv(a: Any, rcond: Any = 1e-15, hermitian: bool = False) -> Any:
    """Pseudo-inverse matrices."""
    if hermitian:
        raise NotImplementedError("pinv: hermitian is not supported")
    return _pinv_by_number(a, rcond=float(rcond)) if isinstance(rcond, _NUMBERS) else _pinv(a, rcond)


def det(a: Any) -> Any:
    """Determinants."""
    return _det(a)


def _pair(results: Any) -> Any:
    return tuple(results) if isinstance(results, list) else results


def slogdet(a: Any) -> Any:
    """Signs and logarithms of the absolute values of determinants."""
    return _pair(_slogdet(a))


def svd(a: Any) -> Any:
    """Singular value decomposition ``(ut, l, v)``. There are as many singular values as rows."""
    return _pair(_svd(a))


def cholesky(a: Any) -> Any:
    """Return the lower triangular factor of a positive definite matrix."""
    return _cholesky(a)


def solve(a: Any, b: Any) -> Any:
    """Solve linear equations."""
    return _solve(a, b)


def eigh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    return _pair(_eigh(a, UPLO=UPLO))


def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    """Eigenvalues of symmetric matrices."""
    return _eigvalsh(a, UPLO=UPLO)


def eig(a: Any) -> Any:
    """Real parts of eigenvalues and eigenvectors, as in MXNet. They have no gradient."""
    return _pair(_eig(a))


def eigvals(a: Any) -> Any:
    """Real parts of eigenvalues. They have no gradient."""
    return _eigvals(a)


def tensorinv(a: Any, ind: int = 2) -> Any:
    """Inverse of an array as a map from its last axes to its first `ind` axes."""
    return _tensorinv(a, ind=ind)


def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """Solve linear equations with an array as the unknown."""
    return _tensorsolve(a, b, a_axes=_axis_tuple(axes) or ())


cond = computed_by_numpy("cond", _np.linalg.cond)


def _least_squares(a: Any, b: Any, rcond: Any = "warn") -> Any:
    # The default of NumPy 1 is the precision of the dtype.
    return _np.linalg.lstsq(a, b, rcond=-1 if rcond == "warn" else rcond)


lstsq = computed_by_numpy("lstsq", _least_squares)
matrix_power = computed_by_numpy("matrix_power", _np.linalg.matrix_power)
matrix_rank = computed_by_numpy("matrix_rank", _np.linalg.matrix_rank)
multi_dot = computed_by_numpy("multi_dot", _np.linalg.multi_dot)
qr = computed_by_numpy("qr", _np.linalg.qr)


concise_module(__name__)
