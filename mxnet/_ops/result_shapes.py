"""Shapes of results, worked out without running the lowering.

They come from running lowerings on ``meta`` tensors. But torch's kernels for those are Python programs: the first of
them loads for two seconds, and each takes up to a millisecond. So the operators that most networks are made of have
rules as well. A rule answers None whenever anything is unusual or wrong, which leaves the answer, or the error, to the
lowering; ``tests/_ops/test_result_shapes.py`` compares every rule with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .matrix import infer_reshape
from .opdef import OpDef, same_shapes

Size = tuple[int, ...]
Params = dict[str, Any]
Rule = Callable[[Params, list[Size]], "list[Size] | Size | None"]


def _of_data(params: Params, shapes: list[Size]) -> Size:
    return shapes[0]


def _of_all(params: Params, shapes: list[Size]) -> Size | None:
    return shapes[0] if all(shape == shapes[0] for shape in shapes) else None


def _softmax(params: Params, shapes: list[Size]) -> Size | None:
    return shapes[0] if len(shapes) == 1 and -len(shapes[0]) <= params["axis"] < len(shapes[0]) else None


def _class_labels(params: Params, shapes: list[Size]) -> Size | None:
    data, label = shapes
    return data if len(data) == 2 and label == data[:1] else None


def _broadcast(params: Params, shapes: list[Size]) -> Size | None:
    left, right = shapes
    if len(left) != len(right):
        return None
    result = [max(a, b) if 1 in (a, b) else a for a, b in zip(left, right, strict=True)]
    fits = all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))
    return tuple(result) if fits else None


def _dense(params: Params, shapes: list[Size]) -> Size | None:
    data, weight, *bias = shapes
    units = params["num_hidden"]
    rows = (data[0],) if params["flatten"] else data[:-1]
    width = math.prod(data[1:]) if params["flatten"] else data[-1]
    fits = len(data) > 1 and weight == (units, width) and bias in ([], [(units,)])
    return (*rows, units) if fits else None


def _expanded(given: Size, rank: int, default: int) -> Size:
    return tuple(given) if given else (default,) * rank


def _windows(sizes: Size, kernel: Size, stride: Size, pad: Size, dilate: Size) -> Size | None:
    result = tuple((size + 2 * p - d * (k - 1) - 1) // s + 1
                   for size, k, s, p, d in zip(sizes, kernel, stride, pad, dilate, strict=True))
    return result if min(result) > 0 else None


def _window_parameters(params: Params, rank: int) -> tuple[Size, Size, Size]:
    return (_expanded(params["stride"], rank, 1), _expanded(params["pad"], rank, 0),
            _expanded(params.get("dilate", ()), rank, 1))


def _convolution(params: Params, shapes: list[Size]) -> Size | None:
    data, weight, *bias = shapes
    kernel, filters, groups = tuple(params["kernel"]), params["num_filter"], params["num_group"]
    rank = len(kernel)
    if len(data) != rank + 2 or not (params["layout"] or "NC").startswith("NC") or data[1] % groups or filters % groups:
        return None
    if weight != (filters, data[1] // groups, *kernel) or bias not in ([], [(filters,)]):
        return None
    spatial = _windows(data[2:], kernel, *_window_parameters(params, rank))
    return (data[0], filters, *spatial) if spatial else None


def _pooling(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    rank = len(data) - 2
    if rank < 1 or not (params["layout"] or "NC").startswith("NC") or params["pool_type"] not in ("max", "avg"):
        return None
    if params["global_pool"]:
        return (*data[:2], *(1,) * rank)
    kernel = tuple(params["kernel"])
    if len(kernel) != rank or params["pooling_convention"] != "valid":
        return None
    stride, pad, dilate = _window_parameters(
        {"stride": params["stride"][:rank], "pad": params["pad"][:rank]}, rank)
    if any(p >= k for p, k in zip(pad, kernel, strict=True)):
        return None
    spatial = _windows(data[2:], kernel, stride, pad, dilate)
    return (*data[:2], *spatial) if spatial else None


def _batch_norm(params: Params, shapes: list[Size]) -> list[Size] | None:
    data, *vectors = shapes
    axis = params["axis"]
    if not -len(data) <= axis < len(data) or any(vector != (data[axis],) for vector in vectors):
        return None
    return [data, (data[axis],), (data[axis],)] if params["output_mean_var"] else [data]


def _layer_norm(params: Params, shapes: list[Size]) -> Size | None:
    data, gamma, beta = shapes
    axis = params["axis"]
    fits = -len(data) <= axis < len(data) and gamma == beta == (data[axis],) and not params["output_mean_var"]
    return data if fits else None


def _concat(params: Params, shapes: list[Size]) -> Size | None:
    first, axis = shapes[0], params["dim"]
    if not -len(first) <= axis < len(first):
        return None
    axis %= len(first)
    rest = {shape[:axis] + (0,) + shape[axis + 1:] for shape in shapes}
    return (*first[:axis], sum(shape[axis] for shape in shapes), *first[axis + 1:]) if len(rest) == 1 else None


def _stack(params: Params, shapes: list[Size]) -> Size | None:
    first, axis = shapes[0], params["axis"]
    if any(shape != first for shape in shapes) or not -len(first) - 1 <= axis <= len(first):
        return None
    axis %= len(first) + 1
    return (*first[:axis], len(shapes), *first[axis:])


def _flatten(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    return (data[0], math.prod(data[1:])) if len(data) > 1 else None


def _reshape(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    if not params["shape"]:
        return None
    try:
        result = infer_reshape(data, tuple(params["shape"]), params["reverse"])
    except (ValueError, IndexError, ZeroDivisionError):
        return None
    return result if math.prod(result) == math.prod(data) else None


def _transpose(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    axes = params["axes"] or tuple(reversed(range(len(data))))
    return tuple(data[a] for a in axes) if sorted(axes) == list(range(len(data))) else None


def _expand_dims(params: Params, shapes: list[Size]) -> Size | None:
    (data,), axis = shapes, params["axis"]
    if not -len(data) - 1 <= axis <= len(data):
        return None
    axis %= len(data) + 1
    return (*data[:axis], 1, *data[axis:])


def _split(params: Params, shapes: list[Size]) -> list[Size] | None:
    (data,), axis, count = shapes, params["axis"], params["num_outputs"]
    if not -len(data) <= axis < len(data) or data[axis] % count or params["squeeze_axis"]:
        return None
    axis %= len(data)
    return [(*data[:axis], data[axis] // count, *data[axis + 1:])] * count


def _reduction(params: Params, shapes: list[Size]) -> Size | None:
    (data,), axis = shapes, params["axis"]
    if axis is None or axis == () or params["exclude"]:
        return None
    axes = {a for a in ((axis,) if isinstance(axis, int) else axis) if -len(data) <= a < len(data)}
    if len(axes) != (1 if isinstance(axis, int) else len(axis)):
        return None
    reduced = {a % len(data) for a in axes}
    if params["keepdims"]:
        return tuple(1 if i in reduced else size for i, size in enumerate(data))
    return tuple(size for i, size in enumerate(data) if i not in reduced) or (1,)


def _product(rank: int) -> Rule:
    def rule(params: Params, shapes: list[Size]) -> Size | None:
        left, right = shapes
        if len(left) != rank or len(right) != rank or left[:-2] != right[:-2]:
            return None
        rows, inner = left[-2:][::-1] if params["transpose_a"] else left[-2:]
        same, columns = right[-2:][::-1] if params["transpose_b"] else right[-2:]
        return (*left[:-2], rows, columns) if inner == same else None

    return rule


def _embedding(params: Params, shapes: list[Size]) -> Size | None:
    data, weight = shapes
    fits = weight == (params["input_dim"], params["output_dim"])
    return (*data, params["output_dim"]) if fits else None


_OF_SCALARS = {"scalar", "is_int"}
# Where the result has the shape of the data, whatever else there is.
_OF_DATA = ("Activation", "Dropout", "clip", "MakeLoss")
_RULES: dict[str, Rule] = {
    **dict.fromkeys(_OF_DATA, _of_data),
    **dict.fromkeys(("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"), _of_all),
    **dict.fromkeys(("softmax", "log_softmax", "softmin"), _softmax),
    "SoftmaxOutput": _class_labels,
    "FullyConnected": _dense,
    "Convolution": _convolution,
    "Pooling": _pooling,
    "BatchNorm": _batch_norm,
    "LayerNorm": _layer_norm,
    "Concat": _concat,
    "stack": _stack,
    "Flatten": _flatten,
    "Reshape": _reshape,
    "transpose": _transpose,
    "expand_dims": _expand_dims,
    "SliceChannel": _split,
    **dict.fromkeys(("sum", "mean", "max", "min", "prod"), _reduction),
    "dot": _product(2),
    "batch_dot": _product(3),
    "Embedding": _embedding,
}


def result_shapes(op: OpDef, params: Params, shapes: list[Size], outputs: int) -> list[Size] | None:
    """Shapes of the results for complete shapes of the inputs, or None if there is no rule for the case."""
    rule = _RULES.get(op.name)
    if rule is None:
        if op.inputs == ("lhs", "rhs") and op.name.startswith("broadcast_") and not op.params:
            rule = _broadcast
        elif op.inference.fill is same_shapes and shapes and not op.environment and _OF_SCALARS.issuperset(op.params):
            rule = _of_all
        else:
            return None
    try:
        found = rule(params, shapes)
    except (ValueError, IndexError, KeyError):
        return None
    if found is None:
        return None
    results = found if isinstance(found, list) else [found]
    return results if len(results) == outputs else None
