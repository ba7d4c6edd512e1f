"""Rules for convolution, pooling, normalization and matrix products."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ._elementwise import broadcast_to, prepend_axes
from ._importer import Attributes, Imported, Importer, rule
from ._sizes import filled

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol


def pad_spatial(symbol: Any, before: tuple[int, ...], after: tuple[int, ...], value: float = 0.0,
           mode: str = "constant") -> Any:
    """Pad the spatial axes of a batch. MXNet's operator supports two or three spatial axes."""
    if not any(before) and not any(after):
        return symbol
    widths = [0, 0, 0, 0, *(n for both in zip(before, after, strict=True) for n in both)]
    if len(before) == 1:
        wide = sym.expand_dims(symbol, axis=2)
        widths = [0, 0, 0, 0, 0, 0, before[0], after[0]]
        return sym.squeeze(sym.pad(wide, mode=mode, pad_width=tuple(widths), constant_value=value), axis=2)
    return sym.pad(symbol, mode=mode, pad_width=tuple(widths), constant_value=value)


def windows(a: Attributes, x: Imported, kernel: tuple[int, ...], dilations: tuple[int, ...], strides: tuple[int, ...],
             ) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the padding before and after each spatial axis."""
    rank = len(kernel)
    auto_pad = a.get("auto_pad", "NOTSET")
    if auto_pad in ("NOTSET", ""):
        pads = a.ints("pads", (0,) * (2 * rank))
        return pads[:rank], pads[rank:]
    if auto_pad == "VALID":
        return (0,) * rank, (0,) * rank
    before, after = [], []
    for size, k, d, s in zip(x.spatial, kernel, dilations, strides, strict=True):
        total = max((-(-size // s) - 1) * s + (k - 1) * d + 1 - size, 0)
        small, large = total // 2, total - total // 2
        before.append(small if auto_pad == "SAME_UPPER" else large)
        after.append(large if auto_pad == "SAME_UPPER" else small)
    return tuple(before), tuple(after)


def ones(rank: int) -> tuple[int, ...]:
    return (1,) * rank


@rule("Conv")
def conv(m: Importer, a: Attributes, x: Imported, w: Imported, b: Imported | None = None) -> Any:
    shape = w.static
    kernel = a.ints("kernel_shape", shape[2:])
    rank = len(kernel)
    strides, dilations = a.ints("strides", ones(rank)), a.ints("dilations", ones(rank))
    before, after = windows(a, x, kernel, dilations, strides)
    data = m.symbol(x)
    if before != after:
        data, before = pad_spatial(data, before, after), (0,) * rank
    inputs = [data, m.symbol(w)] + ([] if b is None else [m.symbol(b)])
    return sym.Convolution(*inputs, kernel=kernel, stride=strides, dilate=dilations, pad=before, num_filter=shape[0],
                           num_group=a.get("group", 1), no_bias=b is None)


@rule("ConvTranspose")
def conv_transpose(m: Importer, a: Attributes, x: Imported, w: Imported, b: Imported | None = None) -> Any:
    shape = w.static
    kernel = a.ints("kernel_shape", shape[2:])
    rank = len(kernel)
    strides, dilations = a.ints("strides", ones(rank)), a.ints("dilations", ones(rank))
    extra = a.ints("output_padding", (0,) * rank)
    before, after, extra = _transposed_pads(a, x, kernel, strides, dilations, extra)
    cut = before if before == after else (0,) * rank
    group = a.get("group", 1)
    inputs = [m.symbol(x), m.symbol(w)] + ([] if b is None else [m.symbol(b)])
    # MXNet rejects an adjustment that is not less than the stride: append zeros plus bias instead.
    if any(e >= s for e, s in zip(extra, strides, strict=True)):
        raise Unsupported(f"output_padding {extra} must be less than strides {strides}")
    adjusted = extra if before == after else (0,) * rank
    result = sym.Deconvolution(*inputs, kernel=kernel, stride=strides, dilate=dilations, pad=cut, adj=adjusted,
                               num_filter=shape[1] * group, num_group=group, no_bias=b is None)
    if before == after:
        return result
    # Unequal padding: slice the full result. output_padding extends the end.
    limits = [(cut_before, None if cut_after - e <= 0 else -(cut_after - e))
              for cut_before, cut_after, e in zip(before, after, extra, strict=True)]
    if any(cut_after - e < 0 for cut_after, e in zip(after, extra, strict=True)):
        raise Unsupported("output_padding is larger than the padding at the end")
    return sym.slice(result, begin=(None, None, *(low for low, _ in limits)), end=(None, None, *(h for _, h in limits)))


def _transposed_pads(a: Attributes, x: Imported, kernel: Any, strides: Any, dilations: Any,
                     extra: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the sizes to remove before and after, and to add, to get the requested output size."""
    rank = len(kernel)
    wanted, auto_pad = a.ints("output_shape"), a.get("auto_pad", "NOTSET")
    if not wanted and auto_pad in ("NOTSET", "", "VALID"):
        pads = a.ints("pads", (0,) * (2 * rank))
        return pads[:rank], pads[rank:], extra
    sizes = x.spatial
    wanted = wanted[-rank:] or tuple(size * s for size, s in zip(sizes, strides, strict=True))
    before, after, added = [], [], []
    for size, k, s, d, e, goal in zip(sizes, kernel, strides, dilations, extra, wanted, strict=True):
        surplus = s * (size - 1) + e + (k - 1) * d + 1 - goal
        total = max(surplus, 0)
        added.append(e + max(-surplus, 0))
        small, large = total // 2, total - total // 2
        before.append(small if auto_pad == "SAME_UPPER" else large)
        after.append(large if auto_pad == "SAME_UPPER" else small)
    return tuple(before), tuple(after), tuple(added)


@rule("BatchNormalization")
def batch_normalization(m: Importer, a: Attributes, x: Imported, scale: Imported, bias: Imported, mean: Imported,
                        variance: Imported) -> Any:
    eps = a.get("epsilon", 1e-5)
    if a.get("training_mode", 0):
        return _by_batch(m, a, x, scale, bias, mean, variance)
    if all(v.array is not None for v in (scale, bias, mean, variance)):
        return sym.BatchNorm(m.symbol(x), m.symbol(scale), m.symbol(bias), m.symbol(mean), m.symbol(variance), eps=eps,
                             momentum=a.get("momentum", 0.9), fix_gamma=False, use_global_stats=True)
    view = (1, -1, *(1,) * (x.rank - 2))
    parts = [sym.reshape(m.symbol(v), shape=view) for v in (scale, bias, mean, variance)]
    centered = sym.broadcast_div(sym.broadcast_sub(m.symbol(x), parts[2]), sym.sqrt(parts[3] + eps))
    return sym.broadcast_add(sym.broadcast_mul(centered, parts[0]), parts[1])


def _by_batch(m: Importer, a: Attributes, x: Imported, scale: Imported, bias: Imported, mean: Imported,
              variance: Imported) -> Any:
    """Normalize with the statistics of the batch, and update the running statistics."""
    data, axes, view = m.symbol(x), (0, *range(2, x.rank)), (1, -1, *(1,) * (x.rank - 2))
    centre = sym.mean(data, axis=axes)
    centered = sym.broadcast_sub(data, sym.reshape(centre, shape=view))
    spread = sym.mean(sym.square(centered), axis=axes)
    deviation = sym.reshape(sym.sqrt(spread + a.get("epsilon", 1e-5)), shape=view)
    scaled = sym.broadcast_mul(sym.broadcast_div(centered, deviation), sym.reshape(m.symbol(scale), shape=view))
    keep = a.get("momentum", 0.9)
    return [sym.broadcast_add(scaled, sym.reshape(m.symbol(bias), shape=view)),
            *(m.symbol(old) * keep + new * (1.0 - keep) for old, new in ((mean, centre), (variance, spread)))]


@rule("InstanceNormalization")
def instance_normalization(m: Importer, a: Attributes, x: Imported, scale: Imported, bias: Imported) -> Any:
    return sym.InstanceNorm(m.symbol(x), m.symbol(scale), m.symbol(bias), eps=a.get("epsilon", 1e-5))


@rule("LayerNormalization")
def layer_normalization(m: Importer, a: Attributes, x: Imported, scale: Imported, bias: Imported | None = None) -> Any:
    axis = a.get("axis", -1) % x.rank
    eps, last = a.get("epsilon", 1e-5), x.rank - 1
    if axis == last and scale.rank == 1 and len(m.results) == 1:
        offset = m.symbol(bias) if bias is not None else filled(
            m, f"{m.results[0].name}_zeros", scale.static, 0.0, "float32")
        return sym.LayerNorm(m.symbol(x), m.symbol(scale), offset, axis=-1, eps=eps)
    data, axes = m.symbol(x), tuple(range(axis, x.rank))
    mean = sym.mean(data, axis=axes, keepdims=True)
    centered = sym.broadcast_sub(data, mean)
    inverse = sym.rsqrt(sym.mean(sym.square(centered), axis=axes, keepdims=True) + eps)
    result = sym.broadcast_mul(sym.broadcast_mul(centered, inverse), m.symbol(scale))
    result = result if bias is None else sym.broadcast_add(result, m.symbol(bias))
    return [result, mean, inverse]


@rule("RMSNormalization")
def rms_normalization(m: Importer, a: Attributes, x: Imported, scale: Imported) -> Any:
    data, axes = m.symbol(x), tuple(range(a.get("axis", -1) % x.rank, x.rank))
    inverse = sym.rsqrt(sym.mean(sym.square(data), axis=axes, keepdims=True) + a.get("epsilon", 1e-5))
    return sym.broadcast_mul(sym.broadcast_mul(data, inverse), m.symbol(scale))


@rule("GroupNormalization")
def group_normalization(m: Importer, a: Attributes, x: Imported, scale: Imported, bias: Imported) -> Any:
    """Apply one scale per channel, unlike MXNet's layer with one scale per group."""
    groups = a.get("num_groups")
    data = sym.reshape(m.symbol(x), shape=(0, -4, groups, -1, -2))
    axes = tuple(range(2, x.rank + 1))
    centered = sym.broadcast_sub(data, sym.mean(data, axis=axes, keepdims=True))
    deviation = sym.sqrt(sym.mean(sym.square(centered), axis=axes, keepdims=True) + a.get("epsilon", 1e-5))
    view = (1, -1, *(1,) * (x.rank - 2))
    parts = [sym.reshape(m.symbol(v), shape=view) for v in (scale, bias)]
    if scale.sizes[0] == groups and groups != x.sizes[1]:
        inner = (1, -1, *(1,) * (x.rank - 1))
        parts = [sym.reshape(m.symbol(v), shape=inner) for v in (scale, bias)]
        scaled = sym.broadcast_add(sym.broadcast_mul(sym.broadcast_div(centered, deviation), parts[0]), parts[1])
        return sym.reshape(scaled, shape=(0, -3, -2))
    whole = sym.reshape(sym.broadcast_div(centered, deviation), shape=(0, -3, -2))
    return sym.broadcast_add(sym.broadcast_mul(whole, parts[0]), parts[1])


@rule("LRN")
def lrn(m: Importer, a: Attributes, x: Imported) -> Any:
    if a.get("size") % 2 == 0:
        raise Unsupported("size must be odd")
    return sym.LRN(m.symbol(x), alpha=a.get("alpha", 1e-4), beta=a.get("beta", 0.75), knorm=a.get("bias", 1.0),
                   nsize=a.get("size"))


@rule("LpNormalization")
def lp_normalization(m: Importer, a: Attributes, x: Imported) -> Any:
    data, axis = m.symbol(x), a.get("axis", -1)
    length = sym.norm(data, ord=a.get("p", 2), axis=axis, keepdims=True)
    return sym.broadcast_div(data, length + (length == 0))


@rule("MeanVarianceNormalization")
def mean_variance_normalization(m: Importer, a: Attributes, x: Imported) -> Any:
    data, axes = m.symbol(x), a.ints("axes", (0, 2, 3))
    centered = sym.broadcast_sub(data, sym.mean(data, axis=axes, keepdims=True))
    deviation = sym.sqrt(sym.mean(sym.square(centered), axis=axes, keepdims=True))
    return sym.broadcast_div(centered, deviation + 1e-9)


@rule("Dropout")
def dropout(m: Importer, a: Attributes, x: Imported, ratio: Imported | None = None,
            training: Imported | None = None) -> Any:
    part = 0.5 if ratio is None else float(m.known(ratio, "the ratio").reshape(-1)[0])
    if training is not None and m.known(training, "training_mode").any() and part > 0:
        raise Unsupported("training_mode=True")
    data = m.symbol(x)
    return [sym.identity(data), sym.ones_like(data)]


@rule("Gemm")
def gemm(m: Importer, a: Attributes, x: Imported, w: Imported, c: Imported | None = None) -> Any:
    """Use a dense layer where possible."""
    alpha, beta, first, second = a.get("alpha", 1.0), a.get("beta", 1.0), a.get("transA", 0), a.get("transB", 0)
    plain = alpha == 1.0 and not first and (c is None or beta == 1.0)
    if plain and w.array is not None and (c is None or (c.rank == 1 and c.array is not None)):
        weight = w if second else m.constant(f"{w.name}_transposed", np.ascontiguousarray(w.array.T))
        units = weight.static[0]
        if c is None or c.static == (units,):
            inputs = [m.symbol(x), m.symbol(weight)] + ([] if c is None else [m.symbol(c)])
            return sym.FullyConnected(*inputs, num_hidden=units, no_bias=c is None, flatten=False)
    result = sym.dot(m.symbol(x), m.symbol(w), transpose_a=bool(first), transpose_b=bool(second))
    result = result if alpha == 1.0 else result * alpha
    if c is None or beta == 0.0:
        return result
    return sym.broadcast_add(result, m.symbol(c) if beta == 1.0 else m.symbol(c) * beta)


@rule("MatMul")
def matmul(m: Importer, a: Attributes, x: Imported, y: Imported) -> Any:
    """Use a dense layer for a constant matrix on the right, otherwise a batched matrix product."""
    if x.rank == 1 or y.rank == 1:
        return _with_vectors(m, x, y)
    if y.rank == 2 and y.array is not None:
        weight = m.constant(f"{y.name}_transposed", np.ascontiguousarray(y.array.T))
        return sym.FullyConnected(m.symbol(x), m.symbol(weight), num_hidden=weight.static[0], no_bias=True,
                                  flatten=False)
    if y.rank == 2:
        return sym.dot(m.symbol(x), m.symbol(y))
    return _stacks(m, x, y)


def _with_vectors(m: Importer, x: Imported, y: Imported) -> Any:
    if x.rank == 1 and y.rank == 1:
        return sym.dot(m.symbol(x), m.symbol(y))
    if y.rank == 1:
        return sym.dot(m.symbol(x), m.symbol(y))
    if y.rank == 2:
        return sym.dot(m.symbol(x), m.symbol(y))
    row = sym.reshape(m.symbol(x), shape=(*(1,) * (y.rank - 1), -1))
    wide = Imported(x.name, row, None, (*(1,) * (y.rank - 1), *x.sizes), x.dtype)
    return sym.squeeze(_stacks(m, wide, y), axis=y.rank - 2)


def _stacks(m: Importer, x: Imported, y: Imported) -> Any:
    """Multiply batches of matrices, after broadcasting them to the same batch shape."""
    rank = max(x.rank, y.rank)
    first, second = ((1,) * (rank - v.rank) + v.known_sizes for v in (x, y))
    symbols = []
    for value, own, other in ((x, first, second), (y, second, first)):
        symbol = m.symbol(value)
        if value.rank < rank:
            symbol = prepend_axes(symbol, rank - value.rank)
        wanted = tuple(b if a == 1 else a for a, b in zip(own[:-2], other[:-2], strict=True)) + own[-2:]
        if wanted != own:
            whole = Imported(value.name, symbol, None, own, value.dtype)
            symbol = broadcast_to(m, whole, symbol, wanted)
        symbols.append(symbol)
    return sym.batch_dot(*symbols)


@rule("Softmax", "LogSoftmax")
def softmax(m: Importer, a: Attributes, x: Imported) -> Any:
    """Apply softmax. Up to opset 12, all axes from `axis` on are flattened into one."""
    function = sym.softmax if a.kind == "Softmax" else sym.log_softmax
    if a.opset >= 13:
        return function(m.symbol(x), axis=a.get("axis", -1))
    axis = a.get("axis", 1) % x.rank
    if axis == x.rank - 1:
        return function(m.symbol(x), axis=axis)
    flat = sym.reshape(m.symbol(x), shape=(*(0,) * axis, -1)) if axis else sym.reshape(m.symbol(x), shape=(1, -1))
    return sym.reshape_like(function(flat, axis=-1), m.symbol(x))


@rule("Hardmax")
def hardmax(m: Importer, a: Attributes, x: Imported) -> Any:
    if a.opset < 13:
        raise Unsupported("opset 12 and below")
    axis = a.get("axis", -1) % x.rank
    chosen = sym.one_hot(sym.argmax(m.symbol(x), axis=axis), depth=x.static[axis])
    order = list(range(x.rank - 1))
    order.insert(axis, x.rank - 1)
    return sym.transpose(chosen, axes=tuple(order)) if x.rank > 1 else sym.reshape(chosen, shape=(-1,))


