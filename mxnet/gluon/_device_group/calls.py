"""Calls of blocks that wait for other devices."""

from __future__ import annotations

import functools
import threading
from typing import Any
from weakref import WeakKeyDictionary

from ..._runtime.autograd import tape
from ..._runtime.host import barrier
from ..._runtime.structure import leaves
from ...ndarray.ndarray import NDArray
from . import queue
from .arrays import Deferred, defer, real_run, rebuilt, shape_run
from .queue import Step

# What stands for an array in the structure of a result.
_ARRAY = ...
_UNKNOWN = object()
# The structure of what a block returns, by whether it is recorded.
_structures: WeakKeyDictionary[Any, dict[bool, Any]] = WeakKeyDictionary()


def _structure_of(result: Any) -> Any:
    """The nested lists that `result` is; unknown if there is anything but arrays in them."""
    found: list[Any] = []
    rebuilt(result, found.append)
    arrays = [leaf for leaf in found if leaf is not None]
    if not arrays or not all(isinstance(leaf, NDArray) for leaf in arrays):
        return _UNKNOWN
    return rebuilt(result, lambda leaf: None if leaf is None else _ARRAY)


def _devices(block: Any) -> int:
    """How many devices of this process take part: no more than have the parameters; workers may have the others."""
    own = block.synchronized_devices
    if own > 1:
        own = min(own, max((len(p.list_ctx()) for p in block._reg_params.values()), default=own))
    return max([own, *map(_devices, block._children.values())])


def synchronize_over(block: Any, devices: int) -> None:
    """Note over how many devices a layer normalizes."""
    block.synchronized_devices = devices
    if devices > 1:
        queue.settings.enable()


def _devices_to_wait_for(block: Any, args: tuple[Any, ...]) -> int:
    """0 if a call can compute at once; 1 if it only has inputs that wait."""
    if not tape.state.training or barrier.state.shape_run:
        return 0
    if threading.current_thread() is not threading.main_thread():
        return 0
    devices = _devices(block)
    if devices > 1:
        return devices
    return 1 if any(array.step.waits for array in leaves(args, Deferred)) else 0


def _parameters(block: Any, context: Any) -> list[NDArray]:
    return [array for parameter in block.collect_params().values() for array in parameter._data or ()
            if array._ctx == context]


def deferred_call(block: Any, args: tuple[Any, ...]) -> tuple[Any] | None:
    """What `block` returns, with deferred arrays, as a tuple of one; None if the call is to compute now."""
    devices = _devices_to_wait_for(block, args)
    arrays = list(leaves(args, NDArray)) if devices else []
    if len({array._ctx for array in arrays}) != 1:
        return None
    context, known, recording = arrays[0]._ctx, _structures.setdefault(block, {}), tape.state.recording

    @functools.cache
    def examples() -> Any:
        return shape_run(block.forward, context, *args)

    if recording not in known:
        known[recording] = _structure_of(examples())
    structure = known[recording]
    if structure is _UNKNOWN:
        return None
    step = Step(lambda: list(leaves(real_run(block, *args), NDArray)), lambda: list(leaves(examples(), NDArray)))
    results = iter(defer(context, step, sum(1 for _ in leaves(structure, type(_ARRAY))),
                         [*arrays, *_parameters(block, context)], devices))
    return (rebuilt(structure, lambda leaf: None if leaf is None else next(results)),)
