"""The events of a training run. A handler is told of those whose classes it derives from."""

from __future__ import annotations

from typing import Any


class EventHandler:
    """Base of all handlers."""


class TrainBegin(EventHandler):
    """Told before the first epoch."""

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called once, before training."""


class TrainEnd(EventHandler):
    """Told after the last epoch."""

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called once, after training."""


class EpochBegin(EventHandler):
    """Told before each epoch."""

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called before each epoch."""


class EpochEnd(EventHandler):
    """Told after each epoch; may stop training."""

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Called after each epoch; a true result stops training."""
        return False


class BatchBegin(EventHandler):
    """Told before each batch."""

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Called before each batch, with keyword ``batch``."""


class BatchEnd(EventHandler):
    """Told after each batch; may end the epoch."""

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Called after each batch, with keywords ``batch, pred, label, loss``; a true result ends the epoch."""
        return False


def _check_event_handlers(handlers: Any) -> list[EventHandler]:
    """A list of handlers, from one, a list or None."""
    if isinstance(handlers, EventHandler):
        return [handlers]
    listed = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in listed):
        raise ValueError(f"event_handlers must be a list of EventHandler (or a single one), received {handlers!r}")
    return listed
