"""Losses. Unless stated otherwise, each returns one value per sample, the mean over all other axes.

Every loss has the parameters ``weight``, a factor on the loss, and ``batch_axis``, the axis of the samples. Most take
``sample_weight`` as an additional input, an array that broadcasts against the loss.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._runtime.tracebacks import concise_module
from ..ndarray import NDArray
from ..numpy._mode import to_mode
from .block import ArrayT, BlockOptions, HybridBlock

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "CTCLoss",
    "CosineEmbeddingLoss",
    "HingeLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "L2Loss",
    "LogisticLoss",
    "Loss",
    "PoissonNLLLoss",
    "SDMLLoss",
    "SigmoidBCELoss",
    "SigmoidBinaryCrossEntropyLoss",
    "SoftmaxCELoss",
    "SoftmaxCrossEntropyLoss",
    "SquaredHingeLoss",
    "TripletLoss",
]


def _apply_weighting(F: Any, loss: Any, weight: float | None = None, sample_weight: Any = None) -> Any:
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is not None:
        if not isinstance(weight, (int, float, np.generic)):
            raise AssertionError(f"weight must be a number, received {type(weight).__name__}")
        loss = loss * weight
    return loss


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    if isinstance(x, NDArray):
        return x if x.shape == y.shape else x.reshape(y.shape)
    return F.reshape_like(x, y)


def _softplus_of_minus_abs(F: Any, pred: Any) -> Any:
    """``log(1 + exp(-|x|))``, which never overflows."""
    return F.Activation(-F.abs(pred), act_type="softrelu")


class Loss(HybridBlock):
    """Base class of losses.

    Parameters
    ----------
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> class SumLoss(mx.gluon.loss.Loss):
    ...     def hybrid_forward(self, F, prediction, label):
    ...         return F.abs(prediction - label).sum(axis=1) * self._weight
    >>> loss = SumLoss(weight=1, batch_axis=0)
    >>> loss(mx.nd.array([[1, 2]]), mx.nd.array([[1, 4]])).asnumpy()
    array([2.], dtype=float32)
    """

    def __init__(self, weight: float | None, batch_axis: int, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._weight: Any = weight
        self._batch_axis = batch_axis

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    if TYPE_CHECKING:  # predictions, labels and weights

        def __call__(self, *args: ArrayT) -> ArrayT: ...

    def _weighted(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        return _apply_weighting(F, loss, self._weight, sample_weight)

    def _mean(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        return F.mean(self._weighted(F, loss, sample_weight), axis=self._batch_axis, exclude=True)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} must override hybrid_forward")


class _ElementwiseLoss(Loss):
    """Mean of an elementwise function of predictions and labels, defined by ``_of_elements``."""

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        return self._mean(F, self._of_elements(F, pred, _reshape_like(F, label, pred)), sample_weight)

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        raise NotImplementedError


class L2Loss(_ElementwiseLoss):
    """Half the mean squared difference.

    Parameters
    ----------
    weight : float
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.L2Loss()
    >>> loss(mx.nd.array([[1, 2]]), mx.nd.array([[1, 4]])).asnumpy()
    array([1.], dtype=float32)
    """

    def __init__(self, weight: float = 1.0, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def _weighted(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        return _apply_weighting(F, loss, self._weight / 2, sample_weight)

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.square(label - pred)


class L1Loss(_ElementwiseLoss):
    """Mean absolute difference.

    Parameters
    ----------
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.L1Loss()
    >>> loss(mx.nd.array([[1, 2]]), mx.nd.array([[1, 4]])).asnumpy()
    array([1.], dtype=float32)
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.abs(label - pred)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross-entropy for independent binary labels.

    Parameters
    ----------
    from_sigmoid : bool
        Whether the predictions are already probabilities.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> loss(mx.nd.array([[0], [2]]), mx.nd.array([[1], [1]])).asnumpy().round(4)
    array([0.6931, 0.1269], dtype=float32)
    """

    def __init__(self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None, pos_weight: Any = None) -> Any:
        entropy = self._of_probabilities if self._from_sigmoid else self._of_logits
        return self._mean(F, entropy(F, pred, _reshape_like(F, label, pred), pos_weight), sample_weight)

    @staticmethod
    def _of_logits(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
        if pos_weight is None:
            return F.relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        log_weight = 1 + F.broadcast_mul(pos_weight - 1, label)
        return pred - pred * label + log_weight * (_softplus_of_minus_abs(F, pred) + F.relu(-pred))

    @staticmethod
    def _of_probabilities(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
        epsilon = 1e-12
        positive = F.log(pred + epsilon) * label
        if pos_weight is not None:
            positive = F.broadcast_mul(positive, pos_weight)
        return -(positive + F.log(1.0 - pred + epsilon) * (1.0 - label))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """Cross-entropy for labels with one class out of several.

    Class indices out of range are clipped to the nearest class, as in MXNet. With ``MXNET_CHECK_LABELS=1`` they raise
    an error.

    Parameters
    ----------
    axis : int
        Axis of the classes.
    sparse_label : bool
        Whether labels are class indices. Otherwise they are probabilities with the shape of the predictions.
    from_logits : bool
        Whether the predictions are already log-probabilities.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> loss(mx.nd.array([[1, 2, 3], [0, 0, 0]]), mx.nd.array([2, 0])).asnumpy().round(4)
    array([0.4076, 1.0986], dtype=float32)
    """

    def __init__(self, axis: int = -1, sparse_label: bool = True, from_logits: bool = False,
                 weight: float | None = None, batch_axis: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        log_probability = pred if self._from_logits else F.log_softmax(pred, self._axis)
        if self._sparse_label:
            of_label = F.pick(log_probability, label, axis=self._axis, keepdims=True)
        else:
            target = _reshape_like(F, label, log_probability)
            of_label = (log_probability * target).sum(axis=self._axis, keepdims=True)
        return self._mean(F, -of_label, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """Kullback-Leibler divergence of the predictions from the labels, summed over the other axes.

    Parameters
    ----------
    from_logits : bool
        Whether the predictions are already log-probabilities.
    axis : int
        Axis of the classes, used if `from_logits` is False.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.KLDivLoss(from_logits=False)
    >>> loss(mx.nd.array([[0, 0]]), mx.nd.array([[0.5, 0.5]])).asnumpy().round(4) + 0
    array([0.], dtype=float32)
    """

    def __init__(self, from_logits: bool = True, axis: int = -1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        log_probability = pred if self._from_logits else F.log_softmax(pred, self._axis)
        divergence = label * (F.log(label + 1e-12) - log_probability)
        return F.sum(self._weighted(F, divergence, sample_weight), axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification loss (Graves et al. 2006). The last class is the blank.

    Parameters
    ----------
    layout : {'NTC', 'TNC'}
        Axes of the predictions: batch, time, class.
    label_layout : {'NT', 'TN'}
        Axes of the labels, which are padded with -1.
    weight : float or None
        Factor of the loss.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.CTCLoss()
    >>> loss(mx.nd.zeros((1, 3, 4)), mx.nd.array([[1, 2]])).asnumpy().round(4)
    array([2.5494], dtype=float32)
    """

    def __init__(self, layout: str = "NTC", label_layout: str = "NT", weight: float | None = None,
                 **kwargs: Unpack[BlockOptions]) -> None:
        if layout not in ("NTC", "TNC"):
            raise AssertionError(f"layout of the predictions must be 'NTC' or 'TNC', received {layout!r}")
        if label_layout not in ("NT", "TN"):
            raise AssertionError(f"label_layout must be 'NT' or 'TN', received {label_layout!r}")
        super().__init__(weight, label_layout.find("N"), **kwargs)
        self._layout = layout
        self._label_layout = label_layout

    def hybrid_forward(self, F: Any, pred: Any, label: Any, pred_lengths: Any = None, label_lengths: Any = None,
                       sample_weight: Any = None) -> Any:
        time_first = pred if self._layout == "TNC" else F.swapaxes(pred, 0, 1)
        batch_first = F.swapaxes(label, 0, 1) if self._batch_axis == 1 else label
        # Pass the lengths by name, because each of them is optional.
        lengths = {"data_lengths": pred_lengths, "label_lengths": label_lengths}
        loss = F.CTCLoss(
            time_first,
            batch_first,
            use_data_lengths=pred_lengths is not None,
            use_label_lengths=label_lengths is not None,
            blank_label="last",
            **{name: length for name, length in lengths.items() if length is not None},
        )
        return self._weighted(F, loss, sample_weight)


class HuberLoss(_ElementwiseLoss):
    """Squared error below the threshold ``rho``, linear above.

    Parameters
    ----------
    rho : float
        Absolute difference from which the loss is linear.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.HuberLoss()
    >>> loss(mx.nd.array([[0.5], [3]]), mx.nd.array([[0], [0]])).asnumpy()
    array([0.125, 2.5  ], dtype=float32)
    """

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        distance = F.abs(label - pred)
        beyond = distance > self._rho
        linear = distance - 0.5 * self._rho
        return F.where(beyond, linear, (0.5 / self._rho) * F.square(distance))


class _MarginLoss(_ElementwiseLoss):
    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin


class HingeLoss(_MarginLoss):
    """``max(0, margin - pred * label)`` for labels -1 and 1.

    Parameters
    ----------
    margin : float
        Value of ``pred * label`` from which the loss is zero.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.HingeLoss()
    >>> loss(mx.nd.array([[0.5], [2]]), mx.nd.array([[1], [1]])).asnumpy()
    array([0.5, 0. ], dtype=float32)
    """

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.relu(self._margin - pred * label)


class SquaredHingeLoss(_MarginLoss):
    """Square of the hinge loss.

    Parameters
    ----------
    margin : float
        Value of ``pred * label`` from which the loss is zero.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.SquaredHingeLoss()
    >>> loss(mx.nd.array([[0.5], [2]]), mx.nd.array([[1], [1]])).asnumpy()
    array([0.25, 0.  ], dtype=float32)
    """

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.square(F.relu(self._margin - pred * label))


class LogisticLoss(_ElementwiseLoss):
    """``log(1 + exp(-pred * label))``.

    Parameters
    ----------
    label_format : {'signed', 'binary'}
        Whether labels are -1 and 1, or 0 and 1.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.LogisticLoss()
    >>> loss(mx.nd.array([[0], [2]]), mx.nd.array([[1], [1]])).asnumpy().round(4)
    array([0.6931, 0.1269], dtype=float32)
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format must be 'signed' or 'binary', received {label_format!r}")
        self._label_format = label_format

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        binary = label if self._label_format == "binary" else (label + 1.0) / 2.0
        return F.relu(pred) - pred * binary + _softplus_of_minus_abs(F, pred)


class TripletLoss(Loss):
    """Hinge loss on the distance to a similar sample minus the distance to a different sample.

    Parameters
    ----------
    margin : float
        Difference of the squared distances from which the loss is zero.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Axis of the samples.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.TripletLoss()
    >>> loss(mx.nd.array([[0]]), mx.nd.array([[1]]), mx.nd.array([[1]])).asnumpy()
    array([1.], dtype=float32)
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, positive: Any, negative: Any) -> Any:
        alike, different = (_reshape_like(F, other, pred) for other in (positive, negative))
        excess = F.square(alike - pred) - F.square(different - pred)
        loss = F.relu(F.sum(excess, axis=self._batch_axis, exclude=True) + self._margin)
        return self._weighted(F, loss, None)


class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts, as a mean over all elements.

    Parameters
    ----------
    from_logits : bool
        Whether the predictions are logarithms of the rates.
    compute_full : bool
        Whether to add Stirling's approximation of the constant term, for labels above 1.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Accepted for compatibility; the result is one mean over all elements.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.PoissonNLLLoss()
    >>> loss(mx.nd.array([[0, 1]]), mx.nd.array([[1, 2]])).asnumpy().round(4)
    array([0.8591], dtype=float32)
    """

    def __init__(self, weight: float | None = None, from_logits: bool = True, batch_axis: int = 0,
                 compute_full: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F: Any, pred: Any, target: Any, sample_weight: Any = None, epsilon: float = 1e-08) -> Any:
        target = _reshape_like(F, target, pred)
        loss = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            constant = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            loss = loss + constant * (target > 1)
        return F.mean(self._weighted(F, loss, sample_weight))


class CosineEmbeddingLoss(Loss):
    """Cosine distance for similar pairs (label 1), cosine similarity above a margin for other pairs (label -1).

    Parameters
    ----------
    margin : float
        Similarity up to which the loss of a different pair is zero, between -1 and 1.
    weight : float or None
        Factor of the loss.
    batch_axis : int
        Accepted for compatibility; it has no effect.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.CosineEmbeddingLoss()
    >>> loss(mx.nd.array([[1, 0]]), mx.nd.array([[0, 1]]), mx.nd.array([1])).asnumpy()
    array([[1.]], dtype=float32)
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, input1: Any, input2: Any, label: Any, sample_weight: Any = None) -> Any:
        first, sign = _reshape_like(F, input1, input2), _column(label)
        similarity = self._cosine_similarity(F, first, input2)
        alike = (1 - similarity) * (sign == 1)
        different = F.broadcast_maximum(_constant(F, first, 0.0), (sign == -1) * (similarity - self._margin))
        return self._weighted(F, alike + different, sample_weight)

    @staticmethod
    def _cosine_similarity(F: Any, x: Any, y: Any, axis: int = -1) -> Any:
        lengths = [_column(F.norm(vectors, axis=axis)) for vectors in (x, y)]
        product = _column(F.sum(x * y, axis=axis))
        return product / F.broadcast_maximum(lengths[0] * lengths[1], _constant(F, x, 1e-12))


def _column(array: Any) -> Any:
    return array.reshape((-1, 1))


def _constant(F: Any, like: Any, value: float) -> Any:
    if isinstance(like, NDArray):
        return to_mode(F.full((1, 1), value, ctx=like.context, dtype=like.dtype))
    return to_mode(F.full((1, 1), value))


class SDMLLoss(Loss):
    """Smoothed deep metric learning (Bonadiman et al. 2019). Rows with the same index are pairs.

    Parameters
    ----------
    smoothing_parameter : float
        Total probability of the other rows, shared equally.
    weight : float
        Accepted for compatibility; it has no effect.
    batch_axis : int
        Accepted for compatibility; it has no effect.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> loss = mx.gluon.loss.SDMLLoss()
    >>> loss(mx.nd.ones((2, 3)), mx.nd.ones((2, 3))).shape
    (2,)
    """

    def __init__(self, smoothing_parameter: float = 0.3, weight: float = 1.0, batch_axis: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1: Any, x2: Any) -> Any:
        """Return the squared distance of every row of x1 to every row of x2."""
        if x1.shape != x2.shape:
            raise AssertionError(f"both inputs must have the same shape, received {x1.shape} and {x2.shape}")
        rows, width = x1.shape
        every_pair = [rows, rows, width]
        difference = x1.expand_dims(1).broadcast_to(every_pair) - x2.expand_dims(0).broadcast_to(every_pair)
        return (difference**2).sum(axis=2)

    def _compute_labels(self, F: Any, batch_size: int) -> Any:
        same = to_mode(F.eye(batch_size))
        smoothing = self.smoothing_parameter
        return same * (1 - smoothing) + (1 - same) * smoothing / (batch_size - 1)

    def hybrid_forward(self, F: Any, x1: Any, x2: Any) -> Any:
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        labels = labels.as_in_context(distances.context)
        return self.kl_loss(F.log_softmax(-distances, axis=1), labels)


concise_module(__name__)
