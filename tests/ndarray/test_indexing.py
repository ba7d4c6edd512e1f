"""Compare indexing and assignment with numpy."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

VALUES = np.arange(24, dtype="float32").reshape(2, 3, 4)
KEYS = [1, -1, slice(None), slice(0, 1), slice(None, None, -1), slice(3, None, -2), Ellipsis, (0, 1), (0, 1, 2),
        (slice(None), 1), (slice(None), slice(1, 3)), (Ellipsis, 0), (0, Ellipsis, -1), (slice(None), None, 0), None,
        (slice(None), slice(None, None, -1)), (1, slice(None, None, -2), slice(1, None)), [0, 1, 1], ([0, 1], [1, 2]),
        (slice(None), [2, 0]), (0, [2, 0], slice(1, 3)), np.array([[1, 0], [0, 1]])]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_reading(key) -> None:
    expected = VALUES[key]
    found = nd.array(VALUES)[key]
    assert found.shape == (expected.shape or (1,))
    assert (found.asnumpy().reshape(expected.shape) == expected).all()


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("kind", ["number", "array", "numpy"])
def test_writing(key, kind: str) -> None:
    array, expected = nd.array(VALUES), VALUES.copy()
    value = 7.0 if kind == "number" else np.asarray(np.cos(VALUES[key]), dtype="float32")
    array[key] = nd.array(value) if kind == "array" else value
    expected[key] = value
    np.testing.assert_allclose(array.asnumpy(), expected)


def test_array_as_index() -> None:
    a = nd.array([10, 20, 30])
    assert a[nd.array([2, 0])].asnumpy().tolist() == [30, 10]
    a[nd.array([0, 1], dtype="int32")] = nd.array([1, 2])
    assert a.asnumpy().tolist() == [1, 2, 30]


def test_gradient_flows_through_parts() -> None:
    x = nd.array(VALUES)
    x.attach_grad()
    with autograd.record():
        y = (x[0, 1:] * 2).sum() + x[1, 2, 3] * 5 + x[:, [0, 0], 1].sum()
    y.backward()
    expected = np.zeros_like(VALUES)
    expected[0, 1:] += 2
    expected[1, 2, 3] += 5
    expected[:, 0, 1] += 2
    assert (x.grad.asnumpy() == expected).all()


def test_wrong_assignment_is_named() -> None:
    with pytest.raises(mx.MXNetError, match="_slice_assign"):
        nd.zeros((2, 3))[:] = nd.zeros((4,))
    with pytest.raises(TypeError, match="assignment"):
        nd.zeros((2, 3))[:] = object()


@pytest.mark.parametrize("key", [
    (slice(None), slice(1, 3)), (slice(1, 2), slice(1, 3)), (slice(1, 3),), (slice(None, None, -1),),
    (slice(0, 4, 3), slice(None)), (slice(0, 1), slice(0, 1), slice(0, 5, 2)), (slice(5, 9),), (slice(None),) * 3,
    (slice(2, 1, -1), slice(3, 2, -2)),
])
def test_contiguous_slices_are_known(key) -> None:
    shape = (4, 3, 5)
    expected = np.zeros(shape)[key].flags.c_contiguous
    assert nd.NDArray._basic_indexing_slice_is_contiguous(key, shape) == expected


@pytest.mark.parametrize("key", [
    (1, [2], np.array([[1]]), slice(None, None, -1)), (slice(None, None, -1), [0, 2], 1),
    ([0, 1], slice(None, None, -2)),
    ([0, 1], slice(None), [1, 0], slice(3, None, -1)), (Ellipsis, [1, 0], slice(None, None, -1)),
    (None, slice(None, None, -1), [[0], [1]]), (slice(None, None, -1), 1, slice(None), slice(None, None, -1)),
])
def test_backward_slices_beside_arrays(key) -> None:
    values = np.arange(3 * 4 * 2 * 5, dtype="float32").reshape(3, 4, 2, 5)
    array = nd.array(values)
    np.testing.assert_array_equal(array[key].asnumpy(), values[key])
    part = np.arange(values[key].size, dtype="float32").reshape(values[key].shape)
    array[key] = nd.array(part)
    values[key] = part
    np.testing.assert_array_equal(array.asnumpy(), values)
