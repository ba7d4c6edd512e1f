"""Exchange of batch statistics between workers for SyncBatchNorm."""

from __future__ import annotations

import functools

import torch

from ..._runtime.host import barrier
from ..._runtime.error import MXNetError
from . import place
from .workers import TOGETHER, Workers, workers


class Moments:
    """Exchange statistics of layers between all workers.

    Parameters
    ----------
    group
        The workers.
    """

    def __init__(self, group: Workers) -> None:
        self._workers = group
        self.count, self.rank = group.group.size, group.group.rank

    def gather(self, tensor: torch.Tensor, what: str) -> torch.Tensor:
        """Stack the tensors of all workers."""
        self._workers.agree(TOGETHER, what, list(tensor.shape))
        return torch.stack(self._workers.group.all_gather(tensor))

    def total(self, tensor: torch.Tensor, what: str) -> torch.Tensor:
        """Return the sum over all workers."""
        self._workers.agree(TOGETHER, f"gradient of {what}", list(tensor.shape))
        return self._workers.group.all_reduce([tensor])[0]


@functools.cache
def _find() -> Moments | None:
    try:
        if place.find().role != "worker":
            return None
    except MXNetError:
        return None  # not part of a distributed program
    return Moments(workers())


def enable() -> None:
    """Let SyncBatchNorm layers over more devices than this process has use the other workers."""
    barrier.find_processes = _find
