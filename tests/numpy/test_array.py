"""Test ``mx.np.ndarray``, with printed forms and dtypes of MXNet 1.9.1."""

import pickle
import threading

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, npx
from mxnet.base import MXNetError

np = mx.np


@pytest.mark.parametrize("array, text", [
    (lambda: np.array([1, 2.0]), "array([1., 2.])"),
    (lambda: np.array([[1, 2], [3, 4]], dtype="int32"), "array([[1, 2],\n       [3, 4]], dtype=int32)"),
    (lambda: np.array(3.5), "array(3.5)"),
    (lambda: np.array(3, dtype="int64"), "array(3, dtype=int64)"),
    (lambda: np.array([1, 2]) > 1, "array([False,  True])"),
    (lambda: np.array([1, 2], dtype="float64"), "array([1., 2.], dtype=float64)"),
    (lambda: np.ones((0, 3)), "array([], shape=(0, 3))"),
    (lambda: np.array([]), "array([])"),
    (lambda: np.array([1e-5, 1e5]), "array([1.e-05, 1.e+05])"),
    (lambda: np.array([1, 2])[0], "array(1.)"),
    (lambda: np.array([1, 2], dtype="int32") + 1.5, "array([2, 3], dtype=int32)"),
    (lambda: 2.5 - np.array([1, 2], dtype="int32"), "array([1, 0], dtype=int32)"),
    (lambda: np.array([1, 2], dtype="bool") + 1.5, "array([2, 2], dtype=int64)"),
    (lambda: np.array([1, 2], dtype="int32") > 1.5, "array([False,  True])"),
    (lambda: np.exp(np.array([1, 2], dtype="int32")), "array([2, 7], dtype=int32)"),
    (lambda: np.rint(np.array([2.5, 3.5])), "array([2., 3.])"),
    (lambda: np.around(np.array([2.5, 3.5])), "array([2., 4.])"),
    (lambda: np.array([-7, 7], dtype="int32") % np.array([3, -3], dtype="int32"), "array([ 2, -2], dtype=int32)"),
    (lambda: -np.array([True]), "array([-1.])"),
    (lambda: np.array([3], dtype="int32") & np.array([1], dtype="int32"), "array([1], dtype=int32)"),
    (lambda: ~np.array([3], dtype="int32"), "array([-4], dtype=int32)"),
])
def test_text(array, text):
    assert repr(array()) == text


def test_str_and_format():
    assert str(np.array([1, 2])) == "[1. 2.]"
    assert str(np.array(1.5)) == "1.5"
    assert f"{np.array(1.5):.2f}" == "1.50"
    with pytest.raises(TypeError):
        format(np.ones(2), "30")


@pytest.mark.parametrize("left, right, result", [
    ("int32", "float32", "float32"), ("int32", "float16", "float16"), ("float64", "float32", "float64"),
    ("float16", "float32", "float32"), ("int32", "int64", "int64"), ("int32", "int8", "int32"),
    ("uint8", "int8", "int32"), ("bool", "float32", "float32"), ("bool", "int32", "int32"),
])
def test_types_that_meet(left, right, result):
    for first, second in ((left, right), (right, left)):
        assert (np.ones((2,), dtype=first) * np.ones((), dtype=second)).dtype == result


def test_types_of_division_and_sums():
    whole = np.array([1, 2], dtype="int32")
    assert (whole / whole).dtype == (whole / 2).dtype == onp.float32
    assert (whole ** 2.5).dtype == whole.sum().dtype == whole.cumsum().dtype == onp.int32
    assert (whole > 1).sum().dtype == onp.int64
    assert isinstance(whole.dtype, onp.dtype)


def test_comparisons_in_conditions():
    assert (np.array([1, 2]) == np.array([1, 3])).tolist() == [True, False]
    assert bool(np.array(1) == 1)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(np.ones(2))
    with pytest.raises(TypeError, match="unsized"):
        len(np.array(1))


@pytest.mark.parametrize("key", [
    0, -1, slice(1, None), slice(None, None, -1), (slice(None), 1), (..., 0), None, (0, 1), (), [0, 2],
    ([0, 1], [2, 3]), (slice(None), [3, 0]), (1, slice(None, None, 2)),
])
def test_reading_and_writing_parts(key):
    values = onp.arange(12, dtype="float32").reshape(3, 4)
    array = np.array(values)
    assert array[key].shape == values[key].shape
    onp.testing.assert_array_equal(array[key].asnumpy(), values[key])
    values[key] = -1
    array[key] = -1
    onp.testing.assert_array_equal(array.asnumpy(), values)


def test_masks():
    values = onp.arange(6, dtype="float32").reshape(2, 3)
    array = np.array(values)
    assert array[array > 2].tolist() == [3, 4, 5]
    array[array > 2] = 0
    assert array.sum() == 3
    assert array[True].shape == (1, 2, 3)
    with pytest.raises(IndexError, match="too many indices"):
        array[0, 0, 0]
    with pytest.raises(IndexError, match="out of bounds"):
        array[5]


def test_in_place():
    array = np.ones((2,))
    same = array
    array += 1
    array *= np.array([1, 2])
    array /= 2
    array -= 1
    array **= 2
    assert same is array
    assert array.tolist() == [0, 1]
    whole = np.array([1], dtype="int32")
    with pytest.raises(MXNetError, match="cannot write"):
        whole /= 2


def test_methods():
    array = np.array([[1, 2], [3, 4]])
    assert array.T.tolist() == array.transpose(1, 0).tolist() == [[1, 3], [2, 4]]
    assert array.reshape(4).tolist() == array.reshape((-1,)).tolist() == array.flatten().tolist() == [1, 2, 3, 4]
    assert array.astype("int32").dtype == onp.int32
    assert array.astype("float32", copy=False) is array
    assert array.clip(2, 3).tolist() == [[2, 2], [3, 3]]
    assert array.dot(array).tolist() == [[7, 10], [15, 22]]
    assert array.argmax().item() == 3
    assert array.item(1) == 2.0
    assert array.repeat(2).size == 8
    assert array[:1].squeeze().shape == (2,)
    assert float(np.array([2])) == 2.0
    assert isinstance(array.copy(), np.ndarray)
    target = np.zeros((2, 2))
    assert array.copyto(target) is target
    assert target.tolist() == array.tolist()
    with pytest.raises(AttributeError, match="no attribute asscalar"):
        array.asscalar()


def test_between_the_two_kinds():
    array = np.ones((2,))
    plain = array.as_nd_ndarray()
    assert type(plain) is mx.nd.NDArray
    plain[:] = 4
    assert array.tolist() == [4, 4]
    assert type(plain.as_np_ndarray()) is np.ndarray
    assert array.as_np_ndarray() is array


def test_gradient():
    x = np.array([[1.0, 2], [3, 4]])
    x.attach_grad()
    with autograd.record():
        y = (np.exp(x) * 2 + x[0] ** 2).sum() + np.dot(x, x.T).trace()
    y.backward()
    assert type(x.grad) is np.ndarray
    values = x.asnumpy()
    onp.testing.assert_allclose(x.grad.asnumpy(), 2 * onp.exp(values) + [[4, 8], [0, 0]] + 2 * values, rtol=1e-5)
    assert type(y.detach()) is np.ndarray


def test_gradient_through_both_kinds():
    x = mx.nd.array([1.0, 2])
    x.attach_grad()
    with autograd.record():
        y = np.sum(npx.relu(x.as_np_ndarray()) * 3).as_nd_ndarray() * 2
    y.backward()
    assert x.grad.asnumpy().tolist() == [6, 6]


def test_gradient_of_indexing_and_joining():
    x = np.arange(6).reshape(2, 3)
    x.attach_grad()
    with autograd.record():
        y = np.concatenate([x[:, 1:], np.stack([x[0, :2], x[1, :2]])], axis=1) * 2
        loss = np.where(y > 3, y, y * 0).sum()
    loss.backward()
    assert x.grad.tolist() == [[0, 0, 2], [2, 4, 2]]


def test_gradient_of_whole_numbers():
    x = np.array([1, 2, 3], dtype="int32")
    x.attach_grad()
    with autograd.record():
        y = x[1:]
    y.backward()
    assert x.grad.tolist() == [0, 1, 1]


def _slopes(function, values):
    x = np.array(values)
    x.attach_grad()
    with autograd.record():
        y = function(x)
    y.backward()
    return x.grad.tolist()


def test_gradients_at_borders():
    assert _slopes(np.max, [1, 2, 2]) == [0, 1, 1]
    assert _slopes(lambda x: np.maximum(x, 1), [0, 1, 2]) == [0, 1, 1]
    assert _slopes(lambda x: np.clip(x, 0, 2), [-1, 0, 1, 2, 3]) == [0, 1, 1, 1, 0]
    assert _slopes(lambda x: (x > 1).astype("float32") * x, [1, 2]) == [0, 1]
    assert str(_slopes(np.prod, [-1, 0, 1, 2, 3])) == "[0.0, nan, -0.0, -0.0, -0.0]"


def test_other_threads_make_scalars():
    made = []
    thread = threading.Thread(target=lambda: made.append((np.ones(shape=()), np.ones(shape=(0, 1, 2)))))
    thread.start()
    thread.join()
    assert [a.shape for a in made[0]] == [(), (0, 1, 2)]


def test_pickle():
    for array in (np.ones((2, 3), dtype="int32"), np.arange(3), np.array(2.5), np.ones((0, 2))):
        again = pickle.loads(pickle.dumps(array))
        assert type(again) is np.ndarray
        assert again.dtype == array.dtype
        assert again.shape == array.shape
        assert again.tolist() == array.tolist()


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_split_data(axis):
    data = np.arange(36).reshape(6, 6)
    parts = gluon.utils.split_data(data, 3, batch_axis=axis)
    assert all(type(part) is np.ndarray for part in parts)
    assert np.concatenate(parts, axis=axis).tolist() == data.tolist()
    loaded = gluon.utils.split_and_load(data, [mx.cpu(0), mx.cpu(1)], batch_axis=axis)
    assert [part.context for part in loaded] == [mx.cpu(0), mx.cpu(1)]
    assert all(type(part) is np.ndarray for part in loaded)


def test_arithmetic_in_place():
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    memory = a
    a += np.array([1.0, 2.0])
    a -= np.array([[1.0], [2.0]])
    a *= 2
    assert a is memory and a.asnumpy().tolist() == [[2, 6], [4, 8]]
    with pytest.raises(mx.MXNetError, match="shape"):
        a += np.ones((3, 2, 2))
    with pytest.raises(mx.MXNetError):
        a += np.ones((3,))
    whole = np.array([1, 2], dtype="int32")
    whole += 2.5
    assert whole.asnumpy().tolist() == [3, 4]
