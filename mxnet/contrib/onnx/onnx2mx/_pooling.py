"""Rules for pooling: MXNet's layer where it applies, otherwise one slice per position of the window."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ._importer import Attributes, Imported, Importer, rule
from ._layers import ones, pad_spatial, windows

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol

Sizes = tuple[int, ...]
_LOWEST = float(np.finfo(np.float32).min)


def _ends(a: Attributes, sizes: Sizes, kernel: Sizes, strides: Sizes, dilations: Sizes, before: Sizes,
          after: Sizes) -> Sizes:
    """Return the padding at the end of each axis that makes the windows fit exactly."""
    ends = []
    for size, k, s, d, low, high in zip(sizes, kernel, strides, dilations, before, after, strict=True):
        reach = (k - 1) * d + 1
        count = (size + low + high - reach) // s + 1
        if a.get("ceil_mode", 0):
            count = -(-(size + low + high - reach) // s) + 1
            # Skip a window that would start after the end of the data.
            count -= (count - 1) * s >= size + low
        ends.append((count - 1) * s + reach - size - low)
    return tuple(ends)


def _reduce_windows(data: Any, sizes: Sizes, kernel: Sizes, strides: Sizes, dilations: Sizes,
             combine: Callable[[Any, Any], Any]) -> Any:
    """Reduce all windows, one slice per window position."""
    result = None
    counts = [(size - (k - 1) * d - 1) // s + 1
              for size, k, s, d in zip(sizes, kernel, strides, dilations, strict=True)]
    for place in itertools.product(*(range(k) for k in kernel)):
        begin = [p * d for p, d in zip(place, dilations, strict=True)]
        end = [b + (c - 1) * s + 1 for b, c, s in zip(begin, counts, strides, strict=True)]
        part = sym.slice(data, begin=(None, None, *begin), end=(None, None, *end), step=(1, 1, *strides))
        result = part if result is None else combine(result, part)
    return result


def _counts(sizes: Sizes, kernel: Sizes, strides: Sizes, dilations: Sizes, before: Sizes, after: Sizes, ends: Sizes,
            include: bool) -> np.ndarray:
    """Return the number of elements in each window, for averages."""
    counts = np.ones((1, 1), np.float32)
    for size, k, s, d, low, high, end in zip(sizes, kernel, strides, dilations, before, after, ends, strict=True):
        starts = np.arange((size + low + end - (k - 1) * d - 1) // s + 1) * s - low
        places = starts[:, None] + np.arange(k) * d
        first, last = (-low, size + high) if include else (0, size)
        lengths = ((places >= first) & (places < last)).sum(1)
        counts = counts[..., None] * lengths.astype(np.float32)
    return counts


def _pool(m: Importer, a: Attributes, x: Imported, pool_type: str) -> Any:
    kernel = a.ints("kernel_shape")
    rank = len(kernel)
    strides, dilations = a.ints("strides", ones(rank)), a.ints("dilations", ones(rank))
    before, after = windows(a, x, kernel, dilations, strides)
    include = bool(a.get("count_include_pad", 0))
    data = m.symbol(x)
    plain = all(d == 1 for d in dilations) and pool_type != "lp"
    if plain and not a.get("ceil_mode", 0) and before == after and all(
            p < k for p, k in zip(before, kernel, strict=True)):
        return sym.Pooling(data, kernel=kernel, pool_type=pool_type, stride=strides, pad=before,
                           count_include_pad=include)
    sizes = x.spatial
    ends = _ends(a, sizes, kernel, strides, dilations, before, after)
    power = a.get("p", 2)
    if pool_type == "lp":
        data = sym.abs(data) ** power
    # The last window may end before the data.
    data = sym.slice(data, begin=(None,) * (rank + 2), end=(None, None, *(e if e < 0 else None for e in ends)))
    data = pad_spatial(data, before, tuple(max(e, 0) for e in ends), _LOWEST if pool_type == "max" else 0.0)
    whole = tuple(size + low + end for size, low, end in zip(sizes, before, ends, strict=True))
    combine = sym.broadcast_maximum if pool_type == "max" else sym.broadcast_add
    if plain:
        result = sym.Pooling(data, kernel=kernel, pool_type="max" if pool_type == "max" else "sum", stride=strides)
    else:
        result = _reduce_windows(data, whole, kernel, strides, dilations, combine)
    if pool_type == "lp":
        return result ** (1.0 / power)
    if pool_type == "max":
        return result
    counts = _counts(sizes, kernel, strides, dilations, before, after, ends, include)
    return sym.broadcast_div(result, m.variable(f"{m.results[0].name}_counts", counts))


@rule("MaxPool")
def max_pool(m: Importer, a: Attributes, x: Imported) -> Any:
    if len(m.results) > 1:
        raise Unsupported("indices of maxima")
    if x.dtype is not None and x.dtype.kind != "f":
        floats = Imported(x.name, sym.cast(m.symbol(x), dtype="float32"), None, x.shape, np.dtype("float32"))
        return sym.cast(_pool(m, a, floats, "max"), dtype=x.dtype.name)
    return _pool(m, a, x, "max")


@rule("AveragePool")
def average_pool(m: Importer, a: Attributes, x: Imported) -> Any:
    return _pool(m, a, x, "avg")


@rule("LpPool")
def lp_pool(m: Importer, a: Attributes, x: Imported) -> Any:
    return _pool(m, a, x, "lp")


@rule("GlobalAveragePool")
def global_average_pool(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.Pooling(m.symbol(x), global_pool=True, pool_type="avg", kernel=(1,) * (x.rank - 2))


@rule("GlobalMaxPool")
def global_max_pool(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.Pooling(m.symbol(x), global_pool=True, pool_type="max", kernel=(1,) * (x.rank - 2))
