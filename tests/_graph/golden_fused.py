"""Graphs with fused operators: as saved, and all values inside.

Make the file on a processor with AVX512-VNNI, whose sums of 8 bit products are exact.
"""

import itertools
import json

import numpy as np

import mxnet as mx
from mxnet.contrib import quantization

FILE = "golden/fused.npz"
# Sums of 8 bit integers write beyond the original's memory, which ends some processes.
APART = MAY_FAIL = True
CURVES = {
    "relu": lambda x: mx.sym.Activation(x, act_type="relu"),
    "sigmoid": lambda x: mx.sym.Activation(x, act_type="sigmoid"),
    "tanh": lambda x: mx.sym.Activation(x, act_type="tanh"),
    "softrelu": lambda x: mx.sym.Activation(x, act_type="softrelu"),
    "leaky": lambda x: mx.sym.LeakyReLU(x, act_type="leaky", slope=0.2),
    "gelu": lambda x: mx.sym.LeakyReLU(x, act_type="gelu"),
    "clip": lambda x: mx.sym.clip(x, a_min=0, a_max=0.75),
    "square": mx.sym.square,
    "exp": mx.sym.exp,
    "abs": mx.sym.abs,
}


def convolution(data, name, filters=4, **parameters):
    return mx.sym.Convolution(data, num_filter=filters, name=name, **{"kernel": (3, 3), "pad": (1, 1), **parameters})


def residual(on_the_right):
    data = convolution(mx.sym.var("data"), "first", no_bias=True)
    data = mx.sym.Activation(mx.sym.BatchNorm(data, fix_gamma=False, name="norm"), act_type="relu", name="start")
    second = mx.sym.BatchNorm(convolution(data, "second"), eps=0.01, name="norm2")
    data = data + second if on_the_right else second + data
    data = mx.sym.Activation(data, act_type="relu", name="end")
    return convolution(data, "last", 2, kernel=(1, 1), pad=(0, 0)) + mx.sym.slice_axis(data, axis=1, begin=0, end=2)


def dense(curve, **parameters):
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=5, name="first", **parameters)
    data = data if curve is None else curve(data)
    return mx.sym.FullyConnected(data, num_hidden=3, no_bias=True, name="last", **parameters)


def curved_twice():
    data = mx.sym.var("data")
    return mx.sym.LeakyReLU(mx.sym.LeakyReLU(convolution(data, "first", 3), slope=0.1) + data, slope=0.3)


def curved_sum():
    data = mx.sym.var("data")
    return mx.sym.LeakyReLU(convolution(data, "first", 3) + mx.sym.tanh(data), slope=0.3)


def attention():
    data = mx.sym.var("data")
    scores = mx.sym.contrib.interleaved_matmul_selfatt_qk(data, heads=2, name="scores")
    weights = mx.sym.softmax(scores, axis=-1, name="weights")
    return mx.sym.contrib.interleaved_matmul_selfatt_valatt(data, weights, heads=2, name="mixed")


IMAGE, ROWS = (2, 3, 5, 4), (4, 6)
NETWORKS = {
    "residual": (lambda: residual(False), IMAGE),
    "residual_right": (lambda: residual(True), IMAGE),
    "groups": (lambda: CURVES["relu"](convolution(mx.sym.var("data"), "first", 6, num_group=3, stride=(2, 1),
                                                  dilate=(2, 1), no_bias=True)), IMAGE),
    "volume": (lambda: convolution(mx.sym.var("data"), "first", kernel=(2, 3, 1), pad=(1, 1, 0)), (1, 2, 3, 4, 2)),
    "curved_twice": (curved_twice, IMAGE),
    "curved_sum": (curved_sum, IMAGE),
    **{f"convolution_{name}": (lambda name=name: CURVES[name](convolution(mx.sym.var("data"), "first", 3)), IMAGE)
       for name in ("relu", "sigmoid", "tanh", "softrelu", "leaky", "gelu", "clip")},
    "dense": (lambda: dense(None), (4, 3, 2)),
    "dense_rows": (lambda: dense(CURVES["relu"], flatten=False), (2, 3, 6)),
    **{f"dense_{name}": (lambda curve=curve: dense(curve), ROWS) for name, curve in CURVES.items()},
    "attention": (attention, (3, 2, 12)),
}
# Their data is positive, so that it can be uint8.
POSITIVE = ("groups", "convolution_relu", "convolution_tanh", "dense_relu", "dense_clip", "dense_rows")


def values(symbol, shape, seed, positive):
    """Data, parameters and states."""
    random = np.random.RandomState(seed)
    shapes, _, states = symbol.infer_shape(data=shape)
    given = {n: mx.nd.array(random.uniform(-1, 1, s)) for n, s in zip(symbol.list_arguments(), shapes)}
    given["data"] = given["data"].abs() if positive else given["data"]
    return given, {n: mx.nd.array(random.uniform(0.5, 1.5, s)) for n, s in zip(symbol.list_auxiliary_states(), states)}


def results(symbol, given, states):
    """All values inside of a graph, by name."""
    inner = symbol.get_internals()
    chosen = mx.sym.Group([inner[n] for n in inner.list_outputs() if n not in inner.list_inputs()])
    bound = chosen.bind(mx.cpu(), {n: given[n] for n in chosen.list_arguments()}, grad_req="null",
                        aux_states={n: states[n] for n in chosen.list_auxiliary_states()})
    return dict(zip(chosen.list_outputs(), (o.asnumpy() for o in bound.forward(is_train=False))))


def in_8_bits(symbol, given, states, mode, granularity, kind):
    """The graph and its parameters in 8 bits."""
    fused = symbol.get_backend_symbol("MKLDNN_QUANTIZE")
    batches = mx.io.NDArrayIter(given["data"].asnumpy(), batch_size=given["data"].shape[0], label_name=None)
    low, arguments, found = quantization.quantize_model(
        fused, {n: a for n, a in given.items() if n != "data"}, states, data_names=["data"], label_names=None,
        ctx=mx.cpu(), calib_mode=mode, calib_data=None if mode == "none" else batches,
        num_calib_examples=None if mode == "none" else given["data"].shape[0], quantized_dtype=kind,
        quantize_mode="full", quantize_granularity=granularity)
    return low.get_backend_symbol("MKLDNN_QUANTIZE"), {**arguments, "data": given["data"]}, found


class Packed:
    """Arrays one after the other in one buffer, equal ones once."""

    def __init__(self):
        self.content, self._known = bytearray(), {}

    def place(self, array):
        """Where an array is: the position of its first byte, its type and shape."""
        key = array.tobytes()
        if key not in self._known:
            self._known[key] = len(self.content)
            self.content += key
        return [self._known[key], array.dtype.name, list(array.shape)]


def observe(case):
    """The graph of a case with everything that goes into it and all values inside of it."""
    name, *settings = case.split()
    network, shape = NETWORKS[name]
    symbol = network()
    given, states = values(symbol, shape, list(NETWORKS).index(name), name in POSITIVE)
    if settings:
        symbol, given, states = in_8_bits(symbol, given, states, *settings)
    else:
        symbol = symbol.get_backend_symbol("MKLDNN")
    return {"graph": symbol.tojson(), "arguments": symbol.list_arguments(), "states": symbol.list_auxiliary_states(),
            "outputs": symbol.list_outputs(), "given": {n: a.asnumpy() for n, a in given.items()},
            "moving": {n: a.asnumpy() for n, a in states.items()}, "results": results(symbol, given, states)}


def cases():
    for name in NETWORKS:
        yield name
        for mode, kind in itertools.product(("naive", "none"), ("auto", "int8", "uint8")):
            if kind != "auto" or mode == "naive":
                yield f"{name} {mode} tensor-wise {kind}"
        if name.startswith("dense"):
            yield f"{name} naive channel-wise int8"


CASES = list(cases())


def combine(results):
    packed = Packed()
    for record in results.values():
        for field in ("given", "moving", "results"):
            record[field] = {n: packed.place(a) for n, a in record[field].items()}
    text = json.dumps(results, separators=(",", ":")).encode()
    return {"records": np.frombuffer(text, np.uint8), "content": np.frombuffer(packed.content, np.uint8)}
