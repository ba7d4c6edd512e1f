"""Torch modules as blocks."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import torch

from ..._frontend import eager
from ..._graph.ir import Operation
from ..._ops.facts import FULL, Effects
from ..._ops.opdef import OpDef
from ...base import MXNetError
from ...ndarray import NDArray
from ...symbol.symbol import Symbol
from ..block import HybridBlock
from ._parameters import TorchParameter


class TorchBlock(HybridBlock):
    """A torch module as a block. It is one graph operator, so networks that contain it can be hybridized.

    Parameters and persistent buffers of the module become parameters of the block and share its memory. Files use
    the module's names. Gradients are stored in the block according to ``grad_req``; the module's ``grad`` is not used.
    The module is in training mode if autograd is. To move or cast the module, move or cast the block.

    Parameters
    ----------
    module : torch.nn.Module
        Module that takes tensors as positional arguments.
    outputs : int
        Number of tensors that the module returns.

    Examples
    --------
    >>> import torch
    >>> block = mx.gluon.contrib.nn.TorchBlock(torch.nn.Linear(2, 1), prefix="linear_")
    >>> list(block.collect_params())
    ['linear_weight', 'linear_bias']
    >>> block(mx.nd.ones((4, 2))).shape
    (4, 1)
    """

    def __init__(self, module: torch.nn.Module, outputs: int = 1, prefix: str | None = None,
                 params: Any = None) -> None:
        if not isinstance(module, torch.nn.Module):
            raise MXNetError(f"TorchBlock takes a torch.nn.Module, received {type(module).__name__}")
        super().__init__(prefix, params)
        self.module, self._outputs = module, outputs
        self._operators: dict[int, tuple[OpDef, Any]] = {}
        saved = module.state_dict(keep_vars=True)
        for path, tensor in (*module.named_parameters(), *module.named_buffers()):
            if path in saved:
                self._reg_params[path] = self._parameter(path, tensor)
        self._trained: dict[str, Any] = {path: p for path, p in self._reg_params.items() if p._differentiable}
        places = [(parameter, *path.rpartition(".")[::2]) for path, parameter in self._reg_params.items()]
        self._places = [(parameter, module.get_submodule(way), name) for parameter, way, name in places]
        # All locations of each parameter in the module. Shared parameters have several.
        path_of = {id(parameter.tensor): path for path, parameter in self._trained.items()}
        self._uses = [(path_of[id(tensor)], holder, name) for holder in module.modules()
                      for name, tensor in holder._parameters.items() if tensor is not None]

    def _parameter(self, path: str, tensor: torch.Tensor) -> TorchParameter:
        name = self.prefix + path.replace(".", "_")
        if name in self.params:
            name = self.prefix + path  # layers 'a.b' and 'a_b'
        parameter = self.params._params[name] = TorchParameter(name, tensor)
        return parameter

    def __repr__(self) -> str:
        return f"TorchBlock(\n  {self.module!r}\n)".replace("\n", "\n  ")

    def __deepcopy__(self, memo: dict[int, Any]) -> TorchBlock:
        duplicate = memo[id(self)] = TorchBlock(copy.deepcopy(self.module, memo), self._outputs, self.prefix)
        for path, parameter in self._reg_params.items():
            duplicate._reg_params[path].grad_req = parameter.grad_req
        return duplicate

    # Running

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **parameters: Any) -> Any:
        op, call = self._operator(1 + len(args))
        inputs = [x, *args, *(parameters[path] for path in self._trained)]
        if not isinstance(x, Symbol):
            return call(*inputs)
        node = Operation(op, f"{self.name}_fwd", {}, [entry._outputs[0] for entry in inputs])
        return Symbol([(node, index) for index in range(self._outputs)])

    def _operator(self, count: int) -> tuple[OpDef, Any]:
        """Return the operator for `count` inputs and its function on arrays."""
        if count not in self._operators:

            def lower(*tensors: torch.Tensor, training: bool = False) -> Any:
                return self._run(tensors[:count], tensors[count:], training)

            names = *(f"data{i}" for i in range(count)), *self._trained
            op = OpDef("TorchModule", lower, names, {}, {}, "Run a torch module.", outputs=self._outputs,
                       environment=frozenset({"training"}), effects=Effects(pure=False, cheap=False),
                       precision=FULL)
            self._operators[count] = op, eager.make(op, NDArray)
        return self._operators[count]

    def _run(self, inputs: tuple[torch.Tensor, ...], parameters: tuple[torch.Tensor, ...], training: bool) -> Any:
        values = {path: tensor if parameter.tensor.ndim else tensor.reshape(())
                  for (path, parameter), tensor in zip(self._trained.items(), parameters, strict=True)}
        if inputs[0].is_meta:
            return self._check_results(self._infer_results(inputs, values))
        for parameter, holder, name in self._places:
            if not parameter.is_shared(getattr(holder, name)):  # type: ignore[attr-defined]
                raise MXNetError(f"{name!r} in the module of {self.name} no longer shares memory with the block, after "
                                 "to() or an assignment; call reset_ctx or cast on the block instead, or create a new "
                                 "TorchBlock")
        if self.module.training is not training:
            self.module.train(training)
        with self._replace_parameters(values):
            results = self._check_results(self.module(*inputs))
        # Results of operators must not share memory with inputs or with each other.
        memories = [tensor.untyped_storage() for tensor in (*inputs, *parameters)]
        apart = []
        for part in results if isinstance(results, tuple) else (results,):
            if any(part.untyped_storage() is memory for memory in memories):
                part = part.clone()
            memories.append(part.untyped_storage())
            apart.append(part)
        return tuple(apart) if isinstance(results, tuple) else apart[0]

    @contextlib.contextmanager
    def _replace_parameters(self, values: dict[str, torch.Tensor]) -> Iterator[None]:
        """Run the module with these tensors. This takes a third of the time of torch's ``functional_call``."""
        saved = [(holder._parameters, name, holder._parameters[name]) for _, holder, name in self._uses]
        try:
            for path, holder, name in self._uses:
                holder._parameters[name] = values[path]  # type: ignore[assignment]
            yield
        finally:
            for holding, name, tensor in saved:
                holding[name] = tensor

    def _check_results(self, results: Any) -> Any:
        parts = tuple(results) if isinstance(results, (list, tuple)) else (results,)
        if len(parts) != self._outputs or not all(isinstance(part, torch.Tensor) for part in parts):
            raise MXNetError(f"{type(self.module).__name__} of {self.name} must return outputs={self._outputs} "
                             f"tensor(s), received {[type(part).__name__ for part in parts]}")
        return parts if len(parts) > 1 else parts[0]

    def _infer_results(self, inputs: tuple[torch.Tensor, ...], values: dict[str, torch.Tensor]) -> Any:
        """Compute results on the meta device. Modules that do not support it run once with zeros."""
        states = dict(self.module.named_buffers())
        try:
            empty = {name: torch.empty_like(state, device="meta") for name, state in states.items()}
            return torch.func.functional_call(self.module, {**values, **empty}, inputs)
        except (RuntimeError, NotImplementedError, ValueError, TypeError):
            place = next((t.device for t in self.module.parameters()), torch.device("cpu"))
            zeros = [torch.zeros_like(t, device=place) for t in inputs]
            copies = {name: state.clone() for name, state in states.items()}
            with torch.random.fork_rng(), torch.no_grad():
                results = torch.func.functional_call(self.module, copies, tuple(zeros))
            parts = results if isinstance(results, (list, tuple)) else [results]
            return [part.to("meta") for part in parts]


TorchBlock.__module__ = "mxnet.gluon.contrib.nn"
