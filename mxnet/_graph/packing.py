"""What prediction derives from parameters once: transposed, folded and packed weights.

A graph is split in two: `prepare` computes what depends on parameters alone, `forward` takes its results. They are kept
until a parameter is written, and shared by all plans that derive the same from the same arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .._runtime import storage
from .._runtime.storage import ArrayBase
from . import codegen
from .ir import Entry, Graph, Node


class Packed:
    """Tensors derived from arrays, stale as soon as one of those is written."""

    __slots__ = ("__weakref__", "arrays", "epoch", "outside", "stale", "tensors")

    def __init__(self, arrays: list[ArrayBase], sources: list[torch.Tensor]) -> None:
        self.arrays, self.stale, self.epoch = arrays, False, 0
        self.tensors: tuple[torch.Tensor, ...] = ()
        for tensor in sources:
            storage.mark_stale_on_write(tensor, self)
        # Others may write this memory without a notice.
        self.outside = any(map(storage.is_shared_outside, sources))
        self.stale |= self.outside


def _depends_on_parameters_only(graph: Graph, parameters: frozenset[str]) -> set[int]:
    """Ids of the parameters and of the nodes that can be computed from them once."""
    fixed: set[int] = set()
    for node in graph.nodes:
        if node.op is None:
            if node.name in parameters:
                fixed.add(id(node))
        elif node.op.effects.pure and not node.op.environment and not node.op.effects.mutates and node.inputs and all(
                id(source) in fixed for source, _ in node.inputs):
            fixed.add(id(node))
    return fixed


def split(graph: Graph, parameters: frozenset[str]) -> tuple[Graph, Graph, list[Node]]:
    """A graph of what depends on parameters only, a graph that takes its results, and the variables for them."""
    fixed = _depends_on_parameters_only(graph, parameters)
    wanted: dict[Entry, Node] = {}

    def entry_for(source: Entry) -> Entry:
        if source[0].op is None or id(source[0]) not in fixed:
            return source
        if source not in wanted:
            wanted[source] = Node(None, f"{source[0].name}_packed{source[1] or ''}", {}, [])
        return wanted[source], 0

    def change(node: Node, inputs: list[Entry]) -> Node | None:
        if id(node) in fixed:
            return None
        replaced = [entry_for(old) if id(old[0]) in fixed else new
                    for old, new in zip(node.inputs, inputs, strict=True)]
        return node.copy(replaced)

    main = graph.rewrite(change)
    main = Graph([entry_for(old) if id(old[0]) in fixed else new
                  for old, new in zip(graph.outputs, main.outputs, strict=True)])
    return Graph(list(wanted)), main, list(wanted.values())


class Packer:
    """The arguments of a generated function that come from parameters.

    Parameters
    ----------
    direct
        Names of parameters that are handed over as they are; they come first.
    prepared
        The graph of what is derived from parameters.
    shared
        What plans of the same graph have derived so far.
    """

    def __init__(self, direct: Sequence[str], prepared: Graph, shared: dict[Any, Packed]) -> None:
        self._direct, self._shared = list(direct), shared
        self._sources = [node.name for node in prepared.variables()]
        self.prepare = codegen.generate(prepared, self._sources, "prepare") if prepared.outputs else None
        self.packed: Packed | None = None

    @property
    def in_vain(self) -> bool:
        """Whether nothing can be kept, since a parameter is in memory that others may write."""
        return self.packed is not None and self.packed.outside

    def tensors(self, parameters: Mapping[str, ArrayBase]) -> tuple[torch.Tensor, ...]:
        """Parameters and what is derived from them, made anew if one has been written."""
        packed = self.packed
        if packed is None or packed.stale:
            packed = self.packed = self._pack(parameters)
        return packed.tensors

    def _pack(self, parameters: Mapping[str, ArrayBase]) -> Packed:
        arrays = [parameters[name] for name in (*self._direct, *self._sources)]
        tensors = [array._data.detach() for array in arrays]
        direct, sources = tensors[:len(self._direct)], tensors[len(self._direct):]
        if self.prepare is None:
            packed = Packed(arrays, tensors)
            packed.tensors = tuple(direct)
            return packed
        key = *codegen.identity_of(self.prepare), *self._sources, None, *self._direct
        known = self._shared.get(key)
        if known is not None and not known.stale and all(map(operator.is_, known.arrays, arrays)):
            return known
        # It is watched before anything is read: a write by another thread meanwhile makes it stale.
        packed = Packed(arrays, tensors)
        with torch.no_grad():
            packed.tensors = (*direct, *self.prepare(*sources))
        self._shared[key] = packed
        return packed

    def forget(self) -> None:
        """Drop what was derived from parameters: they have been replaced by other arrays."""
        self.packed = None
