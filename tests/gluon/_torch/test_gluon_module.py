"""Tests of blocks as torch modules: ``Block.as_torch``."""

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
from mxnet.gluon._torch import GluonModule

# Tests of tracing with torch's compiler, but not of the compiler itself.
_TRACERS = {
    "compile": lambda module, x: torch.compile(module, backend="aot_eager", fullgraph=True),
    "export": lambda module, x: torch.export.export(module, (x,)).module(),
    "strict export": lambda module, x: torch.export.export(module, (x,), strict=True).module(),
}


@pytest.fixture(autouse=True)
def _compiles_nothing_known():
    yield
    torch._dynamo.reset()


def _network(hybrid: bool = True, seed: int = 5):
    mx.random.seed(seed)
    net = nn.HybridSequential() if hybrid else nn.Sequential()
    net.add(nn.Conv2D(4, 3, in_channels=1, activation="relu"), nn.MaxPool2D(2, 2), nn.BatchNorm(in_channels=4),
            nn.Dense(6, in_units=36, activation="tanh"), nn.Dense(3, in_units=6))
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    return net


def _twin():
    """The equivalent of `_network` in torch."""
    return torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU(), torch.nn.MaxPool2d(2, 2),
                               torch.nn.BatchNorm2d(4, momentum=.1), torch.nn.Flatten(), torch.nn.Linear(36, 6),
                               torch.nn.Tanh(), torch.nn.Linear(6, 3))


def _data():
    torch.manual_seed(1)
    return torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))


def _train(module, steps: int = 5, call=None):
    x, y = _data()
    optimizer = torch.optim.SGD(module.parameters(), lr=.2, momentum=.9)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy((module if call is None else call)(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def test_names_kinds_and_memory_are_those_of_the_parameters():
    net = _network()
    module = net.as_torch()
    named = net._collect_params_with_prefix()
    assert isinstance(module, torch.nn.Module)
    assert set(module.state_dict()) == set(named)
    for name, tensor in module.state_dict().items():
        assert tensor.data_ptr() == named[name].data()._data.data_ptr(), name
    assert [name for name, _ in module.named_buffers()] == ["2.running_mean", "2.running_var"]
    assert all(p.requires_grad for p in module.parameters())
    assert "HybridSequential" in repr(module)


def test_recurrent_layers_have_the_names_that_files_have():
    layer = gluon.rnn.LSTM(4, input_size=3, bidirectional=True)
    layer.initialize()
    module = layer.as_torch()
    assert set(module.state_dict()) == set(layer._collect_params_with_prefix())
    x = torch.randn(5, 2, 3)
    np.testing.assert_allclose(module(x).detach(), layer(nd.from_torch(x)).asnumpy(), 1e-5, 1e-6)


def test_a_parameter_in_two_places_is_one():
    first = nn.Dense(3, in_units=3)
    net = nn.HybridSequential()
    net.add(first, nn.Dense(3, in_units=3, params=first.params), first)
    net.initialize()
    module = net.as_torch()
    assert len(list(module.parameters())) == 2
    module(torch.ones(1, 3)).sum().backward()
    assert module.get_parameter("0.weight") is module.get_parameter("1.weight")


@pytest.mark.parametrize("kind", ["hybridized", "hybrid", "block"])
def test_a_network_in_a_loop_of_torch_trains_like_one_of_torch(kind):
    net = _network(kind != "block")
    if kind == "hybrid":
        net.hybridize(False)
    module, twin = net.as_torch(), _twin()
    for theirs, mine in zip(twin.parameters(), module.parameters(), strict=True):
        theirs.data.copy_(mine)
    np.testing.assert_allclose(_train(module), _train(twin), 2e-5)
    assert not net[0].weight.grad().asnumpy().any()  # torch stores the gradients
    statistics = dict(twin.named_buffers())["3.running_mean"]
    np.testing.assert_allclose(net[2].running_mean.data().asnumpy(), statistics, 1e-4)
    module.eval(), twin.eval()
    x = _data()[0]
    with torch.no_grad():
        # torch uses the unbiased moving variance.
        dict(twin.named_buffers())["3.running_var"].copy_(module.get_buffer("2.running_var"))
        np.testing.assert_allclose(module(x), twin(x), 1e-3, 1e-5)
    np.testing.assert_allclose(net(nd.from_torch(x)).asnumpy(), module(x).detach(), 1e-4, 1e-6)


def test_gradients_of_prediction_are_torchs():
    net = _network()
    module, twin = net.as_torch().eval(), _twin().eval()
    net[2].running_mean.data()[:], net[2].running_var.data()[:] = .3, 1.7
    states = [*module.parameters(), *module.buffers()]
    for theirs, mine in zip([*twin.parameters(), *list(twin.buffers())[:2]], states, strict=True):
        theirs.data.copy_(mine)
    x = _data()[0]
    module(x).square().sum().backward()
    twin(x).square().sum().backward()
    for theirs, mine in zip(twin.parameters(), module.parameters(), strict=True):
        np.testing.assert_allclose(mine.grad, theirs.grad, 1e-3, 1e-5)


@pytest.mark.parametrize("hybridized", [True, False])
def test_gradients_reach_the_input_and_frozen_parameters_have_none(hybridized):
    net = _network()
    net.hybridize(hybridized)
    net[0].collect_params().setattr("grad_req", "null")
    module = net.as_torch()
    x = _data()[0].requires_grad_()
    module(x).square().sum().backward()
    assert x.grad.abs().sum() > 0
    assert not module.get_parameter("0.weight").requires_grad
    assert module.get_parameter("0.weight").grad is None
    assert module.get_parameter("3.weight").grad is not None


def test_both_worlds_see_what_the_other_wrote():
    net = _network()
    x = nd.random.normal(shape=(2, 1, 8, 8))
    before = net(x).asnumpy()
    module = net.as_torch().eval()
    with torch.no_grad():
        module.get_parameter("4.weight").mul_(2)
        module.get_parameter("4.bias").mul_(2)
    np.testing.assert_allclose(net(x).asnumpy(), 2 * before, 1e-5)
    net[4].weight.set_data(net[4].weight.data() * 2)
    net[4].bias.data()[:] *= 2
    np.testing.assert_allclose(module(x.to_torch()).detach(), 4 * before, 1e-5)


def test_a_trainer_and_an_optimizer_of_torch_may_take_turns():
    net = _network()
    module = net.as_torch()
    first = _train(module, 2)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": .2})
    x, y = map(nd.from_torch, _data())
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y).mean()
    loss.backward()
    trainer.step(1)
    assert torch.is_grad_enabled()  # record() has ended
    assert first[0] > first[1] > float(loss.asscalar()) > _train(module, 1)[0]


def test_state_dict_goes_both_ways():
    source, target = _network(seed=1), _network(seed=2)
    module = target.as_torch()
    module.load_state_dict(source.as_torch().state_dict())
    x = nd.ones((1, 1, 8, 8))
    np.testing.assert_array_equal(source(x).asnumpy(), target(x).asnumpy())
    module.load_state_dict({k: v * 2 for k, v in source.as_torch().state_dict().items()}, assign=True)
    np.testing.assert_array_equal(target[4].weight.data().asnumpy(), 2 * source[4].weight.data().asnumpy())


@pytest.mark.parametrize("hybridized", [True, False])
def test_conversions_take_the_block_along(hybridized):
    net = _network()
    net.hybridize(hybridized)
    x = _data()[0]
    expected = net.as_torch().eval()(x)
    module = net.as_torch().eval().double()
    assert net[0].weight.dtype is np.float64
    assert net[0].weight.data()._data.data_ptr() == module.get_parameter("0.weight").data_ptr()
    np.testing.assert_allclose(module(x.double()).detach(), expected.detach(), 1e-4, 1e-6)
    np.testing.assert_allclose(net(nd.from_torch(x.double())).asnumpy(), expected.detach(), 1e-4, 1e-6)
    assert module.to("cpu", torch.float32).get_buffer("2.running_var").dtype is torch.float32
    assert net[2].running_var.data().dtype is np.float32


def test_a_copy_has_a_block_of_its_own():
    net = _network()
    module = net.as_torch().eval()
    duplicate = copy.deepcopy(module)
    x = _data()[0]
    np.testing.assert_array_equal(duplicate(x).detach(), module(x).detach())
    with torch.no_grad():
        duplicate.get_parameter("4.bias").add_(1)
    assert not net[4].bias.data().asnumpy().any()
    np.testing.assert_allclose(duplicate(x).detach(), module(x).detach() + 1, 1e-5)


def test_torch_func_substitutes_parameters():
    net = _network()
    module = net.as_torch().eval()
    x = _data()[0]
    zeros = {name: torch.zeros_like(tensor) for name, tensor in module.named_parameters()}
    for _ in range(2):
        assert not torch.func.functional_call(module, zeros, (x,)).any()
    assert module(x).any()


class _TwoResults(gluon.HybridBlock):
    def hybrid_forward(self, F, x, pair):
        return [x + pair[0], [F.relu(pair[1])]]


@pytest.mark.parametrize("hybridized", [True, False])
def test_nested_inputs_and_results(hybridized):
    block = _TwoResults()
    block.hybridize(hybridized)
    module = block.as_torch()
    total, (positive,) = module(torch.ones(2), [torch.ones(2), torch.tensor([-1., 1.])])
    assert total.tolist() == [2, 2]
    assert positive.tolist() == [0, 1]


def test_a_symbol_block_runs_too(tmp_path):
    net = _network()
    x = nd.ones((2, 1, 8, 8))
    net(x)
    files = net.export(str(tmp_path / "net"))
    module = gluon.SymbolBlock.imports(files[0], ["data"], files[1]).as_torch()
    assert len(list(module.buffers())) == 2
    np.testing.assert_allclose(module.eval()(x.to_torch()).detach(), net(x).asnumpy(), 1e-5)


@pytest.mark.parametrize("how", _TRACERS)
def test_tracers_of_torch_get_the_generated_function(how):
    net = _network()
    module = net.as_torch().eval()
    x = _data()[0]
    expected = module(x).detach()
    np.testing.assert_allclose(_TRACERS[how](module, x)(x).detach(), expected, 1e-5, 1e-6)
    np.testing.assert_allclose(module(x).detach(), expected)  # tracing has no side effects


def test_a_compiled_module_trains_to_the_same_loss():
    plain, compiled = _network().as_torch(), _network().as_torch()
    call = torch.compile(compiled, backend="aot_eager", fullgraph=True)
    np.testing.assert_allclose(_train(compiled, 3, call), _train(plain, 3), 1e-5)
    np.testing.assert_allclose(compiled.get_buffer("2.running_var"), plain.get_buffer("2.running_var"), 1e-4)
    x = _data()[0]
    for size in (2, 3, 4):
        np.testing.assert_allclose(call(x[:size].clone()).detach(), compiled(x[:size].clone()).detach(), 1e-4, 1e-6)


# Convolutions with one channel have weights that are contiguous in both memory orders.
@pytest.mark.filterwarnings("ignore:Grad strides do not match bucket view strides")
def test_distributed_data_parallel_trains_to_the_same_loss():
    plain, parallel = _network().as_torch(), _network().as_torch()
    torch.distributed.init_process_group("gloo", rank=0, world_size=1, store=torch.distributed.HashStore())
    try:
        wrapped = torch.nn.parallel.DistributedDataParallel(parallel)
        np.testing.assert_allclose(_train(parallel, 3, wrapped), _train(plain, 3), 1e-6)
    finally:
        torch.distributed.destroy_process_group()


def test_what_has_no_module_is_refused():
    net = nn.Dense(3)
    with pytest.raises(MXNetError, match=r"weight' has no values yet; call initialize"):
        net.as_torch()
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    net(nd.ones((1, 2)))
    with pytest.raises(MXNetError, match="is on 2 contexts"):
        net.as_torch()
    block = nn.HybridBlock()
    block.forward_hooks = nn.Dense(1, in_units=1)
    block.train = nn.Dense(1, in_units=1)
    block.initialize()
    with pytest.raises(MXNetError, match="cannot have a child or parameter with the name 'train'"):
        block.as_torch()
    plain = nn.Sequential()
    plain.add(nn.Dense(1, in_units=1))
    plain.initialize()
    with pytest.raises(Exception, match="only support HybridBlocks"):
        torch.export.export(plain.as_torch(), (torch.ones(1, 1),))


def test_the_example():
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder(recurse=False).find(GluonModule, "example", globs={"torch": torch, "mx": mx}):
        runner.run(example)
    assert runner.tries > 0
    assert runner.failures == 0


@pytest.mark.parametrize("layer", [gluon.rnn.LSTM, gluon.rnn.GRU, gluon.rnn.RNN])
def test_recurrent_layers_are_traced_with_their_own_states(layer):
    net = layer(4, 2, bidirectional=True, input_size=3)
    net.initialize(mx.init.Normal(0.3))
    module, x = net.as_torch().eval(), torch.randn(5, 2, 3)
    expected = module(x)
    expected.sum().backward()
    gradients = {name: p.grad.clone() for name, p in module.named_parameters()}
    module.zero_grad()
    for tracer in ("compile", "export"):
        result = _TRACERS[tracer](module, x)(x)
        np.testing.assert_allclose(result.detach(), expected.detach(), 1e-5, 1e-6)
        if tracer == "compile":
            result.sum().backward()
            for name, parameter in module.named_parameters():
                np.testing.assert_allclose(parameter.grad, gradients[name], 1e-4, 1e-5, err_msg=name)


def test_recurrent_layers_with_given_states_are_traced():
    net = gluon.rnn.LSTM(4, input_size=3)
    net.initialize(mx.init.Normal(0.3))
    module, x, states = net.as_torch(), torch.randn(5, 2, 3), [torch.randn(1, 2, 4), torch.randn(1, 2, 4)]
    expected, (hidden, cell) = module(x, states)
    result, (last, memory) = torch.compile(module, backend="aot_eager", fullgraph=True)(x, states)
    for one, other in ((result, expected), (last, hidden), (memory, cell)):
        np.testing.assert_allclose(one.detach(), other.detach(), 1e-5, 1e-6)
