"""Learning rate schedulers of the earliest programs, before `mx.lr_scheduler`. Use ``from mxnet import misc``."""

from __future__ import annotations

import logging


class LearningRateScheduler:
    """Base class of schedulers, which map a number of updates to a learning rate."""

    def __init__(self) -> None:
        self.base_lr = 0.01

    def __call__(self, iteration: int) -> float:
        raise NotImplementedError(f"{type(self).__name__} must define __call__(iteration)")


class FactorScheduler(LearningRateScheduler):
    """Multiplies the learning rate by ``factor`` after every ``step`` updates.

    Parameters
    ----------
    step : int
        Number of updates.
    factor : float
        Factor of less than 1.
    """

    def __init__(self, step: int, factor: float = 0.1) -> None:
        super().__init__()
        if step < 1:
            raise ValueError(f"step must be at least 1, received {step}")
        if factor >= 1.0:
            raise ValueError(f"factor must be less than 1, received {factor}")
        self.step, self.factor = step, factor
        self.old_lr = self.base_lr
        # Whether the schedule has been used. Until then base_lr may be set.
        self.init = False

    def __call__(self, iteration: int) -> float:
        """Return the learning rate after ``iteration`` updates, and log changes."""
        if not self.init:
            self.init, self.old_lr = True, self.base_lr
        rate: float = self.base_lr * self.factor ** int(iteration / self.step)
        if rate != self.old_lr:
            self.old_lr = rate
            logging.info("Iteration %d: the learning rate changes to %.5f", iteration, rate)
        return rate
