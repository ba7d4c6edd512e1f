"""Check that errors contain the name of the failed block."""

from __future__ import annotations

from typing import Any

import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import SymbolBlock, nn


class Net(nn.HybridBlock):
    def __init__(self) -> None:
        super().__init__(prefix="net_")
        with self.name_scope():
            self.features = nn.HybridSequential()
            with self.features.name_scope():
                self.features.add(nn.Dense(8, in_units=4), nn.Dense(3, in_units=7))
            self.output = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.output(self.features(x))


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize(("shape", "place"), [((2, 5), "net.features.0"), ((2, 4), "net.features.1")])
def test_path_of_a_layer(hybridize: bool, shape: tuple[int, ...], place: str) -> None:
    net = Net()
    net.initialize()
    if hybridize:
        net.hybridize()
    with pytest.raises(mx.MXNetError, match=rf", in block {place} \(Dense\)$"):
        net(nd.ones(shape))


def test_hybridized_child_of_a_plain_block() -> None:
    class Outer(nn.Block):
        def __init__(self) -> None:
            super().__init__(prefix="outer_")
            self.net = Net()

        def forward(self, x: Any) -> Any:
            return self.net(x)

    outer = Outer()
    outer.initialize()
    outer.hybridize()
    with pytest.raises(mx.MXNetError, match=r"data has 5 features .* in block outer.net.features.0 \(Dense\)$"):
        outer(nd.ones((2, 5)))


def test_block_that_is_no_child_goes_by_its_name() -> None:
    hidden = [nn.Dense(3, in_units=4, prefix="hidden_")]
    hidden[0].initialize()

    class Outer(nn.Block):
        def forward(self, x: Any) -> Any:
            return hidden[0](x)

    with pytest.raises(mx.MXNetError, match=r"in block outer0.hidden \(Dense\)$"):
        Outer(prefix="outer0_")(nd.ones((2, 5)))


def test_one_block_is_named_once() -> None:
    net = nn.Dense(3, in_units=4, prefix="alone_")
    net.initialize()
    with pytest.raises(mx.MXNetError) as caught:
        net(nd.ones((2, 5)))
    assert str(caught.value).count("in block") == 1


def test_deferred_initialization() -> None:
    net = nn.HybridSequential(prefix="net_")
    net.add(nn.Dense(3, activation="rellu", prefix="first_"))
    net.initialize()
    with pytest.raises(Exception, match=r"'rellu', in block net.0(\.act)? \((Dense|Activation)\)$"):
        net(nd.ones((2, 5)))


def test_parameters_without_values() -> None:
    net = nn.Dense(3, in_units=4, prefix="alone_")
    with pytest.raises(RuntimeError, match=r"has not been initialized. Call initialize.*in block alone \(Dense\)$"):
        net(nd.ones((2, 4)))


def test_symbol_blocks_name_the_node() -> None:
    graph = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    block = SymbolBlock(graph, mx.sym.var("data"))
    block.initialize()
    block(nd.ones((2, 4)))
    with pytest.raises(mx.MXNetError, match=r"FullyConnected fc: input fc_weight.*in block .* \(SymbolBlock\)$"):
        block(nd.ones((2, 5)))


def test_errors_of_users_stay_as_they_are() -> None:
    class Failing(nn.Block):
        def forward(self, x: Any) -> Any:
            raise ValueError("mine", 3)

    with pytest.raises(ValueError) as caught:
        Failing()(nd.ones((2,)))
    assert caught.value.args == ("mine", 3)


def test_hwc_image() -> None:
    net = nn.Conv2D(8, 3, in_channels=3)
    net.initialize()
    for hybridize in (False, True):
        net.hybridize(hybridize)
        with pytest.raises(mx.MXNetError, match=r"expected 3 channels, got 32; layout NCHW, data=\(1, 32, 30, 3\). The "
                                                r"data seems to be NHWC: call data.transpose\(\(0, 3, 1, 2\)\)"):
            net(nd.ones((1, 32, 30, 3)))
    with pytest.raises(mx.MXNetError, match="expected 3 channels, got 4; .* Give it data of 3 channels"):
        net(nd.ones((1, 4, 8, 8)))
    with pytest.raises(mx.MXNetError, match=r"expand_dims\(axis=0\)"):
        net(nd.ones((3, 8, 8)))


def test_channels_of_other_convolutions() -> None:
    last = nn.Conv2D(8, 3, in_channels=3, layout="NHWC")
    transposed = nn.Conv2DTranspose(8, 3, in_channels=3)
    for net in (last, transposed):
        net.initialize()
    with pytest.raises(mx.MXNetError, match=r"layout NHWC.*seems to be NCHW: call data.transpose\(\(0, 2, 3, 1\)\)"):
        last(nd.ones((1, 3, 8, 8)))
    with pytest.raises(mx.MXNetError, match="expected 3 channels, got 8; layout NCHW"):
        transposed(nd.ones((1, 8, 8, 3)))


def test_missing_parameters_of_a_file_are_named_in_full(tmp_path: Any) -> None:
    """A network whose children have other prefixes, because they are created outside its name_scope."""
    layer = nn.Dense(2, in_units=3)
    layer.initialize()
    layer.save_parameters(str(tmp_path / "layer.params"))
    net = nn.HybridSequential(prefix="a_rather_long_prefix_")
    net.add(nn.Dense(2, in_units=3, prefix="first_"))
    with pytest.raises(AssertionError, match="Parameter 'first_weight' is missing in .*, which has 'weight', 'bias'"):
        net.load_parameters(str(tmp_path / "layer.params"))
    with pytest.raises(AssertionError, match="Parameter 'first_weight' is missing in param_dict, which has 'x'"):
        net.collect_params().load_dict({"arg:x": nd.ones((1,))}, restore_prefix="a_rather_long_prefix_")
    scoped = nn.Dense(2, in_units=3, prefix="scoped_")
    with pytest.raises(AssertionError, match="Parameter 'bias' is missing in param_dict, which has 'weight'"):
        scoped.collect_params().load_dict({"weight": nd.ones((2, 3))}, restore_prefix="scoped_")


def test_width_of_recurrent_layers() -> None:
    layer = mx.gluon.rnn.LSTM(8, input_size=4)
    layer.initialize()
    for hybridize in (False, True):
        layer.hybridize(hybridize)
        with pytest.raises(mx.MXNetError, match=r"data has 3 features where they expect 4.* \(LSTM\)$"):
            layer(nd.ones((5, 2, 3)))


def test_names_of_models_and_optimizers_suggest_similar_ones() -> None:
    with pytest.raises(ValueError, match="resnet19_v1 does not exist; available models are .*vgg19_bn. "
                                         "Did you mean 'resnet1"):
        mx.gluon.model_zoo.vision.get_model("resnet19_v1")
    with pytest.raises(ValueError, match="Cannot find optimizer sdg. Did you mean 'sgd'"):
        mx.optimizer.create("sdg")
    with pytest.raises(AssertionError, match="acuracy is not registered as metric. Did you mean 'accuracy'"):
        mx.metric.create("acuracy")
