"""Memory that executors reshaped from one another have in common.

MXNet puts the outputs of an executor that is reshaped to a smaller size into the memory of the larger one, so that
each run overwrites the beginning of the other's outputs. Here every run has results of its own, and outputs are brought
up to date with what others have written when they are next asked for.
"""

from __future__ import annotations

import torch


class OutputMemory:
    """What has been written to one output.

    Parameters
    ----------
    capacity
        For how many elements there is room.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.version = 0
        self._writes: list[torch.Tensor] = []  # each shorter than the one before

    def write(self, result: torch.Tensor) -> None:
        """Note a result; it covers earlier ones that are not longer."""
        self._writes = [w for w in self._writes if w.numel() > result.numel()]
        self._writes.append(result)
        self.version += 1

    def content(self, before: torch.Tensor) -> torch.Tensor:
        """What an output that was `before` is now."""
        flat = before.reshape(-1).clone()
        for write in self._writes:
            count = min(write.numel(), flat.numel())
            flat[:count] = write.reshape(-1)[:count]
        return flat.reshape(before.shape)
