"""What is derived from parameters once, and until when."""

import threading
import time
from typing import Any

import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._graph.parameters import Derivation, ParameterSet, split


def network() -> Any:
    weight = mx.sym.exp(mx.sym.var("weight"), name="derived")
    return mx.sym.FullyConnected(mx.sym.var("x"), weight, mx.sym.var("bias"), num_hidden=2, name="fc")._graph()


def derivation() -> Derivation:
    prepared, _, _ = split(network(), frozenset({"weight", "bias"}))
    return Derivation(["bias"], prepared)


def values() -> dict[str, Any]:
    return {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}


def test_a_graph_is_split_where_data_comes_in() -> None:
    prepared, main, variables = split(network(), frozenset({"weight", "bias"}))
    assert [n.name for n in prepared.nodes] == ["weight", "derived"]
    assert [n.name for n in main.nodes] == ["x", "derived_packed", "bias", "fc"]
    assert [n.name for n in variables] == ["derived_packed"]


def test_operators_that_draw_or_count_are_not_split_off() -> None:
    noise = mx.sym.Dropout(mx.sym.var("weight"), mode="always", name="noise")
    prepared, main, _ = split((noise + mx.sym.var("x"))._graph(), frozenset({"weight"}))
    assert not prepared.outputs and "noise" in [n.name for n in main.nodes]


def test_derived_tensors_are_kept_until_a_parameter_is_written() -> None:
    parameters, chosen = ParameterSet(values()), derivation()
    assert parameters.enter()
    bias, derived = parameters.derive(chosen)
    assert bias.tolist() == [1, 1] and derived.tolist() == [[1, 1, 1]] * 2
    assert parameters.derive(chosen)[1] is derived and not parameters.stale
    parameters.leave()
    parameters.arrays["weight"][:] = 1
    assert parameters.stale and not parameters.derived and not parameters.enter() and not parameters.threads


def test_equal_derivations_have_equal_keys() -> None:
    assert derivation().key == derivation().key
    prepared, _, _ = split(network(), frozenset({"weight", "bias"}))
    assert Derivation([], prepared).key != derivation().key


def test_memory_that_others_write_is_told() -> None:
    arrays = {**values(), "weight": nd.from_dlpack(torch.utils.dlpack.to_dlpack(torch.zeros(2, 3)))}
    parameters = ParameterSet(arrays)
    assert parameters.enter() and parameters.outside
    parameters.leave()
    arrays["weight"][:] = 3
    assert parameters.stale


def test_sharing_memory_invalidates() -> None:
    parameters = ParameterSet(values())
    assert parameters.enter() and not parameters.outside
    parameters.leave()
    parameters.arrays["bias"].to_dlpack_for_write()
    assert parameters.stale


def test_a_write_waits_for_calls_of_other_threads() -> None:
    parameters = ParameterSet(values())
    bias = parameters.arrays["bias"]
    assert parameters.enter()
    parameters.derive(derivation())
    writer = threading.Thread(target=lambda: bias.__setitem__(slice(None), 5))
    writer.start()
    while not parameters.stale:
        time.sleep(0.001)
    time.sleep(0.02)
    assert bias.asnumpy().tolist() == [1, 1] and not parameters.enter()
    parameters.leave()
    writer.join()
    assert bias.asnumpy().tolist() == [5, 5] and not parameters.derived


def test_a_call_may_write_the_parameters_that_it_reads() -> None:
    parameters = ParameterSet(values())
    assert parameters.enter()
    parameters.arrays["bias"][:] = 5
    parameters.leave()
    assert parameters.arrays["bias"].asnumpy().tolist() == [5, 5]


def test_a_failed_derivation_leaves_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = mx.gluon.nn.Dense(2, in_units=3)
    layer.initialize()
    layer.hybridize()
    x = nd.ones((1, 3))
    layer(x)
    layer.bias.data()[:] = 1  # what was derived is stale
    with monkeypatch.context() as patch:
        patch.setattr(Derivation, "compute", lambda self, arrays: 1 / 0)
        with pytest.raises(mx.MXNetError):
            layer(x)
    writer = threading.Thread(target=lambda: layer.bias.data().__setitem__(slice(None), 5))
    writer.start()
    writer.join(10)
    assert layer.bias.data().asnumpy().tolist() == [5, 5]


def test_a_fixed_gamma_is_set_to_one() -> None:
    symbol = mx.sym.BatchNorm(mx.sym.var("x"), fix_gamma=True, name="norm")
    block = mx.gluon.SymbolBlock(symbol, mx.sym.var("x"))
    block.initialize()
    block(nd.ones((2, 3, 4, 4)))
    gamma = block.collect_params()["norm_gamma"]
    gamma.set_data(nd.full((3,), 2))
    block(nd.ones((2, 3, 4, 4)))
    assert gamma.data().asnumpy().tolist() == [1, 1, 1]
