"""Output layers with the gradient of a loss instead of the derivative of their result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from .._runtime import storage
from .._runtime.autograd import tape
from . import sparse_values
from .checks import check_floating
from .facts import FULL, LEGACY, LOSS, Form, Inference, Precision, Sparse
from .opdef import ShapeLike, register
from .params import Bool, Choice, Float
from .shapes import of_all, of_data

Normalization = Annotated[str, Choice("batch", "null", "valid")]


class _OwnGradient(torch.autograd.Function):
    """Return `result`. The backward pass gives `gradient(head)` to the data and nothing to the label."""

    takes_any_head = True

    @staticmethod
    def forward(ctx: Any, data: Tensor, result: Tensor, gradient: Callable[[Tensor], Tensor]) -> Tensor:
        ctx.gradient = gradient
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return ctx.gradient(heads[0]), None, None


def own_gradient(data: Tensor, result: Tensor, gradient: Callable[[Tensor], Tensor]) -> Tensor:
    """Return `result` with a custom gradient: `gradient` maps the head gradient to the gradient of `data`."""
    if not (torch.is_grad_enabled() and data.requires_grad):
        return result
    return _OwnGradient.apply(data, result, gradient)


def loss_gradient(data: Tensor, result: Tensor, gradient: Callable[[Tensor], Tensor]) -> Tensor:
    """Apply `own_gradient` for an operator with ``ignores_head``, which has a gradient even for a zero head gradient.
    """
    output = own_gradient(data, result, gradient)
    if output is not result:
        tape.ignores_head()
    return output


def check_label_type(data: Tensor, label: Tensor) -> None:
    """Raise unless labels have the dtype of the data, as MXNet requires."""
    if label.dtype is not data.dtype:
        raise ValueError(f"label must be of the type of data, {data.dtype}, received {label.dtype}")


def _like_data(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, label = shapes
    if data is None or label is not None:
        return shapes
    return [data, data[:1] if len(data) == 2 and data[1] == 1 else data]


def _regression(data: Tensor, label: Tensor, grad_scale: float, link: Callable[[Tensor], Tensor],
                slope: Callable[[Tensor], Tensor]) -> Tensor:
    check_label_type(data, label)
    if label.shape[0] != data.shape[0] or label.numel() != data.numel():
        raise ValueError(f"label must have as many rows and elements as data {tuple(data.shape)}, "
                         f"received {tuple(label.shape)}")
    result = link(data.detach())

    def gradient(head: Tensor) -> Tensor:
        count = label.shape[1:].numel()
        return slope(result - label.detach().reshape(result.shape)) * (grad_scale / count)

    return loss_gradient(data, result, gradient)


@register("LinearRegressionOutput", inference=Inference(fill=_like_data, shapes=of_all), effects=LOSS,
          form=Form(method=True, in_sparse=("LinearRegressionOutput",)), precision=Precision("full", scales_loss=True))
def linear_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Return the input, with the gradient of half the squared error."""
    return _regression(data, label, grad_scale, torch.clone, lambda d: d)


@register("MAERegressionOutput", inference=Inference(fill=_like_data, shapes=of_all), effects=LOSS,
          form=Form(method=True, in_sparse=("MAERegressionOutput",)), precision=Precision("full", scales_loss=True))
def mae_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Return the input, with the gradient of the absolute error, which is -1 for an error of 0."""
    return _regression(data, label, grad_scale, torch.clone, lambda d: (d > 0).to(d.dtype) * 2.0 - 1.0)


@register("LogisticRegressionOutput", inference=Inference(fill=_like_data, shapes=of_all), effects=LOSS,
          form=Form(method=True, in_sparse=("LogisticRegressionOutput",)),
          precision=Precision("full", scales_loss=True))
def logistic_regression_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0) -> Tensor:
    """Compute the sigmoid, with the gradient of the logistic loss."""
    return _regression(data, label, grad_scale, torch.sigmoid, lambda d: d)


@register("MakeLoss", inference=Inference(shapes=of_data), effects=LOSS, form=LEGACY, precision=FULL)
def make_loss(data: Tensor, *, grad_scale: Float = 1.0, valid_thresh: Float = 0.0,
              normalization: Normalization = "null") -> Tensor:
    """Use the input as a loss: its gradient is `grad_scale`, regardless of the head gradient.

    'batch' divides the gradient by the number of rows, 'valid' by the number of elements above `valid_thresh`.
    """
    check_floating(data)

    def gradient(head: Tensor) -> Tensor:
        scale: Any = grad_scale
        if normalization == "batch":
            scale = grad_scale / data.shape[:-1].numel()
        elif normalization == "valid":
            scale = grad_scale / (data.detach() > valid_thresh).sum().clamp(min=1)
        return torch.ones_like(head) * scale

    return loss_gradient(data, data.detach().clone(), gradient)


@register("make_loss", effects=LOSS,
          form=Form(method=True, in_sparse=("make_loss",), output_names=("loss",), named_outputs=True),
          sparse=Sparse(stored=sparse_values.on_values), precision=FULL)
def make_loss_plain(data: Tensor) -> Tensor:
    """Use the input as a loss: its gradient is one."""
    return loss_gradient(data, data.detach().clone(), torch.ones_like)


def _row_label(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return shapes if shapes[0] is None else [shapes[0], shapes[0][:-1]]


@register("SVMOutput", inference=Inference(fill=_row_label), effects=LOSS, form=LEGACY, precision=FULL)
def svm_output(data: Tensor, label: Tensor, *, margin: Float = 1.0, regularization_coefficient: Float = 1.0,
               use_linear: Bool = False) -> Tensor:
    """Return the input, with the gradient of the squared or (`use_linear`) plain hinge loss of an SVM."""
    check_label_type(data, label)
    if label.shape != data.shape[:-1]:
        raise ValueError(f"label must have shape {tuple(data.shape[:-1])}, received {tuple(label.shape)}")

    def gradient(head: Tensor) -> Tensor:
        scores, classes = data.detach(), label.detach().long().unsqueeze(-1)
        right = torch.arange(scores.shape[-1], device=scores.device) == classes
        signs = torch.where(right, -1.0, 1.0).to(scores.dtype)
        slack = margin + signs * scores
        slack = slack.masked_fill(~(slack > 0), 0.0)
        hinge = (slack > 0).to(scores.dtype) if use_linear else 2.0 * slack
        return signs * hinge * regularization_coefficient

    return loss_gradient(data, data.detach().clone(), gradient)


def _average_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return shapes if shapes[0] is None else [shapes[0], shapes[0][1:2]]


@register("IdentityAttachKLSparseReg", aux=("moving_avg",), inference=Inference(fill=_average_shape), effects=LOSS,
          form=Form(method=True, unlisted=frozenset({"moving_avg"}), named_outputs=True, gradient_names="inputs"),
          precision=FULL)
def identity_attach_kl_sparse_reg(data: Tensor, moving_avg: Tensor, *, sparseness_target: Float = 0.1,
                                  penalty: Float = 0.001, momentum: Float = 0.9) -> Tensor:
    """Return the input, with a gradient that moves the mean of each unit, tracked in `moving_avg`, towards a target."""

    def gradient(head: Tensor) -> Tensor:
        with storage.writing(moving_avg) as average:
            average.mul_(momentum).add_(data.detach().reshape(-1, data.shape[-1]).mean(0), alpha=1.0 - momentum)
        pull = (1.0 - sparseness_target) / (1.0 - average) - sparseness_target / average
        return head + penalty * pull

    return loss_gradient(data, data.detach().clone(), gradient)
