"""Encoding of compressed gradients: two bits per element, four elements per byte."""

from __future__ import annotations

import torch

_SHIFTS = (6, 4, 2, 0)


def pack(values: torch.Tensor) -> torch.Tensor:
    """Pack the signs of values that are ``-threshold``, 0 or ``threshold``."""
    flat = torch.sign(values.reshape(-1)).to(torch.int8)
    codes = torch.where(flat < 0, 2, flat).to(torch.uint8)
    rest = -len(codes) % 4
    rows = torch.nn.functional.pad(codes, (0, rest)).view(-1, 4)
    return rows[:, 0] << 6 | rows[:, 1] << 4 | rows[:, 2] << 2 | rows[:, 3]


def unpack(codes: torch.Tensor, threshold: float, count: int) -> torch.Tensor:
    """Return the first `count` values in float32."""
    columns = torch.stack([codes >> shift & 3 for shift in _SHIFTS], 1).reshape(-1)[:count]
    table = torch.tensor([0.0, threshold, -threshold, 0.0])
    return table[columns.to(torch.int64)]
