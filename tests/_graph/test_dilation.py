"""Dilated convolutions of maps so narrow that windows lie in the padding altogether; numbers from MXNet 1.9.1."""

from __future__ import annotations

import numpy as np

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn


def test_windows_in_the_padding_give_the_bias() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, (2, 1), padding=1, strides=2, dilation=2, in_channels=7, bias_initializer=mx.init.Constant(3)))
    net.initialize(mx.init.One())
    x = nd.ones((6, 7, 2, 1))
    eager = net(x)
    net.hybridize()
    predicted = net(x)
    with autograd.record():
        recorded = net(x)
    recorded.backward()
    assert eager.shape == (6, 2, 1, 2)
    for result in (eager, predicted, recorded):
        np.testing.assert_array_equal(result.asnumpy(), np.full((6, 2, 1, 2), 3))
    np.testing.assert_array_equal(net[0].weight.grad().asnumpy(), np.zeros((2, 7, 2, 1)))
    np.testing.assert_array_equal(net[0].bias.grad().asnumpy(), [12, 12])


def test_a_dilation_along_a_kernel_of_size_one_changes_nothing() -> None:
    data, weight = nd.arange(24).reshape((1, 2, 4, 3)), nd.arange(8).reshape((2, 2, 2, 1))
    shapes = {"kernel": (2, 1), "num_filter": 2, "no_bias": True}
    dilated = nd.Convolution(data, weight, dilate=(2, 3), **shapes)
    plain = nd.Convolution(data, weight, dilate=(2, 1), **shapes)
    np.testing.assert_array_equal(dilated.asnumpy(), plain.asnumpy())
    assert dilated.asnumpy()[0, 0, 0].tolist() == [84, 90, 96]
