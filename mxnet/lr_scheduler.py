"""Learning rate schedules by number of updates."""

from __future__ import annotations

import itertools
import logging
import math

from ._runtime.arguments import NumbersChecked
from ._runtime.tracebacks import concise_module


class LRScheduler(NumbersChecked):
    """Base class of schedulers, which map a number of updates to a learning rate.

    Parameters
    ----------
    base_lr : float
        Learning rate after the warm-up.
    warmup_steps : int
        Number of warm-up updates.
    warmup_begin_lr : float
        Initial learning rate of the warm-up.
    warmup_mode : {'linear', 'constant'}
        Increase linearly to ``base_lr``, or stay at ``warmup_begin_lr``.

    Examples
    --------
    >>> class Halving(mx.lr_scheduler.LRScheduler):
    ...     def __call__(self, num_update):
    ...         return self.base_lr / 2 ** num_update
    >>> Halving(base_lr=1.0)(2)
    0.25
    """

    def __init__(self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0,
                 warmup_mode: str = "linear") -> None:
        _check_integer("warmup_steps", warmup_steps)
        if warmup_begin_lr > base_lr:
            raise ValueError(f"warmup_begin_lr={warmup_begin_lr} must not exceed base_lr={base_lr}")
        if warmup_steps < 0:
            raise ValueError(f"warmup_steps must not be negative, received {warmup_steps}")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError(f"warmup_mode must be 'linear' or 'constant', received {warmup_mode!r}")
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_final_lr = base_lr
        self.warmup_begin_lr = warmup_begin_lr
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update: int) -> float:
        """Return the learning rate of a warm-up update.

        Parameters
        ----------
        num_update : int
            Number of the update, less than `warmup_steps`.

        Returns
        -------
        float
            The learning rate.

        Examples
        --------
        >>> schedule = mx.lr_scheduler.LRScheduler(base_lr=1.0, warmup_steps=4)
        >>> schedule.get_warmup_lr(1)
        0.25
        """
        if num_update >= self.warmup_steps:
            raise AssertionError(f"update {num_update} is after the {self.warmup_steps} warm-up steps")
        if self.warmup_mode == "linear":
            rise = self.warmup_final_lr - self.warmup_begin_lr
            return self.warmup_begin_lr + rise * float(num_update) / float(self.warmup_steps)
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        raise ValueError(f"warmup_mode must be 'linear' or 'constant', received {self.warmup_mode!r}")

    def __call__(self, num_update: int) -> float:
        """Return the learning rate.

        Parameters
        ----------
        num_update : int
            Maximum number of updates of any weight.

        Returns
        -------
        float
            The learning rate.

        Examples
        --------
        >>> schedule = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=1.0)
        >>> [schedule(update) for update in (1, 11, 21)]
        [1.0, 0.5, 0.25]
        """
        raise NotImplementedError(f"{type(self).__name__} must override __call__")


class FactorScheduler(LRScheduler):
    """Multiply the learning rate by ``factor`` after every ``step`` updates.

    Parameters
    ----------
    step : int
        Number of updates between changes.
    factor : float
        Factor of each change, at most 1.
    stop_factor_lr : float
        Minimum learning rate.
    base_lr : float
        Learning rate after the warm-up, until the first change.
    warmup_steps : int
        Number of warm-up updates.
    warmup_begin_lr : float
        Initial learning rate of the warm-up.
    warmup_mode : {'linear', 'constant'}
        Increase linearly to ``base_lr``, or stay at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, base_lr=1.0)
    >>> [schedule(step) for step in (0, 11, 21)]
    [1.0, 0.5, 0.25]
    """

    def __init__(self, step: int, factor: float = 1, stop_factor_lr: float = 1e-8, base_lr: float = 0.01,
                 warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        _check_step(step)
        _check_factor(factor)
        self.step, self.factor, self.stop_factor_lr = step, factor, stop_factor_lr
        self.count = 0

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        # A loop, because resumed training may skip many changes at once.
        while self.count + self.step < num_update:
            self.count += self.step
            reduced = self.base_lr * self.factor
            self.base_lr = max(reduced, self.stop_factor_lr)
            if reduced < self.stop_factor_lr:
                logging.info("Update[%d]: learning rate has reached its minimum, %0.5e", num_update, self.base_lr)
            else:
                _log_change(num_update, self.base_lr)
        return self.base_lr


class MultiFactorScheduler(LRScheduler):
    """Multiply the learning rate by ``factor`` after each of the given numbers of updates.

    Parameters
    ----------
    step : list of int
        Increasing numbers of updates after which the rate changes.
    factor : float
        Factor of each change, at most 1.
    base_lr : float
        Learning rate after the warm-up, until the first change.
    warmup_steps : int
        Number of warm-up updates.
    warmup_begin_lr : float
        Initial learning rate of the warm-up.
    warmup_mode : {'linear', 'constant'}
        Increase linearly to ``base_lr``, or stay at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.MultiFactorScheduler(step=[10, 20], factor=0.5, base_lr=1.0)
    >>> [schedule(step) for step in (0, 11, 21)]
    [1.0, 0.5, 0.25]
    """

    def __init__(self, step: list[int], factor: float = 1, base_lr: float = 0.01, warmup_steps: int = 0,
                 warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(step, list) or not step:
            raise AssertionError(f"step must be a list with at least one number, received {step!r}")
        if any(later <= earlier for earlier, later in itertools.pairwise(step)):
            raise ValueError(f"step must be an increasing list, received {step}")
        for update in step:
            _check_step(update)
        _check_factor(factor)
        self.step, self.factor = step, factor
        self.cur_step_ind = self.count = 0

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        for boundary in self.step[self.cur_step_ind:]:
            if num_update <= boundary:
                break
            self.count = boundary
            self.cur_step_ind += 1
            self.base_lr *= self.factor
            _log_change(num_update, self.base_lr)
        return self.base_lr


class _DecayScheduler(LRScheduler):
    """Decay from ``base_lr`` to ``final_lr`` within ``max_update`` updates, then constant."""

    def __init__(self, max_update: int, base_lr: float, final_lr: float, warmup_steps: int, warmup_begin_lr: float,
                 warmup_mode: str) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        _check_integer("max_update", max_update)
        if max_update < 1:
            raise ValueError(f"max_update must be at least 1, received {max_update}")
        self.base_lr_orig, self.final_lr = self.base_lr, final_lr
        self.max_update, self.max_steps = max_update, max_update - self.warmup_steps

    def _remaining(self, done: int) -> float:
        """Return the remaining fraction of the decay after ``done`` of ``max_steps`` updates, from 1 to 0."""
        raise NotImplementedError

    def __call__(self, num_update: int) -> float:
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update:
            left = self._remaining(num_update - self.warmup_steps)
            self.base_lr = self.final_lr + (self.base_lr_orig - self.final_lr) * left
        return self.base_lr


class PolyScheduler(_DecayScheduler):
    """Decay proportional to ``(1 - done / max_steps) ** pwr``.

    Parameters
    ----------
    max_update : int
        Number of updates, warm-up included, until ``final_lr`` is reached.
    base_lr : float
        Learning rate after the warm-up, from which it decays.
    pwr : int
        Power of the decay; 1 is linear.
    final_lr : float
        Final learning rate.
    warmup_steps : int
        Number of warm-up updates.
    warmup_begin_lr : float
        Initial learning rate of the warm-up.
    warmup_mode : {'linear', 'constant'}
        Increase linearly to ``base_lr``, or stay at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.PolyScheduler(max_update=10, base_lr=1.0, pwr=1)
    >>> [schedule(step) for step in (0, 5, 10)]
    [1.0, 0.5, 0.0]
    """

    def __init__(self, max_update: int, base_lr: float = 0.01, pwr: int = 2, final_lr: float = 0, warmup_steps: int = 0,
                 warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _remaining(self, done: int) -> float:
        return pow(1 - float(done) / float(self.max_steps), self.power)


class CosineScheduler(_DecayScheduler):
    """Decay along half a cosine wave.

    Parameters
    ----------
    max_update : int
        Number of updates, warm-up included, until ``final_lr`` is reached.
    base_lr : float
        Learning rate after the warm-up, from which it decays.
    final_lr : float
        Final learning rate.
    warmup_steps : int
        Number of warm-up updates.
    warmup_begin_lr : float
        Initial learning rate of the warm-up.
    warmup_mode : {'linear', 'constant'}
        Increase linearly to ``base_lr``, or stay at ``warmup_begin_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.CosineScheduler(max_update=10, base_lr=1.0)
    >>> [round(schedule(step), 4) for step in (0, 5, 10)]
    [1.0, 0.5, 0.0]
    """

    def __init__(self, max_update: int, base_lr: float = 0.01, final_lr: float = 0, warmup_steps: int = 0,
                 warmup_begin_lr: float = 0, warmup_mode: str = "linear") -> None:
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def _remaining(self, done: int) -> float:
        return (1 + math.cos(math.pi * done / self.max_steps)) / 2


def _log_change(num_update: int, rate: float) -> None:
    logging.info("Update[%d]: Change learning rate to %0.5e", num_update, rate)


def _check_integer(name: str, value: object) -> None:
    if not isinstance(value, int):
        raise AssertionError(f"{name} must be an int, received {value!r}")


def _check_step(step: int) -> None:
    if step < 1:
        raise ValueError(f"step must be at least 1 update, received {step}")


def _check_factor(factor: float) -> None:
    if factor > 1.0:
        raise ValueError(f"factor must be at most 1, or the learning rate would grow, received {factor}")


concise_module(__name__, only=("__init__",))
