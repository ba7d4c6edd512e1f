"""Results that are computed later, together with those of other devices.

MXNet computes while the program goes on: one that calls a network for each device in turn is still busy with the
first when it calls the second, and layers such as SyncBatchNorm let the devices meet. Here calls compute at once,
except those that must meet: they wait with all that is made of their results until every device has come to its
backward pass, or until somebody wants to see a value.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from .._ops.meeting import Company
from .._runtime import tape
from .._runtime.device import Context, current_context
from .._runtime.error import MXNetError
from ._array import NDArray

_METHODS = ("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__",
            "__div__", "__rdiv__", "__pow__", "__rpow__", "__neg__", "__abs__", "abs", "astype", "clip", "exp",
            "expand_dims", "flatten", "log", "log_softmax", "max", "mean", "min", "norm", "relu", "reshape", "sigmoid",
            "slice_axis", "softmax", "sqrt", "square", "squeeze", "sum", "tanh", "transpose")


class Step:
    """A computation that waits, and the arrays that will hold its results."""

    def __init__(self, compute: Callable[[], Sequence[NDArray]], results: Sequence[PendingArray]) -> None:
        state = tape.state
        self._compute, self._results = compute, results
        self._modes = state.recording, state.training, state.scope
        self._context = current_context()

    def run(self) -> None:
        """Compute, in whatever thread, as the thread would have that made the step."""
        state = tape.state
        recording, state.training, state.scope = self._modes
        tape.set_recording(recording)
        try:
            with self._context:
                computed = self._compute()
        finally:
            tape.set_recording(False)
            state.training, state.scope = False, None
        for result, array in zip(self._results, computed, strict=True):
            result._become(array)


class _Waiting:
    """The steps that wait on each device, and how many devices must come; backward passes wait on the tape."""

    def __init__(self) -> None:
        self.steps: dict[Context, list[Step]] = {}
        self.devices = 0


_waiting = _Waiting()
_lock = threading.RLock()


class PendingArray(NDArray):
    """An array without a value so far; it becomes an ordinary one."""

    __slots__ = ()

    def _become(self, array: NDArray) -> None:
        data, context, scope = array._data, array._ctx, array._tape
        made, siblings = getattr(array, "_made", None), getattr(array, "_siblings", None)
        self.__class__ = NDArray  # type: ignore[assignment]
        self._data, self._ctx, self._tape = data, context, scope
        if made is not None:
            self._made = made
        if siblings is not None:
            self._siblings = siblings

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        postpone_backward([self], [out_grad], retain_graph, train_mode)


def _settled(name: str) -> property:
    def get(self: PendingArray) -> Any:
        settle()
        if isinstance(self, PendingArray):
            raise MXNetError("the array was not computed: the computation it waited for has failed")
        return getattr(self, name)

    return property(get)


def _deferred(name: str) -> Callable[..., Any]:
    def method(self: PendingArray, *args: Any, **kwargs: Any) -> Any:
        arrays = [a for a in (*args, *kwargs.values()) if isinstance(a, NDArray)]
        if "out" in kwargs or any(a._ctx != self._ctx for a in arrays):
            settle()
            return getattr(NDArray, name)(self, *args, **kwargs)
        return enqueue(self._ctx, lambda: [getattr(NDArray, name)(self, *args, **kwargs)], 1)[0]

    method.__name__ = name
    return method


for _name in ("_data", "_tape", "_made", "_siblings"):
    setattr(PendingArray, _name, _settled(_name))
for _name in _METHODS:
    setattr(PendingArray, _name, _deferred(_name))


def inside() -> bool:
    """Whether this thread is computing steps that have waited."""
    return Company.of_thread() is not None


def enqueue(context: Context, compute: Callable[[], Sequence[NDArray]], count: int,
            devices: int = 0) -> list[PendingArray]:
    """Let `compute` wait, whose results are so many arrays on `context`; `devices` of them will meet."""
    results = []
    for _ in range(count):
        result = PendingArray.__new__(PendingArray)
        result._ctx = context
        results.append(result)
    with _lock:
        _waiting.steps.setdefault(context, []).append(Step(compute, results))
        _waiting.devices = max(_waiting.devices, devices)
    return results


def postpone_backward(heads: Sequence[NDArray], head_grads: Sequence[NDArray | None], retain_graph: bool,
                      train_mode: bool) -> None:
    """Run the backward pass when those of all devices have been asked for, as one."""
    with _lock:
        tape.postponed.append((heads, head_grads, retain_graph, train_mode))
        asked = {head._ctx for entry in tape.postponed for head in entry[0]}
        complete = len(_waiting.steps) >= _waiting.devices and asked.issuperset(_waiting.steps)
    if complete:
        settle()


def settle() -> None:
    """Compute all that waits."""
    if not (_waiting.steps or tape.postponed) or inside():
        return
    with _lock:
        steps, _waiting.steps, _waiting.devices = _waiting.steps, {}, 0
        backward, tape.postponed[:] = list(tape.postponed), []

    def runner(queue: list[Step]) -> Callable[[], None]:
        def run() -> None:
            for step in queue:
                step.run()

        return run

    if steps:
        Company().run([runner(queue) for queue in steps.values()])
    kinds = dict.fromkeys((retain, train) for _, _, retain, train in backward)
    for kind in kinds:
        chosen = [entry for entry in backward if entry[2:] == kind]
        tape.backward([head for heads, *_ in chosen for head in heads],
                      [grad for _, grads, *_ in chosen for grad in grads], *kind)


tape.settle = settle
