"""Checks of the metrics of estimators and handlers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss


def _check_metrics(metrics: Any) -> list[EvalMetric]:
    """Return a list of simple metrics from a metric, a list or a composite metric."""
    if isinstance(metrics, CompositeEvalMetric):
        return [simple for metric in metrics.metrics for simple in _check_metrics(metric)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    listed = metrics or []
    if not all(isinstance(metric, EvalMetric) for metric in listed):
        raise ValueError(f"metrics must be an EvalMetric, or a list of them, received {metrics!r}")
    return listed


def _check_handler_metric_ref(handler: Any, known_metrics: Collection[EvalMetric]) -> None:
    """Raise if an attribute of `handler` is a metric that the estimator does not update."""
    for attribute in dir(handler):
        if "metric" not in attribute:
            continue
        value = getattr(handler, attribute)
        for metric in value if isinstance(value, list) else [value] if value else []:
            if metric not in known_metrics:
                raise ValueError(f"{type(handler).__name__} uses {metric}, which the estimator does not update; pass "
                                 "one of the estimator's train_metrics or val_metrics")


def _suggest_metric_for_loss(loss: Any) -> EvalMetric | None:
    """Return the usual metric of a loss, or None."""
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None
