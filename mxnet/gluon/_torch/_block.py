"""Modules of torch as blocks."""

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
    """A module of torch as a block: one operator of graphs, so that hybridized networks around it stay compiled.

    Its parameters and persistent buffers are parameters of the block in the same memory, under the module's names in
    files. Their gradients are the block's, by ``grad_req``, and the module's own ``grad`` is left alone. The module is
    in training mode where autograd is. Move and cast the block rather than the module.

    Parameters
    ----------
    module : torch.nn.Module
        Takes tensors by position.
    outputs : int
        How many tensors it returns.

    Examples
    --------
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
        # Wherever the module has a parameter, which may be in several places.
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
        """The operator for so many inputs, and its function on arrays."""
        if count not in self._operators:

            def lower(*tensors: torch.Tensor, training: bool = False) -> Any:
                return self._run(tensors[:count], tensors[count:], training)

            names = *(f"data{i}" for i in range(count)), *self._trained
            op = OpDef("TorchModule", lower, names, {}, {}, "Run a module of torch.", outputs=self._outputs,
                       environment=frozenset({"training"}), effects=Effects(pure=False, cheap=False),
                       precision=FULL)
            self._operators[count] = op, eager.make(op, NDArray)
        return self._operators[count]

    def _run(self, inputs: tuple[torch.Tensor, ...], given: tuple[torch.Tensor, ...], training: bool) -> Any:
        values = {path: tensor if parameter.tensor.ndim else tensor.reshape(())
                  for (path, parameter), tensor in zip(self._trained.items(), given, strict=True)}
        if inputs[0].is_meta:
            return self._checked(self._described(inputs, values))
        for parameter, holder, name in self._places:
            if not parameter.is_shared(getattr(holder, name)):  # type: ignore[attr-defined]
                raise MXNetError(f"the module of {self.name} has other memory for {name!r} than its block, after to() "
                                 "or an assignment; call reset_ctx or cast of the block instead, or make another "
                                 "TorchBlock")
        if self.module.training is not training:
            self.module.train(training)
        with self._in_place_of_parameters(values):
            results = self._checked(self.module(*inputs))
        # Results of operators never share memory with their inputs or with each other.
        memories = [tensor.untyped_storage() for tensor in (*inputs, *given)]
        apart = []
        for part in results if isinstance(results, tuple) else (results,):
            if any(part.untyped_storage() is memory for memory in memories):
                part = part.clone()
            memories.append(part.untyped_storage())
            apart.append(part)
        return tuple(apart) if isinstance(results, tuple) else apart[0]

    @contextlib.contextmanager
    def _in_place_of_parameters(self, values: dict[str, torch.Tensor]) -> Iterator[None]:
        """Let the module compute with these tensors; a third of the time of torch's ``functional_call``."""
        kept = [(holder._parameters, name, holder._parameters[name]) for _, holder, name in self._uses]
        try:
            for path, holder, name in self._uses:
                holder._parameters[name] = values[path]  # type: ignore[assignment]
            yield
        finally:
            for holding, name, tensor in kept:
                holding[name] = tensor

    def _checked(self, results: Any) -> Any:
        parts = tuple(results) if isinstance(results, (list, tuple)) else (results,)
        if len(parts) != self._outputs or not all(isinstance(part, torch.Tensor) for part in parts):
            raise MXNetError(f"{type(self.module).__name__} of {self.name} must return {self._outputs} tensor(s), as "
                             f"TorchBlock's outputs says, received {[type(part).__name__ for part in parts]}")
        return parts if len(parts) > 1 else parts[0]

    def _described(self, inputs: tuple[torch.Tensor, ...], values: dict[str, torch.Tensor]) -> Any:
        """Results without memory; modules that need some are run once on zeros."""
        states = dict(self.module.named_buffers())
        try:
            empty = {name: torch.empty_like(state, device="meta") for name, state in states.items()}
            return torch.func.functional_call(self.module, {**values, **empty}, inputs)
        except (RuntimeError, NotImplementedError, ValueError, TypeError):
            place = next((t.device for t in self.module.parameters()), torch.device("cpu"))
            zeros = [torch.zeros_like(t, device=place) for t in inputs]
            copies = {name: state.clone() for name, state in states.items()}
            with torch.random.fork_rng(), torch.no_grad():
                found = torch.func.functional_call(self.module, copies, tuple(zeros))
            parts = found if isinstance(found, (list, tuple)) else [found]
            return [part.to("meta") for part in parts]


TorchBlock.__module__ = "mxnet.gluon.contrib.nn"
