"""Test that an output of a convolution depends only on the data under its kernel."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, gluon, nd


def _trained(values: np.ndarray, hybridize: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the result and the gradients of weight and data of LeNet's second layer."""
    net = gluon.nn.Conv2D(50, 5, in_channels=20, use_bias=False)
    net.initialize()
    net.weight.set_data(nd.array(np.random.RandomState(1).uniform(-0.1, 0.1, (50, 20, 5, 5))))
    if hybridize:
        net.hybridize()
    data = nd.array(values)
    data.attach_grad()
    with autograd.record():
        result = net(data)
    head = np.zeros(result.shape, "float32")
    head[..., 4:, 4:] = 1.0
    result.backward(nd.array(head))
    return result.asnumpy(), net.weight.grad().asnumpy(), data.grad.asnumpy()


@pytest.mark.parametrize("hybridize", [False, True])
def test_large_pixel_affects_only_its_windows(hybridize: bool) -> None:
    values = np.random.RandomState(0).uniform(0, 1, (64, 20, 12, 12)).astype("float32")
    plain, plain_weight, _ = _trained(values, hybridize)
    values[:, :, 0, 0] = 1e6
    spiky, spiky_weight, _ = _trained(values, hybridize)
    np.testing.assert_array_equal(spiky[..., 1:, :], plain[..., 1:, :])
    np.testing.assert_array_equal(spiky[..., 1:], plain[..., 1:])
    # The pixel is in no window whose result has a gradient.
    np.testing.assert_allclose(spiky_weight, plain_weight, rtol=1e-5)


@pytest.mark.parametrize("hybridize", [False, True])
def test_zeros_stay_zeros(hybridize: bool) -> None:
    values = np.random.RandomState(0).uniform(0, 1, (64, 20, 12, 12)).astype("float32")
    values[..., 6:, :] = 0.0
    result, _, gradient = _trained(values, hybridize)
    assert not np.any(result[..., 6:, :])
    assert not np.any(gradient[..., :4, :])
