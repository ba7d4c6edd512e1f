"""Graphs cut into subgraphs, compared with what MXNet 1.9.1 makes of them (``golden_subgraph.py``)."""

import json
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._graph import backends
from mxnet._graph.ir import Graph
from mxnet._graph.partition import partition

pytestmark = pytest.mark.usefixtures("nothing_chosen")
GOLDEN = pathlib.Path(__file__).parent / "golden" / "partition.npz"
RECORDS = json.loads(bytes(np.load(GOLDEN)["records"]))


def cut(symbol: mx.sym.Symbol, *operators: str, merge: bool = False) -> mx.sym.Symbol:
    graph = partition(symbol._graph(), operators, merge)
    graph.lint()
    return mx.sym.Symbol(graph.outputs)


def operators(symbol: mx.sym.Symbol) -> list[str]:
    return [node.op.name for node in symbol._graph().operations()]


def results(symbol: mx.sym.Symbol) -> list[np.ndarray]:
    """Outputs, gradients and states of one step of training."""
    executor = symbol.simple_bind(mx.cpu(), a=(2, 2), b=(2, 2))
    for name, array in executor.arg_dict.items():
        array[:] = nd.array([[0.1, 0.2], [0.3, 0.4]]) if name in "ab" else 1
    outputs = executor.forward(is_train=True)
    executor.backward([nd.ones(o.shape) * (i + 1) for i, o in enumerate(outputs)])
    arrays = [*outputs, *executor.grad_dict.values(), *executor.aux_dict.values()]
    return [a.asnumpy() for a in arrays]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_same_as_the_original(number: int) -> None:
    record = RECORDS[number]
    symbol = mx.sym.load_json(record["graph"])
    backends.choose("default", record["operators"])
    for merge, golden in zip((False, True), record["parts"], strict=True):
        found = symbol.optimize_for("default", dedup_subgraph=merge)
        assert found.tojson() == golden["graph"]
        assert found.list_inputs() == golden["inputs"]
        assert found.list_auxiliary_states() == golden["states"]
        assert found.list_outputs() == golden["outputs"]
    assert symbol.tojson() == record["graph"], "the given symbol stays as it was"


def runnable() -> list[int]:
    """Graphs that run with matrices: a few split an axis that others sum."""
    chosen = []
    for number, record in enumerate(RECORDS):
        try:
            mx.sym.load_json(record["graph"]).infer_shape(a=(2, 2), b=(2, 2))
            chosen.append(number)
        except mx.MXNetError:
            pass
    return chosen


@pytest.mark.parametrize("number", runnable()[:24])
def test_parts_compute_the_same(number: int) -> None:
    symbol = mx.sym.load_json(RECORDS[number]["graph"])
    expected = results(symbol)
    part = cut(symbol, *RECORDS[number]["operators"])
    for found in (part, mx.sym.load_json(part.tojson())):
        for one, two in zip(expected, results(found), strict=True):
            np.testing.assert_allclose(two, one, rtol=1e-6, atol=1e-7)


def test_groups_do_not_close_cycles() -> None:
    data = mx.sym.var("a")
    first = mx.sym.exp(data)
    total = mx.sym.cos(first) + mx.sym.sin(first)
    found = cut(total, "exp", "sin", "elemwise_add")
    assert operators(found) == ["_CachedOp", "cos", "_CachedOp"]
    chain = mx.sym.sin(data)
    outside = mx.sym.cos(mx.sym.cos(mx.sym.cos(chain)))
    assert operators(cut(chain + outside, "sin", "elemwise_add")) == ["_CachedOp", "cos", "cos", "cos", "_CachedOp"]


def test_groups_do_not_close_cycles_through_each_other() -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    # Each group alone is fine, but what is left out of one feeds the other, in both directions.
    one, two = mx.sym.exp(a), mx.sym.exp(b)
    left = mx.sym.exp(mx.sym.cos(one) + two)
    right = mx.sym.exp(mx.sym.cos(two) + one)
    symbol = mx.sym.exp(left * mx.sym.cos(right)) + right
    found = cut(symbol, "exp", "elemwise_add", "elemwise_mul")
    for one, two in zip(results(symbol), results(found), strict=True):
        np.testing.assert_allclose(two, one, rtol=1e-6)


def test_uses_and_entries() -> None:
    data = mx.sym.var("a")
    doubled = cut(data + data, "elemwise_add")
    assert operators(doubled) == ["_CachedOp"]
    node = doubled._graph().nodes[-1]
    assert [source.name for source, _ in node.inputs] == ["a", "a"]
    assert [v.name for v in node.op.subgraph.variables()] == ["a0", "a1"]
    assert len(cut(data + data, "elemwise_add", merge=True)._graph().nodes[-1].inputs) == 1
    thrice = mx.sym.Group([mx.sym.exp(data, name="e")] * 3)
    assert cut(thrice, "exp").list_outputs()[:2] == ["_CachedOp0_e_output", "_CachedOp0_e_copy0_output"]
    assert cut(thrice, "exp", merge=True).list_outputs() == ["_CachedOp0_e_output"] * 3


def test_nothing_to_cut() -> None:
    symbol = mx.sym.exp(mx.sym.var("a"))
    assert cut(symbol, "sin").tojson() == symbol.tojson()
    assert Graph(cut(symbol)._outputs).nodes[0] is not symbol._graph().nodes[0], "a copy, variables included"
