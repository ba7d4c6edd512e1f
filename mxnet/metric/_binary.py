"""Metrics of binary classifiers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy

from .._runtime.tracebacks import concise_module
from ._base import EvalMetric, as_numpy, best_class, check_label_shapes, register

# Order: 2 * (prediction is positive) + (label is positive).
_COUNTS = ("true_negatives", "false_negatives", "false_positives", "true_positives")


def _precision(negative: int, missed: int, wrong: int, positive: int) -> float:
    return positive / (positive + wrong) if positive + wrong else 0.0


def _recall(negative: int, missed: int, wrong: int, positive: int) -> float:
    return positive / (positive + missed) if positive + missed else 0.0


def _f1_score(*counts: int) -> float:
    precision, recall = _precision(*counts), _recall(*counts)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _matthews(negative: int, missed: int, wrong: int, positive: int) -> float:
    sums = (positive + wrong, positive + missed, negative + wrong, negative + missed)
    # Empty rows and columns count as 1, so that the score is 0 instead of undefined.
    scale = math.prod(float(total or 1) for total in sums)
    return (positive * negative - wrong * missed) / math.sqrt(scale)


def _total(*counts: int) -> int:
    return sum(counts)


def _score(function: Callable[..., float], use_global: bool, doc: str) -> property:
    """Return a property that computes `function` of the counts since the last local or full reset."""
    return property(lambda self: function(*self._counts(use_global)), doc=doc)


class _BinaryClassificationMetrics:
    """Counts of positive and negative predictions and labels, since the last local and the last full reset."""

    def __init__(self) -> None:
        self.reset_stats()

    def reset_stats(self) -> None:
        """Reset all counts."""
        for name in _COUNTS:
            setattr(self, f"global_{name}", 0)
        self.local_reset_stats()

    def local_reset_stats(self) -> None:
        """Reset the local counts."""
        for name in _COUNTS:
            setattr(self, name, 0)

    def update_binary_stats(self, label: Any, pred: Any) -> None:
        """Count a batch of labels, and of scores with shape (batch, 2)."""
        chosen, truth = best_class(pred, 1), as_numpy(label).astype(numpy.int32)
        check_label_shapes(truth, pred)
        kinds = len(numpy.unique(truth))
        if kinds > 2:
            raise ValueError(f"{type(self).__name__} currently only supports binary classification. Received {kinds} "
                             "different labels.")
        places = 2 * (chosen == 1).ravel() + (truth == 1).ravel()
        for name, count in zip(_COUNTS, numpy.bincount(places, minlength=4).tolist(), strict=True):
            setattr(self, name, getattr(self, name) + count)
            setattr(self, f"global_{name}", getattr(self, f"global_{name}") + count)

    def _counts(self, use_global: bool) -> tuple[int, int, int, int]:
        prefix = "global_" if use_global else ""
        negative, missed, wrong, positive = (getattr(self, prefix + name) for name in _COUNTS)
        return negative, missed, wrong, positive

    precision = _score(_precision, False, "Fraction of positive predictions that are correct.")
    global_precision = _score(_precision, True, "`precision` since the last full reset.")
    recall = _score(_recall, False, "Fraction of positive labels that are predicted.")
    global_recall = _score(_recall, True, "`recall` since the last full reset.")
    fscore = _score(_f1_score, False, "Harmonic mean of precision and recall.")
    global_fscore = _score(_f1_score, True, "`fscore` since the last full reset.")
    total_examples = _score(_total, False, "Number of samples.")
    global_total_examples = _score(_total, True, "`total_examples` since the last full reset.")

    def matthewscc(self, use_global: bool = False) -> float:
        """Matthews correlation coefficient."""
        return _matthews(*self._counts(use_global))


class _BinaryMetric(EvalMetric):
    """A score of binary counts, averaged over batches ('macro') or computed from all counts ('micro')."""

    def __init__(self, name: str, output_names: list[str] | None, label_names: list[str] | None,
                 average: str) -> None:
        self.average = average
        self.metrics = _BinaryClassificationMetrics()
        super().__init__(
            name, average=average, output_names=output_names, label_names=label_names, has_global_stats=True
        )

    def _score(self, use_global: bool) -> float:
        raise NotImplementedError(f"{type(self).__name__} does not define _score")

    def update(self, labels: Any, preds: Any) -> None:
        labels, preds = check_label_shapes(labels, preds, True)
        counts = self.metrics
        for label, pred in zip(labels, preds, strict=True):
            counts.update_binary_stats(label, pred)
        if self.average == "macro":
            self._accumulate(self._score(False), 1)
            counts.reset_stats()
            return
        self.num_inst, self.global_num_inst = counts.total_examples, counts.global_total_examples
        self.sum_metric = self._score(False) * self.num_inst
        self.global_sum_metric = self._score(True) * self.global_num_inst

    def reset(self) -> None:
        super().reset()
        self.metrics.reset_stats()

    def reset_local(self) -> None:
        super().reset_local()
        self.metrics.local_reset_stats()


@register
class F1(_BinaryMetric):
    """Harmonic mean of precision and recall of a binary classifier.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.
    average : {'macro', 'micro'}
        Mean of the scores of batches, or score over all samples.

    Examples
    --------
    >>> metric = mx.metric.F1()
    >>> metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> metric.get()
    ('f1', 0.8)
    """

    def __init__(self, name: str = "f1", output_names: list[str] | None = None, label_names: list[str] | None = None,
                 average: str = "macro") -> None:
        super().__init__(name, output_names, label_names, average)

    def _score(self, use_global: bool) -> float:
        return self.metrics.global_fscore if use_global else self.metrics.fscore


@register
class MCC(_BinaryMetric):
    """Matthews correlation coefficient of a binary classifier.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.
    average : {'macro', 'micro'}
        Mean of the scores of batches, or score over all samples.

    Examples
    --------
    >>> metric = mx.metric.MCC()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.7, 0.3], [0, 1]])])
    >>> metric.get()
    ('mcc', 1.0)
    """

    def __init__(self, name: str = "mcc", output_names: list[str] | None = None, label_names: list[str] | None = None,
                 average: str = "macro") -> None:
        super().__init__(name, output_names, label_names, average)

    def _score(self, use_global: bool) -> float:
        return self.metrics.matthewscc(use_global)


concise_module(__name__)
