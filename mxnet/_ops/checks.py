"""Input checks shared by several operators."""

from __future__ import annotations

from torch import Tensor


def check_floating(data: Tensor) -> None:
    """Raise for integer data."""
    if not data.is_floating_point():
        raise ValueError(f"This operation only supports floating point types, not {str(data.dtype)[6:]}")


def check_part(name: str, value: float) -> None:
    """Raise unless 0 <= value <= 1."""
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} must lie between 0 and 1, received {value}")
