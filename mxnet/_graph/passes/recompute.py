"""Compute cheap results again in the backward pass instead of keeping them ("mirroring").

Before::

    %c = Convolution(%x, %w)
    %n = BatchNorm(%c, ...)
    %r = Activation(%n) {act_type=relu}
    %d = Convolution(%r, %v)

After, with ``MXNET_BACKWARD_DO_MIRROR=1``::

    %c = Convolution(%x, %w)
    %r = _recompute(%c, ...)          (BatchNorm and Activation; only its inputs are kept)
    %d = Convolution(%r, %v)

``__force_mirroring__`` of a node decides for it. ``__mirror_stage__`` marks a result worth keeping, where one segment
ends and the next begins.
"""

from __future__ import annotations

from ..._ops.opdef import OpDef
from ..codegen import generate
from ..ir import Entry, Graph, Operation, Variable
from ..kernels import ACTIVATION_INPLACE, RELU_INPLACE
from ..recomputation import Segment
from .options import PassOptions

FORCE, STAGE = "__force_mirroring__", "__mirror_stage__"


def _is_set(text: str) -> bool:
    return text.strip().lower() in ("true", "1")


def _is_recomputed(node: Operation, everything: bool) -> bool:
    op = node.op
    if "generator" in op.environment or op.effects.mutates or op.dynamic or not node.inputs:
        # It would not do the same a second time, or there is nothing to compute it from.
        return False
    forced = node.attributes.get(FORCE)
    if forced is not None:
        return _is_set(forced)
    return everything and STAGE not in node.attributes and op.effects.cheap


def recomputed_nodes(graph: Graph, everything: bool) -> list[Operation]:
    """Return the nodes that the backward pass recomputes. `everything` includes nodes that are not marked."""
    chosen: list[Operation] = []
    found: set[int] = set()
    for node in graph.operations():
        # An in-place operator is recomputed if and only if its input is.
        overwrites = node.op is RELU_INPLACE or node.op is ACTIVATION_INPLACE
        again = id(node.inputs[0][0]) in found if overwrites else _is_recomputed(node, everything)
        if again:
            chosen.append(node)
            found.add(id(node))
    return chosen


def segments(graph: Graph, chosen: list[Operation]) -> list[list[Operation]]:
    """Return connected groups of the chosen nodes. No path leaves a group and returns to it."""
    again = {id(node) for node in chosen}
    # Kept operators raise the level, so a path between nodes of one level meets none of them.
    level: dict[int, int] = {}
    parent: dict[int, int] = {}

    def root(key: int) -> int:
        while parent[key] != key:
            parent[key] = key = parent[parent[key]]
        return key

    for node in graph.nodes:
        here = level[id(node)] = (max((level[id(source)] for source, _ in node.inputs), default=0)
                                  + (isinstance(node, Operation) and id(node) not in again))
        if id(node) in again:
            parent[id(node)] = id(node)
            for source, _ in node.inputs:
                if id(source) in again and level[id(source)] == here:
                    parent[root(id(source))] = root(id(node))
    groups: dict[int, list[Operation]] = {}
    for node in chosen:
        groups.setdefault(root(id(node)), []).append(node)
    # Views of saved tensors need no memory.
    return [members for members in groups.values() if not all(n.op.effects.alias for n in members)]


def _results(graph: Graph, owner: dict[int, int], count: int) -> list[list[Entry]]:
    """For each segment, the entries of it that are used outside."""
    found: list[dict[Entry, None]] = [{} for _ in range(count)]
    uses = [(e, owner.get(id(node))) for node in graph.nodes for e in node.inputs]
    for entry, user in [*uses, *((e, None) for e in graph.outputs)]:
        home = owner.get(id(entry[0]))
        if home is not None and home != user:
            found[home][entry] = None
    return [list(entries) for entries in found]


def _segment_node(members: list[Operation], results: list[Entry]) -> Operation:
    """One node that stands for the nodes of a segment; its inputs are still those of the old graph."""
    inside = {id(node) for node in members}
    needed = list(dict.fromkeys(e for node in members for e in node.inputs if id(e[0]) not in inside))
    variables = {entry: Variable(entry[0].name) for entry in needed}
    copies: dict[int, Operation] = {}
    states: set[int] = set()
    for node in members:
        inputs = [(variables[e], 0) if e in variables else (copies[id(e[0])], e[1]) for e in node.inputs]
        states.update(needed.index(node.inputs[i]) for i in node.aux_positions() if node.inputs[i] in variables)
        copies[id(node)] = node.copy(inputs)
    name = f"{members[-1].name}_again"
    inner = Graph([(copies[id(node)], index) for node, index in results])
    function = generate(inner, [variables[e] for e in needed], "segment")
    op = OpDef("_recompute", Segment(name, function, frozenset(states)), tuple(f"arg{i}" for i in range(len(needed))),
               {}, {}, "Part of a graph that runs again in the backward pass.",
               environment=frozenset({"training", "device"}), outputs=len(results))
    return Operation(op, name, {}, needed)


def recompute(graph: Graph, options: PassOptions) -> Graph:
    """Replace each segment of recomputed nodes by one node, in graphs that will be differentiated."""
    chosen = recomputed_nodes(graph, options.mirror) if options.recording else []
    groups = segments(graph, chosen) if chosen else []
    if not groups:
        return graph
    owner = {id(node): i for i, members in enumerate(groups) for node in members}
    replaced: dict[Entry, Entry] = {}
    made: list[Operation] = []
    for members, results in zip(groups, _results(graph, owner, len(groups)), strict=True):
        made.append(_segment_node(members, results))
        replaced.update({entry: (made[-1], i) for i, entry in enumerate(results)})
    copies = {id(n): n.copy() for n in graph.operations() if id(n) not in owner}

    def of(entry: Entry) -> Entry:
        return replaced.get(entry) or (copies.get(id(entry[0]), entry[0]), entry[1])

    for node in (*made, *copies.values()):
        node.inputs = [of(e) for e in node.inputs]
    kept = {e for e in graph.shapes if e in replaced or id(e[0]) not in owner}
    return Graph([of(e) for e in graph.outputs], {of(e): graph.shapes[e] for e in kept},
                 {of(e): graph.types[e] for e in kept if e in graph.types})


def segments_of(graph: Graph) -> list[Segment]:
    """The segments of a graph that this pass has changed."""
    return [n.op.lower for n in graph.operations() if isinstance(n.op.lower, Segment)]
