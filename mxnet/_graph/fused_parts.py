"""The layers inside the nodes of `fused`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._ops.fused_layers import ConvolutionLayers, Curve, DenseLayers
from .._runtime.error import MXNetError
from .ir import Graph, Node, Operation

CONVOLUTION, DENSE = "_sg_mkldnn_conv", "_sg_mkldnn_fully_connected"
_ACTIVATIONS = {"relu": "relu", "sigmoid": "logistic", "tanh": "tanh", "softrelu": "soft_relu"}



def has_flag(node: Node, flag: str) -> bool:
    """Return whether a fused node has an attribute such as ``quantized`` or ``with_sum``."""
    return node.attrs.get(flag, "").lower() in ("true", "1")


def _curve(node: Operation) -> Curve | None:
    """The function that a node applies to each element, None for other nodes."""
    params = node.params
    if node.op.name == "Activation":
        return Curve(_ACTIVATIONS[params["act_type"]])
    if node.op.name == "LeakyReLU":
        kind = {"leaky": "relu", "elu": "elu", "gelu": "gelu"}[params["act_type"]]
        return Curve(kind, params["slope"])
    if node.op.name == "clip":
        return Curve("bounded_relu", params["a_max"])
    return Curve(node.op.name) if node.op.name in ("square", "sqrt", "exp", "abs") else None


def _layers(subgraph: Graph, kind: str) -> tuple[dict[str, Any], dict[str, Any] | None, list[Curve]]:
    """Parameters of the layer and of the normalization in a graph, and its elementwise functions, in order."""
    found = {node.op.name: dict(node.params) for node in subgraph.operations()}
    if kind not in found:
        raise MXNetError(f"a fused {kind} must have one in its subgraph, which has {list(found)}")
    curves = [curve for node in subgraph.operations() if (curve := _curve(node)) is not None]
    return found[kind], found.get("BatchNorm"), curves


def convolution_layers(params: Mapping[str, Any], subgraph: Graph) -> ConvolutionLayers:
    """Return the layers inside a fused convolution."""
    layer, norm, curves = _layers(subgraph, "Convolution")
    first = curves.pop(0) if params["with_act"] and curves else None
    return ConvolutionLayers(layer, norm, first, curves[0] if curves else None)


def dense_layers(subgraph: Graph) -> DenseLayers:
    """Return the layers inside a fused dense layer."""
    layer, _, curves = _layers(subgraph, "FullyConnected")
    return DenseLayers(layer, curves[-1] if curves else None)


class SingleUsers:
    """The consumers of each node of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._users: dict[Node, list[Node]] = {}
        for node in graph.nodes:
            for source in dict.fromkeys(source for source, _ in node.inputs):
                self._users.setdefault(source, []).append(node)
        self._outputs = {node for node, _ in graph.outputs}

    def only(self, node: Node) -> Operation | None:
        """Return the only consumer of a node, if it has one."""
        users = self._users.get(node, [])
        return users[0] if len(users) == 1 and node not in self._outputs and isinstance(
            users[0], Operation) else None
