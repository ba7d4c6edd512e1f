"""Arrays whose values are computed together with those of other devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..._ops.opdef import REGISTRY
from ..._runtime import backward_pass, barrier, rng
from ..._runtime.device import Context
from ..._runtime.storage import ArrayBase
from ...base import MXNetError
from ...ndarray._fluent import FluentMethods
from ...ndarray.ndarray import NDArray
from . import queue
from .queue import Step


class DeferredArray(NDArray):
    """An array that stands for a result of `step`; operators of it are deferred too, reading it computes all."""

    __slots__ = ("_place", "step")

    step: Step

    def value(self) -> NDArray:
        """The computed array."""
        if not hasattr(self, "step"):  # made by code that makes arrays of the class of another
            self.step, self._place = Step.finished([NDArray.__new__(NDArray)]), 0
        if self.step.waits:
            queue.compute_all()
        if self.step.results is None:
            raise MXNetError("the array was not computed: an earlier computation on this device has failed")
        return self.step.results[self._place]

    def example(self) -> NDArray:
        """An array of the same shape and type, computed without the other devices."""
        return self.step.examples()[self._place] if self.step.waits else self.value()

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Write gradients of this array, when those of the other devices are computed."""
        if not self.step.waits:
            super().backward(out_grad, retain_graph, train_mode)
        else:
            backward_pass.run((self,), (out_grad,), retain_graph, train_mode)

    def __reduce__(self) -> Any:
        return self.value().__reduce__()


def defer(context: Context, step: Step, count: int, reads: Iterable[NDArray], devices: int = 0) -> list[DeferredArray]:
    """The `count` results of a step that waits; see `queue.enqueue`."""
    arrays = []
    for place in range(count):
        array = DeferredArray.__new__(DeferredArray)
        array._ctx, array.step, array._place = context, step, place
        arrays.append(array)
    queue.enqueue(context, step, (a for a in reads if not queue._waits(a)), devices)
    return arrays


def rebuilt(values: Any, leaf: Callable[[Any], Any]) -> Any:
    """Nested lists and dictionaries with each leaf replaced by ``leaf(it)``."""
    if isinstance(values, dict):
        return {key: rebuilt(value, leaf) for key, value in values.items()}
    if isinstance(values, (list, tuple)):
        parts = [rebuilt(value, leaf) for value in values]
        return type(values)(*parts) if hasattr(values, "_fields") else type(values)(parts)
    return leaf(values)


def real_run(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `function` returns for the values of deferred arrays in its arguments."""
    args, kwargs = rebuilt((args, kwargs), lambda leaf: leaf.value() if isinstance(leaf, DeferredArray) else leaf)
    return function(*args, **kwargs)


def shape_run(function: Callable[..., Any], context: Context, *args: Any, **kwargs: Any) -> Any:
    """What `function` returns for this device alone, given examples; no random numbers are used up."""
    before, barrier.state.shape_run = barrier.state.shape_run, True
    try:
        with rng.unused(context):
            args, kwargs = rebuilt((args, kwargs),
                                   lambda leaf: leaf.example() if isinstance(leaf, DeferredArray) else leaf)
            return function(*args, **kwargs)
    finally:
        barrier.state.shape_run = before


def _deferred(name: str) -> Callable[..., Any]:
    method = getattr(NDArray, name)

    def call(self: DeferredArray, *args: Any, **kwargs: Any) -> Any:
        arrays = [a for a in (*args, *kwargs.values()) if isinstance(a, NDArray)]
        if not self.step.waits or "out" in kwargs or any(a._ctx != self._ctx for a in arrays):
            return method(self.value(), *args, **kwargs)
        step = Step(lambda: [real_run(method, self, *args, **kwargs)],
                    lambda: [shape_run(method, self._ctx, self, *args, **kwargs)])
        return defer(self._ctx, step, 1, arrays)[0]

    call.__name__ = name
    return call


def _operator_methods() -> Iterable[str]:
    """Methods that are operators with one result and write nothing."""
    arithmetic = {name for name, method in vars(FluentMethods).items() if name.startswith("__") and callable(method)}
    yield from arithmetic - {f"__i{name[2:]}" for name in arithmetic}
    for name, op in REGISTRY.items():
        if op.outputs == 1 and op.visible is None and callable(getattr(NDArray, name, None)):
            yield name


def _of_value(name: str) -> property:
    return property(lambda self: getattr(self.value(), name), lambda self, new: setattr(self.value(), name, new))


for _name in set(ArrayBase.__slots__) - {"__weakref__", "_ctx"}:
    setattr(DeferredArray, _name, _of_value(_name))
for _name in _operator_methods():
    setattr(DeferredArray, _name, _deferred(_name))
