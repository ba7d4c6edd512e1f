"""Tests of torch modules as blocks: ``gluon.contrib.nn.TorchBlock``."""

from __future__ import annotations

import copy
import doctest

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn
from mxnet.gluon.contrib.nn import TorchBlock


def _module():
    torch.manual_seed(3)
    return torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(),
                               torch.nn.Flatten())


def _network(module=None, hybridized: bool = True):
    net = nn.HybridSequential()
    net.add(TorchBlock(_module() if module is None else module), nn.Dense(3, in_units=144))
    mx.random.seed(4)
    net.initialize(mx.init.Xavier())
    net.hybridize(hybridized)
    return net


def _data():
    torch.manual_seed(1)
    return torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))


def test_parameters_and_buffers_are_the_modules_memory():
    block = TorchBlock(_module(), prefix="torch_")
    state = block.module.state_dict()
    assert list(block.collect_params()) == [f"torch_{name.replace('.', '_')}" for name in (
        "0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var", "1.num_batches_tracked")]
    for name, parameter in block._collect_params_with_prefix().items():
        assert parameter.data()._data.data_ptr() == state[name].data_ptr()
    requests = {name: parameter.grad_req for name, parameter in block._reg_params.items()}
    assert requests == {name: "null" if "running" in name or "num" in name else "write" for name in state}


@pytest.mark.parametrize("hybridized", [True, False])
def test_a_module_inside_gluon_trains_like_the_same_in_torch(hybridized):
    net = _network(hybridized=hybridized)
    x, y = _data()
    pure = torch.nn.Sequential(_module(), torch.nn.Linear(144, 3))
    pure[1].weight.data.copy_(net[1].weight.data().to_torch())
    pure[1].bias.data.zero_()
    optimizer = torch.optim.SGD(pure.parameters(), lr=.05, momentum=.9)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": .05, "momentum": .9})
    loss_of, losses = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for _ in range(5):
        with autograd.record():
            loss = loss_of(net(nd.from_torch(x)), nd.from_torch(y)).mean()
        loss.backward()
        trainer.step(1)
        with torch.enable_grad():
            optimizer.zero_grad()
            expected = torch.nn.functional.cross_entropy(pure(x), y)
        expected.backward()
        optimizer.step()
        losses.append((float(loss.asscalar()), expected.item()))
    np.testing.assert_allclose(*zip(*losses, strict=True), 2e-5)
    assert losses[-1][0] < losses[0][0]
    for mine, theirs in zip(net[0].module.state_dict().values(), pure[0].state_dict().values(), strict=True):
        np.testing.assert_allclose(mine, theirs, 1e-3, 1e-5)
    assert all(p.grad is None for p in net[0].module.parameters())
    pure.eval()
    np.testing.assert_allclose(net(nd.from_torch(x)).asnumpy(), pure(x).detach(), 1e-3, 1e-5)
    assert not net[0].module.training


@pytest.mark.parametrize("req", ["write", "add", "null"])
def test_gradients_follow_grad_req(req):
    net = _network(torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(64, 144)))
    x = nd.from_torch(_data()[0])
    block = net[0]
    block.collect_params().setattr("grad_req", req)
    gradients = []
    for _ in range(2):
        with autograd.record():
            loss = net(x).square().sum()
        loss.backward()
        if req != "null":
            gradients.append(block._reg_params["1.weight"].grad().asnumpy())
    if req == "null":
        assert not block._reg_params["1.weight"].data()._data.requires_grad
    else:
        np.testing.assert_allclose(gradients[1], gradients[0] * (2 if req == "add" else 1), 1e-4, 1e-5)


def test_a_parent_stays_compiled_around_it():
    net = _network()
    net(nd.ones((2, 1, 8, 8)))
    assert "torchmodule(" in net.generated_source
    assert "dense" in net.generated_source


def test_a_prediction_sees_what_torch_wrote_and_the_reverse():
    net = _network(torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(64, 144, bias=False)))
    x = nd.from_torch(_data()[0])
    before = net(x).asnumpy()
    with torch.no_grad():
        net[0].module[1].weight.mul_(2)
    np.testing.assert_allclose(net(x).asnumpy(), 2 * before, 1e-4, 1e-6)
    parameter = net[0]._reg_params["1.weight"]
    parameter.set_data(parameter.data() * 2)
    np.testing.assert_allclose(net(x).asnumpy(), 4 * before, 1e-4, 1e-6)
    assert net[0].module[1].weight.data_ptr() == parameter.data()._data.data_ptr()


def test_files_hold_parameters_and_buffers(tmp_path):
    net, other = _network(), _network()
    x = nd.from_torch(_data()[0])
    with autograd.record():
        net(x).sum().backward()
    for tensor in net[0].module.parameters():
        tensor.data.add_(.1)
    net.save_parameters(str(tmp_path / "net.params"))
    assert "0.1.num_batches_tracked" in nd.load(str(tmp_path / "net.params"))
    module = other[0].module
    pointer = module[0].weight.data_ptr()
    other.load_parameters(str(tmp_path / "net.params"))
    assert module[0].weight.data_ptr() == pointer
    assert module[1].num_batches_tracked.item() == 1
    np.testing.assert_array_equal(other(x).asnumpy(), net(x).asnumpy())


def test_a_graph_with_a_module_is_not_written_to_files(tmp_path):
    net = _network()
    net(nd.ones((1, 1, 8, 8)))
    with pytest.raises(MXNetError, match=r"torchblock\d+_fwd runs TorchModule"):
        net.export(str(tmp_path / "net"))
    with pytest.raises(MXNetError, match="cannot be written to a file"):
        net(mx.sym.var("data")).tojson()


def test_initialization_keeps_the_modules_values_unless_forced():
    module = torch.nn.Linear(2, 3)
    values = module.weight.detach().clone()
    block = TorchBlock(module)
    block.initialize(mx.init.One(), ctx=mx.gpu(1))  # a simulated GPU uses the same memory
    assert torch.equal(module.weight, values)
    assert block(nd.ones((1, 2), ctx=mx.gpu(1))).context == mx.gpu(1)
    block.initialize(mx.init.One(), force_reinit=True)
    assert module.weight.tolist() == [[1, 1]] * 3
    with pytest.raises(MXNetError, match="only be on one context"):
        block.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])


def test_casts_reach_the_module_and_leave_counters():
    net = _network()
    net.cast("float64")
    module = net[0].module
    assert module[0].weight.dtype is torch.float64
    assert module[1].num_batches_tracked.dtype is torch.int64
    assert net(nd.ones((1, 1, 8, 8), dtype="float64")).dtype is np.float64
    assert module[0].weight.data_ptr() == net[0]._reg_params["0.weight"].data()._data.data_ptr()


def test_a_module_that_was_moved_away_is_noticed():
    net = _network()
    x = nd.ones((1, 1, 8, 8))
    net(x)
    net[0].module[0].weight.data = torch.zeros(4, 1, 3, 3)
    with pytest.raises(MXNetError, match="'weight' in the module of .* no longer shares memory"):
        net(x)


class _Several(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor(3.))
        self.constant = torch.ones(2)  # not a parameter or buffer

    def forward(self, x, y):
        return x, (x * self.scale + y) * self.constant


@pytest.mark.parametrize("hybridized", [True, False])
def test_several_inputs_and_results_and_a_parameter_without_axes(hybridized):
    block = TorchBlock(_Several(), outputs=2)
    block.hybridize(hybridized)
    x, y = nd.array([1, 2]), nd.array([5, 6])
    with autograd.record():
        same, mixed = block(x, y)
        loss = mixed.sum()
    loss.backward()
    assert mixed.asnumpy().tolist() == [8, 12]
    assert block._reg_params["scale"].grad().asnumpy().tolist() == [3]
    same[:] = 9
    assert x.asnumpy().tolist() == [1, 2]


def test_a_parameter_in_two_places_of_the_module_is_one():
    module = torch.nn.Sequential(torch.nn.Linear(2, 2, bias=False), torch.nn.Linear(2, 2, bias=False))
    module[1].weight = module[0].weight
    block = TorchBlock(module)
    assert list(block._reg_params) == ["0.weight"]
    block.collect_params().initialize(mx.init.One(), force_reinit=True)
    with autograd.record():
        loss = block(nd.ones((1, 2))).sum()
    loss.backward()
    assert block._reg_params["0.weight"].grad().asnumpy().tolist() == [[4, 4], [4, 4]]
    assert module[0].weight is module[1].weight
    assert isinstance(module[0].weight, torch.nn.Parameter)


def test_wrong_results_and_modules_are_refused():
    with pytest.raises(MXNetError, match=r"must return outputs=1 tensor\(s\).*\['Tensor', 'Tensor'\]"):
        TorchBlock(_Several())(nd.ones((2,)), nd.ones((2,)))
    with pytest.raises(MXNetError, match=r"takes a torch.nn.Module, received Dense"):
        TorchBlock(nn.Dense(1))
    with pytest.raises(MXNetError, match="TorchModule: a matrix of 1 x 3 cannot be multiplied"):
        TorchBlock(torch.nn.Linear(2, 1))(nd.ones((1, 3)))


def test_copies_and_the_way_back_to_torch():
    net = _network()
    x = nd.from_torch(_data()[0])
    duplicate = copy.deepcopy(net)
    expected = net(x).asnumpy()
    for tensor in net[0].module.parameters():
        tensor.data.zero_()
    np.testing.assert_allclose(duplicate(x).asnumpy(), expected, 1e-6)
    module = duplicate.as_torch().eval()
    assert module.get_submodule("0") is duplicate[0].module
    np.testing.assert_allclose(module(x.to_torch()).detach(), expected, 1e-5)
    module(x.to_torch()).sum().backward()
    assert duplicate[0].module[0].weight.grad is not None


def test_the_example():
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder(recurse=False).find(TorchBlock, "example", globs={"torch": torch, "mx": mx}):
        runner.run(example)
    assert runner.tries > 0
    assert runner.failures == 0
