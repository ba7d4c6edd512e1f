"""Questions that environment variables answer, and settings of the process that must come before torch is imported."""

from __future__ import annotations

from mxnet_records import allocator
from mxnet_records import environment as variables
from mxnet_records.allocator import return_freed_memory as return_freed_memory

from .host import openmp

allocator.keep_freed_memory()
openmp.set_up()


def simulated_gpus() -> int:
    """The number of GPUs that ``MXNET_SIMULATED_GPUS`` requests."""
    return max(0, variables.SIMULATED_GPUS.get())


def computes_at_once() -> bool:
    """Whether ``MXNET_ENGINE_TYPE`` selects the engine that raises errors where they happen."""
    return variables.ENGINE_TYPE.get() == "NaiveEngine"


def recomputes() -> bool:
    """Whether backward passes compute cheap results again to save memory."""
    return variables.BACKWARD_DO_MIRROR.get() or variables.MEMORY_OPT.get()
