"""Tests of the old autograd interface, `mx.contrib.autograd`."""

import numpy as np
import pytest

from mxnet import autograd, nd
from mxnet.contrib import autograd as first


def test_gradients_and_result_of_a_function():
    x, y = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])
    gradients, result = first.grad_and_loss(lambda a, b: a * b)(x, y)
    np.testing.assert_array_equal(result.asnumpy(), [3, 8])
    np.testing.assert_array_equal(gradients[0].asnumpy(), [3, 4])
    np.testing.assert_array_equal(gradients[1].asnumpy(), [1, 2])


def test_gradient_of_chosen_arguments():
    x, y = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])
    (gradient,) = first.grad(lambda a, b: a * b, argnum=1)(x, y)
    np.testing.assert_array_equal(gradient.asnumpy(), [1, 2])
    with pytest.raises(AssertionError, match="need NDArray arguments"):
        first.grad(lambda a: a)(3)


def test_sections_switch_recording_and_training():
    with first.train_section():
        assert autograd.is_recording()
        assert autograd.is_training()
        with first.test_section():
            assert not autograd.is_recording()
        assert autograd.is_recording()
    assert not autograd.is_recording()
    assert not autograd.is_training()
