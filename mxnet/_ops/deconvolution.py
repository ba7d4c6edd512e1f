"""Transposed convolution."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from . import low_precision
from .convolution import ConvLayout, CudnnTune, channels_last, check_filters, check_layout, expand
from .dense import without_bias
from .facts import LOW, NAMED_OUTPUTS, Inference
from .opdef import ShapeLike, register
from .params import Bool, Int, Shape


def _deconv_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, filters = shapes[0], params["num_filter"]
    if data is None:
        return shapes
    last = channels_last(params["layout"])
    channels, per_group, kernel = data[-1] if last else data[1], filters // params["num_group"], params["kernel"]
    weight: ShapeLike = (channels, *kernel, per_group) if last else (channels, per_group, *kernel)
    return [data, weight, (filters,)][: len(shapes)]


def _fit(sizes: tuple[int, ...], target: tuple[int, ...], kernel: tuple[int, ...], stride: tuple[int, ...],
         dilate: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the padding and adjustment that give the result the spatial sizes `target`."""
    pads, adjustments = [], []
    for size, wanted, k, s, d in zip(sizes, target, kernel, stride, dilate, strict=True):
        surplus = s * (size - 1) + 1 + (k - 1) * d - wanted
        if surplus < 0:
            raise ValueError(f"too big target_shape {target} for spatial sizes {sizes} and kernel {kernel}")
        pads.append((surplus + 1) // 2)
        adjustments.append(surplus % 2)
    return tuple(pads), tuple(adjustments)


@register("Deconvolution", "_npx_deconvolution", present=without_bias("data", "weight"),
          inference=Inference(fill=_deconv_shapes, one_type=True), form=NAMED_OUTPUTS, precision=LOW)
def deconvolution(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, kernel: Shape, stride: Shape = (),
                  dilate: Shape = (), pad: Shape = (), adj: Shape = (), target_shape: Shape = (), num_filter: Int,
                  num_group: Int = 1, workspace: Int = 512, no_bias: Bool = True, cudnn_tune: CudnnTune = None,
                  cudnn_off: Bool = False, layout: ConvLayout = None) -> Tensor:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    rank = len(kernel)
    last = check_layout("Deconvolution", layout, rank)
    if last:
        data, weight = data.movedim(-1, 1), weight.movedim(-1, 1)
    check_filters("Deconvolution", data, weight, (data.shape[1], num_filter // num_group, *kernel), num_group,
                  num_filter, last, 0)
    strides, dilates = expand(stride, rank, 1), expand(dilate, rank, 1)
    pads, adjustments = expand(pad, rank, 0), expand(adj, rank, 0)
    if any(target_shape):
        pads, adjustments = _fit(tuple(data.shape[2:]), target_shape, kernel, strides, dilates)
    if any(a >= s for a, s in zip(adjustments, strides, strict=True)):
        raise ValueError(f"adj must be smaller than stride={strides}, received {adjustments}")
    result: Tensor = low_precision.convolve_transposed[rank](data, weight, None if no_bias else bias, strides, pads,
                                                             adjustments, num_group, dilates)
    return result.movedim(1, -1) if last else result
