"""Accuracy metrics."""

from __future__ import annotations

from typing import Any

import numpy

from .._runtime.tracebacks import concise_module
from ._base import EvalMetric, alias, as_numpy, best_class, check_label_shapes, pairs_of, register


@register
@alias("acc")
class Accuracy(EvalMetric):
    """Fraction of predictions that equal the label.

    If the shapes of predictions and labels differ, predictions are scores. The class is the maximum along ``axis``.

    Examples
    --------
    >>> metric = mx.metric.Accuracy()
    >>> metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.3, 0.7], [0, 1.], [0.4, 0.6]])])
    >>> metric.get()
    ('accuracy', 0.6666666666666666)

    Parameters
    ----------
    axis : int, default 1
        Axis of the classes.
    name : str, default 'accuracy'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.
    """

    def __init__(self, axis: int = 1, name: str = "accuracy", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            pred = best_class(pred, self.axis) if pred.shape != label.shape else as_numpy(pred)
            label = as_numpy(label)
            label, pred = label.astype(numpy.int32).ravel(), pred.astype(numpy.int32).ravel()
            check_label_shapes(label, pred)
            self._accumulate(numpy.count_nonzero(label == pred), pred.size)


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(EvalMetric):
    """Fraction of samples whose label is among the ``top_k`` largest scores.

    Parameters
    ----------
    top_k : int, default 1
        Number of best classes that count, at least 2; the default raises an error.
    name : str, default 'top_k_accuracy'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.TopKAccuracy(top_k=2)
    >>> metric.update([mx.nd.array([2, 0])], [mx.nd.array([[0.1, 0.5, 0.4], [0.2, 0.3, 0.5]])])
    >>> metric.get()
    ('top_k_accuracy_2', 0.5)
    """

    def __init__(self, top_k: int = 1, name: str = "top_k_accuracy", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, top_k=top_k, output_names=output_names, label_names=label_names, has_global_stats=True)
        if top_k <= 1:
            raise AssertionError(f"top_k must be at least 2, received {top_k}; use Accuracy for 1")
        self.top_k = top_k
        self.name += f"_{top_k}"

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            label = as_numpy(label).astype(numpy.int32).ravel()
            pred = as_numpy(pred).astype(numpy.float32, copy=False)
            if pred.ndim > 2:
                raise AssertionError(f"TopKAccuracy takes predictions with one or two axes, received {pred.shape}")
            check_label_shapes(label, pred)
            top_k = min(self.top_k, pred.shape[-1])
            ranked = numpy.argpartition(pred, -top_k)
            hits = ranked[:, -top_k:] == label[:, None] if pred.ndim == 2 else ranked == label
            self._accumulate(numpy.count_nonzero(hits), len(pred))


concise_module(__name__)
