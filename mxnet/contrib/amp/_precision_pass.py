"""Graph pass that inserts casts, so that a float32 network computes in 16 bits.

``fc(data, weight)`` becomes ``amp_cast(fc(amp_cast(data), amp_cast(weight)))``. Operators that need float32 get the
opposite casts. The inputs of operators with several inputs are cast to a common dtype.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import torch

from ..._graph.ir import Entry, Graph, Node, Operation, Variable
from ..._graph.types import propagate, types_of_node
from ..._ops.opdef import find
from ..._runtime import dtype as dtypes
from ._lists import listed_name


@dataclass(frozen=True)
class Policy:
    """Dtype of each operator.

    Attributes
    ----------
    target
        The low precision dtype.
    low, full, widest
        Operators that run in the low precision dtype, in float32, and in the widest dtype of their inputs.
    conditional
        Tuples of an operator, a parameter, and the parameter values for which it runs in float32.
    excluded
        Nodes that stay in float32.
    data
        Variables that are not parameters of the model.
    cast_parameters
        Whether parameters are stored in the low precision dtype instead of being cast.
    """

    target: torch.dtype
    low: Collection[str]
    full: Collection[str]
    widest: Collection[str]
    conditional: Sequence[tuple[str, str, Sequence[str]]]
    excluded: Collection[str] = ()
    data: Collection[str] = ()
    cast_parameters: bool = False

    def wants_full(self, node: Operation) -> bool:
        """Return whether a parameter value of the operator requires float32."""
        return node.name not in self.excluded and any(
            listed_name(node.op) == name and node.texts.get(key) in values for name, key, values in self.conditional)


@dataclass
class _Rewriting:
    """State of the pass: the copied nodes, and the known entries by dtype."""

    policy: Policy
    copies: dict[Node, Node] = field(default_factory=dict)
    known: dict[torch.dtype, dict[Entry, Entry]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known = {torch.float32: {}, self.policy.target: {}}

    def copied(self, entry: Entry) -> Entry:
        return self.copies[entry[0]], entry[1]

    def cast(self, entry: Entry, dtype: torch.dtype) -> Entry:
        """Return `entry` in another dtype. All users share one cast."""
        have = self.known[dtype]
        if entry not in have:
            name = dtypes.name_of(dtype)
            node = Operation(find("amp_cast"), f"{entry[0].name}{suffix(entry)}_amp_cast_{name}", {"dtype": dtype},
                        [self.copied(entry)])
            have[entry] = (node, 0)
        return have[entry]

    def note(self, node: Node, types: Sequence[torch.dtype | None]) -> None:
        """Record the output dtypes of a node."""
        for index, dtype in enumerate(types):
            if dtype in self.known:
                self.known[dtype][node, index] = (self.copies[node], index)

    def inputs_of(self, node: Operation) -> list[Entry]:
        policy = self.policy
        name = listed_name(node.op)
        count = node.output_count
        if name in policy.full or node.name in policy.excluded:
            self.note(node, [torch.float32] * count)
            return [self._full(e) for e in node.inputs]
        if name in policy.low:
            return self._low(node)
        if name in policy.widest:
            return self._widest(node)
        if policy.wants_full(node):
            self.note(node, [torch.float32] * count)
            written = _written_positions(node)
            have = self.known[torch.float32]
            return [self.copied(e) if i in written and e not in have else self.cast(e, torch.float32)
                    for i, e in enumerate(node.inputs)]
        first = self._type_of(node.inputs[0]) if node.inputs else None
        if first is not None:
            self.note(node, types_of_node(node, [first, *[None] * (len(node.inputs) - 1)])[1])
        return [self.copied(e) for e in node.inputs]

    def _type_of(self, entry: Entry) -> torch.dtype | None:
        if entry in self.known[self.policy.target]:
            return self.policy.target
        return torch.float32 if entry in self.known[torch.float32] else None

    def _full(self, entry: Entry) -> Entry:
        if entry not in self.known[torch.float32] and isinstance(entry[0], Variable):
            return self.copied(entry)  # variables are float32 by default
        return self.cast(entry, torch.float32)

    def _low(self, node: Operation) -> list[Entry]:
        target, have = self.policy.target, self.known[self.policy.target]
        types, results = types_of_node(node, [target, *[None] * (len(node.inputs) - 1)])
        self.note(node, results)
        written = _written_positions(node)
        inputs = []
        for position, entry in enumerate(node.inputs):
            variable = self.policy.cast_parameters and isinstance(entry[0], Variable)
            parameter = variable and entry[0].name not in self.policy.data
            if entry in have:
                inputs.append(have[entry])
            elif parameter or position in written or types[position] not in (target, None):
                inputs.append(self.copied(entry))
                if variable:
                    have[entry] = inputs[-1]
            else:
                inputs.append(self.cast(entry, target))
        return inputs

    def _widest(self, node: Operation) -> list[Entry]:
        types = [self._dtype_for_widest(e) for e in node.inputs]
        if None in types:
            first = node.inputs[0]
            together = Operation(find("amp_multicast"), f"{first[0].name}{suffix(first)}_amp_multicast",
                                 {"num_outputs": len(types)}, [self.copied(e) for e in node.inputs])
            return [(together, i) for i in range(len(types))]
        common = torch.float32 if torch.float32 in types else self.policy.target
        self.note(node, [common] * node.output_count)
        return [self.cast(e, common) for e in node.inputs]

    def _dtype_for_widest(self, entry: Entry) -> torch.dtype | None:
        """Return the dtype of an entry, preferring float32 for entries that exist in both dtypes."""
        return torch.float32 if entry in self.known[torch.float32] else self._type_of(entry)


def _written_positions(node: Operation) -> set[int]:
    """Return the positions of the inputs that the operator writes. These must not be cast."""
    return {*node.aux_positions(), *(i for i, name in enumerate(node.op.inputs) if name in node.op.effects.mutates)}


def suffix(entry: Entry) -> str:
    node, index = entry
    if isinstance(node, Variable):
        return ""
    if node.op.form.named_outputs:
        return node.output_name(index)[len(node.name):]
    return f"_{index}"


def reduce_precision(outputs: Sequence[Entry], policy: Policy, parameters: Collection[str]) -> list[Entry]:
    """Return the outputs of the network with casts. The results are float32.

    The attribute ``__dtype__`` of the variables in `parameters` is set to their dtype.
    """
    work = _Rewriting(policy)
    for node in Graph(outputs).nodes:
        copy = work.copies[node] = node.copy([])
        if isinstance(copy, Operation) and isinstance(node, Operation):
            copy.inputs = work.inputs_of(node)
        elif node.name in policy.excluded:
            work.note(node, [torch.float32])
    heads = [work.cast(entry, torch.float32) for entry in outputs]
    _declare_types(Graph(heads).checked("reducing precision"), policy, parameters)
    return heads


def _declare_types(graph: Graph, policy: Policy, parameters: Collection[str]) -> None:
    known_types = propagate(graph, {(n, 0): torch.float32 for n in graph.variables() if n.name in policy.data})
    if policy.cast_parameters:
        known_types = {**_types_behind_casts(graph, policy.target, known_types), **known_types}
    for variable in graph.variables():
        if variable.name in parameters or (not parameters and "__dtype__" in variable.attributes):
            dtype = known_types.get((variable, 0), torch.float32)
            variable.attributes["__dtype__"] = str(dtypes.CODE_OF_TORCH[dtype])


def _types_behind_casts(graph: Graph, target: torch.dtype,
                        known_types: Mapping[Entry, torch.dtype]) -> dict[Entry, torch.dtype]:
    """Return the dtypes of variables whose only users are casts to one dtype."""
    wanted: dict[Entry, set[torch.dtype]] = {}
    for node in graph.nodes:
        if node.is_op("amp_cast") and isinstance(node.inputs[0][0], Variable):
            wanted.setdefault(node.inputs[0], set()).add(node.params["dtype"])
        elif node.is_op("amp_multicast") and all(isinstance(source, Variable) for source, _ in node.inputs):
            for entry in node.inputs:
                wanted.setdefault(entry, set()).add(target)
    return {entry: types.pop() for entry, types in wanted.items() if len(types) == 1 and entry not in known_types}
