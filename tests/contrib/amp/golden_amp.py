"""Networks in mixed precision: converted networks, networks created after ``amp.init``, and the operator lists."""

from __future__ import annotations

from typing import Any

import mxnet as mx
from mxnet.contrib import amp

FILE, LAYOUT = "golden.json", "compact"
APART = True  # MXNet cannot undo `amp.init`
TYPES = ("float16", "bfloat16")
CASES = ("converted", *TYPES)


def perceptron() -> Any:
    """Return dense layers and a loss with its own gradient."""
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
    hidden = mx.sym.Activation(hidden, act_type="relu", name="act1")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=4, name="fc2"), name="softmax")


def convolutional() -> Any:
    """Return a network with all precision classes (low, full, conditional, widest and any) and two outputs."""
    data = mx.sym.var("data")
    first = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, name="c1")
    first = mx.sym.Activation(mx.sym.BatchNorm(first, name="b1"), act_type="relu", name="r1")
    second = mx.sym.Convolution(first, kernel=(3, 3), pad=(1, 1), num_filter=4, name="c2", no_bias=True)
    curved = mx.sym.LeakyReLU(mx.sym.elemwise_add(second, first, name="plus"), act_type="elu", name="elu")
    pooled = mx.sym.Pooling(curved, kernel=(2, 2), stride=(2, 2), pool_type="max", name="p")
    beside = mx.sym.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type="avg", name="pd")
    flat = mx.sym.flatten(mx.sym.concat(pooled, beside, name="cat"), name="fl")
    scores = mx.sym.FullyConnected(flat, num_hidden=3, name="fc")
    moved = mx.sym.exp(mx.sym.broadcast_add(scores, mx.sym.var("off"), name="badd"), name="ex")
    return mx.sym.Group([mx.sym.softmax(moved, name="sm"), scores])


def declared() -> Any:
    """Return a network whose variables declare their dtype."""
    weight, bias, factor = (mx.sym.var(name, dtype="float32") for name in ("fc_weight", "fc_bias", "w2"))
    scores = mx.sym.FullyConnected(mx.sym.var("data"), weight, bias, num_hidden=3, name="fc")
    return mx.sym.softmax(mx.sym.broadcast_mul(scores, factor, name="bm"), name="sm")


def layers() -> Any:
    """Return Gluon layers as a symbol."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Dense(3))
    return net(mx.sym.var("data"))


def methods() -> Any:
    """Return a network of operator methods, arithmetic and functions of submodules."""
    data = mx.sym.var("data")
    total = data.softmax(axis=1) + data.exp()
    return mx.sym.Group([total, mx.sym.contrib.box_iou(data, data), mx.sym.linalg.gemm2(data, data)])


NETWORKS = {f.__name__: f for f in (perceptron, convolutional, declared)}
DATA = {"perceptron": ["data", "softmax_label"], "convolutional": ["data"], "declared": ["data"]}


def conversions(name: str) -> dict[str, dict[str, Any]]:
    """Return the arguments of ``convert_symbol`` by case."""
    lists = {"target_dtype_ops": ["Convolution", "BatchNorm"], "fp32_ops": ["FullyConnected", "softmax"],
             "conditional_fp32_ops": [("Activation", "act_type", ["relu"])]}
    return {
        "float16": {},
        "float16 parameters": {"data_names": DATA[name]},
        "float16 stored": {"data_names": DATA[name], "cast_optional_params": True},
        "float16 excluded": {"excluded_sym_names": ["fc1", "c2", "fc"]},
        "float16 lists": lists,
        "bfloat16": {"target_dtype": "bfloat16"},
        "bfloat16 stored": {"target_dtype": "bfloat16", "data_names": DATA[name], "cast_optional_params": True},
    }


def converted() -> dict[str, str]:
    """Return all networks after all conversions as JSON."""
    return {f"{name} {case}": amp.convert_symbol(make(), **arguments).tojson(remove_amp_cast=False)
            for name, make in NETWORKS.items() for case, arguments in conversions(name).items()}


def initialized() -> dict[str, str]:
    """Return networks that are created after ``amp.init`` as JSON."""
    texts = {}
    for make in (perceptron, convolutional, declared, layers, methods):
        with mx.name.NameManager():
            texts[make.__name__] = make().tojson(remove_amp_cast=False)
    return texts


def observe(case: str) -> dict[str, Any]:
    if case == "converted":
        return converted()
    amp.init(case)
    target = amp.amp.bfloat16 if case == "bfloat16" else case
    lists = {name: getattr(amp, name)(target) for name in dir(amp) if name.startswith("list_")}
    return {"initialized": initialized(), "lists": lists}


def combine(results: dict[str, Any]) -> dict[str, Any]:
    return {"converted": results["converted"],
            **{part: {target: results[target][part] for target in TYPES} for part in ("initialized", "lists")}}
