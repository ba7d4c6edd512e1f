"""Environment variables, read in one place."""

from __future__ import annotations

import os

from mxnet_records.environment import integer as integer
from mxnet_records.environment import return_freed_memory as return_freed_memory

from .error import MXNetError
from .host import neighbours

neighbours.set_up()


def simulated_gpus() -> int:
    """How many gpus ``MXNET_SIMULATED_GPUS`` asks for.

    Raises
    ------
    MXNetError
        If it is not an integer.
    """
    value = os.environ.get("MXNET_SIMULATED_GPUS", "").strip()
    try:
        return max(0, int(value or 0))
    except ValueError:
        raise MXNetError(f"MXNET_SIMULATED_GPUS must be the number of GPUs to simulate, received {value!r}") from None


def computes_at_once() -> bool:
    """Whether ``MXNET_ENGINE_TYPE`` asks for the engine that raises errors where they happen."""
    return os.environ.get("MXNET_ENGINE_TYPE") == "NaiveEngine"


def checks_labels() -> bool:
    """Whether ``MXNET_CHECK_LABELS`` asks for an error where a label or an index of an embedding is out of range."""
    return bool(integer("MXNET_CHECK_LABELS", 0))


def recomputes() -> bool:
    """Whether backward passes compute cheap results again to save memory."""
    return any(integer(name, 0) for name in ("MXNET_BACKWARD_DO_MIRROR", "MXNET_MEMORY_OPT"))


def random_stream() -> str:
    """What ``MXNET_RANDOM_STREAM`` asks for: ``mxnet``, ``torch`` or nothing."""
    value = os.environ.get("MXNET_RANDOM_STREAM", "")
    if value not in ("", "mxnet", "torch"):
        raise MXNetError(f"MXNET_RANDOM_STREAM must be mxnet or torch, received {value!r}")
    return value
