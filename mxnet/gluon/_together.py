"""Calls of blocks that wait for the other devices, so that their SyncBatchNorm layers can meet."""

from __future__ import annotations

import threading
from typing import Any
from weakref import WeakKeyDictionary

from .. import symbol
from .._graph.trace import separate
from .._ops.batch_norm import rehearsal
from .._runtime import rng, tape
from .._runtime.structure import leaves
from ..base import MXNetError
from ..name import NameManager
from ..ndarray import _pending
from ..ndarray._pending import PendingArray
from ..ndarray.ndarray import NDArray
from ..numpy import _mode as _numpy_mode
from ..symbol.symbol import Symbol

# What stands for an array in the form of a result.
_ARRAY = ...
_UNKNOWN = object()
# The form of what a block returns, by whether it is recorded.
_forms: WeakKeyDictionary[Any, dict[bool, Any]] = WeakKeyDictionary()
# Whether there are layers that normalize over several devices.
expected = [False]


def _has_pending(args: tuple[Any, ...]) -> bool:
    return next(leaves(args, PendingArray), None) is not None


def _rebuilt(value: Any, leaf: Any) -> Any:
    """`value` with each leaf replaced by ``leaf(it)``."""
    if not isinstance(value, (list, tuple)):
        return leaf(value)
    parts = [_rebuilt(part, leaf) for part in value]
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)


def _form_of(result: Any) -> Any:
    """The nested lists that `result` is; unknown if there is anything but arrays in them."""
    found: list[Any] = []
    _rebuilt(result, found.append)
    arrays = [leaf for leaf in found if leaf is not None]
    if not arrays or not all(isinstance(leaf, (NDArray, Symbol)) for leaf in arrays):
        return _UNKNOWN
    return _rebuilt(result, lambda leaf: None if leaf is None else _ARRAY)


def _devices(block: Any) -> int:
    return max([block.synchronized_devices, *map(_devices, block._children.values())])


def normalizes_over(block: Any, devices: int) -> None:
    """Note over how many devices a layer normalizes."""
    block.synchronized_devices = devices
    expected[0] |= devices > 1


def waits(block: Any, args: tuple[Any, ...]) -> int:
    """The number of devices that a call waits for; 0 if it does not."""
    if not tape.state.training or rehearsal.running or _numpy_mode.is_active():
        return 0
    if threading.current_thread() is not threading.main_thread():
        return 0
    devices = _devices(block)
    if devices > 1:
        return devices
    return 1 if _has_pending(args) else 0


def _rehearsed(block: Any, args: tuple[Any, ...], context: Any) -> Any:
    """The form of the result, found by computing it for this device alone."""
    generator = rng.generator_of(context)
    drawn = generator.get_state()
    rehearsal.running = True
    try:
        return _form_of(block.forward(*args))
    finally:
        rehearsal.running = False
        generator.set_state(drawn)


def _traced(block: Any, args: tuple[Any, ...]) -> Any:
    """The form of the result, found by calling the block on symbols; unknown if it does not take them."""
    if not hasattr(block, "hybrid_forward"):
        return _UNKNOWN
    names = (f"data{i}" for i, _ in enumerate(leaves(args, NDArray)))
    rehearsal.running = True
    try:
        with NameManager():
            variables = _rebuilt(args, lambda leaf: symbol.var(next(names)) if isinstance(leaf, NDArray) else leaf)
            return _form_of(separate(block.forward(*variables), Symbol))
    except (MXNetError, TypeError, ValueError, AttributeError):
        return _UNKNOWN
    finally:
        rehearsal.running = False


def _form(block: Any, args: tuple[Any, ...], context: Any) -> Any:
    known = _forms.setdefault(block, {})
    recording = tape.state.recording
    if recording not in known:
        known[recording] = _traced(block, args) if _has_pending(args) else _rehearsed(block, args, context)
    return known[recording]


def call(block: Any, args: tuple[Any, ...], devices: int) -> Any:
    """What `block` returns, with arrays that are computed later; if it returns anything else, it runs now."""
    arrays = list(leaves(args, NDArray))
    contexts = {array._ctx for array in arrays}
    form = _form(block, args, arrays[0]._ctx) if len(contexts) == 1 else _UNKNOWN
    if form is _UNKNOWN:
        if devices == 1:
            _pending.settle()
        return block._call_now(*args)
    count = sum(1 for _ in leaves(form, type(_ARRAY)))
    results = iter(_pending.enqueue(arrays[0]._ctx, lambda: list(leaves(block(*args), NDArray)), count, devices))
    return _rebuilt(form, lambda leaf: None if leaf is None else next(results))
