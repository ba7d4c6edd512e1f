"""Products are multiplied in the order of the elements; numbers are those of MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


@pytest.mark.parametrize("name", ["prod", "nanprod"])
def test_a_first_zero_is_met_before_the_rest_overflows(name: str) -> None:
    values = np.array([0.0] + [1e3] * 200, dtype=np.float32)
    assert getattr(nd, name)(nd.array(values)).asscalar() == 0
    assert np.isnan(getattr(nd, name)(nd.array(values[::-1])).asscalar())


def test_a_first_zero_in_numpy_mode() -> None:
    values = np.array([0.0] + [1e3] * 200, dtype=np.float32)
    assert mx.np.prod(mx.np.array(values)).item() == 0
    assert np.isnan(mx.np.prod(mx.np.array(values[::-1])).item())


def test_overflow_is_final() -> None:
    values = np.array([1e3] * 500 + [1e-3] * 500, dtype=np.float32)
    assert nd.prod(nd.array(values)).asscalar() == np.inf
    assert nd.prod(nd.array(values), axis=0).asscalar() == np.inf


def test_axes_are_one_sequence() -> None:
    values = np.linspace(0.5, 1.6, 24, dtype=np.float32).reshape(2, 3, 4)
    for axis in ((0, 2), (2, 0)):
        found = nd.prod(nd.array(values), axis=axis).asnumpy()
        expected = np.multiply.accumulate(values.transpose(1, 0, 2).reshape(3, 8), axis=1)[:, -1]
        np.testing.assert_array_equal(found, expected)
        assert nd.prod(nd.array(values), axis=axis, keepdims=True).shape == (1, 3, 1)


def test_half_precision_rounds_each_product_but_not_in_numpy_mode() -> None:
    values = np.array([1.3, 0.9, 1.7, 0.6, 1.2, 0.83], dtype=np.float16)
    assert nd.prod(nd.array(values, dtype="float16")).asscalar() == np.float16(1.189453125)
    assert mx.np.prod(mx.np.array(values, dtype="float16")).item() == np.float16(1.1884765625)


@pytest.mark.parametrize("values, slopes", [([0.0, 2.0, 3.0], [np.nan, 0, 0]), ([0.0, 0.0, 3.0], [np.nan, np.nan, 0])])
def test_the_slope_at_zero_is_not_a_number(values: list[float], slopes: list[float]) -> None:
    for array, product in ((nd.array(values), nd.prod), (mx.np.array(values), mx.np.prod)):
        array.attach_grad()
        with autograd.record():
            result = product(array)
        result.backward()
        np.testing.assert_array_equal(array.grad.asnumpy(), slopes)
