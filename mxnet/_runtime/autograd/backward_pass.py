"""Backward passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from .. import torch_private
from ..deferred_error import raise_deferred
from ..error import MXNetError
from ..host import busy_cores
from ..host.heap import heap as _heap
from ..storage import ArrayBase
from ..storage.sparse import NotDense, SparseMark
from . import integer_grad
from .attach import Leaf
from .integer_grad import differentiable
from .moving_gradients import ByMovingStatistics
from .tape import NOT_IN_GRAPH, USED_UP, Scope, lasting_node, nodes_below, set_training, state

# Hook that takes over a backward pass whose heads wait for other devices (set by `gluon/_device_group`); it returns
# False if it does not.
postpone: Callable[[Sequence[ArrayBase], Sequence[ArrayBase | None], bool, bool], bool] | None = None


def _no_sparse_arrays(array: Any) -> Any:
    raise NotDense("sparse arrays need mxnet.ndarray.sparse")


# Conversion of a sparse array to a dense one, set by the module with the array classes.
dense_view: Callable[[Any], Any] = _no_sparse_arrays


def run(
    heads: Sequence[ArrayBase], head_grads: Sequence[ArrayBase | None], retain_graph: bool, train_mode: bool
) -> None:
    """Compute the gradients of `heads` with respect to all attached arrays that they depend on."""
    if postpone is not None and postpone(heads, head_grads, retain_graph, train_mode):
        return
    try:
        _run(heads, head_grads, retain_graph, train_mode)
    except NotDense:
        _run([dense_view(h) for h in heads], [g if g is None else dense_view(g) for g in head_grads],
             retain_graph, train_mode)


def _run(
    heads: Sequence[ArrayBase], head_grads: Sequence[ArrayBase | None], retain_graph: bool, train_mode: bool
) -> None:
    if len(heads) == 1 and run_single(heads[0], head_grads[0], retain_graph, train_mode):
        return
    check_heads(heads)
    pairs = distinct_heads(heads, head_grads)
    live = [(h, g) for h, g in pairs if differentiable(h._data).requires_grad]
    if not live:
        _write_zeros(heads)
        if not retain_graph:
            consume(heads)
        return
    tensors = tuple(differentiable(h._data) for h, _ in live)
    gradients = tuple(ones_for(tensor) if g is None else fitted(_as_head(g._data, h._data), tensor)
                      for tensor, (h, g) in zip(tensors, live, strict=True))
    training = set_training(train_mode)
    try:
        run_engine(tensors, gradients, retain_graph, False)
    finally:
        state.training = training
    state.recent.extend(head._made for head, _ in live)
    if not retain_graph:
        consume(heads)


def run_single(head: ArrayBase, head_grad: ArrayBase | None, retain_graph: bool, train_mode: bool) -> bool:
    """Run the common case of one head in a scope without earlier backward passes; return False for other cases."""
    scope, tensor = head._tape, head._data
    if type(scope) is not Scope or scope.heads or not tensor.requires_grad:
        return False
    training, state.training = state.training, train_mode
    try:
        gradient = ones_for(tensor) if head_grad is None else fitted(head_grad._data, tensor)
        run_engine((tensor,), (gradient,), retain_graph, False)
    finally:
        state.training = training
    state.recent.append(head._made)
    if not retain_graph and tensor.grad_fn is not None:
        scope.add_heads(lasting_node(tensor))
    return True


def run_engine(
    tensors: tuple[torch.Tensor, ...], gradients: tuple[torch.Tensor | None, ...], retain: bool, create: bool
) -> None:
    """Run torch's backward pass in the training mode of this thread."""
    for tensor in tensors:
        raise_deferred(tensor)
    outer, state.backward = state.backward, state.training
    try:
        if state.training:
            _run_engine(tensors, gradients, retain, create)
        else:
            with ByMovingStatistics(tensors):
                _run_engine(tensors, gradients, retain, create)
    finally:
        state.backward = outer
        if _heap.maps:
            _heap.end_of_backward()


def _run_engine(
    tensors: tuple[torch.Tensor, ...], gradients: tuple[torch.Tensor | None, ...], retain: bool, create: bool
) -> None:
    busy_cores.poll()
    try:
        torch_private.run_backward(tensors, gradients, retain, create)
    except RuntimeError as error:
        if isinstance(error, MXNetError):
            raise
        raise MXNetError(f"backward: {error}") from error


def distinct_heads(heads: Sequence[ArrayBase],
                   head_grads: Sequence[ArrayBase | None]) -> list[tuple[ArrayBase, ArrayBase | None]]:
    """Pair heads with their gradients; the last gradient counts if a head occurs several times."""
    last: dict[Any, tuple[ArrayBase, ArrayBase | None]] = {}
    for head, gradient in zip(heads, head_grads, strict=True):
        tensor = differentiable(head._data)
        key = id(tensor) if tensor.grad_fn is None else (tensor.grad_fn, tensor.output_nr)
        last[key] = head, gradient
    return list(last.values())


def check_heads(heads: Sequence[ArrayBase]) -> None:
    """Raise unless all heads are recorded and not consumed by an earlier backward pass."""
    for head in heads:
        raise_deferred(head._data)
        scope = head._tape
        if scope is None:
            raise MXNetError(NOT_IN_GRAPH)
        node = head._data.grad_fn
        if scope.heads and node is not None and isinstance(scope, Scope):
            consumed = scope.consumed()
            if not consumed.isdisjoint(nodes_below(node)):
                raise MXNetError(USED_UP)


def consume(heads: Iterable[ArrayBase]) -> None:
    """Record that a non-retaining backward pass ran from these heads."""
    for head in heads:
        if isinstance(head._tape, Scope):
            if head._data.grad_fn is not None:
                head._tape.add_heads(lasting_node(head._data))
            else:
                head._tape = None  # torch recorded nothing that can be found again


# Head gradients


_ones: dict[tuple[torch.Size, torch.dtype, torch.device], torch.Tensor] = {}


def ones_for(tensor: torch.Tensor) -> torch.Tensor:
    """Return the default head gradient, cached per shape; autograd never writes to head gradients."""
    key = (tensor.shape, tensor.dtype, tensor.device)
    ones = _ones.get(key)
    if ones is None:
        if len(_ones) > 64 or tensor.numel() > 1 << 16:
            _ones.clear()
        ones = torch.ones_like(tensor, requires_grad=False, memory_format=torch.contiguous_format)
        _ones[key] = ones
    return ones


def fitted(gradient: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    """Return the first elements of a head gradient in the shape of its result, as MXNet does.

    Raise if there are too few, where MXNet would read out of bounds.
    """
    if gradient.shape == result.shape:
        return gradient
    if gradient.numel() < result.numel():
        raise MXNetError(f"backward: a head gradient of shape {tuple(gradient.shape)} has fewer elements than the "
                         f"result of shape {tuple(result.shape)}")
    return gradient.reshape(-1)[:result.numel()].reshape(result.shape)


def _as_head(gradient: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    return gradient.to(result.source.dtype) if type(result) is integer_grad.IntegerTensor else gradient


# Gradients that are zero


def _find_leaves(heads: Sequence[ArrayBase]) -> list[Leaf]:
    """Return the attached arrays that the heads depend on, from the records of how they were computed."""
    return _leaves_of([getattr(head, "_made", None) for head in heads])


def _leaves_of(todo: list[Any]) -> list[Leaf]:
    seen: dict[int, Any] = {}
    while todo:
        made = todo.pop()
        if id(made) not in seen:
            seen[id(made)] = made
            if isinstance(made, tuple):
                todo.extend(made[2])
    return [made for made in seen.values() if isinstance(made, Leaf)]


def _write_zeros(heads: Sequence[ArrayBase]) -> None:
    """Run the backward pass of heads that torch did not record: write zero gradients."""
    leaves = [leaf for leaf in _find_leaves(heads) if leaf.req != "null" and leaf.grad is not None]
    if not leaves:
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    for leaf in leaves:
        _receive_zeros(leaf)


def _receive_zeros(leaf: Leaf) -> None:
    if leaf.grad is None or leaf.req == "null" or isinstance(leaf.grad, SparseMark):
        leaf.fresh = True
    else:
        leaf.receive(None)


def reached_by_zero(leaf: Leaf) -> bool:
    """Return whether a recent head depends on this array only through operators without a gradient.

    Torch does not follow comparisons and similar operators, so it did not change the gradient. Write zeros to it.
    """
    if not any(other is leaf for other in _leaves_of(list(state.recent))):
        return False
    _receive_zeros(leaf)
    return True
