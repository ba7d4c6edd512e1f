"""Small networks and data for the programs."""

from __future__ import annotations

from typing import Any

import numpy as np

import mxnet as mx
from mxnet import gluon

BATCH = 4


def dense_network(contexts: list[Any], layers: int = 3, dtype: str = "float32") -> Any:
    """Return dense layers with parameters on given devices."""
    network = gluon.nn.HybridSequential(prefix="net_")
    with network.name_scope():
        for size in range(2, layers + 2):
            network.add(gluon.nn.Dense(size, in_units=3 if size == 2 else size - 1))
    network.cast(dtype)
    network.initialize(mx.init.Uniform(0.1), ctx=contexts)
    return network


def symbol(normalized: bool = False) -> Any:
    """Return two dense layers with a softmax loss."""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="fc1")
    if normalized:
        net = mx.sym.BatchNorm(net, name="norm", fix_gamma=False)
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=2, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def data(count: int = 2 * BATCH) -> tuple[np.ndarray, np.ndarray]:
    """Return data and classes."""
    random = np.random.RandomState(5)
    return random.rand(count, 3).astype("float32"), (np.arange(count) % 2).astype("float32")


def training_iterator(kind: Any = None, **arguments: Any) -> Any:
    """Return two batches."""
    numbers, classes = data()
    return (kind or mx.io.NDArrayIter)(numbers, classes, BATCH, **arguments)


def module_of(contexts: list[Any], kind: Any = None, **arguments: Any) -> Any:
    """Return a module that is not bound."""
    return (kind or mx.mod.Module)(symbol(**arguments), context=contexts)
