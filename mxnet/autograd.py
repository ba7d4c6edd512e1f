"""Automatic differentiation: record computations, then run them backwards."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import torch

from ._frontend import sparse as dispatch
from ._frontend.results import put_on_tape, wrap
from ._ops.graph_nodes import custom_function_of
from ._runtime.autograd import backward_pass, tape
from ._runtime.autograd.attach import attach
from ._runtime.autograd.integer_grad import converted, differentiable
from ._runtime.autograd.moving_gradients import ByMovingStatistics
from ._runtime.error import MXNetError
from ._runtime.storage.sparse import SparseMark, dense, stored
from ._runtime.tracebacks import concise_module
from .ndarray.ndarray import NDArray

_RECORD_TRAINING = tape.RecordingScope(True, True)


def set_recording(is_recording: bool) -> bool:
    """Switch recording for this thread; returns the previous state."""
    return tape.set_recording(bool(is_recording))


def set_training(train_mode: bool) -> bool:
    """Switch training behaviour for this thread; returns the previous state."""
    return tape.set_training(bool(train_mode))


def is_recording() -> bool:
    """Whether operators are being recorded."""
    return tape.state.recording


def is_training() -> bool:
    """Whether operators such as Dropout behave as in training."""
    return tape.state.training


def record(train_mode: bool = True) -> tape.RecordingScope:
    """Record operators in this ``with`` block.

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad.asscalar()
    4.0
    """
    return _RECORD_TRAINING if train_mode is True else tape.RecordingScope(True, train_mode)


def pause(train_mode: bool = False) -> tape.RecordingScope:
    """Do not record in this ``with`` block."""
    return tape.RecordingScope(False, train_mode)


def train_mode() -> tape.RecordingScope:
    """Behave as in training in this ``with`` block, without recording."""
    return tape.RecordingScope(None, True)


def predict_mode() -> tape.RecordingScope:
    """Behave as in prediction in this ``with`` block, without pausing a recording."""
    return tape.RecordingScope(None, False)


def _listed(values: Any) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]


def mark_variables(variables: Any, gradients: Any, grad_reqs: Any = "write") -> None:
    """Make arrays leaves whose gradients are written to the given arrays."""
    arrays, grads = _listed(variables), _listed(gradients)
    reqs = [grad_reqs] * len(arrays) if isinstance(grad_reqs, str) else list(grad_reqs)
    for array, grad, req in zip(arrays, grads, reqs, strict=True):
        attach(array, grad, req)


def _head_grads(heads: Sequence[NDArray], given: Any) -> list[NDArray | None]:
    if given is None:
        return [None] * len(heads)
    grads = _listed(given)
    if len(grads) != len(heads):
        raise MXNetError(f"backward: {len(heads)} heads need as many head gradients, received {len(grads)}")
    return grads


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Write gradients of `heads` to all attached arrays they depend on."""
    arrays = _listed(heads)
    backward_pass.run(arrays, _head_grads(arrays, head_grads), retain_graph, train_mode)


def grad(heads: Any, variables: Any, head_grads: Any = None, retain_graph: bool | None = None,
         create_graph: bool = False, train_mode: bool = True) -> Any:
    """A list of gradients of `heads` with respect to `variables`, returned instead of written.

    With `create_graph` they can themselves be differentiated.
    """
    arrays, inputs = ([backward_pass.dense_view(a) if isinstance(a, SparseMark) else a for a in _listed(given)]
                      for given in (heads, variables))
    backward_pass.check_heads(arrays)
    retain = create_graph if retain_graph is None else retain_graph
    live = []
    for head, given in backward_pass.distinct_heads(arrays, _head_grads(arrays, head_grads)):
        tensor = differentiable(head._data)
        weight = backward_pass.ones_for(tensor) if given is None else backward_pass.fitted(given._data, tensor)
        if tensor.requires_grad:
            live.append((tensor, weight.to(tensor.dtype)))
    sources = [differentiable(variable._data) for variable in inputs]
    if not all(source.requires_grad for source in sources):
        raise MXNetError("grad: an array is not in a computational graph: "
                         "call attach_grad() on each variable before recording")
    _check_reachable(arrays, inputs)  # before the pass uses up the graph
    found = _gradients(live, sources, retain, create_graph, train_mode) if live else [None] * len(inputs)
    if not retain:
        # Graphs of gradients share nodes in torch with the graph they are gradients of, which stays.
        backward_pass.consume([array for array in arrays if array._made is not None])
    results = [_zeros(v, create_graph) if t is None else _in_type_of(v._data, t)
               for v, t in zip(inputs, found, strict=True)]
    outputs = [dispatch.wrap(stored(t, "row_sparse"), v._ctx) if t.is_sparse else wrap(type(v), t, v._ctx)
               for v, t in zip(inputs, results, strict=True)]
    for output in outputs:
        if create_graph:
            output._tape, output._made = tape.state.scope or arrays[0]._tape, None
    return outputs


def _gradients(heads: list[tuple[torch.Tensor, torch.Tensor]], inputs: list[torch.Tensor], retain: bool,
               create_graph: bool, train_mode: bool) -> Sequence[torch.Tensor | None]:
    tensors = [head for head, _ in heads]
    training = tape.set_training(train_mode)
    outer, tape.state.backward = tape.state.backward, train_mode
    try:
        with contextlib.nullcontext() if train_mode else ByMovingStatistics(tensors):
            return torch.autograd.grad(tensors, inputs, [weight for _, weight in heads], retain_graph=retain,
                                       create_graph=create_graph, allow_unused=True)
    except RuntimeError as error:
        raise MXNetError(f"grad: {error}") from error
    finally:
        tape.set_training(training)
        tape.state.backward = outer


def _check_reachable(heads: Sequence[NDArray], variables: Sequence[NDArray]) -> None:
    """Raise if the heads do not depend on a variable at all, not even by operators without a gradient."""
    todo: list[Any] = [head._made for head in heads]
    seen: dict[int, Any] = {}
    while todo:
        record = todo.pop()
        if record is None:
            return  # a part of the graph that has no records
        if id(record) not in seen:
            seen[id(record)] = record
            if isinstance(record, tuple):
                todo.extend(record[2])
    for place, variable in enumerate(variables):
        if id(variable._made) not in seen:
            raise MXNetError(f"grad: Cannot differentiate with respect to the {place + 1}-th variable because it is "
                             "unreachable from the outputs")


def _zeros(variable: NDArray, create_graph: bool) -> torch.Tensor:
    """Zeros for a variable through which no gradient flows.

    With `create_graph` they depend on the variable, as MXNet records the zeros that it passes on.
    """
    zeros = torch.zeros_like(variable._data.detach())
    if not create_graph:
        return zeros
    with torch.enable_grad():
        return torch.where(zeros != 0, variable._data, zeros)


def _in_type_of(variable: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
    """The gradient of integers is of their type."""
    return gradient if differentiable(variable) is variable else converted(gradient, variable.dtype)


def get_symbol(x: NDArray) -> Any:
    """The recorded computation of `x` as a symbol whose arguments are the arrays it started from."""
    from .symbol import Symbol
    from .symbol._recorded import recorded_entry

    if not isinstance(x, NDArray):
        raise TypeError(f"get_symbol: x must be an NDArray, received {type(x)}")
    return Symbol([recorded_entry(x)])


class Function:
    """A computation with a gradient of its own.

    Subclasses define ``forward(self, *inputs)`` and ``backward(self, *output_grads)``, both on arrays.

    Examples
    --------
    >>> class Double(autograd.Function):
    ...     def forward(self, x):
    ...         return x * 2
    ...     def backward(self, dy):
    ...         return dy * 2
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[NDArray, ...] = ()

    def save_for_backward(self, *args: NDArray) -> None:
        """Keep arrays for `backward`, where they are ``self.saved_tensors``."""
        self.saved_tensors = args

    def __call__(self, *inputs: NDArray) -> Any:
        if self._used:
            raise MXNetError("a Function can be called once only; make another one for each call")
        self._used = True
        with pause():
            results = self.forward(*inputs)
        outputs = _listed(results)
        if not is_recording():
            return results
        tensors = _FunctionNode.apply(self, len(outputs), *[dispatch.recorded_tensor(a) for a in inputs],
                                      *[dense(dispatch.content_of(o)) for o in outputs])
        if any(tensor.requires_grad for tensor in tensors):
            tape.ignores_head()
        made: list[NDArray] = []
        operator, parameters = custom_function_of(len(inputs), len(outputs)), dict[str, Any]()
        for output, tensor in zip(outputs, tensors, strict=True):
            array = wrap(NDArray if isinstance(output, SparseMark) else type(output), tensor, output._ctx)
            if tensor.requires_grad and not put_on_tape(array, inputs, operator, parameters, len(made)):
                array._data, array._tape = tensor.detach(), None
            made.append(array)
        return made if isinstance(results, (list, tuple)) else made[0]

    def forward(self, *inputs: NDArray) -> Any:
        """The result; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, *output_grads: NDArray) -> Any:
        """Gradients of all inputs; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define backward")


class _FunctionNode(torch.autograd.Function):
    """Puts a `Function` whose results are known already into torch's graph."""

    @staticmethod
    def forward(ctx: Any, function: Function, count: int, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.function, ctx.inputs = function, len(tensors) - count
        return tuple(t.view_as(t) for t in tensors[len(tensors) - count:])

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        from ._runtime.device import current_context

        arrays = [wrap(NDArray, h, current_context()) for h in heads]
        with pause():
            gradients = _listed(ctx.function.backward(*arrays))
        if len(gradients) != ctx.inputs:
            raise MXNetError(f"{type(ctx.function).__name__}.backward must return a gradient for each input of "
                             f"forward: expected {ctx.inputs}, received {len(gradients)}")
        return (None, None, *[dense(dispatch.content_of(g)) for g in gradients], *[None] * len(heads))


concise_module(__name__, only=("backward", "grad", "get_symbol", "mark_variables"))
