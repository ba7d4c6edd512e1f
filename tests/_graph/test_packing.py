"""What is derived from parameters once, and until when."""

from typing import Any

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


def test_tensors_are_kept_until_a_parameter_is_written() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    made = packer({})
    bias, derived = made.tensors(arrays)
    assert bias.tolist() == [1, 1] and derived.tolist() == [[1, 1, 1]] * 2
    assert made.tensors(arrays)[1] is derived
    arrays["weight"][:] = 1
    assert abs(made.tensors(arrays)[1] - 2.7182818).max() < 1e-6


def test_plans_of_one_graph_share_what_they_derive() -> None:
    arrays = {"weight": nd.zeros((2, 3)), "bias": nd.ones((2,))}
    shared: dict[Any, Any] = {}
    first, second = packer(shared), packer(shared)
    assert first.tensors(arrays)[1] is second.tensors(arrays)[1]
    other = {"weight": nd.ones((2, 3)), "bias": arrays["bias"]}
    third = packer(shared)
    assert third.tensors(other)[1] is not first.tensors(arrays)[1]


def test_memory_that_others_write_is_never_kept() -> None:
    import torch

    outside = torch.zeros(2, 3)
    arrays = {"weight": nd.from_dlpack(torch.utils.dlpack.to_dlpack(outside)), "bias": nd.ones((2,))}
    made = packer({})
    assert made.tensors(arrays)[1].tolist() == [[1, 1, 1]] * 2
    outside += 1
    assert abs(made.tensors(arrays)[1] - 2.7182818).max() < 1e-6
