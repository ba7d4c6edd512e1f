"""The graph pass that lets a float32 network compute in 8 bits.

``conv(data, weight)`` becomes ``dequantize(requantize(quantized_conv(quantize(data), quantize(weight))))``; between two
quantized operators nothing is converted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from .._graph.ir import Entry, Graph, Node
from .._ops.opdef import find
from .._runtime.error import MXNetError
from .amp._precision_pass import suffix

_ALWAYS = frozenset({"Convolution", "FullyConnected"})
_QUANTIZED = {
    "Convolution": "_contrib_quantized_conv", "FullyConnected": "_contrib_quantized_fully_connected",
    "Pooling": "_contrib_quantized_pooling", "Activation": "_contrib_quantized_act",
    "Flatten": "_contrib_quantized_flatten", "Concat": "_contrib_quantized_concat",
    "elemwise_add": "_contrib_quantized_elemwise_add", "elemwise_mul": "_contrib_quantized_elemwise_mul",
    "BatchNorm": "_contrib_quantized_batch_norm", "Embedding": "_contrib_quantized_embedding",
}
_CONDITIONS: dict[str, Callable[[Node], bool]] = {
    "Pooling": lambda node: node.params["pool_type"] in ("max", "avg"),
    "Activation": lambda node: node.params["act_type"] == "relu",
    "Concat": lambda node: node.params["dim"] > 0,
}
# Inputs that stay in float32.
_KEPT: dict[str, Callable[[int], bool]] = {"BatchNorm": lambda i: i != 0, "Embedding": lambda i: i == 0}
_SUMS = frozenset({"_contrib_quantized_conv", "_contrib_quantized_fully_connected", "_contrib_quantized_elemwise_add",
                   "_contrib_quantized_elemwise_mul"})
_INT8, _FLOAT32 = "5", "0"


@dataclass(frozen=True)
class Plan:
    """What is quantized, and how.

    Attributes
    ----------
    kind
        'int8', 'uint8' or 'auto'.
    smart
        Quantize an operator without weights only if it lies between quantized ones that have some.
    excluded_nodes, excluded_operators
        What stays in float32.
    offline
        Parameters that are stored in 8 bits.
    """

    kind: str
    smart: bool
    excluded_nodes: Collection[str]
    excluded_operators: Collection[str]
    offline: Collection[str]


def _can_quantize(node: Node, plan: Plan) -> bool:
    name = None if node.op is None else node.op.name
    if name not in _QUANTIZED or node.name in plan.excluded_nodes or name in plan.excluded_operators:
        return False
    return name not in _CONDITIONS or _CONDITIONS[name](node)


def _reached(starts: Sequence[Node], able: Collection[Node], step: Mapping[Node, Sequence[Node]]) -> set[Node]:
    """Nodes among `able` that lead from `starts` along `step` without a break."""
    found: set[Node] = set()
    waiting = list(starts)
    while waiting:
        for node in step.get(waiting.pop(), ()):
            if node in able and node not in found:
                found.add(node)
                waiting.append(node)
    return found


def _choose(graph: Graph, plan: Plan) -> set[Node]:
    able = {node for node in graph.nodes if _can_quantize(node, plan)}
    if not plan.smart:
        return able
    must = [node for node in graph.nodes if node in able and node.op is not None and node.op.name in _ALWAYS]
    maybe = able - set(must)
    below: dict[Node, list[Node]] = {}
    for node in graph.nodes:
        for source, _ in node.inputs:
            below.setdefault(source, []).append(node)
    above = {node: [source for source, _ in node.inputs] for node in graph.nodes}
    return set(must) | (_reached(must, maybe, above) & _reached(must, maybe, below))


@dataclass
class _Rewriting:
    plan: Plan
    chosen: set[Node]
    made: dict[Node, Node] = field(default_factory=dict)
    quantized: dict[Entry, Node] = field(default_factory=dict)
    restored: dict[Node, Node] = field(default_factory=dict)
    calibrated: list[str] = field(default_factory=list)

    def _quantize(self, entry: Entry) -> Node:
        """The node that brings a float32 entry to 8 bits, or the variable that holds the result."""
        if entry not in self.quantized:
            source, index = entry
            name = f"{source.name}{suffix(entry)}_quantize"
            if source.op is None and source.name in self.plan.offline:
                self.quantized[entry] = Node(None, name, {}, [], {"__dtype__": _INT8})
            else:
                self.quantized[entry] = Node(find("_contrib_quantize_v2"), name, {"out_type": self.plan.kind},
                                             [(self.made[source], index)])
                self.calibrated.append(source.output_name(index))
        return self.quantized[entry]

    def _triple(self, entry: Entry) -> tuple[Entry, Entry, Entry]:
        """The 8 bit form of an entry and the limits of its range."""
        node = self.made[entry[0]] if entry[0] in self.chosen else self._quantize(entry)
        if node.op is None:
            limits = [self.quantized.setdefault((node, i), Node(None, node.name + end, {}, [], {"__dtype__": _FLOAT32}))
                      for i, end in ((1, "_min"), (2, "_max"))]
            return (node, 0), (limits[0], 0), (limits[1], 0)
        return (node, 0), (node, 1), (node, 2)

    def plain(self, entry: Entry) -> Entry:
        """An entry in float32."""
        source, index = entry
        if source not in self.chosen:
            return self.made[source], index
        if source not in self.restored:
            node = self.made[source]
            self.restored[source] = Node(find("_contrib_dequantize"), f"{source.name}_dequantize", {},
                                         [(node, 0), (node, 1), (node, 2)])
        return self.restored[source], 0

    def visit(self, node: Node) -> None:
        if node not in self.chosen:
            self.made[node] = node.copy([self.plain(e) for e in node.inputs])
            return
        assert node.op is not None
        kept = _KEPT.get(node.op.name, lambda i: False)
        triples = [(self.plain(e),) if kept(i) else self._triple(e) for i, e in enumerate(node.inputs)]
        inputs = [t[0] for t in triples] + [limit for t in triples for limit in t[1:]]
        made = Node.of_texts(find(_QUANTIZED[node.op.name]), f"quantized_{node.name}", node.attrs, inputs)
        if made.op is not None and made.op.name in _SUMS:
            made = Node(find("_contrib_requantize"), f"requantize_{node.name}", {"out_type": self.plan.kind},
                        [(made, 0), (made, 1), (made, 2)])
            self.calibrated.append(node.output_name(0))
        elif node.op.name == "BatchNorm":
            self.calibrated.append(node.output_name(0))
        self.made[node] = made


def quantize(outputs: Sequence[Entry], plan: Plan) -> tuple[list[Entry], list[str]]:
    """The network in 8 bits, and the names of the values whose ranges calibration shall find."""
    graph = Graph(outputs)
    work = _Rewriting(plan, _choose(graph, plan))
    for node in graph.nodes:
        work.visit(node)
    return [work.plain(entry) for entry in outputs], list(dict.fromkeys(work.calibrated))


def _calibrated_entry(node: Node) -> Entry | None:
    name = None if node.op is None else node.op.name
    if name in ("_contrib_quantize_v2", "_contrib_requantize"):
        return node.inputs[0]
    return (node, 0) if name == "_contrib_quantized_batch_norm" else None


def set_ranges(outputs: Sequence[Entry], table: Mapping[str, tuple[float, float]]) -> list[Entry]:
    """A copy of a quantized network in which the ranges of `table` are written."""
    copies: dict[Node, Node] = {}
    for node in Graph(outputs).nodes:
        made = copies[node] = node.copy([(copies[source], index) for source, index in node.inputs])
        entry = _calibrated_entry(node)
        if entry is not None:
            found = table.get(entry[0].output_name(entry[1]).removeprefix("quantized_"))
            if found is not None:
                # The original computes with the six digits that its files hold.
                made.set_text("min_calib_range", f"{float(found[0]):f}")
                made.set_text("max_calib_range", f"{float(found[1]):f}")
    return [(copies[node], index) for node, index in outputs]


def check_kind(quantized_dtype: str, granularity: str, mode: str) -> None:
    """Raise unless these are words that quantization knows."""
    if quantized_dtype not in ("int8", "uint8", "auto"):
        raise ValueError(f"quantized_dtype must be 'int8', 'uint8' or 'auto', received {quantized_dtype!r}")
    if granularity not in ("tensor-wise", "channel-wise"):
        raise ValueError(f"quantize_granularity must be 'tensor-wise' or 'channel-wise', received {granularity!r}")
    if mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {mode}")
