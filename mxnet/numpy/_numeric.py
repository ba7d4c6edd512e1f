"""Histograms, quantiles, polynomials and index conversion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._runtime.tracebacks import concise_module
from ..util import check_ufunc_options
from ._create import array, full_of_numbers
from ._operators import NUMBERS, axis_tuple, check_order, is_array, operator, require
from .multiarray import ndarray

_nan_to_num, _histogram, _percentile, _polyval, _diag_indices = (operator(name) for name in (
    "_npi_nan_to_num", "_npi_histogram", "_npi_percentile", "_npi_polyval", "_npi_diag_indices_from"))
_take, _reshape, _cast, _unravel_index = (operator(name) for name in (
    "_npi_take", "_np_reshape", "_npi_cast", "_unravel_index"))


def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None,
               **kwargs: Any) -> Any:
    """Replace NaN and infinities by numbers. Without `copy`, modify `x` in place."""
    check_ufunc_options("nan_to_num", kwargs)
    if isinstance(x, NUMBERS):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    require("nan_to_num", x)
    if not copy and isinstance(x, ndarray) and x.dtype.kind != "f":
        return x
    options = {} if copy or not isinstance(x, ndarray) else {"out": x}
    return _nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf, **options)


def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None,
              density: Any = None) -> Any:
    """Return the counts of elements in bins, and the bin edges."""
    if normed or weights is not None or density:
        raise NotImplementedError("histogram: normed, weights and density are not supported")
    if isinstance(bins, NUMBERS):
        if range is None:
            raise NotImplementedError("histogram: range must be given with a number of bins")
        return _histogram(a, bin_cnt=bins, range=range)
    if isinstance(bins, (list, tuple, np.ndarray)):
        bins = array(np.asarray(bins), dtype=np.float32)
    return _histogram(a, bins)


def _quantiles(a: Any, q: Any, factor: float, options: dict[str, Any]) -> Any:
    if isinstance(q, NUMBERS):
        return _percentile(a, q_scalar=float(q) * factor, **options)
    if not is_array(q):
        q = array(np.asarray(q, np.float64), dtype=np.float64, ctx=a.ctx)
    return _percentile(a, q if factor == 1.0 else q * factor, **options)


def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None,
               interpolation: str = "linear", keepdims: bool = False) -> Any:
    """Return the values below which `q` percent of the elements along an axis lie."""
    return _quantiles(a, q, 1.0, _quantile_options("percentile", axis, out, overwrite_input, interpolation, keepdims))


def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None,
             interpolation: str = "linear", keepdims: bool = False) -> Any:
    """Return the values below which a fraction `q` of the elements along an axis lies."""
    return _quantiles(a, q, 100.0, _quantile_options("quantile", axis, out, overwrite_input, interpolation, keepdims))


def _quantile_options(name: str, axis: Any, out: Any, overwrite_input: Any, interpolation: str,
                      keepdims: bool) -> dict[str, Any]:
    if overwrite_input is not None:
        raise NotImplementedError(f"{name}: overwrite_input is not supported, received {overwrite_input!r}")
    options = {"axis": axis_tuple(axis), "interpolation": interpolation, "keepdims": keepdims}
    return options if out is None else {**options, "out": out}


def polyval(p: Any, x: Any) -> Any:
    """Evaluate the polynomial with coefficients `p` at `x`. The first coefficient is the highest power."""
    if is_array(p) != is_array(x):
        raise TypeError("polyval: both arguments must be arrays of mx.np")
    return _polyval(p, x) if is_array(p) else np.polyval(p, x)


def resize(a: Any, new_shape: Any) -> Any:
    """Return the array in another shape, with elements repeated or removed as necessary."""
    target = (int(new_shape),) if isinstance(new_shape, NUMBERS) else tuple(int(size) for size in new_shape)
    if isinstance(a, NUMBERS):
        return np.resize(a, target)
    if not isinstance(a, ndarray):
        from ._fallback_operators import on_symbols

        return on_symbols("resize_fallback", a, new_shape=target)
    count = math.prod(target)
    if not a.size:
        return full_of_numbers(target, 0, a.dtype, a.ctx)
    flat = _reshape(a, newshape=(-1,))
    places = array(np.arange(count) % a.size, dtype=np.int64, ctx=a.ctx)
    return _reshape(_take(flat, places, axis=0, mode="clip"), newshape=target)


def unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    """Convert positions in the flattened array to positions along each axis."""
    check_order("unravel_index", order)
    sizes = (int(shape),) if isinstance(shape, NUMBERS) else tuple(int(size) for size in shape)
    if isinstance(indices, (*NUMBERS, tuple)):
        return np.unravel_index(np.asarray(indices), sizes)
    if not isinstance(indices, ndarray):
        from ._fallback_operators import on_symbols

        return on_symbols("unravel_index_fallback", indices, shape=sizes)
    positions = _unravel_index(indices, shape=sizes)
    return tuple(positions[axis] for axis in range(len(sizes)))


def diag_indices_from(arr: Any) -> Any:
    """Return the positions of the diagonal of an array with equal sizes on all axes."""
    require("diag_indices_from", arr)
    positions = _diag_indices(arr)
    return tuple(positions[axis] for axis in range(arr.ndim)) if isinstance(arr, ndarray) else positions


def genfromtxt(*args: Any, ctx: Any = None, **kwargs: Any) -> Any:
    """Read numbers from a text file with ``numpy.genfromtxt``."""
    values = np.genfromtxt(*args, **kwargs)
    return array(values, dtype=values.dtype, ctx=ctx)


def set_printoptions(*args: Any, **kwargs: Any) -> None:
    """Set the print format of arrays, see ``numpy.set_printoptions``."""
    np.set_printoptions(*args, **kwargs)


def shape(a: Any) -> tuple[int, ...]:
    """Return the sizes of all axes."""
    return tuple(a.shape) if is_array(a) else tuple(np.shape(a))


concise_module(__name__)
