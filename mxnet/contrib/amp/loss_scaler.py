"""Dynamic loss scaling."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from ... import autograd
from ...ndarray import multi_all_finite

_LARGEST = 2.0 ** 24
_STEPS_BEFORE_GROWTH = 2000


class LossScaler:
    """A dynamic loss scale that keeps small gradients from underflowing in 16 bits.

    The scale is halved after a step with overflowing gradients, and doubled after 2000 steps without an overflow.
    """

    def __init__(self) -> None:
        self._loss_scale = 2.0 ** 16
        self._next_loss_scale = self._loss_scale
        self._max_loss_scale = _LARGEST
        self._scale_seq_len = _STEPS_BEFORE_GROWTH
        self._unskipped = 0

    @property
    def loss_scale(self) -> float:
        """The current scale."""
        return self._loss_scale

    def has_overflow(self, params: Iterable[Any]) -> bool:
        """Return whether a gradient of these parameters is not finite, and update the scale for the next step."""
        gradients = [p._grad[0] for p in params if p._grad is not None]
        with autograd.pause():
            overflow = bool(gradients) and not multi_all_finite(*gradients, num_arrays=len(gradients)).asnumpy().item()
        self._loss_scale = self._next_loss_scale
        self._unskipped = 0 if overflow else self._unskipped + 1
        if overflow:
            self._change("decreasing", self._loss_scale / 2.0)
        elif self._unskipped == self._scale_seq_len:
            self._unskipped = 0
            self._change("increasing", min(self._max_loss_scale, self._loss_scale * 2.0))
        return overflow

    def _change(self, direction: str, scale: float) -> None:
        self._next_loss_scale = scale
        logging.info("AMP: %s loss scale to %f", direction, scale)
