"""Connectionist temporal classification."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor
from torch.nn import functional

from .facts import FULL, Form
from .opdef import register
from .params import Bool, Choice


def _ctc_inputs(params: dict[str, Any]) -> list[str]:
    names = ["data", "label"]
    return names + [n for n in ("data_lengths", "label_lengths") if params[f"use_{n}"]]


def _before_padding(label: Tensor, padding: int) -> Tensor:
    """Count the labels of each row that come before the first padding."""
    return ((label == padding).cumsum(1) == 0).sum(1)


def _check(data: Tensor, label: Tensor, lengths: tuple[Tensor | None, ...]) -> None:
    if data.ndim != 3 or label.ndim != 2 or data.shape[1] != label.shape[0]:
        raise ValueError("data must have shape (sequence, batch, alphabet) and label (batch, labels)")
    if data.shape[0] < label.shape[1]:
        raise ValueError(f"The max number of labels cannot exceed the maximum sequence length of the data, "
                         f"received {label.shape[1]} labels for {data.shape[0]} steps")
    for length in lengths:
        if length is not None and length.shape != data.shape[1:2]:
            raise ValueError(f"data_lengths and label_lengths must have shape ({data.shape[1]},), "
                             f"received {tuple(length.shape)}")


# Logarithm of a probability of 0. Sums of many such terms still fit into single precision.
_LEAST = -1e30


def _infinite(data: Tensor, steps: Tensor) -> Tensor:
    """Return infinite losses whose gradient is the probabilities, as in MXNet for labels of probability 0."""
    inside = torch.arange(data.shape[0], device=data.device).unsqueeze(1) < steps
    return (torch.logsumexp(data, -1) * inside).sum(0) + float("inf")


@register("CTCLoss", "ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss", present=_ctc_inputs,
          form=Form(method=True, named_outputs=True, workspace=lambda params: 1), precision=FULL)
def ctc_loss(data: Tensor, label: Tensor, data_lengths: Tensor | None = None, label_lengths: Tensor | None = None, *,
             use_data_lengths: Bool = False, use_label_lengths: Bool = False,
             blank_label: Annotated[str, Choice("first", "last")] = "first") -> Tensor:
    """Compute the CTC loss of label sequences from activations (sequence, batch, alphabet) before softmax.

    Without `label_lengths`, labels end at the first 0 if blank is the first label, and at the first -1 if it is the
    last. The loss is 0 for impossible alignments and infinite for labels of probability 0.
    """
    if not use_data_lengths:
        label_lengths, data_lengths = (label_lengths if data_lengths is None else data_lengths), None
    _check(data, label, (data_lengths, label_lengths))
    first = blank_label == "first"
    if data.is_meta:
        return data.new_empty(data.shape[1])
    if not data.numel():
        return data.sum((0, 2))
    dtype = data.dtype
    if dtype in (torch.float16, torch.bfloat16):  # torch has no kernels for them
        data = data.float()
    targets = label.detach().long()
    if use_label_lengths and label_lengths is not None:
        target_lengths = label_lengths.detach().long()
    else:
        target_lengths = _before_padding(targets, 0 if first else -1)
    if data_lengths is None:
        steps = torch.full((data.shape[1],), data.shape[0], dtype=torch.int64, device=data.device)
    else:
        steps = data_lengths.detach().long()
        # Values past the end must not affect the result, not even NaN.
        outside = torch.arange(data.shape[0], device=data.device).unsqueeze(1) >= steps
        data = data.masked_fill(outside.unsqueeze(2), 0.0)
    # Torch does not check labels and would read out of bounds. Its gradients are NaN where a probability is 0.
    targets, possible = targets.clamp(0, data.shape[2] - 1), data.clamp(min=_LEAST)
    losses = functional.ctc_loss(torch.log_softmax(possible, -1), targets, steps, target_lengths,
                                 0 if first else data.shape[2] - 1, "none", True)
    lost = losses.detach() > -0.1 * _LEAST
    if bool(lost.any()):
        losses = torch.where(lost, _infinite(possible, steps), losses)
    return losses.to(dtype)
