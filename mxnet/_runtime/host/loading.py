"""Importing torch and this package beside the garbage collector.

What they make while they are imported lives for ever. Walking through it again and again would take a sixth of the
time of the import, 3% of a small training loop, and 0.7 s when the program ends. So the collector is off meanwhile, and
all that was made is taken out of its sight; but neither what the program had made before nor what it makes later.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import inspect
import sys
import sysconfig
import threading
from types import FrameType, FunctionType
from typing import Any

__all__ = ["hide_what_was_imported", "torch", "trains_with_torch"]

# A program that has imported torch itself has so many.
_TOO_MANY = 150_000
# Frames of generators may be waiting for their next step.
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

# A function inside one of `inspect`, whose two variables are namespaces of that call.
_HOLDS_MODULES = "_signature_fromstr.<locals>.wrap_value"

# What the program had made before.
_before: list[Any] = gc.get_objects()
_had_torch = "torch" in sys.modules
_was_collecting = gc.isenabled()
gc.disable()
try:
    import torch
finally:
    if _was_collecting:
        gc.enable()
gc.freeze()
# Whether the program has made parameters of torch.
trains_with_torch = _had_torch and any(type(one) is torch.nn.Parameter for one in _before)


def hide_what_was_imported() -> None:
    """Take all that the imports have made out of the sight of the garbage collector."""
    gc.unfreeze()
    if len(_before) < _TOO_MANY and sys.implementation.name == "cpython" and not sysconfig.get_config_var(
            "Py_GIL_DISABLED") and _let_go_of_the_program():
        gc.freeze()
        _show(_before)
    else:
        gc.freeze()
        # What the program's modules hold must be found at exit, or files that it left open would never be written.
        atexit.register(gc.unfreeze)
    _before.clear()  # the list is out of sight itself


def _let_go_of_the_program() -> bool:
    """Empty what circles of the imports hold of calls that have ended; whether nothing of the program is left in them.

    Frames keep their caller's, up to the program's. From Python 3.13 on `inspect` leaves copies of ``sys.modules``;
    where other threads run, a call that has made one may not have ended.
    """
    earlier = set(map(id, _before))
    for one in gc.get_objects():
        if type(one) is FrameType:
            if id(one) not in earlier and not one.f_code.co_flags & _SUSPENDED:
                with contextlib.suppress(RuntimeError):  # it still runs
                    one.clear()
        elif type(one) is FunctionType and one.__qualname__ == _HOLDS_MODULES and threading.active_count() == 1:
            for cell in one.__closure__ or ():
                cell.cell_contents = {}
    return not any(type(one) is dict and "__main__" in one and one is not sys.modules and id(one) not in earlier
                   for one in gc.get_objects())


def _show(objects: list[Any]) -> None:
    """Let the collector see these objects again: it sees what is tracked anew."""
    forget, track = ctypes.pythonapi.PyObject_GC_UnTrack, ctypes.pythonapi.PyObject_GC_Track
    for function in (forget, track):
        function.argtypes, function.restype = [ctypes.py_object], None
    for one in objects:
        if gc.is_tracked(one):
            forget(one)
            track(one)
