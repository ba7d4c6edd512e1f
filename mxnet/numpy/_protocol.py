"""NumPy functions called with ``mx.np`` arrays. ``mx.np`` runs those that it defines, NumPy computes the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._create import array
from ._fallback import computed_by_numpy
from .multiarray import ndarray

FUNCTIONS = (
    "all", "any", "sometrue", "argmin", "argmax", "around", "round", "round_", "argsort", "sort", "append",
    "broadcast_arrays", "broadcast_to", "clip", "concatenate", "copy", "cumsum", "diag", "diagonal", "diagflat", "dot",
    "expand_dims", "fix", "flip", "flipud", "fliplr", "inner", "insert", "max", "amax", "mean", "min", "amin",
    "nonzero", "ones_like", "atleast_1d", "atleast_2d", "atleast_3d", "prod", "product", "ravel", "repeat", "reshape",
    "roll", "split", "array_split", "hsplit", "vsplit", "dsplit", "squeeze", "stack", "std", "sum", "swapaxes", "take",
    "tensordot", "tile", "transpose", "unique", "unravel_index", "diag_indices_from", "delete", "var", "vdot", "vstack",
    "column_stack", "hstack", "dstack", "zeros_like", "linalg.norm", "linalg.cholesky", "linalg.inv", "linalg.solve",
    "linalg.tensorinv", "linalg.tensorsolve", "linalg.pinv", "linalg.eigvals", "linalg.eig", "linalg.eigvalsh",
    "linalg.eigh", "shape", "trace", "tril", "meshgrid", "outer", "einsum", "polyval", "shares_memory",
    "may_share_memory", "quantile", "percentile", "diff", "ediff1d", "resize", "where", "full_like", "bincount",
    "empty_like", "nan_to_num", "isnan", "isfinite", "isposinf", "isneginf", "isinf", "pad")
UNIVERSAL_FUNCTIONS = (
    "abs", "fabs", "add", "arctan2", "copysign", "degrees", "hypot", "lcm", "subtract", "multiply", "true_divide",
    "negative", "power", "mod", "matmul", "absolute", "rint", "sign", "exp", "log", "log2", "log10", "expm1", "sqrt",
    "square", "cbrt", "reciprocal", "invert", "bitwise_not", "remainder", "sin", "cos", "tan", "sinh", "cosh", "tanh",
    "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "maximum", "minimum", "ceil", "trunc", "floor",
    "bitwise_and", "bitwise_xor", "bitwise_or", "logical_not", "equal", "not_equal", "less", "less_equal", "greater",
    "greater_equal")
# Result classes of NumPy functions that return lists or tuples in mx.np. They depend on the version of NumPy.
_FORMS: dict[Any, Callable[..., Any]] = {}
# Functions of mx.np by NumPy function or by name.
_by_function: dict[Any, Callable[..., Any]] = {}
_by_ufunc_name: dict[str, Callable[..., Any]] = {}


def _member(module: Any, path: str) -> Any:
    """Return an attribute of a module or submodule, or None if this NumPy version does not have it."""
    for name in path.split("."):
        module = getattr(module, name, None)
    return module


def _array_function(self: Any, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    ours = _by_function.get(func)
    if ours is None:
        return computed_by_numpy(func.__name__, func)(*args, **kwargs)
    if not all(issubclass(cls, ndarray) for cls in types):
        return NotImplemented
    result = ours(*args, **kwargs)
    form = _FORMS.get(func)
    return result if form is None else form(result)


def _array_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    if method != "__call__":
        return NotImplemented
    out = kwargs.pop("out", (None,))
    if len(out) != 1:
        raise ValueError(f"{ufunc.__name__}: out must be one array, received {len(out)}")
    target = out[0]
    ours = _by_ufunc_name.get(ufunc.__name__)
    if ours is None or not all(isinstance(value, (ndarray, bool, int, float, np.generic)) for value in inputs):
        result = computed_by_numpy(ufunc.__name__, ufunc)(*inputs, **kwargs)
        return result if target is None else _fill(target, result)
    if isinstance(target, np.ndarray):
        return _fill(target, ours(*inputs, **kwargs))
    return ours(*inputs, **kwargs) if target is None else ours(*inputs, out=target, **kwargs)


def _fill(target: Any, values: Any) -> Any:
    target[...] = values.asnumpy() if isinstance(target, np.ndarray) else array(values)
    return target


def _find_result_classes() -> None:
    matrix = np.eye(1)
    for function, sample in ((np.linalg.eig, matrix), (np.linalg.eigh, matrix), (np.broadcast_arrays, matrix),
                             (np.meshgrid, matrix[0])):
        cls = type(function(sample))
        _FORMS[function] = getattr(cls, "_make", cls)


def install(module: Any) -> None:
    """Install NumPy's dispatch protocol on ``mx.np`` arrays. `module` contains the functions."""
    for path in FUNCTIONS:
        numpys = _member(np, path)
        if numpys is not None:
            _by_function[numpys] = _member(module, path)
    for name in UNIVERSAL_FUNCTIONS:
        _by_ufunc_name[name] = getattr(module, name)
    _find_result_classes()
    # Internal NumPy names that differ from the public names.
    _by_ufunc_name.update(divide=module.true_divide)
    ndarray.__array_function__ = _array_function  # type: ignore[attr-defined]
    ndarray.__array_ufunc__ = _array_ufunc  # type: ignore[attr-defined]
