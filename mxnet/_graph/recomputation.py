"""Recompute values in the backward pass instead of saving them.

A `Segment` is a part of a graph whose results are cheap. While it runs, tensors that autograd wants to save are
replaced by tickets; outside of it, tensors that *are* its results are replaced as well, since the convolution that
reads a normalized map would otherwise keep it alive. The first ticket that the backward pass hands back runs the
segment again from its inputs, which are kept, and every ticket then yields its tensor once.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.autograd.graph import saved_tensors_hooks

from .._runtime.error import MXNetError
from .._runtime.torch_private import StorageReference, storage_key


class _Ticket:
    """What autograd keeps in place of a tensor."""

    __slots__ = ("execution", "number")

    def __init__(self, execution: _Execution, number: int) -> None:
        self.execution, self.number = execution, number


class _Execution:
    """One run of a segment: its inputs, and what the backward pass has computed again so far."""

    def __init__(self, segment: Segment, tensors: Sequence[Tensor], environment: dict[str, Any]) -> None:
        self._segment, self._environment = segment, environment
        # Recorded tensors would tie the graph to itself; states are copied before the segment writes them.
        self._inputs = [(t.detach().clone() if i in segment.states else t.detach(), t.requires_grad)
                        for i, t in enumerate(tensors)]
        self._inner = 0
        # Which result was saved and, since views of it are saved too, how it was looked at. Tickets refer to this
        # object, so it must not refer to them: such a circle would outlive the step.
        self._outer: list[tuple[int, tuple[int, ...], tuple[int, ...], int]] = []
        self._values: dict[int, Tensor] = {}

    def keep(self, tensor: Tensor) -> _Ticket:
        """A ticket for the next tensor that an operator of the segment saves."""
        self._inner += 1
        return _Ticket(self, self._inner - 1)

    def keep_result(self, tensor: Tensor, result: int, offset: int) -> _Ticket:
        """A ticket for a result of the segment, or a view of one, that another operator saves."""
        self._outer.append((result, tuple(tensor.shape), tensor.stride(), offset))
        return _Ticket(self, -len(self._outer))

    def redeem(self, ticket: _Ticket) -> Tensor:
        """The tensor of a ticket."""
        if ticket.number not in self._values:
            self._run_again()
        return self._values.pop(ticket.number)

    def _run_again(self) -> None:
        saved: list[Tensor] = []

        def note(tensor: Tensor) -> int:
            saved.append(tensor.detach())
            return len(saved) - 1

        inputs = [t.detach().clone() if i in self._segment.states else t.detach().requires_grad_(flag)
                  for i, (t, flag) in enumerate(self._inputs)]
        with torch.enable_grad(), saved_tensors_hooks(note, saved.__getitem__):
            results = self._segment.function(*inputs, **self._environment)
        if len(saved) != self._inner:
            raise MXNetError(f"recomputing {self._segment.name} saved {len(saved)} tensors, the forward pass "
                             f"{self._inner}: an operator in it does not do the same twice")
        self._values = dict(enumerate(saved))
        for number, (result, shape, stride, offset) in enumerate(self._outer, 1):
            whole = results[result].detach()
            self._values[-number] = whole.as_strided(shape, stride, whole.storage_offset() + offset)


class _Run:
    """One run of a whole graph: the results of segments that operators may save."""

    def __init__(self) -> None:
        self.execution: _Execution | None = None
        # Weak references keep the addresses of freed memory from being taken for those of new memory.
        self._results: dict[int, tuple[Any, int, _Execution, int]] = {}

    def add(self, execution: _Execution, results: Sequence[Tensor], inputs: Sequence[Tensor]) -> None:
        given = {storage_key(t.untyped_storage()) for t in inputs}
        for index, tensor in enumerate(results):
            storage = tensor.untyped_storage()
            # Views of saved tensors need no memory.
            key = storage_key(storage)
            if key not in given:
                self._results[key] = StorageReference(storage), int(tensor.storage_offset()), execution, index

    def pack(self, tensor: Tensor) -> Any:
        """The saved form of a tensor."""
        if self.execution is not None:
            return self.execution.keep(tensor)
        found = self._results.get(storage_key(tensor.untyped_storage()))
        if found is None:
            # The tensor itself may have been computed by the node that keeps it, which would then keep itself.
            return tensor.detach()
        _, offset, execution, index = found
        return execution.keep_result(tensor, index, int(tensor.storage_offset()) - offset)


def _unpack(kept: Any) -> Tensor:
    return kept.execution.redeem(kept) if isinstance(kept, _Ticket) else kept


class _State(threading.local):
    run: _Run | None = None


_state = _State()


class Segment:
    """A part of a graph that runs again in the backward pass.

    Attributes
    ----------
    function
        Takes the inputs of the segment and returns its results.
    states
        Positions of inputs that operators of the segment write.
    """

    def __init__(self, name: str, function: Callable[..., tuple[Tensor, ...]], states: frozenset[int]) -> None:
        self.name, self.function, self.states = name, function, states

    def __call__(self, *tensors: Tensor, **environment: Any) -> Any:
        run = _state.run
        if run is None or not torch.is_grad_enabled():
            results = self.function(*tensors, **environment)
        else:
            run.execution = execution = _Execution(self, tensors, environment)
            try:
                results = self.function(*tensors, **environment)
            finally:
                run.execution = None
            run.add(execution, results, tensors)
        return results if len(results) > 1 else results[0]


def recomputing(function: Callable[..., tuple[Tensor, ...]]) -> Callable[..., tuple[Tensor, ...]]:
    """A function of tensors that contains segments, such that they run again in its backward pass."""

    @functools.wraps(function)  # and its source
    def run(*tensors: Tensor, **environment: Any) -> tuple[Tensor, ...]:
        outside = _state.run
        _state.run = current = _Run()
        try:
            with saved_tensors_hooks(current.pack, _unpack):
                return function(*tensors, **environment)
        finally:
            _state.run = outside

    return run
