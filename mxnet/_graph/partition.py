"""Turning groups of connected nodes into ``_CachedOp`` nodes.

Before::

    %a = exp(%x)
    %b = cos(%a)
    %c = sin(%a)
    %y = elemwise_add(%b, %c)

After, if exp, sin and elemwise_add are selected::

    %g0[0], %g0[1] = _CachedOp(%x)        with  %a = exp(%x0); %c = sin(%a); return %a, %c
    %b = cos(%g0[0])
    %y = _CachedOp(%b, %g0[1])            with  %y = elemwise_add(%b_output0, %g0_c_output0)

The sum is not part of the first group: cos would then need the group's result and give it an input.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from .ir import Entry, Graph, Operation, Variable
from .nested import NAME, definition

# Where an entry is used: the number of a node (-1 for the outputs of the graph) and the place among its inputs.
_Use = tuple[int, int]
_OUTPUTS = -1


def partition(graph: Graph, operators: Collection[str], merge_equal: bool = False) -> Graph:
    """Return a graph in which connected nodes of the chosen operators are merged into one node.

    A subgraph has an input for every use of an outside entry and an output for every use of one of its entries
    outside; with `merge_equal`, one for all uses of an entry (as in MXNet, for outputs: for successive uses).
    """
    return _Partition(graph, frozenset(operators), merge_equal).run()


class _Partition:
    def __init__(self, graph: Graph, operators: frozenset[str], merge_equal: bool) -> None:
        self._operators, self._merge_equal = operators, merge_equal
        copies = {id(node): node.copy() for node in graph.nodes}
        self._nodes = [copies[id(node)] for node in graph.nodes]
        for node in self._nodes:
            if isinstance(node, Operation):
                node.inputs = [(copies[id(source)], index) for source, index in node.inputs]
        self._outputs: list[Entry] = [(copies[id(node)], index) for node, index in graph.outputs]
        self._number = {id(node): i for i, node in enumerate(self._nodes)}
        self._sources = [[self._number[id(source)] for source, _ in node.inputs] for node in self._nodes]
        self._uses: list[list[_Use]] = [[] for _ in self._nodes]
        for number, sources in enumerate(self._sources):
            for position, source in enumerate(sources):
                self._uses[source].append((number, position))
        for place, (node, _) in enumerate(self._outputs):
            self._uses[self._number[id(node)]].append((_OUTPUTS, place))
        # The group of each node.
        self._group: list[int | None] = [None] * len(self._nodes)
        self._groups: list[list[int]] = []

    def run(self) -> Graph:
        order = self._order_of_uses()
        for seed in range(len(self._nodes)):
            if self._group[seed] is None and self._is_chosen(seed):
                members = self._members(seed)
                for member in members:
                    self._group[member] = len(self._groups)
                self._groups.append(members)
        for number in range(len(self._groups)):
            self._replace(number, order)
        return Graph(self._outputs).checked("partition")

    def _is_chosen(self, number: int) -> bool:
        return self._nodes[number].kind in self._operators

    # Finding groups

    def _members(self, seed: int) -> list[int]:
        """The nodes of the group of `seed`, in order: as many as can be one node without a cycle."""
        excluded: set[int] = set()
        while True:
            members = self._connected(seed, excluded)
            culprit = self._closing_a_cycle(members)
            if culprit is None:
                return sorted(members)
            if culprit == seed:
                return [seed]
            excluded.add(culprit)

    def _connected(self, seed: int, excluded: set[int]) -> set[int]:
        members, todo = {seed}, [seed]
        while todo:
            number = todo.pop()
            users = (user for user, _ in self._uses[number] if user != _OUTPUTS)
            for near in chain(self._sources[number], users):
                if near not in members and near not in excluded and self._group[near] is None and self._is_chosen(near):
                    members.add(near)
                    todo.append(near)
        return members

    def _closing_a_cycle(self, members: set[int]) -> int | None:
        """Return the last member at which a path leaves or re-enters the group."""
        after: dict[int, int] = {}  # node outside -> the last member that it depends on
        span, changed = self._span(members), True
        while changed:
            # Once is enough unless the path goes through other groups, whose members depend on each other's inputs.
            changed = False
            for number in span:
                if number in members:
                    continue
                found = max((s if s in members else after.get(s, -1) for s in self._sources[number]), default=-1)
                for other in self._of_group(number):
                    if found > after.get(other, -1):
                        after[other], changed = found, changed or self._group[other] is not None
        culprits = [max(after[source], member) for member in members for source in self._sources[member]
                    if source in after]
        return max(culprits, default=None)

    def _span(self, members: set[int]) -> range:
        """Return the range of numbers of nodes on paths that leave `members` and return, also through other groups."""
        first, last = min(members), max(members)
        others = [(group[0], group[-1]) for group in self._groups]
        while met := [(low, high) for low, high in others if low <= last and high >= first]:
            others = [pair for pair in others if pair not in met]
            first, last = min(first, *(low for low, _ in met)), max(last, *(high for _, high in met))
        return range(first, last + 1)

    def _of_group(self, number: int) -> list[int]:
        group = self._group[number]
        return [number] if group is None else self._groups[group]

    # Replacing them

    def _order_of_uses(self) -> dict[_Use, int]:
        """The order in which a depth-first walk is done with each use of an entry."""
        order: dict[_Use, int] = {}
        seen: set[int] = set()
        for place, (head, _) in enumerate(self._outputs):
            stack: list[tuple[_Use, int, int]] = []
            use, number = (_OUTPUTS, place), self._number[id(head)]
            if number in seen:
                order[use] = len(order)
                continue
            seen.add(number)
            stack.append((use, number, 0))
            while stack:
                use, number, position = stack.pop()
                if position == len(self._sources[number]):
                    order[use] = len(order)
                    continue
                stack.append((use, number, position + 1))
                source = self._sources[number][position]
                if source in seen:
                    order[number, position] = len(order)
                else:
                    seen.add(source)
                    stack.append(((number, position), source, 0))
        return order

    def _entry(self, use: _Use) -> Entry:
        return self._outputs[use[1]] if use[0] == _OUTPUTS else self._nodes[use[0]].inputs[use[1]]

    def _set(self, use: _Use, entry: Entry) -> None:
        if use[0] == _OUTPUTS:
            self._outputs[use[1]] = entry
        else:
            user = self._nodes[use[0]]
            assert isinstance(user, Operation)
            user.inputs[use[1]] = entry

    def _replace(self, group: int, order: dict[_Use, int]) -> None:
        """Put a node in place of a group."""
        members = set(self._groups[group])
        inputs = sorted(((number, position) for number in members
                         for position, (source, _) in enumerate(self._nodes[number].inputs)
                         if self._number[id(source)] not in members), key=order.__getitem__)
        outputs = sorted((use for number in members for use in self._uses[number]
                          if use[0] not in members and use in order), key=order.__getitem__)
        given = self._cut(inputs)
        places: list[int] = []
        results: list[Entry] = []
        for use in outputs:
            entry = self._entry(use)
            if not (self._merge_equal and results and results[-1] == entry):
                results.append(entry)
            places.append(len(results) - 1)
        subgraph = Graph(results)
        node = Operation(definition(subgraph), f"{NAME}{group}", {}, [given[id(v)][0] for v in subgraph.variables()])
        for use, place in zip(outputs, places, strict=True):
            self._set(use, (node, place))
        number = self._number[id(node)] = len(self._nodes)
        self._nodes.append(node)
        self._uses.append([])
        for position, variable in enumerate(subgraph.variables()):
            (source, _), use = given[id(variable)]
            order[number, position] = order[use]
            self._uses[self._number[id(source)]].append((number, position))
        for use in inputs:
            del order[use]

    def _cut(self, inputs: list[_Use]) -> dict[int, tuple[Entry, _Use]]:
        """Create variables for the inputs of a group. Return the entry and the use that each one replaces."""
        given: dict[int, tuple[Entry, _Use]] = {}
        counts: dict[str, int] = {}
        known: dict[Entry, Entry] = {}
        for use in inputs:
            entry = self._entry(use)
            if not self._merge_equal or entry not in known:
                name = entry[0].output_name(entry[1])
                variable = Variable(f"{name}{counts.get(name, 0)}")
                counts[name] = counts.get(name, 0) + 1
                known[entry] = variable, 0
                given[id(variable)] = entry, use
            self._set(use, known[entry])
        return given
