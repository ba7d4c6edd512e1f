"""Convolutions by way of frequencies give what the sliding kernel gives."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import frequency_convolution

CASES = [
    # batch, channels, filters, height, width, kernel, pad
    (64, 20, 50, 12, 12, (5, 5), (0, 0)),
    (16, 32, 32, 9, 11, (5, 7), (0, 0)),
    (16, 48, 32, 8, 7, (5, 3), (2, 1)),
    (16, 32, 40, 7, 10, (7, 10), (0, 0)),
]


def _arrays(case: tuple) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    batch, channels, filters, height, width, kernel, _pad = case
    draw = torch.Generator().manual_seed(1)
    data = torch.randn(batch, channels, height, width, generator=draw)
    weight = torch.randn(filters, channels, *kernel, generator=draw) / 20
    return data, weight, torch.randn(filters, generator=draw)


@pytest.mark.parametrize("case", CASES)
def test_values_and_gradients(case: tuple) -> None:
    arrays = _arrays(case)
    found = []
    with torch.enable_grad():
        for kind, convolve in ((torch.float32, frequency_convolution.convolve), (torch.float64, torch.conv2d)):
            inputs = [t.to(kind).requires_grad_() for t in arrays]
            result = convolve(*inputs, pad=case[6]) if kind is torch.float32 else convolve(*inputs, padding=case[6])
            head = torch.randn(result.shape, generator=torch.Generator().manual_seed(2)).to(kind)
            found.append([result, *torch.autograd.grad(result, inputs, head)])
    for ours, exact in zip(*found, strict=True):
        torch.testing.assert_close(ours.double(), exact, rtol=1e-4, atol=1e-5 * float(exact.detach().abs().max()))


def test_second_order() -> None:
    data, weight, _bias = _arrays(CASES[0])
    with torch.enable_grad():
        found = []
        for convolve in (lambda x, w: frequency_convolution.convolve(x, w, None, (0, 0)), torch.conv2d):
            x, w = data.clone().requires_grad_(), weight.clone().requires_grad_()
            (first,) = torch.autograd.grad((convolve(x, w) ** 2).sum(), [x], create_graph=True)
            found.append(torch.autograd.grad((first**2).sum(), [x, w]))
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4 * float(theirs.abs().max()))


@pytest.mark.parametrize("order", [torch.contiguous_format, torch.channels_last])
def test_memory_order_is_kept(order: torch.memory_format) -> None:
    data, weight, _bias = _arrays(CASES[0])
    with torch.enable_grad():
        data = data.contiguous(memory_format=order).requires_grad_()
        result = frequency_convolution.convolve(data, weight.requires_grad_(), None, (0, 0))
        result.sum().backward()
    assert result.is_contiguous(memory_format=order)
    assert data.grad is not None and data.grad.is_contiguous(memory_format=order)


def test_chosen_only_where_it_pays() -> None:
    def chosen(batch: int, channels: int, filters: int, size: int, kernel: int, **changes: torch.dtype) -> bool:
        data = torch.zeros(batch, channels, size, size, **changes).requires_grad_()
        weight = torch.zeros(filters, channels, kernel, kernel, **changes).requires_grad_()
        with torch.enable_grad():
            return frequency_convolution.suits(data, weight, (0, 0))

    assert chosen(64, 20, 50, 12, 5)
    assert not chosen(64, 20, 50, 12, 3)
    assert not chosen(1, 20, 50, 12, 5)
    assert not chosen(64, 1, 20, 28, 5)
    assert not chosen(64, 64, 64, 56, 3)
    assert not chosen(64, 20, 50, 4, 5)
    assert not chosen(64, 20, 50, 12, 5, dtype=torch.float64)


def test_inference_slides_the_kernel() -> None:
    data, weight, _bias = _arrays(CASES[0])
    assert not frequency_convolution.suits(data, weight, (0, 0))


def test_hybridized_equals_eager() -> None:
    data = nd.from_dlpack(_arrays(CASES[0])[0])
    results = []
    for hybrid in (False, True):
        mx.random.seed(3)
        net = mx.gluon.nn.HybridSequential()
        net.add(mx.gluon.nn.Conv2D(50, 5, activation="relu"), mx.gluon.nn.MaxPool2D())
        net.initialize(mx.init.Xavier())
        if hybrid:
            net.hybridize()
        data.attach_grad()
        with autograd.record():
            result = net(data)
        result.backward()
        results.append([result.asnumpy(), data.grad.asnumpy(),
                        *(p.grad().asnumpy() for p in net.collect_params().values())])
    for eager, hybridized in zip(*results, strict=True):
        np.testing.assert_allclose(eager, hybridized, rtol=1e-4, atol=1e-4)


SMALL = (16, *CASES[0][1:])


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_stays_where_it_is(value: float) -> None:
    data, weight, _bias = _arrays(SMALL)
    head = torch.ones(16, 50, 8, 8)
    data[3, 2, 0, 0] = head[5, 4, 7, 7] = value
    found = []
    with torch.enable_grad():
        for convolve in (lambda x, w: frequency_convolution.convolve(x, w, None, (0, 0)), torch.conv2d):
            inputs = [data.clone().requires_grad_(), weight.clone().requires_grad_()]
            result = convolve(*inputs)
            found.append([result, *torch.autograd.grad(result, inputs, head)])
    assert int((~torch.isfinite(found[0][0])).sum()) == 50
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-3, equal_nan=True)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_infinite_gradients_stay_where_they_are(value: float) -> None:
    data, weight, _bias = _arrays(SMALL)
    head = torch.ones(16, 50, 8, 8)
    head[5, 4, 7, 7] = value
    with torch.enable_grad():
        data.requires_grad_()
        result = frequency_convolution.convolve(data, weight.requires_grad_(), None, (0, 0))
        (gradient,) = torch.autograd.grad(result, [data], head)
    assert int((~torch.isfinite(gradient)).sum()) == 20 * 25
