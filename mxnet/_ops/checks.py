"""Checks that several operators make of their inputs."""

from __future__ import annotations

from torch import Tensor


def check_floating(data: Tensor) -> None:
    """Raise for whole numbers."""
    if not data.is_floating_point():
        raise ValueError(f"This operation only supports floating point types, not {str(data.dtype)[6:]}")
