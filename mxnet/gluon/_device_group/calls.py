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
from .arrays import Deferred, defer, map_leaves, real_run, shape_run
from .queue import Step

# Placeholder of an array in the structure of a result.
_ARRAY = ...
_UNKNOWN = object()
# The structure of a block's results, by recording mode.
_structures: WeakKeyDictionary[Any, dict[bool, Any]] = WeakKeyDictionary()


def _structure_of(result: Any) -> Any:
    """Return the nested structure of `result`, or `_UNKNOWN` if it contains objects other than arrays."""
    result_leaves: list[Any] = []
    map_leaves(result, result_leaves.append)
    arrays = [leaf for leaf in result_leaves if leaf is not None]
    if not arrays or not all(isinstance(leaf, NDArray) for leaf in arrays):
        return _UNKNOWN
    return map_leaves(result, lambda leaf: None if leaf is None else _ARRAY)


def _devices(block: Any) -> int:
    """Return the number of devices of this process that synchronize, at most those with parameters.

    Other workers may have the remaining devices.
    """
    own = block.synchronized_devices
    if own > 1:
        own = min(own, max((len(p.list_ctx()) for p in block._reg_params.values()), default=own))
    return max([own, *map(_devices, block._children.values())])


def synchronize_over(block: Any, devices: int) -> None:
    """Set the number of devices over which a layer normalizes."""
    block.synchronized_devices = devices
    if devices > 1:
        queue.settings.enable()


def _devices_to_wait_for(block: Any, args: tuple[Any, ...]) -> int:
    """Return the number of devices to wait for, 1 if only the inputs are deferred, or 0 to compute immediately."""
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
    """Return the results of `block` as deferred arrays in a 1-tuple, or None to compute the call now."""
    devices = _devices_to_wait_for(block, args)
    arrays = list(leaves(args, NDArray)) if devices else []
    if len({array._ctx for array in arrays}) != 1:
        return None
    context, structures, recording = arrays[0]._ctx, _structures.setdefault(block, {}), tape.state.recording

    @functools.cache
    def examples() -> Any:
        return shape_run(block.forward, context, *args)

    if recording not in structures:
        structures[recording] = _structure_of(examples())
    structure = structures[recording]
    if structure is _UNKNOWN:
        return None
    step = Step(lambda: list(leaves(real_run(block, *args), NDArray)), lambda: list(leaves(examples(), NDArray)))
    results = iter(defer(context, step, sum(1 for _ in leaves(structure, type(_ARRAY))),
                         [*arrays, *_parameters(block, context)], devices))
    return (map_leaves(structure, lambda leaf: None if leaf is None else next(results)),)
