"""Blocks as modules of torch."""

from __future__ import annotations

import contextlib
import copy
import functools
import operator
from collections.abc import Iterator
from typing import Any

import torch
from torch.utils._python_dispatch import _disable_current_modes

from ... import symbol
from ..._frontend.results import wrap
from ..._graph.parameters import ParameterSet
from ..._graph.trace import trace
from ..._runtime.autograd import tape
from ..._runtime.device import Context
from ..._runtime.overrides import is_own
from ..._runtime.structure import flatten, regroup
from ...base import MXNetError
from ...ndarray import NDArray, from_torch
from ...ndarray._torch import context_of
from .._block_program import BlockProgram
from ..block import Block, HybridBlock, SymbolBlock
from ..parameter import Constant, Parameter
from ._block import TorchBlock
from ._parameters import memory_of, share

_Slot = tuple[Parameter, torch.nn.Module, str]


def as_torch(block: Block) -> torch.nn.Module:
    """See `Block.as_torch`."""
    tape.let_torch_record()
    return block.module if isinstance(block, TorchBlock) else GluonModule(block)


class GluonModule(torch.nn.Module):
    """A block as a module of torch, with the same parameters in the same memory; ``Block.as_torch`` makes it.

    Names in ``state_dict`` are those of ``save_parameters``. What is not trained by nature (moving statistics,
    constants) is a buffer; parameters with ``grad_req='null'`` do not require a gradient. Gradients go to torch's
    ``grad``, not to the block's. ``train()`` and ``eval()`` of the module that is called decide for all blocks below.
    ``to()``, ``half()`` and the like move the block too, whose gradient arrays are then new ones.

    A hybridized block runs compiled, others operator by operator. ``torch.compile`` and ``torch.export`` take what a
    hybrid block would compile, hybridized or not, for the sizes they meet.

    Torch's gradient mode, which ``import mxnet`` turns off, is on outside ``autograd.record()`` from the first such
    module or parameter of torch on, as training loops of torch need it.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> module = net.as_torch()
    >>> list(module.state_dict())
    ['weight', 'bias']
    >>> optimizer = torch.optim.SGD(module.parameters(), lr=0.5)
    >>> module(torch.ones(1, 2)).sum().backward()
    >>> optimizer.step()
    >>> net.weight.data().asnumpy()
    array([[0.5, 0.5]], dtype=float32)
    """

    def __init__(self, block: Block, known: dict[int, Any] | None = None) -> None:
        super().__init__()
        self._gluon_block = block
        known = {} if known is None else known  # what has been made for blocks and parameters that are there twice
        for name, child in block._children.items():
            if id(child) not in known:
                known[id(child)] = child.module if isinstance(child, TorchBlock) else GluonModule(child, known)
            _register(self, name, known[id(child)])
        for path, parameter in block._collect_params_with_prefix().items():
            if path.partition(".")[0] not in block._children:
                if id(parameter) not in known:
                    known[id(parameter)] = _tensor_for(block, parameter)
                _register(self, path, known[id(parameter)])
        self.register_load_state_dict_post_hook(_share_all)

    def _get_name(self) -> str:
        return type(self._gluon_block).__name__

    @functools.cached_property
    def _slots(self) -> list[_Slot]:
        """Each parameter of the block, and the module and name that its tensor has here."""
        found = []
        for path, parameter in self._gluon_block._collect_params_with_prefix().items():
            way, _, name = path.rpartition(".")
            found.append((parameter, self.get_submodule(way), name))
        return found

    def _apply(self, fn: Any, recurse: bool = True) -> Any:
        result = super()._apply(fn, recurse)
        _share_all(self)
        return result

    def __deepcopy__(self, memo: dict[int, Any]) -> GluonModule:
        duplicate = GluonModule(copy.deepcopy(self._gluon_block, memo)).train(self.training)
        for (_, mine, name), (_, theirs, _) in zip(self._slots, duplicate._slots, strict=True):
            getattr(theirs, name).requires_grad_(getattr(mine, name).requires_grad)
        return duplicate

    # Running

    def forward(self, *args: Any) -> Any:
        """Run the block on tensors, in nested lists if need be."""
        if torch.compiler.is_compiling():
            return self._run_traced(args)
        block = self._gluon_block
        with tape.RecordingScope(torch.is_grad_enabled(), self.training):
            program = self._program(args) if isinstance(block, HybridBlock) and self._runs_compiled(block) else None
            return self._run_operators(args) if program is None else self._run_program(program, args)

    @staticmethod
    def _runs_compiled(block: HybridBlock) -> bool:
        return ((block._active or isinstance(block, SymbolBlock)) and block._hook is None
                and not block._forward_hooks and not block._forward_pre_hooks
                and is_own(type(block), ("forward", "__call__")))

    def _program(self, args: Any) -> BlockProgram | None:
        """The program of the block; None if parameters of a user's class say what their values are."""
        block: Any = self._gluon_block
        program = block._program or block._compile(_as_arrays(args))
        return None if program.asked else program

    def _parameter_set(self, device: Any) -> tuple[ParameterSet, Context]:
        """The module's tensors as parameters of a program, and their context.

        That of inputs on `device`, if the block has no parameters.
        """
        slots = self._slots
        context = slots[0][0].list_ctx()[0] if slots else context_of(torch.empty(0, device=device))
        return ParameterSet({parameter.name: wrap(NDArray, getattr(holder, name), context)
                             for parameter, holder, name in slots}), context

    def _run_program(self, program: BlockProgram, args: Any) -> Any:
        tensors = program.traced.flat(args, torch.Tensor)
        parameters, context = self._parameter_set(tensors[0].device)
        # The function for recording also where nothing is recorded: the others keep what they derive from parameters,
        # which is stale at once in memory that torch may write.
        return program.traced.nested(list(program.run(tensors, context, True, self.training, parameters)))

    def _run_operators(self, args: Any) -> Any:
        with self._in_place_of_values():
            results = self._gluon_block(*_as_arrays(args))
        flat, form = flatten(results, NDArray, "results of a module", True)
        return regroup([None if array is None else array._data for array in flat], form)

    @contextlib.contextmanager
    def _in_place_of_values(self) -> Iterator[None]:
        """Let the parameters of the block be the module's tensors, whose gradients are torch's."""
        kept = [(parameter, parameter._data) for parameter, _, _ in self._slots]
        try:
            for parameter, holder, name in self._slots:
                array = from_torch(getattr(holder, name))
                array._ctx = parameter.list_ctx()[0]
                parameter._data = [array]
            yield
        finally:
            for parameter, data in kept:
                parameter._data = data

    # Tracing

    def _run_traced(self, args: Any) -> Any:
        """What ``torch.compile`` and ``torch.export`` see: the generated function alone."""
        flat, form = flatten(args, torch.Tensor, "inputs of a module", True)
        facts = [None if t is None else ([operator.index(size) for size in t.shape], t.dtype) for t in flat]
        function, traced = getattr(self, self._function_for(facts, form, str(flat[0].device), self.training))
        given = {parameter.name: getattr(holder, name) for parameter, holder, name in self._slots}
        results = function.code(*[t for t in flat if t is not None], *[given[name] for name in function.direct],
                                training=self.training, device=function.device)
        return traced.nested(list(results))

    def _function_for(self, inputs: list[Any], form: Any, device: str, training: bool) -> str:
        """The attribute of this module that has function and graph for inputs of these shapes and types.

        The tracers take this name as a constant: the function is found by running Python, on tensors without memory.
        """
        block = self._gluon_block
        if not isinstance(block, HybridBlock):
            raise MXNetError("torch.compile and torch.export take HybridBlocks, which have a graph; received a "
                             f"{type(block).__name__}")
        with _disable_current_modes(), tape.RecordingScope(False, training):
            flat = [None if given is None else torch.empty(given[0], dtype=given[1], device="meta") for given in inputs]
            tensors = [tensor for tensor in flat if tensor is not None]
            parameters, context = self._parameter_set(device)
            nested = regroup([None if t is None else wrap(NDArray, t, context) for t in flat], form)
            program = _program_of(self, block, tuple(nested), form)
            function = program.function_for(tensors, context, True, training, parameters)
        name = f"_gluon_function_{id(function)}"
        setattr(self, name, (function, program.traced))
        return name

    # What `torch.compiler.assume_constant_result` does, without loading the compiler for two seconds.
    _function_for._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _as_arrays(args: Any) -> tuple[Any, ...]:
    flat, form = flatten(args, torch.Tensor, "inputs of a module", True)
    return tuple(regroup([None if tensor is None else from_torch(tensor.contiguous()) for tensor in flat], form))


def _tensor_for(block: Block, parameter: Parameter) -> torch.Tensor:
    """The module's tensor over the memory of a parameter: what torch trains, or a buffer."""
    memory = memory_of(parameter)
    states = block._own.result.list_auxiliary_states() if isinstance(block, SymbolBlock) else ()
    if not parameter._differentiable or isinstance(parameter, Constant) or parameter.name in states:
        return memory
    return torch.nn.Parameter(memory, parameter.grad_req != "null" and memory.is_floating_point())


def _register(module: Any, path: str, value: Any) -> None:
    *way, name = path.split(".")
    for part in way:
        if part not in module._modules:
            _register(module, part, torch.nn.Module())
        module = module._modules[part]
    try:
        if isinstance(value, torch.nn.Module):
            module.add_module(name, value)
        elif isinstance(value, torch.nn.Parameter):
            module.register_parameter(name, value)
        else:
            module.register_buffer(name, value)
    except KeyError as error:
        raise MXNetError(f"as_torch: a module of torch cannot have {path!r} as the name of a child or parameter "
                         f"({error.args[0]})") from error


def _share_all(module: Any, *_: Any) -> None:
    for parameter, holder, name in module._slots:
        share(parameter, getattr(holder, name))


def _program_of(module: GluonModule, block: HybridBlock, args: tuple[Any, ...], form: Any) -> BlockProgram:
    """The program of a call of the block with inputs nested as `form` says."""
    if type(block).__call__ is HybridBlock.__call__:
        return block._program or block._compile(args)
    # The class prepares inputs in its __call__, as recurrent layers do with states: that is part of the graph.
    programs = module.__dict__.setdefault("_gluon_programs", {})
    if str(form) not in programs:
        traced = trace(block, args, NDArray, symbol)
        programs[str(form)] = BlockProgram(traced, block._parameters_by_use(traced), False, 2)
    found: BlockProgram = programs[str(form)]
    return found
