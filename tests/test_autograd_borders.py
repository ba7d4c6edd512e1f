"""Test gradients of unusual graphs, with values of MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def test_variable_that_heads_do_not_depend_on() -> None:
    used, unused = nd.ones((2,)), nd.ones((2,))
    used.attach_grad()
    unused.attach_grad()
    with autograd.record():
        result = used * 2
    with pytest.raises(mx.MXNetError, match="2-th variable because it is unreachable"):
        autograd.grad(result, [used, unused])


def test_variable_behind_a_stopped_gradient_has_zeros() -> None:
    used, stopped = nd.ones((2,)), nd.ones((2,))
    used.attach_grad()
    stopped.attach_grad()
    with autograd.record():
        result = used * nd.BlockGrad(stopped)
    first, second = autograd.grad(result, [used, stopped])
    assert first.asnumpy().tolist() == [1, 1]
    assert second.asnumpy().tolist() == [0, 0]


def test_indices_of_topk_are_heads_without_gradient() -> None:
    data = nd.array([[3, 1, 2], [0, 5, 4]])
    data.attach_grad()
    with autograd.record():
        values, indices = nd.topk(data, k=2, ret_typ="both")
    autograd.backward([values, indices], [nd.array([[1, 2], [3, 4]]), nd.ones((2, 2))])
    assert data.grad.asnumpy().tolist() == [[1, 0, 2], [0, 3, 4]]


@pytest.mark.parametrize(("name", "expected"), [("arcsinh", [0.25601548, 0.17888543, 0.09486833]),
                                                ("arccosh", [1.0733125, 0.38490015, 0.13258252])])
def test_second_derivative_of_area_functions(name: str, expected: list[float]) -> None:
    data = nd.array([1.5, 2, 3])
    data.attach_grad()
    with autograd.record():
        slope = autograd.grad(getattr(nd, name)(data), data, create_graph=True, retain_graph=True)[0]
    slope.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), expected, rtol=1e-5)
