"""Networks and data for the tests of modules."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def softmax_network(hidden: int = 8, classes: int = 3) -> mx.sym.Symbol:
    """Return a dense network with two layers and a softmax loss."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=hidden, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=classes, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def blobs(count: int = 60, size: int = 5, classes: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Return points around one center per class, and their classes."""
    random = np.random.RandomState(3)
    labels = np.arange(count) % classes
    centres = random.randn(classes, size) * 3
    return (centres[labels] + random.randn(count, size) * 0.3).astype("float32"), labels.astype("float32")


@pytest.fixture
def network() -> mx.sym.Symbol:
    return softmax_network()


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    return blobs()


@pytest.fixture
def bound(network: mx.sym.Symbol) -> mx.mod.Module:
    """Return a module for batches of 6, with parameters and an optimizer."""
    module = mx.mod.Module(network)
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    return module


@pytest.fixture
def batch(data: tuple[np.ndarray, np.ndarray]) -> mx.io.DataBatch:
    return mx.io.DataBatch([nd.array(data[0][:6])], [nd.array(data[1][:6])])
