"""Calls that type checkers must accept, and the types that they must find. `tools/check_types.py` runs the checkers."""

from __future__ import annotations

from typing_extensions import reveal_type

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

x = nd.ones((2, 3))
reveal_type(x)  # is NDArray
reveal_type(nd.array([1, 2]))  # is NDArray
reveal_type(nd.softmax(x, axis=1))  # is NDArray
reveal_type(x.softmax(axis=-1))  # is NDArray
reveal_type(nd.concat(x, x, dim=1))  # is NDArray
reveal_type(nd.random.uniform(0, 1, shape=(2, 2)))  # is NDArray
reveal_type(nd.linalg.gemm2(x, x, transpose_b=True))  # is NDArray
reveal_type(nd.contrib.isnan(x))  # is NDArray
reveal_type(2 * x + 1)  # is NDArray
reveal_type((x == x).sum())  # is NDArray
reveal_type(x[0].reshape((3, 1)).T)  # is NDArray
reveal_type(x.asnumpy())  # is ndarray
reveal_type(x.shape)  # is tuple

net = nn.HybridSequential(prefix="net_")
net.add(nn.Conv2D(3, 3, strides=2, prefix="first_"), nn.Dense(4, activation="relu"), nn.Dropout(0.5))
net.initialize(mx.init.Xavier())
with autograd.record():
    reveal_type(net(x))  # is NDArray
    reveal_type(gluon.loss.SoftmaxCrossEntropyLoss()(net(x), x[0]))  # is NDArray

data = mx.sym.var("data")
reveal_type(mx.sym.FullyConnected(data, num_hidden=3, name="first"))  # is Symbol
reveal_type(mx.sym.relu(data) * 2)  # is Symbol
reveal_type(net(data))  # is Symbol

a = mx.np.ones((2, 3))
reveal_type(a)  # is ndarray
reveal_type(mx.np.sum(a, axis=0))  # is ndarray
reveal_type(a.std(axis=0) @ a)  # is ndarray
reveal_type(mx.npx.softmax(a))  # is ndarray
reveal_type(mx.np.random.normal(size=(2, 2)))  # is ndarray
reveal_type(mx.np.linalg.norm(a))  # is ndarray
reveal_type(net(a))  # is ndarray
