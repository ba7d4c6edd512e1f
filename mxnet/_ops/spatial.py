"""Padding and upsampling layers."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor
from torch.nn import functional

from .facts import LEGACY, Form, Inference
from .opdef import ShapeLike, register
from .params import Choice, Float, Int, Shape

_TORCH_MODE = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}


@register("Pad", "pad", form=LEGACY)
def pad(data: Tensor, *, mode: Annotated[str, Choice("constant", "edge", "reflect")], pad_width: Shape,
        constant_value: Float = 0.0) -> Tensor:
    """Pad the spatial axes of 4-d or 5-d data; `pad_width` lists (before, after) of each axis."""
    if data.ndim not in (4, 5) or len(pad_width) != 2 * data.ndim or any(pad_width[:4]):
        raise ValueError(f"data must have 4 or 5 axes and pad_width two numbers per axis, 0 for the first two axes, "
                         f"received pad_width={pad_width}")
    widths = [n for axis in range(data.ndim - 1, 1, -1) for n in pad_width[2 * axis:2 * axis + 2]]
    if mode == "constant":
        return functional.pad(data, widths, value=constant_value)
    return functional.pad(data, widths, _TORCH_MODE[mode])


def _bilinear_kernel(scale: int) -> int:
    return 2 * scale - scale % 2


def _upsampling_inputs(params: dict[str, Any]) -> list[str]:
    if params["sample_type"] == "bilinear":
        return ["data", "weight"]
    return [f"arg{i}" for i in range(params["num_args"])]


def _upsampling_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    if params["sample_type"] != "bilinear" or shapes[0] is None:
        return shapes
    size = _bilinear_kernel(params["scale"])
    return [shapes[0], (shapes[0][1], 1, size, size)]


def _nearest(images: tuple[Tensor, ...], scale: int, together: str) -> Tensor:
    height, width = images[0].shape[2] * scale, images[0].shape[3] * scale
    enlarged = []
    for image in images:
        if height % image.shape[2] or width % image.shape[3]:
            raise ValueError(f"sizes of all inputs must divide {height}x{width}, received {tuple(image.shape)}")
        enlarged.append(functional.interpolate(image, size=(height, width), mode="nearest"))
    if len(enlarged) == 1:
        return enlarged[0]
    if together == "concat":
        return torch.cat(enlarged, 1)
    total = enlarged[0]
    for image in enlarged[1:]:
        if image.shape != total.shape:
            raise ValueError("Number of channels must be the same when multi_input_mode==sum")
        total = total + image
    return total


@register("UpSampling", variadic="num_args", present=_upsampling_inputs, inference=Inference(fill=_upsampling_shapes),
          form=Form(method=True, named_outputs=True, initial={"weight": '["bilinear", {}]'}))
def upsampling(*data: Tensor, scale: Int, num_filter: Int = 0,
               sample_type: Annotated[str, Choice("bilinear", "nearest")],
               multi_input_mode: Annotated[str, Choice("concat", "sum")] = "concat", workspace: Int = 512) -> Tensor:
    """Upsample images by an integer factor: repeat elements, or interpolate with the weights of a second input.

    Several images are upsampled to `scale` times the first, then concatenated or summed.
    """
    if any(image.ndim != 4 for image in data):
        raise ValueError("inputs must have 4 axes (batch, channel, y, x)")
    if sample_type == "nearest":
        return _nearest(data, scale, multi_input_mode)
    if len(data) != 2:
        raise ValueError("bilinear upsampling requires two inputs, data and weight")
    images, weight = data
    size = _bilinear_kernel(scale)
    if weight.shape != (images.shape[1], 1, size, size) or num_filter != images.shape[1]:
        raise ValueError(f"weight must have shape {(images.shape[1], 1, size, size)} and num_filter be the number of "
                         f"channels, received {tuple(weight.shape)} and {num_filter}")
    return functional.conv_transpose2d(images, weight, None, scale, scale // 2, 0, num_filter)
