"""Binding of symbols to arrays, for ``bind`` and ``simple_bind``."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import torch

from .. import ndarray as nd
from .._graph import placement
from .._graph.infer import Inference, is_known
from .._graph.inline import inlined
from .._graph.ir import Graph, Operation
from .._graph.memory import differentiated
from .._runtime import device
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ..executor import Executor
from ..executor._sparse import SparseExecutor, any_sparse, gradient_types, storage_types
from ..ndarray.ndarray import NDArray


def _by_name(values: Any, names: Sequence[str], argument: str, allow_missing: bool) -> dict[str, Any]:
    """Convert a list in the order of `names`, or a dict, to a dict."""
    if values is None:
        return {}
    if isinstance(values, Mapping):
        missing = [n for n in names if n not in values]
        if missing and not allow_missing:
            raise ValueError(f"key `{missing[0]}` is missing in `{argument}`; it needs {list(names)}")
        return {n: values[n] for n in names if n in values}
    if len(values) != len(names):
        raise ValueError(f"{argument} needs one entry per argument, received {len(values)} for {list(names)}")
    return dict(zip(names, values, strict=True))


def grad_requests(grad_req: Any, names: Sequence[str]) -> dict[str, str]:
    """Return 'write', 'add' or 'null' for each argument."""
    if isinstance(grad_req, (list, tuple, Mapping)) and not grad_req and names:
        raise MXNetError(f"grad_req cannot be an empty {type(grad_req).__name__}; it needs requests for {list(names)}")
    if isinstance(grad_req, str):
        requests = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, Mapping):
        requests = {n: grad_req.get(n, "null") for n in names}
    else:
        requests = dict(zip(names, grad_req, strict=True))
    for name, request in requests.items():
        if request not in ("write", "add", "null"):
            raise ValueError(f"grad_req of {name} must be 'write', 'add' or 'null', received {request!r}")
    return requests


def _check_differentiable(graph: Graph, requests: Mapping[str, str]) -> None:
    """Raise if a gradient would flow through an operator without a gradient."""
    requested = {name for name, request in requests.items() if request != "null"}
    graph, _ = inlined(graph)
    suspects = [n for n in graph.operations() if n.op.effects.gradient_for(n.params) == "none"]
    if not requested or not suspects:
        return
    reached = differentiated(graph, requested)
    for node in suspects:
        if isinstance(node, Operation) and id(node) in reached:
            raise MXNetError(f"Operator {node.op.name} is non-differentiable because it didn't register FGradient "
                             f"attribute: no gradient flows through node {node.name} to {sorted(requested)}. Use "
                             "grad_req='null' or mx.sym.BlockGrad")


def bind(symbol: Any, ctx: Any, args: Any, args_grad: Any, grad_req: Any, aux_states: Any,
         group2ctx: Any) -> Executor:
    """Create an executor with the given arrays."""
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    arguments = _by_name(args, names, "args", False)
    for name, array in arguments.items():
        if not isinstance(array, NDArray):
            raise TypeError(f"bind takes NDArrays, in a list or in a dict by name, received {name}={type(array)}")
    if not arguments and names:
        raise ValueError(f"bind needs arrays for the arguments {names}")
    bound_states = _by_name(aux_states, states, "aux_states", False)
    if states and not bound_states:
        raise ValueError(f"bind needs arrays for the auxiliary states {states}")
    gradients = _by_name(args_grad, names, "args_grad", True)
    requests = grad_requests(grad_req, names)
    graph = symbol._graph()
    _check_differentiable(graph, {n: requests[n] for n, g in gradients.items() if g is not None})
    for name, gradient in gradients.items():
        if gradient is not None and requests[name] != "null" and gradient.shape != arguments[name].shape:
            raise MXNetError(f"bind: args_grad of {name} has shape {gradient.shape}, the argument "
                             f"{arguments[name].shape}")
    sparse = any_sparse([*arguments.values(), *gradients.values(), *bound_states.values()])
    inferred = None
    if not sparse and not group2ctx:
        arrays = {**arguments, **bound_states}
        inferred = Inference(graph, {k: a.shape for k, a in arrays.items()},
                          {k: a._data.dtype for k, a in arrays.items()}).run()
    return (SparseExecutor if sparse else Executor)(symbol, device.resolve(ctx), arguments, gradients, requests,
                                                    bound_states, group2ctx, inferred=inferred)


def simple_bind(symbol: Any, ctx: Any, grad_req: Any, type_dict: Mapping[str, Any] | None, group2ctx: Any,
                shared_exec: Executor | None, shared_buffer: dict[str, NDArray] | None,
                shapes: dict[str, Any], shared_arg_names: Sequence[str] | None = None,
                parameters: Collection[str] = (), stype_dict: Mapping[str, str] | None = None) -> Executor:
    """Create an executor with new arrays of inferred shapes. Names that are not in the symbol are ignored.

    `parameters` keep their values between runs, so predictions may cache tensors derived from them.
    """
    context = device.resolve(ctx)
    graph = symbol._graph()
    inferred = _infer(graph, shapes, type_dict or {})
    homes = placement.contexts(graph, context, group2ctx) if group2ctx else {}
    shared = _Shared(shared_exec, shared_buffer, shared_arg_names)

    stypes = storage_types(graph, stype_dict)
    gradient_stypes = gradient_types(inlined(graph)[0], stypes)

    def create_array(node: Any, is_state: bool) -> NDArray:
        home = homes.get(id(node), context)
        dtype = inferred.types.get((node, 0), torch.float32)
        return shared.array(node.name, inferred.shapes[node, 0] or (), dtype, home, is_state,
                            stypes.get(node.name, "default"))

    arguments = {n.name: create_array(n, False) for n in graph.arguments()}
    requests = grad_requests(grad_req, list(arguments))
    _check_differentiable(graph, requests)
    gradients = {
        name: None if requests[name] == "null" else shared.gradient(name, array, gradient_stypes.get(name, "default"))
        for name, array in arguments.items()}
    states = {n.name: create_array(n, True) for n in graph.auxiliary()}
    if any_sparse([*arguments.values(), *gradients.values(), *states.values()]):
        return SparseExecutor(symbol, context, arguments, gradients, requests, states, group2ctx)
    return Executor(symbol, context, arguments, gradients, requests, states, group2ctx, own_gradients=True,
                    parameters=parameters, inferred=inferred)


def _infer(graph: Any, shapes: Mapping[str, Any], type_dict: Mapping[str, Any]) -> Inference:
    """Infer all shapes and dtypes. The error lists the given shapes and the unknown variables."""
    listing = "".join(f"{name}: {shape}\n" for name, shape in shapes.items())
    known_shapes = {k: tuple(v) for k, v in shapes.items() if isinstance(v, (tuple, list))}
    try:
        inferred = Inference(graph, known_shapes, {k: dtypes.to_torch(v) for k, v in type_dict.items()}).run()
    except MXNetError as error:
        raise MXNetError(f"simple_bind error. Arguments:\n{listing}{error}") from error
    unknown = [n for n in graph.variables() if not is_known(inferred.shapes.get((n, 0)))]
    if unknown:
        names = {n.name for n in graph.variables()}
        strangers = [name for name in shapes if name not in names]
        hint = f" Not variables of the symbol: {', '.join(strangers)}." if strangers else ""
        raise MXNetError(f"simple_bind error. Arguments:\n{listing}InferShape pass cannot decide shapes for the "
                         "following arguments. Please consider providing them as inputs:\n"
                         + ", ".join(f"{n.name}: {inferred.shapes.get((n, 0))}" for n in unknown) + f".{hint}")
    return inferred


class _Shared:
    """Arrays from another executor or a buffer, reused if names and shapes match."""

    def __init__(self, executor: Executor | None, buffer: dict[str, NDArray] | None,
                 names: Sequence[str] | None) -> None:
        self._arguments = executor.arg_dict if executor is not None else {}
        self._gradients = executor.grad_dict if executor is not None else {}
        self._states = executor.aux_dict if executor is not None else {}
        self._buffer = buffer
        self._names = None if names is None else set(names)

    def _is_shared(self, name: str) -> bool:
        return self._names is None or name in self._names

    def array(self, name: str, shape: tuple[int, ...], dtype: torch.dtype, home: device.Context,
              is_state: bool, stype: str) -> NDArray:
        """Return the array of a variable."""
        existing = (self._states if is_state else self._arguments).get(name)
        if existing is not None and existing.stype == stype and (is_state or self._is_shared(name)):
            if existing.shape == shape and dtypes.to_torch(existing.dtype) is dtype:
                return existing
            if self._names is not None and not is_state:
                raise MXNetError(f"simple_bind: argument {name} of the shared executor has shape {existing.shape}, but "
                                 f"this symbol needs {shape}")
        own = is_state or self._buffer is None or (self._names is not None and name in self._names)
        if own or stype != "default":
            return _zeros(shape, dtype, home, stype)
        assert self._buffer is not None
        buffered = self._buffer.get(name)
        if (buffered is not None and buffered._data.dtype is dtype and buffered.context == home
                and _fits(shape, buffered)):
            return buffered if buffered.shape == shape else buffered.reshape((-1,))[:math.prod(shape)].reshape(shape)
        self._buffer[name] = _zeros(shape, dtype, home)
        return self._buffer[name]

    def gradient(self, name: str, array: NDArray, stype: str) -> NDArray:
        """Return the gradient array of an argument."""
        existing = self._gradients.get(name)
        if existing is not None and self._is_shared(name) and existing.shape == array.shape and existing.stype == stype:
            return existing
        return _zeros(array.shape, dtypes.to_torch(array.dtype), array.context, stype)


def _fits(shape: tuple[int, ...], buffered: NDArray) -> bool:
    return buffered.shape == shape or (math.prod(shape) <= buffered.size and buffered._data.is_contiguous())


def _zeros(shape: tuple[int, ...], dtype: torch.dtype, home: device.Context, stype: str = "default") -> NDArray:
    return nd.zeros(shape, home, dtype=dtypes.NAME_OF_TORCH[dtype], stype=stype)
