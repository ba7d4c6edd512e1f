"""Binding symbols to arrays: the arguments of ``bind`` and ``simple_bind`` in one form."""

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


def _by_name(given: Any, names: Sequence[str], what: str, allow_missing: bool) -> dict[str, Any]:
    """A list in the order of `names` or a dict, as a dict."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        missing = [n for n in names if n not in given]
        if missing and not allow_missing:
            raise ValueError(f"key `{missing[0]}` is missing in `{what}`; it needs {list(names)}")
        return {n: given[n] for n in names if n in given}
    if len(given) != len(names):
        raise ValueError(f"{what} needs one entry per argument, received {len(given)} for {list(names)}")
    return dict(zip(names, given, strict=True))


def grad_requests(grad_req: Any, names: Sequence[str]) -> dict[str, str]:
    """'write', 'add' or 'null' for each argument."""
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
    """Raise if gradients would have to flow through an operator that has none."""
    wanted = {name for name, request in requests.items() if request != "null"}
    graph, _ = inlined(graph)
    suspects = [n for n in graph.operations() if n.op.effects.gradient_for(n.params) == "none"]
    if not wanted or not suspects:
        return
    reached = differentiated(graph, wanted)
    for node in suspects:
        if isinstance(node, Operation) and id(node) in reached:
            raise MXNetError(f"Operator {node.op.name} is non-differentiable because it didn't register FGradient "
                             f"attribute: no gradient flows through node {node.name} to {sorted(wanted)}. Use "
                             "grad_req='null' or mx.sym.BlockGrad")


def bind(symbol: Any, ctx: Any, args: Any, args_grad: Any, grad_req: Any, aux_states: Any,
         group2ctx: Any) -> Executor:
    """An executor over given arrays."""
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
    found = None
    if not sparse and not group2ctx:
        arrays = {**arguments, **bound_states}
        found = Inference(graph, {k: a.shape for k, a in arrays.items()},
                          {k: a._data.dtype for k, a in arrays.items()}).run()
    return (SparseExecutor if sparse else Executor)(symbol, device.resolve(ctx), arguments, gradients, requests,
                                                    bound_states, group2ctx, inferred=found)


def simple_bind(symbol: Any, ctx: Any, grad_req: Any, type_dict: Mapping[str, Any] | None, group2ctx: Any,
                shared_exec: Executor | None, shared_buffer: dict[str, NDArray] | None,
                shapes: dict[str, Any], shared_arg_names: Sequence[str] | None = None,
                parameters: Collection[str] = (), stype_dict: Mapping[str, str] | None = None) -> Executor:
    """An executor over new arrays of inferred shapes; names that the symbol does not have are ignored.

    `parameters` keep their values from run to run, so that prediction may derive other tensors from them.
    """
    context = device.resolve(ctx)
    graph = symbol._graph()
    found = _inferred(graph, shapes, type_dict or {})
    homes = placement.contexts(graph, context, group2ctx) if group2ctx else {}
    shared = _Shared(shared_exec, shared_buffer, shared_arg_names)

    stypes = storage_types(graph, stype_dict)
    gradient_stypes = gradient_types(inlined(graph)[0], stypes)

    def made(node: Any, is_state: bool) -> NDArray:
        home = homes.get(id(node), context)
        return shared.array(node.name, found.shapes[node, 0] or (), found.types.get((node, 0), torch.float32), home,
                            is_state, stypes.get(node.name, "default"))

    arguments = {n.name: made(n, False) for n in graph.arguments()}
    requests = grad_requests(grad_req, list(arguments))
    _check_differentiable(graph, requests)
    gradients = {
        name: None if requests[name] == "null" else shared.gradient(name, array, gradient_stypes.get(name, "default"))
        for name, array in arguments.items()}
    states = {n.name: made(n, True) for n in graph.auxiliary()}
    if any_sparse([*arguments.values(), *gradients.values(), *states.values()]):
        return SparseExecutor(symbol, context, arguments, gradients, requests, states, group2ctx)
    return Executor(symbol, context, arguments, gradients, requests, states, group2ctx, own_gradients=True,
                    parameters=parameters, inferred=found)


def _inferred(graph: Any, shapes: Mapping[str, Any], type_dict: Mapping[str, Any]) -> Inference:
    """Shapes and types of everything; raises with what was given and what stays unknown."""
    given = "".join(f"{name}: {shape}\n" for name, shape in shapes.items())
    known = {k: tuple(v) for k, v in shapes.items() if isinstance(v, (tuple, list))}
    try:
        found = Inference(graph, known, {k: dtypes.to_torch(v) for k, v in type_dict.items()}).run()
    except MXNetError as error:
        raise MXNetError(f"simple_bind error. Arguments:\n{given}{error}") from error
    unknown = [n for n in graph.variables() if not is_known(found.shapes.get((n, 0)))]
    if unknown:
        names = {n.name for n in graph.variables()}
        strangers = [name for name in shapes if name not in names]
        hint = f" Not variables of the symbol: {', '.join(strangers)}." if strangers else ""
        raise MXNetError(f"simple_bind error. Arguments:\n{given}InferShape pass cannot decide shapes for the "
                         "following arguments. Please consider providing them as inputs:\n"
                         + ", ".join(f"{n.name}: {found.shapes.get((n, 0))}" for n in unknown) + f".{hint}")
    return found


class _Shared:
    """Arrays taken over from another executor or a buffer, where names and shapes agree."""

    def __init__(self, executor: Executor | None, buffer: dict[str, NDArray] | None,
                 names: Sequence[str] | None) -> None:
        self._arguments = executor.arg_dict if executor is not None else {}
        self._gradients = executor.grad_dict if executor is not None else {}
        self._states = executor.aux_dict if executor is not None else {}
        self._buffer = buffer
        self._names = None if names is None else set(names)

    def _listed(self, name: str) -> bool:
        return self._names is None or name in self._names

    def array(self, name: str, shape: tuple[int, ...], kind: torch.dtype, home: device.Context,
              is_state: bool, stype: str) -> NDArray:
        """The array of a variable."""
        known = (self._states if is_state else self._arguments).get(name)
        if known is not None and known.stype == stype and (is_state or self._listed(name)):
            if known.shape == shape and dtypes.to_torch(known.dtype) is kind:
                return known
            if self._names is not None and not is_state:
                raise MXNetError(f"simple_bind: argument {name} of the shared executor has shape {known.shape}, this "
                                 f"symbol needs {shape}")
        own = is_state or self._buffer is None or (self._names is not None and name in self._names)
        if own or stype != "default":
            return _zeros(shape, kind, home, stype)
        assert self._buffer is not None
        kept = self._buffer.get(name)
        if kept is not None and kept._data.dtype is kind and kept.context == home and _fits(shape, kept):
            return kept if kept.shape == shape else kept.reshape((-1,))[:math.prod(shape)].reshape(shape)
        self._buffer[name] = _zeros(shape, kind, home)
        return self._buffer[name]

    def gradient(self, name: str, array: NDArray, stype: str) -> NDArray:
        """The gradient array of an argument."""
        known = self._gradients.get(name)
        if known is not None and self._listed(name) and known.shape == array.shape and known.stype == stype:
            return known
        return _zeros(array.shape, dtypes.to_torch(array.dtype), array.context, stype)


def _fits(shape: tuple[int, ...], kept: NDArray) -> bool:
    return kept.shape == shape or (math.prod(shape) <= kept.size and kept._data.is_contiguous())


def _zeros(shape: tuple[int, ...], kind: torch.dtype, home: device.Context, stype: str = "default") -> NDArray:
    return nd.zeros(shape, home, dtype=dtypes.NAME_OF_TORCH[kind], stype=stype)
