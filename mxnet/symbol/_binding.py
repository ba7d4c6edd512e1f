"""Binding symbols to arrays: the arguments of ``bind`` and ``simple_bind`` in one form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import ndarray as nd
from .._graph.infer import Inference, is_known
from .._runtime import device
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ..executor import Executor
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
        raise ValueError(f"Length of {what} does not match the number of arguments: {len(given)} for {list(names)}")
    return dict(zip(names, given, strict=True))


def grad_requests(grad_req: Any, names: Sequence[str]) -> dict[str, str]:
    """'write', 'add' or 'null' for each argument."""
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


def bind(symbol: Any, ctx: Any, args: Any, args_grad: Any, grad_req: Any, aux_states: Any,
         group2ctx: Any) -> Executor:
    """An executor over given arrays."""
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    arguments = _by_name(args, names, "args", False)
    for name, array in arguments.items():
        if not isinstance(array, NDArray):
            raise TypeError(f"Only accept list of NDArrays or dict of str to NDArray, received {name}={type(array)}")
    if not arguments and names:
        raise ValueError(f"bind needs arrays for the arguments {names}")
    bound_states = _by_name(aux_states, states, "aux_states", False)
    if states and not bound_states:
        raise ValueError(f"bind needs arrays for the auxiliary states {states}")
    return Executor(symbol, device.resolve(ctx), arguments, _by_name(args_grad, names, "args_grad", True),
                    grad_requests(grad_req, names), bound_states, group2ctx)


def simple_bind(symbol: Any, ctx: Any, grad_req: Any, type_dict: Mapping[str, Any] | None, group2ctx: Any,
                shared_exec: Executor | None, shared_buffer: dict[str, NDArray] | None,
                shapes: dict[str, Any]) -> Executor:
    """An executor over new arrays of inferred shapes."""
    context = device.resolve(ctx)
    graph = symbol._graph()
    for name in shapes:
        if name not in symbol.list_inputs():
            raise ValueError(f"simple_bind: {name} is no argument of the symbol, which has {symbol.list_inputs()}")
    types = {k: dtypes.to_torch(v) for k, v in (type_dict or {}).items()}
    found = Inference(graph, {k: tuple(v) for k, v in shapes.items()}, types).run()
    unknown = [n.name for n in graph.variables() if not is_known(found.shapes.get((n, 0)))]
    if unknown:
        raise MXNetError(f"simple_bind: cannot infer the shape of {unknown} from {shapes}")

    def context_of(node: Any) -> Any:
        group = node.attrs.get("__ctx_group__")
        return (group2ctx or {}).get(group, context)

    def made(node: Any) -> NDArray:
        shape, kind = found.shapes[node, 0], dtypes.NAME_OF_TORCH[found.types[node, 0]]
        shared = (shared_exec.arg_dict | shared_exec.aux_dict if shared_exec is not None else {}).get(node.name)
        if shared is None and shared_buffer is not None:
            shared = shared_buffer.get(node.name)
        if shared is not None and shared.shape == shape:
            return shared
        array = nd.zeros(shape, context_of(node), dtype=kind)
        if shared_buffer is not None:
            shared_buffer[node.name] = array
        return array

    arguments = {n.name: made(n) for n in graph.arguments()}
    requests = grad_requests(grad_req, list(arguments))
    gradients = {name: nd.zeros(a.shape, a.context, dtype=a.dtype) if requests[name] != "null" else None
                 for name, a in arguments.items()}
    states = {n.name: made(n) for n in graph.auxiliary()}
    return Executor(symbol, context, arguments, gradients, requests, states, group2ctx)
