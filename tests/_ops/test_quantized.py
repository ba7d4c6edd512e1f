"""Test properties of quantized operators that samples do not cover."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx


def _array(values: list, dtype: str = "float32") -> mx.nd.NDArray:
    return mx.nd.array(np.array(values), dtype=dtype)


LOW, HIGH = _array([-2.0]), _array([1.0])


def test_products() -> None:
    """Compare with MXNet's formulas, because MXNet cannot run these operators."""
    lhs, rhs = _array([100, -3, 7], "int8"), _array([50, 5, -1], "int8")
    ranges = [LOW, HIGH, HIGH * -4, HIGH]
    product, low, high = mx.nd.contrib.quantized_elemwise_mul(lhs, rhs, *ranges)
    assert product.dtype == np.int32 and product.asnumpy().tolist() == [5000, -15, -7]
    np.testing.assert_allclose(high.asnumpy(), [2 / 127 * 4 / 127 * 2.0 ** 31], rtol=1e-6)
    np.testing.assert_array_equal(low.asnumpy(), -high.asnumpy())
    real = mx.nd.contrib.quantized_elemwise_mul(lhs, rhs, *ranges, enable_float_output=True)
    expected = np.array([5000, -15, -7]) * (2 / 127.5) * (4 / 127.5)
    np.testing.assert_allclose(real.asnumpy(), expected, rtol=1e-6)
    small, low, high = mx.nd.contrib.quantized_elemwise_mul(lhs, rhs, *ranges, min_calib_range=-5, max_calib_range=3)
    assert small.dtype == np.int8 and low.asscalar() == -5 and high.asscalar() == 3
    np.testing.assert_array_equal(small.asnumpy(), np.trunc(expected * 127.5 / 5))


@pytest.mark.parametrize("name", ["quantized_conv", "quantized_fully_connected"])
def test_without_bias_by_name(name: str) -> None:
    """Symbols and arrays passed by name agree for a layer without bias."""
    conv = name == "quantized_conv"
    params = {"kernel": (2, 2), "num_filter": 3} if conv else {"num_hidden": 3}
    generator = np.random.RandomState(0)
    inputs = {"data": mx.nd.array(generator.randint(0, 256, (2, 2, 3, 3)), dtype="uint8"),
              "weight": mx.nd.array(generator.randint(-127, 128, (3, 2, 2, 2) if conv else (3, 18)), dtype="int8"),
              "min_data": HIGH * 0, "max_data": HIGH, "min_weight": LOW, "max_weight": HIGH}
    eager = getattr(mx.nd.contrib, name)(**inputs, **params, no_bias=True)
    symbol = getattr(mx.sym.contrib, name)(**{k: mx.sym.var(k) for k in inputs}, **params, no_bias=True, name="layer")
    assert symbol.list_arguments() == list(inputs)
    assert symbol.list_outputs() == ["layer_output", "layer_min_output", "layer_max_output"]
    shapes = symbol.infer_shape(data=(2, 2, 3, 3))
    assert shapes[0][1:3] == [inputs["weight"].shape, (1,)]
    bound = symbol.bind(mx.cpu(), inputs).forward()
    for one, other in zip(bound, eager, strict=True):
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())


def test_there_and_back() -> None:
    data = mx.nd.array(np.random.RandomState(0).uniform(-3, 2, (4, 5)))
    values, low, high = mx.nd.contrib.quantize_v2(data)
    assert values.dtype == np.int8 and high.asscalar() == -low.asscalar() == np.abs(data.asnumpy()).max()
    back = mx.nd.contrib.dequantize(values, low, high)
    assert np.abs(back.asnumpy() - data.asnumpy()).max() <= high.asscalar() / 127.5


@pytest.mark.parametrize(("call", "message"), [
    (lambda c: c.quantize(_array([1], "int32"), LOW, HIGH), "float32, received int32"),
    (lambda c: c.dequantize(_array([1.0]), LOW, HIGH), "int8 or uint8, received float32"),
    (lambda c: c.requantize(_array([1], "int8"), LOW, HIGH), "int32, received int8"),
    (lambda c: c.quantized_act(_array([1], "int8"), LOW, HIGH, act_type="tanh"), "tanh"),
    (lambda c: c.quantized_pooling(_array([[[[1]]]], "int8"), LOW, HIGH, kernel=(1, 1), pool_type="sum"), "sum"),
    (lambda c: c.quantized_concat(_array([[1]], "int8"), LOW, num_args=1), "2 inputs"),
    (lambda c: c.quantized_batch_norm(_array([[1]], "int8"), HIGH, HIGH, HIGH, HIGH, LOW, HIGH), "calib_range"),
    (lambda c: c.calibrate_entropy(_array([1.0, 2.0]), _array([1.0, 2.0])), "received 2 and 2"),
    (lambda c: c.quantize_v2(_array([1.0]), out_type="int16"), "out_type"),
])
def test_wrong_input_is_named(call, message: str) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        call(mx.nd.contrib)
