"""Test products along axes and their gradient in MXNet."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


@pytest.mark.parametrize("name", ["prod", "nanprod"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
def test_products_along_axes(name: str, dtype: str) -> None:
    values = np.linspace(1, 3, 24).reshape(2, 3, 4).astype(dtype)
    for axis, expected in ((1, values.prod(1)), ((0, 2), values.prod((0, 2))), ((2, 0), values.prod((0, 2)))):
        product = getattr(nd, name)
        found = product(nd.array(values, dtype=dtype), axis=axis)
        np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-2 if dtype == "float16" else 1e-5)
        kept = product(nd.array(values, dtype=dtype), axis=axis, keepdims=True)
        assert kept.shape == values.prod(axis, keepdims=True).shape and kept.dtype == np.dtype(dtype)


@pytest.mark.parametrize("values, slopes", [([0.0, 2.0, 3.0], [np.nan, 0, 0]), ([0.0, 0.0, 3.0], [np.nan, np.nan, 0])])
def test_the_slope_at_zero_is_not_a_number(values: list[float], slopes: list[float]) -> None:
    for array, product in ((nd.array(values), nd.prod), (mx.np.array(values), mx.np.prod)):
        array.attach_grad()
        with autograd.record():
            result = product(array)
        result.backward()
        np.testing.assert_array_equal(array.grad.asnumpy(), slopes)
