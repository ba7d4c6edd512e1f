"""Executor: a symbol bound to arrays, which runs forwards and backwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from ._frontend import eager
from ._graph.infer import Inference
from ._graph.plan import CompiledGraph
from ._runtime import storage, tape
from ._runtime.error import MXNetError
from .ndarray.ndarray import NDArray


class Executor:
    """What ``Symbol.bind`` and ``Symbol.simple_bind`` return.

    Attributes
    ----------
    arg_arrays, grad_arrays, aux_arrays, outputs : list of NDArray
        In the order of ``list_arguments``, ``list_auxiliary_states`` and ``list_outputs``.
    """

    def __init__(self, symbol: Any, ctx: Any, arguments: dict[str, NDArray], gradients: dict[str, NDArray | None],
                 grad_req: dict[str, str], states: dict[str, NDArray], group2ctx: Any = None) -> None:
        self._symbol, self._ctx, self._group2ctx = symbol, ctx, group2ctx
        self._arguments, self._states = arguments, states
        self._gradients, self._grad_req = gradients, grad_req
        self.arg_arrays = list(arguments.values())
        self.grad_arrays = [gradients.get(name) for name in arguments]
        self.aux_arrays = list(states.values())
        self._outputs: list[NDArray] = []
        names = [*arguments, *states]
        self._compiled = CompiledGraph(symbol._outputs, names, lambda _: {})
        self._wanted = [n for n in arguments if grad_req.get(n, "null") != "null" and gradients.get(n) is not None]
        self._recorded: tuple[list[torch.Tensor], dict[str, torch.Tensor]] | None = None
        self._monitor: tuple[Callable[[str, NDArray], Any], bool] | None = None
        self._draws_always = bool(self._wanted) and any(
            n.op is not None and "generator" in n.op.environment and n.params.get("mode") == "always"
            for n in self._compiled.graph.nodes)

    @property
    def outputs(self) -> list[NDArray]:
        """The results; the arrays stay the same from run to run, their elements change."""
        if not self._outputs:
            values = {**self._arguments, **self._states}
            found = Inference(self._compiled.graph, {k: a.shape for k, a in values.items()},
                              {k: a._data.dtype for k, a in values.items()}).run()
            self._outputs = [eager.wrap(NDArray, torch.zeros(found.shapes[e] or (), dtype=found.types[e]), self._ctx)
                             for e in self._symbol._outputs]
        return self._outputs

    @property
    def arg_dict(self) -> dict[str, NDArray]:
        """Arguments by name."""
        return dict(self._arguments)

    @property
    def grad_dict(self) -> dict[str, NDArray | None]:
        """Gradients by name of the argument."""
        return {name: self._gradients.get(name) for name in self._arguments}

    @property
    def aux_dict(self) -> dict[str, NDArray]:
        """Auxiliary states by name."""
        return dict(self._states)

    @property
    def output_dict(self) -> dict[str, NDArray]:
        """Outputs by name."""
        return dict(zip(self._symbol.list_outputs(), self.outputs, strict=True))

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs; keyword arguments are copied into arguments first."""
        for name, value in kwargs.items():
            self._feed(name, value)
        context = self.arg_arrays[0]._ctx if self.arg_arrays else self._ctx
        # Backward must meet the same random numbers, which prediction draws only here.
        computed = self._compute(is_train or self._draws_always, is_train)
        results = computed[0]
        self._recorded = computed if is_train or self._draws_always else None
        if self._outputs:
            for output, result in zip(self._outputs, results, strict=True):
                output._data = result.detach()
        else:
            self._outputs = [eager.wrap(NDArray, r.detach(), context) for r in results]
        if self._monitor is not None:
            self._report_internals(is_train)
        return list(self._outputs)

    def _compute(self, recording: bool, training: bool) -> tuple[list[torch.Tensor], dict[str, torch.Tensor]]:
        """Results, and the leaves that gradients are wanted for."""
        leaves: dict[str, torch.Tensor] = {}
        tensors = []
        for name, array in [*self._arguments.items(), *self._states.items()]:
            tensor = array._data.detach()
            if recording and name in self._wanted and tensor.is_floating_point():
                leaves[name] = tensor.requires_grad_()
            tensors.append(tensor)
        context = self.arg_arrays[0]._ctx if self.arg_arrays else self._ctx
        before = tape.set_training(training)
        with torch.set_grad_enabled(recording):
            try:
                return list(self._compiled.run(tensors, {}, context, recording, training, self.arg_arrays)), leaves
            finally:
                tape.set_training(before)

    def _feed(self, name: str, value: Any) -> None:
        target = self._arguments.get(name)
        if target is None:
            raise TypeError(f"Unknown argument {name}; arguments are {list(self._arguments)}")
        if not isinstance(value, (NDArray, np.ndarray)):
            raise ValueError(f"only accept keyword argument of NDArrays and numpy.ndarray, received "
                             f"{name}={type(value)}")
        if value.shape != target.shape:
            raise ValueError(f"Shape not match! Argument {name}, need: {target.shape}, received: {value.shape}")
        target[:] = value

    def backward(self, out_grads: Any = None, is_train: bool = True) -> None:
        """Write gradients of the outputs, weighted by `out_grads`, to the gradient arrays."""
        if self._recorded is None:
            if not self._outputs:
                raise MXNetError("Executor.backward: call forward first")
            # After forward(is_train=False): record the same computation, in prediction mode.
            self._recorded = self._compute(True, False)
        results, leaves = self._recorded
        heads = self._head_gradients(out_grads, results)
        live = [(r, h) for r, h in zip(results, heads, strict=True) if r.requires_grad]
        names = list(leaves)
        if live and names:
            training = tape.set_training(is_train)
            try:
                found = torch.autograd.grad([r for r, _ in live], [leaves[n] for n in names], [h for _, h in live],
                                            retain_graph=True, allow_unused=True)
            except RuntimeError as error:
                raise MXNetError(f"Executor.backward: {error}") from error
            finally:
                tape.set_training(training)
        else:
            found = (None,) * len(names)
        for name, gradient in zip(names, found, strict=True):
            self._store(name, gradient)
        for name in self._wanted:
            if name not in leaves:
                self._store(name, None)

    @staticmethod
    def _head_gradients(out_grads: Any, results: list[torch.Tensor]) -> list[torch.Tensor]:
        if out_grads is None:
            return [torch.ones_like(r) for r in results]
        if isinstance(out_grads, NDArray):
            out_grads = [out_grads]
        elif isinstance(out_grads, Mapping):
            out_grads = list(out_grads.values())
        heads = [torch.ones_like(r) if g is None else g._data.detach()
                 for r, g in zip(results, out_grads, strict=False)]
        # Outputs without a gradient of their own take no part.
        return [*heads, *[torch.zeros_like(r) for r in results[len(heads):]]]

    def _store(self, name: str, gradient: torch.Tensor | None) -> None:
        target = self._gradients[name]
        assert target is not None
        memory = storage.writable(target._data)
        if self._grad_req[name] == "add":
            if gradient is not None:
                memory.add_(gradient)
        elif gradient is None:
            memory.zero_()
        else:
            memory.copy_(gradient)

    def copy_params_from(self, arg_params: dict[str, Any], aux_params: dict[str, Any] | None = None,
                         allow_extra_params: bool = False) -> None:
        """Overwrite arguments and auxiliary states by name."""
        for given, own, kind in ((arg_params, self._arguments, "arguments"),
                                 (aux_params or {}, self._states, "auxiliary states")):
            for name, value in given.items():
                if name in own:
                    own[name][:] = value.astype(own[name].dtype, copy=False) if isinstance(value, NDArray) else value
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {kind}')

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Any) -> Executor:
        """An executor for other input shapes that shares all arrays whose shapes stay the same."""
        arguments, _, states = self._symbol.infer_shape(**kwargs)
        if arguments is None:
            raise ValueError("Insufficient argument shapes provided.")
        new_arguments, new_gradients = {}, {}
        for (name, array), shape in zip(self._arguments.items(), arguments, strict=True):
            same = shape == array.shape
            if not same and not partial_shaping and name not in kwargs:
                raise AssertionError(f"Shape of unspecified array arg:{name} changed. This can cause the new executor "
                                     "to not share parameters with the old one. Please check for error in network. If "
                                     "this is intended, set partial_shaping=True to suppress this warning.")
            new_arguments[name] = array if same else _resized(array, shape, allow_up_sizing)
            gradient = self._gradients.get(name)
            new_gradients[name] = gradient if same or gradient is None else _resized(gradient, shape, True)
        new_states = {name: array if shape == array.shape else _resized(array, shape, True)
                      for (name, array), shape in zip(self._states.items(), states, strict=True)}
        return Executor(self._symbol, self._ctx, new_arguments, new_gradients, self._grad_req, new_states,
                        self._group2ctx)

    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call ``callback(name, array)`` for every output of every node after each forward."""
        self._monitor = (callback, monitor_all)

    def _report_internals(self, is_train: bool) -> None:
        assert self._monitor is not None
        callback, everything = self._monitor
        internals = self._symbol.get_internals()
        values = {**self._arguments, **self._states}
        names = internals.list_inputs()
        graph = CompiledGraph(internals._outputs, names, lambda _: {})
        context = self.arg_arrays[0]._ctx if self.arg_arrays else self._ctx
        saved = {n: a._data.clone() for n, a in self._states.items()}
        with torch.no_grad():
            results = graph.run([values[n]._data.detach() for n in names], {}, context, False, is_train)
        for name, tensor in saved.items():
            self._states[name]._data.data.copy_(tensor)
        for (node, index), tensor in zip(internals._outputs, results, strict=True):
            if node.op is not None or everything:
                callback(node.output_name(index), eager.wrap(NDArray, tensor, context))

    def debug_str(self) -> str:
        """The graph and its generated source as text."""
        return f"{self._symbol.debug_str()}\n\n{self._compiled.source}"

    def get_optimized_symbol(self) -> Any:
        """The symbol that runs."""
        return self._symbol


def _resized(array: NDArray, shape: tuple[int, ...], allow_growth: bool) -> NDArray:
    """An array of another shape, in the same memory where that is large enough."""
    size = 1
    for s in shape:
        size *= s
    if size <= array.size:
        return array.reshape((-1,))[:size].reshape(shape)
    if not allow_growth:
        raise AssertionError("New shape of arg larger than original. First making a big executor and then down sizing "
                             "it is more efficient than the reverse. If you really want to up size, set "
                             "allow_up_sizing=True to enable allocation of new arrays.")
    return eager.wrap(NDArray, torch.zeros(shape, dtype=array._data.dtype, device=array._data.device), array._ctx)
