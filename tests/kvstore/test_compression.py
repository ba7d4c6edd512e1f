"""Tests of two-bit gradient compression and its residuals."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd


def reference(gradients: list[np.ndarray], threshold: float) -> list[np.ndarray]:
    """Compute the compressed gradients of one device element by element."""
    rest = np.zeros_like(gradients[0])
    sent = []
    for gradient in gradients:
        rest = rest + gradient
        now = np.where(rest >= threshold, threshold, np.where(rest <= -threshold, -threshold, 0)).astype("float32")
        rest = rest - now
        sent.append(now)
    return sent


@pytest.mark.parametrize("devices", [1, 2, 4])
def test_sums_of_compressed_gradients(devices: int) -> None:
    threshold = 0.5
    random = np.random.RandomState(1)
    rounds = [[random.randn(3, 5).astype("float32") for _ in range(devices)] for _ in range(6)]
    kv = mx.kv.create("device")
    kv.set_gradient_compression({"type": "2bit", "threshold": threshold})
    kv.init("w", nd.zeros((3, 5)))
    expected = [reference([r[d] for r in rounds], threshold) for d in range(devices)]
    out = nd.zeros((3, 5))
    for number, gradients in enumerate(rounds):
        kv.push("w", [nd.array(g, ctx=mx.gpu(d)) for d, g in enumerate(gradients)])
        kv.pull("w", out=out)
        np.testing.assert_allclose(out.asnumpy(), sum(e[number] for e in expected), rtol=1e-6)


def test_default_threshold_and_several_keys() -> None:
    kv = mx.kv.create("device")
    kv.set_gradient_compression({"type": "2bit"})
    kv.init([1, 2], [nd.zeros((2,)), nd.zeros((2,))])
    outs = [nd.zeros((2,)), nd.zeros((2,))]
    kv.push([1, 2], [[nd.array([0.3, -2.0])] * 2, [nd.array([0.6, 0.1])] * 2])
    kv.pull([1, 2], out=outs)
    np.testing.assert_allclose(outs[0].asnumpy(), [0, -1.0])
    np.testing.assert_allclose(outs[1].asnumpy(), [1.0, 0])


@pytest.mark.parametrize(("params", "message"), [
    ({"type": "3bit"}, "Unknown type for gradient compression 3bit"),
    ({"type": "2bit", "threshold": -1}, "threshold must be greater than 0, received -1"),
    ({"threshold": 0.5}, "Required parameter type"),
    ({"type": "2bit", "treshold": 0.5}, "unknown parameters .'treshold'."),
    ("2bit", "needs a dict"),
])
def test_wrong_parameters(params, message: str) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        mx.kv.create("device").set_gradient_compression(params)


def test_stores_without_compression() -> None:
    with pytest.raises(mx.MXNetError, match="does not compress gradients; use 'device'"):
        mx.kv.create("local").set_gradient_compression({"type": "2bit"})
    kv = mx.kv.create("device")
    kv.set_gradient_compression({"type": "2bit"})
    kv.init(0, nd.zeros((2,), dtype="float16"))
    with pytest.raises(mx.MXNetError, match="needs float32 gradients"):
        kv.push(0, [nd.zeros((2,), dtype="float16")] * 2)


def test_trainer_hands_its_parameters_to_the_store() -> None:
    parameter = gluon.Parameter("w", shape=(2,))
    parameter.initialize("zeros", ctx=[mx.gpu(0), mx.gpu(1)])
    trainer = gluon.Trainer([parameter], "sgd", {"learning_rate": 1.0}, update_on_kvstore=False,
                            compression_params={"type": "2bit", "threshold": 0.5})
    with mx.autograd.record():
        losses = [(data * nd.array([0.3, 3.0], ctx=data.context)).sum() for data in parameter.list_data()]
    mx.autograd.backward(losses)
    trainer.step(1)
    for data in parameter.list_data():
        np.testing.assert_allclose(data.asnumpy(), [0, -1.0])
