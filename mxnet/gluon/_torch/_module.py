"""Blocks as torch modules."""

from __future__ import annotations

import contextlib
import copy
import functools
import operator
from collections.abc import Iterator
from typing import Any

import torch

from ... import symbol
from ..._frontend.results import wrap
from ..._graph.parameters import ParameterSet
from ..._graph.trace import trace
from ..._runtime import torch_private
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
    """A block as a torch module that shares the memory of its parameters. ``Block.as_torch`` creates it.

    Names in ``state_dict`` are the names of ``save_parameters``. Values that are never trained, such as moving
    statistics and constants, become buffers. Parameters with ``grad_req='null'`` do not require a gradient. Gradients
    are written to torch's ``grad``, not to the block's gradient arrays. ``train()`` and ``eval()`` of the called module
    apply to all blocks below it. ``to()``, ``half()`` and similar methods also move the block and create new gradient
    arrays.

    A hybridized block runs compiled, other blocks run eagerly. ``torch.compile`` and ``torch.export`` use the graph of
    the block, hybridized or not, for the sizes of the inputs.

    ``import mxnet`` turns off torch's gradient mode. Creating the first such module, or the first torch parameter,
    turns it on outside ``autograd.record()``, because torch's training loops need it.

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

    def __init__(self, block: Block, converted: dict[int, Any] | None = None) -> None:
        super().__init__()
        self._gluon_block = block
        converted = {} if converted is None else converted  # modules and tensors of shared blocks and parameters
        for name, child in block._children.items():
            if id(child) not in converted:
                converted[id(child)] = child.module if isinstance(child, TorchBlock) else GluonModule(child, converted)
            _register(self, name, converted[id(child)])
        for path, parameter in block._collect_params_with_prefix().items():
            if path.partition(".")[0] not in block._children:
                if id(parameter) not in converted:
                    converted[id(parameter)] = _tensor_for(block, parameter)
                _register(self, path, converted[id(parameter)])
        self.register_load_state_dict_post_hook(_share_all)

    def _get_name(self) -> str:
        return type(self._gluon_block).__name__

    @functools.cached_property
    def _slots(self) -> list[_Slot]:
        """Each parameter of the block, with the module and the name of its tensor."""
        slots = []
        for path, parameter in self._gluon_block._collect_params_with_prefix().items():
            way, _, name = path.rpartition(".")
            slots.append((parameter, self.get_submodule(way), name))
        return slots

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
        """Run the block on tensors or nested lists of tensors."""
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
        """Return the program of the block, or None if a parameter class overrides `data`."""
        block: Any = self._gluon_block
        program = block._program or block._compile(_as_arrays(args))
        return None if program.overridden else program

    def _parameter_set(self, device: Any) -> tuple[ParameterSet, Context]:
        """Return the module's tensors as parameters of a program, and their context.

        A block without parameters uses the context of `device`.
        """
        slots = self._slots
        context = slots[0][0].list_ctx()[0] if slots else context_of(torch.empty(0, device=device))
        return ParameterSet({parameter.name: wrap(NDArray, getattr(holder, name), context)
                             for parameter, holder, name in slots}), context

    def _run_program(self, program: BlockProgram, args: Any) -> Any:
        tensors = program.traced.flat(args, torch.Tensor)
        parameters, context = self._parameter_set(tensors[0].device)
        # Always use the recording function. The other functions cache values derived from parameters, and torch may
        # overwrite these parameters at any time.
        return program.traced.nested(list(program.run(tensors, context, True, self.training, parameters)))

    def _run_operators(self, args: Any) -> Any:
        with self._replace_values():
            results = self._gluon_block(*_as_arrays(args))
        flat, form = flatten(results, NDArray, "results of a module", True)
        return regroup([None if array is None else array._data for array in flat], form)

    @contextlib.contextmanager
    def _replace_values(self) -> Iterator[None]:
        """Use the module's tensors as parameters of the block, so that torch computes their gradients."""
        saved = [(parameter, parameter._data) for parameter, _, _ in self._slots]
        try:
            for parameter, holder, name in self._slots:
                array = from_torch(getattr(holder, name))
                array._ctx = parameter.list_ctx()[0]
                parameter._data = [array]
            yield
        finally:
            for parameter, data in saved:
                parameter._data = data

    # Tracing

    def _run_traced(self, args: Any) -> Any:
        """Run only the generated function, for ``torch.compile`` and ``torch.export``."""
        flat, form = flatten(args, torch.Tensor, "inputs of a module", True)
        facts = [None if t is None else ([operator.index(size) for size in t.shape], t.dtype) for t in flat]
        function, traced = getattr(self, self._function_for(facts, form, str(flat[0].device), self.training))
        parameters = {parameter.name: getattr(holder, name) for parameter, holder, name in self._slots}
        results = function.code(*[t for t in flat if t is not None], *[parameters[name] for name in function.direct],
                                training=self.training, device=function.device)
        return traced.nested(list(results))

    def _function_for(self, inputs: list[Any], form: Any, device: str, training: bool) -> str:
        """Return the name of the attribute with the function and graph for inputs of these shapes and dtypes.

        Tracers treat this name as a constant. Python code finds the function with tensors on the meta device.
        """
        block = self._gluon_block
        if not isinstance(block, HybridBlock):
            raise MXNetError("torch.compile and torch.export only support HybridBlocks, because other blocks have no "
                             f"graph; received a {type(block).__name__}")

        def compile_block() -> tuple[Any, Any]:
            with tape.RecordingScope(False, training):
                flat = [None if spec is None else torch.empty(spec[0], dtype=spec[1], device="meta") for spec in inputs]
                tensors = [tensor for tensor in flat if tensor is not None]
                parameters, context = self._parameter_set(device)
                nested = regroup([None if t is None else wrap(NDArray, t, context) for t in flat], form)
                program = _program_of(self, block, tuple(nested), form)
                return program.function_for(tensors, context, True, training, parameters), program.traced

        function, traced = torch_private.without_modes(compile_block)
        name = f"_gluon_function_{id(function)}"
        setattr(self, name, (function, traced))
        return name

    # Equivalent to `torch.compiler.assume_constant_result`, which takes two seconds to load the compiler.
    _function_for._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _as_arrays(args: Any) -> tuple[Any, ...]:
    flat, form = flatten(args, torch.Tensor, "inputs of a module", True)
    return tuple(regroup([None if tensor is None else from_torch(tensor.contiguous()) for tensor in flat], form))


def _tensor_for(block: Block, parameter: Parameter) -> torch.Tensor:
    """Return a trainable tensor or a buffer that shares the memory of a parameter."""
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
        raise MXNetError(f"as_torch: a torch module cannot have a child or parameter with the name {path!r} "
                         f"({error.args[0]})") from error


def _share_all(module: Any, *_: Any) -> None:
    for parameter, holder, name in module._slots:
        share(parameter, getattr(holder, name))


def _program_of(module: GluonModule, block: HybridBlock, args: tuple[Any, ...], form: Any) -> BlockProgram:
    """Return the program of the block for inputs nested as in `form`."""
    if type(block).__call__ is HybridBlock.__call__:
        return block._program or block._compile(args)
    # The class prepares inputs in __call__, such as the states of recurrent layers. This is part of the graph.
    programs = module.__dict__.setdefault("_gluon_programs", {})
    if str(form) not in programs:
        traced = trace(block, args, NDArray, symbol)
        programs[str(form)] = BlockProgram(traced, block._parameters_by_use(traced), False, 2)
    program: BlockProgram = programs[str(form)]
    return program
