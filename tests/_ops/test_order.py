"""Test that selecting a few elements of a long axis gives the same result as sorting it."""

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


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [4, 100])
def test_nan_comes_last(size: int, k: int, ascending: bool) -> None:
    rows = np.full((2, size), np.nan, "float32")
    rows[0, [0, 2, 3]] = [1, 3, 2]
    rows[1, [1, 2]] = [-np.inf, 5]
    data = nd.array(rows)
    order = [[0, 3, 2], [1, 2]]
    expected = [(row if ascending else row[::-1])[:k] for row in order]
    indices = nd.topk(data, k=k, is_ascend=ascending).asnumpy().astype(int)
    values, same = nd.topk(data, k=k, ret_typ="both", is_ascend=ascending)
    mask = nd.topk(data, k=k, ret_typ="mask", is_ascend=ascending).asnumpy()
    np.testing.assert_array_equal(same.asnumpy().astype(int), indices)
    for row in range(2):
        assert indices[row, :len(expected[row])].tolist() == expected[row]
        assert np.isnan(rows[row, indices[row, len(expected[row]):]]).all()
        np.testing.assert_array_equal(values.asnumpy()[row], rows[row, indices[row]])
        assert sorted(np.flatnonzero(mask[row]).tolist()) == sorted(indices[row].tolist())
    np.testing.assert_array_equal(nd.sort(data, is_ascend=ascending).asnumpy()[:, :k], values.asnumpy())
    np.testing.assert_array_equal(nd.argsort(data, is_ascend=ascending).asnumpy()[:, :k], indices)
