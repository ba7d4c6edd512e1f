"""Output memory shared by executors that are reshaped from each other.

In MXNet, the outputs of an executor that is reshaped to a smaller size share the memory of the larger one, so each run
overwrites the beginning of the other's outputs. Here every run has separate results. Outputs are updated with the
values of the other executors when they are next read.
"""

from __future__ import annotations

import torch


class OutputMemory:
    """Values that have been written to an output.

    Parameters
    ----------
    capacity
        Maximum number of elements.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.version = 0
        self._writes: list[torch.Tensor] = []  # in decreasing length

    def write(self, result: torch.Tensor) -> None:
        """Store a result. It replaces earlier results that are not longer."""
        self._writes = [w for w in self._writes if w.numel() > result.numel()]
        self._writes.append(result)
        self.version += 1

    def content(self, before: torch.Tensor) -> torch.Tensor:
        """Return the current values of an output that was `before`."""
        flat = before.reshape(-1).clone()
        for write in self._writes:
            count = min(write.numel(), flat.numel())
            flat[:count] = write.reshape(-1)[:count]
        return flat.reshape(before.shape)
