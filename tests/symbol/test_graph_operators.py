"""Test operators of graph nodes called by name, with values and printed forms of MXNet 1.9.1."""

from __future__ import annotations

import json

import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops.opdef import REGISTRY

internal = mx.sym._internal


def test_foreach_runs_its_first_input() -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    loop = internal._foreach(mx.sym.Group([a + b, a * b]), mx.sym.var("data"), mx.sym.var("state"), num_outputs=2,
                             num_out_data=1, in_state_locs=(1,), in_data_locs=(0,), remain_locs=())
    assert loop.list_arguments() == ["data", "state"]
    assert [n.rpartition("_")[2] for n in loop.list_outputs()] == ["output0", "output1"]
    for symbol in (loop, mx.sym.load_json(loop.tojson())):
        stacked, state = symbol.eval(data=nd.array([[1], [2], [3]]), state=nd.array([2]))
        assert stacked.asnumpy().tolist() == [[3], [4], [7]]
        assert state.asnumpy().tolist() == [12]


def test_while_loop_runs_its_first_inputs() -> None:
    i = mx.sym.var("i")
    loop = internal._while_loop(i < 3, mx.sym.Group([i * 10, i + 1]), mx.sym.var("start"), num_outputs=2,
                                num_out_data=1, max_iterations=5, cond_input_locs=(0,), func_input_locs=(0,),
                                func_var_locs=(0,), name="loop")
    assert loop.list_outputs() == ["loop_output0", "loop_output1"]
    stacked, last = loop.eval(start=nd.zeros(1))
    assert stacked.asnumpy().tolist() == [[0], [10], [20], [0], [0]]
    assert last.asnumpy().tolist() == [3]


def test_cond_runs_its_first_inputs() -> None:
    p, x = mx.sym.var("p"), mx.sym.var("x")
    choice = internal._cond(p > 0, x * 2, x * 3, mx.sym.var("which"), mx.sym.var("what"), cond_input_locs=(0,),
                            then_input_locs=(1,), else_input_locs=(1,), num_outputs=1)
    assert choice.list_arguments() == ["which", "what"]
    for which, wanted in ((1, 2), (-1, 3)):
        assert choice.eval(which=nd.array([which]), what=nd.ones(2))[0].asnumpy().tolist() == [wanted] * 2


def test_missing_graphs_and_parameters_are_named() -> None:
    with pytest.raises(mx.MXNetError, match="_cond: value 1 for Parameter num_args should be greater equal to 3"):
        internal._cond(mx.sym.var("x"))
    with pytest.raises(mx.MXNetError, match="_foreach: Required parameter .* is not presented"):
        internal._foreach(mx.sym.var("x"))
    with pytest.raises(mx.MXNetError, match="_foreach: it runs graphs, which arrays are not"):
        nd._internal._foreach(nd.ones(2), num_outputs=1, num_out_data=1, in_state_locs=(), in_data_locs=(0,),
                              remain_locs=())
    for module, value in ((nd, nd.ones(2)), (mx.sym, mx.sym.var("x"))):
        with pytest.raises(mx.MXNetError, match="_CachedOp: it stands for a graph"):
            module._internal._CachedOp(value)
    with pytest.raises(mx.MXNetError, match="_sg_mkldnn_conv: .*subgraphs"):
        internal._sg_mkldnn_conv(data=mx.sym.var("x"))


def test_thread_safe_nodes_run_their_graph() -> None:
    doubled = mx.sym.var("x") * 2
    node = internal._CachedOp(mx.sym.var("y"), subgraph=doubled.tojson(), name="node")
    graph = json.loads(node.tojson())
    inner = json.loads(graph["nodes"][1]["attrs"].pop("subgraph"))
    graph["nodes"][1] |= {"op": "_CachedOpThreadSafe", "subgraphs": [inner]}
    loaded = mx.sym.load_json(json.dumps(graph))
    assert loaded.eval(y=nd.array([3]))[0].asnumpy().tolist() == [6]
    assert json.loads(loaded.tojson())["nodes"][1]["op"] == "_CachedOpThreadSafe"


def test_cross_device_copy() -> None:
    copied = internal._CrossDeviceCopy(data=mx.sym.var("x"), name="copy")
    assert copied.list_outputs() == ["copy_output"]
    assert copied.eval(x=nd.array([1, 2]))[0].asnumpy().tolist() == [1, 2]
    assert internal._CrossDeviceCopy(name="other").list_arguments() == ["other_data"]
    values = nd.array([1, 2])
    result = nd._internal._CrossDeviceCopy(data=values)
    values[:] = 0
    assert result.asnumpy().tolist() == [1, 2]


def test_no_gradient_has_no_value() -> None:
    marker = internal._NoGradient(name="nothing")
    assert marker.list_arguments() == []
    assert marker.list_outputs() == ["nothing_output"]
    assert mx.sym.load_json(marker.tojson()).tojson() == marker.tojson()
    with pytest.raises(mx.MXNetError, match="only marks a gradient that does not exist"):
        marker.eval()


class _TwoResults(autograd.Function):
    def forward(self, x, y):
        return x * 2, y * 3

    def backward(self, dx, dy):
        return dx * 2, dy * 3


def test_custom_functions_have_a_symbol() -> None:
    x = nd.ones(2)
    x.attach_grad()
    with autograd.record():
        first, second = _TwoResults()(x, x + 1)
        total = first + second
    symbol = autograd.get_symbol(total)
    nodes = json.loads(symbol.tojson())["nodes"]
    assert [n["op"] for n in nodes] == ["null", "_plus_scalar", "_CustomFunction", "broadcast_add"]
    assert nodes[2]["inputs"] == [[0, 0, 0], [1, 0, 0]]
    assert nodes[3]["inputs"] == [[2, 0, 0], [2, 1, 0]]
    with pytest.raises(mx.MXNetError, match=r"autograd\.Function"):
        symbol.eval(var0=x)
    total.backward()
    assert x.grad.asnumpy().tolist() == [5, 5]


def test_two_calls_of_a_custom_function_are_two_nodes() -> None:
    x = nd.ones(2)
    x.attach_grad()
    with autograd.record():
        total = _TwoResults()(x, x)[0] + _TwoResults()(x, x)[1]
    names = [n["op"] for n in json.loads(autograd.get_symbol(total).tojson())["nodes"]]
    assert names.count("_CustomFunction") == 2


def test_long_lists_of_entries_take_lines() -> None:
    """Compare with MXNet's format for more than ten inputs of a node or outputs of a graph."""
    inputs = [mx.sym.var(f"x{i}") for i in range(11)]
    text = mx.sym.Group([mx.sym.Concat(*inputs, name="all"), *inputs]).tojson()
    assert '      "inputs": [\n        [0, 0, 0], \n        [1, 0, 0], \n' in text
    assert '        [10, 0, 0]\n      ]\n    }' in text
    assert '  "heads": [\n    [11, 0, 0], \n    [0, 0, 0], \n' in text
    assert mx.sym.load_json(text).tojson() == text


@pytest.mark.parametrize("op", ["_contrib_quantize_v2", "_contrib_requantize", "_contrib_quantize"])
def test_ranges_of_quantized_arrays_are_numbered(op: str) -> None:
    node = internal.__dict__[op](mx.sym.var("x"), name="low")
    assert node.list_outputs() == ["low_output0", "low_output1", "low_output2"]


def test_node_definitions_do_not_replace_declared_ones() -> None:
    declared = {name: REGISTRY[name] for name in ("_foreach", "_CachedOp", "_CustomFunction")}
    test_foreach_runs_its_first_input()
    test_thread_safe_nodes_run_their_graph()
    assert all(REGISTRY[name] is op for name, op in declared.items())
