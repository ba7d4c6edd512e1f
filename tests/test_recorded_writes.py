"""Test writes to arrays while recording, and gradients that are zero, with values of MXNet 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


def _leaf() -> mx.nd.NDArray:
    x = nd.array([[1.0, -2.0], [3.0, 0.5]])
    x.attach_grad()
    return x


def _by_slice(x: mx.nd.NDArray, b: mx.nd.NDArray) -> None:
    b[:] = x * x


def _by_whole_index(x: mx.nd.NDArray, b: mx.nd.NDArray) -> None:
    b[0:2, ...] = x * x


def _by_out(x: mx.nd.NDArray, b: mx.nd.NDArray) -> None:
    nd.square(x, out=b)


def _by_copyto(x: mx.nd.NDArray, b: mx.nd.NDArray) -> None:
    (x * x).copyto(b)


@pytest.mark.parametrize("write", [_by_slice, _by_whole_index, _by_out, _by_copyto])
def test_arrays_outside_the_graph_join_it_when_they_are_overwritten(write):
    x, b = _leaf(), nd.zeros((2, 2))
    row = b[0]
    with autograd.record():
        write(x, b)
        y = b * 3
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [[6, -12], [18, 3]])
    np.testing.assert_allclose(row.asnumpy(), [1, 4])  # an earlier view still shares the memory


def test_a_written_value_is_repeated_and_converted():
    x, b = _leaf(), nd.zeros((2, 2), dtype="float64")
    with autograd.record():
        b[:] = x[0]
        y = b * nd.array([[1, 2], [3, 4]], dtype="float64")
    y.backward()
    assert x.grad.dtype == np.float32
    np.testing.assert_allclose(x.grad.asnumpy(), [[4, 6], [0, 0]])


def test_copies_on_other_contexts_carry_gradients():
    for context in (mx.cpu(0), mx.cpu(1)):
        x = _leaf()
        with autograd.record():
            y = x.copyto(context) * 3
        y.backward()
        np.testing.assert_allclose(x.grad.asnumpy(), np.full((2, 2), 3))


def test_arrays_cannot_be_inputs_and_targets_at_once():
    x, (a, b, c, d) = _leaf(), [nd.zeros((2, 2)) for _ in range(4)]
    with autograd.record():
        with pytest.raises(mx.MXNetError, match="Inplace operations"):
            a += x
        with pytest.raises(mx.MXNetError, match="Inplace operations"):
            b[0] = x[0]
        with pytest.raises(mx.MXNetError, match="Inplace operations"):
            nd.elemwise_add(c, x, out=c)
        d += 1  # it does not depend on recorded arrays
    np.testing.assert_allclose(d.asnumpy(), np.ones((2, 2)))


def test_a_recorded_array_cannot_be_written_again():
    x, b = _leaf(), nd.zeros((2, 2))
    with autograd.record():
        b[:] = x
        with pytest.raises(mx.MXNetError, match="already in a computational graph"):
            b[:] = x


def test_arrays_of_a_consumed_graph_can_be_written():
    x = _leaf()
    with autograd.record():
        y = x * 2
        z = y * 2
        z.backward()
        y[:] = 0
        y += 1
        z[:] = x
    np.testing.assert_allclose(y.asnumpy(), np.ones((2, 2)))
    z.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.ones((2, 2)))


def test_grad_consumes_its_graph():
    x = _leaf()
    with autograd.record():
        y = x * 2
    autograd.grad(y, [x])
    with autograd.record():
        y[0] = 1
    np.testing.assert_allclose(y.asnumpy(), [[1, 1], [6, 1]])
    with autograd.record():
        mask = x > 0
    assert autograd.grad(mask, [x])[0].asnumpy().tolist() == [[0, 0], [0, 0]]
    with autograd.record():
        mask += 1
    np.testing.assert_allclose(mask.asnumpy(), [[2, 1], [2, 2]])


def test_a_head_without_slope_is_consumed_too():
    x = _leaf()
    with autograd.record():
        mask = x > 0
    mask.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        mask.backward()


def test_results_of_consumed_arrays_only_are_constants():
    x = _leaf()
    with autograd.record():
        y = x * 2
    y.backward()
    with autograd.record():
        mask = y > 0
        mask += 1
    np.testing.assert_allclose(mask.asnumpy(), [[2, 1], [2, 2]])


def test_numpy_arrays_are_written_alike():
    x = mx.np.array([1.0, 2.0])
    x.attach_grad()
    b, c = mx.np.zeros(2), mx.np.zeros(2)
    with autograd.record():
        b[:] = x * x
        mx.np.add(b, b, out=c)
        with pytest.raises(mx.MXNetError, match="already in a computational graph|Inplace operations"):
            b += x
    c.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [4, 8])


@pytest.mark.parametrize("head", [lambda x: x > 0, lambda x: nd.BlockGrad(x) * 2, lambda x: nd.zeros_like(x)])
def test_gradients_of_heads_without_slope_are_zeros(head):
    x = _leaf()
    x.grad[:] = 5
    with autograd.record():
        y = head(x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.zeros((2, 2)))


def test_backward_needs_an_array_that_wants_a_gradient():
    x = nd.ones((2, 2))
    x.attach_grad("null")
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match="no inputs in computation graph that require gradients"):
        y.backward()


class _Gated(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__(prefix="gated_")
        with self.name_scope():
            self.gate = gluon.nn.Dense(2, in_units=2)
            self.body = gluon.nn.Dense(2, in_units=2)

    def hybrid_forward(self, F, x):
        return self.body(x) * (self.gate(x) > 0)


@pytest.mark.parametrize("hybrid", [False, True])
def test_parameters_behind_a_comparison_are_updated_with_zeros(hybrid):
    net = _Gated()
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 0.5})
    x = nd.array([[1.0, 2.0], [0.5, -3.0]])
    for _ in range(2):
        with autograd.record():
            loss = net(x).sum()
        loss.backward()
        trainer.step(2)
    # Weight decay only: 1 - 0.1 * 0.5 in each step.
    np.testing.assert_allclose(net.gate.weight.data().asnumpy(), np.full((2, 2), 0.9025), rtol=1e-6)
    np.testing.assert_allclose(net.gate.weight.grad().asnumpy(), np.zeros((2, 2)))


def test_parameters_that_nothing_was_made_from_are_stale():
    net = _Gated()
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with autograd.record():
        loss = net.body(nd.ones((1, 2))).sum()
    loss.backward()
    with pytest.raises(UserWarning, match="gated_dense0_bias.*has not been updated since the last step"):
        trainer.step(1)


def test_a_compiled_graph_without_slopes_is_recorded():
    net = gluon.nn.HybridLambda(lambda F, x: F.relu(x >= 0))
    net.hybridize()
    x = _leaf()
    x.grad[:] = 5
    with autograd.record():
        y = net(x) * 2
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.zeros((2, 2)))


@pytest.mark.parametrize("hybrid", [False, True])
def test_moving_statistics_follow_behind_a_stopped_gradient(hybrid):
    norm = gluon.nn.BatchNorm(momentum=0.5, in_channels=2)
    stop = gluon.nn.HybridLambda(lambda F, x: F.BlockGrad(x) * 2)
    net = gluon.nn.HybridSequential()
    net.add(norm, stop)
    net.initialize()
    if hybrid:
        net.hybridize()
    x = nd.array([[1.0, 2.0], [3.0, 8.0]])
    for _ in range(2):
        with autograd.record():
            y = net(x)
        np.testing.assert_allclose(norm.running_mean.data().asnumpy(), [0, 0] if _ == 0 else [1, 2.5])
        y.backward()
    np.testing.assert_allclose(norm.running_mean.data().asnumpy(), [1.5, 3.75])
    with autograd.record():
        y = norm(x)
        z = y + nd.BlockGrad(y)
    z.backward()  # only once, although there are two paths
    np.testing.assert_allclose(norm.running_mean.data().asnumpy(), [1.75, 4.375])


def test_values_of_another_shape_are_refused_whatever_their_size() -> None:
    value, target = nd.ones((3, 2)), nd.zeros((2, 3))
    value.attach_grad()
    with autograd.record(), pytest.raises(mx.MXNetError, match=r"cannot assign shape \(3, 2\)"):
        target[:] = value


@pytest.mark.parametrize("shape, key, value", [
    ((3,), (slice(None), None), (3, 1)), ((2, 3), (None, slice(None), None), (1, 2, 1, 3)),
    ((1, 3), (0, None), (1, 3)), ((3, 0), (slice(None), None), (3, 1, 0)), ((3, 0), slice(None), (0,)),
    ((3, 1), (slice(None), 0), (3,)), ((3,), slice(None), (1, 1, 3)), ((3,), slice(None), ())])
def test_values_lose_the_axes_that_an_index_inserts(shape, key, value) -> None:
    with mx.util.np_shape(True):
        target, given = mx.np.zeros(shape), mx.np.array(np.arange(1, 1 + np.prod(value, dtype=int)).reshape(value))
        given.attach_grad()
        with autograd.record():
            target[key] = given
            total = (target * 2).sum()
        total.backward()
    expected = np.zeros(shape)
    expected.reshape(-1)[:] = given.asnumpy().reshape(-1)
    assert target.asnumpy().tolist() == expected.tolist()
    assert given.grad.asnumpy().tolist() == np.full(value, 6.0 if value == () else 2.0).tolist()


@pytest.mark.parametrize("shape, key, value", [
    ((3,), (slice(None), None), (1, 3)), ((1,), slice(None, None, -1), (1,)), ((3, 1), (slice(None), 0), (3, 1)),
    ((0,), (None, slice(None)), (3, 0))])
def test_values_that_do_not_fit_an_index_are_refused(shape, key, value) -> None:
    with mx.util.np_shape(True):
        target, given = mx.np.zeros(shape), mx.np.ones(value)
        given.attach_grad()
        with autograd.record(), pytest.raises(mx.MXNetError):
            target[key] = given
