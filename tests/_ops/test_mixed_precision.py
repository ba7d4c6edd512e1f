"""Test the search for values that are not finite."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import nd

LARGEST = float(np.finfo(np.float32).max)


@pytest.mark.parametrize(("values", "dtype", "finite"), [
    ([LARGEST, LARGEST], "float32", 1),  # only their sum overflows
    ([-LARGEST, -LARGEST, 0], "float32", 1),
    ([65504] * 1000, "float16", 1),
    ([1e308, 1e308], "float64", 1),
    ([np.inf, -np.inf], "float32", 0),
    ([np.nan, 1], "float16", 0),
    ([1, -np.inf], "float64", 0),
    ([], "float32", 1),
])
def test_sums_do_not_decide_alone(values: list[float], dtype: str, finite: int) -> None:
    array = nd.array(np.array(values, dtype), dtype=dtype)
    if values:
        assert nd.all_finite(array).asscalar() == finite
    assert nd.multi_all_finite(nd.ones(3), array, num_arrays=2).asscalar() == finite
    assert nd.multi_all_finite(nd.ones(3), array, num_arrays=2).dtype == np.float32


def test_views_and_many_arrays() -> None:
    base = nd.array(np.full((4, 4), np.inf))
    base[:, :2] = 1
    assert nd.all_finite(base[:, :2]).asscalar() == 1
    assert nd.all_finite(base.T).asscalar() == 0
    arrays = [nd.ones((2, 3)) for _ in range(50)]
    assert nd.multi_all_finite(*arrays, num_arrays=50).asscalar() == 1
    arrays[31][1, 2] = np.nan
    assert nd.multi_all_finite(*arrays, num_arrays=50).asscalar() == 0
