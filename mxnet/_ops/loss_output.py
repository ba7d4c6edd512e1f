"""Output layers whose gradient is that of a loss, not the derivative of what they return."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from .opdef import ShapeLike, register
from .params import Bool, Choice, Float

Normalization = Annotated[str, Choice("batch", "null", "valid")]


class _OwnGradient(torch.autograd.Function):
    """Returns `result` forward; backward hands `gradient(head)` to the data and nothing to the label."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, result: Tensor, gradient: Callable[[Tensor], Tensor]) -> Tensor:
        ctx.gradient = gradient
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return ctx.gradient(heads[0]), None, None


def own_gradient(data: Tensor, result: Tensor, gradient: Callable[[Tensor], Tensor]) -> Tensor:
    """`result`, whose backward gives `data` the gradient that `gradient` computes from the head's."""
    if not (torch.is_grad_enabled() and data.requires_grad):
        return result
    return _OwnGradient.apply(data, result, gradient)


def _softmax_label(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None or shapes[1] is not None:
        return shapes
    if params["multi_output"]:
        return [data, (data[0], *data[2:])]
    return [data, data[:-1] if params["preserve_shape"] else data[:1]]


@register("SoftmaxOutput", "Softmax", fill=_softmax_label)
def softmax_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0, ignore_label: Float = -1.0,
                   multi_output: Bool = False, use_ignore: Bool = False, preserve_shape: Bool = False,
                   normalization: Normalization = "null", out_grad: Bool = False,
                   smooth_alpha: Float = 0.0) -> Tensor:
    """Softmax whose gradient is that of the cross-entropy with `label`."""
    axis = 1 if multi_output or not preserve_shape else data.ndim - 1
    flat = data if multi_output or preserve_shape else data.flatten(1)
    result = torch.softmax(flat.detach(), axis)

    def gradient(head: Tensor) -> Tensor:
        if label.shape == flat.shape:
            grad = (result - label) * grad_scale
            return grad.reshape(data.shape)
        classes = flat.shape[axis]
        index = label.long().reshape([s for i, s in enumerate(flat.shape) if i != axis]).unsqueeze(axis)
        off = smooth_alpha / (classes - 1) if classes > 1 else 0.0
        target = torch.full_like(result, off).scatter_(axis, index.clamp(0, classes - 1), 1.0 - smooth_alpha)
        grad = result - target
        kept = index.to(result.dtype) != ignore_label
        if use_ignore:
            grad = grad * kept.to(grad.dtype)
        scale: Any = grad_scale
        if normalization == "batch":
            scale = grad_scale / flat.shape[0]
        elif normalization == "valid":
            count = kept.sum() if use_ignore else torch.tensor(index.numel())
            scale = grad_scale / count.clamp(min=1)
        grad = grad * scale
        if out_grad:
            grad = grad * head.reshape(grad.shape)
        return grad.reshape(data.shape)

    return own_gradient(data, result.reshape(data.shape), gradient)


def _like_data(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [shapes[0], shapes[0]] if shapes[1] is None else shapes


def _regression(data: Tensor, label: Tensor, grad_scale: float, link: Callable[[Tensor], Tensor],
                slope: Callable[[Tensor], Tensor]) -> Tensor:
    result = link(data.detach())

    def gradient(head: Tensor) -> Tensor:
        count = label.numel() // label.shape[0] if label.ndim else 1
        return slope(result - label.reshape(result.shape)) * (grad_scale / count)

    return own_gradient(data, result, gradient)


@register("LinearRegressionOutput", fill=_like_data)
def linear_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Identity whose gradient is that of half the squared error."""
    return _regression(data, label, grad_scale, torch.clone, lambda d: d)


@register("MAERegressionOutput", fill=_like_data)
def mae_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Identity whose gradient is that of the absolute error."""
    return _regression(data, label, grad_scale, torch.clone, torch.sign)


@register("LogisticRegressionOutput", fill=_like_data)
def logistic_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Sigmoid whose gradient is that of the logistic loss."""
    return _regression(data, label, grad_scale, torch.sigmoid, lambda d: d)


@register("MakeLoss")
def make_loss(data: Tensor, *, grad_scale: Float = 1.0, valid_thresh: Float = 0.0,
              normalization: Normalization = "null") -> Tensor:
    """The input as a loss: its gradient is `grad_scale`, whatever comes from above."""

    def gradient(head: Tensor) -> Tensor:
        scale: Any = grad_scale
        if normalization == "batch":
            scale = grad_scale / data.shape[0]
        elif normalization == "valid":
            scale = grad_scale / (data.detach() > valid_thresh).sum().clamp(min=1)
        return torch.ones_like(head) * scale

    return own_gradient(data, data.detach().clone(), gradient)


@register("make_loss")
def make_loss_plain(data: Tensor) -> Tensor:
    """The input as a loss: its gradient is one."""
    return own_gradient(data, data.detach().clone(), torch.ones_like)


@register("softmax_cross_entropy")
def softmax_cross_entropy(data: Tensor, label: Tensor) -> Tensor:
    """Sum over the batch of the cross-entropy of softmax and class labels."""
    return torch.nn.functional.cross_entropy(data, label.long(), reduction="sum").reshape(1)
