"""Compare initializers with layouts and kernels of MXNet 1.9.1."""

from __future__ import annotations

import json
import logging
import math

import numpy as np
import pytest

import mxnet as mx
from mxnet.initializer import InitDesc


def filled(init, shape, name="fc_weight", **desc):
    array = mx.nd.full(shape, 7.0)
    init(InitDesc(name, **desc), array)
    return array.asnumpy()


@pytest.mark.parametrize(
    ("name", "value"),
    [("fc_bias", 0), ("bn_gamma", 1), ("bn_beta", 0), ("q_min", 0), ("q_max", 1), ("b_bias_quantize", 0)],
)
def test_name_decides(name, value):
    assert (filled(mx.init.Uniform(), (3, 2), name) == value).all()


def test_unknown_name():
    with pytest.raises(ValueError, match="foo has no default initialization"):
        filled(mx.init.Xavier(), (2, 2), "foo")


def test_attribute_overrides_name_and_default():
    attrs = {"__init__": '["constant", {"value": 4.0}]'}
    assert (filled(mx.init.Uniform(), (2, 2), "anything", attrs=attrs) == 4).all()


@pytest.mark.parametrize(
    ("init", "value"),
    [
        (mx.init.Zero(), 0),
        (mx.init.One(), 1),
        (mx.init.Constant(2.5), 2.5),
        ("zeros", 0),
        ("ones", 1),
        ('["constant", {"value": 3}]', 3),
        ('{"initializer": "constant", "value": 3}', 3),
    ],
)
def test_constants(init, value):
    assert (filled(mx.init.create(init), (3, 2)) == value).all()


def test_constant_array():
    values = np.arange(6).reshape(2, 3)
    np.testing.assert_array_equal(filled(mx.init.Constant(mx.nd.array(values)), (2, 3)), values)
    assert mx.init.Constant(values).dumps() == '["constant", {"value": [[0, 1, 2], [3, 4, 5]]}]'


def test_distributions():
    mx.random.seed(0)
    uniform = filled(mx.init.Uniform(0.5), (200, 200))
    assert abs(uniform.mean()) < 0.01 and 0.49 < np.abs(uniform).max() <= 0.5
    normal = filled(mx.init.Normal(2), (200, 200))
    assert abs(normal.mean()) < 0.05 and normal.std() == pytest.approx(2, rel=0.02)


@pytest.mark.parametrize(("factor_type", "factor"), [("avg", (30 + 20) * 9 / 2), ("in", 20 * 9), ("out", 30 * 9)])
def test_xavier_scale(factor_type, factor):
    mx.random.seed(0)
    uniform = filled(mx.init.Xavier(factor_type=factor_type, magnitude=2.34), (30, 20, 3, 3))
    assert np.abs(uniform).max() == pytest.approx(math.sqrt(2.34 / factor), rel=0.01)
    normal = filled(mx.init.Xavier("gaussian", factor_type, 2.34), (30, 20, 3, 3))
    assert normal.std() == pytest.approx(math.sqrt(2.34 / factor), rel=0.05)


def test_msraprelu_is_a_scaled_normal():
    mx.random.seed(0)
    values = filled(mx.init.MSRAPrelu("in", 0.25), (100, 100))
    assert values.std() == pytest.approx(math.sqrt(2 / (1 + 0.25**2) / 100), rel=0.03)


@pytest.mark.parametrize("shape", [(4, 9), (9, 4), (3, 2, 2, 2)])
@pytest.mark.parametrize("rand_type", ["uniform", "normal"])
def test_orthogonal(shape, rand_type):
    matrix = filled(mx.init.Orthogonal(2.0, rand_type), shape).reshape(shape[0], -1)
    product = matrix @ matrix.T if matrix.shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(product, 4 * np.eye(len(product)), atol=1e-5)


def test_bilinear():
    row = np.array([1, 2, 3, 2, 1]) / 3
    expected = np.array([1, 2, 3])[:, None] / 3 * row
    np.testing.assert_allclose(filled(mx.init.Bilinear(), (2, 1, 3, 5))[1, 0], expected, rtol=1e-6)


def test_lstm_bias():
    attrs = {"__init__": mx.init.LSTMBias(1.5).dumps()}
    bias = filled(mx.init.Uniform(), (8,), "lstm_bias", attrs=attrs)
    np.testing.assert_array_equal(bias, [0, 0, 1.5, 1.5, 0, 0, 0, 0])


def test_fused_rnn_layout():
    size = 2 * 4 * 4 * (5 + 4 + 2) + 2 * 4 * 4 * (8 + 4 + 2)
    values = filled(mx.init.FusedRNN(mx.init.Constant(3), 4, 2, "lstm", True, 2.0), (size,))
    assert (values[:672] == 3).all()
    assert np.flatnonzero(values == 2)[:12].tolist() == [
        676,
        677,
        678,
        679,
        692,
        693,
        694,
        695,
        708,
        709,
        710,
        711,
    ]
    assert (values == 2).sum() == 32 and (values == 0).sum() == 96


def test_fused_rnn_delegates_to_the_network_initializer():
    values = filled(mx.init.FusedRNN(None, 4, 1, "gru"), (132,), global_init=mx.init.One())
    assert (values[:108] == 1).all() and (values[108:] == 0).all()
    again = mx.init.create(mx.init.FusedRNN(mx.init.One(), 4, 1, "gru").dumps())
    assert (filled(again, (132,))[:108] == 1).all()


def test_fused_rnn_of_a_wrong_size():
    with pytest.raises(ValueError, match="131"):
        filled(mx.init.FusedRNN("one", 4, 1, "gru"), (131,))


def test_dumps_and_equality():
    assert mx.init.Xavier().dumps() == ('["xavier", {"rnd_type": "uniform", "factor_type": "avg", "magnitude": 3}]')
    assert mx.init.create(mx.init.MSRAPrelu(slope=0.1).dumps()) == mx.init.MSRAPrelu(slope=0.1)
    assert mx.init.Uniform(0.1) != mx.init.Uniform(0.2)
    assert json.loads(mx.init.Bilinear().dumps()) == ["bilinear", {}]


def test_registered_class():
    @mx.init.register
    class HalfOf(mx.init.Initializer):
        def __init__(self, value):
            super().__init__(value=value)
            self.value = value

        def _init_weight(self, _, arr):
            arr[:] = self.value / 2

    assert (filled(mx.init.create("halfof", value=3), (2,)) == 1.5).all()
    with pytest.raises(AssertionError, match="Can only register subclass of Initializer"):
        mx.init.register(dict)


def test_mixed():
    init = mx.init.Mixed([".*gate", ".*"], [mx.init.One(), mx.init.Constant(5)])
    assert (filled(init, (2,), "gate_weight") == 1).all()
    assert (filled(init, (2,), "fc_weight") == 5).all()
    with pytest.raises(ValueError, match="fc_weight did not match any pattern"):
        filled(mx.init.Mixed(["gate"], [mx.init.One()]), (2,), "fc_weight")


def test_load(tmp_path):
    arrays = {"arg:a_weight": mx.nd.array([1, 2]), "aux:m": mx.nd.array([3])}
    init = mx.init.Load(arrays, default_init=mx.init.One())
    assert filled(init, (2,), "a_weight").tolist() == [1, 2]
    assert filled(init, (1,), "m").tolist() == [3]
    assert filled(init, (1,), "b_weight").tolist() == [1]
    with pytest.raises(AssertionError, match=r"a_weight has shape \(3,\), but the loaded array has \(2,\)"):
        filled(init, (3,), "a_weight")
    with pytest.raises(AssertionError, match="not among the loaded parameters"):
        filled(mx.init.Load({}), (3,), "a_weight")
    path = str(tmp_path / "w.params")
    mx.nd.save(path, arrays)
    assert filled(mx.init.Load(path), (2,), "a_weight").tolist() == [1, 2]


def test_names_without_description():
    array = mx.nd.zeros((2,))
    with pytest.warns(DeprecationWarning, match="deprecated"):
        mx.init.Zero()("bn_moving_var", array)
    assert array.asnumpy().tolist() == [1, 1]


def test_log(caplog):
    caplog.set_level(logging.INFO)
    filled(mx.init.One().set_verbosity(True), (4,))
    assert "Initialized fc_weight as weight: 1.0" in caplog.text


@pytest.mark.parametrize(
    ("init", "words"),
    [
        (mx.init.Xavier(factor_type="up"), "up"),
        (mx.init.Xavier(rnd_type="even"), "even"),
        (mx.init.Orthogonal(rand_type="even"), "even"),
        (mx.init.FusedRNN("one", 4, 1, "lstn"), "lstn"),
    ],
)
def test_wrong_arguments(init, words):
    with pytest.raises(ValueError, match=words):
        filled(init, (4, 4))


def test_xavier_needs_two_dimensions():
    with pytest.raises(ValueError, match="Xavier needs at least two axes, but fc_weight"):
        filled(mx.init.Xavier(), (4,))


def test_double_precision():
    array = mx.nd.zeros((50, 50), dtype="float64")
    mx.init.Xavier()(InitDesc("w_weight"), array)
    assert array.dtype == np.float64 and np.abs(array.asnumpy()).max() > 0.1


def test_arrays_of_numpy_take_the_numbers_of_its_operators():
    # In MXNet 1.9.1, large arrays of mx.np get different values than arrays of mx.nd.
    for module, expected in ((mx.nd, [0.03414156, -0.0204564, 0.08617631]),
                             (mx.np, [-0.06613725, 0.07104713, -0.08138953])):
        mx.random.seed(3)
        small, large = module.zeros((4, 1, 5, 5)), module.zeros((10, 784))
        for array in (small, large):
            mx.init.Xavier()(mx.init.InitDesc("weight"), array)
        assert np.allclose(small.asnumpy().ravel()[:3], [0.03737755, -0.03432795, -0.02568114], atol=1e-7)
        assert np.allclose(large.asnumpy().ravel()[:3], expected, atol=1e-7)
