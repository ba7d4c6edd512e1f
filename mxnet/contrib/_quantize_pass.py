"""Graph pass that converts a float32 network to 8-bit operators.

``conv(data, weight)`` becomes ``dequantize(requantize(quantized_conv(quantize(data), quantize(weight))))``. There are
no conversions between two quantized operators.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .._graph.fused import make_node
from .._graph.fused_parts import CONVOLUTION, DENSE, has_flag
from .._graph.ir import Entry, Graph, Node, Operation, Variable
from .._ops.opdef import REGISTRY, OpDef, find
from .._runtime.error import MXNetError
from .amp._precision_pass import suffix

# Quantized operators by the name of the float32 operator.
_FORMS = {op.quantized.form_of: op for op in REGISTRY.values() if op.quantized.form_of is not None}
_QUANTIZE, _REQUANTIZE = find("_contrib_quantize_v2"), find("_contrib_requantize")
_DEQUANTIZE = find("_contrib_dequantize")
_INT8, _FLOAT32 = "5", "0"


@dataclass(frozen=True)
class Plan:
    """Options of the quantization.

    Attributes
    ----------
    kind
        'int8', 'uint8' or 'auto'.
    smart
        Whether to quantize operators without weights only between quantized operators with weights.
    excluded_nodes, excluded_operators
        Nodes and operators that stay in float32.
    offline
        Parameters that are stored as 8-bit values.
    by_channel
        Whether each output of a dense layer has its own scale.
    """

    kind: str
    smart: bool
    excluded_nodes: Collection[str]
    excluded_operators: Collection[str]
    offline: Collection[str]
    by_channel: bool = False


@dataclass(frozen=True)
class _Form:
    """The 8-bit form of a node.

    Attributes
    ----------
    make
        Create the node from its name and inputs.
    float_inputs
        Positions of the inputs that stay in float32.
    has_weights, signed, ranges
        As in `Quantized`.
    """

    make: Callable[[str, list[Entry]], Operation]
    float_inputs: Collection[int]
    has_weights: bool
    signed: bool
    ranges: str


def _form(node: Operation, plan: Plan) -> _Form | None:
    """Return the 8-bit form of a node, or None."""
    if node.op.name in (CONVOLUTION, DENSE):
        return _form_of_fused(node, plan)
    op: OpDef | None = _FORMS.get(node.op.name)
    if op is None or not op.quantized.form_if(node.params) or _is_excluded(plan, {node.name}, {node.op.name}):
        return None
    form: OpDef = op
    return _Form(lambda name, inputs: Operation.of_texts(form, name, node.attrs, inputs),
                 form.quantized.float_inputs, form.quantized.has_weights, form.quantized.signed, form.quantized.ranges)


def _is_excluded(plan: Plan, names: set[str], operators: set[str]) -> bool:
    return not names.isdisjoint(plan.excluded_nodes) or not operators.isdisjoint(plan.excluded_operators)


def _form_of_fused(node: Operation, plan: Plan) -> _Form | None:
    """Return the 8-bit form of a fused layer, see `_graph.fusion`."""
    subgraph: Graph = node.op.subgraph  # type: ignore[attr-defined]
    inner = subgraph.operations()
    if has_flag(node, "quantized") or _is_excluded(plan, {node.name, *(n.name for n in inner)},
                                                {node.op.name, *(n.op.name for n in inner)}):
        return None
    attrs = {**node.attrs, "quantized": "true" if node.op.name == CONVOLUTION else "True"}
    if node.op.name == CONVOLUTION:
        eight_bit = {0, len(node.inputs) - 1} if has_flag(node, "with_sum") else {0}
        kept = set(range(len(node.inputs))) - eight_bit
    else:
        kept = set(range(1, len(node.inputs))) if plan.by_channel else set()
        attrs |= {"channel_wise_quantize": "True"} if plan.by_channel else {}
    return _Form(lambda name, inputs: make_node(node.op.name, name, dict(attrs), [subgraph], inputs), kept, True, False,
                 "requantized")


def _find_reachable(starts: Sequence[Node], able: Collection[Node], step: Mapping[Node, Sequence[Node]]) -> set[Node]:
    """Return the nodes of `able` that are reachable from `starts` along `step`."""
    reached: set[Node] = set()
    waiting = list(starts)
    while waiting:
        for node in step.get(waiting.pop(), ()):
            if node in able and node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached


def _choose(graph: Graph, plan: Plan) -> dict[Node, _Form]:
    """Return the 8-bit forms of the nodes to quantize."""
    able: dict[Node, _Form] = {node: form for node in graph.operations() if (form := _form(node, plan)) is not None}
    if not plan.smart:
        return able
    must = [node for node, form in able.items() if form.has_weights]
    maybe = able.keys() - set(must)
    below: dict[Node, list[Node]] = {}
    for node in graph.nodes:
        for source, _ in node.inputs:
            below.setdefault(source, []).append(node)
    above = {node: [source for source, _ in node.inputs] for node in graph.nodes}
    chosen = set(must) | (_find_reachable(must, maybe, above) & _find_reachable(must, maybe, below))
    return {node: form for node, form in able.items() if node in chosen}


@dataclass
class _Rewriting:
    plan: Plan
    chosen: dict[Node, _Form]
    copies: dict[Node, Node] = field(default_factory=dict)
    quantized: dict[Entry, Node] = field(default_factory=dict)
    restored: dict[Node, Node] = field(default_factory=dict)
    calibrated: list[str] = field(default_factory=list)

    def _quantize(self, entry: Entry) -> Node:
        """Return the node that quantizes a float32 entry, or the variable that holds the quantized value."""
        if entry not in self.quantized:
            source, index = entry
            name = f"{source.name}{suffix(entry)}_quantize"
            if isinstance(source, Variable) and source.name in self.plan.offline:
                self.quantized[entry] = Variable(name, {"__dtype__": _INT8})
            else:
                self.quantized[entry] = Operation(_QUANTIZE, name, {"out_type": self.plan.kind},
                                                  [(self.copies[source], index)])
                self.calibrated.append(source.output_name(index))
        return self.quantized[entry]

    def _triple(self, entry: Entry) -> tuple[Entry, Entry, Entry]:
        """Return the 8-bit value of an entry and the limits of its range."""
        node = self.copies[entry[0]] if entry[0] in self.chosen else self._quantize(entry)
        if isinstance(node, Variable):
            limits = [self.quantized.setdefault((node, i), Variable(node.name + end, {"__dtype__": _FLOAT32}))
                      for i, end in ((1, "_min"), (2, "_max"))]
            return (node, 0), (limits[0], 0), (limits[1], 0)
        return (node, 0), (node, 1), (node, 2)

    def plain(self, entry: Entry) -> Entry:
        """Return an entry in float32."""
        source, index = entry
        if source not in self.chosen:
            return self.copies[source], index
        if source not in self.restored:
            node = self.copies[source]
            self.restored[source] = Operation(_DEQUANTIZE, f"{source.name}_dequantize", {},
                                         [(node, 0), (node, 1), (node, 2)])
        return self.restored[source], 0

    def visit(self, node: Node) -> None:
        if isinstance(node, Variable) or node not in self.chosen:
            self.copies[node] = node.copy([self.plain(e) for e in node.inputs])
            return
        form = self.chosen[node]
        triples = [(self.plain(e),) if i in form.float_inputs else self._triple(e) for i, e in enumerate(node.inputs)]
        inputs = [t[0] for t in triples] + [limit for t in triples for limit in t[1:]]
        new_node = form.make(f"quantized_{node.name}", inputs)
        if form.ranges == "requantized":
            new_node = Operation(_REQUANTIZE, f"requantize_{node.name}", {"out_type": self.plan.kind},
                                 [(new_node, 0), (new_node, 1), (new_node, 2)])
        if form.ranges != "computed":
            self.calibrated.append(node.output_name(0))
        self.copies[node] = new_node


def quantize(outputs: Sequence[Entry], plan: Plan) -> tuple[list[Entry], list[str]]:
    """Return the outputs of the 8-bit network, and the names of the values whose ranges need calibration."""
    graph = Graph(outputs)
    chosen = _choose(graph, plan)
    if plan.kind == "auto" and any(form.signed for form in chosen.values()):
        plan = replace(plan, kind="int8")
    work = _Rewriting(plan, chosen)
    for node in graph.nodes:
        work.visit(node)
    quantized = Graph([work.plain(entry) for entry in outputs]).checked("quantization")
    return quantized.outputs, list(dict.fromkeys(work.calibrated))


def _calibrated_entry(node: Node) -> Entry | None:
    if isinstance(node, Variable):
        return None
    if node.op in (_QUANTIZE, _REQUANTIZE):
        return node.inputs[0]
    return (node, 0) if node.op.quantized.ranges == "calibrated" else None


def set_ranges(outputs: Sequence[Entry], table: Mapping[str, tuple[float, float]]) -> list[Entry]:
    """Return a copy of a quantized network with the calibrated ranges of `table`."""
    copies: dict[Node, Node] = {}
    for node in Graph(outputs).nodes:
        copy = copies[node] = node.copy([(copies[source], index) for source, index in node.inputs])
        entry = _calibrated_entry(node)
        if entry is not None:
            limits = table.get(entry[0].output_name(entry[1]).removeprefix("quantized_"))
            if limits is not None:
                # MXNet computes with the six digits that its files store.
                copy.set_text("min_calib_range", f"{float(limits[0]):f}")
                copy.set_text("max_calib_range", f"{float(limits[1]):f}")
    return [(copies[node], index) for node, index in outputs]


def check_kind(quantized_dtype: str, granularity: str, mode: str) -> None:
    """Raise unless all quantization options are valid."""
    if quantized_dtype not in ("int8", "uint8", "auto"):
        raise ValueError(f"quantized_dtype must be 'int8', 'uint8' or 'auto', received {quantized_dtype!r}")
    if granularity not in ("tensor-wise", "channel-wise"):
        raise ValueError(f"quantize_granularity must be 'tensor-wise' or 'channel-wise', received {granularity!r}")
    if mode not in ("full", "smart"):
        raise MXNetError(f"unrecognized quantize mode: {mode}; use 'full' or 'smart'")
