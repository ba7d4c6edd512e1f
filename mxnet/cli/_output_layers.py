"""Output layers of classifiers: where they are in a graph, and whether a softmax follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mxnet._graph.ir import Operation
from mxnet.base import MXNetError

_LAYERS = {"FullyConnected": "num_hidden", "Convolution": "num_filter"}
_SOFTMAX = ("SoftmaxOutput", "softmax", "SoftmaxActivation")
_COPIES = ("_copy", "Reshape", "Flatten", "Cast", "amp_cast")
# Operators without parameters between the output layer and the class scores.
_AFTER_LAYER = (*_COPIES, "reshape", "Pooling", "Activation", "Dropout", "LeakyReLU", "mean", "squeeze")


def ends_in_softmax(node: Any) -> bool:
    """Return whether an output consists of probabilities. Copies and reshapes after the softmax do not matter."""
    while isinstance(node, Operation) and node.op.name in _COPIES:
        node = node.inputs[0][0]
    return isinstance(node, Operation) and node.op.name in _SOFTMAX


@dataclass
class OutputLayer:
    """The last layer with parameters, as a node of a JSON graph.

    Attributes
    ----------
    parameters
        The variables with its weight and bias.
    """

    node: dict[str, Any]
    parameters: list[dict[str, Any]]

    @property
    def classes(self) -> int:
        """Number of classes."""
        return int(self.node["attrs"][_LAYERS[self.node["op"]]])

    def resize(self, classes: int) -> None:
        """Change the number of classes. The parameters need new values."""
        self.node["attrs"][_LAYERS[self.node["op"]]] = str(classes)
        for variable in self.parameters:
            variable.get("attrs", {}).pop("__shape__", None)


def find_output_layer(graph: dict[str, Any], file: Path) -> OutputLayer:
    """Return the output layer of a JSON graph, and remove a softmax after it from the outputs."""
    nodes = graph["nodes"]
    if len(graph["heads"]) != 1:
        raise MXNetError(f"{file} has {len(graph['heads'])} outputs; a classifier has one")
    index = graph["heads"][0][0]
    while nodes[index]["op"] in (*_SOFTMAX, "log_softmax"):
        index = nodes[index]["inputs"][0][0]
    graph["heads"] = [[index, 0, 0]]
    while nodes[index]["op"] in _AFTER_LAYER:
        index = nodes[index]["inputs"][0][0]
    node = nodes[index]
    if node["op"] not in _LAYERS:
        raise MXNetError(f"{file} does not end in a dense or convolutional output layer, but in the operator "
                         f"{node['op']}; a classifier cannot be trained from it")
    return OutputLayer(node, [nodes[index] for index, *_ in node["inputs"][1:]])


def set_norms(nodes: Iterable[dict[str, Any]], value: str) -> None:
    """Set whether batch normalization uses its stored statistics in training."""
    for node in nodes:
        if node["op"] == "BatchNorm":
            node.setdefault("attrs", {})["use_global_stats"] = value
