"""Each pass does what its text shows, and changes no value or gradient."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph.compiled import CompiledGraph
from mxnet._graph.infer import Inference, extend
from mxnet._graph.ir import Graph
from mxnet._graph.passes import PIPELINE, Facts, optimize
from mxnet._graph.passes.bias_after_pool import bias_after_pool
from mxnet._graph.passes.channels_last import channels_last
from mxnet._graph.passes.common_subexpressions import common_subexpressions
from mxnet._graph.passes.dense_with_relu import dense_with_relu
from mxnet._graph.passes.inplace_activation import inplace_activation
from mxnet._graph.passes.packed_dense import packed_dense
from mxnet._graph.passes.pool_before_relu import pool_before_relu
from mxnet._graph.passes.remove_identities import remove_identities


def facts(training: bool = False, recording: bool = False, parameters: tuple[str, ...] = (),
          exact: bool = False) -> Facts:
    return Facts(training=training, recording=recording, parameters=frozenset(parameters), device=torch.device("cpu"),
                 exact=exact)


def inferred(net: mx.sym.Symbol, **shapes: tuple[int, ...]) -> Graph:
    found = Inference(net._graph(), shapes, {}).run()
    return Graph(net._outputs, found.shapes, found.types)


def operators(graph: Graph) -> list[str]:
    graph.lint()
    return [n.op.name for n in graph.nodes if n.op is not None]


def convolution(data: mx.sym.Symbol, **kwargs) -> mx.sym.Symbol:
    return mx.sym.Convolution(data, mx.sym.var("w"), kernel=(3, 3), num_filter=4, no_bias=True, **kwargs)


def test_dropout_disappears_in_prediction() -> None:
    net = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5))
    assert operators(remove_identities(net._graph(), facts())) == ["exp"]
    assert operators(remove_identities(net._graph(), facts(training=True))) == ["Dropout", "exp"]
    always = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5, mode="always"))
    assert operators(remove_identities(always._graph(), facts())) == ["Dropout", "exp"]


def test_equal_expressions_are_computed_once() -> None:
    x = mx.sym.var("x")
    net = mx.sym.exp(x) + mx.sym.exp(x) * mx.sym.sum(x, axis=1, keepdims=True)
    assert operators(common_subexpressions(net._graph(), facts())).count("exp") == 1
    different = mx.sym.sum(x, axis=0) + mx.sym.sum(x, axis=1)
    assert operators(common_subexpressions(different._graph(), facts())).count("sum") == 2
    noise = mx.sym.Dropout(x) + mx.sym.Dropout(x)
    assert operators(common_subexpressions(noise._graph(), facts(training=True))).count("Dropout") == 2


def test_relu_moves_behind_max_pooling() -> None:
    relu = mx.sym.Activation(mx.sym.var("x"), act_type="relu")
    net = mx.sym.Pooling(relu, kernel=(2, 2), pool_type="max")
    assert operators(pool_before_relu(net._graph(), facts())) == ["Pooling", "Activation"]
    average = mx.sym.Pooling(relu, kernel=(2, 2), pool_type="avg")
    assert operators(pool_before_relu(average._graph(), facts())) == ["Activation", "Pooling"]
    twice = mx.sym.Group([net, relu])
    assert operators(pool_before_relu(twice._graph(), facts())) == ["Activation", "Pooling"]


def test_convolutions_run_channels_last() -> None:
    net = convolution(mx.sym.relu(convolution(mx.sym.var("x"))))
    shapes = {"x": (2, 4, 16, 16), "w": (4, 4, 3, 3)}
    assert operators(channels_last(inferred(net, **shapes), facts())) == [
        "_channels_last", "Convolution", "relu", "Convolution"]


def test_dense_weights_are_packed_for_few_rows() -> None:
    net = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), num_hidden=3)
    few, many = ({"x": (rows, 5), "w": (3, 5), "b": (3,)} for rows in (1, 64))
    given = facts(parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), given)) == ["_transposed", "_dense_kn"]
    assert operators(packed_dense(inferred(net, **many), given)) == ["FullyConnected"]
    recorded = facts(recording=True, parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), recorded)) == ["FullyConnected"]


def dense(data: mx.sym.Symbol, name: str) -> mx.sym.Symbol:
    return mx.sym.FullyConnected(data, num_hidden=3, name=name)


def fused(net: mx.sym.Symbol, **circumstances: bool) -> list[str]:
    given = facts(parameters=tuple(n for n in net.list_arguments() if n != "data"), **circumstances)
    packed = packed_dense(inferred(net, data=(1, 4)), given)
    return [op for op in operators(dense_with_relu(packed, given)) if op != "_transposed"]


def test_dense_layers_apply_relu_where_nan_would_show() -> None:
    hidden = mx.sym.Activation(dense(mx.sym.var("data"), "a"), act_type="relu")
    assert fused(dense(hidden, "b")) == ["_dense_kn_relu", "_dense_kn", "_checked"]
    assert fused(mx.sym.softmax(hidden)) == ["_dense_kn_relu", "softmax", "_checked"]
    assert fused(mx.sym.argmax(dense(hidden, "b"), axis=1)) == ["_dense_kn", "Activation", "_dense_kn", "argmax"]
    assert fused(dense(hidden, "b"), exact=True) == ["_dense_kn", "Activation", "_dense_kn"]
    assert fused(dense(hidden, "b"), training=True) == ["_dense_kn", "Activation", "_dense_kn"]
    layer = dense(mx.sym.var("data"), "a")
    shared = mx.sym.Group([mx.sym.Activation(layer, act_type="relu"), layer])
    assert fused(shared) == ["_dense_kn", "Activation"]
    other = mx.sym.Activation(dense(hidden, "b"), act_type="sigmoid")
    assert fused(other) == ["_dense_kn_relu", "_dense_kn", "Activation", "_checked"]


def test_relu_overwrites_fresh_results_only() -> None:
    net = mx.sym.relu(convolution(mx.sym.var("x")))
    assert operators(inplace_activation(net._graph(), facts())) == ["Convolution", "_relu_inplace"]
    plain = mx.sym.relu(mx.sym.var("x"))
    assert operators(inplace_activation(plain._graph(), facts())) == ["relu"]
    convolved = convolution(mx.sym.var("x"))
    shared = mx.sym.Group([mx.sym.relu(convolved), convolved])
    assert operators(inplace_activation(shared._graph(), facts())) == ["Convolution", "relu"]


def lenet() -> mx.sym.Symbol:
    net = mx.sym.var("data")
    for filters in (3, 5):
        net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=filters)
        net = mx.sym.Activation(net, act_type="relu")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=6)
    return mx.sym.FullyConnected(mx.sym.relu(net), num_hidden=4)


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("recording", [False, True])
def test_pipeline_keeps_values_and_gradients(channels: int, recording: bool, monkeypatch) -> None:
    net = lenet()
    shape = (3, channels, 14, 14)
    shapes, _, _ = net.infer_shape(data=shape)
    generator = np.random.RandomState(0)
    arrays = {n: nd.array(generator.uniform(-1, 1, s)) for n, s in zip(net.list_arguments(), shapes, strict=True)}
    for array in arrays.values():
        array.attach_grad()

    def run() -> tuple[np.ndarray, dict[str, np.ndarray]]:
        data = arrays["data"]
        graph = CompiledGraph(net._outputs, ["data"], lambda ctx: {k: v for k, v in arrays.items() if k != "data"})
        if not recording:
            return graph([data])[0].asnumpy(), {}
        with autograd.record():
            result = graph([data])[0]
        result.backward()
        return result.asnumpy(), {k: v.grad.asnumpy() for k, v in arrays.items()}

    fast, fast_gradients = run()
    monkeypatch.setattr("mxnet._graph.passes.PIPELINE", [])
    plain, plain_gradients = run()
    np.testing.assert_allclose(fast, plain, rtol=1e-4, atol=1e-5)
    for name, gradient in plain_gradients.items():
        np.testing.assert_allclose(fast_gradients[name], gradient, rtol=1e-4, atol=1e-5, err_msg=name)


def test_every_pass_leaves_a_sound_graph() -> None:
    optimize(inferred(lenet(), data=(2, 1, 14, 14)), facts(), check=True)
    assert len(PIPELINE) == len({step.__name__ for step in PIPELINE})


@pytest.mark.parametrize("recording", [False, True])
def test_shapes_kept_through_passes_are_those_inferred_anew(recording: bool) -> None:
    net = mx.sym.SoftmaxOutput(mx.sym.Dropout(mx.sym.BatchNorm(lenet(), fix_gamma=False)), name="softmax")
    net = mx.sym.Group([net, mx.sym.argmax(net, axis=1)])
    graph = inferred(net, data=(2, 1, 14, 14))
    given = {n.name: (graph.shapes[n, 0], graph.types[n, 0]) for n in graph.variables()}
    circumstances = facts(recording, recording, tuple(n for n in given if n not in ("data", "softmax_label")))
    for step in PIPELINE:
        graph = extend(step(graph, circumstances))
        anew = Inference(graph, {k: s for k, (s, _) in given.items()}, {k: t for k, (_, t) in given.items()}).run()
        entries = [e for e in ((n, i) for n in graph.nodes for i in range(n.output_count)) if e in anew.shapes]
        # oneDNN does not tell the shape of a packed weight.
        assert len(entries) > 15
        assert [graph.shapes.get(e) for e in entries] == [anew.shapes[e] for e in entries], step.__name__
        assert [graph.types.get(e) for e in entries] == [anew.types[e] for e in entries], step.__name__


def test_bias_of_a_convolution_moves_behind_max_pooling() -> None:
    layer = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), kernel=(3, 3), num_filter=4)
    net = mx.sym.Pooling(layer, kernel=(2, 2), stride=(2, 2), pool_type="max")
    changed = bias_after_pool(net._graph(), facts(recording=True))
    assert operators(changed) == ["Convolution", "Pooling", "_channel_bias"]
    assert changed.nodes[-1].inputs[1][0].name == "b"
    assert operators(bias_after_pool(net._graph(), facts())) == ["Convolution", "Pooling"]
    twice = mx.sym.Group([net, layer])
    assert operators(bias_after_pool(twice._graph(), facts(recording=True))) == ["Convolution", "Pooling"]
    average = mx.sym.Pooling(layer, kernel=(2, 2), pool_type="avg")
    assert operators(bias_after_pool(average._graph(), facts(recording=True))) == ["Convolution", "Pooling"]


@pytest.mark.parametrize("padding", [(0, 0), (1, 1)])
def test_moved_bias_gives_the_same_values_and_gradients(padding: tuple[int, int]) -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(6, 3), mx.gluon.nn.MaxPool2D(3, 2, padding), mx.gluon.nn.Activation("relu"))
    net.initialize(mx.init.Normal(0.5))
    x = nd.array(np.random.default_rng(3).normal(size=(2, 3, 11, 11)))
    net(x)
    net[0].bias.set_data(nd.array(np.linspace(-2, 2, 6)))
    x.attach_grad()
    results = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record():
            out = net(x)
        out.backward()
        results.append([out.asnumpy(), *(a.asnumpy() for a in (x.grad, net[0].weight.grad(), net[0].bias.grad()))])
    assert "channel_bias" in net.generated_source
    for eager, compiled in zip(*results, strict=True):
        np.testing.assert_allclose(compiled, eager, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh"])
def test_recurrent_layers_get_their_weights_apart(mode: str) -> None:
    layer = {"lstm": mx.gluon.rnn.LSTM, "gru": mx.gluon.rnn.GRU}.get(mode, mx.gluon.rnn.RNN)(
        5, 2, input_size=3, bidirectional=True)
    layer.initialize(mx.init.Normal(0.5))
    x = nd.array(np.random.default_rng(5).normal(size=(4, 2, 3)))
    x.attach_grad()
    results = []
    for hybrid in (False, True):
        layer.hybridize(hybrid)
        with autograd.record():
            out = layer(x)
        out.backward()
        gradients = [x.grad, *(p.grad() for p in layer.collect_params().values())]
        results.append([array.asnumpy() for array in (out, *gradients)])
    assert "weight_list" in layer.generated_source and "concat(" not in layer.generated_source
    for eager, compiled in zip(*results, strict=True):
        np.testing.assert_allclose(compiled, eager, rtol=1e-5, atol=1e-6)


def test_weights_joined_from_other_pieces_are_split_anew() -> None:
    names = ("a", "b", "c")
    whole = mx.sym._internal._rnn_param_concat(*[mx.sym.reshape(mx.sym.var(n), shape=(-1,)) for n in names], dim=0)
    net = mx.sym.RNN(mx.sym.var("x"), whole, mx.sym.var("h"), state_size=2, num_layers=1, mode="rnn_tanh")
    rng = np.random.default_rng(6)
    shapes = {"x": (3, 2, 2), "h": (1, 2, 2), "a": (3, 1), "b": (4,), "c": (5,)}
    values = {name: nd.array(rng.normal(size=shape)) for name, shape in shapes.items()}
    bound = net.bind(mx.cpu(), values, {name: nd.zeros(shape) for name, shape in shapes.items()})
    out = bound.forward(is_train=True)[0]
    bound.backward(nd.ones(out.shape))
    vector = nd.concat(*[values[n].reshape((-1,)) for n in names], dim=0)
    vector.attach_grad()
    with autograd.record():
        expected = nd.RNN(values["x"], vector, values["h"], state_size=2, num_layers=1, mode="rnn_tanh")
    expected.backward()
    np.testing.assert_allclose(out.asnumpy(), expected.asnumpy(), rtol=1e-6)
    got = np.concatenate([bound.grad_dict[n].asnumpy().ravel() for n in names])
    np.testing.assert_allclose(got, vector.grad.asnumpy(), rtol=1e-5)
