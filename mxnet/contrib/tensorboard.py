"""TensorBoard logging of training metrics."""

from __future__ import annotations

import logging
from typing import Any


class LogMetricsCallback:
    """Module callback that writes metrics as TensorBoard scalars with the package ``mxboard``.

    Parameters
    ----------
    logging_dir : str
        Folder for the event files.
    prefix : str, optional
        Prefix of the metric names, separated by a hyphen.
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        self.prefix = prefix
        try:
            from mxboard import SummaryWriter
        except ImportError:
            logging.error("LogMetricsCallback needs mxboard: install it with `pip install mxboard`.")
            return
        self.summary_writer = SummaryWriter(logging_dir)

    def __call__(self, param: Any) -> None:
        """Write the metrics of ``param.eval_metric`` at step ``param.epoch``."""
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            title = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(title, value, global_step=param.epoch)
