"""Functions on arrays as graphs, and how calls and results are nested."""

import copy
from typing import Any

import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._graph.trace import Traced, separate, trace
from mxnet.gluon import nn


def traced(function: Any, *args: Any) -> Traced:
    return trace(function, args, nd.NDArray, sym)


def test_one_array_is_data_and_several_are_numbered() -> None:
    one = traced(lambda x: sym.exp(x), nd.ones((2,)))
    assert one.input_names == ["data"] and one.in_format == [0] and one.out_format == 0
    two = traced(lambda x, y: [x + y, [x * y]], nd.ones((2,)), nd.ones((2,)))
    assert two.input_names == ["data0", "data1"] and two.out_format == [0, [0]]


def test_results_are_nested_as_the_function_nests_them() -> None:
    graph = traced(lambda x: [x + 1, [x + 2, x + 3]], nd.ones((2,)))
    assert graph.nested(["a", "b", "c"]) == ["a", ["b", "c"]]
    assert len(graph.result) == 3


def test_a_symbol_with_several_outputs_is_a_list_of_results() -> None:
    graph = traced(lambda x: sym.split(x, num_outputs=2), nd.ones((2, 4)))
    assert graph.out_format == 2
    assert graph.nested([1, 2]) == [1, 2]
    assert [s.name for s in separate(sym.split(sym.var("x"), num_outputs=2, name="part"), sym.Symbol)] == ["part"] * 2


def test_none_among_the_inputs_has_no_variable() -> None:
    graph = traced(lambda x, state, y: x + y if state is None else state, nd.ones((2,)), None, nd.ones((2,)))
    assert graph.input_names == ["data0", "data1"] and graph.in_format == [0, -1, 0]
    first, second = nd.ones((2,)), nd.zeros((2,))
    assert graph.flat((first, None, second), nd.NDArray) == [first, second]
    with pytest.raises(ValueError, match="at least one input must not be None"):
        traced(lambda x: x, None)


@pytest.mark.parametrize(("args", "fits"), [(1, False), ([1], False), ([1, None], True), ([1, 1], False)])
def test_calls_are_nested_as_the_first_one(args: Any, fits: bool) -> None:
    graph = traced(lambda x, pair: x + pair[0], nd.ones((2,)), [nd.ones((2,)), None])

    def made(part: Any) -> Any:
        return [made(p) for p in part] if isinstance(part, list) else None if part is None else nd.ones((2,))

    call = (nd.ones((2,)), made(args))
    if fits:
        assert len(graph.flat(call, nd.NDArray)) == 2
    else:
        with pytest.raises(ValueError, match="the block was traced with inputs nested as"):
            graph.flat(call, nd.NDArray)


def test_none_at_the_end_may_be_left_out() -> None:
    graph = traced(lambda x, state: x, nd.ones((2,)), None)
    assert len(graph.flat((nd.ones((2,)),), nd.NDArray)) == 1


class Counted(nn.HybridBlock):
    """Counts how often its forward pass is written down or run."""

    calls = 0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        self.calls += 1
        return x * 2


def test_a_block_is_traced_once_and_runs_by_operators_when_switched_off() -> None:
    net = Counted()
    net.hybridize()
    for _ in range(3):
        assert net(nd.ones((2,))).asnumpy().tolist() == [2, 2]
    assert net.calls == 1
    net.hybridize(False, clear=False)
    net(nd.ones((2,)))
    assert net.calls == 2
    net.hybridize(True, clear=False)
    assert net(nd.ones((2,))).asnumpy().tolist() == [2, 2] and net.calls == 2
    net.hybridize()
    net(nd.ones((2,)))
    assert net.calls == 3


def test_hooks_are_called_although_the_graph_could_run_directly() -> None:
    net = Counted()
    net.hybridize()
    net(nd.ones((2,)))
    heard: list[str] = []
    before = net.register_forward_pre_hook(lambda block, inputs: heard.append("before"))
    net.register_forward_hook(lambda block, inputs, outputs: heard.append("after"))
    net(nd.ones((2,)))
    assert heard == ["before", "after"]
    before.detach()
    net(nd.ones((2,)))
    assert heard == ["before", "after", "after"]


def test_a_copy_of_a_compiled_block_has_parameters_of_its_own() -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(3, activation="relu", in_units=4), nn.Dense(2, in_units=3))
    net.initialize(mx.init.One())
    net.hybridize()
    data = nd.ones((1, 4))
    assert net(data).asnumpy().tolist() == net(data).asnumpy().tolist() == [[12, 12]]
    copied = copy.deepcopy(net)
    assert copied(data).asnumpy().tolist() == [[12, 12]]
    copied[0].weight.set_data(copied[0].weight.data() * 2)
    assert copied(data).asnumpy().tolist() == [[24, 24]]
    assert net(data).asnumpy().tolist() == [[12, 12]]


def test_the_graph_is_known_by_its_old_name() -> None:
    net = Counted()
    assert net._cached_graph is None
    net.hybridize()
    net(nd.ones((2,)))
    inputs, result = net._cached_graph
    assert [i.name for i in inputs] == ["data"] and isinstance(result, mx.sym.Symbol)
