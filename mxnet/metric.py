"""Metrics that accumulate over batches: accuracy, F1, correlation, losses, your own functions."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import numpy

from . import registry
from .ndarray import NDArray


def check_label_shapes(labels, preds, wrap=False, shape=False):
    """Check that labels and predictions agree in number, or in shape.

    Parameters
    ----------
    labels, preds : NDArray or list of NDArray
        What to compare.
    wrap : bool
        Put single arrays into lists before returning them.
    shape : bool
        Compare shapes instead of lengths.
    """
    label_shape, pred_shape = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if label_shape != pred_shape:
        raise ValueError(f"Shape of labels {label_shape} does not match shape of predictions {pred_shape}")
    if wrap:
        labels = [labels] if isinstance(labels, NDArray) else labels
        preds = [preds] if isinstance(preds, NDArray) else preds
    return labels, preds


def _as_numpy(array: Any) -> numpy.ndarray:
    return array.asnumpy() if isinstance(array, NDArray) else numpy.asarray(array)


def _plain(value: Any) -> Any:
    """Python numbers print as numbers with every version of numpy."""
    return value.item() if isinstance(value, numpy.generic) else value


class EvalMetric:
    """Base class of metrics. Subclasses implement :meth:`update`.

    Parameters
    ----------
    name : str
        Name for display.
    output_names, label_names : list of str, optional
        Which predictions and labels :meth:`update_dict` uses; all by default.
    **kwargs
        Further arguments of the constructor, for :meth:`get_config`.
    """

    def __init__(self, name, output_names=None, label_names=None, **kwargs):
        self.name = str(name)
        self.output_names = output_names
        self.label_names = label_names
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.reset()

    def __str__(self):
        return f"EvalMetric: {dict(self.get_name_value())}"

    def get_config(self):
        """Configuration from which ``create(**config)`` makes the same metric."""
        return {
            **self._kwargs,
            "metric": type(self).__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label, pred):
        """Update from dicts of named labels and predictions."""
        pred = list(pred.values()) if self.output_names is None else [pred[n] for n in self.output_names]
        label = list(label.values()) if self.label_names is None else [label[n] for n in self.label_names]
        self.update(label, pred)

    def update(self, labels, preds):
        """Add a batch.

        Parameters
        ----------
        labels, preds : list of NDArray
            Labels and predictions.
        """
        raise NotImplementedError(f"{type(self).__name__} must override update")

    def reset(self):
        """Forget everything."""
        self.num_inst = 0
        self.sum_metric = 0.0
        self.global_num_inst = 0
        self.global_sum_metric = 0.0

    def reset_local(self):
        """Forget what came since the last call, keep the global statistics."""
        self.num_inst = 0
        self.sum_metric = 0.0

    def _accumulate(self, total: Any, count: Any) -> None:
        total, count = _plain(total), _plain(count)
        self.sum_metric += total
        self.global_sum_metric += total
        self.num_inst += count
        self.global_num_inst += count

    def get(self):
        """Name and value since the last reset."""
        if self.num_inst == 0:
            return (self.name, float("nan"))
        return (self.name, self.sum_metric / self.num_inst)

    def get_global(self):
        """Name and value over everything since the last full reset."""
        if not self._has_global_stats:
            return self.get()
        if self.global_num_inst == 0:
            return (self.name, float("nan"))
        return (self.name, self.global_sum_metric / self.global_num_inst)

    def get_name_value(self):
        """:meth:`get` as a list of (name, value) pairs."""
        return _pairs(*self.get())

    def get_global_name_value(self):
        """:meth:`get_global` as a list of (name, value) pairs."""
        return _pairs(*self.get_global()) if self._has_global_stats else self.get_name_value()


def _pairs(names: Any, values: Any) -> list[tuple[str, Any]]:
    names = names if isinstance(names, list) else [names]
    values = values if isinstance(values, list) else [values]
    return list(zip(names, values, strict=False))


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


def create(metric, *args, **kwargs):
    """Make a metric from a name, a function, an instance or a list of these.

    Parameters
    ----------
    metric : str, callable, EvalMetric or list
        A function takes ``(label, pred)`` as numpy arrays.
    *args, **kwargs
        Arguments of the constructor.
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
    """Several metrics updated together.

    Parameters
    ----------
    metrics : list, optional
        Metrics, or what :func:`create` makes metrics from.
    name, output_names, label_names
        As in :class:`EvalMetric`.
    """

    def __init__(self, metrics=None, name="composite", output_names=None, label_names=None):
        self.metrics: list[EvalMetric] = []
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.metrics = [create(metric) for metric in metrics or ()]

    def add(self, metric):
        """Append a metric."""
        self.metrics.append(create(metric))

    def get_metric(self, index):
        """The metric at ``index``; a ValueError is returned, not raised, as in MXNet."""
        try:
            return self.metrics[index]
        except IndexError:
            return ValueError(f"Metric index {index} is out of range 0 and {len(self.metrics)}")

    def update_dict(self, labels, preds):
        if self.label_names is not None:
            labels = OrderedDict((name, labels[name]) for name in labels if name in self.label_names)
        if self.output_names is not None:
            preds = OrderedDict((name, preds[name]) for name in preds if name in self.output_names)
        for metric in self.metrics:
            metric.update_dict(labels, preds)

    def update(self, labels, preds):
        for metric in self.metrics:
            metric.update(labels, preds)

    def reset(self):
        for metric in self.metrics:
            metric.reset()

    def reset_local(self):
        for metric in self.metrics:
            metric.reset_local()

    def get(self):
        return self._collect(metric.get() for metric in self.metrics)

    def get_global(self):
        return self._collect(metric.get_global() for metric in self.metrics)

    @staticmethod
    def _collect(results: Any) -> tuple[list[str], list[Any]]:
        names: list[str] = []
        values: list[Any] = []
        for name, value in results:
            names.extend(name if isinstance(name, list) else [name])
            values.extend(value if isinstance(value, list) else [value])
        return names, values

    def get_config(self):
        config = super().get_config()
        config["metrics"] = [metric.get_config() for metric in self.metrics]
        return config


@register
@alias("acc")
class Accuracy(EvalMetric):
    """Share of predictions that equal the label.

    Predictions of another shape than the labels are scores: the largest one along ``axis`` counts.

    Examples
    --------
    >>> metric = mx.metric.Accuracy()
    >>> metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[0.3, 0.7], [0, 1.], [0.4, 0.6]])])
    >>> metric.get()
    ('accuracy', 0.6666666666666666)
    """

    def __init__(self, axis=1, name="accuracy", output_names=None, label_names=None):
        super().__init__(name, axis=axis, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.axis = axis

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            label, pred = _as_numpy(label), _as_numpy(pred)
            if pred.shape != label.shape:
                pred = pred.argmax(axis=self.axis)
            label, pred = label.astype(numpy.int32).ravel(), pred.astype(numpy.int32).ravel()
            check_label_shapes(label, pred)
            self._accumulate(numpy.count_nonzero(label == pred), pred.size)


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(EvalMetric):
    """Share of samples whose label is among the ``top_k`` largest scores."""

    def __init__(self, top_k=1, name="top_k_accuracy", output_names=None, label_names=None):
        super().__init__(name, top_k=top_k, output_names=output_names, label_names=label_names, has_global_stats=True)
        if top_k <= 1:
            raise AssertionError(f"Please use Accuracy if top_k is no more than 1, received top_k={top_k}")
        self.top_k = top_k
        self.name += f"_{top_k}"

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            label = _as_numpy(label).astype(numpy.int32).ravel()
            pred = _as_numpy(pred).astype(numpy.float32, copy=False)
            if pred.ndim > 2:
                raise AssertionError(f"Predictions should be no more than 2 dims, received {pred.shape}")
            check_label_shapes(label, pred)
            top_k = min(self.top_k, pred.shape[-1])
            ranked = numpy.argpartition(pred, -top_k)
            hits = ranked[:, -top_k:] == label[:, None] if pred.ndim == 2 else ranked == label
            self._accumulate(numpy.count_nonzero(hits), len(pred))


class _BinaryCounts:
    """How often prediction and label were 0 and 1: ``counts[prediction, label]``."""

    def __init__(self) -> None:
        self.local = numpy.zeros((2, 2), dtype=numpy.int64)
        self.overall = numpy.zeros((2, 2), dtype=numpy.int64)

    def update(self, label: Any, pred: Any) -> None:
        pred, label = _as_numpy(pred), _as_numpy(label).astype(numpy.int32)
        chosen = pred.argmax(axis=1)
        check_label_shapes(label, pred)
        if len(numpy.unique(label)) > 2:
            raise ValueError(
                "_BinaryClassificationMetrics currently only supports binary classification. "
                f"Received {len(numpy.unique(label))} different labels."
            )
        pairs = 2 * (chosen == 1).ravel() + (label == 1).ravel()
        counts = numpy.bincount(pairs, minlength=4).reshape(2, 2)
        self.local += counts
        self.overall += counts

    def reset_local(self) -> None:
        self.local[:] = 0

    def reset(self) -> None:
        self.local[:] = 0
        self.overall[:] = 0


def _f1_score(counts: numpy.ndarray) -> float:
    (_, false_negative), (false_positive, true_positive) = counts.tolist()
    predicted, actual = true_positive + false_positive, true_positive + false_negative
    precision = true_positive / predicted if predicted else 0.0
    recall = true_positive / actual if actual else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _matthews(counts: numpy.ndarray) -> float:
    (true_negative, false_negative), (false_positive, true_positive) = counts.astype(float).tolist()
    sums = (
        true_positive + false_positive,
        true_positive + false_negative,
        true_negative + false_positive,
        true_negative + false_negative,
    )
    # Empty rows and columns count as 1, which makes the score 0 instead of undefined.
    scale = math.prod(total or 1.0 for total in sums)
    return (true_positive * true_negative - false_positive * false_negative) / math.sqrt(scale)


class _BinaryMetric(EvalMetric):
    """A score of binary counts, averaged over batches ('macro') or of all counts ('micro')."""

    _score: Any

    def __init__(self, name, output_names, label_names, average):
        self.average = average
        self.metrics = _BinaryCounts()
        super().__init__(
            name, average=average, output_names=output_names, label_names=label_names, has_global_stats=True
        )

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        counts = self.metrics
        for label, pred in zip(labels, preds, strict=True):
            counts.update(label, pred)
        score = type(self)._score
        if self.average == "macro":
            self._accumulate(score(counts.local), 1)
            counts.reset()
            return
        self.num_inst = int(counts.local.sum())
        self.sum_metric = score(counts.local) * self.num_inst
        self.global_num_inst = int(counts.overall.sum())
        self.global_sum_metric = score(counts.overall) * self.global_num_inst

    def reset(self):
        super().reset()
        self.metrics.reset()

    def reset_local(self):
        super().reset_local()
        self.metrics.reset_local()


@register
class F1(_BinaryMetric):
    """Harmonic mean of precision and recall of a binary classifier.

    Parameters
    ----------
    name, output_names, label_names
        As in :class:`EvalMetric`.
    average : {'macro', 'micro'}
        Mean of the scores of batches, or score of all samples.
    """

    _score = staticmethod(_f1_score)

    def __init__(self, name="f1", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class MCC(_BinaryMetric):
    """Matthews correlation coefficient of a binary classifier.

    Parameters
    ----------
    name, output_names, label_names
        As in :class:`EvalMetric`.
    average : {'macro', 'micro'}
        Mean of the scores of batches, or score of all samples.
    """

    _score = staticmethod(_matthews)

    def __init__(self, name="mcc", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class Perplexity(EvalMetric):
    """Exponential of the mean negative log-likelihood of the labels.

    Parameters
    ----------
    ignore_label : int or None
        Label that does not count, e.g. that of padding.
    axis : int
        Axis of the classes.
    name, output_names, label_names
        As in :class:`EvalMetric`.
    """

    def __init__(self, ignore_label, axis=-1, name="perplexity", output_names=None, label_names=None):
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

    def update(self, labels, preds):
        if len(labels) != len(preds):
            raise AssertionError(f"{len(labels)} labels for {len(preds)} predictions")
        loss, count = 0.0, 0
        for label, pred in zip(labels, preds, strict=True):
            label, pred = _as_numpy(label), _as_numpy(pred)
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

    def get(self):
        name, value = super().get()
        return (name, _exponential(value))

    def get_global(self):
        name, value = super().get_global()
        return (name, _exponential(value))


def _exponential(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return float("inf")


class _RegressionMetric(EvalMetric):
    """Mean over batches of a distance between labels and predictions."""

    def __init__(self, name, output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def _distance(self, difference: numpy.ndarray) -> Any:
        raise NotImplementedError

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            label, pred = _as_numpy(label), _as_numpy(pred)
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
@alias("ce")
class CrossEntropy(EvalMetric):
    """Mean of ``-log(probability of the label + eps)``."""

    def __init__(self, eps=1e-12, name="cross-entropy", output_names=None, label_names=None):
        super().__init__(name, eps=eps, output_names=output_names, label_names=label_names, has_global_stats=True)
        self.eps = eps

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            label, pred = _as_numpy(label).ravel(), _as_numpy(pred)
            if label.shape[0] != pred.shape[0]:
                raise AssertionError(f"{label.shape[0]} labels for {pred.shape[0]} predictions")
            probability = pred[numpy.arange(label.shape[0]), label.astype(numpy.int64)]
            loss = -numpy.log(probability + probability.dtype.type(self.eps))
            self._accumulate(loss.sum(), label.shape[0])


@register
@alias("nll_loss")
class NegativeLogLikelihood(CrossEntropy):
    """Mean of ``-log(probability of the label + eps)``."""

    def __init__(self, eps=1e-12, name="nll-loss", output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
@alias("pearsonr")
class PearsonCorrelation(EvalMetric):
    """Pearson correlation of labels and predictions.

    Parameters
    ----------
    name, output_names, label_names
        As in :class:`EvalMetric`.
    average : {'macro', 'micro'}
        Mean of the correlations of batches, or correlation over all batches.
    """

    def __init__(self, name="pearsonr", output_names=None, label_names=None, average="macro"):
        self.average = average
        super().__init__(
            name, average=average, output_names=output_names, label_names=label_names, has_global_stats=True
        )

    def reset_micro(self):
        """Forget the moments that average='micro' keeps."""
        self._count = 0
        self._mean = numpy.zeros(2)
        # Sums of products of deviations: label-label, label-pred; pred-label, pred-pred.
        self._products = numpy.zeros((2, 2))

    def reset(self):
        super().reset()
        self.reset_micro()

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            check_label_shapes(label, pred, False, True)
            values = numpy.stack([_as_numpy(label).ravel(), _as_numpy(pred).ravel()]).astype(numpy.float64)
            if self.average == "macro":
                self._accumulate(numpy.corrcoef(values)[0, 1], 1)
            else:
                self._merge(values)
                self.num_inst += 1
                self.global_num_inst += 1

    def _merge(self, values: numpy.ndarray) -> None:
        """Add a batch to the moments (the pairwise update of Chan et al.)."""
        count = values.shape[1]
        mean = values.mean(axis=1)
        centred = values - mean[:, None]
        shift = mean - self._mean
        total = self._count + count
        self._products += centred @ centred.T + numpy.outer(shift, shift) * (self._count * count / total)
        self._mean += shift * (count / total)
        self._count = total

    def get(self):
        if self.num_inst == 0 or self.average == "macro":
            return super().get()
        (label, both), (_, pred) = self._products
        with numpy.errstate(invalid="ignore", divide="ignore"):
            return (self.name, float(both / numpy.sqrt(label * pred)))

    def get_global(self):
        # The moments outlive reset_local, so they are the global statistics too.
        return super().get_global() if self.average == "macro" else self.get()


@register
class PCC(EvalMetric):
    """Multi-class form of the Matthews correlation, from the confusion matrix of all samples.

    Parameters
    ----------
    name, output_names, label_names
        As in :class:`EvalMetric`.
    has_global_stats : bool
        Keep global statistics too.
    """

    lcm: numpy.ndarray
    gcm: numpy.ndarray

    def __init__(self, name="pcc", output_names=None, label_names=None, has_global_stats=True):
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

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, True)
        for label, pred in zip(labels, preds, strict=True):
            label, pred = _as_numpy(label).astype(numpy.int32), _as_numpy(pred)
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
    def sum_metric(self):
        return self._score(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self):
        return self._score(self.gcm) * self.global_num_inst

    def reset(self):
        self.global_num_inst = 0.0
        self.gcm = numpy.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self):
        self.num_inst = 0.0
        self.lcm = numpy.zeros((self.k, self.k))


@register
class Loss(EvalMetric):
    """Mean of the predictions themselves, for networks that output their loss."""

    def __init__(self, name="loss", output_names=None, label_names=None):
        super().__init__(name, output_names=output_names, label_names=label_names, has_global_stats=True)

    def update(self, _, preds):
        for pred in [preds] if isinstance(preds, NDArray) else preds:
            self._accumulate(_as_numpy(pred).sum(), pred.size)


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


@register
class CustomMetric(EvalMetric):
    """A metric from a function of numpy arrays.

    Parameters
    ----------
    feval : callable
        ``feval(label, pred)`` returns a value, or a tuple of a sum and a count.
    name : str, optional
        Name for display; by default the function's.
    allow_extra_outputs : bool
        Allow more predictions than labels, e.g. the states of a recurrent net.
    output_names, label_names
        As in :class:`EvalMetric`.
    """

    def __init__(self, feval, name=None, allow_extra_outputs=False, output_names=None, label_names=None):
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
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels, preds):
        if not self._allow_extra_outputs:
            labels, preds = check_label_shapes(labels, preds, True)
        for pred, label in zip(preds, labels, strict=False):
            result = self._feval(_as_numpy(label), _as_numpy(pred))
            total, count = result if isinstance(result, tuple) else (result, 1)
            self._accumulate(total, count)

    def get_config(self):
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """Make a metric from a function of numpy arrays.

    Parameters
    ----------
    numpy_feval : callable
        ``numpy_feval(label, pred)`` returns a value, or a tuple of a sum and a count.
    name : str, optional
        Name for display; by default the function's.
    allow_extra_outputs : bool
        Allow more predictions than labels.
    """

    def feval(label, pred):
        return numpy_feval(label, pred)

    feval.__name__ = numpy_feval.__name__
    return CustomMetric(feval, name, allow_extra_outputs)
