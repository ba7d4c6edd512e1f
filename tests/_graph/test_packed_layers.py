"""Normalization folded into layers and packed convolutions compute what the operators of the graph compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import low_precision
from mxnet.gluon import HybridBlock, nn

SHAPE = (2, 4, 9, 8)


class _Net(HybridBlock):
    """Layers and a function that connects them."""

    def __init__(self, connect: Callable[..., Any], **layers: Any) -> None:
        super().__init__()
        self._connect = connect
        with self.name_scope():
            for name, layer in layers.items():
                setattr(self, name, layer)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self._connect(self, F, x)


def _ready(net: HybridBlock, shape: tuple[int, ...] = SHAPE) -> nd.NDArray:
    """Data for a network whose parameters get values of no special kind."""
    draw = np.random.RandomState(0)
    data = nd.array(draw.normal(size=shape))
    net.initialize()
    net(data)
    for name, parameter in net.collect_params().items():
        low, high = (0.5, 2.0) if name.endswith(("running_var", "gamma")) else (-0.5, 0.5)
        parameter.set_data(nd.array(draw.uniform(low, high, parameter.shape)))
    return data


def _check(net: HybridBlock, shape: tuple[int, ...] = SHAPE) -> str:
    """Compare compiled with eager results; the generated source."""
    data = _ready(net, shape)
    expected = net(data)
    net.hybridize()
    for _ in range(2):
        found = net(data)
        for ours, wanted in zip(*(r if isinstance(r, (list, tuple)) else [r] for r in (found, expected)), strict=True):
            np.testing.assert_allclose(ours.asnumpy(), wanted.asnumpy(), rtol=1e-4, atol=1e-5)
    return net.generated_source


def _calls(source: str) -> list[str]:
    """Names of the functions that the generated `forward` calls."""
    body = source.partition("def forward")[2].splitlines()
    return [line.split(" = ")[1].split("(")[0] for line in body if " = " in line and line.startswith("    ")]


@pytest.mark.parametrize("options", [{}, {"use_bias": False}, {"groups": 2}, {"strides": (2, 1), "padding": (1, 2)},
                                     {"dilation": 2}])
@pytest.mark.parametrize("activation, name", [("relu", "relu"), (None, "none")])
def test_convolution_normalization_activation(options: dict[str, Any], activation: str | None, name: str) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3, **options), nn.BatchNorm())
    if activation:
        net.add(nn.Activation(activation))
    source = _check(net)
    assert _calls(source) == ["channels_last", "packed_convolution"]
    assert ("act='relu'" in source) == (name == "relu")


@pytest.mark.parametrize("activation", [lambda F, x: F.clip(x, 0, 6), lambda F, x: F.LeakyReLU(x, slope=0.1)])
def test_other_activations(activation: Callable[..., Any]) -> None:
    net = _Net(lambda net, F, x: activation(F, net.layer(x)), layer=nn.Conv2D(5, 3))
    assert _calls(_check(net)) == ["channels_last", "packed_convolution"]


def test_activation_that_is_not_fused() -> None:
    net = _Net(lambda net, F, x: F.sigmoid(net.layer(x)), layer=nn.Conv2D(5, 3))
    assert _calls(_check(net)) == ["channels_last", "packed_convolution", "sigmoid"]


def test_operator_relu_keeps_what_is_not_a_number() -> None:
    net = _Net(lambda net, F, x: F.relu(net.layer(x)), layer=nn.Conv2D(5, 3))
    assert _calls(_check(net)) == ["channels_last", "packed_convolution", "relu_inplace"]
    data = nd.ones((1, 4, 6, 6))
    data[0, 0, 0, 0] = np.nan
    assert np.isnan(net(data).asnumpy()).sum() == 5


def test_dense_layer() -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(6), nn.BatchNorm(), nn.Dense(3, activation="relu"), nn.BatchNorm())
    assert "batchnorm" not in _calls(_check(net))


@pytest.mark.parametrize("classes", [3, 30])
def test_dense_layers_of_what_is_not_a_number(classes: int) -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(6, activation="relu"), nn.Dense(5, activation="relu"), nn.Dense(classes))
    data = _ready(net, (2, 4))
    wrong = data.copy()
    wrong[0, 0] = np.nan
    expected = net(wrong).asnumpy()
    assert np.isfinite(expected).all()
    good = net(data).asnumpy()
    net.hybridize()
    net(data)
    assert "dense_kn_relu" in _calls(net.generated_source)
    for _ in range(3):
        np.testing.assert_allclose(net(data).asnumpy(), good, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(net(wrong).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    assert "dense_kn_relu" not in _calls(net.generated_source)


def test_dense_layer_after_a_convolution() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.Flatten(), nn.Dense(3))
    assert _calls(_check(net)) == ["channels_last", "packed_convolution", "flatten", "dense_kn"]


def test_normalization_before_anything_else() -> None:
    net = nn.HybridSequential()
    net.add(nn.BatchNorm(), nn.Activation("relu"), nn.Conv2D(5, 3), nn.BatchNorm(scale=False, center=False))
    assert _calls(_check(net)) == ["scale_and_shift", "activation_inplace", "channels_last", "packed_convolution"]


@pytest.mark.parametrize("shape", [(3, 4), (3, 4, 5), (2, 4, 3, 3, 3)])
def test_normalization_of_other_ranks(shape: tuple[int, ...]) -> None:
    net = nn.HybridSequential()
    net.add(nn.BatchNorm())
    assert _calls(_check(net, shape)) == ["scale_and_shift"]


@pytest.mark.parametrize("layer", [nn.Conv1D(6, 3), nn.Conv3D(6, 2)])
def test_convolutions_of_other_ranks(layer: HybridBlock) -> None:
    net = nn.HybridSequential()
    net.add(layer, nn.BatchNorm())
    shape = (2, 4, 7) if isinstance(layer, nn.Conv1D) else (2, 4, 5, 5, 5)
    assert _calls(_check(net, shape)) == ["convolution"]


def test_last_axis_is_left_alone() -> None:
    net = nn.HybridSequential()
    net.add(nn.BatchNorm(axis=3))
    assert _calls(_check(net)) == ["batchnorm"]


def test_fixed_gamma_is_set_to_one() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.BatchNorm(scale=False))
    data = _ready(net)
    net[1].gamma.set_data(nd.full((6,), 3))
    net.hybridize()
    found = net(data).asnumpy()
    assert net[1].gamma.data().asnumpy().tolist() == [1] * 6
    net.hybridize(active=False)
    np.testing.assert_allclose(found, net(data).asnumpy(), rtol=1e-4, atol=1e-5)


def test_writes_to_parameters_are_noticed() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Activation("relu"))
    data = _ready(net)
    net.hybridize()
    net(data), net(data[:1])
    for parameter in net.collect_params().values():
        parameter.data()[:] = parameter.data() * 0.7
        found = [net(data).asnumpy(), net(data[:1]).asnumpy()]
        net.hybridize(active=False)
        wanted = [net(data).asnumpy(), net(data[:1]).asnumpy()]
        net.hybridize()
        for ours, theirs in zip(found, wanted, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5, err_msg=parameter.name)


def test_functions_of_all_sizes_share_what_is_prepared() -> None:
    net = nn.HybridSequential()
    net.add(nn.Dense(6), nn.BatchNorm())
    data = _ready(net)
    net.hybridize()
    for part in (data, data[:1], nd.concat(data, data, dim=0)):
        net(part)
    assert net._program is not None
    functions = net._program.functions
    assert len(set(functions)) == 3 and len({function.derivation for function in functions}) == 1
    assert len(net._program.parameters(mx.cpu()).derived) == 1


def test_many_sizes_share_a_function_that_is_not_packed() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Activation("relu"))
    data = _ready(net, (2, 4, 20, 20))
    expected = [net(data[:, :, i:]).asnumpy() for i in range(8)]
    net.hybridize()
    for i, wanted in enumerate(expected):
        np.testing.assert_allclose(net(data[:, :, i:]).asnumpy(), wanted, rtol=1e-4, atol=1e-5)
    assert net._program is not None
    functions = net._program.functions
    assert [function.tailored for function in functions] == [True] * 3 + [False] * 5
    assert len(set(functions)) == 4


def _block(net: Any, F: Any, x: Any) -> Any:
    x = net.first(x)
    return F.Activation(net.third(net.second(x)) + x, act_type="relu")


def test_residual_is_added_by_the_convolution() -> None:
    net = _Net(_block, first=nn.Conv2D(5, 3, activation="relu"), second=nn.Conv2D(5, 3, padding=1),
               third=nn.Conv2D(5, 3, padding=1))
    assert _calls(_check(net)) == ["channels_last", *["packed_convolution"] * 2, "packed_convolution_onto"]


CASES: dict[str, Callable[..., Any]] = {
    "input": lambda net, F, x: net.second(net.first(x)) + F.slice_axis(x, axis=1, begin=0, end=5),
    "used after": lambda net, F, x: (lambda y: (net.second(y) + y) * y)(net.first(x)),
    "used beside": lambda net, F, x: (lambda y: F.concat(net.second(y) + y, net.third(y), dim=1))(net.first(x)),
    "an output": lambda net, F, x: (lambda y: [net.second(y) + y, y])(net.first(x)),
    "twice the same": lambda net, F, x: (lambda y: y + y)(net.second(net.first(x))),
    "read by the convolution": lambda net, F, x: (lambda y: net.second(y) + y)(net.first(x)),
    "seen in another shape": lambda net, F, x: (lambda y: (
        lambda view: F.concat(net.third(net.second(y)) + y, F.reshape(view, (0, 5, 6, 6)), dim=1))(
        F.reshape(y, (0, 5, -1))))(net.first(x)),
    "in another memory order": lambda net, F, x: (lambda y: net.third(net.second(net.first(y))) + y)(F.clip(x, -9, 9)),
    "broadcast": lambda net, F, x: (lambda y: F.broadcast_add(net.second(y), F.mean(y, axis=(2, 3), keepdims=True)))(
        net.first(x)),
    "both": lambda net, F, x: (lambda y: F.relu(net.second(y) + net.third(y)))(net.first(x)),
    "chain": lambda net, F, x: (lambda y: F.relu(net.third(F.relu(net.second(y) + y)) + y))(net.first(x)),
    "before the sum": lambda net, F, x: (lambda y: net.second(F.relu(y)) + y)(net.first(x)),
    "max of both": lambda net, F, x: (lambda y: F.maximum(net.second(y), y) + net.third(y))(net.first(x)),
}


@pytest.mark.parametrize("case", CASES)
def test_residuals_that_others_need(case: str) -> None:
    layers = {name: nn.Conv2D(5, 3, padding=1, in_channels=5) for name in ("first", "second", "third")}
    net = _Net(CASES[case], **layers)
    _check(net, (2, 5, 6, 6))


def test_layer_with_two_users_keeps_its_normalization() -> None:
    net = _Net(lambda net, F, x: (lambda y: net.second(y) + y)(net.first(x)), first=nn.Conv2D(5, 3),
               second=nn.BatchNorm())
    assert _calls(_check(net)) == ["channels_last", "packed_convolution", "scale_and_shift", "elemwise_add"]


def test_training_is_left_alone() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Activation("relu"))
    data = _ready(net)
    net.hybridize()
    with autograd.record():
        net(data)
    assert "packed" not in net.generated_source and "batchnorm" in net.generated_source


@pytest.mark.parametrize("dtype", ["float64", "float16"])
def test_other_types(dtype: str) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Activation("relu"))
    data = _ready(net)
    net.cast(dtype)
    expected = net(data.astype(dtype)).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data.astype(dtype)).asnumpy(), expected, rtol=1e-2)
    # Processors without instructions for float16 compute in float32.
    assert ("packed" in net.generated_source) == (getattr(torch, dtype) in low_precision.SLOW)


def test_module_and_its_outputs_within() -> None:
    data = mx.sym.var("data")
    layer = mx.sym.Convolution(data, kernel=(3, 3), num_filter=6, name="conv")
    normalized = mx.sym.BatchNorm(layer, fix_gamma=False, name="norm")
    net = mx.sym.Group([mx.sym.Activation(normalized, act_type="relu"), normalized, layer])
    executor = net.simple_bind(mx.cpu(), data=SHAPE, grad_req="null")
    draw = np.random.RandomState(0)
    for name, array in {**executor.arg_dict, **executor.aux_dict}.items():
        array[:] = draw.uniform(0.5, 1.5, array.shape) if name != "data" else draw.normal(size=array.shape)
    relu, norm, convolution = (o.asnumpy() for o in executor.forward())
    values = {**executor.arg_dict, **executor.aux_dict}
    scale = values["norm_gamma"].asnumpy() / np.sqrt(values["norm_moving_var"].asnumpy() + 1e-3)
    shift = values["norm_beta"].asnumpy() - values["norm_moving_mean"].asnumpy() * scale
    expected = convolution * scale.reshape(-1, 1, 1) + shift.reshape(-1, 1, 1)
    np.testing.assert_allclose(norm, expected, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(relu, np.maximum(expected, 0), rtol=1e-4, atol=1e-4)
