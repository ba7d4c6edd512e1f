"""Likelihood metrics of predicted probabilities."""

from __future__ import annotations

import math
from typing import Any

import numpy

from .._runtime.tracebacks import concise_module
from ._base import EvalMetric, alias, as_numpy, pairs_of, register


@register
class Perplexity(EvalMetric):
    """Exponential of the mean negative log-likelihood of the labels.

    Parameters
    ----------
    ignore_label : int or None
        Label to leave out, such as padding. None leaves out nothing.
    axis : int
        Axis of the classes.
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.

    Examples
    --------
    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[0.5, 0.5]])])
    >>> round(metric.get()[1], 4)
    2.0
    """

    def __init__(self, ignore_label: int, axis: int = -1, name: str = "perplexity",
                 output_names: list[str] | None = None, label_names: list[str] | None = None) -> None:
        super().__init__(
            name,
            ignore_label=ignore_label,
            axis=axis,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=True,
        )
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        if len(labels) != len(preds):
            raise AssertionError(f"the number of labels ({len(labels)}) and predictions ({len(preds)}) must be equal")
        loss, count = 0.0, 0
        for label, pred in zip(labels, preds, strict=True):
            label, pred = as_numpy(label), as_numpy(pred)
            if label.size != pred.size / pred.shape[-1]:
                raise AssertionError(f"shape mismatch: {label.shape} vs. {pred.shape}")
            label = label.ravel()
            scores = numpy.moveaxis(pred, self.axis, -1).reshape(label.size, -1)
            index = label.astype(numpy.int32).clip(0, scores.shape[1] - 1)
            probability = scores[numpy.arange(label.size), index]
            if self.ignore_label is not None:
                probability = probability[label != self.ignore_label]
            floor = probability.dtype.type(1e-10)
            loss -= float(numpy.log(numpy.maximum(floor, probability)).sum())
            count += probability.size
        self._accumulate(loss, count)

    def get(self) -> tuple[Any, Any]:
        name, value = super().get()
        return (name, _exponential(value))

    def get_global(self) -> tuple[Any, Any]:
        name, value = super().get_global()
        return (name, _exponential(value))


def _exponential(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return float("inf")


@register
@alias("ce")
class CrossEntropy(EvalMetric):
    """Mean of ``-log(probability of the label + eps)``.

    Parameters
    ----------
    eps : float, default 1e-12
        Number added to probabilities.
    name : str, default 'cross-entropy'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.CrossEntropy()
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[0.5, 0.5]])])
    >>> round(metric.get()[1], 4)
    0.6931
    """

    def __init__(self, eps: float = 1e-12, name: str = "cross-entropy", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.eps = eps

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            label, pred = as_numpy(label).ravel(), as_numpy(pred)
            if label.shape[0] != pred.shape[0]:
                raise AssertionError(f"the number of labels ({label.shape[0]}) and predictions ({pred.shape[0]}) must "
                                     "be equal")
            probability = pred[numpy.arange(label.shape[0]), label.astype(numpy.int64)]
            loss = -numpy.log(probability + probability.dtype.type(self.eps))
            self._accumulate(loss.sum(), label.shape[0])


@register
@alias("nll_loss")
class NegativeLogLikelihood(CrossEntropy):
    """Mean of ``-log(probability of the label + eps)``.

    Parameters
    ----------
    eps : float, default 1e-12
        Number added to probabilities.
    name : str, default 'nll-loss'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.NegativeLogLikelihood()
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[0.5, 0.5]])])
    >>> round(metric.get()[1], 4)
    0.6931
    """

    def __init__(self, eps: float = 1e-12, name: str = "nll-loss", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(eps, name, output_names, label_names)


concise_module(__name__)
