"""Parameters of a program, and what is derived from them for prediction: transposed, folded and packed weights.

`split` separates the part of a graph that depends on parameters only. A `Derivation` computes it. A `ParameterSet`
caches the results until a parameter is written or replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .._runtime import storage
from .._runtime.storage import ArrayBase
from . import codegen
from .ir import Entry, Graph, Operation, Variable
from .packed_kernels import NORMALIZATION_SCALE


def depends_on_parameters_only(graph: Graph, parameters: frozenset[str]) -> set[int]:
    """Return the ids of the parameters and of all nodes that depend on parameters only."""
    fixed: set[int] = set()
    for node in graph.nodes:
        if isinstance(node, Variable):
            if node.name in parameters:
                fixed.add(id(node))
        elif node.op.effects.pure and not node.op.environment and not node.op.effects.mutates and node.inputs and all(
                id(source) in fixed for source, _ in node.inputs):
            fixed.add(id(node))
    return fixed


def split(graph: Graph, parameters: frozenset[str]) -> tuple[Graph, Graph, list[Variable]]:
    """Return a graph of what depends on parameters only, a graph that takes its results, and the variables for them."""
    fixed = depends_on_parameters_only(graph, parameters)
    wanted: dict[Entry, Variable] = {}

    def entry_for(source: Entry) -> Entry:
        if isinstance(source[0], Variable) or id(source[0]) not in fixed:
            return source
        if source not in wanted:
            wanted[source] = Variable(f"{source[0].name}_packed{source[1] or ''}")
        return wanted[source], 0

    def change(node: Operation, inputs: list[Entry]) -> Operation | None:
        if id(node) in fixed:
            return None
        replaced = [entry_for(old) if id(old[0]) in fixed else new
                    for old, new in zip(node.inputs, inputs, strict=True)]
        return node.copy(replaced)

    main = graph.rewrite(change)
    main = main.with_outputs([entry_for(old) if id(old[0]) in fixed else new
                              for old, new in zip(graph.outputs, main.outputs, strict=True)])
    return Graph(list(wanted)), main, list(wanted.values())


class Derivation:
    """Computes the arguments of a compiled function that come from parameters.

    Parameters
    ----------
    direct
        Names of parameters that are passed unchanged. They come first.
    prepared
        The graph that computes the derived tensors.

    Attributes
    ----------
    key
        Equal for derivations that compute the same tensors.
    """

    def __init__(self, direct: Sequence[str], prepared: Graph) -> None:
        self._direct = list(direct)
        self._sources = [node.name for node in prepared.variables()]
        # MXNet sets a fixed gamma to 1 in the forward pass.
        self._ones = [node.inputs[0][0].name for node in prepared.operations()
                      if node.op is NORMALIZATION_SCALE and node.params["fix_gamma"]]
        self.prepare: Callable[..., Any] | None = None
        self.key: tuple[Any, ...] = (*self._direct, None, *self._sources)
        if prepared.outputs:
            self.prepare = codegen.generate(prepared, self._sources, "prepare")
            self.key = (*self.key, None, *codegen.identity_of(self.prepare))

    def compute(self, arrays: Mapping[str, ArrayBase]) -> tuple[torch.Tensor, ...]:
        """Return the arguments for these parameters."""
        direct = [arrays[name]._data.detach() for name in self._direct]
        if self.prepare is None:
            return tuple(direct)
        with torch.no_grad():
            return (*direct, *self.prepare(*[arrays[name]._data.detach() for name in self._sources]))

    def write_ones(self, arrays: Mapping[str, ArrayBase]) -> None:
        """Set the parameters to 1 that MXNet's forward pass sets to 1."""
        for name in self._ones:
            gamma = arrays[name]._data.detach()
            if not bool((gamma == 1).all()):
                with storage.writing(gamma) as memory:
                    memory.fill_(1.0)


class ParameterSet(storage.Readers):
    """The parameters of a program on one device, and the tensors derived from them.

    Immutable. A set becomes `stale` when one of its arrays is written or replaced, and the program then creates a new
    one. Writes are tracked from the first call of `enter` on. Code that replaces arrays must call `invalidate`.

    Attributes
    ----------
    arrays
        By name.
    derived
        Arguments of compiled functions by derivation.
    """

    __slots__ = ("derived",)

    def __init__(self, arrays: Mapping[str, ArrayBase]) -> None:
        super().__init__(arrays)
        self.derived: dict[Derivation, tuple[torch.Tensor, ...]] = {}

    def derive(self, derivation: Derivation) -> tuple[torch.Tensor, ...]:
        """Compute the arguments of a function and cache them. Call `enter` first."""
        values = self.derived.get(derivation)
        if values is None:
            values = derivation.compute(self.arrays)
            if not self.stale:
                self.derived[derivation] = values
        return values

    def invalidate(self) -> None:
        super().invalidate()
        if not self.threads:  # a call that writes the parameters it reads does not wait
            self.derived.clear()
