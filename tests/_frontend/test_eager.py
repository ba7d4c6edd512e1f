"""Test argument handling of operator calls and errors about invalid arguments."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

X = np.arange(6, dtype="float32").reshape(2, 3)


@pytest.mark.parametrize("call", [
    lambda x: nd.sum(x, axis=1), lambda x: nd.sum(x, 1), lambda x: nd.sum(data=x, axis=1),
    lambda x: nd.sum(x, axis="1"), lambda x: nd.sum(x, axis=(1,)), lambda x: nd.sum(x, axis=[1]),
    lambda x: nd.sum(x, axis=np.int64(1)), lambda x: nd.sum(x, axis=1, name="any"), lambda x: x.sum(axis=1),
    lambda x: nd.sum(x, axis=1, keepdims=False)])
def test_equivalent_argument_forms(call) -> None:
    np.testing.assert_array_equal(call(nd.array(X)).asnumpy(), X.sum(1))


def test_results_go_to_out_and_out_is_returned() -> None:
    out = nd.zeros((2,))
    assert nd.sum(nd.array(X), axis=1, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), X.sum(1))
    with pytest.raises(mx.MXNetError, match="out must have type float32, received float64"):
        nd.sum(nd.array(X), axis=1, out=nd.zeros((2,), dtype="float64"))


def test_results_are_no_memory_of_inputs() -> None:
    array = nd.array(X)
    for result in (nd.reshape(array, shape=(3, 2)), nd.transpose(array), nd.identity(array), nd.BlockGrad(array)):
        result[:] = -1
        np.testing.assert_array_equal(array.asnumpy(), X)


@pytest.mark.parametrize(("call", "words"), [
    (lambda: nd.sum(nd.array(X), axes=1), "sum.*axes"),
    (lambda: nd.sum(X), "sum"),
    (lambda: nd.sum(), "sum"),
    (lambda: nd.FullyConnected(nd.array(X), nd.array(X), num_hidden="two", no_bias=True), "num_hidden.*two"),
    (lambda: nd.dot(nd.array(X), nd.array(X)), "dot"),
    (lambda: nd.concat(nd.array(X), nd.ones((2, 3, 1)), dim=0), "[Cc]oncat"),
    (lambda: nd.elemwise_add(nd.ones((2,)), nd.ones((3,))), "elemwise_add")])
def test_errors_name_the_operator_and_the_problem(call, words: str) -> None:
    with pytest.raises((mx.MXNetError, TypeError, AssertionError), match=words):
        call().wait_to_read()


def test_signed_zeros_are_different_parameters() -> None:
    one = nd.ones((1,))
    assert float(nd.broadcast_div(one, one * 0.0).asscalar()) == np.inf
    assert float((one / (one * -0.0)).asscalar()) == -np.inf
    assert np.signbit(nd._internal._mul_scalar(one, scalar=-0.0).asnumpy()[0])
    assert not np.signbit(nd._internal._mul_scalar(one, scalar=0.0).asnumpy()[0])


def test_arrays_on_different_devices_do_not_mix() -> None:
    with pytest.raises(mx.MXNetError, match="gpu"):
        (nd.ones((2,)) + nd.ones((2,), ctx=mx.gpu(1))).wait_to_read()
