"""Correlation of labels and predictions."""

from __future__ import annotations

from typing import Any

import numpy

from .._runtime.tracebacks import concise_module
from ._base import EvalMetric, alias, as_numpy, check_label_shapes, pairs_of, register


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson correlation of labels and predictions.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.
    average : {'macro', 'micro'}
        Mean of the correlations of batches, or correlation over all batches.

    Examples
    --------
    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([mx.nd.array([1, 2, 3])], [mx.nd.array([2, 4, 6])])
    >>> round(float(metric.get()[1]), 4)
    1.0
    """

    def __init__(self, name: str = "pearsonr", output_names: list[str] | None = None,
                 label_names: list[str] | None = None, average: str = "macro") -> None:
        self.average = average
        super().__init__(
            name, average=average, output_names=output_names, label_names=label_names, has_global_stats=True
        )

    def reset_micro(self) -> None:
        """Reset the moments of average='micro'."""
        self._label_nums = self._pred_nums = 0
        self._mean_l = self._mean_p = 0.0
        self._sse_l = self._sse_p = self._conv = 0.0

    def reset(self) -> None:
        super().reset()
        self.reset_micro()

    def update_variance(self, new_values: numpy.ndarray, *aggregate: Any) -> tuple[Any, Any, Any]:
        """Add values to running moments.

        Parameters
        ----------
        new_values : numpy.ndarray
            The values.
        *aggregate
            Count, mean and sum of squared deviations of the earlier values.

        Returns
        -------
        tuple
            Count, mean and sum of squared deviations of all values.
        """
        count, mean, squares = aggregate
        count += len(new_values)
        before = new_values - mean
        mean += before.sum() / count
        return count, mean, squares + (before * (new_values - mean)).sum()

    def update_cov(self, label: numpy.ndarray, pred: numpy.ndarray) -> None:
        """Update the sum of products of deviations, after the mean of labels and before the mean of predictions.

        Parameters
        ----------
        label, pred : numpy.ndarray
            Labels and predictions of a batch.
        """
        self._conv += ((label - self._mean_l) * (pred - self._mean_p)).sum()

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            check_label_shapes(label, pred, False, True)
            label, pred = (as_numpy(array).ravel().astype(numpy.float64) for array in (label, pred))
            if self.average == "macro":
                self._accumulate(numpy.corrcoef(pred, label)[0, 1], 1)
            else:
                self._accumulate_moments(label, pred)

    def _accumulate_moments(self, label: numpy.ndarray, pred: numpy.ndarray) -> None:
        of_labels = self._label_nums, self._mean_l, self._sse_l
        self._label_nums, self._mean_l, self._sse_l = self.update_variance(label, *of_labels)
        self.update_cov(label, pred)
        of_preds = self._pred_nums, self._mean_p, self._sse_p
        self._pred_nums, self._mean_p, self._sse_p = self.update_variance(pred, *of_preds)
        self.num_inst += 1
        self.global_num_inst += 1

    def get(self) -> tuple[Any, Any]:
        if self.num_inst == 0 or self.average == "macro":
            return super().get()
        with numpy.errstate(invalid="ignore", divide="ignore"):
            return (self.name, float(self._conv / numpy.sqrt(self._sse_p * self._sse_l)))

    def get_global(self) -> tuple[Any, Any]:
        # reset_local does not reset the moments, so they are also the global statistics.
        return super().get_global() if self.average == "macro" else self.get()


@register
class PCC(EvalMetric):
    """Multi-class Matthews correlation, from the confusion matrix of all samples.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.
    has_global_stats : bool
        Whether to keep global statistics.

    Examples
    --------
    >>> metric = mx.metric.PCC()
    >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.7, 0.3], [0, 1]])])
    >>> float(metric.get()[1])
    1.0
    """

    lcm: numpy.ndarray
    gcm: numpy.ndarray

    def __init__(self, name: str = "pcc", output_names: list[str] | None = None, label_names: list[str] | None = None,
                 has_global_stats: bool = True) -> None:
        self.k = 2
        super().__init__(
            name=name,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=has_global_stats,
        )

    def _grow(self, inc: int) -> None:
        self.lcm = numpy.pad(self.lcm, (0, inc))
        self.gcm = numpy.pad(self.gcm, (0, inc))
        self.k += inc

    @staticmethod
    def _score(matrix: numpy.ndarray) -> float:
        total = matrix.sum()
        rows, columns = matrix.sum(axis=1), matrix.sum(axis=0)
        row_spread = (rows * (total - rows)).sum()
        column_spread = (columns * (total - columns)).sum()
        if row_spread == 0 or column_spread == 0:
            return float("nan")
        shared = (matrix.diagonal() * total - rows * columns).sum()
        return float(shared / (row_spread * column_spread) ** 0.5)

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            label, pred = as_numpy(label).astype(numpy.int32), as_numpy(pred)
            pred = pred.argmax(axis=1) if pred.shape != label.shape else pred.astype(numpy.int32)
            largest = int(max(pred.max(), label.max()))
            if largest >= self.k:
                self._grow(largest + 1 - self.k)
            cells = numpy.bincount(pred.ravel() * self.k + label.ravel(), minlength=self.k**2)
            counts = cells.reshape(self.k, self.k)
            self.lcm += counts
            self.gcm += counts
        self.num_inst += 1
        self.global_num_inst += 1

    @property
    def sum_metric(self) -> float:  # type: ignore[override]
        """Coefficient since the last local reset, multiplied by ``num_inst``."""
        return self._score(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self) -> float:  # type: ignore[override]
        """Coefficient since the last reset, multiplied by ``global_num_inst``."""
        return self._score(self.gcm) * self.global_num_inst

    def reset(self) -> None:
        self.gcm, self.global_num_inst = numpy.zeros((self.k, self.k)), 0.0
        self.reset_local()

    def reset_local(self) -> None:
        self.lcm, self.num_inst = numpy.zeros((self.k, self.k)), 0.0


concise_module(__name__)
