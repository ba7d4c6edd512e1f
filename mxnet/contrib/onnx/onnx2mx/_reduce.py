"""Rules for reductions, sorting, einsum and quantization."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ._importer import Attributes, Imported, Importer, rule

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol


def _square_sum(data: Any, **options: Any) -> Any:
    return sym.sum(sym.square(data), **options)


def _log_sum(data: Any, **options: Any) -> Any:
    return sym.log(sym.sum(data, **options))


def _log_sum_exp(data: Any, **options: Any) -> Any:
    """Subtract the maximum first to avoid overflow."""
    peak = sym.BlockGrad(sym.max(data, axis=options["axis"], keepdims=True))
    result = sym.log(sym.sum(sym.exp(sym.broadcast_sub(data, peak)), **options))
    return result + (peak if options["keepdims"] else sym.reshape_like(peak, result))


_REDUCTIONS = {
    "ReduceSum": sym.sum, "ReduceMean": sym.mean, "ReduceMax": sym.max, "ReduceMin": sym.min, "ReduceProd": sym.prod,
    "ReduceL1": lambda data, **options: sym.sum(sym.abs(data), **options),
    "ReduceL2": lambda data, **options: sym.sqrt(_square_sum(data, **options)),
    "ReduceSumSquare": _square_sum, "ReduceLogSum": _log_sum, "ReduceLogSumExp": _log_sum_exp,
}


def _reduction(function: Any) -> Any:
    def write(m: Importer, a: Attributes, x: Imported, axes: Imported | None = None) -> Any:
        chosen = a.ints("axes") if axes is None else m.ints(axes, "axes")
        if not chosen:
            if a.get("noop_with_empty_axes", 0):
                return function(sym.expand_dims(m.symbol(x), axis=0), axis=(0,), keepdims=False)
            chosen = tuple(range(x.rank))
        return function(m.symbol(x), axis=chosen, keepdims=bool(a.get("keepdims", 1)))

    return write


for _kind, _function in _REDUCTIONS.items():
    rule(_kind)(_reduction(_function))


@rule("ArgMax", "ArgMin")
def arg_extreme(m: Importer, a: Attributes, x: Imported) -> Any:
    function = sym.argmax if a.kind == "ArgMax" else sym.argmin
    axis, keep = a.get("axis", 0), bool(a.get("keepdims", 1))
    data = m.symbol(x)
    if not a.get("select_last_index", 0):
        return sym.cast(function(data, axis=axis, keepdims=keep), dtype="int64")
    length = x.static[axis]
    place = function(sym.reverse(data, axis=axis % x.rank), axis=axis, keepdims=keep)
    return sym.cast(length - 1 - place, dtype="int64")


@rule("TopK")
def topk(m: Importer, a: Attributes, x: Imported, k: Imported | None = None) -> Any:
    count = a.get("k") if k is None else int(m.known(k, "k").reshape(-1)[0])
    return list(sym.topk(m.symbol(x), axis=a.get("axis", -1), k=count, ret_typ="both",
                         is_ascend=not a.get("largest", 1), dtype="int64"))


@rule("CumSum")
def cumsum(m: Importer, a: Attributes, x: Imported, axis: Imported) -> Any:
    where = int(m.known(axis, "axis").reshape(-1)[0]) % x.rank
    data = m.symbol(x)
    if a.get("reverse", 0):
        data = sym.reverse(data, axis=where)
    result = sym.cumsum(data, axis=where)
    if a.get("exclusive", 0):
        result = result - data
    return sym.reverse(result, axis=where) if a.get("reverse", 0) else result


@rule("Einsum")
def einsum(m: Importer, a: Attributes, *values: Imported) -> Any:
    """Contract two operands: shared output axes are batch axes, the others form matrices."""
    terms, arrow, result = a.get("equation").replace(" ", "").partition("->")
    names = terms.split(",")
    if not arrow:
        result = "".join(sorted(n for n in set(terms) - {",", "."} if terms.count(n) == 1))
    if not terms:
        return sym.identity(m.symbol(values[0]))
    if len(values) == 1 and result and "." not in terms and len(set(terms)) == len(terms):
        kept = [n for n in terms if n in result]
        gone = tuple(i for i, n in enumerate(terms) if n not in result)
        data = sym.sum(m.symbol(values[0]), axis=gone) if gone else m.symbol(values[0])
        return sym.transpose(data, axes=tuple(kept.index(n) for n in result))
    if len(values) != 2 or "." in terms or any(len(set(n)) != len(n) for n in (*names, result)):
        raise Unsupported(f"equation {a.get('equation')!r}")
    left, right = names
    shared = [n for n in result if n in left and n in right]
    summed = [n for n in left if n in right and n not in result]
    rows, columns = ([n for n in own if n in result and n not in shared] for own in (left, right))
    if set(left) - set(shared + summed + rows) or set(right) - set(shared + summed + columns):
        raise Unsupported(f"equation {a.get('equation')!r}")
    sizes = dict(zip(left, values[0].static, strict=True)) | dict(zip(right, values[1].static, strict=True))

    def count(chosen: list[str]) -> int:
        return int(np.prod([sizes[n] for n in chosen]))

    def stacked(value: Imported, own: str, order: list[str], shape: tuple[int, ...]) -> Any:
        moved = sym.transpose(m.symbol(value), axes=tuple(own.index(n) for n in order))
        return sym.reshape(moved, shape=shape)

    first = stacked(values[0], left, [*shared, *rows, *summed], (count(shared), count(rows), count(summed)))
    second = stacked(values[1], right, [*shared, *summed, *columns], (count(shared), count(summed), count(columns)))
    order = [*shared, *rows, *columns]
    product = sym.reshape(sym.batch_dot(first, second), shape=tuple(sizes[n] for n in order) or (1,))
    return sym.transpose(product, axes=tuple(order.index(n) for n in result)) if result else product


def _along(value: np.ndarray, rank: int, axis: int) -> np.ndarray:
    return value.reshape([-1 if i == axis % rank else 1 for i in range(rank)]) if value.size > 1 else value.reshape(-1)


@rule("DequantizeLinear")
def dequantize(m: Importer, a: Attributes, x: Imported, scale: Imported, zero: Imported | None = None) -> Any:
    data = sym.cast(m.symbol(x), dtype="float32")
    if zero is not None and (zero.array is None or zero.array.any()):
        data = sym.broadcast_sub(data, _factor(m, a, x, zero, "zero"))
    return sym.broadcast_mul(data, _factor(m, a, x, scale, "scale"))


def _factor(m: Importer, a: Attributes, x: Imported, value: Imported, what: str) -> Any:
    """Return a scale or zero point in a shape that broadcasts with the data."""
    if value.array is None:
        if value.rank:
            raise Unsupported("scales of axes must be constant")
        return sym.cast(m.symbol(value), dtype="float32")
    array = value.array.astype(np.float32)
    if array.ndim > 1:
        raise Unsupported("scales of blocks")
    return m.variable(f"{m.results[0].name}_{what}", _along(array, x.rank, a.get("axis", 1)))


@rule("QuantizeLinear")
def quantize(m: Importer, a: Attributes, x: Imported, scale: Imported, zero: Imported | None = None) -> Any:
    """Round half to even, and clip to the dtype of the zero point."""
    from ._elementwise import round_

    dtype = np.dtype("uint8") if zero is None else zero.dtype
    if dtype is None or dtype.kind not in "iu":
        raise Unsupported(f"type {dtype}")
    data = sym.broadcast_div(m.symbol(x), _factor(m, a, x, scale, "scale"))
    data = round_(m, a, Imported(m.results[0].name, data, None, x.shape, x.dtype))
    if zero is not None and (zero.array is None or zero.array.any()):
        data = sym.broadcast_add(data, _factor(m, a, x, zero, "zero"))
    limits = np.iinfo(dtype)
    return sym.cast(sym.clip(data, a_min=float(limits.min), a_max=float(limits.max)), dtype=dtype.name)
