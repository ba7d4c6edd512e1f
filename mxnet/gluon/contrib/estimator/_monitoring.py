"""Telling whether a metric has improved."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...._runtime.tracebacks import user_level
from ....metric import EvalMetric

_BEST_BEFORE = {np.less: np.inf, np.greater: -np.inf}


def check_monitor(owner: str, monitor: Any) -> None:
    """Raise if `monitor` is no metric."""
    if not isinstance(monitor, EvalMetric):
        raise ValueError(f"{owner} needs a metric of the estimator as monitor (one of its train_metrics or "
                         f"val_metrics), received {monitor!r}")


def not_updated(name: str, consequence: str) -> str:
    """What to say of a monitored metric that has no value."""
    return (f"{name} has no value, so {consequence}. Is the monitor among the estimator's train_metrics or "
            "val_metrics? Others are not updated.")


def comparison(mode: str, monitor: Any, owner: str) -> Any:
    """The numpy comparison that says whether one value of `monitor` is better than another.

    'auto' means larger, whatever the metric: MXNet's handlers say so in a warning and do it.
    """
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{owner}: mode must be 'auto', 'min' or 'max', received {mode!r}; 'auto' is used",
                      RuntimeWarning, stacklevel=user_level())
        mode = "auto"
    if mode == "auto":
        warnings.warn(f"{owner}: larger values of {monitor.get()[0]} count as better (`greater`). Pass mode='min' if "
                      "smaller ones are, or mode='max' to silence this.", stacklevel=user_level())
    return np.less if mode == "min" else np.greater


def worst(operator: Any) -> float:
    """The value that every other is better than."""
    return _BEST_BEFORE[operator]
