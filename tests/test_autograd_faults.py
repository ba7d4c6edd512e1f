"""Test gradients of integers, repeated heads, failed passes and unused statistics, compared with MXNet 1.9.1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError


def recorded(function: Callable[[Any], Any], values: Any, dtype: str = "float32") -> tuple[Any, Any]:
    x = nd.array(values, dtype=dtype)
    x.attach_grad()
    with autograd.record():
        return x, function(x)


@pytest.mark.parametrize("function", [
    lambda x: x.astype("int32") * 2,
    lambda x: (x.astype("int32") * 2).astype("float32"),
    lambda x: (x.astype("int64") * x.astype("int64")),
    lambda x: x.astype("int8").sum(),
])
def test_grad_through_integers_equals_backward(function: Callable[[Any], Any]) -> None:
    x, y = recorded(function, [1, 2, 3])
    found = autograd.grad(y, [x], retain_graph=True)[0].asnumpy()
    y.backward()
    np.testing.assert_array_equal(found, x.grad.asnumpy())
    assert found.all()


def test_grad_of_an_integer_array() -> None:
    x, y = recorded(lambda x: x * x * 2, [1, 2, 3], "int32")
    found, = autograd.grad(y, [x], head_grads=[nd.array([1, 1, 2], dtype="int32")])
    assert found.dtype == np.int32 and found.asnumpy().tolist() == [4, 8, 24]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "float32"])
@pytest.mark.parametrize(("name", "expected"), [("max", [[1, 1, 0], [1, 1, 1]]), ("min", [[0, 0, 1], [1, 1, 1]])])
def test_each_of_equal_extremes_gets_the_gradient(name: str, expected: list[Any], dtype: str) -> None:
    x, y = recorded(lambda x: getattr(nd, name)(x, axis=1), [[3, 3, 1], [1, 1, 1]], dtype)
    y.backward()
    assert x.grad.asnumpy().tolist() == expected
    x, y = recorded(lambda x: getattr(nd, name)(x.astype(dtype), axis=1, keepdims=True), [[3, 3, 1], [1, 1, 1]])
    y.backward()
    assert x.grad.asnumpy().tolist() == expected


HEADS = [nd.array([1.0, 1.0]), nd.array([10.0, 10.0])]


@pytest.mark.parametrize(("heads", "expected"), [(None, [2, 4]), (HEADS, [20, 40]), ([HEADS[1], None], [2, 4])])
def test_the_last_of_equal_heads_counts(heads: Any, expected: list[float]) -> None:
    x, y = recorded(lambda x: x * x, [1, 2])
    autograd.backward([y, y], heads)
    assert x.grad.asnumpy().tolist() == expected
    x, y = recorded(lambda x: x * x, [1, 2])
    found, = autograd.grad([y, y], [x], heads)
    assert found.asnumpy().tolist() == expected


def test_heads_that_differ_add_up() -> None:
    x, (y, z) = recorded(lambda x: (x * x, (x * x).reshape((2, 1))), [1, 2])
    autograd.backward([y, z, y])
    assert x.grad.asnumpy().tolist() == [4, 8]
    x, parts = recorded(lambda x: nd.split(x * x, num_outputs=2, axis=0), [1, 2, 4, 5])
    autograd.backward([*parts, parts[0]], [nd.ones(2), nd.full(2, 10), nd.full(2, 100)])
    assert x.grad.asnumpy().tolist() == [200, 400, 80, 100]


@pytest.mark.parametrize("fails", [
    lambda x, y, other: autograd.grad(y, [x, other]),
    lambda x, y, other: autograd.grad(y, [x], head_grads=[nd.ones((1,))]),
    lambda x, y, other: autograd.grad(y, [x], head_grads=[nd.ones(2), nd.ones(2)]),
    lambda x, y, other: autograd.grad(y, [x, nd.ones(2)]),
])
def test_a_failed_grad_leaves_the_graph(fails: Callable[..., Any]) -> None:
    other = nd.ones(2)
    other.attach_grad()
    x, y = recorded(lambda x: x * x, [1, 2])
    with pytest.raises(MXNetError):
        fails(x, y, other)
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4]


READERS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "argmax": lambda F, b, x: F.argmax(b, axis=1),
    "argsort": lambda F, b, x: F.argsort(b, axis=1),
    "topk": lambda F, b, x: F.topk(b, k=1),
    "comparison": lambda F, b, x: F.broadcast_greater(b, x),
    "comparison with a number": lambda F, b, x: b > 0.5,
    "part of the result": lambda F, b, x: F.broadcast_greater(b, x) + x,
    "condition": lambda F, b, x: F.where(b > 0, x, -x),
    "index": lambda F, b, x: F.take(x, b),
    "one_hot": lambda F, b, x: F.one_hot(F.argmax(b, axis=1), depth=2),
    "rounded": lambda F, b, x: F.round(b) + x,
}


class Reads(gluon.HybridBlock):
    """Reads the result of a normalization through an operator without a gradient."""

    def __init__(self, function: Callable[[Any, Any, Any], Any]) -> None:
        super().__init__()
        self.function = function
        self.norm = gluon.nn.BatchNorm(in_channels=2)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.function(F, self.norm(x), x)


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", READERS)
def test_moving_statistics_follow_if_only_zeros_arrive(name: str, hybridized: bool) -> None:
    block = Reads(READERS[name])
    block.initialize()
    if hybridized:
        block.hybridize()
    x = nd.array([[1.0, 2.0], [3.0, 5.0]])
    x.attach_grad()
    with autograd.record():
        y = block(x)
    y.backward()
    np.testing.assert_allclose(block.norm.running_mean.data().asnumpy(), [0.2, 0.35], rtol=1e-5)
    with autograd.record():
        y = block(x)
    y.backward(train_mode=False)
    np.testing.assert_allclose(block.norm.running_mean.data().asnumpy(), [0.2, 0.35], rtol=1e-5)


def test_statistics_that_nobody_reads_do_not_follow() -> None:
    block = Reads(lambda F, b, x: x * 2)
    block.initialize()
    x = nd.array([[1.0, 2.0], [3.0, 5.0]])
    x.attach_grad()
    with autograd.record():
        y = block(x)
    y.backward()
    assert not block.norm.running_mean.data().asnumpy().any()


def test_an_executor_passes_no_zeros_on_to_statistics() -> None:
    symbol = mx.sym.argmax(mx.sym.BatchNorm(mx.sym.var("x"), name="bn"), axis=1)
    executor = symbol.simple_bind(mx.cpu(), x=(2, 2))
    executor.arg_dict["x"][:] = nd.array([[1.0, 2.0], [3.0, 5.0]])
    executor.forward(is_train=True)
    executor.backward(nd.ones((2,)))
    assert not executor.aux_dict["bn_moving_mean"].asnumpy().any()


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("name", ["floor", "ceil", "round", "rint", "fix", "trunc", "BlockGrad", "ones_like"])
def test_zeros_are_not_multiplied_with_infinite_slopes(name: str, hybridized: bool) -> None:
    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return getattr(F, name)(F.sqrt(x)) + x

    block = Block()
    if hybridized:
        block.hybridize()
    x, y = recorded(block, [0, 4])
    y.backward()
    assert x.grad.asnumpy().tolist() == [1, 1]
    x, y = recorded(lambda x: getattr(nd, name)(nd.sqrt(x)), [0, 4])
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]


def test_set_recording_ends_its_section() -> None:
    """Row-sparse gradients are only summed within a section."""
    parameter = gluon.Parameter("x", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    parameter.initialize(init="ones")
    gluon.Trainer([parameter], "sgd")
    autograd.set_recording(True)
    autograd.set_recording(False)
    for _ in range(2):
        with autograd.record():
            rows = nd.array([1, 3])
            value = parameter.row_sparse_data(rows)
            total = nd.Embedding(rows, value, input_dim=4, output_dim=2, sparse_grad=True).sum()
        total.backward()
        assert parameter.grad().asnumpy()[:, 0].tolist() == [0, 1, 0, 1]
