"""Test which arrays share memory, compared with MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd


def test_some_views_are_the_array_itself():
    x, y = nd.ones((3,)), nd.ones((2, 3))
    assert x.T is x
    assert x[:] is x
    assert y[:] is y
    assert y.T is not y
    assert y[:, :] is not y


def test_an_array_can_be_written_with_its_own_elements():
    x = nd.array([[1, 2], [3, 4], [5, 6]])
    x[[0, 1]] = x[1:3]
    np.testing.assert_array_equal(x.asnumpy(), [[3, 4], [5, 6], [5, 6]])
    x[:] = x[0]
    np.testing.assert_array_equal(x.asnumpy(), [[3, 4]] * 3)
    x = nd.array([[1, 2], [3, 4]])
    x[:, [1, 0]] = x[0:2]  # torch would raise an error
    assert x.shape == (2, 2)


def test_views_of_a_transposed_array_share_its_memory():
    x = nd.array([[1, 2, 3], [4, 5, 6]])
    y = x.T
    y[0][:] = 9
    y.reshape((-1,))[2:4] = 7
    y.detach()[2] = 0
    np.testing.assert_array_equal(y.asnumpy(), [[9, 9], [7, 7], [0, 0]])
    np.testing.assert_array_equal(x.asnumpy(), [[1, 2, 3], [4, 5, 6]])


def test_views_of_a_transposed_leaf_share_its_memory_and_have_gradients():
    x = nd.array([[1, 2, 3], [4, 5, 6]]).T
    x.attach_grad()
    with autograd.record():
        row = x[0]
        loss = (row * row).sum() + (x.reshape((-1,)) * nd.arange(6)).sum()
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [[2, 9], [2, 3], [4, 5]])
    x[:] = 3
    np.testing.assert_array_equal(row.asnumpy(), [3, 3])


_COPIES = {
    "transpose": lambda x: nd.transpose(x),
    "flatten": lambda x: x.flatten(),
    "expand_dims": lambda x: x.expand_dims(0),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "reshape_like": lambda x: nd.reshape_like(x, nd.zeros((6,))),
    "split": lambda x: x.split(num_outputs=3, axis=1)[1],
    "split of one": lambda x: x.split(num_outputs=1, axis=1),
    "split_v2": lambda x: nd.split_v2(x, (1,), axis=1)[1],
    "slice": lambda x: x.slice(begin=(0, 1), end=(2, 3)),
    "slice_axis": lambda x: x.slice_axis(axis=0, begin=0, end=1),
    "slice_like": lambda x: nd.slice_like(x, nd.zeros((1, 3))),
    "columns": lambda x: x[:, 1:],
}


@pytest.mark.parametrize("name", _COPIES)
def test_recorded_results_do_not_share_memory_with_their_inputs(name):
    x = nd.array([[1, 2, 3], [4, 5, 6]])
    x.attach_grad()
    with autograd.record():
        y = _COPIES[name](x)
        z = y * y
    before = y.asnumpy()
    x[:] = 0
    np.testing.assert_array_equal(y.asnumpy(), before)
    z.backward()  # uses the previous values
    assert x.grad.asnumpy().sum() == 2 * before.sum()
    x[:] = 1
    y[:] = 7
    np.testing.assert_array_equal(x.asnumpy(), np.ones((2, 3)))


def test_a_product_over_no_axes_is_a_copy():
    x = nd.array([[1, 2, 3], [4, 5, 6]])
    x.attach_grad()
    with autograd.record():
        y = nd.prod(x, axis=(0, 1), exclude=True)
    y[:] = 7
    np.testing.assert_array_equal(x.asnumpy(), [[1, 2, 3], [4, 5, 6]])
