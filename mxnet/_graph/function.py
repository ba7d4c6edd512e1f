"""Compiled functions: the generated code of a graph for one signature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from .._runtime import environment
from .._runtime.host import heap
from . import codegen, inductor
from .infer import is_known
from .ir import Graph, Variable
from .packed_kernels import PACKED_WEIGHT
from .parameters import Derivation, split
from .passes import PassOptions, optimize, segments_of
from .recomputation import recomputing


class CompiledFunction:
    """The generated code of a graph, optimized for one set of circumstances.

    Attributes
    ----------
    code
        Takes the tensors of the inputs, then those of the parameters, and returns a tuple of tensors.
    direct
        Names of the parameters that are passed unchanged.
    derivation
        Computes the tensors derived from parameters, in prediction. None if parameters are read at each call.
    options
        The options of the passes.
    device
        The torch device.
    size
        The number of input elements for which it was compiled.
    tailored
        Whether the function is valid for one input size only.
    random
        Whether it draws random numbers.
    """

    def __init__(self, graph: Graph, inputs: Sequence[str], options: PassOptions, size: int) -> None:
        optimized = optimize(graph, options)
        self.options, self.size, self.device = options, size, options.device
        self.random = any("generator" in n.op.environment for n in optimized.operations())
        self.tailored = any(n.op is PACKED_WEIGHT for n in optimized.operations())
        prepared, derived = None, list[Variable]()
        if not (options.recording or options.training) and options.parameters:
            prepared, optimized, derived = split(optimized, options.parameters)
        apart = {id(node) for node in derived}
        self.direct = [n.name for n in optimized.variables() if n.name in options.parameters and id(n) not in apart]
        self.derivation = None if prepared is None else Derivation(self.direct, prepared)
        arguments: list[str | Variable] = [*inputs, *self.direct, *derived]
        self.code = codegen.generate(optimized, arguments, "forward")
        codegen.set_device(self.code, options.device)
        self._segments = segments_of(optimized)
        if options.inductor:
            self.code = inductor.compile_function(self.code, optimized, arguments, len(inputs), options)
        elif self._segments:
            self.code = recomputing(self.code)
            environment.return_freed_memory()
        elif options.recording and options.device.type == "cpu" and heap.has_large_arrays(_arrays(graph)):
            self.code = heap.reuse_memory(self.code)

    @property
    def source(self) -> str:
        """The generated Python source."""
        prepare = None if self.derivation is None else self.derivation.prepare
        parts = [prepare, *(s.function for s in self._segments), self.code]
        return "\n\n".join(codegen.source_of(part) for part in parts if part is not None)


def _arrays(graph: Graph) -> Iterator[tuple[tuple[int, ...], torch.dtype]]:
    """Yield the known shapes and dtypes of a graph."""
    for entry, shape in graph.shapes.items():
        if shape is not None and is_known(shape):
            yield shape, graph.types.get(entry, torch.float32)
