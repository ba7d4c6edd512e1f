"""Test read-only arrays."""

import gc

import numpy as np
import pytest

from mxnet import nd
from mxnet._runtime.storage import read_only


def test_only_read_only_arrays_reject_assignment() -> None:
    marked, other = nd.ones((2, 3)), nd.ones((2, 3))
    read_only.mark(marked)
    with pytest.raises(ValueError, match=r"readonly NDArray of shape \(2, 3\)"):
        marked[0] = 5
    other[0] = 5
    np.testing.assert_array_equal(marked.asnumpy(), np.ones((2, 3)))


def test_the_mark_ends_with_the_array() -> None:
    array = nd.ones(2)
    key = id(array)
    read_only.mark(array)
    assert key in read_only.marked
    del array
    gc.collect()
    assert key not in read_only.marked
