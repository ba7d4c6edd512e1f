"""Recording state and backward passes.

Every outermost ``record()`` opens a `Scope`, which its results remember. The first
non-retaining backward in a scope only notes its head; what it consumed is worked out by
walking the graph when a second backward or a later use of one of the arrays asks for it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from . import crowding, storage, whole
from .error import MXNetError
from .late import wait_for
from .moving_gradients import ByMovingStatistics
from .sparse_storage import NotDense, SparseMark
from .storage import ArrayBase
from .whole import differentiable

NOT_IN_GRAPH = (
    "backward: the array is not in a computational graph. Either it was not computed inside autograd.record(), or an "
    "earlier backward has used the graph up; pass retain_graph=True to that one to run another."
)
ASSIGN_IN_GRAPH = (
    "operator {operator}: the target is already in a computational graph, and gradients would be wrong if it were "
    "overwritten. Call backward first, or write outside autograd.record(); inside it, no operator may write into a "
    "recorded array (+=, *=, out=)."
)

INPLACE = "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd."

_ACCUMULATE = "AccumulateGrad"
# The function behind torch.set_grad_enabled, whose class costs as much as an operator.
_set_grad_enabled = getattr(torch._C, "_set_grad_enabled", None) or torch.set_grad_enabled


class Leaf:
    """What ``attach_grad`` notes about an array: its gradient array and how it is written."""

    __slots__ = ("fresh", "grad", "req", "source")
    heads: tuple[Any, ...] = ()
    special = passes_zeros = False

    def __init__(self, grad: ArrayBase | None, req: str) -> None:
        self.grad, self.req, self.fresh = grad, req, False
        self.source: Any = None


class Scope:
    """One outermost ``record()`` section.

    Attributes
    ----------
    heads
        Those that backward passes have consumed.
    passes_zeros
        An operator was recorded that ignores its head gradient, see `zero_gradients`.
    special
        One of the two is not empty: what is recorded from arrays of this section needs a closer look.
    """

    __slots__ = ("_consumed", "_walked", "heads", "passes_zeros", "special")

    # Made by the thousand in training loops: no object is allocated until it is needed.
    def __init__(self) -> None:
        self.heads: tuple[Any, ...] = ()
        self.passes_zeros = self.special = False
        self._walked = 0
        self._consumed: set[Any] | None = None

    def add_heads(self, *nodes: Any) -> None:
        """Note the autograd nodes from which a backward pass ran."""
        self.heads += nodes
        self.special = True

    def pass_zeros(self) -> None:
        """From now on results of this section are tied to all their inputs."""
        self.passes_zeros = self.special = True

    def consumed(self) -> set[Any]:
        """All autograd nodes that earlier backward passes ran through, parameters aside."""
        if self._consumed is None:
            self._consumed = set()
        for head in self.heads[self._walked :]:
            self._consumed |= nodes_below(head)
        self._walked = len(self.heads)
        return self._consumed


class State(threading.local):
    """Per thread: whether operators are recorded and whether they behave as in training."""

    def __init__(self) -> None:
        self.recording = False
        self.training = False
        self.scope: Scope | None = None
        self.outer: list[tuple[bool, bool, Scope | None]] = []
        # How the heads of the last backward passes were made, for `reached_by_zero`.
        self.recent: deque[Any] = deque(maxlen=4)
        # A new thread starts with torch's recording on; ours starts with it off.
        _set_grad_enabled(False)


state = State()


def set_recording(recording: bool) -> bool:
    """Switch recording, return what it was."""
    previous = state.recording
    if recording and state.scope is None:
        state.scope = Scope()
    state.recording = recording
    _set_grad_enabled(recording)
    return previous


def set_training(training: bool) -> bool:
    """Switch training behaviour, return what it was."""
    previous = state.training
    state.training = training
    return previous


class RecordingScope:
    """Context manager behind record, pause, train_mode and predict_mode.

    What to go back to is kept on the thread's state, so one object serves any number of ``with`` blocks.
    """

    __slots__ = ("_recording", "_training")

    def __init__(self, recording: bool | None, training: bool | None) -> None:
        self._recording, self._training = recording, training

    # The dictionary of a thread's state is reached once, which takes a third of the time of reaching each attribute.

    def __enter__(self) -> RecordingScope:
        mine = state.__dict__
        before, scope, recording = mine["recording"], mine["scope"], self._recording
        mine["outer"].append((before, mine["training"], scope))
        if recording is not None and recording is not before:
            if recording and scope is None:
                mine["scope"] = Scope()
            mine["recording"] = recording
            _set_grad_enabled(recording)
        if self._training is not None:
            mine["training"] = self._training
        return self

    def __exit__(self, *exc_info: object) -> None:
        mine = state.__dict__
        recording, mine["training"], mine["scope"] = mine["outer"].pop()
        if recording is not mine["recording"]:
            mine["recording"] = recording
            _set_grad_enabled(recording)


def ignores_head() -> None:
    """Note that an operator is being recorded whose gradient does not vanish with that of its result."""
    if state.scope is not None:
        state.scope.pass_zeros()


def nodes_below(node: Any) -> set[Any]:
    """The autograd nodes reachable from `node`, parameters (which are shared) aside."""
    seen, todo = {node}, [node]
    while todo:
        for below, _ in todo.pop().next_functions:
            if below is not None and below not in seen and type(below).__name__ != _ACCUMULATE:
                seen.add(below)
                todo.append(below)
    return seen


def link_outputs(results: Sequence[ArrayBase]) -> None:
    """Note that `results` come from one operator: a backward pass through one of them uses up all.

    Torch may have recorded several nodes for the operator, with one of its own for each result.
    """
    nodes = tuple(result._data.grad_fn for result in results if result._data.requires_grad)
    if len(nodes) > 1:
        for result in results:
            result._siblings = nodes


def drop_if_consumed(array: ArrayBase) -> bool:
    """Turn `array` into a constant if a backward pass has used up its history."""
    scope, node = array._tape, array._data.grad_fn
    if not isinstance(scope, Scope) or node is None:
        return False
    if scope.consumed().isdisjoint((node, *getattr(array, "_siblings", ()))):
        return False
    array._data, array._tape, array._siblings = array._data.detach(), None, ()
    return True


def drop_consumed(arrays: Iterable[ArrayBase]) -> bool:
    """`drop_if_consumed` on each; True if any was dropped."""
    dropped = False
    for array in arrays:
        if array._tape is not None and array._tape.heads:
            dropped |= drop_if_consumed(array)
    return dropped


def check_assignable(operator: str, array: ArrayBase) -> None:
    """Raise if `array` may not be written now because it is part of a recorded graph."""
    if array._tape is not None and state.recording and not drop_if_consumed(array):
        raise MXNetError(ASSIGN_IN_GRAPH.format(operator=operator))


def attach(array: ArrayBase, grad: ArrayBase | None, req: str) -> None:
    """Make `array` a leaf whose gradient goes to `grad` as `req` says."""
    if req not in ("write", "add", "null"):
        raise MXNetError(f"grad_req must be 'write', 'add' or 'null', received {req!r}")
    leaf = array._tape = array._made = Leaf(grad, req)
    if isinstance(array, SparseMark):
        array._twin = None  # made, and watched, when it is first recorded
        return
    array._data = watch(array._data.detach(), leaf)


def watch(tensor: torch.Tensor, leaf: Leaf) -> torch.Tensor:
    """`tensor` whose gradient goes where `leaf` says."""
    if leaf.req == "null" or leaf.grad is None or tensor.dtype is torch.bool:
        return tensor
    if not (tensor.is_floating_point() or tensor.is_complex()):
        integers = whole.integer_leaf(tensor)
        integers.source.register_post_accumulate_grad_hook(_integer_writer(leaf, leaf.grad, tensor.dtype))
        return integers
    tensor.requires_grad_(True)
    if isinstance(leaf.grad, SparseMark):
        # Operators that can give the gradient by rows look for this.
        tensor.row_sparse_gradient = leaf.grad.stype == "row_sparse"  # type: ignore[attr-defined]
        hook = _converter(leaf)
    else:
        hook = _writer(leaf) if leaf.req == "write" else _adder(leaf)
    tensor.register_post_accumulate_grad_hook(hook)
    return tensor


def _integer_writer(leaf: Leaf, target: ArrayBase, dtype: torch.dtype) -> Any:
    def move_gradient(source: torch.Tensor) -> None:
        found = whole.converted(torch.zeros_like(source) if source.grad is None else source.grad, dtype)
        if leaf.req == "add":
            storage.writable(target._data).add_(found)
        else:
            storage.rebind(target, found)
        source.grad = None
        leaf.fresh = True

    return move_gradient


def _converter(leaf: Leaf) -> Any:
    # A sparse array that is overwritten within a section stands for several tensors there: their gradients add up.
    mine = (state.scope, object())

    def convert_gradient(tensor: torch.Tensor) -> None:
        last = leaf.source
        again = last is not None and last is not mine and last[0] is mine[0] and last[0] is not None
        gradient = torch.zeros_like(tensor) if tensor.grad is None else tensor.grad
        leaf.grad._receive(gradient, again or leaf.req == "add")  # type: ignore[union-attr]
        leaf.source = mine
        tensor.grad = None
        leaf.fresh = True

    return convert_gradient


def _writer(leaf: Leaf) -> Any:
    def move_gradient(tensor: torch.Tensor) -> None:
        gradient = tensor.grad
        # A function that has no gradient for this input gives none at all.
        storage.rebind(leaf.grad, torch.zeros_like(tensor) if gradient is None else gradient)  # type: ignore[arg-type]
        tensor.grad = None
        leaf.fresh = True

    return move_gradient


def _adder(leaf: Leaf) -> Any:
    def add_gradient(tensor: torch.Tensor) -> None:
        total = leaf.grad._data  # type: ignore[union-attr]
        if tensor.grad is not None:
            storage.writable(total).add_(tensor.grad)
        tensor.grad = None
        leaf.fresh = True

    return add_gradient


_ones: dict[tuple[torch.Size, torch.dtype, torch.device], torch.Tensor] = {}


def ones_for(tensor: torch.Tensor) -> torch.Tensor:
    """The default head gradient, kept per shape; autograd never writes to head gradients."""
    key = (tensor.shape, tensor.dtype, tensor.device)
    found = _ones.get(key)
    if found is None:
        if len(_ones) > 64 or tensor.numel() > 1 << 16:
            _ones.clear()
        found = torch.ones_like(tensor, requires_grad=False, memory_format=torch.contiguous_format)
        _ones[key] = found
    return found


def fitted(gradient: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    """A head gradient in the shape of its result: as many of its elements as that has, in order, as MXNet takes them.

    It would read on behind too few.
    """
    if gradient.shape == result.shape:
        return gradient
    if gradient.numel() < result.numel():
        raise MXNetError(f"backward: a head gradient of shape {tuple(gradient.shape)} has fewer elements than the "
                         f"result of shape {tuple(result.shape)}")
    return gradient.reshape(-1)[:result.numel()].reshape(result.shape)


def check_heads(heads: Sequence[ArrayBase]) -> None:
    """Raise unless all heads are recorded and no backward pass has used up their history."""
    for head in heads:
        wait_for(head._data)
        scope = head._tape
        if scope is None:
            raise MXNetError(NOT_IN_GRAPH)
        node = head._data.grad_fn
        if scope.heads and node is not None and isinstance(scope, Scope):
            consumed = scope.consumed()
            if not consumed.isdisjoint(nodes_below(node)):
                raise MXNetError(NOT_IN_GRAPH)


# Takes over a backward pass whose heads wait for other devices (`gluon/_device_group` sets it); False if none does.
postpone: Callable[[Sequence[ArrayBase], Sequence[ArrayBase | None], bool, bool], bool] | None = None

_engine = getattr(torch.autograd.Variable, "_execution_engine", None)


def run_engine(
    tensors: tuple[torch.Tensor, ...], gradients: tuple[torch.Tensor | None, ...], retain: bool, create: bool
) -> None:
    """Torch's backward without the argument handling that doubles its cost for small graphs."""
    for tensor in tensors:
        wait_for(tensor)
    if state.training:
        _run_engine(tensors, gradients, retain, create)
    else:
        with ByMovingStatistics(tensors):
            _run_engine(tensors, gradients, retain, create)


def _run_engine(
    tensors: tuple[torch.Tensor, ...], gradients: tuple[torch.Tensor | None, ...], retain: bool, create: bool
) -> None:
    crowding.look()
    try:
        if _engine is None:
            torch.autograd.backward(tensors, gradients, retain_graph=retain, create_graph=create)
        else:
            _engine.run_backward(tensors, gradients, retain, create, (), True, True)  # unreachable ones are allowed
    except RuntimeError as error:
        if isinstance(error, MXNetError):
            raise
        raise MXNetError(f"backward: {error}") from error


def backward(
    heads: Sequence[ArrayBase], head_grads: Sequence[ArrayBase | None], retain_graph: bool, train_mode: bool
) -> None:
    """Write the gradients of `heads` with respect to all attached arrays they depend on."""
    if postpone is not None and postpone(heads, head_grads, retain_graph, train_mode):
        return
    try:
        _backward(heads, head_grads, retain_graph, train_mode)
    except NotDense:
        _backward([dense_view(h) for h in heads], [g if g is None else dense_view(g) for g in head_grads],
                  retain_graph, train_mode)


def _no_sparse_arrays(array: Any) -> Any:
    raise NotDense("sparse arrays need mxnet.ndarray.sparse")


# A dense array in place of a sparse one; the module that knows the classes of arrays sets it.
dense_view: Callable[[Any], Any] = _no_sparse_arrays


def _backward(
    heads: Sequence[ArrayBase], head_grads: Sequence[ArrayBase | None], retain_graph: bool, train_mode: bool
) -> None:
    if len(heads) == 1 and backward_single(heads[0], head_grads[0], retain_graph, train_mode):
        return
    check_heads(heads)
    pairs = list(zip(heads, head_grads, strict=True))
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


def _as_head(gradient: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    return gradient.to(result.source.dtype) if type(result) is whole.WholeTensor else gradient


def _leaves_behind(heads: Sequence[ArrayBase]) -> list[Leaf]:
    """The attached arrays that heads were made from, by how each was made."""
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
    """The backward pass of heads that torch did not record: their gradients are zero."""
    leaves = [leaf for leaf in _leaves_behind(heads) if leaf.req != "null" and leaf.grad is not None]
    if not leaves:
        raise MXNetError("There are no inputs in computation graph that require gradients.")
    for leaf in leaves:
        _receive_zeros(leaf)


def _receive_zeros(leaf: Leaf) -> None:
    if leaf.req == "write" and leaf.grad is not None and not isinstance(leaf.grad, SparseMark):
        storage.rebind(leaf.grad, torch.zeros_like(leaf.grad._data))
    leaf.fresh = True


def reached_by_zero(leaf: Leaf) -> bool:
    """Whether a head of the last backward passes was made from this array in ways that have no gradient.

    Torch does not follow comparisons and the like, and so left its gradient as it was; here it becomes zeros.
    """
    if not any(other is leaf for other in _leaves_of(list(state.recent))):
        return False
    _receive_zeros(leaf)
    return True


def backward_single(head: ArrayBase, head_grad: ArrayBase | None, retain_graph: bool, train_mode: bool) -> bool:
    """The common case, one head of a scope without earlier backward passes; False if it is another case."""
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
        scope.add_heads(tensor.grad_fn)
    return True


def consume(heads: Iterable[ArrayBase]) -> None:
    """Note that a non-retaining backward pass ran from these heads."""
    for head in heads:
        if isinstance(head._tape, Scope):
            if head._data.grad_fn is not None:
                head._tape.add_heads(head._data.grad_fn)
            else:
                head._tape = None  # torch recorded nothing that could be found again
