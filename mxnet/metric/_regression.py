"""Regression metrics, and the mean of losses."""

from __future__ import annotations

from typing import Any

import numpy

from .._runtime.tracebacks import concise_module
from ..ndarray import NDArray
from ._base import EvalMetric, as_numpy, pairs_of, register


class _RegressionMetric(EvalMetric):
    """Mean over batches of a distance between labels and predictions."""

    def __init__(self, name: str, output_names: list[str] | None = None, label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _distance(self, difference: numpy.ndarray) -> float:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in pairs_of(labels, preds):
            label, pred = as_numpy(label), as_numpy(pred)
            # Treat a vector as a column, so that (n,) and (n, 1) are compared by sample.
            label = label[:, None] if label.ndim == 1 else label
            pred = pred[:, None] if pred.ndim == 1 else pred
            self._accumulate(self._distance(label - pred), 1)


@register
class MAE(_RegressionMetric):
    """Mean absolute error.

    Parameters
    ----------
    name : str, default 'mae'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.MAE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> float(metric.get()[1])
    1.0
    """

    def __init__(self, name: str = "mae", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names, label_names)

    def _distance(self, difference: numpy.ndarray) -> float:
        return numpy.abs(difference).mean()


@register
class MSE(_RegressionMetric):
    """Mean squared error.

    Parameters
    ----------
    name : str, default 'mse'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.MSE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> float(metric.get()[1])
    2.0
    """

    def __init__(self, name: str = "mse", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names, label_names)

    def _distance(self, difference: numpy.ndarray) -> float:
        return (difference**2.0).mean()


@register
class RMSE(_RegressionMetric):
    """Root of the mean squared error, averaged over batches.

    Parameters
    ----------
    name : str, default 'rmse'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.RMSE()
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> round(float(metric.get()[1]), 4)
    1.4142
    """

    def __init__(self, name: str = "rmse", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names, label_names)

    def _distance(self, difference: numpy.ndarray) -> float:
        return numpy.sqrt((difference**2.0).mean())


@register
class Loss(EvalMetric):
    """Mean of the predictions, for networks that output their loss.

    Parameters
    ----------
    name : str, default 'loss'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.Loss()
    >>> metric.update(None, [mx.nd.array([1, 3])])
    >>> metric.get()
    ('loss', 2.0)
    """

    def __init__(self, name: str = "loss", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            self._accumulate(as_numpy(pred).sum(), pred.size)


@register
class Torch(Loss):
    """Alias of :class:`Loss` for criteria of the torch plug-in.

    Parameters
    ----------
    name : str, default 'torch'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.Torch()
    >>> metric.update(None, [mx.nd.array([1, 3])])
    >>> metric.get()
    ('torch', 2.0)
    """

    def __init__(self, name: str = "torch", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


@register
class Caffe(Loss):
    """Alias of :class:`Loss` for criteria of the caffe plug-in.

    Parameters
    ----------
    name : str, default 'caffe'
        Name of the metric.
    output_names : list[str] or None, default None
        Outputs to use; all by default.
    label_names : list[str] or None, default None
        Labels to use; all by default.

    Examples
    --------
    >>> metric = mx.metric.Caffe()
    >>> metric.update(None, [mx.nd.array([1, 3])])
    >>> metric.get()
    ('caffe', 2.0)
    """

    def __init__(self, name: str = "caffe", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        super().__init__(name, output_names=output_names, label_names=label_names)


concise_module(__name__)
