"""Programs: graphs that run on arrays.

A `Program` compiles one `CompiledFunction` per `Signature`. It has three caches: functions by signature,
inferred shapes by the shapes of variables, and one `ParameterSet` for each device, which holds what was derived from
parameters. Only the last one depends on values. A parameter set becomes stale (`ParameterSet.invalidate`) when a
parameter is written, replaced, or shared with another library, and the next call makes a new one.
"""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from threading import get_ident
from typing import Any, NamedTuple

import torch

from .._frontend.results import finished, wrap
from .._ops.nonfinite import NotFinite
from .._ops.opdef import ShapeLike
from .._runtime import device, environment, rng
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.host import busy_cores
from .._runtime.storage import ArrayBase
from .._runtime.torch_messages import reworded
from .._runtime.tracebacks import user_level
from .function import CompiledFunction
from .inductor import NotCompiled, differs_from_torch, unsupported
from .infer import Inference, is_known
from .inline import inlined
from .ir import Entry, Graph
from .nested import Recorded
from .parameters import Derivation, ParameterSet
from .passes import PassOptions, has_open_shapes

_state = tape.state
_MOST_FUNCTIONS = _MOST_INFERENCES = 128
# Number of functions for different sizes before one of them is reused for others. Decoders have a new length at each
# step.
_ENOUGH_SIZES = 3
# Implemented in C, because `run` is called often.
_shape_and_dtype, _data_of = attrgetter("shape", "dtype"), attrgetter("_data")
# Several threads may need the same function at the same time.
_compiling = threading.RLock()


class Signature(NamedTuple):
    """The key of a compiled function.

    This is a named tuple because a frozen dataclass is 0.4 us slower to create and look up.

    Attributes
    ----------
    recording, training
        Whether results are differentiated, and whether operators behave as in training.
    device
        Type and number of the context.
    inputs
        Shape and type of each input.
    """

    recording: bool
    training: bool
    device: tuple[int, int]
    inputs: tuple[tuple[torch.Size, torch.dtype], ...]

    def differs_in_size_only(self, other: tuple[Any, ...]) -> bool:
        """Return whether the signatures are equal except for the sizes of the inputs."""
        return self[:3] == other[:3] and [(len(shape), dtype) for shape, dtype in self.inputs] == [
            (len(shape), dtype) for shape, dtype in other[3]]

    @property
    def size(self) -> int:
        """The number of input elements."""
        return sum(math.prod(shape) for shape, _ in self.inputs)


def no_parameters(context: device.Context) -> ParameterSet:
    """Return an empty parameter set."""
    return ParameterSet({})


class Program:
    """A graph that runs on arrays. It is compiled for each signature.

    Parameters
    ----------
    outputs
        Entries to compute.
    inputs
        Names of the variables that change from call to call.
    parameters
        Returns the arrays of all other variables on a context.
    inline_limit
        Largest number of operators that `autograd.get_symbol` shows instead of one node.
    inductor
        Whether torch's compiler compiles the functions.
    """

    def __init__(self, outputs: Sequence[Entry], inputs: Sequence[str],
                 parameters: Callable[[device.Context], ParameterSet] = no_parameters, inline_limit: int = 2,
                 inductor: bool = False) -> None:
        outer = Graph(outputs)
        self.graph, self.inputs = inlined(outer)[0], list(inputs)
        self._recorded = Recorded(outer, inline_limit)
        self._variables = [node.name for node in self.graph.variables()]
        self._make_parameters, self._inductor = parameters, inductor
        self._functions: dict[tuple[Any, ...], CompiledFunction] = {}  # by `Signature`
        self._inferences: dict[Any, Inference] = {}
        self._parameters: dict[tuple[int, int], ParameterSet] = {}
        # Functions are valid for one size only if shapes of created arrays, or the number of axes, depend on sizes.
        self._needs_sizes = has_open_shapes(self.graph) or any(
            n.op.inference.rank_by_sizes(n.params) for n in self.graph.operations())
        # Whether to recompute cheap results in the backward pass. MXNet reads this setting when it binds.
        self.mirror = environment.recomputes()

    def apply(self, arrays: Sequence[ArrayBase]) -> list[Any]:
        """Run the program on arrays, and record the results."""
        first, recording = arrays[0], _state.recording
        context, array_class = first._ctx, type(first)
        if recording:
            tape.drop_consumed(arrays)
        results = self.run(list(map(_data_of, arrays)), context, recording, _state.training, None, arrays)
        if not recording:
            wrapped = []
            for tensor in results:
                if tensor.requires_grad:
                    tensor = tensor.detach()  # the user enabled torch's gradient mode
                wrapped.append(wrap(array_class, tensor, context))
            return wrapped
        parameters = self.parameters(context).arrays
        # If an input belonged to a consumed graph, it is a constant now and the second run succeeds.
        return finished(array_class, results, context, [*arrays, *parameters.values()], self._recorded,
                        [*self.inputs, *parameters]) or self.apply(arrays)

    def run(self, tensors: Sequence[torch.Tensor], context: device.Context, recording: bool, training: bool,
            given: ParameterSet | None = None, arrays: Sequence[ArrayBase] = ()) -> Sequence[torch.Tensor]:
        """Run the program on tensors.

        Parameters
        ----------
        recording, training
            The modes of autograd.
        given
            Parameters of a recorded run. Defaults to those of the program.
        arrays
            The arrays of the inputs. Their contexts are checked.
        """
        place = context.device_typeid, context.device_id
        parameters = given or self._parameters.get(place)
        if parameters is None or parameters.stale:
            parameters = given or self.parameters(context)
        # A plain tuple is faster to create than the `Signature` it equals.
        inputs = ((tensors[0].shape, tensors[0].dtype),) if len(tensors) == 1 else tuple(map(_shape_and_dtype, tensors))
        function = self._functions.get((recording or parameters.outside, training, place, inputs))
        if function is None:
            function = self.function_for(tensors, context, recording, training, parameters, arrays)
        busy_cores.poll()
        try:
            if function.derivation is None:
                named = parameters.arrays
                generator = rng.generator_of(context) if function.random else None
                return function.code(*tensors, *[named[name]._data for name in function.direct], training=training,
                                     generator=generator)
            # This is the fast path of `_predict`, without calls of `enter`, `derive` and `leave`.
            threads, thread = parameters.threads, get_ident()
            threads.append(thread)
            try:
                values = parameters.derived.get(function.derivation)
                if values is not None and not parameters.stale and not function.random:
                    return function.code(*tensors, *values)
            finally:
                threads.remove(thread)
            return self._predict(function, function.derivation, tensors, context, arrays)
        except (NotFinite, NotCompiled) as error:
            self._replace(function, tensors, parameters, error)
            return self.run(tensors, context, recording, training, given, arrays)
        except TORCH_ERRORS as error:
            if isinstance(error, MXNetError):
                raise
            self._inferred(tensors, parameters.arrays)  # names the operator if shapes do not fit
            raise MXNetError(f"error while running a compiled graph: {reworded(error)}") from error

    def _predict(self, function: CompiledFunction, derivation: Derivation, tensors: Sequence[torch.Tensor],
                 context: device.Context, arrays: Sequence[ArrayBase]) -> Sequence[torch.Tensor]:
        """Derive the arguments of a function if necessary, and run it."""
        while True:
            parameters = self.parameters(context)
            derivation.write_ones(parameters.arrays)
            if parameters.enter():
                break
        try:
            if not parameters.outside:
                generator = rng.generator_of(context) if function.random else None
                return function.code(*tensors, *parameters.derive(derivation), generator=generator)
        finally:
            parameters.leave()
        return self.run(tensors, context, False, False, arrays=arrays)

    def parameters(self, context: device.Context) -> ParameterSet:
        """Return the current parameter set of a context."""
        place = context.device_typeid, context.device_id
        parameters = self._parameters.get(place)
        if parameters is None or parameters.stale:
            parameters = self._parameters[place] = self._make_parameters(context)
        return parameters

    __call__ = apply

    # Compiling

    def function_for(self, tensors: Sequence[torch.Tensor], context: device.Context, recording: bool, training: bool,
                     parameters: ParameterSet, arrays: Sequence[ArrayBase] = ()) -> CompiledFunction:
        """Return the function for these inputs: an existing one for similar sizes, or a new one.

        Sizes decide which kernel is fastest, not the result, except in graphs that need them. Meta tensors are allowed.
        """
        signature = Signature(recording or parameters.outside, training, (context.device_typeid, context.device_id),
                              tuple(map(_shape_and_dtype, tensors)))
        with _compiling:
            function = self._functions.get(signature)
            if function is not None:
                return function  # another thread was faster
            for name, array in [*zip(self.inputs, arrays, strict=False), *parameters.arrays.items()]:
                device.check_same(f"graph input {name}", context, array._ctx)
            others = dict.fromkeys(f for s, f in self._functions.items() if signature.differs_in_size_only(s))
            sizes_vary = len(others) >= _ENOUGH_SIZES and not self._needs_sizes
            function = _nearest(others, signature.size) if sizes_vary else None
            if self._inductor and not self._needs_sizes:  # torch's compiler handles all sizes
                function = next((other for other in others if other.options.inductor), function)
            if function is None:
                options = PassOptions(training=signature.training, recording=signature.recording,
                                      parameters=frozenset(parameters.arrays), device=device.torch_device(context),
                                      sizes_vary=sizes_vary, mirror=self.mirror)
                if self._inductor and not (self._needs_sizes and len(others) >= _ENOUGH_SIZES):
                    options = self._with_inductor(options)
                function = self._compile(options, signature.size, tensors, parameters)
            if len(self._functions) >= _MOST_FUNCTIONS:
                self._functions.clear()
                self._inferences.clear()
                self._parameters.clear()
            self._functions[signature] = function
            return function

    def _with_inductor(self, options: PassOptions) -> PassOptions:
        """Return options for torch's compiler, if it supports the graph."""
        reason = unsupported(self.graph, options)
        if reason is not None:
            self._stop_compiling(reason)
        return options if reason or differs_from_torch(self.graph, options) else replace(options, inductor=True)

    def _stop_compiling(self, reason: str) -> None:
        """Warn once that torch's compiler does not support the graph, and do without it."""
        if self._inductor:
            self._inductor = False
            warnings.warn('backend="inductor": torch cannot compile this block, so it runs as with hybridize() without '
                          f"a backend: {reason}", stacklevel=user_level())

    def _compile(self, options: PassOptions, size: int, tensors: Sequence[torch.Tensor],
                 parameters: ParameterSet) -> CompiledFunction:
        inference = self._inferred(tensors, parameters.arrays)
        graph = Graph(self.graph.outputs, inference.shapes, inference.types)
        function = CompiledFunction(graph, self.inputs, options, size)
        if function.derivation is not None:
            # Functions with equal derivations share the derived tensors.
            key = function.derivation.key
            function.derivation = next((other.derivation for other in self._functions.values()
                                        if other.derivation is not None and other.derivation.key == key),
                                       function.derivation)
        return function

    def _replace(self, function: CompiledFunction, tensors: Sequence[torch.Tensor], parameters: ParameterSet,
                 error: Exception) -> None:
        """Replace a function by its exact form, or by one that torch's compiler does not compile."""
        options = function.options
        if isinstance(error, NotCompiled):
            self._stop_compiling(str(error))
            options = replace(options, inductor=False)
        else:
            options = replace(options, exact=True)  # also correct for finite values
        with _compiling:
            places = [signature for signature, known in self._functions.items() if known is function]
            if places:  # another thread may have replaced it
                other = self._compile(options, function.size, tensors, parameters)
                self._functions.update(dict.fromkeys(places, other))

    # Shapes and types

    def _inferred(self, tensors: Sequence[torch.Tensor], parameters: Mapping[str, ArrayBase]) -> Inference:
        """Infer the graph for these tensors. Raise if the shapes do not fit together."""
        values = {**dict(zip(self.inputs, tensors, strict=True)), **{k: a._data for k, a in parameters.items()}}
        for name in self._variables:
            if name not in values:
                raise MXNetError(f"variable {name} of the graph has no value")
        return self.infer({k: tuple(t.shape) for k, t in values.items()}, {k: t.dtype for k, t in values.items()})

    def infer(self, shapes: Mapping[str, ShapeLike], types: Mapping[str, torch.dtype]) -> Inference:
        """Infer the graph from the shapes and dtypes of some variables. Complete results are cached."""
        inference = self._inferences.get(tuple((shapes.get(name), types.get(name)) for name in self._variables))
        if inference is None:
            inference = Inference(self.graph, shapes, types).run()
            self.keep(inference)
        return inference

    def keep(self, inference: Inference) -> None:
        """Cache an inference if it is complete."""
        variables = [(node, 0) for node in self.graph.variables()]
        if all(is_known(inference.shapes.get(e)) and e in inference.types for e in variables) and all(
                (node, 0) in inference.shapes for node in self.graph.nodes):
            if len(self._inferences) >= _MOST_INFERENCES:
                self._inferences.clear()
            self._inferences[tuple((inference.shapes[e], inference.types[e]) for e in variables)] = inference

    @property
    def functions(self) -> list[CompiledFunction]:
        """The compiled functions, one per signature. Several signatures may share one."""
        return list(self._functions.values())

    @property
    def source(self) -> str:
        """The generated source of all functions."""
        return "\n\n".join(function.source for function in dict.fromkeys(self.functions))


def _nearest(functions: Iterable[CompiledFunction], size: int) -> CompiledFunction | None:
    """Return the function for the nearest size within a factor of two."""
    fitting = [f for f in functions if size / 2 <= f.size <= 2 * size and not f.tailored]
    return min(fitting, key=lambda f: abs(f.size - size)) if fitting else None
