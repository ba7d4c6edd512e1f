"""Compiled graphs: generated source, packed parameters, errors."""

import re
import traceback

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph import codegen
from mxnet._graph.program import Program
from mxnet.gluon import nn


def mlp() -> nn.HybridSequential:
    net = nn.HybridSequential(prefix="mlp_")
    with net.name_scope():
        net.add(nn.Dense(8, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def test_source_is_printable_and_readable() -> None:
    net = mlp()
    net(nd.ones((1, 4)))
    source = net.generated_source
    assert re.search(r"def forward\(data, .*\n    mlp_dense0_relu_fwd = dense_kn_relu\(mlp_dense0_bias, data, ", source)
    assert "def prepare" in source
    compile(source, "source", "exec")


def test_source_shows_in_tracebacks() -> None:
    built = mx.sym.exp(mx.sym.var("x"), name="first")
    function = codegen.generate(built._graph(), ["x"])
    try:
        function("not a tensor")
    except (TypeError, AttributeError):
        assert "first = exp(x)" in traceback.format_exc()
    else:
        pytest.fail("a string was accepted as a tensor")


@pytest.mark.parametrize("write", [
    lambda p: p.set_data(p.data() * 2), lambda p: p.data().__setitem__(slice(None), 0.5),
    lambda p: p.data()[0].__setitem__(slice(None), 3), lambda p: p.data().__imul__(2),
    lambda p: nd.ones(p.shape).copyto(p.data()), lambda p: nd.ones(p.shape).exp(out=p.data()),
    lambda p: p.initialize(mx.init.One(), force_reinit=True),
    lambda p: nd.sgd_update(p.data(), nd.ones(p.shape), out=p.data(), lr=0.1),
])
def test_packed_parameters_notice_every_write(write) -> None:
    net, x = mlp(), nd.ones((1, 4))
    before = net(x).asnumpy()
    write(net[0].weight)
    after = net(x).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(after, net(x).asnumpy(), rtol=1e-5)
    assert abs(before - after).max() > 1e-3


def test_training_updates_reach_prediction() -> None:
    net, x = mlp(), nd.ones((2, 4))
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    for _ in range(3):
        before = net(x).asnumpy()
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        trainer.step(1)
        assert abs(net(x).asnumpy() - before).max() > 1e-6


def test_shape_errors_name_the_node() -> None:
    net = mlp()
    net(nd.ones((1, 4)))
    with pytest.raises(mx.MXNetError, match="mlp_dense0"):
        net(nd.ones((1, 5)))


def test_unbound_variable_is_named() -> None:
    built = mx.sym.var("a") + mx.sym.var("b")
    with pytest.raises(mx.MXNetError, match="variable b"):
        Program(built._outputs, ["a"])([nd.ones((1,))])


def test_generated_source_is_forgotten_with_its_function() -> None:
    import gc
    import linecache

    built = mx.sym.exp(mx.sym.var("x"))
    function = codegen.generate(built._graph(), ["x"])
    name = function.__code__.co_filename
    assert name in linecache.cache
    del function
    gc.collect()
    assert name not in linecache.cache


def test_shapes_that_depend_on_values() -> None:
    class Masked(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, data, index):
            return F.sum(F.contrib.boolean_mask(data, index) * 2, axis=0)

    net = Masked()
    net.hybridize()
    data, index = nd.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), nd.array([0.0, 1.0, 1.0])
    data.attach_grad()
    with autograd.record():
        result = net(data, index)
    result.backward()
    assert result.asnumpy().tolist() == [16, 20]
    assert data.grad.asnumpy().tolist() == [[0, 0], [2, 2], [2, 2]]


def test_layers_behind_shapes_that_depend_on_values() -> None:
    class Masked(mx.gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Conv2D(2, 3, in_channels=1), nn.Conv2D(2, 3, in_channels=2)
            self.dense = nn.Dense(3, in_units=2)

        def hybrid_forward(self, F, data, index):
            chosen = self.second(F.contrib.boolean_mask(self.first(data), index))
            return self.dense(F.Pooling(chosen, global_pool=True, pool_type="avg"))

    net = Masked()
    net.initialize(mx.init.Xavier())
    data, index = nd.array(np.linspace(-1, 1, 147).reshape(3, 1, 7, 7)), nd.array([0.0, 1.0, 1.0])
    plain = net(data, index).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data, index).asnumpy(), plain, rtol=1e-5, atol=1e-6)
    with autograd.record():
        np.testing.assert_allclose(net(data, index).asnumpy(), plain, rtol=1e-5, atol=1e-6)


class Decoder(mx.gluon.HybridBlock):
    """Attends to a memory that grows by one at each step."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.query, self.output = nn.Dense(6, flatten=False), nn.Dense(6, flatten=False)

    def hybrid_forward(self, F, x, memory):
        weights = F.softmax(F.batch_dot(self.query(x), memory, transpose_b=True))
        result = self.output(F.batch_dot(weights, memory))
        return result, F.concat(memory, result, dim=1)


def decode(net: Decoder, steps: int) -> np.ndarray:
    x, memory = nd.ones((2, 1, 6)), nd.array(np.linspace(-1, 1, 48).reshape(2, 4, 6))
    for _ in range(steps):
        x, memory = net(x, memory)
    return memory.asnumpy()


def test_growing_inputs_share_functions() -> None:
    net = Decoder()
    net.initialize(mx.init.Xavier())
    eager = decode(net, 9)
    net.hybridize()
    np.testing.assert_allclose(decode(net, 9), eager, rtol=1e-5, atol=1e-6)
    functions = net._program.functions
    assert len(functions) == 9
    assert len(set(functions)) < 6


def test_a_shared_function_names_the_operator_that_does_not_fit() -> None:
    net = mlp()
    for rows in (1, 2, 3):
        net(nd.ones((rows, 4)))
    with pytest.raises(mx.MXNetError, match="mlp_dense0"):
        net(nd.ones((3, 5)))
    assert net(nd.ones((4, 4))).shape == (4, 2)


def test_sizes_given_to_arrays_are_not_shared() -> None:
    class Start(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x + F.zeros(shape=(0, 3))

    net = Start()
    net.hybridize()
    for rows in (2, 3, 4, 5, 6):
        assert net(nd.ones((rows, 3))).shape == (rows, 3)


@pytest.mark.parametrize("rows", [[2], [1, 2, 3, 4, 5]])
def test_a_function_that_met_nan_runs_once_from_then_on(rows: list[int]) -> None:
    net = mlp()
    for count in rows:
        net(nd.ones((count, 4)))
    wrong = nd.ones((rows[-1], 4))
    wrong[0, 1] = np.nan
    plain = mlp()
    for ours, theirs in zip(net.collect_params().values(), plain.collect_params().values(), strict=True):
        theirs.shape = ours.shape
        theirs.set_data(ours.data())
    plain.hybridize(False)
    net(wrong)
    function = net._program.functions[-1]
    assert "dense_kn_relu" not in function.source
    calls = []
    code = function.code
    function.code = lambda *args, **kwargs: calls.append(function) or code(*args, **kwargs)
    for data in (wrong, nd.ones((rows[-1], 4)), wrong, nd.full((rows[-1], 4), -2)):
        del calls[:]
        np.testing.assert_allclose(net(data).asnumpy(), plain(data).asnumpy(), rtol=1e-6)
        assert calls == [function]
