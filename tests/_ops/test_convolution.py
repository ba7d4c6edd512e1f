"""Test which data and memory a convolution reads and writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mxnet import autograd, gluon, nd
from mxnet._ops import low_precision


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


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize("stride", [(2, 2), (1, 3), (3, 1)])
def test_small_kernels_have_no_stride(layout: str, stride: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """oneDNN writes beyond its memory in the gradient of such weights."""
    strides = []
    convolve = low_precision.convolve[2]

    def record(data: Any, weight: Any, bias: Any, steps: Any, *others: Any) -> Any:
        strides.append(tuple(steps))
        return convolve(data, weight, bias, steps, *others)

    monkeypatch.setitem(low_precision.convolve, 2, record)
    random = np.random.RandomState(0)
    values, filters = random.normal(size=(3, 5, 14, 13)), random.normal(size=(4, 5, 1, 1))
    last = layout == "NHWC"
    data, weight = (nd.array(one.transpose(0, 2, 3, 1) if last else one, dtype="float64") for one in (values, filters))
    data.attach_grad()
    weight.attach_grad()
    with autograd.record():
        result = nd.Convolution(data, weight, kernel=(1, 1), stride=stride, num_filter=4, no_bias=True, layout=layout)
    result.backward()
    read = values[:, :, ::stride[0], ::stride[1]]
    expected = np.einsum("bchw,oc->bohw", read, filters[..., 0, 0])
    arrays = [one.asnumpy() for one in (result, data.grad, weight.grad)]
    if last:
        arrays = [one.transpose(0, 3, 1, 2) for one in arrays]
    np.testing.assert_allclose(arrays[0], expected, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(arrays[2][..., 0, 0], np.broadcast_to(read.sum((0, 2, 3)), (4, 5)), rtol=1e-10)
    gradient = np.zeros_like(values)
    gradient[:, :, ::stride[0], ::stride[1]] = filters.sum(0)
    np.testing.assert_allclose(arrays[1], gradient, rtol=1e-10)
    assert strides == [(1, 1)]


def test_padding_keeps_the_stride() -> None:
    data, weight = nd.ones((1, 3, 5, 5)), nd.ones((2, 3, 1, 1))
    result = nd.Convolution(data, weight, kernel=(1, 1), stride=(2, 2), pad=(1, 1), num_filter=2, no_bias=True)
    assert result.shape == (1, 2, 4, 4) and result.sum().asscalar() == 2 * 3 * 4
