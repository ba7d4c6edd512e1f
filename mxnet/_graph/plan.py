"""A plan: the generated function of a graph for one set of circumstances (shapes, types, device, mode)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from .._runtime import device, environment, rng
from .._runtime.host import crowding, large_arrays
from .._runtime.storage import ArrayBase
from . import codegen, packing
from .infer import is_known
from .ir import Graph, Node
from .packed_kernels import PACKED_WEIGHT
from .passes import Facts, optimize, segments_of
from .recomputation import recomputing

_CHECK = bool(environment.integer("MXNET_GRAPH_LINT", 0))


def _arrays(graph: Graph) -> Iterator[tuple[tuple[int, ...], torch.dtype]]:
    """Shapes and types of all arrays of a graph that are known."""
    for entry, shape in graph.shapes.items():
        if shape is not None and is_known(shape):
            yield shape, graph.types.get(entry, torch.float32)


class Plan:
    """A generated function and the parameters it needs.

    Attributes
    ----------
    function
        Takes the tensors of `inputs`, then what `tensors` returns.
    direct
        Names of the parameters that are handed over as they are.
    random
        Whether it draws random numbers.
    tailored
        Whether it suits inputs of one size only.
    packer
        Where it gets its parameters from in prediction; None in training, which rewrites them at each step.
    """

    def __init__(self, graph: Graph, inputs: Sequence[str], facts: Facts, shared: dict[Any, packing.Packed]) -> None:
        self._graph, self._inputs, self._facts, self._shared = graph, inputs, facts, shared
        better = optimize(graph, facts, _CHECK)
        self.random = any("generator" in n.op.environment for n in better.nodes if n.op is not None)
        self.device = facts.device
        self.tailored = any(n.op is PACKED_WEIGHT for n in better.nodes)
        derived: list[Node] = []
        prepared = None
        if not (facts.recording or facts.training):
            prepared, better, derived = packing.split(better, facts.parameters)
        made = {id(node) for node in derived}
        self.direct = [n.name for n in better.variables() if n.name in facts.parameters and id(n) not in made]
        self.packer = None if prepared is None else packing.Packer(self.direct, prepared, shared)
        self.function = codegen.generate(better, [*inputs, *self.direct, *derived], "forward")
        self._segments = segments_of(better)
        if self._segments:
            self.function = recomputing(self.function)
            environment.return_freed_memory()
        elif facts.recording and facts.device.type == "cpu" and large_arrays.are_in(_arrays(graph)):
            self.function = large_arrays.kept(self.function)

    def run(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase], context: device.Context,
            training: bool) -> Sequence[torch.Tensor]:
        """The outputs of the graph."""
        packer = self.packer
        crowding.look()
        generator = rng.generator_of(context) if self.random else None
        if packer is None:
            return self.function(*tensors, *[parameters[name]._data for name in self.direct], training=training,
                                 device=self.device, generator=generator)
        packed = packer.packed
        if packed is None or not packed.enter():
            if packer.uncacheable:
                return self.unpacked.run(tensors, parameters, context, training)
            packed = packer.acquire(parameters)
        try:
            return self.function(*tensors, *packed.tensors, training=training, device=self.device, generator=generator)
        finally:
            packed.leave()

    @functools.cached_property
    def exact(self) -> Plan:
        """The same plan without what relies on finite numbers."""
        return Plan(self._graph, self._inputs, replace(self._facts, exact=True), self._shared)

    @functools.cached_property
    def unpacked(self) -> Plan:
        """The same plan without what is derived from parameters, which would have to be derived at each run."""
        return Plan(self._graph, self._inputs, replace(self._facts, recording=True), self._shared)

    @property
    def source(self) -> str:
        """The generated Python source."""
        prepare = None if self.packer is None else self.packer.prepare
        parts = [prepare, *(s.function for s in self._segments), self.function]
        return "\n\n".join(codegen.source_of(part) for part in parts if part is not None)
