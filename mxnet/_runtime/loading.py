"""Torch, imported without the garbage collector."""

from __future__ import annotations

import gc

__all__ = ["torch"]

# The classes and functions that torch makes live for ever. Walking through them again and again while they are
# made takes a sixth of the time of ``import mxnet``.
_was_collecting = gc.isenabled()
gc.disable()
try:
    import torch
finally:
    if _was_collecting:
        gc.enable()
gc.freeze()
