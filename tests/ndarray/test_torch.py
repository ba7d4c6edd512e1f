"""Test arrays and torch tensors with shared memory and a shared graph."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn
from mxnet.ndarray import _torch


def _values(array):
    return array.asnumpy().tolist()


def test_an_array_shares_the_memory_of_a_tensor():
    tensor = torch.arange(6.).reshape(2, 3)
    array = nd.from_torch(tensor)
    assert array._data.data_ptr() == tensor.data_ptr()
    tensor[0, 0] = 9
    array[1] = 7
    assert _values(array) == tensor.tolist() == [[9, 1, 2], [7, 7, 7]]


def test_a_tensor_shares_the_memory_of_an_array_and_of_its_views():
    array = nd.arange(6).reshape((2, 3))
    tensor, row = array.to_torch(), array[1].to_torch()
    assert tensor.data_ptr() == array._data.data_ptr()
    assert row.data_ptr() == tensor[1].data_ptr()
    row.fill_(5)
    array[0] = 4
    assert tensor.tolist() == [[4, 4, 4], [5, 5, 5]]


def test_a_copy_taken_before_or_after_is_apart():
    array = nd.ones((3,))
    before = nd.reshape(array, shape=(3, 1))
    tensor = array.to_torch()
    after = nd.reshape(array, shape=(3, 1))
    tensor.numpy()[:] = 2  # bypasses torch
    assert _values(array) == [2, 2, 2]
    assert _values(before) == _values(after) == [[1], [1], [1]]


def test_a_transposed_result_keeps_its_memory_when_it_is_reshaped_later():
    array = nd.arange(6).reshape((2, 3)).T
    tensor = array.to_torch()
    array.reshape((-1,))[0] = 9
    assert tensor[0, 0] == 9


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"])
def test_types_go_both_ways(kind):
    array = nd.array([0, 1, 1], dtype=kind)
    again = nd.from_torch(array.to_torch())
    assert again.dtype is array.dtype
    assert again._data.data_ptr() == array._data.data_ptr()


def test_arrays_of_numpy_kind():
    tensor = torch.ones(2)
    array = nd.from_torch(tensor, mx.np.ndarray)
    assert type(array) is mx.np.ndarray
    assert array.to_torch().data_ptr() == tensor.data_ptr()
    assert torch.from_dlpack(array).data_ptr() == tensor.data_ptr()


def test_dlpack_exports_what_other_libraries_ask_for():
    array = nd.arange(4)
    assert torch.from_dlpack(array).data_ptr() == np.from_dlpack(array).ctypes.data == array._data.data_ptr()
    assert array.__dlpack_device__() == (1, 0)
    torch.from_dlpack(array)[0] = 5
    assert _values(array) == [5, 1, 2, 3]


def test_a_tensor_inside_a_simulated_gpu_context_belongs_to_it():
    with mx.gpu(1):
        assert nd.from_torch(torch.ones(1)).context == mx.gpu(1)
    assert nd.from_torch(torch.ones(1)).context == mx.cpu()


@pytest.mark.parametrize(("given", "words"), [
    (np.ones(2), "torch.Tensor, received ndarray"),
    (torch.ones(2, 3).T, r"strides \(1, 3\) for shape \(3, 2\).*contiguous"),
    (torch.ones(2, 3).to_sparse(), "sparse_coo"),
    (torch.ones(2, dtype=torch.complex64), "the dtype torch.complex64 is not supported"),
    (torch.ones(2, device="meta"), "device meta"),
])
def test_what_cannot_be_shared_is_refused(given, words):
    with pytest.raises(MXNetError, match=words):
        nd.from_torch(given)


def test_sparse_arrays_have_no_one_tensor():
    sparse = nd.ones((2, 2)).tostype("csr")
    for convert in (sparse.to_torch, sparse.__dlpack__):
        with pytest.raises(MXNetError, match="not supported for sparse"):
            convert()


@pytest.mark.parametrize(("req", "expected"), [("write", [18, 36]), ("add", [19, 37]), ("null", None)])
def test_a_loss_of_torch_writes_gradients_as_grad_req_says(req, expected):
    x = nd.array([1, 2])
    x.attach_grad(req)
    if req != "null":
        x.grad[:] = 1
    with autograd.record():
        loss = torch.square((x * 3).to_torch()).sum() + nd.ones((1,)).to_torch().requires_grad_().sum()
    loss.backward()
    assert expected is None or _values(x.grad) == expected
    assert expected is not None or _values(x.grad) == [0, 0]


def test_an_attached_array_itself_can_go_to_torch():
    x = nd.array([1, 2])
    x.attach_grad()
    with autograd.record():
        torch.square(x.to_torch()).sum().backward()
    assert _values(x.grad) == [2, 4]
    constant = x.to_torch()
    assert not constant.requires_grad
    constant.mul_(2)
    assert _values(x) == [2, 4]


def test_what_torchs_backward_used_up_is_a_constant_afterwards():
    x = nd.array([1, 2])
    x.attach_grad()
    with autograd.record():
        y = x * 3
        torch.square(y.to_torch()).sum().backward()
    with autograd.record():
        z = (y * x).sum()
    z.backward()
    assert _values(x.grad) == [3, 6]


def test_a_graph_that_torch_retains_can_be_used_again():
    x = nd.array([1, 2])
    x.attach_grad()
    with autograd.record():
        y = x * 3
        torch.square(y.to_torch()).sum().backward(retain_graph=True)
    y.backward()
    assert _values(x.grad) == [3, 3]


def test_gradients_reach_leaves_of_torch_and_of_mxnet():
    weight = torch.tensor([1., 2.], requires_grad=True)
    x = nd.array([3, 4])
    x.attach_grad()
    for count in (1, 2):  # torch accumulates, mxnet overwrites
        with autograd.record():
            hidden = nd.from_torch(weight * 2)
            loss = (hidden * x).sum()
        loss.backward()
        assert weight.grad.tolist() == [6 * count, 8 * count]
        assert _values(x.grad) == [2, 4]


def test_a_graph_may_cross_the_border_several_times():
    x = nd.array([1., 2.])
    x.attach_grad()
    with autograd.record():
        y = nd.from_torch(torch.exp((x * 2).to_torch())) + x
        loss = torch.log(y.to_torch()).sum()
    loss.backward()
    values = x.asnumpy()
    np.testing.assert_allclose(x.grad.asnumpy(), (2 * np.exp(2 * values) + 1) / (np.exp(2 * values) + values), 1e-6)


def test_a_tensor_from_outside_a_section_carries_its_gradient_into_it():
    weight = torch.ones(2, requires_grad=True)
    array = nd.from_torch(weight)
    assert not (array * 2)._data.requires_grad
    with autograd.record():
        loss = (array * nd.array([5, 6])).sum()
    loss.backward()
    assert weight.grad.tolist() == [5, 6]


def test_a_loss_of_torch_trains_a_network_like_the_same_loss_here():
    x, y = nd.random.normal(shape=(8, 5)), nd.random.normal(shape=(8, 2))
    losses = {}
    for kind in ("gluon", "torch"):
        mx.random.seed(3)
        net = nn.HybridSequential()
        net.add(nn.Dense(7, activation="tanh"), nn.Dense(2))
        net.initialize(mx.init.Xavier())
        net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": .5, "momentum": .9})
        losses[kind] = []
        for _ in range(6):
            with autograd.record():
                if kind == "torch":
                    loss = torch.nn.functional.mse_loss(net(x).to_torch(), y.to_torch())
                else:
                    loss = nd.square(net(x) - y).mean()
            loss.backward()
            trainer.step(1)
            losses[kind].append(float(loss))
    np.testing.assert_allclose(losses["torch"], losses["gluon"], 1e-6)
    assert losses["torch"][-1] < losses["torch"][0]


def test_predictions_over_shared_memory_derive_nothing_from_it():
    net = nn.Dense(3, in_units=2)
    net.initialize(mx.init.One())
    net.hybridize()
    x = nd.ones((1, 2))
    net(x)
    weight = net.weight.data().to_torch()
    for number in (1, 2, 3):
        weight.fill_(number)
        assert _values(net(x)) == [[2 * number] * 3]
    assert net._program.parameters(mx.cpu()).outside and not net._program.parameters(mx.cpu()).derived
    net.weight.reset_ctx(mx.cpu())  # copies the parameter to new memory
    weight.fill_(9)
    assert _values(net(x)) == _values(net(x)) == [[6] * 3]
    assert not net._program.parameters(mx.cpu()).outside and net._program.parameters(mx.cpu()).derived


def test_moving_statistics_follow_in_a_backward_pass_of_torch():
    statistics = []
    for kind in ("gluon", "torch"):
        layer = nn.BatchNorm(in_channels=2)
        layer.initialize()
        with autograd.record():
            result = layer(nd.array([[1, 2], [3, 5]]))
            loss = result.to_torch().sum() if kind == "torch" else result.sum()
        assert not layer.running_mean.data().asnumpy().any()
        loss.backward()
        statistics.append(_values(layer.running_mean.data()) + _values(layer.running_var.data()))
    assert statistics[0] == statistics[1]
    assert statistics[0][0] > 0


def test_a_prediction_sees_what_torch_wrote():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, 3, in_channels=2), nn.BatchNorm(in_channels=3), nn.Dense(2, in_units=12))
    net.initialize()
    net.hybridize()
    x = nd.ones((1, 2, 4, 4))
    net(x)
    weight, statistics = net[0].weight.data().to_torch(), net[1].running_var.data().to_torch()
    weight.fill_(.1)
    first = net(x).asnumpy()
    with torch.no_grad():
        weight.mul_(2)
    torch._foreach_mul_([net[2].bias.data().to_torch()], 0)
    net[2].bias.data()[:] = 0
    second = net(x).asnumpy()
    np.testing.assert_allclose(second, 2 * first, 1e-5)
    statistics.numpy()[:] *= 4
    np.testing.assert_allclose(net(x).asnumpy(), first, 1e-4)


@pytest.mark.parametrize("function", [_torch.from_torch, nd.NDArray.to_torch])
def test_examples(function):
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(function, "example", globs={"torch": torch, "mx": mx}):
        runner.run(example)
    assert runner.tries > 0
    assert runner.failures == 0
