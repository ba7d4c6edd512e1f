"""Arrays whose values are computed together with those of other devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from ..._ops.opdef import REGISTRY
from ..._runtime import rng
from ..._runtime.autograd import backward_pass
from ..._runtime.device import Context
from ..._runtime.host import barrier
from ..._runtime.storage import ArrayBase
from ...base import MXNetError
from ...ndarray._fluent import FluentMethods
from ...ndarray.ndarray import NDArray
from ...numpy import _mode as _numpy_mode
from ...numpy import ndarray
from ...numpy._methods import ONE_RESULT
from . import queue
from .queue import Step


class Deferred:
    """An array that stands for a result of `step`; operators of it are deferred too, reading it computes all."""

    __slots__ = ()
    _plain: ClassVar[type[ArrayBase]]
    _ctx: Context
    _place: int
    step: Step

    def value(self: Any) -> NDArray:
        """The computed array."""
        if not hasattr(self, "step"):  # made by code that makes arrays of the class of another
            self.step, self._place = Step.finished([self._plain.__new__(self._plain)]), 0
        if self.step.waits:
            queue.compute_all()
        if self.step.results is None:
            raise MXNetError("the array was not computed: an earlier computation on this device has failed")
        return self.step.results[self._place]

    def example(self) -> NDArray:
        """An array of the same shape and type, computed without the other devices."""
        return self.step.examples()[self._place] if self.step.waits else self.value()

    def backward(self: Any, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Write gradients of this array, when those of the other devices are computed."""
        if not self.step.waits:
            self._plain.backward(self, out_grad, retain_graph, train_mode)
        else:
            backward_pass.run((self,), (out_grad,), retain_graph, train_mode)

    def __reduce__(self) -> Any:
        return self.value().__reduce__()


class DeferredArray(Deferred, NDArray):
    """A deferred array of ``mx.nd``."""

    __slots__ = ("_place", "step")


class DeferredNumpyArray(Deferred, ndarray):
    """A deferred array of ``mx.np``."""

    __slots__ = ("_place", "step")


def defer(context: Context, step: Step, count: int, reads: Iterable[NDArray], devices: int = 0,
          kind: type[Any] | None = None) -> list[Any]:
    """The `count` results of a step that waits, by default of the kind of arrays in use; see `queue.enqueue`."""
    made: Any = kind or (DeferredNumpyArray if _numpy_mode.is_active() else DeferredArray)
    arrays = []
    for place in range(count):
        array = made.__new__(made)
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
    args, kwargs = rebuilt((args, kwargs), lambda leaf: leaf.value() if isinstance(leaf, Deferred) else leaf)
    return function(*args, **kwargs)


def shape_run(function: Callable[..., Any], context: Context, *args: Any, **kwargs: Any) -> Any:
    """What `function` returns for this device alone, given examples; no random numbers are used up."""
    before, barrier.state.shape_run = barrier.state.shape_run, True
    try:
        with rng.unused(context):
            args, kwargs = rebuilt((args, kwargs),
                                   lambda leaf: leaf.example() if isinstance(leaf, Deferred) else leaf)
            return function(*args, **kwargs)
    finally:
        barrier.state.shape_run = before


def _deferred(owner: type[Deferred], name: str) -> Callable[..., Any]:
    method = getattr(owner._plain, name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        arrays = [a for a in (*args, *kwargs.values()) if isinstance(a, NDArray)]
        if not self.step.waits or "out" in kwargs or any(a._ctx != self._ctx for a in arrays):
            return method(self.value(), *args, **kwargs)
        step = Step(lambda: [real_run(method, self, *args, **kwargs)],
                    lambda: [shape_run(method, self._ctx, self, *args, **kwargs)])
        return defer(self._ctx, step, 1, arrays, kind=owner)[0]

    call.__name__ = name
    return call


def _operator_methods() -> Iterable[str]:
    """Methods of arrays of ``mx.nd`` that are operators with one result and write nothing."""
    yield from _computing(vars(FluentMethods))
    for name, op in REGISTRY.items():
        if op.outputs == 1 and op.visible is None and callable(getattr(NDArray, name, None)):
            yield name


def _computing(methods: Mapping[str, Any]) -> set[str]:
    """Names of arithmetic and comparisons that write nothing."""
    arithmetic = {name for name, method in methods.items() if name.startswith("__") and callable(method)}
    return arithmetic - {f"__i{name[2:]}" for name in arithmetic}


def _of_value(name: str) -> property:
    return property(lambda self: getattr(self.value(), name), lambda self, new: setattr(self.value(), name, new))


def _install(owner: type[Deferred], names: Iterable[str]) -> None:
    for name in set(ArrayBase.__slots__) - {"__weakref__", "_ctx"}:
        setattr(owner, name, _of_value(name))
    for name in names:
        setattr(owner, name, _deferred(owner, name))


_install(DeferredArray, _operator_methods())
_install(DeferredNumpyArray, ONE_RESULT)
