"""Graphs that run on arrays: a plan is found or made, runs, and its results join the tape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import get_ident
from typing import Any

import torch

from .._frontend.results import finished, wrap
from .._ops.nonfinite import NotFinite
from .._ops.opdef import ShapeLike
from .._runtime import device, environment
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.host import crowding
from .._runtime.storage import ArrayBase
from .._runtime.torch_words import reworded
from .infer import Inference, is_known
from .inline import inlined
from .ir import Entry, Graph
from .nested import Recorded
from .packing import Packed
from .passes import Facts, has_open_shapes
from .plan import Plan
from .plan_table import Key, PlanTable

_state = tape.state
_MOST_INFERENCES = 128


def _needs_sizes(graph: Graph) -> bool:
    """Whether arrays get their sizes from the inputs of a graph, or the number of axes depends on them."""
    return has_open_shapes(graph) or any(
        n.op is not None and n.op.inference.rank_by_sizes(n.params) for n in graph.nodes)


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
        self._variables = [node.name for node in self.graph.variables()]
        self._parameters, self._epoch = parameters, epoch
        self._table = PlanTable(_needs_sizes(self.graph), self._forget_all)
        # Plans that `predict` may run, and what they derived from parameters.
        self._ready: dict[Any, tuple[Plan, Packed]] = {}
        self._packed: dict[Any, Packed] = {}
        # By shape and type of every variable. They do not depend on the mode, so several plans start from one.
        self._inferences: dict[Any, Inference] = {}
        # Whether cheap results are computed again in the backward pass, decided once as MXNet does when it binds.
        self.mirror = environment.recomputes()

    def predict(self, array: ArrayBase) -> Any:
        """The result for one array, when nothing is recorded: the shortest way to a plan that has run before."""
        tensor, context = array._data, array._ctx
        key = (tensor.shape, tensor.dtype, context.device_typeid, context.device_id)
        ready = self._ready.get(key)
        if ready is None or _state.training or ready[1].epoch != self._epoch():
            return self._predict_first(array, key)
        plan, packed = ready
        # `packed.enter()` without the call.
        readers, thread = packed.threads, get_ident()
        readers.append(thread)
        try:
            if not packed.stale:
                crowding.look()
                return wrap(type(array), plan.function(tensor, *packed.tensors, device=plan.device)[0], context)
        except NotFinite:
            self._make_exact(plan)
        finally:
            readers.remove(thread)
        return self._predict_first(array, key)

    def _predict_first(self, array: ArrayBase, key: Any) -> Any:
        """Predict by the general way, and prepare the short one."""
        epoch = self._epoch()  # read before the arrays that it belongs to
        results = self([array])
        plan = self._table.plans.get((False, False, array._ctx, key[:2]))
        packed = None if plan is None or plan.packer is None else plan.packer.packed
        if plan is not None and packed is not None and not plan.random and len(results) == 1:
            packed.epoch = epoch
            self._ready[key] = plan, packed
        return results[0]

    def __call__(self, arrays: Sequence[ArrayBase]) -> list[Any]:
        tensors = [array._data for array in arrays]
        recording = _state.recording
        context = arrays[0]._ctx
        parameters = self._parameters(context)
        if recording and tape.drop_consumed(arrays):
            tensors = [array._data for array in arrays]
        results = self.run(tensors, parameters, context, recording, _state.training, arrays)
        if not recording:
            # Torch may record here although nothing else does: its gradient mode belongs to the user.
            return [wrap(type(arrays[0]), tensor.detach() if tensor.requires_grad else tensor, context)
                    for tensor in results]
        if len(arrays) + len(parameters) != len(self._variables):
            parameters = {name: array for name, array in parameters.items() if name in self._variables}
        # Inputs of consumed graphs are constants by now, so nothing asks to be computed again.
        return finished(type(arrays[0]), results, context, [*arrays, *parameters.values()], self._recorded,
                        [*self.inputs, *parameters]) or self(arrays)

    def run(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase], context: device.Context,
            recording: bool, training: bool, arrays: Sequence[ArrayBase] = ()) -> Sequence[torch.Tensor]:
        """Results for given input tensors; `arrays` they come from are checked to be on one device."""
        plan = self.plan_for(tensors, parameters, context, recording, training, arrays)
        try:
            return plan.run(tensors, parameters, context, training)
        except NotFinite:
            return self._make_exact(plan).run(tensors, parameters, context, training)
        except TORCH_ERRORS as error:
            if isinstance(error, MXNetError):
                raise
            self._inferred(tensors, parameters)  # names the operator if shapes do not fit
            raise MXNetError(f"error while running a compiled graph: {reworded(error)}") from error

    def plan_for(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase], context: device.Context,
                 recording: bool, training: bool, arrays: Sequence[ArrayBase] = ()) -> Plan:
        """The plan that `run` runs; tensors may be on torch's device ``meta``."""
        key = (recording, training, context, *[(t.shape, t.dtype) for t in tensors])
        plan = self._table.plans.get(key)
        if plan is None:
            for name, array in [*zip(self.inputs, arrays, strict=False), *parameters.items()]:
                device.check_same(f"graph input {name}", context, array._ctx)
            plan = self._table.obtain(key, lambda sizes_vary: self._compile(key, tensors, parameters, sizes_vary))
        return plan

    def _make_exact(self, plan: Plan) -> Plan:
        """Run by the exact plan from now on: it is right for finite numbers too, and a second run would cost more."""
        self._ready = {key: ready for key, ready in self._ready.items() if ready[0] is not plan}
        return self._table.make_exact(plan)

    def _compile(self, key: Key, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase],
                 sizes_vary: bool) -> Plan:
        recording, training, context = key[:3]
        facts = Facts(training=training, recording=recording, parameters=frozenset(parameters),
                      device=device.torch_device(context), sizes_vary=sizes_vary, mirror=self.mirror)
        found = self._inferred(tensors, parameters)
        return Plan(Graph(self.graph.outputs, found.shapes, found.types), self.inputs, facts, self._packed)

    def _inferred(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase]) -> Inference:
        """Shapes and types of everything; raises if those of inputs and parameters do not fit together."""
        values = {**dict(zip(self.inputs, tensors, strict=True)), **{k: a._data for k, a in parameters.items()}}
        for name in self._variables:
            if name not in values:
                raise MXNetError(f"variable {name} of the graph has no value")
        return self.infer({k: tuple(t.shape) for k, t in values.items()}, {k: t.dtype for k, t in values.items()})

    def infer(self, shapes: Mapping[str, ShapeLike], types: Mapping[str, torch.dtype]) -> Inference:
        """Shapes and types of everything in the graph, from those of some variables; kept if all have become known."""
        known = self._inferences.get(tuple((shapes.get(name), types.get(name)) for name in self._variables))
        if known is None:
            known = Inference(self.graph, shapes, types).run()
            self.keep(known)
        return known

    def keep(self, found: Inference) -> None:
        """Keep what has been inferred for nodes of this graph, if it is complete."""
        variables = [(node, 0) for node in self.graph.variables()]
        if all(is_known(found.shapes.get(e)) and e in found.types for e in variables) and all(
                (node, 0) in found.shapes for node in self.graph.nodes):
            if len(self._inferences) >= _MOST_INFERENCES:
                self._inferences.clear()
            self._inferences[tuple((found.shapes[e], found.types[e]) for e in variables)] = found

    def _forget_all(self) -> None:
        self._ready.clear()
        self._packed.clear()
        self._inferences.clear()

    def forget_parameters(self) -> None:
        """Note that parameter arrays have been replaced."""
        self._ready.clear()
        self._packed.clear()
        for plan in self._table.plans.values():
            if plan.packer is not None:
                plan.packer.forget()

    @property
    def plans(self) -> list[Plan]:
        """The plans so far, one for each set of circumstances; several may run by one plan."""
        return list(self._table.plans.values())

    @property
    def source(self) -> str:
        """The generated source of all plans so far."""
        return "\n\n".join(plan.source for plan in dict.fromkeys(self.plans))
