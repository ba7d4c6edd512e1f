"""NumPy's own functions called with arrays of ``mx.np``: those that ``mx.np`` has run there, NumPy computes others."""

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
# What NumPy's results of several arrays are where those of mx.np are plain lists or tuples; it depends on its version.
_FORMS: dict[Any, Callable[..., Any]] = {}
# By NumPy's function, which names what it stands for.
_of_function: dict[Any, Callable[..., Any]] = {}
_of_universal: dict[str, Callable[..., Any]] = {}


def _member(module: Any, path: str) -> Any:
    """An attribute of a module or of its submodule; None if that NumPy has none of the name."""
    for name in path.split("."):
        module = getattr(module, name, None)
    return module


def _array_function(self: Any, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    ours = _of_function.get(func)
    if ours is None:
        return computed_by_numpy(func.__name__, func)(*args, **kwargs)
    if not all(issubclass(kind, ndarray) for kind in types):
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
    ours = _of_universal.get(ufunc.__name__)
    if ours is None or not all(isinstance(one, (ndarray, bool, int, float, np.generic)) for one in inputs):
        result = computed_by_numpy(ufunc.__name__, ufunc)(*inputs, **kwargs)
        return result if target is None else _filled(target, result)
    if isinstance(target, np.ndarray):
        return _filled(target, ours(*inputs, **kwargs))
    return ours(*inputs, **kwargs) if target is None else ours(*inputs, out=target, **kwargs)


def _filled(target: Any, values: Any) -> Any:
    target[...] = values.asnumpy() if isinstance(target, np.ndarray) else array(values)
    return target


def _note_forms() -> None:
    matrix = np.eye(1)
    for function, sample in ((np.linalg.eig, matrix), (np.linalg.eigh, matrix), (np.broadcast_arrays, matrix),
                             (np.meshgrid, matrix[0])):
        kind = type(function(sample))
        _FORMS[function] = getattr(kind, "_make", kind)


def install(module: Any) -> None:
    """Let NumPy ask arrays of ``mx.np``, whose functions are in `module`."""
    for path in FUNCTIONS:
        numpys = _member(np, path)
        if numpys is not None:
            _of_function[numpys] = _member(module, path)
    for name in UNIVERSAL_FUNCTIONS:
        _of_universal[name] = getattr(module, name)
    _note_forms()
    # NumPy's names of what it calls otherwise in public.
    _of_universal.update(divide=module.true_divide)
    ndarray.__array_function__ = _array_function  # type: ignore[attr-defined]
    ndarray.__array_ufunc__ = _array_ufunc  # type: ignore[attr-defined]
