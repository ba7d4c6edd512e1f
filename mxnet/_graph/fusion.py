"""Fuse layers for prediction, as MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` do.

Before::

    %c = Convolution(%x, %w)
    %n = BatchNorm(%c, ...)
    %s = elemwise_add(%n, %other)
    %r = Activation(%s) {act_type=relu}

After::

    %r = _sg_mkldnn_conv(%x, %w, ..., %other) {with_bn, with_sum, with_postsum_act}

A quantized layer and the calibrated requantization that follows it become one operator too, see `fuse_ranges`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from .fused import make_node
from .fused_parts import CONVOLUTION, DENSE, SingleUsers, has_flag
from .ir import Entry, Graph, Node, Operation, Variable

_SELF_CONTAINED = ("_contrib_quantized_elemwise_add", "_contrib_quantized_elemwise_mul")


@dataclass(frozen=True)
class _Chain:
    """Nodes that become one."""

    kind: str
    name: str
    nodes: list[Operation]
    attrs: dict[str, str]


def _is_relu(node: Operation) -> bool:
    return node.is_op("Activation") and node.params["act_type"] == "relu"


def _is_curve(node: Operation, of_leaky: tuple[str, ...], others: tuple[str, ...], in_float: bool) -> bool:
    """Return whether a node is an activation that fused layers support, of 8 bits or also of floating point numbers."""
    if node.is_op("LeakyReLU"):
        return node.params["act_type"] in of_leaky
    if in_float and node.is_op("Activation"):
        return node.params["act_type"] in ("relu", "sigmoid", "tanh", "softrelu")
    return _is_relu(node) or node.is_op(*others) or (node.is_op("clip") and node.params["a_min"] == 0)


def _follows(node: Operation, last: Operation) -> bool:
    """Return whether `node` takes the first result of `last` once."""
    return [entry for entry in node.inputs if entry[0] is last] == [(last, 0)]


def _convolution_chain(first: Operation, users: SingleUsers, number: int, in_float: bool) -> _Chain:
    chain, attrs, words = [first], {}, ["conv"]
    following = users.only(first)
    if following is not None and following.is_op("BatchNorm") and following.params["axis"] == 1 and (
            not following.params["output_mean_var"] and following.inputs[0] == (first, 0)):
        chain.append(following)
        attrs["with_bn"] = "true"
        words.append("bn")
        following = users.only(following)
    if following is not None and following.is_op("elemwise_add") and _follows(following, chain[-1]):
        chain.append(following)
        attrs["with_sum"] = "true"
        words.append("add")
        following = users.only(following)
    if following is not None and _follows(following, chain[-1]) and (
            _is_relu(following) if "with_sum" in attrs and not in_float
            else _is_curve(following, ("leaky", "gelu"), (), in_float)):
        chain.append(following)
        attrs["with_postsum_act" if "with_sum" in attrs else "with_act"] = "true"
        words.append("act")
    return _Chain(CONVOLUTION, f"sg_mkldnn_{'_'.join(words)}_{number}", chain, attrs)


def _dense_chain(first: Operation, users: SingleUsers, number: int, in_float: bool) -> _Chain:
    following = users.only(first)
    others = ("abs", "square", "sqrt", "exp") if in_float else ("abs",)
    if following is not None and _is_curve(following, ("leaky", "elu", "gelu"), others, in_float):
        return _Chain(DENSE, f"sg_mkldnn_fully_connected_eltwise_{number}", [first, following],
                      {"with_eltwise": "True"})
    return _Chain(DENSE, f"sg_mkldnn_fully_connected_{number}", [first], {})


def _find_chains(graph: Graph, starts: Callable[[Operation], bool],
                 follow: Callable[[Operation, SingleUsers, int, bool], _Chain], in_float: bool) -> dict[Node, _Chain]:
    """Return the chains by their last nodes. A node belongs to one chain at most."""
    users = SingleUsers(graph)
    taken: set[Node] = set()
    chains: dict[Node, _Chain] = {}
    for node in graph.operations():
        if starts(node):
            chain = follow(node, users, len(chains), in_float)
            # A sum of two convolutions belongs to the first of them.
            while any(member in taken for member in chain.nodes):
                chain = _shorten(chain, taken, len(chains))
            taken.update(chain.nodes)
            chains[chain.nodes[-1]] = chain
    return chains


def _shorten(chain: _Chain, taken: set[Node], number: int) -> _Chain:
    """Return the part of a convolution's chain before the first node that another chain has."""
    count = next(i for i, node in enumerate(chain.nodes) if node in taken)
    nodes = chain.nodes[:count]
    with_norm = len(nodes) > 1 and nodes[1].is_op("BatchNorm")
    return _Chain(chain.kind, f"sg_mkldnn_conv_{'bn_' if with_norm else ''}{number}", nodes,
                  {"with_bn": "true"} if with_norm else {})


def _join(chain: _Chain, last: Operation, inputs: list[Entry]) -> Operation:
    """Return one node for a chain that ends with `last`, whose inputs are already rewritten."""
    # Where each node but the first takes the result of the previous one.
    places = [next(i for i, (source, _) in enumerate(node.inputs) if source is before)
              for before, node in pairwise(chain.nodes)]
    members = [last.copy(inputs)]
    for place in reversed(places):
        source = members[0].inputs[place][0]
        assert isinstance(source, Operation)
        members.insert(0, source)
    outer: dict[Variable, Entry] = {}

    def variable(entry: Entry) -> Entry:
        made = Variable(f"{entry[0].output_name(entry[1])}0")
        outer[made] = entry
        return made, 0

    inner = members[0].copy([variable(entry) for entry in members[0].inputs])
    for place, member in zip(places, members[1:], strict=True):
        others = [variable(entry) for i, entry in enumerate(member.inputs) if i != place]
        inner = member.copy([(inner, 0), *others])  # a sum takes its own operand first
    subgraph = Graph([(inner, 0)])
    return make_node(chain.kind, chain.name, dict(chain.attrs), [subgraph],
                     [outer[given] for given in subgraph.variables()])


def _fuse_chains(graph: Graph, chains: dict[Node, _Chain]) -> Graph:
    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        chain = chains.get(node)
        return None if chain is None else _join(chain, node, inputs)

    return graph.rewrite(change)


def fuse_layers(graph: Graph, in_float: bool = False) -> Graph:
    """Return a graph with fused convolutions and dense layers, and without dropout."""
    graph = graph.rewrite(lambda node, inputs: inputs[0] if node.is_op("Dropout", "_copy") else None)
    graph = _fuse_chains(graph, _find_chains(
        graph, lambda node: node.is_op("Convolution") and len(node.params["kernel"]) > 1, _convolution_chain,
        in_float))
    return _fuse_chains(graph, _find_chains(graph, lambda node: node.is_op("FullyConnected"), _dense_chain, in_float))


def _ranges(node: Node) -> dict[str, str] | None:
    """Return the texts of the calibrated range of a requantization."""
    if not node.is_op("_contrib_requantize"):
        return None
    texts = {key: node.attrs.get(key) for key in ("min_calib_range", "max_calib_range")}
    found = {key: text for key, text in texts.items() if text not in (None, "None")}
    return found if len(found) == 2 else None


def _is_quantized(node: Node, kind: str) -> bool:
    return node.is_op(kind) and has_flag(node, "quantized")


def _with_attrs(node: Operation, extra: dict[str, str]) -> Operation:
    """Return a copy of a node with more attributes."""
    subgraph = getattr(node.op, "subgraph", None)
    if subgraph is None:
        return Operation.of_texts(node.op, node.name, {**node.attrs, **extra}, node.inputs)
    return make_node(node.op.name, node.name, {**node.attrs, **extra}, [subgraph], list(node.inputs))


def fuse_ranges(graph: Graph) -> Graph:
    """Return a graph in which 8-bit layers have the ranges of the requantizations that follow them.

    A dense layer and a product that are converted to float32 immediately return float32.
    """
    users = SingleUsers(graph)
    to_float: set[Node] = set()
    for node in graph.operations():
        following = users.only(node) if _ranges(node) else None
        if following is not None and following.is_op("_contrib_dequantize") and (
                _is_quantized(node.inputs[0][0], DENSE) or node.inputs[0][0].is_op(_SELF_CONTAINED[1])):
            to_float.update((node, following))

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node in to_float and node.is_op("_contrib_dequantize"):
            return inputs[0][0]
        texts = _ranges(node)
        if texts is None or users.only(node.inputs[0][0]) is not node:
            return None
        layer = inputs[0][0]
        if not isinstance(layer, Operation) or not (
                _is_quantized(layer, CONVOLUTION) or _is_quantized(layer, DENSE) or layer.is_op(*_SELF_CONTAINED)):
            return None
        return _with_attrs(layer, {"enable_float_output": "True"} if node in to_float else texts)

    return graph.rewrite(change)


def fuse(graph: Graph, quantized: bool = True) -> Graph:
    """Fuse layers. For 8 bits, also move ranges into them: the backend is called before and after quantization."""
    graph = fuse_ranges(fuse_layers(graph)) if quantized else fuse_layers(graph, in_float=True)
    return graph.checked("fusion")
