"""Rules for all variants of softmax and for output layers, which are reduced to their forward result."""

from __future__ import annotations

import numpy as np

from .emit import Emitter, Unsupported, Value
from .rule import Params, rule, simple


def _scale(g: Emitter, p: Params, data: Value) -> Value:
    """Convert data to the dtype of the computation and divide it by the temperature."""
    wanted = g.results[0].dtype
    if data.kind.itemsize < min(wanted.itemsize, 4):
        data = g.cast(data, wanted)
    if p["temperature"] not in (None, 1.0):
        shape = data.shape
        data = g("Div", data, g.like(p["temperature"], data))
        data.shape = shape
    return data


def _no_length(p: Params) -> None:
    if p["use_length"]:
        raise Unsupported("use_length requires lengths, which only softmax accepts")


@rule("softmax")
def softmax(g: Emitter, p: Params, data: Value, length: Value | None = None) -> Value:
    """Compute softmax; positions past the length of a sequence get probability 0."""
    axis = p["axis"] % data.rank
    sizes, rank = data, data.rank
    data = _scale(g, p, data)
    if not p["use_length"] or length is None:
        return g("Softmax", data, axis=axis)
    steps = g.reshape(g.counting(g.size(sizes, axis)), [-1 if i == axis else 1 for i in range(rank)])
    ends = g.unsqueeze(g.whole(length), axis) if rank > 1 else g.whole(length)
    inside = g("Less", steps, ends)
    # A finite number, unlike infinity, keeps sequences of length 0 from becoming NaN.
    lowest = g.like(float(np.finfo(data.kind).min), data)
    result = g("Softmax", g.where(inside, data, lowest), axis=axis)
    return g.where(inside, result, g.like(0.0, data))


@rule("softmin")
def softmin(g: Emitter, p: Params, data: Value) -> Value:
    _no_length(p)
    axis = p["axis"]
    return g("Softmax", g("Neg", _scale(g, p, data)), axis=axis)


@rule("log_softmax")
def log_softmax(g: Emitter, p: Params, data: Value) -> Value:
    _no_length(p)
    return g("LogSoftmax", _scale(g, p, data), axis=p["axis"])


@rule("SoftmaxActivation")
def softmax_activation(g: Emitter, p: Params, data: Value) -> Value:
    return g("Softmax", data, axis=1 if p["mode"] == "channel" or data.rank == 2 else -1)


@rule("SoftmaxOutput", labels=(1,))
def softmax_output(g: Emitter, p: Params, data: Value) -> Value:
    """Apply softmax over the channels (`multi_output`), the last axis, or all axes but the first."""
    if p["multi_output"]:
        return g("Softmax", data, axis=1)
    if p["preserve_shape"] or data.rank == 2 or (data.rank == 4 and data.kind == np.float32):
        return g("Softmax", data, axis=-1)
    return g.reshape(g("Softmax", g("Flatten", data, axis=1), axis=1), g.shape_of(data))


@rule("LogisticRegressionOutput", labels=(1,))
def logistic_regression_output(g: Emitter, p: Params, data: Value) -> Value:
    return g("Sigmoid", data)


@rule("LinearRegressionOutput", "MAERegressionOutput", "SVMOutput", labels=(1,))
def identity_with_label(g: Emitter, p: Params, data: Value) -> Value:
    return g("Identity", data)


@rule("IdentityAttachKLSparseReg", labels=(1,))
def kl_sparse_reg(g: Emitter, p: Params, data: Value) -> Value:
    return g("Identity", data)


simple("Identity", "MakeLoss", "make_loss")


@rule("softmax_cross_entropy")
def softmax_cross_entropy(g: Emitter, p: Params, data: Value, label: Value) -> Value:
    probabilities = g("Softmax", data, axis=1)
    classes = data.sizes[1]
    if classes is None:
        raise Unsupported("the number of classes must be known")
    # A label outside the classes selects an element of another row.
    rows = g("Mul", g.counting(g.size(data, 0)), g.constant(classes, np.int64))
    places = g("Max", g("Add", rows, g.whole(label)), g.constant(0, np.int64))
    last = g("Sub", g("Size", data), g.constant(1, np.int64))
    chosen = g("Gather", g.reshape(probabilities, [-1]), g("Min", places, last), axis=0)
    logarithms = g("Log", g("Max", chosen, g.like(1e-8, data)))
    return g("Neg", g.reduce("ReduceSum", logarithms, [0]))
