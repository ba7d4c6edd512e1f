"""Compiled plans: one per set of circumstances (shapes, types, device, mode) of a graph."""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch

from .._frontend import eager
from .._ops.nonfinite import NotFinite
from .._runtime import device, environment, rng, storage, tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.storage import ArrayBase
from .._runtime.torch_words import reworded
from . import codegen
from .infer import Inference
from .inline import inlined
from .ir import Entry, Graph, Node
from .nested import Recorded
from .packed_kernels import PACKED_WEIGHT
from .passes import Facts, has_open_shapes, optimize, segments_of
from .recomputation import recomputing

_state = tape.state
# Several threads may meet new circumstances of a graph at the same time.
_compiling = threading.RLock()
_CHECK = bool(environment.integer("MXNET_GRAPH_LINT", 0))
_MOST_PLANS = 128
# From so many plans on, other sizes of the same inputs run by one of them: decoders meet a new length at each step.
_TAILORED_PLANS = 3


class _Packed:
    """Tensors derived from parameters once, until one of those is written."""

    __slots__ = ("__weakref__", "arrays", "epoch", "stale", "tensors")

    def __init__(self, arrays: list[ArrayBase]) -> None:
        self.arrays, self.stale, self.epoch = arrays, False, 0
        self.tensors: tuple[torch.Tensor, ...] = ()


def _watched(arrays: list[ArrayBase], tensors: list[torch.Tensor]) -> _Packed:
    """A cache that any write to the tensors of its arrays makes stale; it is so at once if others may write them."""
    cache = _Packed(arrays)
    for tensor in tensors:
        storage.watch(tensor, cache)
        if storage.is_shared_outside(tensor):
            cache.stale = True
    return cache


def _hoist(graph: Graph, parameters: frozenset[str]) -> tuple[Graph, Graph, list[Node]]:
    """Split off what depends on parameters only: a graph of those results, a graph that takes them, its variables."""
    fixed: set[int] = set()
    for node in graph.nodes:
        if node.op is None:
            if node.name in parameters:
                fixed.add(id(node))
        elif node.op.effects.pure and not node.op.environment and not node.op.effects.mutates and node.inputs and all(
                id(source) in fixed for source, _ in node.inputs):
            fixed.add(id(node))
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
        return Node(node.op, node.name, node.attrs, replaced)

    main = graph.rewrite(change)
    main = Graph([entry_for(old) if id(old[0]) in fixed else new
                  for old, new in zip(graph.outputs, main.outputs, strict=True)])
    return Graph(list(wanted)), main, list(wanted.values())


class Plan:
    """A generated function and the parameters it needs, for one set of circumstances."""

    def __init__(self, graph: Graph, inputs: Sequence[str], facts: Facts, packed: dict[Any, _Packed]) -> None:
        better = optimize(graph, facts, _CHECK)
        self.random = any("generator" in n.op.environment for n in better.nodes if n.op is not None)
        self.device = facts.device
        # Packed for inputs of one size.
        self.tailored = any(n.op is PACKED_WEIGHT for n in better.nodes)
        self._cache: _Packed | None = None
        self._shared = packed
        # Training rewrites parameters at each step, so nothing derived from them is worth keeping.
        self.packs = not (facts.recording or facts.training)
        derived: list[Node] = []
        if self.packs:
            prepared, better, derived = _hoist(better, facts.parameters)
            self._prepared_names = [n.name for n in prepared.variables()]
            self._prepare = codegen.generate(prepared, self._prepared_names, "prepare") if prepared.outputs else None
        made = {id(node) for node in derived}
        self.direct = [n.name for n in better.variables() if n.name in facts.parameters and id(n) not in made]
        self.function = codegen.generate(better, [*inputs, *self.direct, *derived], "forward")
        self._segments = segments_of(better)
        if self._segments:
            self.function = recomputing(self.function)
            environment.return_freed_memory()

    @property
    def source(self) -> str:
        """The generated Python source."""
        parts = [self._prepare] if self.packs and self._prepare is not None else []
        return "\n\n".join(map(codegen.source_of, [*parts, *(s.function for s in self._segments), self.function]))

    def tensors(self, parameters: Mapping[str, ArrayBase]) -> Sequence[torch.Tensor]:
        """The parameter arguments of the generated function."""
        if not self.packs:
            return [parameters[name]._data for name in self.direct]
        cache = self._cache
        if cache is None or cache.stale:
            cache = self._cache = self._pack(parameters)
        return cache.tensors

    def _pack(self, parameters: Mapping[str, ArrayBase]) -> _Packed:
        arrays = [parameters[name] for name in (*self.direct, *self._prepared_names)]
        tensors = [array._data.detach() for array in arrays]
        direct, sources = tensors[:len(self.direct)], tensors[len(self.direct):]
        if self._prepare is None:
            cache = _watched(arrays, tensors)
            cache.tensors = tuple(direct)
            return cache
        # Plans for other sizes that derive the same from the same arrays share it.
        key = *codegen.identity_of(self._prepare), *self._prepared_names, None, *self.direct
        known = self._shared.get(key)
        if known is not None and not known.stale and all(map(operator.is_, known.arrays, arrays)):
            return known
        # It is watched before anything is read: a write by another thread meanwhile makes it stale.
        cache = _watched(arrays, tensors)
        with torch.no_grad():
            cache.tensors = (*direct, *self._prepare(*sources))
        self._shared[key] = cache
        return cache

    def forget(self) -> None:
        """Drop what was derived from parameters: they have been replaced by other arrays."""
        self._cache = None


def _kind(key: Any, tensors: Sequence[torch.Tensor]) -> Any:
    return (*key[:3], *[(t.ndim, t.dtype) for t in tensors])


class CompiledGraph:
    """A graph that runs on arrays, compiled anew for each set of circumstances it meets.

    Parameters
    ----------
    outputs
        Entries to compute.
    inputs
        Names of the variables that change from call to call.
    parameters
        Returns, for a context, the arrays of all other variables.
    epoch
        A number that changes whenever `parameters` would return other arrays.
    """

    def __init__(self, outputs: Sequence[Entry], inputs: Sequence[str],
                 parameters: Callable[[device.Context], Mapping[str, ArrayBase]],
                 epoch: Callable[[], int] = int, inline_limit: int = 2) -> None:
        outer = Graph(outputs)
        self.graph, self.inputs = inlined(outer)[0], list(inputs)
        self._recorded = Recorded(outer, inline_limit)
        self._variables = frozenset(node.name for node in self.graph.variables())
        self._parameters = parameters
        self._plans: dict[Any, Plan] = {}
        # Plans and how many elements they were made for, by all circumstances but the sizes of inputs.
        self._kinds: dict[Any, list[tuple[int, Plan]]] = {}
        # Plans for other sizes would not do: arrays get theirs from them, or the number of axes depends on them.
        self._needs_sizes = has_open_shapes(self.graph) or any(
            n.op is not None and n.op.inference.rank_by_sizes is not None and n.op.inference.rank_by_sizes(n.params)
            for n in self.graph.nodes)
        self._ready: dict[Any, tuple[Plan, _Packed]] = {}
        self._packed: dict[Any, _Packed] = {}
        self._epoch = epoch
        # Whether cheap results are computed again in the backward pass, decided once as MXNet does when it binds.
        self.mirror = environment.recomputes()

    def predict(self, array: ArrayBase) -> Any:
        """The result for one array, when nothing is recorded: the shortest way to a plan that has run before."""
        tensor, context = array._data, array._ctx
        key = (tensor.shape, tensor.dtype, context.device_typeid, context.device_id)
        ready = self._ready.get(key)
        if ready is None or _state.training or ready[1].stale or ready[1].epoch != self._epoch():
            result = self([array])
            plan = self._plans.get((False, False, context, (tensor.shape, tensor.dtype)))
            if plan is not None and plan.packs and not plan.random and len(result) == 1 and plan._cache is not None:
                plan._cache.epoch = self._epoch()
                self._ready[key] = plan, plan._cache
            return result[0]
        plan, packed = ready
        try:
            return eager.wrap(type(array), plan.function(tensor, *packed.tensors, device=plan.device)[0], context)
        except NotFinite:
            return self([array])[0]

    def __call__(self, arrays: Sequence[ArrayBase]) -> list[Any]:
        tensors = [array._data for array in arrays]
        recording = _state.recording
        context = arrays[0]._ctx
        parameters = self._parameters(context)
        if recording and tape.drop_consumed(arrays):
            tensors = [array._data for array in arrays]
        results = self.run(tensors, parameters, context, recording, _state.training, arrays)
        wrapped = [eager.wrap(type(arrays[0]), t, context) for t in results]
        if recording:
            if len(arrays) + len(parameters) != len(self._variables):
                parameters = {name: array for name, array in parameters.items() if name in self._variables}
            touched = [*arrays, *parameters.values()]
            names = [*self.inputs, *parameters]
            for index, output in enumerate(wrapped):
                if output._data.requires_grad:
                    eager.settle(output, touched, self._recorded, names, index)
                elif any(array._tape is not None for array in touched):
                    eager.join(output, touched, self._recorded, names, index)
            tape.relate(wrapped)
        return wrapped

    def run(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase], context: device.Context,
            recording: bool, training: bool, arrays: Sequence[ArrayBase] = ()) -> Sequence[torch.Tensor]:
        """Results for given input tensors; `arrays` they come from are checked to be on one device."""
        key = (recording, training, context, *[(t.shape, t.dtype) for t in tensors])
        plan = self._plans.get(key)
        if plan is None:
            for name, array in [*zip(self.inputs, arrays, strict=False), *parameters.items()]:
                device.check_same(f"graph input {name}", context, array._ctx)
            plan = self._reuse(key, tensors) or self._compile(key, tensors, parameters, context, recording, training)
        try:
            arguments = (*tensors, *plan.tensors(parameters))
            if plan.random:
                return plan.function(*arguments, training=training, device=plan.device,
                                     generator=rng.generator_of(context))
            return plan.function(*arguments, training=training, device=plan.device)
        except NotFinite:
            return self._exactly(key, tensors, parameters, context, training)
        except TORCH_ERRORS as error:
            if isinstance(error, MXNetError):
                raise
            self._facts(tensors, parameters, context, recording, training)  # names the operator if shapes do not fit
            raise MXNetError(f"error while running a compiled graph: {reworded(error)}") from error

    def _exactly(self, key: Any, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase],
                 context: device.Context, training: bool) -> Sequence[torch.Tensor]:
        """Results for data that is not finite, by a plan that does not rely on it."""
        plan = self._plans.get((key, "exact"))
        if plan is None:
            facts = replace(self._facts(tensors, parameters, context, False, training), exact=True)
            plan = self._plans[key, "exact"] = Plan(self.graph, self.inputs, facts, self._packed)
        generator = {"generator": rng.generator_of(context)} if plan.random else {}
        return plan.function(*tensors, *plan.tensors(parameters), training=training, device=plan.device, **generator)

    def _facts(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase], context: device.Context,
               recording: bool, training: bool) -> Facts:
        """What a plan may rely on; raises if the shapes of inputs and parameters do not fit together."""
        values = {**dict(zip(self.inputs, tensors, strict=True)), **{k: a._data for k, a in parameters.items()}}
        for node in self.graph.variables():
            if node.name not in values:
                raise MXNetError(f"variable {node.name} of the graph has no value")
        facts = Facts(training=training, recording=recording, shapes={k: tuple(t.shape) for k, t in values.items()},
                      types={k: t.dtype for k, t in values.items()}, parameters=frozenset(parameters),
                      device=device.torch_device(context), mirror=self.mirror)
        Inference(self.graph, facts.shapes, facts.types).run()
        return facts

    def _room_for_a_plan(self) -> None:
        if len(self._plans) >= _MOST_PLANS:
            self._plans.clear()
            self._ready.clear()
            self._kinds.clear()
            self._packed.clear()

    def _reuse(self, key: Any, tensors: Sequence[torch.Tensor]) -> Plan | None:
        """A plan made for other sizes of the same inputs, not too far from these, if there are several already.

        Sizes decide which form of an operator is fastest, not what is computed, except in graphs that need them.
        """
        if not self._sizes_vary(key, tensors):
            return None
        size = sum(t.numel() for t in tensors)
        fitting = [(abs(other - size), plan) for other, plan in self._kinds[_kind(key, tensors)]
                   if size / 2 <= other <= 2 * size and not plan.tailored]
        if not fitting:
            return None
        self._room_for_a_plan()
        plan = self._plans[key] = min(fitting, key=lambda pair: pair[0])[1]
        return plan

    def _sizes_vary(self, key: Any, tensors: Sequence[torch.Tensor]) -> bool:
        return len(self._kinds.get(_kind(key, tensors), ())) >= _TAILORED_PLANS and not self._needs_sizes

    def _compile(self, key: Any, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase],
                 context: device.Context, recording: bool, training: bool) -> Plan:
        with _compiling:
            plan = self._plans.get(key)
            if plan is not None:
                return plan  # another thread was faster
            facts = self._facts(tensors, parameters, context, recording, training)
            facts = replace(facts, sizes_vary=self._sizes_vary(key, tensors))
            self._room_for_a_plan()
            plan = self._plans[key] = Plan(self.graph, self.inputs, facts, self._packed)
            self._kinds.setdefault(_kind(key, tensors), []).append((sum(t.numel() for t in tensors), plan))
            return plan

    def forget_parameters(self) -> None:
        """Note that parameter arrays have been replaced."""
        self._ready.clear()
        self._packed.clear()
        for plan in self._plans.values():
            plan.forget()

    @property
    def source(self) -> str:
        """The generated source of all plans so far."""
        return "\n\n".join(plan.source for plan in dict.fromkeys(self._plans.values()))
