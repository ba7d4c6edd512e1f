"""Queues of computations that wait for other devices."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from ..._runtime import numpy_mode, storage
from ..._runtime.autograd import backward_pass, tape
from ..._runtime.autograd.attach import Leaf
from ..._runtime.device import Context, current_context
from ..._runtime.host import barrier
from ..._runtime.storage.sparse import SparseMark
from ...ndarray.ndarray import NDArray

Compute = Callable[[], Sequence[NDArray]]
Backward = tuple[Sequence[NDArray], Sequence[NDArray | None], bool, bool]


class _Settings:
    """Whether any layer normalizes over several devices. Otherwise calls are never deferred."""

    enabled = False

    def enable(self) -> None:
        self.enabled = True
        backward_pass.postpone = postpone


settings = _Settings()


class Step:
    """A deferred computation. `results` holds its arrays after it has run.

    `examples` computes arrays with the same structure without the other devices.
    """

    def __init__(self, compute: Compute, examples: Compute) -> None:
        state = tape.state
        self._compute, self.examples = compute, examples
        self._modes = state.recording, state.training, state.scope
        self._numpy_mode = numpy_mode.state.array, numpy_mode.state.shape
        self._context = current_context()
        self.waits = True
        self.results: Sequence[NDArray] | None = None

    @classmethod
    def finished(cls, results: Sequence[NDArray]) -> Step:
        """Return a step that has already run."""
        step = cls(lambda: results, lambda: results)
        step.results, step.waits = results, False
        return step

    def run(self) -> None:
        """Compute the results in any thread, with the modes of the thread that created the step."""
        state = tape.state
        recording, state.training, state.scope = self._modes
        numpy_mode.state.array, numpy_mode.state.shape = self._numpy_mode
        tape.set_recording(recording)
        try:
            with self._context:
                self.results = self._compute()
        finally:
            tape.set_recording(False)
            state.training, state.scope = False, None
            numpy_mode.state.array, numpy_mode.state.shape = False, False
            del self._compute, self.examples  # to release their arrays


class _Queue:
    """Pending steps per device, pending backward passes, and the number of participating devices."""

    def __init__(self) -> None:
        self.steps: dict[Context, list[Step]] = {}
        self.leaves: dict[Context, list[NDArray]] = {}
        self.devices = 0
        self.backward: list[Backward] = []
        self.gradients: list[_PendingGradient] = []
        self.guard = _WriteGuard()


class _WriteGuard:
    """Runs pending steps before their input memory is overwritten."""

    def invalidate(self) -> None:
        if _queue.guard is self:
            compute_all()


_queue = _Queue()
_lock = threading.RLock()


class _PendingGradient(torch.Tensor):
    """Placeholder of a gradient with a pending backward pass. Any use runs all pending computations."""

    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        compute_all()
        return func(*_with_gradients(args), **dict(zip(kwargs or {}, _with_gradients((kwargs or {}).values()),
                                                       strict=True)))

    @classmethod
    def replace_gradient(cls, leaf: Leaf) -> _PendingGradient:
        """Replace the gradient of `leaf` and mark it as updated."""
        gradient: Any = torch.empty(0).as_subclass(cls)
        gradient.__dict__.update(leaf=leaf, before=(leaf.grad._data, leaf.fresh))  # type: ignore[union-attr]
        leaf.grad._data, leaf.fresh = gradient, True  # type: ignore[union-attr]
        return gradient

    def restore(self) -> None:
        """Restore the gradient array for the backward pass."""
        leaf = self.__dict__["leaf"]
        if leaf.grad._data is self:
            leaf.grad._data, leaf.fresh = self.__dict__["before"]


def _with_gradients(values: Iterable[Any]) -> list[Any]:
    """Return `values` with computed gradients in place of pending gradients."""
    return [value.__dict__["leaf"].grad._data if type(value) is _PendingGradient
            else type(value)(_with_gradients(value)) if type(value) in (list, tuple) else value for value in values]


def enqueue(context: Context, step: Step, reads: Iterable[NDArray], devices: int = 0) -> None:
    """Add a step that reads these arrays of `context`. `devices` is the number of devices that exchange statistics."""
    arrays = [array for array in reads if not isinstance(array, SparseMark)]
    with _lock:
        _queue.steps.setdefault(context, []).append(step)
        _queue.leaves.setdefault(context, []).extend(a for a in arrays if isinstance(a._tape, Leaf))
        _queue.devices = max(_queue.devices, devices)
        for array in arrays:
            storage.watch(array._data, _queue.guard)


def postpone(heads: Sequence[Any], head_grads: Sequence[Any], retain_graph: bool, train_mode: bool) -> bool:
    """Delay the backward pass of deferred heads until all devices have one. Return False if no head is deferred."""
    if not any(_waits(head) for head in heads):
        return False
    with _lock:
        _queue.backward.append((heads, head_grads, retain_graph, train_mode))
        contexts = {head._ctx for entry in _queue.backward for head in entry[0]}
        complete = len(_queue.steps) >= _queue.devices and contexts.issuperset(_queue.steps)
        if not complete:
            leaves = {id(array._tape): array._tape for context in contexts for array in _queue.leaves.get(context, ())}
            for leaf in leaves.values():
                if (isinstance(leaf, Leaf) and leaf.req != "null" and isinstance(leaf.grad, NDArray)
                        and not isinstance(leaf.grad, SparseMark) and type(leaf.grad._data) is not _PendingGradient):
                    _queue.gradients.append(_PendingGradient.replace_gradient(leaf))
    if complete:
        compute_all()
    return True


def _waits(head: Any) -> bool:
    step: Step | None = getattr(head, "step", None)
    return step is not None and step.waits


def compute_all() -> None:
    """Run all pending steps and backward passes."""
    global _queue
    if not _queue.steps or barrier.state.group is not None:
        return
    with _lock:
        queue, _queue = _queue, _Queue()
    for gradient in queue.gradients:
        gradient.restore()
    for step in (step for steps in queue.steps.values() for step in steps):
        step.waits = False

    def runner(steps: list[Step]) -> Callable[[], None]:
        def run() -> None:
            for step in steps:
                step.run()

        return run

    barrier.DeviceThreads().run([runner(steps) for steps in queue.steps.values()])
    for passes in _group_passes(queue.backward):
        backward_pass.run([head for heads, *_ in passes for head in heads],
                      [grad for _, grads, *_ in passes for grad in grads], *passes[0][2:])


def _group_passes(passes: Iterable[Backward]) -> list[list[Backward]]:
    """Group backward passes that can run together, with at most one of each device."""
    groups: list[tuple[Any, set[Context], list[Backward]]] = []
    for entry in passes:
        options, contexts = entry[2:], {head._ctx for head in entry[0]}
        later = next((place for place in reversed(range(len(groups))) if groups[place][1] & contexts), -1) + 1
        group = next((group for group in groups[later:] if group[0] == options), None)
        if group is None:
            group = options, set(), []
            groups.append(group)
        group[1].update(contexts)
        group[2].append(entry)
    return [group[2] for group in groups]
