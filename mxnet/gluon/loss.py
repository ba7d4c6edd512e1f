"""Losses. Each returns one value per sample (the mean over all other axes) unless it says otherwise.

Every loss takes ``weight``, a factor on the whole loss, ``batch_axis``, the axis that is kept, and
``sample_weight`` with its inputs, an array that broadcasts against the loss.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..ndarray import NDArray
from .block import HybridBlock

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


def _apply_weighting(F, loss, weight=None, sample_weight=None):
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is not None:
        if not isinstance(weight, (int, float, np.generic)):
            raise AssertionError(f"weight must be a number, received {type(weight).__name__}")
        loss = loss * weight
    return loss


def _reshape_like(F, x, y):
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
        Factor on the loss.
    batch_axis : int
        Axis of the samples.
    """

    def __init__(self, weight, batch_axis, **kwargs):
        super().__init__(**kwargs)
        self._weight = weight
        self._batch_axis = batch_axis

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def _mean(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} must override hybrid_forward")


class L2Loss(Loss):
    """Half the mean squared difference.

    Parameters
    ----------
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        loss = F.square(label - pred)
        loss = _apply_weighting(F, loss, self._weight / 2, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L1Loss(Loss):
    """Mean absolute difference.

    Parameters
    ----------
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        return self._mean(F, F.abs(label - pred), sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross-entropy of independent yes/no labels.

    Parameters
    ----------
    from_sigmoid : bool
        The predictions are probabilities already.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None):
        label = _reshape_like(F, label, pred)
        if self._from_sigmoid:
            loss = self._of_probabilities(F, pred, label, pos_weight)
        else:
            loss = self._of_logits(F, pred, label, pos_weight)
        return self._mean(F, loss, sample_weight)

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
    """Cross-entropy of one label out of several.

    Parameters
    ----------
    axis : int
        Axis of the classes.
    sparse_label : bool
        Labels are class numbers; otherwise probabilities of the shape of the predictions.
    from_logits : bool
        The predictions are log-probabilities already.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._sparse_label = sparse_label
        self._from_logits = from_logits

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        if self._sparse_label:
            loss = -F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            label = _reshape_like(F, label, pred)
            loss = -(pred * label).sum(axis=self._axis, keepdims=True)
        return self._mean(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """Kullback-Leibler divergence of the predictions from the labels, summed over the other axes.

    Parameters
    ----------
    from_logits : bool
        The predictions are log-probabilities already.
    axis : int
        Axis of the classes.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._axis = axis

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        loss = label * (F.log(label + 1e-12) - pred)
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification (Graves et al. 2006); the last class is the blank.

    Parameters
    ----------
    layout : {'NTC', 'TNC'}
        Axes of the predictions: batch, time, class.
    label_layout : {'NT', 'TN'}
        Axes of the labels.
    weight
        As in :class:`Loss`.
    """

    def __init__(self, layout="NTC", label_layout="NT", weight=None, **kwargs):
        if layout not in ("NTC", "TNC"):
            raise AssertionError(f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}")
        if label_layout not in ("NT", "TN"):
            raise AssertionError(f"Only 'NT' and 'TN' layouts for label are supported. Got: {label_layout}")
        super().__init__(weight, label_layout.find("N"), **kwargs)
        self._layout = layout
        self._label_layout = label_layout

    def hybrid_forward(self, F, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None):
        if self._layout == "NTC":
            pred = F.swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = F.swapaxes(label, 0, 1)
        # By name: either of the two lengths may be given alone.
        lengths = {"data_lengths": pred_lengths, "label_lengths": label_lengths}
        loss = F.CTCLoss(
            pred,
            label,
            use_data_lengths=pred_lengths is not None,
            use_label_lengths=label_lengths is not None,
            blank_label="last",
            **{name: length for name, length in lengths.items() if length is not None},
        )
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    """Squared below the threshold ``rho``, linear above.

    Parameters
    ----------
    rho : float
        Threshold.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        loss = F.abs(label - pred)
        loss = F.where(loss > self._rho, loss - 0.5 * self._rho, (0.5 / self._rho) * F.square(loss))
        return self._mean(F, loss, sample_weight)


class HingeLoss(Loss):
    """``max(0, margin - pred * label)`` for labels -1 and 1.

    Parameters
    ----------
    margin : float
        Margin.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        return self._mean(F, F.relu(self._margin - pred * label), sample_weight)


class SquaredHingeLoss(Loss):
    """Square of the hinge loss.

    Parameters
    ----------
    margin : float
        Margin.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        return self._mean(F, F.square(F.relu(self._margin - pred * label)), sample_weight)


class LogisticLoss(Loss):
    """``log(1 + exp(-pred * label))``.

    Parameters
    ----------
    label_format : {'signed', 'binary'}
        Labels are -1 and 1, or 0 and 1.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, weight=None, batch_axis=0, label_format="signed", **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, received {label_format}.")
        self._label_format = label_format

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        loss = F.relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
        return self._mean(F, loss, sample_weight)


class TripletLoss(Loss):
    """Distance to a similar sample less distance to a different one, beyond a margin.

    Parameters
    ----------
    margin : float
        Margin.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative):
        positive = _reshape_like(F, positive, pred)
        negative = _reshape_like(F, negative, pred)
        distance = F.square(positive - pred) - F.square(negative - pred)
        loss = F.relu(F.sum(distance, axis=self._batch_axis, exclude=True) + self._margin)
        return _apply_weighting(F, loss, self._weight, None)


class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts; the mean over everything, a single number.

    Parameters
    ----------
    from_logits : bool
        The predictions are logarithms of the rates.
    compute_full : bool
        Add Stirling's approximation of the constant term.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits = from_logits
        self._compute_full = compute_full

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08):
        target = _reshape_like(F, target, pred)
        if self._from_logits:
            loss = F.exp(pred) - target * pred
        else:
            loss = pred - target * F.log(pred + epsilon)
        if self._compute_full:
            constant = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            loss = loss + constant * (target > 1)
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.mean(loss)


class CosineEmbeddingLoss(Loss):
    """Cosine distance of alike pairs (label 1), cosine similarity beyond a margin of others (label -1).

    Parameters
    ----------
    margin : float
        Between -1 and 1.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, weight=None, batch_axis=0, margin=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None):
        input1 = _reshape_like(F, input1, input2)
        label = label.reshape((-1, 1))
        similarity = self._cosine_similarity(F, input1, input2)
        alike = (1 - similarity) * (label == 1)
        different = F.broadcast_maximum(_constant(F, input1, 0.0), (label == -1) * (similarity - self._margin))
        return _apply_weighting(F, alike + different, self._weight, sample_weight)

    @staticmethod
    def _cosine_similarity(F, x, y, axis=-1):
        x_norm = F.norm(x, axis=axis).reshape((-1, 1))
        y_norm = F.norm(y, axis=axis).reshape((-1, 1))
        dot = F.sum(x * y, axis=axis).reshape((-1, 1))
        return dot / F.broadcast_maximum(x_norm * y_norm, _constant(F, x, 1e-12))


def _constant(F: Any, like: Any, value: float) -> Any:
    if isinstance(like, NDArray):
        return F.full((1, 1), value, ctx=like.context, dtype=like.dtype)
    return F.full((1, 1), value)


class SDMLLoss(Loss):
    """Smoothed deep metric learning (Bonadiman et al. 2019): row i of both inputs belongs together.

    Parameters
    ----------
    smoothing_parameter : float
        Probability given to the other rows.
    weight, batch_axis
        As in :class:`Loss`.
    """

    def __init__(self, smoothing_parameter=0.3, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def _compute_distances(self, x1, x2):
        """Squared distance of every row of x1 to every row of x2."""
        if x1.shape != x2.shape:
            raise AssertionError(f"both inputs must have the same shape, received {x1.shape} and {x2.shape}")
        batch_size, dim = x1.shape
        x1 = x1.expand_dims(1).broadcast_to([batch_size, batch_size, dim])
        x2 = x2.expand_dims(0).broadcast_to([batch_size, batch_size, dim])
        return ((x1 - x2) ** 2).sum(axis=2)

    def _compute_labels(self, F, batch_size):
        gold = F.eye(batch_size)
        return gold * (1 - self.smoothing_parameter) + (1 - gold) * self.smoothing_parameter / (batch_size - 1)

    def hybrid_forward(self, F, x1, x2):
        labels = self._compute_labels(F, x1.shape[0])
        distances = self._compute_distances(x1, x2)
        log_probabilities = F.log_softmax(-distances, axis=1)
        return self.kl_loss(log_probabilities, labels.as_in_context(distances.context))
