"""A short run of tools/fuzz/hostile_graphs.py, and what once went wrong with names in graphs."""

from __future__ import annotations

import json
import sys
from typing import Any

import hostile_graphs
import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd


def test_random_graphs(capsys: pytest.CaptureFixture[str]) -> None:
    hostile_graphs.main(["--count", "3000", "--seed", "500000"])
    assert "3000 graphs" in capsys.readouterr().out


def test_keys_of_custom_operators_are_not_source() -> None:
    heard: list[str] = []
    sys.addaudithook(lambda event, details: heard.append(event) if event == "test_hostile_graphs" else None)
    key = "a=__import__('sys').audit('test_hostile_graphs'), b"
    nodes = [{"op": "null", "name": "data", "inputs": []},
             {"op": "Custom", "name": "c", "attrs": {"op_type": "fuzz", key: "1"}, "inputs": [[0, 0, 0]]}]
    symbol = mx.sym.load_json(json.dumps({"nodes": nodes, "arg_nodes": [0], "heads": [[1, 0, 0]]}))
    executor = symbol.bind(mx.cpu(), {"data": nd.ones((2,))})
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), [1, 1])
    assert not heard


@pytest.mark.parametrize("name", hostile_graphs.NAMES)
def test_any_name_will_do(name: str) -> None:
    """The result of an unused output must not take the place of a variable."""
    first, second = mx.sym.SliceChannel(mx.sym.var(name) * 2, num_outputs=2, axis=0, name=f"{name}_")
    del second
    symbol = mx.sym.broadcast_add(first, mx.sym.exp(mx.sym.var(f"{name}2"), name=name)) + mx.sym.var(name + "3")
    arrays = [nd.array([3.0, 5.0]), nd.zeros((1,)), nd.array([10.0])]
    np.testing.assert_array_equal(symbol.bind(mx.cpu(), arrays).forward()[0].asnumpy(), [17.0])


@pytest.mark.parametrize("name", ["_", "-"])
def test_a_variable_beside_unused_outputs(name: str) -> None:
    data = mx.sym.var(name)
    used = mx.sym.SliceChannel(data * 1, num_outputs=2, axis=0)[0]
    symbol = mx.sym.broadcast_add(used, data)
    result = symbol.bind(mx.cpu(), {name: nd.array([3.0, 5.0])}).forward()[0]
    np.testing.assert_array_equal(result.asnumpy(), [6.0, 8.0])


def test_variables_of_one_name_are_refused() -> None:
    symbol = mx.sym.var("a") * 2 + mx.sym.var("a") * 3
    assert symbol.list_arguments() == ["a", "a"]
    for bind in (lambda: symbol.bind(mx.cpu(), {"a": nd.ones((1,))}), lambda: symbol.simple_bind(mx.cpu(), a=(1,)),
                 lambda: symbol.bind(mx.cpu(), [nd.ones((1,)), nd.ones((1,))]), lambda: symbol.eval(a=nd.ones((1,)))):
        with pytest.raises(mx.MXNetError, match="several variables named 'a'"):
            bind()
    # Arrays that go to variables by position need no names.
    result = mx.nd.CachedOp(symbol)(nd.ones((1,)), nd.full((1,), 10.0))
    np.testing.assert_array_equal(result.asnumpy(), [32.0])


def test_signed_zeros_are_two_numbers() -> None:
    data = mx.sym.var("data")
    both = mx.sym.Group([1 / (data * 0.0), 1 / (data * -0.0), data / -0.0, data / 0.0])
    inf = float("inf")
    results = both.bind(mx.cpu(), {"data": nd.ones((1,))}).forward()
    assert [float(r.asscalar()) for r in results] == [inf, -inf, -inf, inf]
    divide = nd._internal._div_scalar
    assert [float(divide(nd.ones((1,)), scalar=s).asscalar()) for s in (0.0, -0.0, 0, -0.0, 0.0)] == [
        inf, -inf, inf, -inf, inf]
    assert [float((1 / nd.clip(nd.array([-1.0]), low, 1.0)).asscalar()) for low in (0.0, -0.0, 0.0)] == [inf, -inf, inf]


@mx.operator.register("draws_numbers")
class _DrawsProp(mx.operator.CustomOpProp):
    count = 0

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> mx.operator.CustomOp:
        class Draws(mx.operator.CustomOp):
            def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
                _DrawsProp.count += 1
                self.assign(out_data[0], req[0], in_data[0] + _DrawsProp.count)

        return Draws()


def test_custom_operators_are_not_merged_nor_computed_once() -> None:
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, data: Any) -> Any:
            return F.Custom(data, op_type="draws_numbers") - F.Custom(data, op_type="draws_numbers")

    net = Net()
    net.hybridize()
    for _ in range(2):
        np.testing.assert_array_equal(net(nd.zeros((2,))).asnumpy(), [-1, -1])
    weight = mx.sym.Custom(mx.sym.var("weight", shape=(1, 1)), op_type="draws_numbers")
    module = mx.mod.Module(mx.sym.broadcast_add(mx.sym.var("data"), weight), label_names=None)
    module.bind([("data", (1, 1))], for_training=False)
    module.init_params(mx.init.Zero())
    seen = []
    for _ in range(3):
        module.forward(mx.io.DataBatch([nd.zeros((1, 1))]))
        seen.append(float(module.get_outputs()[0].asscalar()))
    assert len(set(seen)) == 3
