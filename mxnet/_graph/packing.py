"""What prediction derives from parameters once: transposed, folded and packed weights.

A graph is split in two: `prepare` computes what depends on parameters alone, `forward` takes its results. They are kept
until a parameter is written, and shared by all plans that derive the same from the same arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from threading import get_ident
from typing import Any

import torch

from .._runtime import storage
from .._runtime.storage import ArrayBase
from . import codegen
from .ir import Entry, Graph, Node
from .packed_kernels import NORMALIZATION_SCALE


class Packed:
    """Arguments of a generated function that come from parameters, valid until one of these is written.

    A write waits for the calls that use the arguments, so a call sees all of it or nothing.

    Attributes
    ----------
    stale
        A parameter has been written. Set before the write begins, and never reset.
    outside
        Other libraries may write a parameter without notice, so nothing can be kept.
    readers
        The threads that are using the arguments.
    """

    __slots__ = ("__weakref__", "_tensors", "arrays", "epoch", "outside", "readers", "stale")

    def __init__(self, arrays: list[ArrayBase], sources: Sequence[torch.Tensor]) -> None:
        self.arrays, self.stale, self.epoch = arrays, False, 0
        self.readers: list[int] = []
        self._tensors: tuple[torch.Tensor, ...] = ()
        for tensor in sources:
            storage.watch(tensor, self)
        self.outside = any(map(storage.is_shared_outside, sources))
        self.stale |= self.outside

    def publish(self, tensors: tuple[torch.Tensor, ...]) -> None:
        """Set the arguments for calls to come."""
        if not self.stale:
            self._tensors = tensors

    def enter(self) -> tuple[torch.Tensor, ...] | None:
        """Return the arguments for a call, which ends with `leave`; None if they are stale."""
        self.readers.append(get_ident())
        if self.stale:
            self.leave()
            return None
        return self._tensors

    def leave(self) -> None:
        self.readers.remove(get_ident())

    def invalidate(self) -> None:
        """Stop further calls and wait for those of other threads."""
        self.stale = True
        readers, thread = self.readers, get_ident()
        if readers and thread not in readers:
            storage.wait_for(lambda: not readers, lambda: list(readers))
        self._tensors = ()


def depends_on_parameters_only(graph: Graph, parameters: frozenset[str]) -> set[int]:
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
    fixed = depends_on_parameters_only(graph, parameters)
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
        # Parameters of normalization that MXNet sets to 1 when it reads them.
        self._ones = [node.inputs[0][0].name for node in prepared.nodes
                      if node.op is NORMALIZATION_SCALE and node.params["fix_gamma"]]
        self.prepare = codegen.generate(prepared, self._sources, "prepare") if prepared.outputs else None
        self._key = None if self.prepare is None else (
            *codegen.identity_of(self.prepare), *self._sources, None, *self._direct)
        self.packed: Packed | None = None

    @property
    def uncacheable(self) -> bool:
        """Whether nothing can be kept, since a parameter is in memory that others may write."""
        return self.packed is not None and self.packed.outside

    def current(self, parameters: Mapping[str, ArrayBase]) -> Packed | None:
        """Return the arguments that are kept, made for this plan or for another; None if there are none."""
        packed = self.packed
        if (packed is None or packed.stale) and self._key is not None:
            known = self._shared.get(self._key)
            if known is not None and not known.stale and all(map(operator.is_, known.arrays, self._arrays(parameters))):
                packed = self.packed = known
        return packed

    def pack(self, parameters: Mapping[str, ArrayBase]) -> tuple[torch.Tensor, ...]:
        """Return the arguments for one call, and keep arguments for calls to come.

        Those of this call come from a snapshot of the parameters: another thread may write them meanwhile.
        """
        arrays, count = self._arrays(parameters), len(self._direct)
        self._write_ones(parameters)
        with storage.reading(lambda: [array._data.detach() for array in arrays]) as tensors:
            snapshot = list(map(storage.copy_on_write, tensors))
            packed = None if storage.write_is_waiting(tensors) else Packed(arrays, tensors)
        derived: tuple[torch.Tensor, ...] = ()
        if self.prepare is not None:
            with torch.no_grad():
                # Threads share these arguments: their kernels must not find memory to copy on write.
                derived = tuple(map(storage.own_memory, self.prepare(*snapshot[count:])))
        if packed is not None:
            packed.publish((*tensors[:count], *derived))
            self.packed = packed
            if self._key is not None:
                self._shared[self._key] = packed
        return (*snapshot[:count], *derived)

    def _arrays(self, parameters: Mapping[str, ArrayBase]) -> list[ArrayBase]:
        return [parameters[name] for name in (*self._direct, *self._sources)]

    def _write_ones(self, parameters: Mapping[str, ArrayBase]) -> None:
        for name in self._ones:
            gamma = parameters[name]._data.detach()
            if not bool((gamma == 1).all()):
                with storage.writing(gamma) as memory:
                    memory.fill_(1.0)

    def forget(self) -> None:
        """Drop what was derived from parameters: they have been replaced by other arrays."""
        self.packed = None
