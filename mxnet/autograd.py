"""Automatic differentiation: record computations, then run them backwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ._frontend import eager
from ._runtime import tape
from ._runtime.error import MXNetError
from .ndarray.ndarray import NDArray


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
    return tape.RecordingScope(True, train_mode)


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
        tape.attach(array, grad, req)


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
    tape.backward(arrays, _head_grads(arrays, head_grads), retain_graph, train_mode)


def grad(heads: Any, variables: Any, head_grads: Any = None, retain_graph: bool | None = None,
         create_graph: bool = False, train_mode: bool = True) -> Any:
    """Gradients of `heads` with respect to `variables`, returned instead of written.

    With `create_graph` they can themselves be differentiated.
    """
    arrays, inputs = _listed(heads), _listed(variables)
    tape.check_heads(arrays)
    retain = create_graph if retain_graph is None else retain_graph
    weights = [tape.ones_for(h._data) if g is None else g._data
               for h, g in zip(arrays, _head_grads(arrays, head_grads), strict=True)]
    for variable in inputs:
        if not variable._data.requires_grad:
            raise MXNetError("grad: Cannot differentiate node because it is not in a computational graph: "
                             "call attach_grad() on each variable before recording")
    try:
        results = torch.autograd.grad([h._data for h in arrays], [v._data for v in inputs], weights,
                                      retain_graph=retain, create_graph=create_graph, materialize_grads=True)
    except RuntimeError as error:
        raise MXNetError(f"grad: {error}") from error
    if not retain:
        tape.consume(arrays)
    outputs = [eager.wrap(type(v), t, v._ctx) for v, t in zip(inputs, results, strict=True)]
    for output in outputs:
        if output._data.requires_grad:
            output._tape = tape.state.scope or arrays[0]._tape
    return outputs if isinstance(variables, (list, tuple)) else outputs[0]
