"""Graphs of quantized networks."""

from __future__ import annotations

import json
from typing import Any

import mxnet as mx
from mxnet.contrib import quantization

FILE, LAYOUT = "quantized_golden.json", "compact"


def network() -> Any:
    """Return a network with all types of operators: quantized with and without weights, float32, and a branch."""
    data = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="c1")
    data = mx.sym.Activation(mx.sym.BatchNorm(data, name="b1"), act_type="relu", name="r1")
    pooled = mx.sym.Pooling(data, kernel=(2, 2), pool_type="max", name="p1")
    second = mx.sym.Convolution(pooled, kernel=(1, 1), num_filter=4, no_bias=True, name="c2")
    curved = mx.sym.Activation(mx.sym.elemwise_add(second, pooled, name="add"), act_type="tanh", name="t")
    flat = mx.sym.Flatten(mx.sym.Concat(curved, second, name="cat"), name="fl")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(flat, num_hidden=3, name="fc"), name="softmax")


CASES = {
    "full": {"quantize_mode": "full"},
    "smart": {"quantize_mode": "smart"},
    "without c2": {"quantize_mode": "full", "excluded_sym_names": ["c2"]},
    "without Pooling": {"quantize_mode": "smart", "excluded_op_names": ["Pooling"]},
}


def described(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return nodes, stored parameters and calibrated layers of the quantized network, with artificial ranges."""
    symbol = network()
    shapes, _, state_shapes = symbol.infer_shape(data=(2, 3, 8, 8))
    params = {n: mx.nd.ones(s) for n, s in zip(symbol.list_arguments(), shapes) if n not in ("data", "softmax_label")}
    states = {n: mx.nd.ones(s) for n, s in zip(symbol.list_auxiliary_states(), state_shapes)}
    given = {"excluded_sym_names": [], "excluded_op_names": [], **arguments}
    low, _, _, collector = quantization.quantize_graph(symbol, params, states, calib_mode="naive", **given)
    layers = sorted(set(collector.include_layer))
    collector.min_max_dict = {name: (-1.5, i + 2.25) for i, name in enumerate(layers)}
    low, stored, _ = quantization.calib_graph(low, params, states, collector, calib_mode="naive")
    graph = json.loads(low.tojson())
    nodes = {n["name"]: [n["op"], {k: v for k, v in n.get("attrs", {}).items() if k != "__dtype__"},
                         [[graph["nodes"][i[0]]["name"], i[1]] for i in n["inputs"]]] for n in graph["nodes"]}
    return {"nodes": nodes, "heads": [graph["nodes"][h[0]]["name"] for h in graph["heads"]], "stored": sorted(stored),
            "layers": layers}


def observe(case: str) -> dict[str, Any]:
    return {case: described(CASES[case])}
