"""Contexts: the devices of arrays."""

from __future__ import annotations

import torch

from ._runtime.device import Context as Context
from ._runtime.device import cpu as cpu
from ._runtime.device import cpu_pinned as cpu_pinned
from ._runtime.device import current_context as current_context
from ._runtime.device import gpu as gpu
from ._runtime.device import num_gpus as num_gpus
from ._runtime.environment import simulated_gpus as _simulated_gpus
from ._runtime.error import MXNetError


def gpu_memory_info(device_id: int = 0) -> tuple[int, int]:
    """Return free and total bytes of a GPU's memory.

    Parameters
    ----------
    device_id : int
        Number of the GPU.

    Returns
    -------
    int, int
        Free and total memory in bytes.

    Examples
    --------
    >>> try:
    ...     free, total = mx.context.gpu_memory_info()
    ... except mx.MXNetError:  # no CUDA device
    ...     free = total = 0
    >>> free <= total
    True
    """
    if _simulated_gpus() or device_id >= torch.cuda.device_count():
        raise MXNetError(f"gpu_memory_info: gpu({device_id}) is not a CUDA device of this machine")
    free, total = torch.cuda.mem_get_info(device_id)
    return free, total
