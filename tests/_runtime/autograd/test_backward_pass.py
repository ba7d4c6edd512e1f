"""Test backward passes: heads, head gradients and repeated passes."""

import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._runtime.autograd import backward_pass


@pytest.fixture
def x() -> nd.NDArray:
    made = nd.array([1.0, 2.0])
    made.attach_grad()
    return made


def test_several_heads_add_up(x: nd.NDArray) -> None:
    with autograd.record():
        heads = [x * 2, x * 5]
    backward_pass.run(heads, [None, nd.array([1.0, 10.0])], False, True)
    assert x.grad.asnumpy().tolist() == [7, 52]


def test_a_head_gradient_is_read_in_order(x: nd.NDArray) -> None:
    with autograd.record():
        y = x * 2
    backward_pass.run([y], [nd.array([[1.0], [2.0], [3.0]])], True, True)
    assert x.grad.asnumpy().tolist() == [2, 4]
    with pytest.raises(mx.MXNetError, match=r"a head gradient of shape \(1,\) has fewer elements"):
        backward_pass.run([y], [nd.ones((1,))], True, True)


def test_a_graph_is_used_up_unless_it_is_retained(x: nd.NDArray) -> None:
    with autograd.record():
        y = x * 2
    backward_pass.run([y], [None], True, True)
    backward_pass.run([y], [None], False, True)
    with pytest.raises(mx.MXNetError, match="retain_graph=True"):
        backward_pass.run([y], [None], False, True)


def test_heads_not_recorded_by_torch_give_zeros(x: nd.NDArray) -> None:
    x.grad[:] = 7
    with autograd.record():
        y = x > 1
    backward_pass.run([y], [None], False, True)
    assert x.grad.asnumpy().tolist() == [0, 0]


def test_unrecorded_heads() -> None:
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        backward_pass.run([nd.ones((2,))], [None], False, True)


def test_the_mode_of_the_pass_is_undone(x: nd.NDArray) -> None:
    with autograd.record():
        y = nd.Dropout(x, p=0.5) * 2
    backward_pass.run([y], [None], False, False)
    assert not autograd.is_training()


def test_ones_are_kept_by_shape() -> None:
    first, second = nd.ones((3,))._data, nd.zeros((3,))._data
    assert backward_pass.ones_for(first) is backward_pass.ones_for(second)
    assert backward_pass.ones_for(first).tolist() == [1, 1, 1]
