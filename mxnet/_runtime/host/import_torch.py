"""Import torch without the cost of the garbage collector.

Objects that torch and this package create on import live until the program ends. Scanning them takes a sixth of the
import time, 3% of a small training loop and 0.7 s at exit. The collector is therefore disabled during the import, and
`hide_what_was_imported` freezes the new objects. It still collects objects that the program created before or creates
later.
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

from mxnet_records import environment

__all__ = ["hide_what_was_imported", "torch", "trains_with_torch"]

# A program that imported torch itself has about as many objects.
_TOO_MANY = 150_000
# Frames of generators may be waiting for their next step.
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

# A function inside one of `inspect`, whose two variables are namespaces of that call.
_HOLDS_MODULES = "_signature_fromstr.<locals>.wrap_value"

# Objects that the program created before.
_before: list[Any] = gc.get_objects()
_had_torch = "torch" in sys.modules
_was_collecting = gc.isenabled()
if not environment.is_off("import_torch"):
    gc.disable()
try:
    import torch
finally:
    if _was_collecting:
        gc.enable()
if not environment.is_off("import_torch"):
    gc.freeze()
# Whether the program created parameters of torch.
trains_with_torch = _had_torch and any(type(one) is torch.nn.Parameter for one in _before)


def hide_what_was_imported() -> None:
    """Freeze the objects that the imports created, so that the garbage collector skips them."""
    if environment.is_off("import_torch"):
        _before.clear()
        return
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
    """Clear references from import cycles to the program; return whether none is left.

    Frames of finished calls refer to their callers, up to the program's. From Python 3.13 on `inspect` leaves copies of
    ``sys.modules``; with other threads running, the call that made one may not have finished.
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
    """Track these objects again, which moves them back to the collector."""
    forget, track = ctypes.pythonapi.PyObject_GC_UnTrack, ctypes.pythonapi.PyObject_GC_Track
    for function in (forget, track):
        function.argtypes, function.restype = [ctypes.py_object], None
    for one in objects:
        if gc.is_tracked(one):
            forget(one)
            track(one)
