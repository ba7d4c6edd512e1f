"""Test arrays that replace the arrays of a parameter, with values of MXNet 1.9.1."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


def _layer(options: dict[str, bool] | None, value: float = 1) -> gluon.nn.Dense:
    layer = gluon.nn.Dense(2, in_units=3)
    layer.initialize(mx.init.Constant(value))
    if options is not None:
        layer.hybridize(**options)
    return layer


MODES = pytest.mark.parametrize("options", [None, {}, {"static_alloc": True, "static_shape": True}])
ROW = nd.array([[1, 2, 3]])


@MODES
def test_a_computed_weight_gets_its_gradient(options):
    layer = _layer(options)
    assert layer(ROW).asnumpy().tolist() == [[6, 6]]
    source = nd.array([[1, 2, 3], [4, 5, 6]])
    source.attach_grad()
    with autograd.record():
        weight = source * 2
        layer.weight._data[0] = weight
        result = layer(ROW)
    result.backward()
    assert result.asnumpy().tolist() == [[28, 64]]
    assert source.grad.asnumpy().tolist() == [[2, 4, 6], [2, 4, 6]]
    assert layer.weight.data() is weight


@MODES
def test_all_ways_to_replace_arrays(options):
    layer, other = _layer(options), _layer(None, 7)
    layer(ROW)
    layer.weight._data = [nd.ones((2, 3)) * 5]
    assert layer(ROW).asnumpy().tolist() == [[30, 30]]
    layer.weight._data = other.weight._data
    assert layer(ROW).asnumpy().tolist() == [[42, 42]]
    other.weight._data[0] = nd.ones((2, 3)) * 3
    assert layer(ROW).asnumpy().tolist() == [[18, 18]]
    layer.weight._data[:] = [nd.ones((2, 3)) * 4]
    assert layer(ROW).asnumpy().tolist() == [[24, 24]]
    layer.weight._data.clear()
    layer.weight._data.append(nd.ones((2, 3)) * 6)
    assert layer(ROW).asnumpy().tolist() == [[36, 36]]


@pytest.mark.parametrize("options", [None, {}])
def test_arrays_of_numpy_mode(options):
    with mx.util.np_array(True):
        layer = _layer(options)
        row, source = mx.np.array([[1, 2, 3]], dtype="float32"), mx.np.ones((2, 3))
        layer(row)
        assert layer.weight.data().tolist() == [[1, 1, 1], [1, 1, 1]]
        source.attach_grad()
        with autograd.record():
            layer.weight._data[0] = source * 3
            result = layer(row).sum()
        result.backward()
        assert result.item() == 36
        assert source.grad.tolist() == [[3, 6, 9], [3, 6, 9]]
        assert isinstance(layer.weight.data(), mx.np.ndarray)
        assert layer.weight.data().tolist() == [[3, 3, 3], [3, 3, 3]]


def test_parameters_can_be_pickled():
    parameter = _layer(None, 2).weight
    copied = pickle.loads(pickle.dumps(parameter))
    assert np.array_equal(copied.data().asnumpy(), parameter.data().asnumpy())
    copied._data[0] = nd.zeros((2, 3))
    assert copied.data().asnumpy().sum() == 0


def test_a_thread_may_replace_arrays_while_another_predicts() -> None:
    layer = _layer({})
    layer(ROW)
    allowed = {(6.0 * number, 6.0 * number) for number in range(1, 40)}
    done, wrong = threading.Event(), []

    def predict() -> None:
        while not done.is_set():
            found = tuple(layer(ROW).asnumpy()[0].tolist())
            if found not in allowed:
                wrong.append(found)

    readers = [threading.Thread(target=predict) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(1, 40):
        layer.weight._data[0] = nd.full((2, 3), number)
        assert layer(ROW).asnumpy().tolist() == [[6 * number, 6 * number]]
    done.set()
    for reader in readers:
        reader.join()
    assert not wrong
