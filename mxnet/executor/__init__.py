"""Executor: a symbol bound to arrays, with forward and backward passes."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
import torch

from mxnet_records import environment

from .._frontend.results import wrap
from .._graph import backends, memory, placement
from .._graph.infer import Inference, is_known
from .._graph.ir import Graph, Operation
from .._graph.parameters import ParameterSet
from .._graph.passes import PassOptions
from .._graph.passes.common_subexpressions import common_subexpressions
from .._graph.program import Program
from .._ops.custom import keeper_for
from .._ops.opdef import find
from .._runtime import device, storage
from .._runtime.autograd import backward_pass, tape
from .._runtime.autograd.attach import Leaf
from .._runtime.autograd.integer_grad import differentiable
from .._runtime.autograd.zero_gradients import takes_any_head
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ._arrays import Slot, overwrite, resize
from ._monitoring import Watcher
from ._output_memory import OutputMemory


class Executor:
    """Result of ``Symbol.bind`` and ``Symbol.simple_bind``.

    Parameters
    ----------
    symbol, ctx
        The symbol and its context.
    arguments, gradients, states : dict of str to NDArray
        Arrays by name.
    grad_req : dict of str to str
        Whether each gradient is written, added or not computed.
    group2ctx, own_gradients, parameters, parent, inferred
        Set by ``bind`` and ``simple_bind``.

    Attributes
    ----------
    arg_arrays, grad_arrays, aux_arrays, outputs : list of NDArray
        Arrays in the order of ``list_arguments``, ``list_auxiliary_states`` and ``list_outputs``.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> executor = (x * x).bind(mx.cpu(), {'x': mx.nd.array([1, 2])}, {'x': mx.nd.zeros(2)})
    >>> executor.forward(is_train=True)[0].asnumpy()
    array([1., 4.], dtype=float32)
    >>> executor.backward(mx.nd.ones(2))
    >>> executor.grad_dict['x'].asnumpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(self, symbol: Any, ctx: Any, arguments: dict[str, NDArray], gradients: dict[str, NDArray | None],
                 grad_req: dict[str, str], states: dict[str, NDArray], group2ctx: Any = None,
                 own_gradients: bool = False, parameters: Collection[str] = (),
                 parent: Executor | None = None, inferred: Inference | None = None) -> None:
        _check_names(symbol.list_inputs())
        self._symbol, self._ctx, self._group2ctx = symbol, ctx, group2ctx
        self._arguments, self._states = arguments, states
        self._gradients, self._grad_req = gradients, grad_req
        # Backward replaces gradient arrays that this executor created. Other gradient arrays are written in place.
        self._own_gradients = own_gradients
        self.arg_arrays = list(arguments.values())
        self.grad_arrays = [gradients.get(name) for name in arguments]
        self.aux_arrays = list(states.values())
        self._outputs: list[NDArray] = []
        # For each output, the memory shared with executors reshaped from this one, and its last known version.
        self._memory: list[OutputMemory] = []
        self._seen: list[int] = []
        self._context = self.arg_arrays[0]._ctx if self.arg_arrays and not group2ctx else ctx
        self._arrays = {**arguments, **states}
        self._entries = backends.on_binding(symbol._outputs)
        self._output_contexts = [self._context] * len(self._entries)
        if group2ctx:
            self._entries, self._output_contexts = placement.place(
                self._entries, ctx, group2ctx, {name: a.context for name, a in self._arrays.items()})
        self._inputs = [name for name in self._arrays if name not in parameters]
        # With groups, the graph contains copies that move the inputs of each node to its device.
        self._slots: dict[str, Slot] = {
            name: parent._slots[name] if parent is not None and name in parameters
            else Slot(array, self._context if group2ctx else array._ctx) for name, array in self._arrays.items()}
        parameter_slots = {name: slot for name, slot in self._slots.items() if name in parameters}
        self._program: Program = parent._program if parent is not None else Program(
            self._entries, self._inputs, lambda _: ParameterSet(parameter_slots))
        if inferred is not None:
            self._program.keep(inferred)
        self._operators = keeper_for(self._program.graph.operations())
        self._wanted = {n: array for n, array in gradients.items()
                        if n in arguments and array is not None and grad_req.get(n, "null") != "null"}
        # Values of the last recorded run.
        self._leaves: dict[str, Leaf | None] = {}
        self._recorded: list[torch.Tensor] | None = None
        self._merges_equal = environment.ELIMINATE_COMMON_EXPR.get()
        self._monitor: tuple[Callable[[str, NDArray], Any], bool] | None = None
        self._watcher: Watcher | None = None
        self._draws_always = bool(self._wanted) and any(
            "generator" in n.op.environment and n.params.get("mode") == "always"
            for n in self._program.graph.operations())

    @property
    def outputs(self) -> list[NDArray]:
        """Results. The arrays stay the same between runs, but their elements change.

        Examples
        --------
        >>> executor = (mx.sym.var('x') * 2).bind(mx.cpu(), {'x': mx.nd.array([1, 2])})
        >>> results = executor.forward()
        >>> executor.outputs[0].asnumpy()
        array([2., 4.], dtype=float32)
        """
        if not self._outputs:
            inferred = self._inference()
            self._outputs = [wrap(NDArray, torch.zeros(inferred.shapes.get(e) or (), dtype=inferred.types.get(e),
                                                             device=device.torch_device(context)), context)
                             for e, context in zip(self._program.graph.outputs, self._output_contexts, strict=True)]
        if self._memory:
            self._update_outputs()
        return self._outputs

    def _update_outputs(self) -> None:
        """Update the outputs with values that executors with the same output memory have written."""
        for index, (output, shared) in enumerate(zip(self._outputs, self._memory, strict=True)):
            if self._seen[index] != shared.version:
                storage.rebind(output, shared.content(output._data))
                self._seen[index] = shared.version

    def _shared_memory(self) -> list[OutputMemory]:
        if not self._memory:
            inferred = self._inference()
            self._memory = [OutputMemory(math.prod(inferred.shapes.get(e) or ())) for e in self._program.graph.outputs]
            for shared, output in zip(self._memory, self._outputs, strict=False):
                shared.write(output._data)
            self._seen = [shared.version for shared in self._memory]
        return self._memory

    def _inference(self) -> Inference:
        return self._program.infer({k: a.shape for k, a in self._arrays.items()},
                                    {k: a._data.dtype for k, a in self._arrays.items()})

    @property
    def arg_dict(self) -> dict[str, NDArray]:
        """Arguments by name.

        Examples
        --------
        >>> executor = (mx.sym.var('x') * 2).simple_bind(mx.cpu(), x=(2, 3))
        >>> executor.arg_dict['x'][:] = 1
        >>> executor.forward()[0].asnumpy()
        array([[2., 2., 2.],
               [2., 2., 2.]], dtype=float32)
        """
        return dict(self._arguments)

    @property
    def grad_dict(self) -> dict[str, NDArray | None]:
        """Gradients by name of the argument. They are None for arguments without a gradient.

        Examples
        --------
        >>> executor = (mx.sym.var('x') * mx.sym.var('y')).simple_bind(
        ...     mx.cpu(), grad_req={'x': 'write', 'y': 'null'}, x=(2,), y=(2,))
        >>> {name: gradient is not None for name, gradient in executor.grad_dict.items()}
        {'x': True, 'y': False}
        """
        return {name: self._gradients.get(name) for name in self._arguments}

    @property
    def aux_dict(self) -> dict[str, NDArray]:
        """Auxiliary states by name.

        Examples
        --------
        >>> executor = mx.sym.BatchNorm(mx.sym.var('x'), name='norm').simple_bind(mx.cpu(), x=(4, 2))
        >>> list(executor.aux_dict)
        ['norm_moving_mean', 'norm_moving_var']
        """
        return dict(self._states)

    @property
    def output_dict(self) -> dict[str, NDArray]:
        """Outputs by name.

        Examples
        --------
        >>> executor = mx.sym.exp(mx.sym.var('x'), name='result').simple_bind(mx.cpu(), x=(2,))
        >>> list(executor.output_dict)
        ['result_output']
        """
        return dict(zip(self._symbol.list_outputs(), self.outputs, strict=True))

    # Forwards

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs.

        Parameters
        ----------
        is_train : bool
            Whether layers such as dropout behave as in training, and `backward` follows.
        **kwargs : NDArray or numpy.ndarray
            Values that are copied to arguments first, by name.

        Returns
        -------
        list of NDArray
            The outputs.

        Examples
        --------
        >>> executor = (mx.sym.var('x') * 2).simple_bind(mx.cpu(), x=(2,))
        >>> executor.forward(x=mx.nd.array([3, 4]))[0].asnumpy()
        array([6., 8.], dtype=float32)
        """
        for name, value in kwargs.items():
            self._feed(name, value)
        # Backward must use the same random numbers. Prediction only draws them here.
        recording = bool(is_train) or self._draws_always
        self._recorded = None  # free the memory for the last backward pass
        results = self._compute(recording, bool(is_train))
        if self._watcher is not None:
            results = self._watcher.after_forward(results, recording)
        if recording:
            self._recorded = results
        values = [r.detach() for r in results]
        if self._outputs:
            for output, value in zip(self._outputs, values, strict=True):
                storage.rebind(output, value)
        else:
            self._outputs = [wrap(NDArray, v, c) for v, c in zip(values, self._output_contexts, strict=True)]
        for index, shared in enumerate(self._memory):
            shared.write(values[index])
            self._seen[index] = shared.version
        return list(self._outputs)

    def _compute(self, recording: bool, training: bool) -> list[torch.Tensor]:
        """Return the results, including internal nodes with a monitor. Gradients flow to `_leaves`."""
        self._leaves = {}
        for name, slot in self._slots.items():
            if recording and name in self._wanted:
                self._leaves[name] = slot.record(self._wanted[name], self._grad_req[name], not self._own_gradients)
            else:
                slot.read()
        tensors = [self._slots[name]._data for name in self._inputs]
        program = self._program if self._watcher is None else self._watcher.program
        before = tape.set_training(training)
        checked = () if self._group2ctx else [self._arrays[name] for name in self._inputs]
        gradient_mode = torch.is_grad_enabled()
        torch.set_grad_enabled(recording)
        try:
            if self._operators is None:
                return list(program.run(tensors, self._context, recording, training, None, checked))
            with self._operators:
                return list(program.run(tensors, self._context, recording, training, None, checked))
        finally:
            torch.set_grad_enabled(gradient_mode)
            tape.set_training(before)

    def _feed(self, name: str, value: Any) -> None:
        target = self._arguments.get(name)
        if target is None:
            raise TypeError(f"Unknown argument {name}; the arguments are {list(self._arguments)}")
        if not isinstance(value, (NDArray, np.ndarray)):
            raise ValueError(f"forward takes NDArrays and numpy.ndarrays by name, received {name}={type(value)}")
        if value.shape != target.shape:
            raise ValueError(f"forward: argument {name} has shape {target.shape}, received {value.shape}")
        target[:] = value

    # Backwards

    def backward(self, out_grads: Any = None, is_train: bool = True) -> None:
        """Compute gradients of the outputs, and write them to the gradient arrays.

        Parameters
        ----------
        out_grads : NDArray, list of NDArray or dict of str to NDArray, optional
            Gradients of the outputs, in their order or by name. By default all are 1.
        is_train : bool
            Whether layers such as batch normalization are differentiated as in training.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> executor = (x * x).bind(mx.cpu(), {'x': mx.nd.array([1, 2])}, {'x': mx.nd.zeros(2)})
        >>> results = executor.forward(is_train=True)
        >>> executor.backward(mx.nd.array([1, 10]))
        >>> executor.grad_dict['x'].asnumpy()
        array([ 2., 40.], dtype=float32)
        """
        if self._recorded is None:
            # After forward(is_train=False), or without forward: record the computation in prediction mode.
            computed = self._compute(True, False)
            self._recorded = computed if self._watcher is None else self._watcher.after_forward(computed, True)
        results = self._recorded
        heads = self._head_gradients(out_grads, results)
        live = [(r, h) for r, h in zip(map(differentiable, results), heads, strict=True) if r.requires_grad]
        leaves = [leaf for leaf in self._leaves.values() if leaf is not None]
        for leaf in leaves:
            leaf.fresh = False
        if live and leaves:
            training = tape.set_training(is_train)
            try:
                backward_pass.run_engine(tuple(r for r, _ in live), tuple(h for _, h in live), True, False)
            finally:
                tape.set_training(training)
        if self._watcher is not None:
            self._watcher.after_backward()
        for name, gradient in self._wanted.items():
            leaf = self._leaves[name] or Leaf(gradient, self._grad_req[name], True)
            if not leaf.fresh:
                leaf.receive(None)

    def _head_gradients(self, out_grads: Any, results: list[torch.Tensor]) -> list[torch.Tensor]:
        if out_grads is None:
            return [backward_pass.ones_for(differentiable(r)) for r in results]
        if isinstance(out_grads, NDArray):
            out_grads = [out_grads]
        elif isinstance(out_grads, Mapping):
            missing = [n for n in self._symbol.list_outputs() if n not in out_grads]
            if missing:
                raise MXNetError(f"Executor.backward: out_grads has no gradient for {missing}, only for "
                                 f"{list(out_grads)}")
            out_grads = [out_grads[name] for name in self._symbol.list_outputs()]
        # As in MXNet, additional gradients are ignored.
        heads = []
        for result, head, name in zip(results, out_grads, self._symbol.list_outputs(), strict=False):
            if head is None:
                heads.append(backward_pass.ones_for(differentiable(result)))
                continue
            if not isinstance(head, NDArray):
                raise TypeError(f"inputs must be NDArray, received {type(head)} as gradient of {name}")
            if not differentiable(result).requires_grad:
                # No gradient flows from here, so MXNet ignores it too.
                heads.append(result)
                continue
            if head._data.shape != result.shape and takes_any_head(result):
                heads.append(backward_pass.ones_for(result))
                continue
            if head._data.shape != result.shape:
                raise MXNetError(f"Executor.backward: out_grads of {name} has shape {head.shape}, but the output has "
                                 f"shape {tuple(result.shape)}")
            heads.append(head._data.detach().to(result.device, differentiable(result).dtype))
        if not heads:
            return [backward_pass.ones_for(differentiable(r)) for r in results]
        # Outputs without a gradient are ignored.
        return [*heads, *[torch.zeros_like(differentiable(r)) for r in results[len(heads):]]]

    # Arrays

    def copy_params_from(self, arg_params: dict[str, Any], aux_params: dict[str, Any] | None = None,
                         allow_extra_params: bool = False) -> None:
        """Set arguments and auxiliary states by name.

        Parameters
        ----------
        arg_params : dict of str to NDArray
            Values of arguments.
        aux_params : dict of str to NDArray, optional
            Values of auxiliary states.
        allow_extra_params : bool
            Whether to ignore unknown names. Otherwise they raise an error.

        Returns
        -------
        None

        Examples
        --------
        >>> executor = (mx.sym.var('x') * mx.sym.var('y')).simple_bind(mx.cpu(), x=(2,), y=(2,))
        >>> executor.copy_params_from({'x': mx.nd.array([1, 2]), 'y': mx.nd.array([3, 4])})
        >>> executor.forward()[0].asnumpy()
        array([3., 8.], dtype=float32)
        """
        for values, own, role in ((arg_params, self._arguments, "arguments"),
                                 (aux_params or {}, self._states, "auxiliary states")):
            for name, value in values.items():
                if name in own:
                    overwrite(name, own[name], value)
                elif not allow_extra_params:
                    raise ValueError(f'"{name}" is not one of the {role} {list(own)}; pass '
                                     "allow_extra_params=True (allow_extra=True for a module) to ignore it")

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Any) -> Executor:
        """Create an executor for other input shapes that shares memory with this executor.

        Arrays with unchanged shapes are the same. Smaller arrays use the first elements of the larger arrays. This also
        applies to outputs: ``outputs`` of each executor shows what the other one has written.

        Parameters
        ----------
        partial_shaping : bool
            Whether the shapes of other arguments may change too. Otherwise a change raises an error.
        allow_up_sizing : bool
            Whether arguments may become larger, which allocates memory. Otherwise they raise an error.
        **kwargs : tuple of int
            New shapes by name of the argument.

        Returns
        -------
        Executor

        Examples
        --------
        >>> executor = (mx.sym.var('x') * 2).simple_bind(mx.cpu(), x=(4, 3))
        >>> smaller = executor.reshape(x=(2, 3))
        >>> smaller.forward()[0].shape
        (2, 3)
        """
        inferred = self._program.infer(self._symbol._given_shapes((), kwargs),
                                     {name: array._data.dtype for name, array in self._arrays.items()})
        graph = self._program.graph
        shapes = {node.name: inferred.shapes.get((node, 0)) or () for node in graph.variables()}
        outputs = [inferred.shapes.get(entry) or () for entry in graph.outputs]
        if not all(map(is_known, map(inferred.shapes.get, (*((n, 0) for n in graph.variables()), *graph.outputs)))):
            raise ValueError("Insufficient argument shapes provided: the other shapes cannot be inferred from "
                             f"{kwargs}.")
        new_arguments, new_gradients = {}, {}
        for name, array in self._arguments.items():
            shape = shapes[name]
            same = shape == array.shape
            if not same and not partial_shaping and name not in kwargs:
                raise MXNetError(f"reshape: the given shapes also change the shape of {name} from {array.shape} to "
                                 f"{shape}, so it cannot be shared with this executor; pass partial_shaping=True if "
                                 "this is intended")
            new_arguments[name] = array if same else resize(name, array, shape, allow_up_sizing)
            gradient = self._gradients.get(name) if self._grad_req[name] != "null" else None
            new_gradients[name] = gradient if same or gradient is None else resize(name, gradient, shape, True)
        new_states = {name: array if shapes[name] == array.shape else resize(name, array, shapes[name], True)
                      for name, array in self._states.items()}
        arrays = {**new_arguments, **new_states}
        parameters = [name for name in self._arrays if name not in self._inputs]
        unchanged = all(arrays[name] is self._arrays[name] for name in parameters)
        executor = Executor(self._symbol, self._ctx, new_arguments, new_gradients, self._grad_req, new_states,
                        self._group2ctx, self._own_gradients, parameters, self if unchanged else None)
        executor._memory = [shared if math.prod(shape) <= shared.capacity else OutputMemory(math.prod(shape))
                        for shared, shape in zip(self._shared_memory(), outputs, strict=True)]
        executor._seen = [0] * len(outputs)
        if self._monitor is not None:
            executor.set_monitor_callback(*self._monitor)
        return executor

    # Inspection

    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call a function for every output of every node after each forward pass.

        Parameters
        ----------
        callback : callable
            Function of a name and an array.
        monitor_all : bool
            Also call it for every input of every node and, after each backward pass, for the gradients of all inputs of
            all nodes.

        Returns
        -------
        None

        Examples
        --------
        >>> executor = mx.sym.exp(mx.sym.var('x'), name='result').simple_bind(mx.cpu(), x=(2,))
        >>> executor.set_monitor_callback(lambda name, array: print(name, array.asnumpy()))
        >>> results = executor.forward(x=mx.nd.zeros(2))
        result_output [1. 1.]
        """
        self._monitor = callback, bool(monitor_all)
        self._watcher = Watcher(self._entries, self._inputs, self._program.parameters, self._call_monitor,
                                bool(monitor_all))

    def _call_monitor(self, name: str, tensor: torch.Tensor) -> None:
        assert self._monitor is not None
        self._monitor[0](name, wrap(NDArray, tensor.detach(), self._context))

    def debug_str(self) -> str:
        """Return the graph, its generated source and the memory of its inner results as text.

        Returns
        -------
        str

        Examples
        --------
        >>> executor = mx.sym.exp(mx.sym.var('x'), name='result').simple_bind(mx.cpu(), x=(2,))
        >>> 'Total 0 MB allocated' in executor.debug_str()
        True
        """
        graph = self._program.graph
        total = memory.inner_bytes(graph, self._inference(), set(self._wanted), self._program.mirror)
        return (f"{self._symbol.debug_str()}\n\n{self._program.source}\n\n"
                f"Total {total >> 20} MB allocated\nTotal 0 TempSpace resource requested\n")

    def get_optimized_symbol(self) -> Any:
        """Return the symbol with equal parts merged, unless it was bound with ``MXNET_ELIMINATE_COMMON_EXPR=0``.

        Returns
        -------
        Symbol

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> symbol = mx.sym.exp(x, name='a') + mx.sym.exp(x, name='b')
        >>> executor = symbol.simple_bind(mx.cpu(), x=(2,))
        >>> len(symbol.get_internals()), len(executor.get_optimized_symbol().get_internals())
        (4, 3)
        """
        if not self._merges_equal:
            return self._symbol
        options = PassOptions(training=False, recording=False, parameters=frozenset(),
                      device=device.torch_device(self._context))
        merged = common_subexpressions(Graph(self._symbol._outputs), options).outputs
        # Outputs must remain separate arrays.
        apart = [entry if entry not in merged[:i] else (
            Operation(find("_copy"), f"{entry[0].name}_copy{i}", {}, [entry]), 0) for i, entry in enumerate(merged)]
        return type(self._symbol)(apart)


def _check_names(names: list[str]) -> None:
    """Raise if two variables have the same name, because arrays are stored by name."""
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise MXNetError(f"bind: the symbol has several variables named {', '.join(map(repr, twice))}; use different "
                         "names, or the same variable everywhere")


concise_module(__name__)
