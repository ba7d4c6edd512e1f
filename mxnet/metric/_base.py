"""Base class, registry and helpers of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy

from .. import registry
from .._runtime.tracebacks import concise_module
from ..ndarray import NDArray


def check_label_shapes(labels: Any, preds: Any, wrap: bool = False, shape: bool = False) -> tuple[Any, Any]:
    """Check that labels and predictions match in number or in shape.

    Parameters
    ----------
    labels, preds : NDArray or list of NDArray
        Arrays to compare.
    wrap : bool
        Convert single arrays to lists.
    shape : bool
        Compare shapes instead of lengths.

    Returns
    -------
    tuple
        Labels and predictions.

    Examples
    --------
    >>> labels, predictions = mx.metric.check_label_shapes(mx.nd.array([1]), mx.nd.array([2]), wrap=True)
    >>> len(labels)
    1
    """
    label_shape, pred_shape = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if label_shape != pred_shape:
        raise ValueError(f"labels ({label_shape}) and predictions ({pred_shape}) do not match")
    if wrap:
        labels = [labels] if isinstance(labels, NDArray) else labels
        preds = [preds] if isinstance(preds, NDArray) else preds
    return labels, preds


def pairs_of(labels: Any, preds: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of labels and predictions. Raise if the lengths differ."""
    return zip(*check_label_shapes(labels, preds, True), strict=True)


def as_numpy(array: Any) -> numpy.ndarray:
    """Convert an NDArray or a numpy array to numpy."""
    return array.asnumpy() if isinstance(array, NDArray) else numpy.asarray(array)


def best_class(scores: Any, axis: int) -> numpy.ndarray:
    """Return the position of the largest score along an axis."""
    if isinstance(scores, NDArray) and scores._data.device.type != "cpu":
        return scores._data.argmax(dim=axis).cpu().numpy()  # copies classes to the host instead of scores
    return as_numpy(scores).argmax(axis=axis)


def _plain(value: Any) -> Any:
    """Convert to a Python number, which prints the same with every version of numpy."""
    return value.item() if isinstance(value, numpy.generic) else value


class EvalMetric:
    """Base class of metrics. Subclasses implement :meth:`update`.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that :meth:`update_dict` uses. The default is all.
    **kwargs
        Further arguments of the constructor, for :meth:`get_config`.

    Examples
    --------
    >>> class Largest(mx.metric.EvalMetric):
    ...     def update(self, labels, preds):
    ...         self.sum_metric = max(self.sum_metric, preds[0].max().asscalar())
    ...         self.num_inst = 1
    >>> metric = Largest('largest')
    >>> metric.update(None, [mx.nd.array([1, 4])])
    >>> float(metric.get()[1])
    4.0
    """

    def __init__(self, name: str, output_names: list[str] | None = None, label_names: list[str] | None = None,
                 **kwargs: Any) -> None:
        self.name = str(name)
        self.output_names, self.label_names = output_names, label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self) -> str:
        return f"EvalMetric: {dict(self.get_name_value())}"

    def get_config(self) -> dict[str, Any]:
        """Return the configuration from which ``create(**config)`` creates the same metric.

        Returns
        -------
        dict
            Arguments of :func:`create`.

        Examples
        --------
        >>> config = mx.metric.Perplexity(ignore_label=0).get_config()
        >>> config['metric'], config['ignore_label']
        ('Perplexity', 0)
        >>> mx.metric.create(**config).name
        'perplexity'
        """
        return {
            **self._kwargs,
            "metric": type(self).__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label: Any, pred: Any) -> None:
        """Update with dicts of labels and predictions by name.

        Parameters
        ----------
        label, pred : dict of str to NDArray
            Labels and predictions. The metric uses `label_names` and `output_names`, or all arrays.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.Accuracy(output_names=['class'], label_names=['label'])
        >>> outputs = {'class': mx.nd.array([[0, 1]]), 'box': mx.nd.zeros((1, 4))}
        >>> metric.update_dict({'label': mx.nd.array([1])}, outputs)
        >>> metric.get()
        ('accuracy', 1.0)
        """
        pred = list(pred.values()) if self.output_names is None else [pred[n] for n in self.output_names]
        label = list(label.values()) if self.label_names is None else [label[n] for n in self.label_names]
        self.update(label, pred)

    def update(self, labels: Any, preds: Any) -> None:
        """Update with a batch.

        Parameters
        ----------
        labels, preds : list of NDArray
            Labels and predictions.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.7, 0.3], [0.6, 0.4]])])
        >>> metric.get()
        ('accuracy', 0.5)
        """
        raise NotImplementedError(f"{type(self).__name__} must override update")

    def reset(self) -> None:
        """Reset all statistics.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.Accuracy()
        >>> metric.update([mx.nd.array([0])], [mx.nd.array([[1, 0]])])
        >>> metric.reset()
        >>> metric.num_inst
        0
        """
        self.num_inst: float = 0
        self.global_num_inst: float = 0
        self.sum_metric = self.global_sum_metric = 0.0

    def reset_local(self) -> None:
        """Reset the local statistics and keep the global statistics.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.MSE()
        >>> metric.update([mx.nd.array([1])], [mx.nd.array([3])])
        >>> metric.reset_local()
        >>> metric.get(), metric.get_global()
        (('mse', nan), ('mse', 4.0))
        """
        self.num_inst, self.sum_metric = 0, 0.0

    def _accumulate(self, total: Any, count: Any) -> None:
        total, count = _plain(total), _plain(count)
        self.sum_metric += total
        self.global_sum_metric += total
        self.num_inst += count
        self.global_num_inst += count

    def get(self) -> tuple[Any, Any]:
        """Return name and value since the last reset.

        Returns
        -------
        tuple
            Name and value. The value is NaN before the first update. Composite metrics return lists of both.

        Examples
        --------
        >>> metric = mx.metric.MSE()
        >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
        >>> metric.get()
        ('mse', 2.0)
        """
        if self.num_inst == 0:
            return (self.name, float("nan"))
        return (self.name, self.sum_metric / self.num_inst)

    def get_global(self) -> tuple[Any, Any]:
        """Return name and value since the last full reset.

        Returns
        -------
        tuple
            Name and value, including batches before `reset_local`.

        Examples
        --------
        >>> metric = mx.metric.MSE()
        >>> metric.update([mx.nd.array([1])], [mx.nd.array([3])])
        >>> metric.reset_local()
        >>> metric.update([mx.nd.array([1])], [mx.nd.array([1])])
        >>> metric.get(), metric.get_global()
        (('mse', 0.0), ('mse', 2.0))
        """
        if not self._has_global_stats:
            return self.get()
        if self.global_num_inst == 0:
            return (self.name, float("nan"))
        return (self.name, self.global_sum_metric / self.global_num_inst)

    def get_name_value(self) -> list[tuple[str, Any]]:
        """Return :meth:`get` as a list of (name, value) pairs.

        Returns
        -------
        list of tuple
            Names and values.

        Examples
        --------
        >>> metric = mx.metric.CompositeEvalMetric(['mse', 'mae'])
        >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
        >>> metric.get_name_value()
        [('mse', 2.0), ('mae', 1.0)]
        """
        return _pairs(*self.get())

    def get_global_name_value(self) -> list[tuple[str, Any]]:
        """Return :meth:`get_global` as a list of (name, value) pairs.

        Returns
        -------
        list of tuple
            Names and values.

        Examples
        --------
        >>> metric = mx.metric.MSE()
        >>> metric.update([mx.nd.array([1])], [mx.nd.array([3])])
        >>> metric.reset_local()
        >>> metric.get_global_name_value()
        [('mse', 4.0)]
        """
        return _pairs(*self.get_global()) if self._has_global_stats else self.get_name_value()


def _pairs(names: Any, values: Any) -> list[tuple[str, Any]]:
    names = names if isinstance(names, list) else [names]
    values = values if isinstance(values, list) else [values]
    return list(zip(names, values, strict=False))


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


concise_module(__name__)
