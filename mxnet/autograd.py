"""Automatic differentiation: record computations and run the backward pass."""

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
    """Set the recording mode of this thread, and return the previous mode.

    Parameters
    ----------
    is_recording : bool
        New mode.

    Returns
    -------
    bool
        The mode before.

    Examples
    --------
    >>> before = mx.autograd.set_recording(True)
    >>> mx.autograd.set_recording(before)
    True
    """
    return tape.set_recording(bool(is_recording))


def set_training(train_mode: bool) -> bool:
    """Set the training mode of this thread, and return the previous mode.

    Parameters
    ----------
    train_mode : bool
        New mode.

    Returns
    -------
    bool
        The mode before.

    Examples
    --------
    >>> before = mx.autograd.set_training(True)
    >>> mx.autograd.set_training(before)
    True
    """
    return tape.set_training(bool(train_mode))


def is_recording() -> bool:
    """Whether operators are recorded.

    Returns
    -------
    bool

    Examples
    --------
    >>> with mx.autograd.record():
    ...     mx.autograd.is_recording()
    True
    """
    return tape.state.recording


def is_training() -> bool:
    """Whether operators such as Dropout are in training mode.

    Returns
    -------
    bool

    Examples
    --------
    >>> with mx.autograd.record():
    ...     mx.autograd.is_training()
    True
    """
    return tape.state.training


def record(train_mode: bool = True) -> tape.RecordingScope:
    """Record operators in this ``with`` block.

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([4.], dtype=float32)

    Parameters
    ----------
    train_mode : bool, default True
        Whether layers behave as in training.

    Returns
    -------
    context manager
    """
    return _RECORD_TRAINING if train_mode is True else tape.RecordingScope(True, train_mode)


def pause(train_mode: bool = False) -> tape.RecordingScope:
    """Disable recording in this ``with`` block.

    Parameters
    ----------
    train_mode : bool, default False
        Whether layers behave as in training.

    Returns
    -------
    context manager

    Examples
    --------
    >>> with mx.autograd.record():
    ...     with mx.autograd.pause():
    ...         mx.autograd.is_recording()
    False
    """
    return tape.RecordingScope(False, train_mode)


def train_mode() -> tape.RecordingScope:
    """Enable training mode in this ``with`` block. Recording does not change.

    Returns
    -------
    context manager

    Examples
    --------
    >>> with mx.autograd.train_mode():
    ...     mx.autograd.is_training()
    True
    """
    return tape.RecordingScope(None, True)


def predict_mode() -> tape.RecordingScope:
    """Enable prediction mode in this ``with`` block. Recording does not change.

    Returns
    -------
    context manager

    Examples
    --------
    >>> with mx.autograd.record():
    ...     with mx.autograd.predict_mode():
    ...         mx.autograd.is_training()
    False
    """
    return tape.RecordingScope(None, False)


def _as_list(values: Any) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]


def mark_variables(variables: Any, gradients: Any, grad_reqs: Any = "write") -> None:
    """Attach gradient arrays to variables.

    Parameters
    ----------
    variables
        Array or arrays that get a gradient.
    gradients
        Arrays that receive the gradients.
    grad_reqs : default 'write'
        'write', 'add' or 'null', for all or per variable.

    Returns
    -------
    None

    Examples
    --------
    >>> x, gradient = mx.nd.array([2.0]), mx.nd.zeros((1,))
    >>> mx.autograd.mark_variables(x, gradient)
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> gradient.asnumpy()
    array([4.], dtype=float32)
    """
    arrays, grads = _as_list(variables), _as_list(gradients)
    reqs = [grad_reqs] * len(arrays) if isinstance(grad_reqs, str) else list(grad_reqs)
    for array, grad, req in zip(arrays, grads, reqs, strict=True):
        attach(array, grad, req)


def _head_grads(heads: Sequence[NDArray], head_grads: Any) -> list[NDArray | None]:
    if head_grads is None:
        return [None] * len(heads)
    grads = _as_list(head_grads)
    if len(grads) != len(heads):
        raise MXNetError(f"backward: {len(heads)} heads need the same number of head gradients, received {len(grads)}")
    return grads


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute gradients of `heads` and write them to all attached arrays.

    Parameters
    ----------
    heads
        Array or arrays to differentiate.
    head_grads : default None
        Gradients of the heads; ones by default.
    retain_graph : bool, default False
        Keep the graph for another backward pass.
    train_mode : bool, default True
        Whether layers such as batch normalization are differentiated as in training.

    Returns
    -------
    None

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> mx.autograd.backward([y])
    >>> x.grad.asnumpy()
    array([4.], dtype=float32)
    """
    arrays = _as_list(heads)
    backward_pass.run(arrays, _head_grads(arrays, head_grads), retain_graph, train_mode)


def grad(heads: Any, variables: Any, head_grads: Any = None, retain_graph: bool | None = None,
         create_graph: bool = False, train_mode: bool = True) -> Any:
    """Return a list of gradients of `heads` with respect to `variables`, without writing to gradient arrays.

    With `create_graph`, the gradients can be differentiated.

    Parameters
    ----------
    heads
        Array or arrays to differentiate.
    variables
        Array or arrays with respect to which to differentiate.
    head_grads : default None
        Gradients of the heads; ones by default.
    retain_graph : bool or None, default None
        Keep the graph for another backward pass. None keeps it with `create_graph`.
    create_graph : bool, default False
        Record the computation of the gradients.
    train_mode : bool, default True
        Whether layers such as batch normalization are differentiated as in training.

    Returns
    -------
    NDArray or list of NDArray
        Gradients of the variables.

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> mx.autograd.grad(y, [x])[0].asnumpy()
    array([4.], dtype=float32)
    """
    arrays, inputs = ([backward_pass.dense_view(a) if isinstance(a, SparseMark) else a for a in _as_list(group)]
                      for group in (heads, variables))
    backward_pass.check_heads(arrays)
    retain = create_graph if retain_graph is None else retain_graph
    live = []
    for head, head_grad in backward_pass.distinct_heads(arrays, _head_grads(arrays, head_grads)):
        tensor = differentiable(head._data)
        weight = backward_pass.ones_for(tensor) if head_grad is None else backward_pass.fitted(head_grad._data, tensor)
        if tensor.requires_grad:
            live.append((tensor, weight.to(tensor.dtype)))
    sources = [differentiable(variable._data) for variable in inputs]
    if not all(source.requires_grad for source in sources):
        raise MXNetError("grad: an array is not in a computational graph; "
                         "call attach_grad() on each variable before recording")
    _check_reachable(arrays, inputs)  # before the backward pass consumes the graph
    gradients = _gradients(live, sources, retain, create_graph, train_mode) if live else [None] * len(inputs)
    if not retain:
        # The graph of the gradients shares torch nodes with the original graph, which is kept.
        backward_pass.consume([array for array in arrays if array._made is not None])
    results = [_zeros(v, create_graph) if t is None else _match_dtype(v._data, t)
               for v, t in zip(inputs, gradients, strict=True)]
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
    """Raise if the heads do not depend on a variable, not even through operators without a gradient."""
    todo: list[Any] = [head._made for head in heads]
    seen: dict[int, Any] = {}
    while todo:
        record = todo.pop()
        if record is None:
            return  # this part of the graph has no records
        if id(record) not in seen:
            seen[id(record)] = record
            if isinstance(record, tuple):
                todo.extend(record[2])
    for place, variable in enumerate(variables):
        if id(variable._made) not in seen:
            raise MXNetError(f"grad: Cannot differentiate with respect to the {place + 1}-th variable because it is "
                             "unreachable from the outputs")


def _zeros(variable: NDArray, create_graph: bool) -> torch.Tensor:
    """Return zeros for a variable that no gradient reaches.

    With `create_graph`, the zeros depend on the variable, because MXNet records them.
    """
    zeros = torch.zeros_like(variable._data.detach())
    if not create_graph:
        return zeros
    with torch.enable_grad():
        return torch.where(zeros != 0, variable._data, zeros)


def _match_dtype(variable: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
    """Convert the gradient of an integer variable to its dtype."""
    return gradient if differentiable(variable) is variable else converted(gradient, variable.dtype)


def get_symbol(x: NDArray) -> Any:
    """Return the recorded computation of `x` as a symbol. Its arguments are the source arrays.

    Parameters
    ----------
    x : NDArray
        Array computed while recording.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> x = mx.nd.array([2.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> len(mx.autograd.get_symbol(y).list_arguments())
    1
    """
    from .symbol import Symbol
    from .symbol._recorded import recorded_entry

    if not isinstance(x, NDArray):
        raise TypeError(f"get_symbol: x must be an NDArray, received {type(x)}")
    return Symbol([recorded_entry(x)])


class Function:
    """A computation with a custom gradient.

    Subclasses define ``forward(self, *inputs)`` and ``backward(self, *output_grads)`` on arrays.

    Examples
    --------
    >>> class Double(mx.autograd.Function):
    ...     def forward(self, x):
    ...         return x * 2
    ...     def backward(self, dy):
    ...         return dy * 2
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[NDArray, ...] = ()

    def save_for_backward(self, *args: NDArray) -> None:
        """Store arrays for `backward`, which finds them in ``self.saved_tensors``.

        Parameters
        ----------
        *args : NDArray
            Arrays to store. They replace the stored ones.

        Returns
        -------
        None

        Examples
        --------
        >>> class Square(mx.autograd.Function):
        ...     def forward(self, x):
        ...         self.save_for_backward(x)
        ...         return x * x
        ...     def backward(self, dy):
        ...         (x,) = self.saved_tensors
        ...         return dy * 2 * x
        >>> x = mx.nd.array([3])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = Square()(x)
        >>> y.backward()
        >>> x.grad.asnumpy()
        array([6.], dtype=float32)
        """
        self.saved_tensors = args

    def __call__(self, *inputs: NDArray) -> Any:
        """Run `forward`, and record the call for `backward` inside `record`. An object can be called only once.

        Parameters
        ----------
        *inputs : NDArray
            Inputs of `forward`.

        Returns
        -------
        NDArray or list of NDArray
            The results of `forward`.

        Examples
        --------
        >>> class Negate(mx.autograd.Function):
        ...     def forward(self, x):
        ...         return -x
        ...     def backward(self, dy):
        ...         return -dy
        >>> Negate()(mx.nd.array([1, 2])).asnumpy()
        array([-1., -2.], dtype=float32)
        """
        if self._used:
            raise MXNetError("a Function can only be called once; create a new one for each call")
        self._used = True
        with pause():
            results = self.forward(*inputs)
        outputs = _as_list(results)
        if not is_recording():
            return results
        tensors = _FunctionNode.apply(self, len(outputs), *[dispatch.recorded_tensor(a) for a in inputs],
                                      *[dense(dispatch.content_of(o)) for o in outputs])
        if any(tensor.requires_grad for tensor in tensors):
            tape.ignores_head()
        recorded: list[NDArray] = []
        operator, parameters = custom_function_of(len(inputs), len(outputs)), dict[str, Any]()
        for output, tensor in zip(outputs, tensors, strict=True):
            array = wrap(NDArray if isinstance(output, SparseMark) else type(output), tensor, output._ctx)
            if tensor.requires_grad and not put_on_tape(array, inputs, operator, parameters, len(recorded)):
                array._data, array._tape = tensor.detach(), None
            recorded.append(array)
        return recorded if isinstance(results, (list, tuple)) else recorded[0]

    def forward(self, *inputs: NDArray) -> Any:
        """Compute the result without recording. Subclasses override it, and users call the object itself.

        Parameters
        ----------
        *inputs : NDArray
            Inputs of the call.

        Returns
        -------
        NDArray or list of NDArray

        Examples
        --------
        >>> class Double(mx.autograd.Function):
        ...     def forward(self, x):
        ...         return x * 2
        ...     def backward(self, dy):
        ...         return dy * 2
        >>> Double()(mx.nd.array([1, 2])).asnumpy()
        array([2., 4.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, *output_grads: NDArray) -> Any:
        """Compute the gradients of all inputs. Subclasses override it.

        Parameters
        ----------
        *output_grads : NDArray
            Gradients of the results.

        Returns
        -------
        NDArray or list of NDArray
            One gradient for each input.

        Examples
        --------
        >>> class PassThrough(mx.autograd.Function):
        ...     def forward(self, x):
        ...         return x.round()
        ...     def backward(self, dy):
        ...         return dy
        >>> x = mx.nd.array([1.4, 2.6])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = PassThrough()(x)
        >>> y.backward()
        >>> x.grad.asnumpy()
        array([1., 1.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define backward")


class _FunctionNode(torch.autograd.Function):
    """Adds a `Function` with known results to torch's graph."""

    @staticmethod
    def forward(ctx: Any, function: Function, count: int, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.function, ctx.inputs = function, len(tensors) - count
        return tuple(t.view_as(t) for t in tensors[len(tensors) - count:])

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        from ._runtime.device import current_context

        arrays = [wrap(NDArray, h, current_context()) for h in heads]
        with pause():
            gradients = _as_list(ctx.function.backward(*arrays))
        if len(gradients) != ctx.inputs:
            raise MXNetError(f"{type(ctx.function).__name__}.backward must return a gradient for each input of "
                             f"forward: expected {ctx.inputs}, received {len(gradients)}")
        return (None, None, *[dense(dispatch.content_of(g)) for g in gradients], *[None] * len(heads))


concise_module(__name__, only=("backward", "grad", "get_symbol", "mark_variables"))
