"""Test that results of compiled networks do not share memory, and that predictions only see complete writes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

VIEWS: dict[str, Callable[[Any, Any], Any]] = {
    "reshape": lambda F, x: F.reshape(x, shape=(4,)),
    "transpose": lambda F, x: F.transpose(x),
    "flatten": lambda F, x: F.flatten(x),
    "expand_dims": lambda F, x: F.expand_dims(x, axis=1),
    "swapaxes": lambda F, x: F.swapaxes(x, dim1=0, dim2=1),
    "squeeze": lambda F, x: F.squeeze(x),
    "BlockGrad": lambda F, x: F.BlockGrad(x),
    "Dropout": lambda F, x: F.Dropout(x, p=0.5),
    "reshape_like": lambda F, x: F.reshape_like(x, x),
    "identity of a view": lambda F, x: F.identity(F.flatten(x)),
    "slice_axis": lambda F, x: F.slice_axis(x, axis=0, begin=0, end=2),
    "split": lambda F, x: F.split(x, num_outputs=2, axis=0),
    "Cast": lambda F, x: F.Cast(x, dtype="float32"),
    "concat": lambda F, x: F.concat(x, dim=0),
}


class Applied(gluon.HybridBlock):
    """A block that calls a function."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.function = function

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.function(F, x)


def listed(results: Any) -> list[Any]:
    return list(results) if isinstance(results, (list, tuple)) else [results]


def hybrid(function: Callable[[Any, Any], Any], **options: Any) -> Applied:
    block = Applied(function)
    block.hybridize(**options)
    return block


@pytest.mark.parametrize("recording", [False, True])
@pytest.mark.parametrize("static", [False, True])
@pytest.mark.parametrize("name", VIEWS)
def test_results_do_not_share_memory_with_inputs(name: str, static: bool, recording: bool) -> None:
    block = hybrid(VIEWS[name], static_alloc=static)
    x = nd.arange(4).reshape((2, 2))
    x.attach_grad()
    for _ in range(2):  # the second call uses the fast path
        with autograd.record(train_mode=False) if recording else autograd.predict_mode():
            results = listed(block(x))
        before = [r.asnumpy() for r in results]
        kept = x.asnumpy()
        x[:] = 7
        for result, values in zip(results, before, strict=True):
            np.testing.assert_array_equal(result.asnumpy(), values)
            result[:] = -1
        assert (x.asnumpy() == 7).all()
        x[:] = kept


@pytest.mark.parametrize("recording", [False, True])
def test_results_do_not_share_memory_with_each_other(recording: bool) -> None:
    def function(F: Any, x: Any) -> Any:
        inner = F.relu(x)
        return inner, inner, F.flatten(inner), F.reshape(inner, shape=(-1,)), x, F.transpose(x)

    block = hybrid(function)
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record() if recording else autograd.predict_mode():
        results = block(x)
    for position, result in enumerate(results):
        result[:] = 10 + position
    for position, result in enumerate(results):
        assert (result.asnumpy() == 10 + position).all()


def test_a_buffer_may_be_used_again_while_results_are_kept() -> None:
    block = nn.HybridSequential()
    block.add(nn.Flatten(), nn.Dropout(0.5))
    block.hybridize()
    buffer, kept = nd.zeros((2, 2, 2)), []
    for value in range(3):
        buffer[:] = value
        kept.append(block(buffer))
    assert [float(k.asnumpy()[0, 0]) for k in kept] == [0, 1, 2]


@pytest.mark.parametrize("inside", [True, False])
def test_backward_uses_the_values_that_a_view_was_made_of(inside: bool) -> None:
    block = hybrid((lambda F, x: F.square(F.flatten(x))) if inside else (lambda F, x: F.flatten(x)))
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = block(x) if inside else nd.square(block(x))
    x[:] = 10
    y.backward()
    assert (x.grad.asnumpy() == 2).all()


class ReturnsWeight(gluon.HybridBlock):
    """Returns a value derived from its weight."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.function = function
        self.weight = self.params.get("weight", shape=(2, 3), init=mx.init.One())

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return x + 1, self.function(F, weight)


@pytest.mark.parametrize("function", [lambda F, w: F.transpose(w), lambda F, w: w * 1, lambda F, w: w,
                                      lambda F, w: F.reshape(w, shape=(6,))])
@pytest.mark.parametrize("recording", [False, True])
def test_results_do_not_share_memory_with_parameters(function: Callable[[Any, Any], Any], recording: bool) -> None:
    block = ReturnsWeight(function)
    block.initialize()
    block.hybridize()
    for _ in range(3):
        with autograd.record() if recording else autograd.predict_mode():
            _, result = block(nd.ones((1,)))
        assert (result.asnumpy() == 1).all()
        result[:] = 0
        assert (block.weight.data().asnumpy() == 1).all()


@pytest.mark.parametrize("cell", [rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell])
def test_states_survive_a_write_to_the_output(cell: Any) -> None:
    block = cell(4, input_size=3)
    block.initialize()
    block.hybridize()
    states = block.begin_state(batch_size=2)
    expected = [s.asnumpy() for s in block(nd.ones((2, 3)), states)[1]]
    output, new_states = block(nd.ones((2, 3)), states)
    output *= 0
    for state, values in zip(new_states, expected, strict=True):
        np.testing.assert_array_equal(state.asnumpy(), values)


def test_results_of_mx_np_have_memory_of_their_own() -> None:
    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.np.transpose(x), F.np.reshape(x, (-1,))

    with mx.util.np_shape(True), mx.util.np_array(True):
        block = Block()
        block.hybridize()
        x = mx.np.ones((2, 2))
        first, second = block(x)
        first[:] = 5
        assert (x.asnumpy() == 1).all() and (second.asnumpy() == 1).all()


def test_outputs_of_an_executor() -> None:
    x = mx.sym.var("x")
    symbol = mx.sym.Group([mx.sym.flatten(x), mx.sym.BlockGrad(x), mx.sym.transpose(x), mx.sym.flatten(x)])
    executor = symbol.bind(mx.cpu(), {"x": nd.ones((2, 2))}, {"x": nd.zeros((2, 2))})
    outputs = executor.forward(is_train=True)
    executor.arg_dict["x"][:] = 7
    assert all((o.asnumpy() == 1).all() for o in outputs)
    outputs[0][:] = 3
    assert (executor.arg_dict["x"].asnumpy() == 7).all() and (outputs[3].asnumpy() == 1).all()


def test_an_output_that_is_an_argument_stays_that_argument() -> None:
    """Same behavior as MXNet, compiled and eager."""
    x = mx.sym.var("x")
    executor = mx.sym.Group([x, x]).bind(mx.cpu(), {"x": nd.ones((2,))})
    first, second = executor.forward()
    first[:] = 5
    assert (executor.arg_dict["x"].asnumpy() == 5).all() and (second.asnumpy() == 1).all()
    data = nd.ones((2,))
    hybrid(lambda F, x: (x, F.exp(x)))(data)[0][:] = 5
    assert (data.asnumpy() == 5).all()


@pytest.mark.parametrize("kind", ["foreach", "while_loop", "cond"])
def test_results_of_control_flow(kind: str) -> None:
    def function(F: Any, x: Any) -> Any:
        if kind == "foreach":
            outputs, state = F.contrib.foreach(lambda item, state: (F.flatten(item), state), x, x)
            return outputs, state
        if kind == "while_loop":
            outputs, state = F.contrib.while_loop(lambda v, i: i < 2, lambda v, i: (F.flatten(v), (v, i + 1)),
                                                  (x, F.zeros((1,))), max_iterations=3)
            return outputs[0] if isinstance(outputs, list) else outputs, state[0]
        result = F.contrib.cond(F.sum(x) > 0, lambda: F.transpose(x), lambda: x * 1)
        return result, x * 2

    block = hybrid(function)
    x = nd.ones((2, 2))
    results = block(x)
    before = [r.asnumpy() for r in results]
    x[:] = 7
    for result, values in zip(results, before, strict=True):
        np.testing.assert_array_equal(result.asnumpy(), values)
    results[1][:] = -1
    assert (x.asnumpy() == 7).all()


# Threads that write during predictions of other threads


def dense() -> tuple[Any, Any]:
    block = nn.HybridSequential()
    block.add(nn.Dense(256, in_units=256, use_bias=False))
    return block, nd.ones((4, 256))


def convolution() -> tuple[Any, Any]:
    block = nn.HybridSequential()
    block.add(nn.Conv2D(8, 3, padding=1, in_channels=4, use_bias=False), nn.BatchNorm(in_channels=8))
    return block, nd.ones((2, 4, 8, 8))


def embedding() -> tuple[Any, Any]:
    return nn.Embedding(64, 64), nd.arange(64)


WRITES: list[Callable[[Any, Any], None]] = [
    lambda parameter, values: parameter.set_data(values),
    lambda parameter, values: parameter.data().__setitem__(slice(None), values),
    lambda parameter, values: values.copyto(parameter.data()),
    lambda parameter, values: nd.identity(values, out=parameter.data()),
    lambda parameter, values: nd.sgd_update(parameter.data(), parameter.data() - values, lr=1, out=parameter.data()),
]


@pytest.mark.parametrize("hybridized", [True, False])
@pytest.mark.parametrize("network", [dense, convolution, embedding])
def test_predictions_see_whole_writes(network: Callable[[], tuple[Any, Any]], hybridized: bool) -> None:
    block, x = network()
    block.initialize()
    if hybridized:
        block.hybridize()
    parameter = next(iter(block.collect_params().values()))
    values = [nd.full(parameter.shape, value) for value in (1.0, 2.0)]
    allowed = set()
    for value in values:
        parameter.set_data(value)
        allowed.add(block(x).asnumpy().tobytes())
    done, torn, stale = threading.Event(), [], []

    def predict() -> None:
        while not done.is_set():
            if block(x).asnumpy().tobytes() not in allowed:
                torn.append(1)

    threads = [threading.Thread(target=predict) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(60):
        WRITES[turn // 2 % len(WRITES)](parameter, values[turn % 2])
        found = block(x).asnumpy()
        parameter.data()[0:1] = values[turn % 2][0:1]  # invalidates cached values
        if (found != block(x).asnumpy()).any():
            stale.append(turn)
    done.set()
    for thread in threads:
        thread.join()
    assert not torn and not stale
