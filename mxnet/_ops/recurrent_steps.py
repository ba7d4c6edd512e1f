"""LSTM layers one step at a time, for what fused layers cannot do."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

Limits = tuple[float, float, bool] | None


def _limited(cell: Tensor, limits: Limits) -> Tensor:
    if limits is None:
        return cell
    low, high, stop_nan = limits
    if stop_nan:
        cell = torch.where(torch.isnan(cell), low, cell)
    return torch.clamp(cell, low, high)


def _step(x: Tensor, hidden: Tensor, cell: Tensor, weights: list[Tensor], limits: Limits) -> tuple[Tensor, Tensor]:
    """Next hidden and cell state from the input's share `x` of the gates."""
    gates = x + functional.linear(hidden, weights[1], weights[3])
    write, keep, new, read = gates.chunk(4, 1)
    cell = _limited(torch.sigmoid(keep) * cell + torch.sigmoid(write) * torch.tanh(new), limits)
    hidden = torch.sigmoid(read) * torch.tanh(cell)
    return (functional.linear(hidden, weights[4]) if len(weights) > 4 else hidden), cell


def _direction(data: Tensor, hidden: Tensor, cell: Tensor, weights: list[Tensor], backwards: bool,
               lengths: Tensor | None, limits: Limits) -> tuple[Tensor, Tensor, Tensor]:
    shares = functional.linear(data, weights[0], weights[2])
    steps = range(data.shape[0])
    outputs: list[Tensor] = []
    for time in reversed(steps) if backwards else steps:
        following, following_cell = _step(shares[time], hidden, cell, weights, limits)
        if lengths is None:
            hidden, cell, output = following, following_cell, following
        else:
            inside = (lengths > time).unsqueeze(1)
            hidden, cell = torch.where(inside, following, hidden), torch.where(inside, following_cell, cell)
            output = torch.where(inside, following, 0.0)
        outputs.append(output)
    return torch.stack(outputs[::-1] if backwards else outputs), hidden, cell


def stepwise_layer(data: Tensor, states: tuple[Tensor, ...], weights: list[Tensor], directions: int,
                  lengths: Tensor | None, limits: Limits) -> tuple[Tensor, ...]:
    """One LSTM layer, its cell state kept within `limits`: output, hidden states and cell states."""
    each = len(weights) // directions
    results = [_direction(data, states[0][d], states[1][d], weights[d * each:(d + 1) * each], d == 1, lengths, limits)
               for d in range(directions)]
    outputs, hidden, cells = zip(*results, strict=True)
    return torch.cat(outputs, 2), torch.stack(hidden), torch.stack(cells)
