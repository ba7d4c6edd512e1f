"""Composite and custom metrics, and `create`, which creates any metric."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from .._runtime.tracebacks import concise_module
from ._base import EvalMetric, _create, alias, as_numpy, pairs_of, register


def create(metric: Any, *args: Any, **kwargs: Any) -> Any:
    """Create a metric from a name, a function, an instance or a list of these.

    Parameters
    ----------
    metric : str, callable, EvalMetric or list
        Metric or its specification. A function takes ``(label, pred)`` as numpy arrays.
    *args, **kwargs
        Arguments of the constructor.

    Returns
    -------
    EvalMetric

    Examples
    --------
    >>> mx.metric.create('acc').name
    'accuracy'
    """
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    return _create(metric, *args, **kwargs)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics that are updated together.

    Parameters
    ----------
    metrics : list, optional
        Metrics, or arguments of :func:`create`.
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.

    Examples
    --------
    >>> metric = mx.metric.CompositeEvalMetric(['acc', 'ce'])
    >>> metric.update([mx.nd.array([0])], [mx.nd.array([[1, 0]])])
    >>> metric.get()[0]
    ['accuracy', 'cross-entropy']
    """

    def __init__(self, metrics: list[Any] | None = None, name: str = "composite", output_names: list[str] | None = None,
                 label_names: list[str] | None = None) -> None:
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.metrics = list(map(create, metrics or ()))

    def add(self, metric: Any) -> None:
        """Append a metric.

        Parameters
        ----------
        metric : str, callable, EvalMetric or list
            The metric, or an argument of :func:`create`.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.CompositeEvalMetric()
        >>> metric.add('acc')
        >>> metric.add(mx.metric.TopKAccuracy(top_k=5))
        >>> metric.get()[0]
        ['accuracy', 'top_k_accuracy_5']
        """
        self.metrics.append(create(metric))

    def get_metric(self, index: int) -> Any:
        """Return the metric at ``index``.

        Parameters
        ----------
        index : int
            Position of the metric.

        Returns
        -------
        EvalMetric
            The metric. As in MXNet, a ValueError is returned, not raised, if there is none.

        Examples
        --------
        >>> mx.metric.CompositeEvalMetric(['mse', 'mae']).get_metric(1).name
        'mae'
        """
        try:
            return self.metrics[index]
        except IndexError:
            return ValueError(f"metric index {index} is out of range for {len(self.metrics)} metrics")

    def update_dict(self, labels: Any, preds: Any) -> None:
        """Update all metrics with dicts of labels and predictions by name.

        Parameters
        ----------
        labels, preds : dict of str to NDArray
            Labels and predictions.

        Returns
        -------
        None

        Examples
        --------
        >>> metric = mx.metric.CompositeEvalMetric(['mse', 'mae'])
        >>> metric.update_dict({'label': mx.nd.array([1])}, {'output': mx.nd.array([3])})
        >>> metric.get()
        (['mse', 'mae'], [4.0, 2.0])
        """
        labels, preds = _named(labels, self.label_names), _named(preds, self.output_names)
        for child in self.metrics:
            child.update_dict(labels, preds)

    def update(self, labels: Any, preds: Any) -> None:
        for child in self.metrics:
            child.update(labels, preds)

    def reset(self) -> None:
        for child in self.metrics:
            child.reset()

    def reset_local(self) -> None:
        for child in self.metrics:
            child.reset_local()

    def get(self) -> tuple[Any, Any]:
        return self._collect(metric.get() for metric in self.metrics)

    def get_global(self) -> tuple[Any, Any]:
        return self._collect(metric.get_global() for metric in self.metrics)

    @staticmethod
    def _collect(results: Any) -> tuple[list[str], list[Any]]:
        names: list[str] = []
        values: list[Any] = []
        for name, value in results:
            names.extend(_items(name))
            values.extend(_items(value))
        return names, values

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config["metrics"] = [metric.get_config() for metric in self.metrics]
        return config


def _items(result: Any) -> Iterable[Any]:
    """Return the names or values of a metric as a sequence. A single value becomes a sequence of one item."""
    several = isinstance(result, Iterable) and not isinstance(result, str) and getattr(result, "ndim", 1) > 0
    return result if several else [result]


def _named(arrays: Any, names: Any) -> Any:
    """Select the arrays of a dict with the given names, or all arrays for None."""
    if names is None:
        return arrays
    return OrderedDict((name, array) for name, array in arrays.items() if name in names)


@register
class CustomMetric(EvalMetric):
    """A metric that calls a function of numpy arrays.

    Parameters
    ----------
    feval : callable
        ``feval(label, pred)`` returns a value, or a tuple of a sum and a count.
    name : str, optional
        Name for display. The default is the name of the function.
    allow_extra_outputs : bool
        Allow more predictions than labels, such as the states of a recurrent network.
    output_names, label_names : list of str, optional
        Names of the predictions and labels that `update_dict` uses. The default is all.

    Examples
    --------
    >>> metric = mx.metric.CustomMetric(lambda label, prediction: abs(label - prediction).mean())
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> float(metric.get()[1])
    1.0
    """

    def __init__(self, feval: Callable[..., Any], name: str | None = None, allow_extra_outputs: bool = False,
                 output_names: list[str] | None = None, label_names: list[str] | None = None) -> None:
        if name is None:
            name = feval.__name__
            name = f"custom({name})" if "<" in name else name
        super().__init__(
            name,
            feval=feval,
            allow_extra_outputs=allow_extra_outputs,
            output_names=output_names,
            label_names=label_names,
            has_global_stats=True,
        )
        self._feval, self._allow_extra_outputs = feval, allow_extra_outputs

    def update(self, labels: Any, preds: Any) -> None:
        pairs = zip(labels, preds, strict=False) if self._allow_extra_outputs else pairs_of(labels, preds)
        for label, pred in pairs:
            result = self._feval(as_numpy(label), as_numpy(pred))
            total, count = result if isinstance(result, tuple) else (result, 1)
            self._accumulate(total, count)

    def get_config(self) -> dict[str, Any]:
        raise NotImplementedError(f"{self.name}: a metric with a custom function has no configuration")


def np(numpy_feval: Callable[..., Any], name: str | None = None, allow_extra_outputs: bool = False) -> CustomMetric:
    """Create a metric from a function of numpy arrays.

    Parameters
    ----------
    numpy_feval : callable
        ``numpy_feval(label, pred)`` returns a value, or a tuple of a sum and a count.
    name : str, optional
        Name for display. The default is the name of the function.
    allow_extra_outputs : bool
        Allow more predictions than labels.

    Returns
    -------
    CustomMetric

    Examples
    --------
    >>> metric = mx.metric.np(lambda label, prediction: abs(label - prediction).max())
    >>> metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, 4])])
    >>> float(metric.get()[1])
    2.0
    """

    def feval(label: Any, pred: Any) -> Any:
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)


concise_module(__name__)
