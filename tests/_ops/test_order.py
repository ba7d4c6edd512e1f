"""Selecting a few elements of a long axis gives what sorting all of it gives."""

import numpy as np
import pytest

from mxnet import autograd, nd


@pytest.mark.parametrize("ascending", [False, True])
@pytest.mark.parametrize("kinds", [7, 60, 10**6])
@pytest.mark.parametrize("missing", [False, True])
def test_a_few_of_many(ascending: bool, kinds: int, missing: bool) -> None:
    values = np.random.default_rng(kinds).integers(0, kinds, (3, 200, 2)).astype("float32")
    if missing:
        values[1, 5] = np.nan
    data = nd.array(values)
    data.attach_grad()
    with autograd.record():
        found, places = nd.topk(data, axis=1, k=5, ret_typ="both", is_ascend=ascending, dtype="int32")
    found.backward()
    order = nd.argsort(data, axis=1, is_ascend=ascending, dtype="int32").asnumpy()[:, :5]
    np.testing.assert_array_equal(places.asnumpy(), order)
    np.testing.assert_array_equal(found.asnumpy(), np.take_along_axis(values, order, 1))
    expected = np.zeros_like(values)
    np.put_along_axis(expected, order, 1, 1)
    np.testing.assert_array_equal(data.grad.asnumpy(), expected)
