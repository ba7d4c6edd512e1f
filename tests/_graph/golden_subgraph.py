"""Random graphs cut into subgraphs, and a graph as one node of another.

Graphs whose outputs MXNet names after copies it makes inside (equal outputs) are left out.
"""

from __future__ import annotations

import json
import random

import numpy as np

import mxnet as mx
from mxnet.base import _LIB, c_str, c_str_array, check_call, mx_uint

FOLDER = "golden"
CASES = ["nested", *map(str, range(60))]
UNARY = ["exp", "sin", "cos", "tanh", "sigmoid", "abs"]
OTHERS = ["elemwise_add", "BatchNorm", "SliceChannel", "_mul_scalar"]


def graph(choose):
    """A random graph."""
    pool = [mx.sym.var("a"), mx.sym.var("b")]
    for _ in range(choose.randint(2, 16)):
        kind = choose.random()
        if kind < 0.55:
            pool.append(getattr(mx.sym, choose.choice(UNARY))(choose.choice(pool[-5:])))
        elif kind < 0.85:
            pool.append(choose.choice(pool) + choose.choice(pool[-4:]))
        elif kind < 0.93:
            pool.append(mx.sym.BatchNorm(choose.choice(pool)))
        else:
            halves = mx.sym.SliceChannel(choose.choice(pool), num_outputs=2, axis=0)
            pool += [halves[0] * 2, halves[1] * 3]
    heads = [pool[-1], *[choose.choice(pool[2:]) for _ in range(choose.randint(0, 2))]]
    return mx.sym.Group(heads) if len(heads) > 1 else heads[0]


def record(seed):
    """A graph, the chosen operators, and the graph with subgraphs of them."""
    choose = random.Random(seed)
    with mx.name.NameManager():
        text = graph(choose).tojson()
    operators = choose.sample(UNARY + OTHERS, choose.randint(1, 7))
    check_call(_LIB.MXSetSubgraphPropertyOpNamesV2(c_str("default"), mx_uint(len(operators)), c_str_array(operators)))
    found = {"graph": text, "operators": operators, "parts": []}
    for merge in (False, True):
        symbol = mx.sym.load_json(text).optimize_for("default", dedup_subgraph=merge)
        found["parts"].append({"graph": symbol.tojson(), "inputs": symbol.list_inputs(),
                               "states": symbol.list_auxiliary_states(), "outputs": symbol.list_outputs()})
    return found


def nested():
    """A layer as one node of a graph."""
    names = ("w", "b", "g", "be", "m", "v")
    data = mx.sym.var("data")
    dense = mx.sym.FullyConnected(data, num_hidden=3, name="fc")
    layer = mx.sym.BatchNorm(dense, name="bn", fix_gamma=False)
    inner = mx.sym._internal._CachedOp(data, *map(mx.sym.var, names), subgraph=layer.tojson(), name="inner")
    return mx.sym.tanh(inner, name="t")


def observe(case):
    return nested().tojson() if case == "nested" else record(int(case))


def combine(results):
    nested = results.pop("nested")
    records = [found for found in results.values() if "_copy" not in json.dumps(found)]
    content = np.frombuffer(json.dumps(records, separators=(",", ":")).encode(), np.uint8)
    return {"../../symbol/golden_cached_op.json": nested, "partition.npz": {"records": content}}
