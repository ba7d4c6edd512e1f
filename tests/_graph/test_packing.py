"""What is derived from parameters once, and until when."""

import threading
import time
from typing import Any

import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._graph.packing import Packer, split


def network() -> Any:
    weight = mx.sym.exp(mx.sym.var("weight"), name="derived")
    return mx.sym.FullyConnected(mx.sym.var("x"), weight, mx.sym.var("bias"), num_hidden=2, name="fc")._graph()


def packer(shared: dict[Any, Any]) -> Packer:
    prepared, _, _ = split(network(), frozenset({"weight", "bias"}))
    return Packer(["bias"], prepared, shared)


def test_a_graph_is_split_where_data_comes_in() -> None:
    prepared, main, variables = split(network(), frozenset({"weight", "bias"}))
    assert [n.name for n in prepared.nodes] == ["weight", "derived"]
    assert [n.name for n in main.nodes] == ["x", "derived_packed", "bias", "fc"]
    assert [n.name for n in variables] == ["derived_packed"]


def test_operators_that_draw_or_count_are_not_split_off() -> None:
    noise = mx.sym.Dropout(mx.sym.var("weight"), mode="always", name="noise")
    prepared, main, _ = split((noise + mx.sym.var("x"))._graph(), frozenset({"weight"}))
    assert not prepared.outputs and "noise" in [n.name for n in main.nodes]


def kept(made: Packer, arrays: dict[str, Any]) -> Any:
    """The arguments of a call."""
    packed = made.packed
    if packed is None or not packed.enter():
        packed = made.acquire(arrays)
    tensors = packed.tensors
    packed.leave()
    return tensors


def test_tensors_are_kept_until_a_parameter_is_written() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    made = packer({})
    bias, derived = kept(made, arrays)
    assert bias.tolist() == [1, 1] and derived.tolist() == [[1, 1, 1]] * 2
    assert kept(made, arrays)[1] is derived
    arrays["weight"][:] = 1
    assert abs(kept(made, arrays)[1] - 2.7182818).max() < 1e-6


def test_plans_of_one_graph_share_what_they_derive() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    shared: dict[Any, Any] = {}
    first, second = packer(shared), packer(shared)
    assert kept(first, arrays)[1] is kept(second, arrays)[1]
    other = {"weight": nd.ones((2, 3)), "bias": arrays["bias"]}
    third = packer(shared)
    assert kept(third, other)[1] is not kept(first, arrays)[1]


def test_memory_that_others_write_is_never_kept() -> None:
    outside = torch.zeros(2, 3)
    arrays = {"weight": nd.from_dlpack(torch.utils.dlpack.to_dlpack(outside)), "bias": nd.ones((2,))}
    made = packer({})
    assert kept(made, arrays)[1].tolist() == [[1, 1, 1]] * 2
    assert made.uncacheable
    outside += 1
    assert abs(kept(made, arrays)[1] - 2.7182818).max() < 1e-6


def test_a_write_waits_for_calls_of_other_threads() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    made = packer({})
    packed = made.acquire(arrays)
    writer = threading.Thread(target=lambda: arrays["bias"].__setitem__(slice(None), 5))
    writer.start()
    while not packed.stale:
        time.sleep(0.001)
    time.sleep(0.02)
    assert arrays["bias"].asnumpy().tolist() == [1, 1] and not packed.enter()
    packed.leave()
    writer.join()
    assert arrays["bias"].asnumpy().tolist() == [5, 5] and packed.tensors == ()


def test_a_call_may_write_the_parameters_that_it_reads() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    packed = packer({}).acquire(arrays)
    arrays["bias"][:] = 5
    packed.leave()
    assert arrays["bias"].asnumpy().tolist() == [5, 5]


def test_a_failed_derivation_leaves_no_reader() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    made = packer({})
    made.prepare = lambda *tensors: 1 / 0
    with pytest.raises(ZeroDivisionError):
        made.acquire(arrays)
    writer = threading.Thread(target=lambda: arrays["bias"].__setitem__(slice(None), 5))
    writer.start()
    writer.join(10)
    assert arrays["bias"].asnumpy().tolist() == [5, 5]


def test_a_fixed_gamma_is_set_to_one() -> None:
    symbol = mx.sym.BatchNorm(mx.sym.var("x"), fix_gamma=True, name="norm")
    block = mx.gluon.SymbolBlock(symbol, mx.sym.var("x"))
    block.initialize()
    block(nd.ones((2, 3, 4, 4)))
    gamma = block.collect_params()["norm_gamma"]
    gamma.set_data(nd.full((3,), 2))
    block(nd.ones((2, 3, 4, 4)))
    assert gamma.data().asnumpy().tolist() == [1, 1, 1]
