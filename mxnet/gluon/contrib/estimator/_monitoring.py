"""Telling whether a metric has improved."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

_BEST_BEFORE = {np.less: np.inf, np.greater: -np.inf}


def comparison(mode: str, monitor: Any, owner: str) -> Any:
    """The numpy comparison that says whether one value of `monitor` is better than another.

    'auto' means larger, whatever the metric: MXNet's handlers say so in a warning and do it.
    """
    if mode not in ("auto", "min", "max"):
        warnings.warn(f"{owner} mode {mode} is unknown, fallback to auto mode. CheckpointHandler will use max mode for "
                      "f1 and accuracy metric comparison and use min mode other wise", RuntimeWarning, stacklevel=3)
        mode = "auto"
    if mode == "auto":
        warnings.warn(f"`greater` operator will be used to determine if {monitor.get()[0]} has improved. Please "
                      "specify `mode='min'` to use the `less` operator. Specify `mode='max' to disable this warning.`",
                      stacklevel=3)
    return np.less if mode == "min" else np.greater


def worst(operator: Any) -> float:
    """The value that every other is better than."""
    return _BEST_BEFORE[operator]
