"""Compare text summaries with MXNet (``golden/summary_*.txt``), and test Graphviz graphs."""

from __future__ import annotations

import pathlib
import sys

import numpy as np
import pytest

import mxnet as mx

GOLDEN = pathlib.Path(__file__).parent / "golden"


def mlp() -> mx.sym.Symbol:
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=128, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.FullyConnected(net, num_hidden=10, no_bias=True, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def lenet() -> mx.sym.Symbol:
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(5, 5), num_filter=20, name="conv1")
    net = mx.sym.Activation(net, act_type="tanh", name="tanh1")
    net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name="pool1")
    net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=50, num_group=2, name="conv2")
    net = mx.sym.LeakyReLU(mx.sym.BatchNorm(net, name="bn"), name="leaky")
    net = mx.sym.Pooling(net, pool_type="avg", kernel=(2, 2), stride=(2, 2), name="pool2")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net, name="flat"), num_hidden=500, name="fc1")
    net = mx.sym.Activation(net, act_type="tanh", name="tanh3")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc2"), name="softmax")


def residual() -> mx.sym.Symbol:
    data = mx.sym.Variable("data")
    first = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=8, no_bias=True, name="a")
    second = mx.sym.Convolution(first, kernel=(3, 3), pad=(1, 1), num_filter=8, stride=(1, 1), name="b")
    parts = mx.sym.SliceChannel(mx.sym.Concat(first, second, name="c"), num_outputs=2, name="s")
    return mx.sym.Flatten(mx.sym.elemwise_add(parts[0], parts[1], name="e"), name="f")


@pytest.mark.parametrize(("make", "shape", "layout"), [
    (mlp, (64, 784), {}),
    (lenet, (64, 1, 28, 28), {}),
    (residual, (2, 3, 8, 8), {"line_length": 80, "positions": [20, 40, 50, 80]}),
])
def test_summary_is_the_originals(make, shape, layout, capsys: pytest.CaptureFixture[str]) -> None:
    mx.viz.print_summary(make(), {"data": shape}, **layout)
    assert capsys.readouterr().out == (GOLDEN / f"summary_{make.__name__}.txt").read_text()


def test_summary_without_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    mx.viz.print_summary(mlp())
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].split() == ["fc1(FullyConnected)", "128", "data"] and lines[-2] == "Total params: 128"


def test_summary_refuses() -> None:
    with pytest.raises(TypeError, match="must be a Symbol"):
        mx.viz.print_summary("net")
    with pytest.raises(ValueError, match="incomplete"):
        mx.viz.print_summary(mlp(), {"softmax_label": (2,)})


def test_plot_needs_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(ImportError, match="pip install graphviz"):
        mx.viz.plot_network(mlp())


def test_plot() -> None:
    pytest.importorskip("graphviz")
    picture = mx.viz.plot_network(lenet(), title="net", save_format="png", shape={"data": (64, 1, 28, 28)},
                                  dtype={"data": np.float32}, node_attrs={"fixedsize": "false"})
    source = picture.source
    assert picture.name == "net" and picture.format == "png"
    assert 'label="Convolution\n5x5/1, 20" fillcolor="#fb8072"' in source
    assert 'label="Pooling\nmax, 2x2/2x2" fillcolor="#80b1d3"' in source
    assert "LeakyReLU\nLeaky" in source and 'height=0.8034 shape=oval' in source
    assert "conv1_weight" not in source and "fixedsize=false" in source
    assert 'conv1 -> data [label="1x28x28(float32)" arrowtail=open dir=back]' in source
    assert 'fc1 -> flat [label="800(float32)" arrowtail=open dir=back]' in source


def test_plot_of_split_outputs_and_weights() -> None:
    pytest.importorskip("graphviz")
    source = mx.viz.plot_network(residual(), shape={"data": (2, 3, 8, 8)}, hide_weights=False).source
    assert 'e -> s [label="8x8x8"' in source and 'a -> a_weight [label="3x3x3"' in source


def test_repeated_names_warn() -> None:
    pytest.importorskip("graphviz")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    net = mx.sym.FullyConnected(net, num_hidden=2, name="fc")
    with pytest.warns(RuntimeWarning, match="They are drawn as one node: fc"):
        mx.viz.plot_network(net)
