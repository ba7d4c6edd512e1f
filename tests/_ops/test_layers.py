"""Test errors of layers, and properties that samples do not cover."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def _raises(match: str) -> object:
    return pytest.raises(mx.MXNetError, match=match)


def test_convolution_shape_errors() -> None:
    data, weight, bias = nd.ones((1, 2, 4, 4)), nd.ones((3, 2, 2, 2)), nd.ones(3)
    with _raises(r"Convolution: weight must have shape \(3, 2, 2, 2\), received \(3, 1, 2, 2\)"):
        nd.Convolution(data, nd.ones((3, 1, 2, 2)), bias, kernel=(2, 2), num_filter=3)
    with _raises(r"Input data should be 4D in batch-num_filter-y-x"):
        nd.Convolution(data[0], weight, bias, kernel=(2, 2), num_filter=3)
    with _raises(r"as many elements as kernel \(2\), received \(2,\)"):
        nd.Convolution(data, weight, bias, kernel=(2, 2), num_filter=3, stride=(2,))
    with _raises(r"multiples of num_group=4"):
        nd.Convolution(data, weight, bias, kernel=(2, 2), num_filter=3, num_group=4)
    with _raises(r"layout NCW does not fit"):
        nd.Convolution(data, weight, bias, kernel=(2, 2), num_filter=3, layout="NCW")
    with _raises(r"layout"):
        nd.Convolution(data, weight, bias, kernel=(2, 2), num_filter=3, layout="CHWN")


def test_convolution_with_channels_last() -> None:
    draw = np.random.RandomState(0)
    data, weight, bias = (nd.array(draw.rand(*s)) for s in ((2, 5, 4, 3), (4, 2, 3, 3), (4,)))
    params = {"kernel": (2, 3), "num_filter": 4, "pad": (1, 0)}
    first = nd.Convolution(data.transpose((0, 3, 1, 2)), weight.transpose((0, 3, 1, 2)), bias, **params)
    last = nd.Convolution(data, weight, bias, layout="NHWC", **params)
    np.testing.assert_allclose(last.asnumpy(), first.transpose((0, 2, 3, 1)).asnumpy(), rtol=1e-5)
    weight = nd.array(draw.rand(3, 2, 3, 4))
    params["no_bias"] = False
    first = nd.Deconvolution(data.transpose((0, 3, 1, 2)), weight.transpose((0, 3, 1, 2)), bias, **params)
    last = nd.Deconvolution(data, weight, bias, layout="NHWC", **params)
    np.testing.assert_allclose(last.asnumpy(), first.transpose((0, 2, 3, 1)).asnumpy(), rtol=1e-5)


def test_deconvolution_shape_errors() -> None:
    data, weight = nd.ones((1, 2, 4, 4)), nd.ones((2, 3, 2, 2))
    with _raises(r"adj must be smaller than stride=\(1, 1\), received \(1, 0\)"):
        nd.Deconvolution(data, weight, kernel=(2, 2), num_filter=3, adj=(1, 0))
    with _raises(r"too big target_shape \(9, 9\)"):
        nd.Deconvolution(data, weight, kernel=(2, 2), num_filter=3, target_shape=(9, 9))


def test_pooling_shape_errors() -> None:
    data = nd.ones((1, 2, 4, 4))
    with _raises(r"kernel size \(5, 2\) exceeds input \(4, 4\)"):
        nd.Pooling(data, kernel=(5, 2), pool_type="avg")
    with _raises(r"kernel must be given"):
        nd.Pooling(data)
    with _raises(r"p_value 1, 2 or 3, received None"):
        nd.Pooling(data, kernel=(2, 2), pool_type="lp")
    with _raises(r"2 spatial axes"):
        nd.Pooling(data[0], kernel=(2, 2), pool_type="avg")
    with _raises(r"'same' supports one spatial axis"):
        nd.Pooling(data, kernel=(2, 2), pooling_convention="same")


def test_pooling_same_keeps_every_start_of_a_window() -> None:
    data = nd.array([[[1, 5, 2, 4, 3]]])
    for pool_type, wanted in (("max", [5, 4, 3]), ("sum", [6, 6, 3])):
        result = nd.Pooling(data, kernel=(2,), stride=(2,), pool_type=pool_type, pooling_convention="same")
        assert result.asnumpy().tolist() == [[wanted]]


def test_global_maximum_gives_its_gradient_to_the_first() -> None:
    data = nd.array([[[[2, 1], [2, 2]]]])
    data.attach_grad()
    with autograd.record():
        result = nd.Pooling(data, global_pool=True)
    result.backward()
    assert data.grad.asnumpy().tolist() == [[[[1, 0], [0, 0]]]]


def test_random_relu_draws_slopes_in_training() -> None:
    data = -nd.ones((50, 4))
    data.attach_grad()
    with autograd.record():
        result, slopes = nd.LeakyReLU(data, act_type="rrelu", lower_bound=0.2, upper_bound=0.4)
    result.backward()
    drawn = slopes.asnumpy()
    assert 0.2 <= drawn.min() < drawn.max() <= 0.4
    np.testing.assert_array_equal(data.grad.asnumpy(), drawn)
    np.testing.assert_array_equal(result.asnumpy(), -drawn)


def test_slopes_that_do_not_broadcast_raise() -> None:
    with _raises(r"Cannot broadcast gamma to data. gamma: \(4,\), data: \(2, 3\)"):
        nd.LeakyReLU(nd.ones((2, 3)), nd.ones(4), act_type="prelu")


def test_dropout_keeps_axes_together_and_its_input_apart() -> None:
    data = nd.ones((40, 30))
    with autograd.train_mode():
        columns = nd.Dropout(data, p=0.5, axes=(0,)).asnumpy()
    assert (columns == columns[:1]).all() and set(np.unique(columns)) == {0, 2}
    with _raises(r"p must lie between 0 and 1, received 1.5"):
        nd.Dropout(data, p=1.5)
    same = nd.Dropout(data)
    same[:] = 5
    assert (data.asnumpy() == 1).all()


def test_softmax_output_names_a_wrong_label() -> None:
    with _raises(r"label must have shape \(2,\), received \(3,\)"):
        nd.SoftmaxOutput(nd.ones((2, 4)), nd.ones(3))
    with _raises(r"label must have as many rows and elements as data \(2, 4\), received \(2, 3\)"):
        nd.LinearRegressionOutput(nd.ones((2, 4)), nd.ones((2, 3)))


def test_cross_entropy_gradient() -> None:
    data, label = nd.array([[1, 2, 3], [11, 7, 5]]), nd.array([2, 0])
    data.attach_grad()
    with autograd.record():
        loss = nd.softmax_cross_entropy(data, label)
    loss.backward(nd.array([2.0]))
    assert loss.asscalar() == pytest.approx(0.4281871, rel=1e-4)
    probabilities = nd.softmax(data).asnumpy()
    np.testing.assert_allclose(data.grad.asnumpy(), 2 * (probabilities - [[0, 0, 1], [1, 0, 0]]), rtol=1e-4, atol=1e-6)


def test_ctc_ignores_values_past_the_end() -> None:
    data = nd.array(np.random.RandomState(0).rand(4, 2, 3))
    data[2:, 1] = np.nan
    data.attach_grad()
    with autograd.record():
        loss = nd.ctc_loss(data, nd.array([[1, 2], [1, 0]]), nd.array([4, 2]), use_data_lengths=True)
    loss.backward()
    assert np.isfinite(loss.asnumpy()).all() and np.isfinite(data.grad.asnumpy()).all()
    assert (data.grad[2:, 1].asnumpy() == 0).all()
    with _raises(r"received 5 labels for 4 steps"):
        nd.ctc_loss(data, nd.ones((2, 5)))


def test_upsampling_requires_its_weight() -> None:
    symbol = mx.sym.UpSampling(mx.sym.var("data"), scale=2, sample_type="bilinear", num_filter=2, name="up")
    assert symbol.list_arguments() == ["data", "up_weight"]
    assert symbol.attr_dict()["up_weight"]["__init__"] == '["bilinear", {}]'
    with _raises(r"must divide 4x4, received \(1, 1, 3, 3\)"):
        nd.UpSampling(nd.ones((1, 1, 2, 2)), nd.ones((1, 1, 3, 3)), scale=2, sample_type="nearest")


def test_pad_shape_errors() -> None:
    with _raises(r"pad_width=\(0, 0, 1, 0, 1, 1, 1, 1\)"):
        nd.Pad(nd.ones((1, 1, 2, 2)), mode="edge", pad_width=(0, 0, 1, 0, 1, 1, 1, 1))


def test_attention_shape_errors() -> None:
    with _raises(r"last one that 3 \* heads=6 divides"):
        nd.contrib.interleaved_matmul_selfatt_qk(nd.ones((2, 2, 8)), heads=2)
    with _raises(r"attention must have shape \(4, length, 3\), received \(4, 3, 2\)"):
        nd.contrib.interleaved_matmul_selfatt_valatt(nd.ones((3, 2, 12)), nd.ones((4, 3, 2)), heads=2)


def test_layer_norm_of_many_rows_sums_accurately() -> None:
    draw = np.random.RandomState(0)
    values, head = draw.normal(size=(3000, 8)), draw.normal(size=(3000, 8))
    data, gamma, beta = nd.array(values), nd.ones(8), nd.zeros(8)
    for array in (data, gamma, beta):
        array.attach_grad()
    with autograd.record():
        result = nd.LayerNorm(data, gamma, beta)
    result.backward(nd.array(head))
    centred = values - values.mean(1, keepdims=True)
    scale = 1 / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5)
    normal = centred * scale
    np.testing.assert_allclose(gamma.grad.asnumpy(), (head * normal).sum(0), atol=1e-4)
    np.testing.assert_allclose(beta.grad.asnumpy(), head.sum(0), atol=1e-4)
    inner = head - head.mean(1, keepdims=True) - normal * (head * normal).mean(1, keepdims=True)
    np.testing.assert_allclose(data.grad.asnumpy(), inner * scale, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_ctc_loss_in_16_bits(dtype):
    data = nd.random.normal(shape=(6, 3, 5)).astype(dtype)
    label = nd.array([[1, 2], [3, 0], [4, 4]])
    results = []
    for converted in (dtype, "float32"):
        given = data.astype(converted)
        given.attach_grad()
        with autograd.record():
            loss = nd.CTCLoss(given, label.astype(converted))
        loss.backward()
        assert loss.dtype == given.dtype == given.grad.dtype
        results.append([one.astype("float32").asnumpy() for one in (loss, given.grad)])
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=0.01, atol=0.01)
