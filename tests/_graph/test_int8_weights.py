"""Test the nodes that prepare weights of 8-bit layers."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._graph import int8_kernels, int8_weights
from mxnet._graph.codegen import generate
from mxnet._graph.ir import Entry, Graph, Operation, Variable
from mxnet._ops.fused_layers import ConvolutionLayers
from mxnet._ops.opdef import find


def _variables(*names: str) -> dict[str, Entry]:
    return {name: (Variable(name), 0) for name in names}


def _compute(entries: list[Entry], values: dict[str, torch.Tensor]) -> list[torch.Tensor]:
    graph = Graph(entries)
    names = [variable.name for variable in graph.variables()]
    return list(generate(graph, names, "prepare")(*[values[name] for name in names]))


def _node() -> Operation:
    return Operation(find("relu"), "layer", {}, [(Variable("x"), 0)])


def test_filters_with_normalization() -> None:
    torch.manual_seed(0)
    given = _variables("weight", "gamma", "beta", "mean", "var")
    values = {"weight": torch.randn(3, 2, 1, 1), "gamma": torch.rand(3) + 0.5, "beta": torch.randn(3),
              "mean": torch.randn(3), "var": torch.rand(3) + 0.5}
    layers = ConvolutionLayers({"num_group": 1}, {"eps": 1e-3, "fix_gamma": False}, None, None)
    filters, (steps, scales), zeros, bias = int8_weights.prepare_filters(_node(), layers, given, 40.0)
    found = _compute([filters, steps, scales, zeros, *bias], values)
    slope = values["gamma"] / torch.sqrt(values["var"] + 1e-3)
    real = values["weight"] * slope.reshape(-1, 1, 1, 1)
    torch.testing.assert_close(found[0].float() * found[1].reshape(-1, 1, 1, 1), real, rtol=0.02, atol=0.02)
    assert torch.equal(found[1], 1 / found[2]) and not found[3].any() and found[3].dtype is torch.int32
    torch.testing.assert_close(found[4], values["beta"] - slope * values["mean"], rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("by_channel", [False, True])
def test_dense(by_channel: bool) -> None:
    names = ["weight", "bias"] if by_channel else ["weight", "bias", "min_weight", "max_weight", "min_bias", "max_bias"]
    weight, bias = torch.rand(4, 5) * 4 - 2, torch.rand(4) * 4 - 2
    values = {"weight": weight, "bias": bias}
    if not by_channel:
        for name, value in (("weight", weight), ("bias", bias)):
            low = mx.nd.contrib.quantize(mx.nd.from_torch(value), mx.nd.array([-3]), mx.nd.array([3]), out_type="int8")
            values |= {name: low[0].to_torch(), f"min_{name}": low[1].to_torch(), f"max_{name}": low[2].to_torch()}
    low_weight, steps, _, low_bias = int8_weights.prepare_dense(_node(), _variables(*names), 40.0, by_channel)
    found = _compute([low_weight, steps, *low_bias], values)
    torch.testing.assert_close(found[0].float() * found[1].reshape(-1, 1), weight, rtol=0.05, atol=0.05)
    torch.testing.assert_close(found[2], bias, rtol=0.05, atol=0.05)


def test_small_weights() -> None:
    given = _variables("weight", "bias", "min_weight", "max_weight", "min_bias", "max_bias")
    values = {"weight": torch.tensor([[10, -20]], dtype=torch.int8), "bias": torch.tensor([64], dtype=torch.int8),
              "min_weight": torch.tensor([-1.27]), "max_weight": torch.tensor([1.0]), "min_bias": torch.tensor([-2.0]),
              "max_bias": torch.tensor([2.0])}
    weight, (steps, scales), _, bias = int8_weights.prepare_small(_node(), given, 0.1, 1.0)
    found = _compute([weight, steps, scales, *bias], values)
    whole = int8_kernels.TOP > 64
    np.testing.assert_allclose((found[0].float() * found[1]).numpy(), [[0.1, -0.2]], rtol=1e-5 if whole else 0.1)
    np.testing.assert_allclose(found[3].numpy(), [64 * 2 / 127], atol=1e-3)
