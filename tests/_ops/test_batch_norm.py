"""Test the states and gamma of BatchNorm against values of MXNet 1.9.1."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


@pytest.fixture
def arrays() -> list[Any]:
    made = [nd.array(np.arange(6).reshape(3, 2)), nd.array([2, 3]), nd.zeros(2), nd.zeros(2), nd.ones(2)]
    for array in made[:3]:
        array.attach_grad()
    return made


def test_states_follow_in_backward(arrays: list[Any]) -> None:
    with autograd.record():
        result = nd.BatchNorm(*arrays)
    assert arrays[3].asnumpy().tolist() == [0, 0]
    result.backward()
    np.testing.assert_allclose(arrays[3].asnumpy(), [0.2, 0.3], rtol=1e-5)
    np.testing.assert_allclose(arrays[4].asnumpy(), [1.1666667, 1.1666667], rtol=1e-5)


def test_states_stay_without_backward(arrays: list[Any]) -> None:
    with autograd.train_mode():
        nd.BatchNorm(*arrays)
    with autograd.record():
        nd.BatchNorm(*arrays, use_global_stats=True).backward()
    with autograd.record(train_mode=False):
        nd.BatchNorm(*arrays).backward()
    assert arrays[3].asnumpy().tolist() == [0, 0]
    assert arrays[4].asnumpy().tolist() == [1, 1]


@pytest.mark.parametrize("op", ["BatchNorm", "contrib.SyncBatchNorm"])
def test_fixed_gamma_is_set_to_one(arrays: list[Any], op: str) -> None:
    function, params = (nd.BatchNorm, {}) if op == "BatchNorm" else (nd.contrib.SyncBatchNorm, {"key": "fixed"})
    arrays[1].grad[:] = 7
    function(*arrays, fix_gamma=False, **params)
    assert arrays[1].asnumpy().tolist() == [2, 3]
    with autograd.record():
        result = function(*arrays, **params)
    assert arrays[1].asnumpy().tolist() == [1, 1]
    result.backward()
    assert arrays[1].grad.asnumpy().tolist() == [0, 0]


def test_one_element_per_channel_keeps_states_finite() -> None:
    data, gamma, beta, mean, variance = nd.ones((1, 2)), nd.ones(2), nd.ones(2), nd.zeros(2), nd.ones(2)
    data.attach_grad()
    with autograd.record():
        result = nd.BatchNorm(data, gamma, beta, mean, variance)
    result.backward()
    np.testing.assert_allclose(result.asnumpy(), [[1, 1]])
    np.testing.assert_allclose(variance.asnumpy(), [0.9, 0.9], atol=1e-6)


@pytest.mark.parametrize("shape", [(1, 5), (1, 5, 1, 1), (5,)])
@pytest.mark.parametrize("hybrid", [False, True])
def test_one_element_per_channel_gives_beta_exactly(shape: tuple[int, ...], hybrid: bool) -> None:
    """A remaining rounding error would decide which channels a relu passes."""
    layer = mx.gluon.nn.HybridSequential()
    layer.add(mx.gluon.nn.BatchNorm(axis=0 if len(shape) == 1 else 1), mx.gluon.nn.Activation("relu"))
    layer.initialize()
    if hybrid:
        layer.hybridize()
    data = nd.array(np.array([0.549, 715.189, -0.603, 0.545, -423.655]).reshape(shape))
    with autograd.record():
        result = layer(data)
    result.backward()
    np.testing.assert_array_equal(result.asnumpy(), np.zeros(shape))
    np.testing.assert_array_equal(layer[0].beta.grad().asnumpy(), np.zeros(5))


def test_backward_decides_whether_moving_statistics_depend_on_data() -> None:
    data = nd.array([[0.1, 0.2], [0.3, 0.9], [0.5, 0.4]])
    states = [nd.ones(2), nd.zeros(2), nd.array([0.3, 0.6]), nd.array([0.5, 2.0])]
    head = nd.array([[0, 1], [2, 3], [4, 5]])
    data.attach_grad()
    found = {}
    for train_mode in (True, False):
        with autograd.record(train_mode=False):
            result = nd.BatchNorm(data, *states)
        result.backward(head, train_mode=train_mode)
        found[train_mode] = data.grad.asnumpy()
    np.testing.assert_allclose(found[False], [[0, 0.70693], [2.825603, 2.12079], [5.651206, 3.53465]], rtol=1e-4)
    np.testing.assert_allclose(found[True], [[-2.675205, -1.437413], [0.0, 0.017664], [2.675205, 1.402084]],
                               rtol=1e-4, atol=1e-5)


def test_moments_pass_no_gradient_on(arrays: list[Any]) -> None:
    with autograd.record():
        results = nd.BatchNorm(*arrays, output_mean_var=True)
    np.testing.assert_allclose(results[1].asnumpy(), [2, 3])
    np.testing.assert_allclose(results[2].asnumpy(), [0.61225766, 0.61225766], rtol=1e-5)
    results[1].backward()
    assert arrays[0].grad.asnumpy().tolist() == [[0, 0]] * 3


def test_more_devices_than_one_are_told(arrays: list[Any], caplog: pytest.LogCaptureFixture) -> None:
    with autograd.train_mode(), caplog.at_level(logging.WARNING):
        for _ in range(2):
            nd.contrib.SyncBatchNorm(*arrays, key="told", ndev=2)
    assert [r.message.partition(":")[0] for r in caplog.records] == ["SyncBatchNorm told"]


def test_wrong_axis_and_type_are_named() -> None:
    vectors = [nd.ones(2)] * 4
    with pytest.raises(mx.MXNetError, match=r"BatchNorm: axis must be one of the 2 axes.*received 3"):
        nd.BatchNorm(nd.ones((3, 2)), *vectors, axis=3)
    with pytest.raises(mx.MXNetError, match=r"gamma must be of type float64"):
        nd.BatchNorm(nd.ones((3, 2), dtype="float64"), *vectors)


@pytest.mark.parametrize("hybrid", [False, True])
def test_devices_in_threads_normalize_together(hybrid: bool) -> None:
    """Values, gradients and moving statistics equal those of one device with the full batch."""
    data = np.random.default_rng(4).normal(2.0, 3.0, (6, 3, 2, 2)).astype("float32")
    heads = np.random.default_rng(5).normal(size=data.shape).astype("float32")
    contexts = [mx.cpu(0), mx.cpu(1)]
    layer = mx.gluon.contrib.nn.SyncBatchNorm(in_channels=3, num_devices=2, epsilon=1e-3)
    layer.initialize(ctx=contexts)
    alone = mx.gluon.nn.BatchNorm(in_channels=3, epsilon=1e-3)
    alone.initialize()
    if hybrid:
        layer.hybridize()
    parts = [nd.array(data[:2], ctx=contexts[0]), nd.array(data[2:], ctx=contexts[1])]
    whole = nd.array(data)
    for part in (*parts, whole):
        part.attach_grad()

    def forward(part):
        with autograd.record():
            return layer(part)

    with ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(forward, parts))
    autograd.backward(outputs, [nd.array(heads[:2], ctx=contexts[0]), nd.array(heads[2:], ctx=contexts[1])])
    with autograd.record():
        expected = alone(whole)
    expected.backward(nd.array(heads))
    np.testing.assert_allclose(np.concatenate([o.asnumpy() for o in outputs]), expected.asnumpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(np.concatenate([p.grad.asnumpy() for p in parts]), whole.grad.asnumpy(), rtol=1e-3,
                               atol=1e-5)
    gamma = sum(g.asnumpy() for g in layer.gamma.list_grad())
    np.testing.assert_allclose(gamma, alone.gamma.grad().asnumpy(), rtol=1e-4, atol=1e-5)
    for context in contexts:
        np.testing.assert_allclose(layer.running_var.data(context).asnumpy(), alone.running_var.data().asnumpy(),
                                   rtol=1e-5)


def test_a_device_that_does_not_come_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mxnet._runtime.host.barrier._TIMEOUT", 0.05)
    arrays = [nd.ones((2, 3)), *[nd.ones((3,)) for _ in range(4)]]

    def normalize():
        with autograd.train_mode():
            return nd.contrib.SyncBatchNorm(*arrays, key="missing", ndev=2)

    with ThreadPoolExecutor(1) as pool, pytest.raises(mx.MXNetError, match="only 1 of 2 devices"):
        pool.submit(normalize).result()


@pytest.mark.parametrize(("heads_of_passes", "variances"), [
    (["stopped, stopped twice"], [0.91827]),
    (["plain, stopped, stopped twice"], [0.91827]),
    (["plain", "stopped"], [0.91827, 0.84471]),
    (["stopped", "plain", "stopped, stopped twice", "plain, stopped"], [0.91827, 0.84471, 0.7785, 0.71892]),
])
def test_states_follow_once_in_each_backward_pass(heads_of_passes: list[str], variances: list[float]) -> None:
    data = mx.nd.array(np.random.RandomState(0).randn(4, 2))
    data.attach_grad()
    gamma, beta, mean, variance = mx.nd.ones(2), mx.nd.zeros(2), mx.nd.zeros(2), mx.nd.ones(2)
    with mx.autograd.record():
        plain = mx.nd.BatchNorm(data, gamma, beta, mean, variance, fix_gamma=False)
        heads = {"plain": plain, "stopped": mx.nd.BlockGrad(plain), "stopped twice": mx.nd.BlockGrad(plain * 2)}
    found = []
    for names in heads_of_passes:
        mx.autograd.backward([heads[name] for name in names.split(", ")], retain_graph=True)
        found.append(variance[0].asscalar())
    np.testing.assert_allclose(found, variances, atol=1e-5)
