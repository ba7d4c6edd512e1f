"""Comparison of metric values."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...._runtime.tracebacks import user_level
from ....metric import EvalMetric

_BEST_BEFORE = {np.less: np.inf, np.greater: -np.inf}


def check_monitor(owner: str, monitor: Any) -> None:
    """Raise if `monitor` is not a metric."""
    if not isinstance(monitor, EvalMetric):
        raise ValueError(f"{owner} needs a metric from the estimator's train_metrics or val_metrics as monitor, "
                         f"received {monitor!r}")


def missing_value_message(name: str, consequence: str) -> str:
    """Return the warning for a monitored metric without a value."""
    return (f"{name} has no value, so {consequence}. The estimator only updates its train_metrics and val_metrics; "
            "pass one of them as monitor.")


def comparison(mode: str, monitor: Any, owner: str) -> Any:
    """Return the numpy comparison that is true if one value of `monitor` is better than another.

    With 'auto', larger values are better for all metrics, with a warning, as in MXNet.
    """
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{owner}: mode must be 'auto', 'min' or 'max', received {mode!r}; 'auto' is used",
                      RuntimeWarning, stacklevel=user_level())
        mode = "auto"
    if mode == "auto":
        warnings.warn(f"{owner}: larger values of {monitor.get()[0]} are treated as better (`greater`). Pass "
                      "mode='min' if smaller values are better, or mode='max' to silence this warning.",
                      stacklevel=user_level())
    return np.less if mode == "min" else np.greater


def worst(operator: Any) -> float:
    """Return the value that is worse than all others."""
    return _BEST_BEFORE[operator]
