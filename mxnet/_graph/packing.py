"""Data derived from parameters for prediction: transposed, folded and packed weights.

`split` divides a graph in two: `prepare` computes everything that depends on parameters only, and `forward` takes its
results. The results are cached until a parameter is written. Plans of the same graph share them.
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
from .packed_kernels import NORMALIZATION_SCALE


class Packed(storage.Readers):
    """Arguments of a generated function that are derived from parameters, valid until a parameter is written."""

    __slots__ = ("epoch", "tensors")

    def __init__(self, arrays: list[ArrayBase]) -> None:
        self.tensors: tuple[torch.Tensor, ...] = ()
        self.epoch = -1
        super().__init__(arrays)

    def invalidate(self) -> None:
        super().invalidate()
        if not self.threads:  # a call that writes the parameters it reads does not wait
            self.tensors = ()


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
        # MXNet sets a fixed gamma to 1 in the forward pass.
        self._ones = [node.inputs[0][0].name for node in prepared.nodes
                      if node.op is NORMALIZATION_SCALE and node.params["fix_gamma"]]
        self.prepare = codegen.generate(prepared, self._sources, "prepare") if prepared.outputs else None
        self._key = None if self.prepare is None else (
            *codegen.identity_of(self.prepare), *self._sources, None, *self._direct)
        self.packed: Packed | None = None

    @property
    def uncacheable(self) -> bool:
        """Whether caching is impossible because other libraries can write a parameter."""
        return self.packed is not None and self.packed.outside

    def acquire(self, parameters: Mapping[str, ArrayBase]) -> Packed:
        """Derive the arguments again, or find those of another plan. The caller calls `leave` after its call."""
        packed = self._packed_for_another(parameters)
        if packed is None:
            self._write_ones(parameters)
            packed = Packed(self._arrays(parameters))
            try:
                packed.tensors = self._derive([array._data.detach() for array in packed.arrays])
            except BaseException:
                packed.leave()
                raise
            if self._key is not None:
                self._shared[self._key] = packed
        self.packed = packed
        return packed

    def _packed_for_another(self, parameters: Mapping[str, ArrayBase]) -> Packed | None:
        """Return valid arguments that another plan has derived from the same arrays, if there are any."""
        packed = None if self._key is None else self._shared.get(self._key)
        if packed is None or not all(map(operator.is_, packed.arrays, self._arrays(parameters))):
            return None
        return packed if packed.enter() else None

    def _derive(self, tensors: list[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        count = len(self._direct)
        if self.prepare is None:
            return tuple(tensors)
        with torch.no_grad():
            return (*tensors[:count], *self.prepare(*tensors[count:]))

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
