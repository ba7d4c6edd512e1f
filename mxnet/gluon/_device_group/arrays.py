"""Arrays that are computed together with the arrays of other devices."""

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
    """A result of `step` that has not been computed. Operators return deferred results. Reading one runs all steps."""

    __slots__ = ()
    _plain: ClassVar[type[ArrayBase]]
    _ctx: Context
    _place: int
    step: Step

    def value(self: Any) -> NDArray:
        """Return the computed array."""
        if not hasattr(self, "step"):  # created by code that copies the class of an array
            self.step, self._place = Step.finished([self._plain.__new__(self._plain)]), 0
        if self.step.waits:
            queue.compute_all()
        if self.step.results is None:
            raise MXNetError("the array was not computed, because an earlier computation on this device failed")
        return self.step.results[self._place]

    def example(self) -> NDArray:
        """Return an array with the same shape and dtype, computed without the other devices."""
        return self.step.examples()[self._place] if self.step.waits else self.value()

    def backward(self: Any, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Schedule the backward pass. It runs together with the backward passes of the other devices."""
        if not self.step.waits:
            self._plain.backward(self, out_grad, retain_graph, train_mode)
        else:
            backward_pass.run((self,), (out_grad,), retain_graph, train_mode)

    def __reduce__(self) -> Any:
        return self.value().__reduce__()


class DeferredArray(Deferred, NDArray):
    """A deferred array of ``mx.nd``."""

    __slots__ = ("_place", "step")


class DeferredNumpyArray(Deferred, ndarray):  # type: ignore[misc]  # as for ndarray itself
    """A deferred array of ``mx.np``."""

    __slots__ = ("_place", "step")


def defer(context: Context, step: Step, count: int, reads: Iterable[NDArray], devices: int = 0,
          cls: type[Any] | None = None) -> list[Any]:
    """Return the `count` deferred results of a step, by default in the active array class. See `queue.enqueue`."""
    array_class: Any = cls or (DeferredNumpyArray if _numpy_mode.is_active() else DeferredArray)
    arrays = []
    for place in range(count):
        array = array_class.__new__(array_class)
        array._ctx, array.step, array._place = context, step, place
        arrays.append(array)
    queue.enqueue(context, step, (a for a in reads if not queue._waits(a)), devices)
    return arrays


def map_leaves(values: Any, leaf: Callable[[Any], Any]) -> Any:
    """Return nested lists and dictionaries with ``leaf`` applied to each leaf."""
    if isinstance(values, dict):
        return {key: map_leaves(value, leaf) for key, value in values.items()}
    if isinstance(values, (list, tuple)):
        parts = [map_leaves(value, leaf) for value in values]
        return type(values)(*parts) if hasattr(values, "_fields") else type(values)(parts)
    return leaf(values)


def real_run(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call `function` with the values of deferred arrays."""
    args, kwargs = map_leaves((args, kwargs), lambda leaf: leaf.value() if isinstance(leaf, Deferred) else leaf)
    return function(*args, **kwargs)


def shape_run(function: Callable[..., Any], context: Context, *args: Any, **kwargs: Any) -> Any:
    """Call `function` with example arrays on this device only, without advancing the random generators."""
    before, barrier.state.shape_run = barrier.state.shape_run, True
    try:
        with rng.unused(context):
            args, kwargs = map_leaves((args, kwargs),
                                   lambda leaf: leaf.example() if isinstance(leaf, Deferred) else leaf)
            return function(*args, **kwargs)
    finally:
        barrier.state.shape_run = before


def _make_deferred_method(owner: type[Deferred], name: str) -> Callable[..., Any]:
    method = getattr(owner._plain, name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        arrays = [a for a in (*args, *kwargs.values()) if isinstance(a, NDArray)]
        if not self.step.waits or "out" in kwargs or any(a._ctx != self._ctx for a in arrays):
            return method(self.value(), *args, **kwargs)
        step = Step(lambda: [real_run(method, self, *args, **kwargs)],
                    lambda: [shape_run(method, self._ctx, self, *args, **kwargs)])
        return defer(self._ctx, step, 1, arrays, cls=owner)[0]

    call.__name__ = name
    return call


def _operator_methods() -> Iterable[str]:
    """Return the methods of ``mx.nd`` arrays that are operators with one result and without writes."""
    yield from _arithmetic_methods(vars(FluentMethods))
    for name, op in REGISTRY.items():
        if op.outputs == 1 and op.visible is None and callable(getattr(NDArray, name, None)):
            yield name


def _arithmetic_methods(methods: Mapping[str, Any]) -> set[str]:
    """Return the names of arithmetic and comparison methods, without in-place methods."""
    arithmetic = {name for name, method in methods.items() if name.startswith("__") and callable(method)}
    return arithmetic - {f"__i{name[2:]}" for name in arithmetic}


def _value_property(name: str) -> property:
    return property(lambda self: getattr(self.value(), name), lambda self, new: setattr(self.value(), name, new))


def _install(owner: type[Deferred], names: Iterable[str]) -> None:
    for name in set(ArrayBase.__slots__) - {"__weakref__", "_ctx"}:
        setattr(owner, name, _value_property(name))
    for name in names:
        setattr(owner, name, _make_deferred_method(owner, name))


_install(DeferredArray, _operator_methods())
_install(DeferredNumpyArray, ONE_RESULT)
