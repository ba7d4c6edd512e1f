"""Test recording and backward passes with the rules of MXNet 1.9.1."""

import json
import threading
from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def leaf(*values: float) -> nd.NDArray:
    x = nd.array(values)
    x.attach_grad()
    return x


def test_gradient_of_a_square() -> None:
    x = leaf(1, 2, 3)
    with autograd.record():
        y = x * x
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


def test_head_gradient_weighs_the_result() -> None:
    x = leaf(1, 2)
    with autograd.record():
        y = x * 3
    y.backward(nd.array([10, 100]))
    assert x.grad.asnumpy().tolist() == [30, 300]


def test_write_replaces_and_add_accumulates() -> None:
    x = nd.array([1.0])
    for req, expected in (("write", 2), ("add", 4)):
        x.attach_grad(grad_req=req)
        grad = x.grad
        for _ in range(2):
            with autograd.record():
                y = x * 2
            y.backward()
        assert x.grad is grad
        assert grad.asscalar() == expected


def test_null_writes_nothing() -> None:
    x, w = nd.array([3.0]), leaf(2)
    x.attach_grad(grad_req="null")
    with autograd.record():
        y = x * w
    y.backward()
    assert w.grad.asscalar() == 3 and x.grad.asscalar() == 0


def test_second_backward_needs_retain_graph() -> None:
    x = leaf(1, 2)
    with autograd.record():
        y = x * 2
        z = y + x
    z.backward()
    with pytest.raises(mx.MXNetError, match="retain_graph=True"):
        z.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        y.backward()


def test_retained_graph_can_be_run_again() -> None:
    x = leaf(1)
    with autograd.record():
        y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.asscalar() == 2


def test_losses_of_one_scope_run_one_after_another() -> None:
    w = nd.array([1.0])
    w.attach_grad(grad_req="add")
    with autograd.record():
        losses = [w * i for i in range(3)]
    for loss in losses:
        loss.backward()
    assert w.grad.asscalar() == 3


def test_consumed_array_is_a_constant_in_a_new_scope() -> None:
    x = leaf(3)
    with autograd.record():
        y = x + 1
    y.backward()
    w = leaf(2)
    with autograd.record():
        z = y * w
    z.backward()
    assert w.grad.asscalar() == 4 and x.grad.asscalar() == 1


def test_state_carried_from_batch_to_batch_without_detach() -> None:
    """Truncated back-propagation in the form of many old programs."""
    w = leaf(0.5)
    state = nd.array([1.0])
    for _ in range(3):
        with autograd.record():
            state = nd.tanh(state * w)
            loss = state * 2
        loss.backward()
    previous = np.tanh(np.tanh(0.5) * 0.5)
    expected = 2 * (1 - np.tanh(previous * 0.5) ** 2) * previous
    assert w.grad.asscalar() == pytest.approx(expected, rel=1e-5)


def test_unconsumed_array_carries_its_gradient_to_a_new_scope() -> None:
    x = leaf(3)
    with autograd.record():
        y = x * x
    with autograd.record():
        z = y * 2
    z.backward()
    assert x.grad.asscalar() == 12


def test_leaf_overwritten_between_forward_and_backward() -> None:
    x = leaf(3)
    with autograd.record():
        y = x * x
    x[:] = 5
    y.backward()
    assert x.grad.asscalar() == 10


@pytest.mark.parametrize("write", [lambda x: x.__setitem__(slice(None), 1), lambda x: x.__iadd__(1),
                                   lambda x: nd.relu(x, out=x)])
def test_writing_a_recorded_array_raises(write) -> None:
    x = leaf(1, 2)
    with autograd.record(), pytest.raises(mx.MXNetError, match="the target is already in a computational graph"):
        write(x)
    write(x)


def test_backward_of_a_constant_raises() -> None:
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        nd.ones((2,)).backward()


def test_scopes() -> None:
    assert not autograd.is_recording() and not autograd.is_training()
    with autograd.record():
        assert autograd.is_recording() and autograd.is_training()
        with autograd.pause():
            assert not autograd.is_recording() and not autograd.is_training()
        with autograd.predict_mode():
            assert autograd.is_recording() and not autograd.is_training()
    with autograd.train_mode():
        assert autograd.is_training() and not autograd.is_recording()
    with autograd.record(train_mode=False):
        assert not autograd.is_training()


def test_paused_results_are_constants() -> None:
    x = leaf(2)
    with autograd.record():
        with autograd.pause():
            y = x * 10
        z = y * x
    z.backward()
    assert x.grad.asscalar() == 20


def test_threads_start_without_recording() -> None:
    x = leaf(2)
    seen = []

    def work() -> None:
        y = x * 3
        seen.append((autograd.is_recording(), y._data.requires_grad, y.asscalar()))

    with autograd.record():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == [(False, False, 6)]


def test_detach_and_stop_gradient() -> None:
    x = leaf(2)
    with autograd.record():
        y = x * x.detach() + nd.stop_gradient(x) * 5
    y.backward()
    assert x.grad.asscalar() == 2


def test_grad_returns_gradients_and_can_be_differentiated_again() -> None:
    x = leaf(2)
    with autograd.record():
        y = x * x * x
        first = autograd.grad(y, x, create_graph=True, retain_graph=True)[0]
    assert first.asscalar() == 12
    first.backward()
    assert x.grad.asscalar() == 12
    with autograd.record():
        z = x * 4
    assert autograd.grad(z, [x])[0].asscalar() == 4


def test_intermediate_array_becomes_a_leaf() -> None:
    x = leaf(2)
    with autograd.record():
        y = x * 3
        y.attach_grad()
        z = y * 5
    z.backward()
    assert y.grad.asscalar() == 5 and x.grad.asscalar() == 0


def test_mark_variables_and_backward_of_several_heads() -> None:
    x, grad = nd.array([1.0, 2.0]), nd.zeros((2,))
    autograd.mark_variables([x], [grad])
    with autograd.record():
        a, b = x * 2, x * 3
    autograd.backward([a, b], [nd.ones((2,)), nd.array([0.0, 1.0])])
    assert grad.asnumpy().tolist() == [2, 5]


def test_unknown_grad_req_is_named() -> None:
    with pytest.raises(mx.MXNetError, match="'wrong'"):
        nd.ones((1,)).attach_grad(grad_req="wrong")


@pytest.mark.parametrize("head", [
    lambda x: x > 1, lambda x: x == x, lambda x: nd.broadcast_greater(x, x), lambda x: nd.zeros_like(x),
    lambda x: nd.stop_gradient(x * 2), lambda x: nd.argmax(x, axis=0), lambda x: nd.one_hot(x, 3)])
def test_heads_whose_gradient_is_zero(head) -> None:
    x = leaf(1, 2)
    with autograd.record():
        y = head(x)
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]


def test_recorded_graph_as_a_symbol() -> None:
    x, z, constant = nd.array([3.0]), nd.array([5.0]), nd.array([7.0])
    x.attach_grad()
    z.attach_grad()
    with autograd.record():
        y = (x * x + 2 * z - 1) * constant
    symbol = autograd.get_symbol(y)
    assert symbol.list_arguments() == ["var0", "var1", "var2"]
    assert symbol.eval(var0=x, var1=z, var2=constant)[0].asscalar() == y.asscalar()
    assert autograd.get_symbol(x).list_arguments() == ["var0"]


def test_recorded_graph_of_blocks_and_several_results() -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(4), mx.gluon.nn.BatchNorm())
    net.initialize()
    net.hybridize()
    data = nd.random.normal(shape=(3, 2))
    with autograd.record():
        left, right = nd.split(net(data).reshape((2, 6)), num_outputs=2)
        y = (left * right).sum(axis=0)
    symbol = autograd.get_symbol(y)
    assert len(symbol.list_arguments()) == 5
    assert len(symbol.list_auxiliary_states()) == 2
    operators = [node["op"] for node in json.loads(symbol.tojson())["nodes"] if node["op"] != "null"]
    assert operators == ["FullyConnected", "BatchNorm", "Reshape", "SliceChannel", "broadcast_mul", "sum"]


def test_recorded_graph_says_what_it_cannot_express() -> None:
    x = nd.array([1.0, 2.0])
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        autograd.get_symbol(x)
    x.attach_grad()
    with autograd.record():
        y = x[0:1] * 2
    with pytest.raises(mx.MXNetError, match="get_symbol: the recorded graph contains an index or a sparse array"):
        autograd.get_symbol(y)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_whole_numbers_have_gradients(dtype) -> None:
    x = nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype)
    x.attach_grad()
    with autograd.record():
        y = (x * x + 2 * x)[0:1].sum() + nd.topk(x, k=1, ret_typ="value", axis=1).sum()
    y.backward()
    assert x.grad.dtype == x.dtype
    assert x.grad.asnumpy().tolist() == [[4, 6, 9], [0, 0, 1]]
    added = nd.ones((2, 3), dtype=dtype)
    autograd.mark_variables([x], [added], "add")
    with autograd.record():
        z = x * 3
    z.backward(nd.ones((2, 3), dtype=dtype) * 2)
    assert added.asnumpy().tolist() == [[7] * 3] * 2


def test_whole_numbers_pass_compiled_graphs() -> None:
    net = mx.gluon.nn.HybridLambda(lambda F, x: F.identity(x) * 2)
    net.hybridize()
    x = nd.array([1, 2], dtype="int32")
    x.attach_grad()
    with autograd.record():
        y = net(x) * 3
    y.backward()
    assert x.grad.dtype == np.int32 and x.grad.asnumpy().tolist() == [6, 6]


# Values and gradients of MXNet for the head gradient [-7.6, 3.2, 8.9, -1.5] in the dtype of the result.
CASTS: list[tuple[str, str, Callable[..., nd.NDArray], list[float]]] = [
    ("int32", "float32", lambda x, t: x.astype(t) * 2, [-15, 6, 17, -3]),
    ("int32", "float32", lambda x, t: x.astype(t) / 2, [-3, 1, 4, 0]),
    ("int32", "int32", lambda x, t: x / 2, [-3, 1, 4, 0]),
    ("float32", "int32", lambda x, t: x.astype(t) * 2, [-14, 6, 16, -2]),
    ("float32", "int32", lambda x, t: (x.astype(t) * 2).astype("float32") * 3, [-44, 18, 52, -8]),
    ("float16", "int32", lambda x, t: x.astype(t)[1:3], [0, -7, 3, 0]),
    ("uint8", "float32", lambda x, t: x.astype(t) / 2, [253, 1, 4, 0]),
    ("uint8", "float32", lambda x, t: nd.dot(x.astype(t), x.astype(t)), [56, 212, 136, 220]),
    ("int64", "float16", lambda x, t: x.astype(t).sum(), [-7, -7, -7, -7]),
]
HEAD = [-7.6, 3.2, 8.9, -1.5]


@pytest.mark.parametrize(("source", "target", "function", "expected"), CASTS)
def test_gradients_pass_casts_of_whole_numbers(source: str, target: str, function: Callable[..., nd.NDArray],
                                               expected: list[float]) -> None:
    x = nd.array(HEAD, dtype=source)
    x.attach_grad()
    with autograd.record():
        y = function(x, target)
    y.backward(nd.array(np.resize(HEAD, y.shape), dtype=y.dtype))
    assert x.grad.dtype == np.dtype(source) and x.grad.asnumpy().tolist() == expected


def test_gradients_of_whole_numbers_follow_writes_and_add_up() -> None:
    x = nd.array([1, 2], dtype="int32")
    x.attach_grad("add")
    for values in ([3, 4], [5, 6]):
        x[:] = nd.array(values, dtype="int32")
        with autograd.record():
            y = x * x
        y.backward()
    assert x.grad.asnumpy().tolist() == [16, 20] and x.asnumpy().tolist() == [5, 6]


@pytest.mark.parametrize("shape", [(6,), (2, 3), (1, 6), (4, 2), (3, 3)])
def test_head_gradient_of_another_shape_is_taken_in_order(shape: tuple[int, ...]) -> None:
    x = nd.array(np.arange(6).reshape(3, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.backward(nd.array(np.arange(1, 1 + np.prod(shape)).reshape(shape)))
    assert x.grad.asnumpy().tolist() == [[2, 4], [6, 8], [10, 12]]


def test_head_gradient_with_too_few_elements() -> None:
    x = nd.ones((3, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match=r"\(2, 2\) has fewer elements than the result of shape \(3, 2\)"):
        y.backward(nd.ones((2, 2)))


def test_recorded_values_are_not_assigned_to_parts() -> None:
    x, y = nd.zeros((3,)), nd.ones((1,))
    y.attach_grad()
    with autograd.record(), pytest.raises(mx.MXNetError, match="Inplace operations"):
        x[1:2] = y
    x[1:2] = y
    assert x.asnumpy().tolist() == [0, 1, 0]


def test_comparisons_have_zero_gradients() -> None:
    x = mx.np.array([1.0, -1.0])
    x.attach_grad()
    with autograd.record():
        y = x > 0
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]


@pytest.mark.parametrize("hybrid", [False, True])
def test_states_of_a_finished_pass_are_constants_in_the_next(hybrid: bool) -> None:
    """All results of an operator are consumed together, as in loops over parts of a long text."""
    layer = mx.gluon.rnn.LSTM(3, input_size=2)
    layer.initialize(mx.init.One())
    if hybrid:
        layer.hybridize()
    data, state = nd.ones((2, 1, 2)), layer.begin_state(1)
    gradients = []
    for _ in range(3):
        with autograd.record():
            output, state = layer(data, state)
            loss = output.sum()
        loss.backward()
        gradients.append(layer.l0_h2h_weight.grad().asnumpy().copy())
        constant = [s.detach() for s in state]
    with autograd.record():
        again = layer(data, constant)[0].sum()
    again.backward()
    expected = layer.l0_h2h_weight.grad().asnumpy()
    with autograd.record():
        loss = layer(data, state)[0].sum()
    loss.backward()
    np.testing.assert_allclose(layer.l0_h2h_weight.grad().asnumpy(), expected, rtol=1e-6)
    assert not np.allclose(gradients[0], gradients[1])


def test_gradients_of_gradients_leave_the_first_graph() -> None:
    x, w = nd.array([[1.0, 2.0]]), nd.array([[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
    x.attach_grad()
    w.attach_grad()
    with autograd.record():
        y = nd.FullyConnected(x, w, no_bias=True, num_hidden=3)
        head = nd.array([[1.0, 2.0, 3.0]])
        first = autograd.grad(y, x, head, create_graph=True, retain_graph=True)[0]
        autograd.grad(first, w, nd.ones_like(first), create_graph=False)
        second = autograd.grad(y, w, head, create_graph=True, retain_graph=True)[0]
    np.testing.assert_allclose(second.asnumpy(), [[1, 2], [2, 4], [3, 6]])


@pytest.mark.parametrize("inner", [lambda a, b: nd.BlockGrad(a * b), lambda a, b: nd.argmax(a, axis=0)],
                         ids=["BlockGrad", "argmax"])
def test_zeros_of_a_first_gradient_can_be_differentiated(inner: Callable[..., nd.NDArray]) -> None:
    a, b = nd.array([2, float("inf"), 4]), nd.array([3, 4, 5])
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        first = autograd.grad((inner(a, b) * b).sum(), a, create_graph=True, retain_graph=True)[0]
        total = (first * first).sum()
    total.backward()
    assert first.asnumpy().tolist() == a.grad.asnumpy().tolist() == b.grad.asnumpy().tolist() == [0, 0, 0]


def test_what_backward_needs_is_said():
    x = nd.ones((2,))
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match=r"Call attach_grad\(\) on the arrays .* inside autograd.record\(\)"):
        y.backward()
    x.attach_grad()
    with autograd.record():
        y = x * 2
    y.backward()
    with pytest.raises(mx.MXNetError, match="An earlier backward has used it up: pass retain_graph=True"):
        y.backward()
