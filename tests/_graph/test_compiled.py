"""Graphs are inferred once, whatever asks for shapes."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph.infer import Inference
from mxnet.gluon import nn


@pytest.fixture
def inferences(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many operators each inference from now on has looked at."""
    sizes: list[int] = []
    run = Inference.run

    def counted(self: Inference) -> Inference:
        sizes.append(sum(node.op is not None for node in self.graph.nodes))
        return run(self)

    monkeypatch.setattr(Inference, "run", counted)
    return sizes


def network() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.MaxPool2D(), nn.BatchNorm(), nn.Dense(3))
    net.initialize()
    net.hybridize()
    return net


def test_a_block_is_inferred_once_for_training_and_prediction(inferences: list[int]) -> None:
    net, data = network(), nd.ones((2, 1, 8, 8))
    del inferences[:]
    for _ in range(2):
        with autograd.record():
            net(data).backward()
    net(data)
    net(data)
    assert inferences == [5]


def test_other_sizes_are_inferred_anew(inferences: list[int]) -> None:
    net = network()
    del inferences[:]
    for rows in (1, 2, 1):
        assert net(nd.ones((rows, 1, 8, 8))).shape == (rows, 3)
    assert inferences == [5, 5]


def test_a_parameter_of_another_shape_is_inferred_anew() -> None:
    net, data = network(), nd.ones((2, 1, 8, 8))
    net(data)
    net[3].weight._shape = (3, 5)
    net[3].weight.initialize(force_reinit=True)
    net[3]._clear_cached_op()
    with pytest.raises(mx.MXNetError, match="dense"), autograd.record():
        net(data)


def test_a_module_is_inferred_once(inferences: list[int]) -> None:
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (2, 5))], [("softmax_label", (2,))])
    module.init_params()
    module.init_optimizer()
    batch = mx.io.DataBatch([nd.ones((2, 5))], [nd.zeros((2,))])
    module.forward_backward(batch)
    module.update()
    module.forward(batch, is_train=False)
    assert module.get_outputs()[0].shape == (2, 3)
    assert inferences == [2]


def test_an_executor_is_inferred_once_per_size(inferences: list[int]) -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    arrays = {"data": nd.ones((4, 5)), "fc_weight": nd.ones((3, 5)), "fc_bias": nd.zeros((3,))}
    executor = symbol.bind(mx.cpu(), arrays)
    assert executor.outputs[0].shape == (4, 3)
    executor.forward()
    smaller = executor.reshape(data=(2, 5))
    np.testing.assert_array_equal(smaller.forward()[0].asnumpy(), np.full((2, 3), 5))
    assert inferences == [1, 1]
