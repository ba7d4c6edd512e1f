"""Distances between labels and predictions, and the mean of predictions that are losses."""

from __future__ import annotations

from typing import Any

import numpy

from ..ndarray import NDArray
from ._base import EvalMetric, as_numpy, paired, register


class _RegressionMetric(EvalMetric):
    """Mean over batches of a distance between labels and predictions."""

    def __init__(self, name, output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _distance(self, difference: numpy.ndarray) -> Any:
        raise NotImplementedError

    def update(self, labels, preds):
        for label, pred in paired(labels, preds):
            label, pred = as_numpy(label), as_numpy(pred)
            # A vector counts as a column, so that (n,) and (n, 1) compare sample by sample.
            label = label[:, None] if label.ndim == 1 else label
            pred = pred[:, None] if pred.ndim == 1 else pred
            self._accumulate(self._distance(label - pred), 1)


@register
class MAE(_RegressionMetric):
    """Mean absolute error."""

    def __init__(self, name="mae", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def _distance(self, difference):
        return numpy.abs(difference).mean()


@register
class MSE(_RegressionMetric):
    """Mean squared error."""

    def __init__(self, name="mse", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def _distance(self, difference):
        return (difference**2.0).mean()


@register
class RMSE(_RegressionMetric):
    """Root of the mean squared error, averaged over batches."""

    def __init__(self, name="rmse", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def _distance(self, difference):
        return numpy.sqrt((difference**2.0).mean())


@register
class Loss(EvalMetric):
    """Mean of the predictions themselves, for networks that output their loss."""

    def __init__(self, name="loss", output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _, preds):
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            self._accumulate(as_numpy(pred).sum(), pred.size)


@register
class Torch(Loss):
    """:class:`Loss` under another name, for criteria of the torch plug-in."""

    def __init__(self, name="torch", output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """:class:`Loss` under another name, for criteria of the caffe plug-in."""

    def __init__(self, name="caffe", output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names)
