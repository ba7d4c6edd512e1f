"""Fuse activations and residuals into convolutions with packed oneDNN weights, for prediction.

Before::

    %c = Convolution(%x, %w, %b)
    %s = elemwise_add(%c, %residual)
    %r = Activation(%s) {act_type=relu}

After::

    %w_packed = _packed_weight(%w)        (computed once, see `packing`)
    %r = _packed_convolution_onto(%residual, %x, %w_packed, %b) {act=relu}

The sum is written to the memory of the residual. This is valid if the residual is a fresh result without later
consumers.
"""

from __future__ import annotations

from typing import Any

import torch

from ..._ops.convolution import dilation, expand
from ..._ops.low_precision import SLOW
from ..._ops.opdef import find
from ..infer import extend
from ..ir import Entry, Graph, Node, Operation, Variable
from ..packed_kernels import AVAILABLE, PACKED_CONVOLUTION, PACKED_CONVOLUTION_ONTO, PACKED_DENSE, PACKED_WEIGHT
from .options import PassOptions
from .pool_before_relu import is_relu

_SUM = find("elemwise_add")
PACKED_TYPES = [{dtype} for dtype in (torch.float32, torch.bfloat16) if dtype not in SLOW]


def _geometry(node: Node) -> dict[str, Any]:
    params = node.params
    return {"stride": expand(params["stride"], 2, 1), "pad": expand(params["pad"], 2, 0),
            "dilate": dilation(params["dilate"], params["kernel"]), "num_group": params["num_group"]}


def _pack(graph: Graph, options: PassOptions) -> Graph:
    """Each 2-d convolution of a dtype with fast kernels whose weight is derived from parameters, packed."""
    types, shapes = extend(graph).types, graph.shapes

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node.is_op("broadcast_add"):
            left, right = (shapes.get(entry) for entry in node.inputs)
            return Operation(_SUM, node.name, {}, inputs) if left is not None and left == right else None
        if not node.is_op("Convolution") or len(node.params["kernel"]) != 2:
            return None
        kinds = {types.get(entry) for entry in node.inputs}
        if (node.params["layout"] or "NCHW") != "NCHW" or kinds not in PACKED_TYPES:
            return None
        if not is_derived(inputs[1][0], options):
            return None
        weight = inputs[1][0]
        geometry = _geometry(node)
        size = {"size": shapes[node.inputs[0]]}
        packed = Operation(PACKED_WEIGHT, f"{weight.name}_packed", {**geometry, **size}, [inputs[1]])
        return Operation(PACKED_CONVOLUTION, node.name, geometry, [inputs[0], (packed, 0), *inputs[2:]])

    return graph.rewrite(change)


def is_derived(weight: Node, options: PassOptions) -> bool:
    """Return whether a weight is a parameter, scaled by a normalization or converted to single precision."""
    if isinstance(weight, Variable):
        return weight.name in options.parameters
    return weight.is_op("_scaled_rows") or (weight.is_op("Cast") and is_derived(weight.inputs[0][0], options))


def _activation(node: Node) -> tuple[str, tuple[float, ...]] | None:
    """Return oneDNN's name and parameters of an activation."""
    if is_relu(node):
        return "relu", ()
    if node.is_op("clip"):
        return "hardtanh", (node.params["a_min"], node.params["a_max"])
    if node.is_op("LeakyReLU") and node.params["act_type"] == "leaky":
        return "leaky_relu", (node.params["slope"],)
    if node.is_op("LeakyReLU") and node.params["act_type"] == "gelu":
        return "gelu", ()
    return None


def _takes(made: Operation, act: str, limits: tuple[float, ...]) -> bool:
    """Return whether a layer can compute an activation as well."""
    if made.params.get("act") != "none":
        return False
    if made.op is PACKED_DENSE:
        return True
    # A sum can only be fused with activations without parameters.
    return act != "gelu" and (made.op is PACKED_CONVOLUTION or (made.op is PACKED_CONVOLUTION_ONTO and not limits))


def _is_fresh(node: Node) -> bool:
    return isinstance(node, Operation) and node.op.effects.fresh


def _below(entry: Entry) -> set[int]:
    found: set[int] = set()
    todo = [entry[0]]
    while todo:
        node = todo.pop()
        if id(node) not in found:
            found.add(id(node))
            todo.extend(source for source, _ in node.inputs)
    return found


class Users:
    """Who uses the entries of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._users: dict[Entry, list[Node]] = {}
        for node in graph.nodes:
            for entry in node.inputs:
                self._users.setdefault(entry, []).append(node)
        self._outputs = set(graph.outputs)

    def only(self, entry: Entry) -> Node | None:
        """The only user of an entry, if it has one."""
        users = self._users.get(entry, [])
        return users[0] if len(users) == 1 and entry not in self._outputs else None

    def may_be_overwritten(self, entry: Entry, by: Node, convolution: Entry) -> bool:
        """Return whether `by`, which adds an entry to a convolution, is its last consumer."""
        if not _is_fresh(entry[0]) or entry in self._outputs or self._users[entry].count(by) != 1:
            return False
        others = [user for user in self._users[entry] if user is not by]
        before = _below(convolution) if others else set()
        # Results that are not fresh may be views of it. The convolution must not write its own input.
        return all(id(user) in before and _is_fresh(user) and user is not convolution[0] for user in others)


def _fuse_sums(graph: Graph) -> Graph:
    users = Users(graph)

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node.op is not _SUM:
            return None
        for own, other in ((0, 1), (1, 0)):
            if node.inputs[own][0].is_op(PACKED_CONVOLUTION.name) and users.only(node.inputs[own]) is node and (
                    users.may_be_overwritten(node.inputs[other], node, node.inputs[own])):
                made = inputs[own][0]
                geometry = {key: made.params[key] for key in PACKED_CONVOLUTION_ONTO.params if key != "act"}
                return Operation(PACKED_CONVOLUTION_ONTO, node.name, geometry, [inputs[other], *made.inputs])
        return None

    return graph.rewrite(change)


def fuse_activations(graph: Graph) -> Graph:
    """Fuse activations into packed layers."""
    users = Users(graph)

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        found = _activation(node)
        if found is None or users.only(node.inputs[0]) is not node:
            return None
        act, limits = found
        made = inputs[0][0]
        if not isinstance(made, Operation) or not _takes(made, act, limits):
            return None
        return made.copy(name=node.name, params={"act": act, **({"limits": limits} if limits else {})})

    return graph.rewrite(change)


def packed_convolution(graph: Graph, options: PassOptions) -> Graph:
    """Pack and fuse when nothing is recorded and the plan is for one size."""
    if options.recording or options.training or options.sizes_vary or options.device.type != "cpu" or not AVAILABLE:
        return graph
    if not any(n.is_op("Convolution") for n in graph.nodes):
        return graph
    packed = _pack(graph, options)
    if not any(n.op is PACKED_WEIGHT for n in packed.operations()):
        return graph  # the plan may be used for other sizes, where other shapes are equal
    return fuse_activations(_fuse_sums(packed))
