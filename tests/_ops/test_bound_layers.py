"""Test that layers in an executor keep the data that their backward pass needs."""

from __future__ import annotations

import numpy as np

import mxnet as mx


def test_permanent_dropout_draws_once_for_both_passes() -> None:
    executor = mx.sym.Dropout(mx.sym.var("data"), p=0.5, mode="always").simple_bind(mx.cpu(), data=(20, 10))
    executor.arg_dict["data"][:] = 1
    for is_train in (True, False):
        result = executor.forward(is_train=is_train)[0].asnumpy()
        assert set(np.unique(result)) == {0, 2}
        executor.backward([mx.nd.ones((20, 10))], is_train=is_train)
        np.testing.assert_array_equal(executor.grad_dict["data"].asnumpy(), result)


def test_integer_inputs_get_zeros_as_gradient() -> None:
    symbol = mx.sym.softmax(mx.sym.var("data"), mx.sym.var("length"), use_length=True)
    arguments = {"data": mx.nd.ones((2, 3)), "length": mx.nd.array([1, 2], dtype="int32")}
    gradients = {"data": mx.nd.ones((2, 3)), "length": mx.nd.array([7, 7], dtype="int32")}
    executor = symbol.bind(mx.cpu(), args=arguments, args_grad=gradients)
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [[1, 0, 0], [0.5, 0.5, 0]]
    executor.backward([mx.nd.array([[1, 2, 3], [1, 2, 3]])])
    assert gradients["length"].asnumpy().tolist() == [0, 0]
    np.testing.assert_allclose(gradients["data"].asnumpy(), [[0, 0, 0], [-0.25, 0.25, 0]], atol=1e-6)


def test_moving_statistics_follow_the_executors_backward() -> None:
    executor = mx.sym.BatchNorm(mx.sym.var("data"), name="bn").simple_bind(mx.cpu(), data=(4, 2))
    executor.arg_dict["bn_gamma"][:] = 3
    executor.aux_dict["bn_moving_var"][:] = 1
    executor.forward(is_train=True, data=np.arange(8).reshape(4, 2))
    assert executor.arg_dict["bn_gamma"].asnumpy().tolist() == [1, 1]
    assert executor.aux_dict["bn_moving_mean"].asnumpy().tolist() == [0, 0]
    executor.backward([mx.nd.ones((4, 2))])
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), [0.3, 0.4], rtol=1e-5)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_var"].asnumpy(), [1.4, 1.4], rtol=1e-5)
