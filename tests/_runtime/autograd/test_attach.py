"""Test where gradients are written."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._runtime.autograd.attach import Leaf, attach


def recorded(x: nd.NDArray, count: int = 2) -> None:
    for _ in range(count):
        with autograd.record():
            y = x * 3
        y.backward()


@pytest.mark.parametrize(("request_", "wanted"), [("write", 3), ("add", 6), ("null", 0)])
def test_requests(request_: str, wanted: float) -> None:
    x, gradient = nd.ones((2,)), nd.zeros((2,))
    attach(x, gradient, request_)
    if request_ == "null":
        with autograd.record():
            assert not (x * 3)._data.requires_grad
    else:
        recorded(x)
    assert gradient.asnumpy().tolist() == [wanted] * 2


def test_an_unknown_request() -> None:
    with pytest.raises(mx.MXNetError, match="grad_req must be 'write', 'add' or 'null', received 'sum'"):
        attach(nd.ones((2,)), nd.zeros((2,)), "sum")


def test_leaf_is_notified_of_its_gradient() -> None:
    x = nd.ones((2,))
    attach(x, nd.zeros((2,)), "write")
    leaf = x._tape
    assert isinstance(leaf, Leaf) and not leaf.fresh
    recorded(x, 1)
    assert leaf.fresh


def test_integers_get_integers() -> None:
    x, gradient = nd.array([1, 2], dtype="int32"), nd.zeros((2,), dtype="int32")
    attach(x, gradient, "write")
    recorded(x, 1)
    assert gradient.asnumpy().tolist() == [3, 3] and gradient.dtype == np.int32


def test_attaching_leaves_the_old_graph() -> None:
    x = nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.attach_grad()
    with autograd.record():
        z = y * 5
    z.backward()
    assert y.grad.asnumpy().tolist() == [5, 5] and x.grad.asnumpy().tolist() == [0, 0]
