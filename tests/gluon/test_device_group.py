"""Compare networks with SyncBatchNorm on several devices with one device that gets the complete batch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

CONTEXTS = [mx.cpu(0), mx.cpu(1), mx.cpu(2)]
Losses = Callable[[Any, Any, list[Any], list[Any]], list[Any]]


def _network(devices: int) -> nn.HybridSequential:
    net = nn.HybridSequential()
    for channels in (4, 5):
        normalize = (gluon.contrib.nn.SyncBatchNorm(num_devices=devices) if devices > 1 else nn.BatchNorm(epsilon=1e-5))
        net.add(nn.Conv2D(channels, 3, use_bias=False), normalize, nn.Activation("tanh"))
    net.add(nn.Dense(3))
    return net


def _array(values: Any, ctx: Any = None) -> Any:
    return (mx.np if mx.npx.is_np_array() else nd).array(values, ctx=ctx)


@pytest.fixture(params=["nd", "np"])
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test with both array classes."""
    if request.param == "np":
        mx.npx.set_np()
    yield request.param
    mx.npx.reset_np()


def _data() -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.RandomState(0)
    return draw.normal(1, 2, (9, 2, 8, 8)).astype("float32"), draw.randint(0, 3, 9).astype("float32")


def _train(net: Any, contexts: list[Any], run: Losses, steps: int = 3) -> list[np.ndarray]:
    """Return losses and parameters after training from the same initial values."""
    net.initialize(ctx=contexts)
    data, label = _data()
    with autograd.predict_mode():
        net(_array(data, contexts[0]))
    draw = np.random.RandomState(1)
    for parameter in net.collect_params().values():
        if parameter.grad_req != "null":
            parameter.set_data(_array(draw.normal(0.2, 0.5, parameter.shape)))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    found = []
    for _ in range(steps):
        parts = [gluon.utils.split_and_load(a, contexts, even_split=False) for a in (data, label)]
        losses = run(net, loss, *parts)
        found.append(np.concatenate([part.asnumpy().reshape(-1) for part in losses]))
        trainer.step(len(data))
    return [*found, *(parameter._reduce().asnumpy() for parameter in net.collect_params().values())]


def _record_all_then_backward(net: Any, loss: Any, data: list[Any], label: list[Any]) -> list[Any]:
    with autograd.record():
        losses = [loss(net(x), y) for x, y in zip(data, label, strict=True)]
    for each in losses:
        each.backward()
    return losses


def _backward_of_all(net: Any, loss: Any, data: list[Any], label: list[Any]) -> list[Any]:
    with autograd.record():
        losses = [loss(net(x), y) for x, y in zip(data, label, strict=True)]
        autograd.backward(losses)
    return losses


def _one_by_one(net: Any, loss: Any, data: list[Any], label: list[Any]) -> list[Any]:
    losses = []
    for x, y in zip(data, label, strict=True):
        with autograd.record():
            losses.append(loss(net(x), y))
        losses[-1].backward()
    return losses


def _with_arithmetic(net: Any, loss: Any, data: list[Any], label: list[Any]) -> list[Any]:
    return _one_by_one(net, lambda result, y: 0.5 * loss(result, y) + loss(result, y) / 2, data, label)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("run", [_record_all_then_backward, _backward_of_all, _one_by_one, _with_arithmetic])
def test_training_equals_that_of_one_device(run: Losses, hybrid: bool, mode: str,
                                            caplog: pytest.LogCaptureFixture) -> None:
    together, alone = _network(3), _network(1)
    if hybrid:
        together.hybridize()
    with caplog.at_level(logging.WARNING):
        ours = _train(together, CONTEXTS, run)
    assert not caplog.records
    for found, wanted in zip(ours, _train(alone, [mx.cpu(0)], run), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=2e-3, atol=2e-4)


def test_gradients_of_inputs_and_values_between() -> None:
    layer, alone = gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=2), nn.BatchNorm(in_channels=2)
    layer.initialize(ctx=CONTEXTS[:2])
    alone.initialize()
    data = _data()[0]
    whole, parts = nd.array(data), [nd.array(data[:4], ctx=CONTEXTS[0]), nd.array(data[4:], ctx=CONTEXTS[1])]
    for array in (whole, *parts):
        array.attach_grad()
    with autograd.record():
        results = [layer(x) for x in parts]
        losses = [(result**2).sum() for result in results]
        autograd.backward(losses)
        expected = alone(whole)
        (expected**2).sum().backward()
    np.testing.assert_allclose(np.concatenate([r.asnumpy() for r in results]), expected.asnumpy(), rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(np.concatenate([p.grad.asnumpy() for p in parts]), whole.grad.asnumpy(), atol=1e-3)
    assert isinstance(results[0], nd.NDArray) and results[0].shape == (4, 2, 8, 8)


class _Branches(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.first = gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=2)
        self.second = nn.Dropout(0.5)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        normalized = self.first(x)
        return normalized, (self.second(normalized), None)


@pytest.mark.parametrize("hybrid", [False, True])
def test_nested_results(hybrid: bool) -> None:
    net = _Branches()
    net.initialize(ctx=CONTEXTS[:2])
    if hybrid:
        net.hybridize()
    data = _data()[0]
    with autograd.record():
        results = [net(nd.array(part, ctx=ctx)) for part, ctx in zip((data[:4], data[4:]), CONTEXTS, strict=False)]
    means = np.mean([first.asnumpy().mean((0, 2, 3)) * len(first) for first, _ in results], axis=0)
    np.testing.assert_allclose(means, 0, atol=1e-4)
    for first, (second, nothing) in results:
        assert nothing is None
        kept = second.asnumpy() != 0
        np.testing.assert_allclose(second.asnumpy()[kept], 2 * first.asnumpy()[kept], rtol=1e-5)


def test_random_numbers_are_drawn_once() -> None:
    data = nd.array(_data()[0][:4])
    kept = []
    for devices in (2, 1):
        mx.random.seed(5)
        net = nn.HybridSequential()
        net.add(gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=devices), nn.Dropout(0.5))
        net.initialize()
        with autograd.record():
            kept.append([net(data).asnumpy() for _ in range(2)])
    np.testing.assert_allclose(kept[0], kept[1], rtol=1e-5)


def test_fewer_devices_than_declared_are_told(caplog: pytest.LogCaptureFixture) -> None:
    net = _network(4)
    with caplog.at_level(logging.WARNING):
        _train(net, CONTEXTS[:2], _record_all_then_backward, 2)
    assert len(caplog.records) == 2
    assert all("only 2 of them met" in r.getMessage() for r in caplog.records)


def _layer(devices: int = 2) -> Any:
    layer = gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=devices)
    layer.initialize(ctx=CONTEXTS[:2])
    return layer


def test_wrong_shapes_are_errors_at_the_call() -> None:
    class Broken(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.reshape(x, (-1, 7))

    layer = _layer()
    with autograd.record(), pytest.raises(mx.MXNetError, match="Reshape"):
        Broken()(layer(nd.ones((3, 2), ctx=CONTEXTS[0])))


def test_errors_come_where_the_value_is_wanted() -> None:
    class Failing(gluon.Block):
        failing = False

        def forward(self, x: Any) -> Any:
            if self.failing:
                raise mx.MXNetError("on purpose")
            return x * 2

    layer, block = _layer(), Failing()
    with autograd.record():
        results = [block(layer(nd.ones((3, 2), ctx=ctx))) for ctx in CONTEXTS[:2]]
    block.failing = True
    with pytest.raises(mx.MXNetError, match="on purpose"):
        results[0].asnumpy()
    with pytest.raises(mx.MXNetError, match="was not computed"):
        results[1].asnumpy()


@pytest.mark.parametrize("grad_req", ["add", "write"])
def test_gradients_read_before_all_devices_came(grad_req: str) -> None:
    """A gradient that is read, cleared or updated early only contains the devices that have run."""
    layer, alone = _layer(), nn.BatchNorm(in_channels=2)
    alone.initialize()
    for block in (layer, alone):
        block.collect_params().setattr("grad_req", grad_req)
        block.running_mean.grad_req = block.running_var.grad_req = "null"
        block.running_mean.set_data(nd.zeros(2))
    data = nd.array(_data()[0])
    gradients = []
    for block in (layer, alone):
        for _ in range(2):
            with autograd.record():
                loss = (block(data) ** 3).sum()
            loss.backward()
        gradients.append(block.gamma.grad(CONTEXTS[0]))
    assert gradients[0].shape == (2,)
    np.testing.assert_allclose(gradients[0].asnumpy(), gradients[1].asnumpy(), rtol=1e-3)
    with autograd.record():
        (layer(data) ** 3).sum().backward()
    layer.collect_params().zero_grad()
    assert not layer.gamma.grad(CONTEXTS[0]).asnumpy().any()


def test_parameters_written_after_the_call_do_not_change_it() -> None:
    layer = _layer()
    data = [nd.array(part, ctx=ctx) for part, ctx in zip(np.split(_data()[0], [4]), CONTEXTS, strict=False)]
    with autograd.record():
        expected = [layer(x) for x in data]
        expected = [result.asnumpy() for result in expected]
        results = [layer(x) for x in data]
    layer.gamma.set_data(nd.array([7, 7]))
    for found, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(found.asnumpy(), wanted)


def test_operators_of_deferred_arrays_wait_too(mode: str, caplog: pytest.LogCaptureFixture) -> None:
    data = _data()[0]
    parts = [_array(data[:4], CONTEXTS[0]), _array(data[4:], CONTEXTS[1])]
    layer, alone = _layer(), nn.BatchNorm(in_channels=2)
    alone.initialize()
    with autograd.record(), caplog.at_level(logging.WARNING):
        results = [(-layer(x)).astype("float64").reshape((-1, 128)).max(axis=1) > 0.5 for x in parts]
        expected = (-alone(_array(data))).astype("float64").reshape((-1, 128)).max(axis=1) > 0.5
    assert isinstance(results[0], mx.np.ndarray if mode == "np" else nd.NDArray)
    np.testing.assert_array_equal(np.concatenate([r.asnumpy() for r in results]), expected.asnumpy())
    assert not caplog.records


def test_imported_network() -> None:
    net = _network(2)
    net.initialize(ctx=CONTEXTS[:2])
    net.hybridize()
    data = _data()[0]
    net(nd.array(data, ctx=CONTEXTS[0]))
    symbol = net(mx.sym.var("data"))
    block = gluon.SymbolBlock(symbol, mx.sym.var("data"), params=net.collect_params())
    with autograd.record():
        found = [[each(nd.array(part, ctx=ctx)) for part, ctx in zip((data[:4], data[4:]), CONTEXTS, strict=False)]
                 for each in (net, block)]
    for ours, wanted in zip(*found, strict=True):
        np.testing.assert_allclose(ours.asnumpy(), wanted.asnumpy(), rtol=1e-4, atol=1e-5)


def test_prediction_does_not_wait() -> None:
    layer = gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=2)
    layer.initialize()
    assert type(layer(nd.ones((3, 2)))) is nd.NDArray
