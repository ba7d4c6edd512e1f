"""Which node runs where."""

import pytest

import mxnet as mx
from mxnet._graph import placement
from mxnet._graph.ir import Graph


def _two_stages() -> mx.sym.Symbol:
    x = mx.sym.var("x")
    with mx.AttrScope(ctx_group="one"):
        first = mx.sym.exp(x, name="first")
    with mx.AttrScope(ctx_group="two"):
        second = mx.sym.sqrt(first, name="second")
        return mx.sym.broadcast_add(second, first, name="third")


def _contexts(symbol: mx.sym.Symbol, groups: dict[str, mx.Context]) -> dict[str, mx.Context]:
    graph = Graph(symbol._outputs)
    found = placement.contexts(graph, mx.cpu(0), groups)
    return {node.name: found[id(node)] for node in graph.nodes}


def test_groups_and_those_next_to_them() -> None:
    found = _contexts(mx.sym.negative(_two_stages(), name="last"), {"one": mx.cpu(1), "two": mx.cpu(2)})
    assert found == {"x": mx.cpu(1), "first": mx.cpu(1), "second": mx.cpu(2), "third": mx.cpu(2), "last": mx.cpu(2)}


def test_without_groups_all_is_where_the_default_is() -> None:
    assert set(_contexts(mx.sym.exp(mx.sym.var("x")), {}).values()) == {mx.cpu(0)}


def test_one_copy_where_devices_change() -> None:
    outputs, where = placement.place(_two_stages()._outputs, mx.cpu(0), {"one": mx.cpu(1), "two": mx.cpu(2)},
                                     {"x": mx.cpu(0)})
    names = [node.name for node in Graph(outputs).nodes]
    assert names == ["x", "x_on_cpu_1", "first", "first_on_cpu_2", "second", "third"] and where == [mx.cpu(2)]


def test_groups_that_nobody_named_and_lists_of_contexts() -> None:
    with pytest.raises(mx.MXNetError, match=r"node first is in group 'one', .*it has \['two'\]"):
        _contexts(_two_stages(), {"two": mx.cpu(2)})
    with pytest.raises(mx.MXNetError, match="group 'one' needs one Context"):
        _contexts(_two_stages(), {"one": [mx.cpu(1)], "two": mx.cpu(2)})  # type: ignore[dict-item]
