"""Variants of softmax."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .facts import FULL, NAMED_INPUT, NAMED_OUTPUTS, Effects, Form, Inference, Params, Size, always
from .opdef import ShapeLike, register
from .params import Choice, Int, OptBool, OptDType, OptFloat


def _scale(data: Tensor, temperature: float | None) -> Tensor:
    return data if temperature is None or temperature == 1.0 else data / temperature


def _widen(data: Tensor, dtype: torch.dtype | None) -> Tensor:
    """Convert half precision to a wider requested dtype; other dtypes are converted after the computation."""
    return data.to(dtype) if dtype is not None and data.dtype.itemsize < min(dtype.itemsize, 4) else data


def _convert(result: Tensor, dtype: torch.dtype | None) -> Tensor:
    return result if dtype is None else result.to(dtype)


def _inside(data: Tensor, length: Tensor, axis: int) -> Tensor:
    """Return a mask of the positions along `axis` within the length of each sequence."""
    # The dtype is not known during shape inference.
    if length.is_floating_point() and not length.is_meta:
        raise ValueError(f"length must be of an integer type, received {length.dtype}")
    axis %= data.ndim
    wanted = [s for i, s in enumerate(data.shape) if i != axis] or [1]
    if list(length.shape) != wanted:
        raise ValueError(f"length must have shape {tuple(wanted)}, received {tuple(length.shape)}")
    steps = torch.arange(data.shape[axis], device=data.device)
    return steps.reshape([-1 if i == axis else 1 for i in range(data.ndim)]) < length.detach().reshape(
        [1 if i == axis else s for i, s in enumerate(data.shape)])


def _with_length(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "length") if params["use_length"] else ("data",)


def _length_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None or len(shapes) < 2:
        return shapes
    axis = params["axis"] % len(data)
    return [data, tuple(s for i, s in enumerate(data) if i != axis) or (1,)]


def _softmax_shape(params: Params, shapes: list[Size]) -> Size | None:
    return shapes[0] if len(shapes) == 1 and -len(shapes[0]) <= params["axis"] < len(shapes[0]) else None


@register("softmax", "_npx_softmax", present=_with_length,
          inference=Inference(fill=_length_shapes, shapes=_softmax_shape), effects=Effects(passes_nan=always),
          form=Form(method=True, named_input=True, named_outputs=True), precision=FULL)
def softmax(data: Tensor, length: Tensor | None = None, *, axis: Int = -1, temperature: OptFloat = None,
            dtype: OptDType = None, use_length: OptBool = False) -> Tensor:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    data = _scale(_widen(data, dtype), temperature)
    if not use_length or length is None:
        return _convert(torch.softmax(data, axis), dtype)
    outside = ~_inside(data, length, axis)
    return _convert(torch.softmax(data.masked_fill(outside, float("-inf")), axis).masked_fill(outside, 0.0), dtype)


def _check_no_length(use_length: bool | None) -> None:
    if use_length:
        raise ValueError("use_length=True needs lengths, which only softmax takes")


@register("softmin", inference=Inference(shapes=_softmax_shape),
          form=Form(method=True, named_input=True, named_outputs=True), precision=FULL)
def softmin(data: Tensor, *, axis: Int = -1, temperature: OptFloat = None, dtype: OptDType = None,
            use_length: OptBool = False) -> Tensor:
    """Compute `softmax` of the negated input."""
    _check_no_length(use_length)
    return _convert(torch.softmax(_scale(-_widen(data, dtype), temperature), axis), dtype)


@register("log_softmax", "_npx_log_softmax", inference=Inference(shapes=_softmax_shape),
          effects=Effects(passes_nan=always), form=NAMED_INPUT, precision=FULL)
def log_softmax(data: Tensor, *, axis: Int = -1, temperature: OptFloat = None, dtype: OptDType = None,
                use_length: OptBool = False) -> Tensor:
    """Compute the logarithm of `softmax` without overflow."""
    _check_no_length(use_length)
    return _convert(torch.log_softmax(_scale(_widen(data, dtype), temperature), axis), dtype)


class _InstanceSoftmax(torch.autograd.Function):
    """Softmax over the last axis with the gradient of softmax over axis 1, as in MXNet."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        result = torch.softmax(data, -1)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        return result * (heads[0] - torch.sum(heads[0] * result, 1, True))


@register("SoftmaxActivation", form=NAMED_OUTPUTS, precision=FULL)
def softmax_activation(data: Tensor, *, mode: Annotated[str, Choice("channel", "instance")] = "instance") -> Tensor:
    """Compute softmax over the last axis, or over the channels at each position."""
    if mode == "channel":
        if data.ndim < 3:
            raise ValueError("mode channel requires data with at least 3 axes")
        return torch.softmax(data, 1)
    if data.ndim < 3:
        return torch.softmax(data, -1)
    return _InstanceSoftmax.apply(data)
