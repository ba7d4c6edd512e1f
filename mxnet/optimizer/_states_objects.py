"""Arrays, optimizers and schedulers from the plain data of a states file.

A file may only name classes that the program has already defined. Nothing is imported for it, and no constructor is
called with data from the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import lr_scheduler
from .._frontend import sparse as dispatch
from .._frontend.results import wrap
from .._runtime import device
from .._runtime.files import params_file
from .._runtime.files.params_file import SavedArray
from ..ndarray import _convert
from ..ndarray.ndarray import NDArray
from ._base import Optimizer

_ARRAYS = {"NDArray": False, "CSRNDArray": False, "RowSparseNDArray": False, "ndarray": True}  # True for mx.np
# Schedulers advance step by step. Reject more steps than training can have taken.
_MOST_STEPS = 10_000_000
_SCHEDULER_NUMBERS = ("base_lr", "warmup_steps", "warmup_final_lr", "warmup_begin_lr", "factor", "stop_factor_lr",
                      "count", "cur_step_ind", "base_lr_orig", "max_update", "final_lr", "max_steps", "power")


class StatesError(ValueError):
    """A value that optimizer states do not support."""


def state_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an optimizer or a scheduler, from its ``__getstate__``."""
    state = value.__getstate__() if hasattr(value, "__getstate__") else vars(value)
    if not isinstance(state, dict) or not all(isinstance(key, str) for key in state):
        raise StatesError(f"the __getstate__ of {type(value).__name__} must return a dict of attributes")
    return state


def array_of_saved(record: SavedArray) -> NDArray:
    """Return an array on the device in the file, if that device exists."""
    context = _convert.context_of_saved(record)
    if record.stype != params_file.DENSE and record.data is not None:
        return dispatch.wrap(_convert.stored_of_saved(record), context).copyto(context)
    tensor = _convert.tensor_of_saved(record)
    return wrap(NDArray, tensor.to(device.torch_device(context)), context)


class Builder:
    """Creates objects from pickles and JSON. `limit` is the maximum total size in bytes of all arrays in a pickle."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def build(self, module: str, name: str, state: Any) -> Any:
        """Create an array, an optimizer or a scheduler from its state."""
        if module.startswith(("mxnet.ndarray", "mxnet.numpy")) and name in _ARRAYS:
            return self._array(state, _ARRAYS[name])
        cls: Any = _class(module, name, Optimizer, "mxnet.optimizer")
        if cls is not None:
            return _optimizer(cls, state)
        cls = _class(module, name, lr_scheduler.LRScheduler, "mxnet.lr_scheduler")
        if cls is not None:
            return _scheduler(cls, state)
        raise StatesError(f"they contain {module}.{name}, which is not an optimizer or scheduler of this program; if "
                          "you define it, import its module first")

    def _array(self, state: Any, numpy_semantics: bool) -> NDArray:
        content = state.get("handle") if isinstance(state, dict) else state
        if content is None:
            return wrap(NDArray, _convert.tensor_of_saved(params_file.NO_ARRAY), device.CPU)
        if not isinstance(content, (bytes, bytearray)):
            raise StatesError(f"the content of an array is a {type(content).__name__}")
        self._left -= len(content)
        if self._left < 0:
            raise StatesError("the arrays are larger than the file")
        array = array_of_saved(params_file.read_one(content))
        return array.as_np_ndarray() if numpy_semantics else array


def _class(module: str, name: str, base: type, own: str) -> type | None:
    """Find a class by name. Classes of MXNet may have moved between its modules."""
    match: type | None = None
    for cls in _subclasses(base):
        if cls.__qualname__ == name and (cls.__module__ == module or (
                module.startswith(own) and cls.__module__.startswith(own))):
            match = cls
    return match


def _subclasses(base: Any) -> Iterator[type]:
    yield base
    for cls in base.__subclasses__():
        yield from _subclasses(cls)


def _optimizer(cls: type, state: Any) -> Any:
    own = cls.__module__.startswith("mxnet.optimizer")
    defaults = vars(cls() if own else Optimizer())
    _check_attributes(cls, state)
    for name, default in defaults.items():
        if name in state and not _fits(default, state[name], name):
            raise StatesError(f"attribute {name!r} of {cls.__name__} is a {type(state[name]).__name__}")
    if not all(type(state.get(name, 0)) is int for name in ("num_update", "begin_num_update")):
        raise StatesError(f"{cls.__name__} has a number of updates that is not an integer")
    for name in ("lr_mult", "wd_mult", "_index_update_count"):
        if not all(_is_number(value) for value in state.get(name, {}).values()):
            raise StatesError(f"attribute {name!r} of {cls.__name__} must only contain numbers")
    _check_steps(state)
    complete = {**defaults, **state}
    complete.pop("param_dict", None)
    _link_counts(complete)
    optimizer: Any = object.__new__(cls)
    optimizer.__setstate__(complete)
    return optimizer


def _scheduler(cls: type, state: Any) -> Any:
    _check_attributes(cls, state)
    if cls.__module__ == lr_scheduler.__name__:
        for name in _SCHEDULER_NUMBERS:
            if name in state and not _is_number(state[name]):
                raise StatesError(f"attribute {name!r} of {cls.__name__} is a {type(state[name]).__name__}")
        steps = state.get("step", 1)
        if not all(type(step) is int for step in (steps if isinstance(steps, list) else [steps])):
            raise StatesError(f"the steps of {cls.__name__} must be integers")
    scheduler: Any = object.__new__(cls)
    if hasattr(cls, "__setstate__"):
        scheduler.__setstate__(state)
    else:
        scheduler.__dict__.update(state)
    return scheduler


def _check_attributes(cls: type, state: Any) -> None:
    """Check that attributes are values and do not hide methods."""
    if not isinstance(state, dict):
        raise StatesError(f"the state of {cls.__name__} is a {type(state).__name__}, not a dict of attributes")
    for name in state:
        if not isinstance(name, str) or name.startswith("__"):
            raise StatesError(f"{cls.__name__} has the invalid attribute name {name!r}")
        existing = getattr(cls, name, None)
        if callable(existing) or isinstance(existing, property):
            raise StatesError(f"{cls.__name__} has an attribute {name!r} with the name of a method")


def _fits(default: Any, value: Any, name: str) -> bool:
    """Whether an attribute has the type of its default. None means an optional number."""
    if name == "lr_scheduler":
        return value is None or isinstance(value, lr_scheduler.LRScheduler)
    if default is None or _is_number(default):
        return value is None or _is_number(value)
    if isinstance(default, (list, tuple)):
        return isinstance(value, (list, tuple))
    return isinstance(value, type(default))


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, np.number, np.bool_))


def _check_steps(state: dict[str, Any]) -> None:
    """Raise for counts that would cause an infinite loop in a FactorScheduler."""
    scheduler, done = state.get("lr_scheduler"), state.get("num_update", 0)
    if type(scheduler) is not lr_scheduler.FactorScheduler:
        return
    step: Any = vars(scheduler).get("step")
    count: Any = vars(scheduler).get("count")
    if not all(type(number) is int for number in (step, count, done)) or step < 1 or done - count > _MOST_STEPS * step:
        raise StatesError(f"a FactorScheduler has an invalid step={step!r} or count={count!r} after {done!r} updates")


def _link_counts(state: dict[str, Any]) -> None:
    """Make the counts of the current device the same object as in the counts of all devices."""
    current, all_counts = state["_index_update_count"], state["_all_index_update_counts"]
    if not any(counts is current for counts in all_counts.values()):
        same = next((key for key, counts in all_counts.items() if counts == current), 0)
        all_counts[same] = current
