"""Test gradients of integer arrays against values of MXNet."""

import numpy as np
import pytest
import torch

from mxnet import autograd, nd
from mxnet._runtime.autograd.integer_grad import converted, from_floating, integer_leaf


def test_a_leaf_collects_gradients_in_double_precision() -> None:
    leaf = integer_leaf(torch.tensor([1, 2, 3], dtype=torch.int32))
    with torch.enable_grad():
        (leaf * leaf).sum().source.backward()
    gradient = leaf.source.grad
    assert gradient is not None and gradient.dtype is torch.float64 and gradient.tolist() == [2, 4, 6]


def test_small_types_take_the_low_bits() -> None:
    assert converted(torch.tensor([300.7, -1.0]), torch.uint8).tolist() == [44, 255]
    assert converted(torch.tensor([-2.9]), torch.int64).tolist() == [-2]


def test_gradients_flow_through_a_cast() -> None:
    values = torch.tensor([1.5, 2.5], requires_grad=True)
    with torch.enable_grad():
        integers = from_floating(values, torch.int32)
        (integers * 3).source.sum().backward()
    assert integers.tolist() == [1, 2] and values.grad is not None and values.grad.tolist() == [3, 3]


@pytest.mark.parametrize("dtype", ["int32", "int64", "int8", "uint8"])
def test_arrays(dtype: str) -> None:
    x = nd.array([1, 2, 3], dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = x * x + 2 * x
    y.backward()
    assert x.grad.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(x.grad.asnumpy(), [4, 6, 8])
