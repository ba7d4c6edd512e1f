"""Arrays, optimizers and schedulers from plain data of a states file.

A file may only name classes that the program has defined by then: nothing is imported for it, and no constructor is
called with what it holds.
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

_ARRAYS = {"NDArray": False, "CSRNDArray": False, "RowSparseNDArray": False, "ndarray": True}  # and whether mx.np's
# Schedulers advance step by step; a file must not ask for more steps than training can have taken.
_MOST_STEPS = 10_000_000
_SCHEDULER_NUMBERS = ("base_lr", "warmup_steps", "warmup_final_lr", "warmup_begin_lr", "factor", "stop_factor_lr",
                      "count", "cur_step_ind", "base_lr_orig", "max_update", "final_lr", "max_steps", "power")


class StatesError(ValueError):
    """Something that optimizer states cannot hold."""


def state_of(value: Any) -> dict[str, Any]:
    """The attributes of an optimizer or a scheduler, as its ``__getstate__`` chooses them."""
    state = value.__getstate__() if hasattr(value, "__getstate__") else vars(value)
    if not isinstance(state, dict) or not all(isinstance(key, str) for key in state):
        raise StatesError(f"the __getstate__ of {type(value).__name__} returns no dict of attributes")
    return state


def array_of_saved(record: SavedArray) -> NDArray:
    """An array on the device that the file names, if there is one."""
    context = _convert.context_of_saved(record)
    if record.stype != params_file.DENSE and record.data is not None:
        return dispatch.wrap(_convert.stored_of_saved(record), context).copyto(context)
    tensor = _convert.tensor_of_saved(record)
    return wrap(NDArray, tensor.to(device.torch_device(context)), context)


class Builder:
    """Makes what pickles and texts describe; `limit` bounds the bytes of all arrays of a pickle together."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def build(self, module: str, name: str, state: Any) -> Any:
        """An array, an optimizer or a scheduler from its state."""
        if module.startswith(("mxnet.ndarray", "mxnet.numpy")) and name in _ARRAYS:
            return self._array(state, _ARRAYS[name])
        found: Any = _class(module, name, Optimizer, "mxnet.optimizer")
        if found is not None:
            return _optimizer(found, state)
        found = _class(module, name, lr_scheduler.LRScheduler, "mxnet.lr_scheduler")
        if found is not None:
            return _scheduler(found, state)
        raise StatesError(f"they name {module}.{name}, which is no optimizer or scheduler of this program; if it is "
                          "one of yours, import the module that defines it first")

    def _array(self, state: Any, numpy_semantics: bool) -> NDArray:
        content = state.get("handle") if isinstance(state, dict) else state
        if content is None:
            return wrap(NDArray, _convert.tensor_of_saved(params_file.NO_ARRAY), device.CPU)
        if not isinstance(content, (bytes, bytearray)):
            raise StatesError(f"an array has a {type(content).__name__} as its content")
        self._left -= len(content)
        if self._left < 0:
            raise StatesError("the arrays are larger than the file")
        made = array_of_saved(params_file.read_one(content))
        return made.as_np_ndarray() if numpy_semantics else made


def _class(module: str, name: str, base: type, own: str) -> type | None:
    """A class by name; MXNet's own have moved between modules of theirs."""
    found: type | None = None
    for known in _subclasses(base):
        if known.__qualname__ == name and (known.__module__ == module or (
                module.startswith(own) and known.__module__.startswith(own))):
            found = known
    return found


def _subclasses(base: Any) -> Iterator[type]:
    yield base
    for known in base.__subclasses__():
        yield from _subclasses(known)


def _optimizer(kind: type, state: Any) -> Any:
    own = kind.__module__.startswith("mxnet.optimizer")
    defaults = vars(kind() if own else Optimizer())
    _check_attributes(kind, state)
    for name, default in defaults.items():
        if name in state and not _fits(default, state[name], name):
            raise StatesError(f"attribute {name!r} of {kind.__name__} is a {type(state[name]).__name__}")
    if not all(type(state.get(name, 0)) is int for name in ("num_update", "begin_num_update")):
        raise StatesError(f"{kind.__name__} has a number of updates that is no integer")
    for name in ("lr_mult", "wd_mult", "_index_update_count"):
        if not all(_is_number(value) for value in state.get(name, {}).values()):
            raise StatesError(f"attribute {name!r} of {kind.__name__} holds something else than numbers")
    _check_steps(state)
    complete = {**defaults, **state}
    complete.pop("param_dict", None)
    _link_counts(complete)
    made: Any = object.__new__(kind)
    made.__setstate__(complete)
    return made


def _scheduler(kind: type, state: Any) -> Any:
    _check_attributes(kind, state)
    if kind.__module__ == lr_scheduler.__name__:
        for name in _SCHEDULER_NUMBERS:
            if name in state and not _is_number(state[name]):
                raise StatesError(f"attribute {name!r} of {kind.__name__} is a {type(state[name]).__name__}")
        steps = state.get("step", 1)
        if not all(type(step) is int for step in (steps if isinstance(steps, list) else [steps])):
            raise StatesError(f"the steps of {kind.__name__} are no integers")
    made: Any = object.__new__(kind)
    if hasattr(kind, "__setstate__"):
        made.__setstate__(state)
    else:
        made.__dict__.update(state)
    return made


def _check_attributes(kind: type, state: Any) -> None:
    """Attributes are values; none may stand in front of a method."""
    if not isinstance(state, dict):
        raise StatesError(f"the state of {kind.__name__} is a {type(state).__name__}, not a dict of attributes")
    for name in state:
        if not isinstance(name, str) or name.startswith("__"):
            raise StatesError(f"{kind.__name__} has an attribute of the name {name!r}")
        known = getattr(kind, name, None)
        if callable(known) or isinstance(known, property):
            raise StatesError(f"{kind.__name__} has an attribute {name!r}, which is a method of it")


def _fits(default: Any, value: Any, name: str) -> bool:
    """Whether an attribute is of the kind that its default is; None stands for a number that is not given."""
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
    """Refuse counts that make a FactorScheduler run its loop for ever."""
    scheduler, done = state.get("lr_scheduler"), state.get("num_update", 0)
    if type(scheduler) is not lr_scheduler.FactorScheduler:
        return
    step: Any = vars(scheduler).get("step")
    count: Any = vars(scheduler).get("count")
    if not all(type(number) is int for number in (step, count, done)) or step < 1 or done - count > _MOST_STEPS * step:
        raise StatesError(f"a FactorScheduler has step {step!r} and count {count!r} after {done!r} updates")


def _link_counts(state: dict[str, Any]) -> None:
    """The counts of the current device are one of those of all devices, the same object."""
    current, all_counts = state["_index_update_count"], state["_all_index_update_counts"]
    if not any(counts is current for counts in all_counts.values()):
        same = next((key for key, counts in all_counts.items() if counts == current), 0)
        all_counts[same] = current
