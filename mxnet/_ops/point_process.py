"""Point processes."""

from __future__ import annotations

import torch
from torch import Tensor

from .batch_norm import blocked
from .facts import FULL, Form, Inference, Params, TypeLike, Types
from .opdef import register


def _check(lda: Tensor, alpha: Tensor, beta: Tensor, state: Tensor, lags: Tensor, marks: Tensor) -> None:
    count, kinds = lda.shape
    if alpha.shape != (kinds,) or beta.shape != (kinds,) or state.shape != lda.shape:
        raise ValueError(f"alpha and beta must be ({kinds},) and state {tuple(lda.shape)}, received "
                         f"{tuple(alpha.shape)} {tuple(beta.shape)} {tuple(state.shape)}")
    if lags.shape != marks.shape or lags.shape[0] != count:
        raise ValueError(f"lags and marks must be ({count}, length), received {tuple(lags.shape)} "
                         f"{tuple(marks.shape)}")
    if marks.dtype is not torch.int32:
        raise ValueError(f"marks must be int32, received {marks.dtype}")


_MARKS = 5


def _event_types(params: Params, known: Types) -> list[TypeLike]:
    """Set input dtypes: marks are int32, all other inputs have the same dtype."""
    dtype = next((one for place, one in enumerate(known) if one is not None and place != _MARKS), None)
    return [torch.int32 if place == _MARKS else dtype for place in range(len(known))]


@register("_contrib_hawkesll", outputs=2, inference=Inference(input_types=_event_types), form=Form(named_outputs=True),
          precision=FULL)
def hawkesll(lda: Tensor, alpha: Tensor, beta: Tensor, state: Tensor, lags: Tensor, marks: Tensor,
             valid_length: Tensor, max_time: Tensor) -> tuple[Tensor, Tensor]:
    """Compute the log likelihood of marked self-exciting point processes, and their states at `max_time`.

    `lda` are the background rates, `alpha` the branching ratios, `beta` the decays, and `lags` the times between
    points.
    """
    _check(lda, alpha, beta, state, lags, marks)
    lags, valid_length, max_time = lags.detach(), valid_length.detach(), max_time.detach()
    # As in MXNet, states are constants: the likelihood has no gradient with respect to the initial states, and the
    # final states have no gradient.
    state = state.detach()
    kinds = torch.arange(lda.shape[1], device=lda.device)
    times = lags.cumsum(1)
    last = torch.zeros_like(lda)
    total = lda.new_zeros(lda.shape[0])
    for j in range(lags.shape[1]):
        now = (kinds == marks[:, j:j + 1]) & (j < valid_length)[:, None]
        since = times[:, j:j + 1] - last
        decay = torch.exp(-beta * since)
        rate = lda + alpha * beta * state * decay
        passed = lda * since + alpha * state * (1.0 - decay)
        total = total + torch.where(now, torch.log(torch.where(now, rate, 1.0)) - passed, 0.0).sum(1)
        state = torch.where(now, 1.0 + state * decay, state)
        last = torch.where(now, times[:, j:j + 1], last)
    since = max_time[:, None] - last
    decay = torch.exp(-beta * since)
    total = total - (lda * since + alpha * state * (1.0 - decay)).sum(1)
    return total, blocked(total, state * decay)
