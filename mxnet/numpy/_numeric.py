"""Windows, histograms, quantiles, polynomials and positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from .._runtime import device
from .._runtime import dtype as dtypes
from ..ndarray import _convert
from ._call import common_type, invoke, make, require
from ._create import array
from ._elementwise import _binary
from .multiarray import ndarray

Tensor = torch.Tensor
lcm = _binary("lcm", torch.lcm)


def _constant(values: np.ndarray, dtype: Any, ctx: Any) -> ndarray:
    context = device.resolve(ctx)
    return make(_convert.from_numpy(np.asarray(values), dtypes.default_of_none(dtype), context), context)


def blackman(M: int, dtype: Any = np.float32, ctx: Any = None) -> ndarray:
    """Blackman's window of `M` points."""
    return _constant(np.blackman(M), dtype, ctx)


def hamming(M: int, dtype: Any = np.float32, ctx: Any = None) -> ndarray:
    """Hamming's window of `M` points."""
    return _constant(np.hamming(M), dtype, ctx)


def hanning(M: int, dtype: Any = np.float32, ctx: Any = None) -> ndarray:
    """Hann's window of `M` points."""
    return _constant(np.hanning(M), dtype, ctx)


def indices(dimensions: Any, dtype: Any = np.int32, ctx: Any = None) -> ndarray:
    """The positions of all elements of an array of this shape, the axis they belong to first."""
    return _constant(np.indices(tuple(dimensions)), dtype, ctx)


def ldexp(x1: Any, x2: Any, out: Any = None) -> Any:
    """``x1 * 2 ** x2``."""
    arrays = [make(torch.tensor(float(v)), device.current_context()) if not isinstance(v, ndarray) else v
              for v in (x1, x2)]
    return invoke("ldexp", lambda a, b: a * torch.exp2(b.to(a.dtype)), arrays, out)


def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """With NaN and the infinities replaced by numbers; without `copy`, in `x` itself."""
    result = invoke("nan_to_num", lambda t: torch.nan_to_num(t, nan, posinf, neginf), [x])
    if copy:
        return result
    x[...] = result
    return x


def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None,
              density: Any = None) -> Any:
    """Counts of elements in bins, and the edges of the bins."""
    if normed or weights is not None or density:
        raise NotImplementedError("histogram: normed, weights and density are not supported")
    if isinstance(bins, int) and range is None:
        raise NotImplementedError("histogram: range must be given with a number of bins")
    require("histogram", a)
    edges = bins.asnumpy() if isinstance(bins, ndarray) else bins
    counts, found = np.histogram(np.asarray(a.asnumpy()), edges, range)
    return [_constant(counts, np.int64, a._ctx), _constant(found, np.float32, a._ctx)]


def _choose(name: str, low: Tensor, high: Tensor, share: Tensor) -> Tensor:
    if name == "lower":
        return low
    if name == "higher":
        return high
    if name == "midpoint":
        return (low + high) / 2
    if name == "nearest":
        return torch.where(share > 0.5, high, low)
    return low + (high - low) * share


def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None,
             interpolation: str = "linear", keepdims: bool = False) -> Any:
    """The values below which shares `q` of the elements along an axis lie."""
    if overwrite_input is not None:
        raise NotImplementedError(f"quantile: overwrite_input is not supported, received {overwrite_input!r}")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise ValueError(f"quantile: interpolation {interpolation!r} is not known")
    require("quantile", a)
    if not isinstance(q, ndarray):
        q = _constant(np.asarray(q), np.float64, a._ctx)
    if axis is not None and not isinstance(axis, int):
        raise NotImplementedError(f"quantile: axis must be a number or None, received {axis}")

    def run(tensor: Tensor, shares: Tensor) -> Tensor:
        if tensor.numel() and shares.numel() and not 0 <= float(shares.min()) <= float(shares.max()) <= 1:
            raise ValueError("quantiles must be in the range [0, 1]")
        real = tensor if tensor.is_floating_point() else tensor.float()
        ordered = torch.sort(real.reshape(-1) if axis is None else real.movedim(axis, 0), dim=0).values
        places = shares.double().reshape(-1) * (ordered.shape[0] - 1)
        low, high = ordered[places.floor().long()], ordered[places.ceil().long()]
        share = (places - places.floor()).to(ordered.dtype).reshape(-1, *[1] * (ordered.ndim - 1))
        found = _choose(interpolation, low, high, share).reshape((*shares.shape, *ordered.shape[1:]))
        if not keepdims:
            return found
        sizes = [1 if axis is None or i == axis % tensor.ndim else size for i, size in enumerate(tensor.shape)]
        return found.reshape((*shares.shape, *sizes))

    return invoke("quantile", run, [a, q], out)


def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None,
               interpolation: str = "linear", keepdims: bool = False) -> Any:
    """As `quantile`, with shares in percent."""
    shares = q / 100 if isinstance(q, ndarray) else np.asarray(q, np.float64) / 100
    return quantile(a, shares, axis, out, overwrite_input, interpolation, keepdims)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Differences of neighbours in the flattened array, with elements put before and after on request."""
    extra = [e for e in (to_begin, to_end) if isinstance(e, ndarray)]

    def run(tensor: Tensor, *given: Tensor) -> Tensor:
        remaining = iter(given)
        ends = [None if e is None else next(remaining).reshape(-1) if isinstance(e, ndarray)
                else tensor.new_tensor(e).reshape(-1) for e in (to_begin, to_end)]
        parts = [ends[0], torch.diff(tensor.reshape(-1)), ends[1]]
        return torch.cat([p for p in parts if p is not None])

    return invoke("ediff1d", run, [ary, *extra])


def polyval(p: Any, x: Any) -> Any:
    """The polynomial with coefficients `p`, the highest power first, at `x`."""

    def run(coefficients: Tensor, points: Tensor) -> Tensor:
        common = common_type(coefficients.dtype, points.dtype)
        points = points.to(common)
        result = torch.zeros_like(points)
        for coefficient in coefficients.to(common):
            result = result * points + coefficient
        return result

    return invoke("polyval", run, [p, x])


def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """With values put before positions of an axis, of the flattened array without `axis`."""
    require("insert", arr)
    where = obj.asnumpy().astype(np.int64) if isinstance(obj, ndarray) else obj
    shape = (arr.size,) if axis is None else arr.shape
    along = 0 if axis is None else axis % arr.ndim
    count = shape[along]
    # Where each element comes from: a position of the old axis, or one of the new elements after it.
    single = isinstance(where, (int, np.integer))
    added = values.shape[along] if single and isinstance(values, ndarray) and values.ndim == len(shape) else \
        1 if single else len(np.arange(count)[where] if isinstance(where, slice) else where)
    places = [where] * added if single else where
    order = np.insert(np.arange(count), places, count + np.arange(added))
    picked = torch.from_numpy(order)
    given = values if isinstance(values, ndarray) else _constant(np.asarray(values), arr.dtype, arr._ctx)

    def run(tensor: Tensor, new: Tensor) -> Tensor:
        source = tensor.reshape(-1) if axis is None else tensor
        target = list(source.shape)
        target[along] = added
        whole = torch.cat([source, new.to(source.dtype).expand(target)], along)
        return whole.index_select(along, picked.to(source.device))

    return invoke("insert", run, [arr, given])


def resize(a: Any, new_shape: Any) -> Any:
    """In another shape, the elements repeated or left out as needed."""
    target = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    count = math.prod(target)

    def run(tensor: Tensor) -> Tensor:
        flat = tensor.reshape(-1)
        if not flat.numel():
            return tensor.new_zeros(target)
        return flat.repeat(-(-count // flat.numel()))[:count].reshape(target)

    return invoke("resize", run, [a])


def unravel_index(indices: Any, shape: Any, order: str = "C") -> Any:
    """Positions in the flattened array as positions along each axis."""
    if order != "C":
        raise NotImplementedError(f"unravel_index: order must be 'C', received {order!r}")
    return tuple(invoke("unravel_index", lambda t: torch.unravel_index(t.long(), tuple(shape)), [indices]))


def diag_indices_from(arr: Any) -> Any:
    """The positions of the diagonal of an array whose axes have one size."""
    require("diag_indices_from", arr)
    if arr.ndim < 2 or len(set(arr.shape)) != 1:
        raise ValueError(f"diag_indices_from: all axes must be at least two and of one size, received {arr.shape}")
    return tuple(_constant(np.arange(arr.shape[0]), np.int64, arr._ctx) for _ in arr.shape)


def genfromtxt(*args: Any, ctx: Any = None, **kwargs: Any) -> Any:
    """Numbers in a text file, as ``numpy.genfromtxt`` reads them, on a device."""
    values = np.genfromtxt(*args, **kwargs)
    return array(values, dtype=values.dtype, ctx=ctx)


def set_printoptions(*args: Any, **kwargs: Any) -> None:
    """How arrays are printed, as for ``numpy.set_printoptions``."""
    np.set_printoptions(*args, **kwargs)


def shape(a: Any) -> tuple[int, ...]:
    """Sizes of all axes."""
    return tuple(np.shape(a))


def ndim(a: Any) -> int:
    """Number of axes."""
    return len(shape(a))


def size(a: Any, axis: Any = None) -> int:
    """Number of elements, or the size of one axis."""
    sizes = shape(a)
    return math.prod(sizes) if axis is None else sizes[axis]
