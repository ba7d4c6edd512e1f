"""Recording: its state, its sections and the graphs that backward passes have consumed.

Every outermost ``record()`` opens a `Scope`. Its results refer to the scope. The first non-retaining backward pass in a
scope only stores its head. The consumed nodes are computed lazily by walking the graph, when a second backward pass or
a later use of one of the arrays needs them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch.autograd.function import BackwardCFunction
from torch.nn.modules.module import register_module_parameter_registration_hook

from .. import torch_private
from ..error import MXNetError
from ..host.import_torch import trains_with_torch
from ..storage import ArrayBase

NOT_IN_GRAPH = (
    "backward: the array is not in a computational graph. Call attach_grad() on the arrays to differentiate, then "
    "compute this one from them inside autograd.record(). If an earlier backward has used the graph up, pass "
    "retain_graph=True to that one."
)
USED_UP = (
    "backward: the array is not in a computational graph. An earlier backward has used it up: pass retain_graph=True "
    "to that one, or compute the array again inside autograd.record()."
)
ASSIGN_IN_GRAPH = (
    "operator {operator}: the target is already in a computational graph, and gradients would be wrong if it were "
    "overwritten. Call backward first, or write outside autograd.record(); inside it, no operator may write into a "
    "recorded array (+=, *=, out=)."
)

INPLACE = "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd."

_ACCUMULATE = "AccumulateGrad"
# torch.set_grad_enabled is a class that costs as much as an operator; this is the function behind it.
_set_grad_enabled = torch_private.set_grad_enabled


class Scope:
    """One outermost ``record()`` section.

    Attributes
    ----------
    heads
        Heads consumed by backward passes.
    passes_zeros
        A recorded operator ignores its head gradient, see `zero_gradients`.
    special
        One of the two above is set: recording from arrays of this section takes the slow path.
    moves_statistics
        A recorded operator updates moving statistics in the backward pass, even if only zeros reach it.
    """

    __slots__ = ("_consumed", "_walked", "heads", "moves_statistics", "passes_zeros", "special")

    # Training loops create thousands of scopes, so objects are allocated lazily.
    def __init__(self) -> None:
        self.heads: tuple[Any, ...] = ()
        self.passes_zeros = self.special = self.moves_statistics = False
        self._walked = 0
        self._consumed: set[Any] | None = None

    def add_heads(self, *nodes: Any) -> None:
        """Add the autograd nodes from which a backward pass ran."""
        self.heads += nodes
        self.special = True

    def pass_zeros(self) -> None:
        """Connect later results of this section to all their inputs, see `zero_gradients`."""
        self.passes_zeros = self.special = True

    def consumed(self) -> set[Any]:
        """Return all autograd nodes that earlier backward passes visited, except parameters."""
        if self._consumed is None:
            self._consumed = set()
        for head in self.heads[self._walked :]:
            self._consumed |= nodes_below(head)
        self._walked = len(self.heads)
        return self._consumed


# Whether the program also trains with torch, so that torch records outside ``record()`` in new threads.
_torch_records = trains_with_torch


class State(threading.local):
    """Thread-local flags for recording and training mode."""

    def __init__(self) -> None:
        self.recording = False
        self.training = False
        self.scope: Scope | None = None
        self.outer: list[tuple[bool, bool, Scope | None]] = []
        # Origins of the heads of the last backward passes, for `reached_by_zero`.
        self.recent: deque[Any] = deque(maxlen=4)
        # Whether the running backward pass is in training mode; None while torch itself runs one.
        self.backward: bool | None = None
        # Whether torch also records outside ``record()``, see `let_torch_record`.
        self.torch_records = _torch_records
        # Torch enables gradients in a new thread; here they are disabled initially.
        _set_grad_enabled(_torch_records)


state = State()


def set_recording(recording: bool) -> bool:
    """Set the recording flag and return its previous value."""
    previous = state.recording
    if recording and state.scope is None:
        state.scope = Scope()
    elif not recording and not state.outer:
        state.scope = None  # the section ended
    state.recording = recording
    _set_grad_enabled(recording or (state.torch_records and not state.outer))
    return previous


def let_torch_record() -> None:
    """Enable torch's gradient mode outside ``record()`` in this thread, for programs with torch training loops.

    Results of operators on arrays are constants outside ``record()`` in either mode.
    """
    global _torch_records
    state.torch_records = _torch_records = True
    if not state.outer:
        _set_grad_enabled(True)


def _notice_parameter(module: torch.nn.Module, name: str, parameter: torch.nn.Parameter) -> None:
    """Enable torch's gradient mode when a torch module gets a parameter, so that plain torch training code works."""
    if not state.torch_records:
        let_torch_record()


register_module_parameter_registration_hook(_notice_parameter)


def set_training(training: bool) -> bool:
    """Set the training flag and return its previous value."""
    previous = state.training
    state.training = training
    return previous


class RecordingScope:
    """Context manager for record, pause, train_mode and predict_mode.

    The previous state is stored per thread, so one object can be used in any number of ``with`` blocks.
    """

    __slots__ = ("_recording", "_training")

    def __init__(self, recording: bool | None, training: bool | None) -> None:
        self._recording, self._training = recording, training

    # Access the thread-local dictionary once: this takes a third of the time of accessing each attribute.

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
            _set_grad_enabled(recording or (mine["torch_records"] and not mine["outer"]))


def ignores_head() -> None:
    """Mark the section: the gradient of a recorded operator may be nonzero although its head gradient is zero."""
    if state.scope is not None:
        state.scope.pass_zeros()


def lasting_node(tensor: torch.Tensor) -> Any:
    """Return an autograd node that keeps the graph of `tensor` alive.

    In older torch versions, the node of a custom function does not.
    """
    node = tensor.grad_fn
    if isinstance(node, BackwardCFunction):
        with torch.enable_grad():
            return tensor.unsqueeze(0).grad_fn
    return node


def nodes_below(node: Any) -> set[Any]:
    """Return the autograd nodes reachable from `node`, except parameters, which are shared."""
    seen, todo = {node}, [node]
    while todo:
        for below, _ in todo.pop().next_functions:
            if below is not None and below not in seen and type(below).__name__ != _ACCUMULATE:
                seen.add(below)
                todo.append(below)
    return seen


def link_outputs(results: Sequence[ArrayBase]) -> None:
    """Link the results of one operator: a backward pass through one of them consumes all.

    Torch may have recorded several nodes for the operator, one per result.
    """
    nodes = tuple(result._data.grad_fn for result in results if result._data.requires_grad)
    if len(nodes) > 1:
        for result in results:
            result._siblings = nodes


def drop_if_consumed(array: ArrayBase) -> bool:
    """Turn `array` into a constant if a backward pass has consumed its graph."""
    scope, node = array._tape, array._data.grad_fn
    if not isinstance(scope, Scope) or node is None:
        return False
    if scope.consumed().isdisjoint((node, *getattr(array, "_siblings", ()))):
        return False
    array._data, array._tape, array._siblings = array._data.detach(), None, ()
    return True


def drop_consumed(arrays: Iterable[ArrayBase]) -> bool:
    """Apply `drop_if_consumed` to each array; return True if any was dropped."""
    dropped = False
    for array in arrays:
        if array._tape is not None and array._tape.heads:
            dropped |= drop_if_consumed(array)
    return dropped


def check_assignable(operator: str, array: ArrayBase) -> None:
    """Raise if `array` cannot be written now because it is part of a recorded graph."""
    if array._tape is not None and state.recording and not drop_if_consumed(array):
        raise MXNetError(ASSIGN_IN_GRAPH.format(operator=operator))
