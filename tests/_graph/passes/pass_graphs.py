"""What the tests of passes share."""

from __future__ import annotations

from typing import Any

import torch

import mxnet as mx
from mxnet._graph.infer import Inference
from mxnet._graph.ir import Graph
from mxnet._graph.passes import PassOptions


def facts(training: bool = False, recording: bool = False, parameters: tuple[str, ...] = (),
          exact: bool = False, mirror: bool = False) -> PassOptions:
    return PassOptions(training=training, recording=recording, parameters=frozenset(parameters),
                       device=torch.device("cpu"), exact=exact, mirror=mirror)


def inferred(net: mx.sym.Symbol, **shapes: tuple[int, ...]) -> Graph:
    found = Inference(net._graph(), shapes, {}).run()
    return Graph(net._outputs, found.shapes, found.types)


def operators(graph: Graph) -> list[str]:
    graph.lint()
    return [n.op.name for n in graph.operations()]


def convolution(data: mx.sym.Symbol, **kwargs: Any) -> mx.sym.Symbol:
    return mx.sym.Convolution(data, mx.sym.var("w"), kernel=(3, 3), num_filter=4, no_bias=True, **kwargs)


def dense(data: mx.sym.Symbol, name: str) -> mx.sym.Symbol:
    return mx.sym.FullyConnected(data, num_hidden=3, name=name)


def lenet() -> mx.sym.Symbol:
    net = mx.sym.var("data")
    for filters in (3, 5):
        net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=filters)
        net = mx.sym.Activation(net, act_type="relu")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=6)
    return mx.sym.FullyConnected(mx.sym.relu(net), num_hidden=4)
