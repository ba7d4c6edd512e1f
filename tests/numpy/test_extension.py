"""Tests of ``mx.npx``: operators, files and switches."""

import numpy as onp
import pytest

import mxnet as mx
from mxnet import npx

np = mx.np


def test_operators_give_arrays_of_numpy_kind():
    x = np.array([[1.0, -2], [3, 4]])
    assert npx.relu(x).tolist() == [[1, 0], [3, 4]]
    assert npx.one_hot(np.array([1, 2]), 3).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert npx.pick(x, np.array([0, 1])).tolist() == [1, 4]
    assert npx.topk(np.array([1, 3, 2]), k=2).tolist() == [1, 2]
    onp.testing.assert_allclose(npx.softmax(x).asnumpy().sum(-1), [1, 1], rtol=1e-6)
    dense = npx.fully_connected(x, np.ones((1, 2)), np.zeros((1,)), num_hidden=1)
    assert type(dense) is np.ndarray
    assert dense.tolist() == [[-1], [7]]
    assert npx.batch_dot(np.ones((2, 1, 3)), np.ones((2, 3, 1))).tolist() == [[[3]], [[3]]]
    assert npx.embedding(np.array([1]), x, input_dim=2, output_dim=2).tolist() == [[3, 4]]


def test_foreign_arrays_are_refused():
    with pytest.raises(TypeError, match="ndarray"):
        npx.relu(mx.nd.ones((1,)))


def test_gradient():
    weight = np.ones((1, 2))
    weight.attach_grad()
    with mx.autograd.record():
        loss = npx.fully_connected(np.array([[2.0, 3]]), weight, num_hidden=1, no_bias=True)
    loss.backward()
    assert weight.grad.tolist() == [[2, 3]]


def test_files(tmp_path):
    file = str(tmp_path / "arrays")
    npx.save(file, {"scalar": np.array(2.0), "empty": np.ones((0, 2))})
    npx.set_np()
    try:
        loaded = npx.load(file)
    finally:
        npx.reset_np()
    assert type(loaded["scalar"]) is np.ndarray
    assert loaded["scalar"].shape == ()
    assert loaded["empty"].shape == (0, 2)
    with pytest.raises(TypeError, match="only accepts arrays of mx.np"):
        npx.save(file, [mx.nd.ones((1,))])


def test_switches():
    assert not npx.is_np_array()
    npx.set_np()
    try:
        assert npx.is_np_array()
        assert npx.is_np_shape()
    finally:
        npx.reset_np()
    assert not npx.is_np_shape()


def test_batches_of_draws():
    assert npx.random.normal_n(np.zeros((3, 1)), np.ones((2,)), batch_shape=(4,)).shape == (4, 3, 2)
    assert npx.random.uniform_n(0.0, 1.0, batch_shape=5).shape == (5,)


def test_bernoulli():
    mx.random.seed(1)
    drawn = npx.random.bernoulli(prob=0.25, size=20000)
    assert float(drawn.mean()) == pytest.approx(0.25, abs=0.02)
    assert npx.random.bernoulli(logit=np.zeros((3,))).shape == (3,)
    with pytest.raises(ValueError, match="exactly one"):
        npx.random.bernoulli()
