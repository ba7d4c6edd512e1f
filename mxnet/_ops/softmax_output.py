"""Softmax layers with the gradient of the cross-entropy."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .bounds import check_labels
from .checks import check_part
from .facts import FULL, METHOD, NAMED_OUTPUTS, Effects, Inference, Params, Precision, Size
from .loss_output import Normalization, check_label_type, loss_gradient, own_gradient
from .opdef import ShapeLike, register
from .params import Bool, Float, Training


def _softmax_label(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    label = shapes[1]
    if data is None:
        return shapes
    if not params["multi_output"]:
        unknown = label is None or (0 in label and len(label) == len(data) - 1)
        return [data, data[:-1] if unknown else label]
    if label is not None:
        return shapes
    places = 1
    for size in data[2:]:
        places *= size
    return [data, (data[0], places)]


def class_errors(probabilities: Tensor, label: Tensor, smoothing: float = 0.0) -> Tensor:
    """Subtract the targets of class labels from probabilities (rows, classes, ...); invalid labels have no target."""
    classes = probabilities.shape[1]
    valid = (label >= 0) & (label < classes)
    off = smoothing / (classes - 1) if smoothing and classes > 1 else 0.0
    errors = probabilities - off if off else probabilities.clone()
    hits = valid.to(errors.dtype).mul_(1.0 - smoothing - off).neg_()
    return errors.scatter_add_(1, label.clamp(0, classes - 1).unsqueeze(1), hits.unsqueeze(1))


def _check_label(data: Tensor, label: Tensor, multi_output: bool) -> None:
    if label.shape == data.shape:
        return
    wanted = {tuple(data.shape[:-1])}
    if multi_output:
        places = data.shape[2:]
        wanted = {(data.shape[0], places.numel()), (data.shape[0], *places), (data.shape[0], 1, *places)}
    if tuple(label.shape) not in wanted:
        raise ValueError(f"label must have shape {' or '.join(map(str, sorted(wanted)))}, "
                         f"received {tuple(label.shape)}")


def _rows(data: Tensor, multi_output: bool, preserve_shape: bool) -> Tensor:
    """Reshape the data to (rows, classes) or, with `multi_output`, to (rows, classes, positions)."""
    if multi_output:
        return data.flatten(2) if data.ndim > 2 else data.unsqueeze(2)
    if preserve_shape:
        return data.reshape(data.shape[:-1].numel(), data.shape[-1])
    return data.reshape(data.shape[0], data.shape[1:].numel())


def _class_labels(params: Params, shapes: list[Size]) -> Size | None:
    data, label = shapes
    return data if len(data) == 2 and label == data[:1] else None


@register("SoftmaxOutput", "Softmax", inference=Inference(fill=_softmax_label, shapes=_class_labels),
          effects=Effects(cheap=False, ignores_head=True), form=NAMED_OUTPUTS,
          precision=Precision("full", scales_loss=True))
def softmax_output(data: Tensor, label: Tensor, *, grad_scale: Float = 1.0, ignore_label: Float = -1.0,
                   multi_output: Bool = False, use_ignore: Bool = False, preserve_shape: Bool = False,
                   normalization: Normalization = "null", out_grad: Bool = False,
                   smooth_alpha: Float = 0.0, training: Training = False) -> Tensor:
    """Compute softmax with the gradient of the cross-entropy with `label`: classes, or probabilities shaped as data.

    The head gradient is ignored. With `out_grad` the gradient is multiplied by the result, as in MXNet 1.9.1.
    """
    check_part("smooth_alpha", smooth_alpha)
    check_label_type(data, label)
    _check_label(data, label, multi_output)
    if label.shape != data.shape:
        check_labels("SoftmaxOutput", "label", label, data.shape[1 if multi_output else -1],
                     ignore_label if use_ignore else None)
    if training or data.ndim != 4 or multi_output or data.dtype is not torch.float32:
        rows = torch.softmax(_rows(data.detach(), multi_output, preserve_shape), 1)
    else:
        # In prediction MXNet delegates this case to a library, which always uses the last axis.
        rows = _rows(torch.softmax(data.detach(), 3), False, preserve_shape)

    def scale(labels: Tensor) -> Any:
        places = rows.shape[2] if multi_output and normalization != "valid" else 1
        if normalization == "valid":
            return grad_scale / (labels != int(ignore_label)).sum().clamp(min=1)
        return grad_scale / places / (labels.shape[0] if normalization == "batch" else 1)

    def gradient(head: Tensor) -> Tensor:
        if label.shape == data.shape:
            errors = (rows - label.detach().reshape(rows.shape)) * grad_scale
        else:
            labels = label.detach().long().reshape((rows.shape[0], rows.shape[2]) if multi_output else -1)
            classes = labels if multi_output else labels[:rows.shape[0]]
            errors = class_errors(rows, classes, 0.0 if multi_output else smooth_alpha)
            if use_ignore:
                errors = errors.masked_fill_((classes == int(ignore_label)).unsqueeze(1), 0.0)
            errors = errors.mul_(scale(labels))
        return (errors * rows if out_grad else errors).reshape(data.shape)

    return loss_gradient(data, rows.reshape(data.shape), gradient)


@register("softmax_cross_entropy", form=METHOD, precision=FULL)
def softmax_cross_entropy(data: Tensor, label: Tensor) -> Tensor:
    """Compute the sum over the batch of the cross-entropy of softmax and class labels."""
    if data.ndim != 2 or label.shape != data.shape[:1]:
        raise ValueError(f"data must have 2 axes and label one as long as the first, received "
                         f"{tuple(data.shape)} and {tuple(label.shape)}")
    check_label_type(data, label)
    check_labels("softmax_cross_entropy", "label", label, data.shape[1])
    probabilities = torch.softmax(data.detach(), 1)
    classes = label.detach().long()
    # A label outside the classes selects an element of another row; without such a row, MXNet reads out of bounds.
    places = torch.arange(0, data.numel(), data.shape[1], device=data.device) + classes
    chosen = probabilities.reshape(-1)[places.clamp(0, data.numel() - 1)]
    loss = torch.log(chosen.clamp(min=1e-8)).sum().neg().reshape(1)
    return own_gradient(data, loss, lambda head: class_errors(probabilities, classes) * head)
