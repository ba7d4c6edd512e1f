"""Typed access to environment variables, and process settings that must precede the import of torch."""

from __future__ import annotations

from mxnet_records import allocator
from mxnet_records import environment as variables
from mxnet_records.allocator import return_freed_memory as return_freed_memory

from .host import openmp

allocator.keep_freed_memory()
openmp.set_up()


def simulated_gpus() -> int:
    """Return the number of GPUs set by ``MXNET_SIMULATED_GPUS``."""
    return max(0, variables.SIMULATED_GPUS.get())


def computes_at_once() -> bool:
    """Return whether ``MXNET_ENGINE_TYPE`` selects the engine that raises errors where they happen."""
    return variables.ENGINE_TYPE.get() == "NaiveEngine"


def recomputes() -> bool:
    """Return whether backward passes recompute cheap results to save memory."""
    return variables.BACKWARD_DO_MIRROR.get() or variables.MEMORY_OPT.get()
