"""Exported files, parameters, optimizer states and outputs of a small trained network."""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

FOLDER, CASES = "golden", ["checkpoint"]


def network():
    """Layers of several types, with shared prefixes and auxiliary states."""
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2, 2))
        net.add(nn.Conv2D(8, 3, groups=2, strides=2), nn.LeakyReLU(0.1), nn.GlobalAvgPool2D(), nn.Flatten())
        net.add(nn.Dense(16, activation="tanh"), nn.Dropout(0.5), nn.LayerNorm(), nn.Dense(3))
    return net


def observe(case):
    net = network()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    data, label = nd.array(np.random.rand(4, 3, 16, 16)), nd.array([0, 1, 2, 0])
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(5):
        with autograd.record():
            value = loss(net(data), label)
        value.backward()
        trainer.step(4)
    net.export(case)
    net.save_parameters(f"{case}.params")
    trainer.save_states(f"{case}.states")
    return {f"{case}.npz": {"data": data.asnumpy(), "output": net(data).asnumpy()}}
