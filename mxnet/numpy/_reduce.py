"""Reductions along axes."""

from __future__ import annotations

from typing import Any

from .._runtime.tracebacks import concise_module
from ._operators import axis_tuple, in_short, operator

_sum, _prod, _mean, _std, _var = (operator(f"_np{name}") for name in (
    "_sum", "_prod", "i_mean", "i_std", "i_var"))
_max, _min, _any, _all = (operator(f"_np_{name}") for name in ("max", "min", "any", "all"))
_argmax, _argmin, _cumsum = operator("_npi_argmax"), operator("_npi_argmin"), operator("_np_cumsum")
_average = operator("_npi_average")


def _options(out: Any, dtype: Any = None, **others: Any) -> dict[str, Any]:
    """Return the parameters that are not None."""
    options = {key: value for key, value in others.items() if value is not None}
    if dtype is not None:
        options["dtype"] = dtype
    if out is not None:
        options["out"] = out
    return options


@in_short("_np_sum", "axis", "keepdims")
def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = None,
        out: Any = None) -> Any:
    """Sum along axes."""
    return _sum(a, axis=axis, keepdims=keepdims, **_options(out, dtype, initial=initial))


@in_short("_np_prod", "axis", "keepdims")
def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Product along axes."""
    return _prod(a, axis=axis, keepdims=keepdims, **_options(out, dtype))


product = prod


@in_short("_npi_mean", "axis", "keepdims")
def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Mean along axes."""
    return _mean(a, axis=axis, keepdims=keepdims, **_options(out, dtype))


@in_short("_npi_var", "axis", "ddof", "keepdims")
def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Variance along axes. The divisor is ``count - ddof``."""
    return _var(a, axis=axis, ddof=ddof, keepdims=keepdims, **_options(out, dtype))


@in_short("_npi_std", "axis", "ddof", "keepdims")
def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Standard deviation along axes. The divisor is ``count - ddof``."""
    return _std(a, axis=axis, ddof=ddof, keepdims=keepdims, **_options(out, dtype))


@in_short("_np_max", "axis", "keepdims")
def max(a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Maximum along axes."""
    return _max(a, axis=axis, keepdims=keepdims, **_options(out))


@in_short("_np_min", "axis", "keepdims")
def min(a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Minimum along axes."""
    return _min(a, axis=axis, keepdims=keepdims, **_options(out))


amax, amin = max, min


@in_short("_np_any", "axis", "keepdims")
def any(a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Whether any element along axes is nonzero."""
    return _any(a, axis=axis, keepdims=keepdims, **_options(out))


@in_short("_np_all", "axis", "keepdims")
def all(a: Any, axis: Any = None, keepdims: bool = False, out: Any = None) -> Any:
    """Whether all elements along axes are nonzero."""
    return _all(a, axis=axis, keepdims=keepdims, **_options(out))


sometrue = any


@in_short("_npi_argmax", "axis")
def argmax(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the maximum along an axis, or in the flattened array without `axis`."""
    return _argmax(a, axis=axis, **_options(out))


@in_short("_npi_argmin", "axis")
def argmin(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the minimum along an axis, or in the flattened array without `axis`."""
    return _argmin(a, axis=axis, **_options(out))


@in_short("_np_cumsum", "axis")
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Cumulative sum along an axis, or of the flattened array without `axis`."""
    return _cumsum(a, axis=axis, **_options(out, dtype))


def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Mean along axes, optionally weighted. With `returned`, also return the sum of the weights."""
    options = _options(out, axis=axis_tuple(axis))
    if weights is None:
        return _average(a, returned=returned, weighted=False, **options)
    return _average(a, weights, returned=returned, **options)


concise_module(__name__)
