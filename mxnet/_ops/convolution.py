"""Convolution layers."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .dense import without_bias
from .opdef import ShapeLike, register
from .params import Bool, Choice, Int, OptStr, Shape

_CONV = {1: torch.nn.functional.conv1d, 2: torch.nn.functional.conv2d, 3: torch.nn.functional.conv3d}
CudnnTune = Annotated[str | None, Choice("fastest", "limited_workspace", "off", optional=True)]


def _conv_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, filters = shapes[0], params["num_filter"]
    if data is None:
        return shapes
    last = params["layout"] is not None and params["layout"].endswith("C")
    channels = data[-1] if last else data[1]
    per_group = channels // params["num_group"]
    kernel = tuple(params["kernel"])
    weight: ShapeLike = (filters, *kernel, per_group) if last else (filters, per_group, *kernel)
    return [data, weight, (filters,)][: len(shapes)]


def expand(values: tuple[int, ...], rank: int, default: int) -> tuple[int, ...]:
    """`values`, or `rank` times the default for an empty tuple."""
    return tuple(values) if values else (default,) * rank


@register("Convolution", fill=_conv_shapes, present=without_bias("data", "weight"))
def convolution(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel: Shape, stride: Shape = (),
                dilate: Shape = (), pad: Shape = (), num_filter: Int, num_group: Int = 1, workspace: Int = 1024,
                no_bias: Bool = False, cudnn_tune: CudnnTune = None, cudnn_off: Bool = False,
                layout: OptStr = None) -> Tensor:
    """Convolution over 1, 2 or 3 spatial axes, channels first or (layout NWC, NHWC, NDHWC) last."""
    rank = len(kernel)
    last = layout is not None and layout.endswith("C")
    if last:
        data, weight = data.movedim(-1, 1), weight.movedim(-1, 1)
    result: Tensor = _CONV[rank](data, weight, None if no_bias else bias, expand(stride, rank, 1),
                                 expand(pad, rank, 0), expand(dilate, rank, 1), num_group)
    return result.movedim(1, -1) if last else result
