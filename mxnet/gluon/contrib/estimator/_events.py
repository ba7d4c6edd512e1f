"""Events of a training run. A handler receives the events of its base classes."""

from __future__ import annotations

from typing import Any


class EventHandler:
    """Base class of all handlers."""


class TrainBegin(EventHandler):
    """Handler of the start of training."""

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run once before training."""


class TrainEnd(EventHandler):
    """Handler of the end of training."""

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run once after training."""


class EpochBegin(EventHandler):
    """Handler of the start of an epoch."""

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run before each epoch."""


class EpochEnd(EventHandler):
    """Handler of the end of an epoch, which can stop training."""

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Run after each epoch. Return True to stop training."""
        return False


class BatchBegin(EventHandler):
    """Handler of the start of a batch."""

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run before each batch, with keyword ``batch``."""


class BatchEnd(EventHandler):
    """Handler of the end of a batch, which can end the epoch."""

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Run after each batch, with keywords ``batch, pred, label, loss``. Return True to end the epoch."""
        return False


def _check_event_handlers(handlers: Any) -> list[EventHandler]:
    """Return a list of handlers from a handler, a list or None."""
    if isinstance(handlers, EventHandler):
        return [handlers]
    listed = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in listed):
        raise ValueError(f"event_handlers must be a list of EventHandler (or a single one), received {handlers!r}")
    return listed
