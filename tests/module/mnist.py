"""MNIST for modules: networks, iterators, and initial parameters without MXNet's random generator."""

from __future__ import annotations

import gzip
import pathlib

import numpy as np

import mxnet as mx


def mlp():
    """Return the dense network of MXNet's tutorial."""
    net = mx.sym.Flatten(mx.sym.Variable("data"))
    for number, size in enumerate((128, 64), start=1):
        net = mx.sym.FullyConnected(net, num_hidden=size, name=f"fc{number}")
        net = mx.sym.Activation(net, act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc3"), name="softmax")


def lenet():
    """Return the convolutional network of MXNet's tutorial."""
    net = mx.sym.Variable("data")
    for number, filters in enumerate((20, 50), start=1):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{number}")
        net = mx.sym.Activation(net, act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=10, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def first_params(symbol):
    """Return normal weights scaled by the number of inputs, and zero biases."""
    random = np.random.RandomState(7)
    shapes, _, _ = symbol.infer_shape(data=(1, 1, 28, 28))
    found = {}
    for name, shape in zip(symbol.list_arguments(), shapes):
        if name.endswith("weight"):
            found[name] = mx.nd.array(random.randn(*shape) / np.sqrt(np.prod(shape[1:])))
        elif name.endswith("bias"):
            found[name] = mx.nd.zeros(shape)
    return found


def _read(path: pathlib.Path, offset: int) -> np.ndarray:
    with gzip.open(path) as file:
        return np.frombuffer(file.read(), dtype=np.uint8, offset=offset)


def iterators(folder: pathlib.Path, train: int, test: int, batch_size: int = 100):
    """Return iterators over the first images of both sets, in order."""
    made = []
    for name, count in (("train", train), ("t10k", test)):
        images = _read(folder / "mnist" / f"{name}-images-idx3-ubyte.gz", 16)[: count * 784]
        labels = _read(folder / "mnist" / f"{name}-labels-idx1-ubyte.gz", 8)[:count]
        made.append(mx.io.NDArrayIter(images.reshape(-1, 1, 28, 28).astype("float32") / 255,
                                      labels.astype("float32"), batch_size))
    return made


def accuracy(symbol, folder: pathlib.Path, train: int, test: int, epochs: int, rate: float) -> float:
    """Return the test accuracy of `Module.fit`."""
    training, testing = iterators(folder, train, test)
    module = mx.mod.Module(symbol)
    module.fit(training, arg_params=first_params(symbol), aux_params={}, num_epoch=epochs,
               optimizer_params={"learning_rate": rate, "momentum": 0.9})
    return dict(module.score(testing, "acc"))["accuracy"]
