"""Test ``hybridize(backend="inductor")``. Most tests trace without writing C++, which takes seconds per function."""

import os
import shutil
import sys
import sysconfig
import warnings

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph import inductor
from mxnet._runtime import torch_private
from mxnet.base import MXNetError
from mxnet.gluon import nn

HAS_COMPILER = shutil.which(os.environ.get("CXX") or "g++") is not None and os.path.exists(
    os.path.join(sysconfig.get_path("include"), "Python.h"))
needs_compiler = pytest.mark.skipif(not HAS_COMPILER or sys.platform == "win32", reason="needs a C++ compiler")
pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is deprecated:DeprecationWarning")
LOSS = gluon.loss.SoftmaxCrossEntropyLoss()


@pytest.fixture(autouse=True)
def _compiles_nothing_known():
    yield
    torch._dynamo.reset()


@pytest.fixture
def traced(monkeypatch):
    """Trace graphs and their gradients as for the compiler, and run them with torch's operators."""
    monkeypatch.setattr(torch_private, "find_inductor", lambda: "aot_eager")
    monkeypatch.setattr(inductor, "check_compiler", lambda: None)


def _dense():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(5, activation="relu", in_units=4), nn.BatchNorm(in_channels=5), nn.Dense(3, in_units=5))
    return net


def _convolutions():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, in_channels=1), nn.BatchNorm(in_channels=4), nn.Activation("relu"),
                nn.MaxPool2D(2, 2), nn.Dense(3, in_units=36))
    return net


def _pair(make):
    """Return two equal networks, the second one for the compiler."""
    nets = []
    for backend in (None, "inductor"):
        mx.random.seed(3)
        net = make()
        net.initialize(mx.init.Xavier())
        net.hybridize(backend=backend)
        nets.append(net)
    return nets


def _data(shape=(8, 4)):
    random = np.random.RandomState(0)
    return nd.array(random.randn(*shape)), nd.array(random.randint(0, 3, shape[0]))


def _functions(net):
    return list(dict.fromkeys(net._program.functions))


def _assert_close(one, other):
    np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), 1e-5, 1e-5)


def _assert_equal_networks(nets, x):
    for name, parameter in nets[0].collect_params().items():
        _assert_close(nets[1].collect_params()[name].data(), parameter.data())
    _assert_close(nets[1](x), nets[0](x))


def _step(net, x, y, trainer=None):
    with autograd.record():
        loss = LOSS(net(x), y)
    loss.backward()
    if trainer is not None:
        trainer.step(len(x))


def _train_and_change(nets, x, y, tmp_path):
    """Compare predictions before, during and after changes of the parameters."""
    _assert_close(nets[1](x), nets[0](x))
    trainers = [gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}) for net in nets]
    x.attach_grad()
    for _ in range(2):
        gradients = []
        for net, trainer in zip(nets, trainers, strict=True):
            _step(net, x, y, trainer)
            gradients.append(x.grad.copy())
        _assert_close(*gradients)
        _assert_equal_networks(nets, x)
    path = str(tmp_path / "net.params")
    nets[0].save_parameters(path)
    for net in nets:
        net[0].weight.set_data(net[0].weight.data() * 2)
    _assert_equal_networks(nets, x)
    for net in nets:
        net[-1].bias.data()[:] = 7
    _assert_equal_networks(nets, x)
    changed = nets[1](x)
    for net in nets:
        net.load_parameters(path)
    _assert_equal_networks(nets, x)
    assert np.abs((nets[1](x) - changed).asnumpy()).max() > 1
    assert all(function.options.inductor for function in nets[1]._program.functions)


@needs_compiler
@pytest.mark.slow
def test_compiled_networks_predict_and_train_as_others(tmp_path):
    _train_and_change(_pair(_dense), *_data(), tmp_path)


@needs_compiler
@pytest.mark.slow
def test_compiled_convolutions_predict_and_train_as_others(tmp_path):
    _train_and_change(_pair(_convolutions), *_data((4, 1, 8, 8)), tmp_path)


@needs_compiler
@pytest.mark.skipif(torch_private.PUBLIC_ONLY, reason="needs a private setting of torch")
def test_a_graph_can_be_differentiated_twice():
    net = _pair(_dense)[1]
    x, y = _data()
    x.attach_grad()
    with autograd.record():
        loss = LOSS(net(x), y)
    loss.backward(retain_graph=True)
    first = x.grad.copy()
    loss.backward()
    _assert_close(x.grad, first)


@pytest.mark.parametrize("make, shape", [(_dense, (8, 4)), (_convolutions, (4, 1, 8, 8))])
def test_traced_networks_predict_and_train_as_others(make, shape, tmp_path, traced):
    _train_and_change(_pair(make), *_data(shape), tmp_path)


def test_the_backward_pass_updates_moving_statistics(traced):
    nets = _pair(_dense)
    x, y = _data()
    for net in nets:
        mean = net[1].running_mean.data()
        net(x)
        with autograd.record():
            loss = LOSS(net(x), y) + LOSS(net(x * 2), y)  # two calls update the statistics one after the other
        assert not mean.asnumpy().any()
        loss.backward()
        assert mean.asnumpy().any()
        with autograd.train_mode():
            net(x)
    _assert_equal_networks(nets, x)


def test_gradients_outside_of_training_treat_statistics_as_others(traced):
    nets, (x, _) = _pair(_dense), _data()
    gradients = []
    for net in nets:
        x.attach_grad()
        with autograd.record(train_mode=False):
            result = net(x)
        result.backward()
        gradients.append(x.grad.copy())
    _assert_close(*gradients)


def test_one_function_serves_all_sizes(traced):
    nets = _pair(_dense)
    for size in (8, 5, 3, 1, 7, 2):
        x = _data((size, 4))[0]
        _assert_close(nets[1](x), nets[0](x))
    assert len(_functions(nets[1])) == 1


def test_weights_are_constants_until_they_change_twice(traced, monkeypatch):
    compiled, compile_function = [], inductor._compile
    monkeypatch.setattr(inductor, "_compile", lambda function: compiled.append(1) or compile_function(function))
    nets, (x, _) = _pair(_dense), _data()
    counts = []
    for factor in (1, 2, 3, 4):
        for net in nets:
            net[0].weight.set_data(net[0].weight.data() * factor)
        for _ in range(2):
            _assert_close(nets[1](x), nets[0](x))
        counts.append(len(compiled))
    assert counts == [2, 3, 3, 3]  # one of them takes weights as arguments


def test_graphs_for_one_size_are_compiled_for_a_few_sizes(traced):
    net = nn.HybridLambda(lambda F, x: F.elemwise_add(x, F.ones(shape=(0, 2))))
    net.hybridize(backend="inductor")
    for size in range(1, 7):
        np.testing.assert_allclose(net(nd.zeros((size, 2))).asnumpy(), np.ones((size, 2)))
    assert [function.options.inductor for function in _functions(net)] == [True] * 3 + [False] * 3


def test_dropout_depends_on_the_seed(traced):
    net = nn.Dropout(0.5)
    net.hybridize(backend="inductor")
    x = nd.ones((20, 20))
    x.attach_grad()
    results = []
    for seed in (1, 1, 2):
        mx.random.seed(seed)
        with autograd.record():
            result = net(x)
        result.backward()
        np.testing.assert_array_equal(x.grad.asnumpy(), result.asnumpy())
        results.append(result.asnumpy())
    assert set(results[0].ravel()) == {0, 2} and 100 < (results[0] == 0).sum() < 300
    np.testing.assert_array_equal(results[0], results[1])
    assert (results[0] != results[2]).any()
    state = torch.get_rng_state()
    with autograd.train_mode():
        net(x)
    assert torch.equal(torch.get_rng_state(), state)  # torch's own numbers do not change


def test_source_and_export(tmp_path, traced):
    nets, (x, _) = _pair(_dense), _data()
    nets[1].optimize_for(x, backend="inductor")
    expected = nets[0](x)
    _assert_close(nets[1](x), expected)
    assert "def forward(" in nets[1].generated_source
    files = nets[1].export(str(tmp_path / "net"))
    _assert_close(gluon.SymbolBlock.imports(files[0], ["data"], files[1])(x), expected)
    symbol = nets[1]._cached_graph[1]
    assert symbol.optimize_for("inductor").tojson() == symbol.tojson()


def test_a_module_of_a_compiled_block_can_be_compiled(traced):
    net, (x, _) = _pair(_dense)[1], _data()
    expected = net(x)
    module = net.as_torch().eval()
    result = torch.compile(module, backend="aot_eager", fullgraph=True)(x.to_torch())
    np.testing.assert_allclose(result.detach().numpy(), expected.asnumpy(), 1e-5, 1e-5)


class _Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("inductor_twice")
class _TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Twice()


def test_custom_operators_run_without_the_compiler(traced):
    net = nn.HybridLambda(lambda F, x: F.Custom(x, op_type="inductor_twice"))
    net.hybridize(backend="inductor")
    x = nd.array([1, 2, 3])
    with pytest.warns(UserWarning, match="torch cannot compile this block.*operator Custom"):
        np.testing.assert_allclose(net(x).asnumpy(), [2, 4, 6])
    with autograd.record():  # no second warning
        np.testing.assert_allclose(net(x).asnumpy(), [2, 4, 6])


def test_failures_of_the_compiler_lead_to_the_normal_function(traced, monkeypatch):
    def fail(graph, inputs):
        raise RuntimeError("no such instruction")

    monkeypatch.setattr(torch_private, "find_inductor", lambda: fail)
    nets, (x, y) = _pair(_dense), _data()
    expected = nets[0](x)
    with pytest.warns(UserWarning, match="without a backend: .*no such instruction"):
        _assert_close(nets[1](x), expected)
    for net in nets:
        _step(net, x, y)
    _assert_equal_networks(nets, x)
    assert not any(function.options.inductor for function in nets[1]._program.functions)


def test_sparse_arrays_run_eagerly(traced):
    net = nn.HybridLambda(lambda F, x: F.square(x))
    net.hybridize(backend="inductor")
    x = nd.array([[0, 2], [0, 0]]).tostype("csr")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.testing.assert_allclose(net(x).asnumpy(), [[0, 4], [0, 0]])


def test_missing_tools_are_named_when_a_block_is_hybridized(monkeypatch, tmp_path):
    net = _dense()
    monkeypatch.setenv("CXX", str(tmp_path / "no-compiler"))
    with pytest.raises(MXNetError, match=r"needs a C\+\+ compiler.*no-compiler.*apt install g\+\+"):
        net.hybridize(backend="inductor")
    assert not net._active
    monkeypatch.setenv("CXX", sys.executable)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(MXNetError, match=r"needs the headers of Python.*apt install python3-dev"):
        net.hybridize(backend="inductor")
