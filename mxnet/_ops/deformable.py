"""Convolutions whose sampling positions are inputs."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from . import low_precision
from .dense import without_bias
from .facts import FULL, LEGACY_FUNCTION, UNLISTED, Form, Inference
from .opdef import ShapeLike, register
from .params import Bool, Choice, Int, Shape
from .vision import check_maps

_Layout = Annotated[str | None, Choice("NCDHW", "NCHW", "NCW", optional=True)]
_Pair = tuple[int, ...]


def _window(params: dict[str, Any]) -> tuple[_Pair, _Pair, _Pair, _Pair]:
    """Return kernel, stride, dilation and padding with defaults filled in."""
    kernel = params["kernel"]
    if len(kernel) != 2:
        raise ValueError(f"kernel must be (height, width), received {kernel}")
    return kernel, params["stride"] or (1, 1), params["dilate"] or (1, 1), params["pad"] or (0, 0)


def _output_size(size: tuple[int, ...], kernel: _Pair, stride: _Pair, dilate: _Pair, pad: _Pair) -> list[int]:
    return [(n + 2 * p - d * (k - 1) - 1) // s + 1
            for n, k, s, d, p in zip(size, kernel, stride, dilate, pad, strict=True)]


def _deformable_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None:
        return shapes
    kernel, *rest = _window(params)
    places = kernel[0] * kernel[1] * params["num_deformable_group"]
    size = _output_size(data[2:], kernel, *rest)
    filters = params["num_filter"]
    filled: list[ShapeLike] = [data, (data[0], 2 * places, *size)]
    if "im2col_step" in params:
        filled.append((data[0], places, *size))
    return [*filled, (filters, data[1] // params["num_group"], *kernel), (filters,)][: len(shapes)]


def _gather(data: Tensor, rows: Tensor, columns: Tensor, clamped: bool) -> Tensor:
    """Sample data (n, g, c, h, w) bilinearly at (n, g, p); return (n, g, c, p).

    With `clamped`, positions past the center of the last row (column) use that row. Otherwise the map is padded with
    zeros.
    """
    height, width = data.shape[3:]
    # NaN positions lie outside.
    rows, columns = rows.nan_to_num(-2.0, -2.0, -2.0), columns.nan_to_num(-2.0, -2.0, -2.0)
    if clamped:
        inside = (rows >= 0) & (columns >= 0) & (rows < height) & (columns < width)
        rows, columns = rows.clamp(max=height - 1), columns.clamp(max=width - 1)
    else:
        inside = (rows > -1) & (columns > -1) & (rows < height) & (columns < width)
    flat = data.flatten(3)
    top, left = rows.detach().floor(), columns.detach().floor()
    # Distances from the top left neighbor also give MXNet's gradient at grid points.
    below, beyond = rows - top, columns - left
    result: Any = 0.0
    for row, row_weight in ((top, 1.0 - below), (top + 1, below)):
        for column, column_weight in ((left, 1.0 - beyond), (left + 1, beyond)):
            inside_map = inside
            if not clamped:
                inside_map = inside & (row >= 0) & (column >= 0) & (row < height) & (column < width)
            index = row.clamp(0, height - 1).long() * width + column.clamp(0, width - 1).long()
            values = flat.gather(3, index.unsqueeze(2).expand(-1, -1, flat.shape[2], -1))
            result = result + values * (row_weight * column_weight * inside_map).unsqueeze(2)
    return result


def _convolve(data: Tensor, offset: Tensor, mask: Tensor | None, weight: Tensor, bias: Tensor | None,
              params: dict[str, Any]) -> Tensor:
    check_maps("data", data)
    kernel, stride, dilate, pad = _window(params)
    groups, parts = params["num_deformable_group"], params["num_group"]
    if weight.shape[0] != params["num_filter"]:
        raise ValueError(f"weight must have num_filter={params['num_filter']} filters, received {tuple(weight.shape)}")
    if params["layout"] not in (None, "NCHW"):
        raise ValueError(f"layout must be NCHW, received {params['layout']}")
    height, width = _output_size(tuple(data.shape[2:]), kernel, stride, dilate, pad)
    count = kernel[0] * kernel[1]
    if offset.shape != (data.shape[0], 2 * count * groups, height, width):
        raise ValueError(f"offset must be {(data.shape[0], 2 * count * groups, height, width)}, received "
                         f"{tuple(offset.shape)}")
    moved = offset.reshape(data.shape[0], groups, kernel[0], kernel[1], 2, height, width)

    def places(axis: int, out: int) -> Tensor:
        tap = torch.arange(kernel[axis], dtype=data.dtype, device=data.device) * dilate[axis]
        start = torch.arange(out, dtype=data.dtype, device=data.device) * stride[axis] - pad[axis]
        return tap.reshape((-1, 1, 1, 1) if axis == 0 else (1, -1, 1, 1)) + start.reshape(
            (1, 1, -1, 1) if axis == 0 else (1, 1, 1, -1))

    rows, columns = moved[:, :, :, :, 0] + places(0, height), moved[:, :, :, :, 1] + places(1, width)
    maps = data.reshape(data.shape[0], groups, -1, *data.shape[2:])
    taps = _gather(maps, rows.flatten(2), columns.flatten(2), clamped=mask is None)
    if mask is not None:
        taps = taps * mask.reshape(data.shape[0], groups, 1, -1)
    taps = taps.reshape(data.shape[0], parts, -1, height * width)
    result = low_precision.matmul(weight.reshape(parts, -1, taps.shape[2]), taps)
    result = result.reshape(data.shape[0], -1, height, width)
    return result if bias is None or params["no_bias"] else result + bias.reshape(-1, 1, 1)


@register("_contrib_DeformableConvolution", present=without_bias("data", "offset", "weight"),
          inference=Inference(fill=_deformable_shapes), form=LEGACY_FUNCTION, precision=FULL)
def deformable_convolution(data: Tensor, offset: Tensor, weight: Tensor, bias: Tensor | None = None, *,
                           kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int,
                           num_group: Int = 1, num_deformable_group: Int = 1, workspace: Int = 1024,
                           no_bias: Bool = False, layout: _Layout = None) -> Tensor:
    """Compute a convolution whose kernel elements are shifted by `offset`, (y, x) per element and position."""
    return _convolve(data, offset, None, weight, bias, {
        "kernel": kernel, "stride": stride, "dilate": dilate, "pad": pad, "num_group": num_group,
        "num_filter": num_filter, "num_deformable_group": num_deformable_group, "no_bias": no_bias, "layout": layout})


@register("_contrib_ModulatedDeformableConvolution", present=without_bias("data", "offset", "mask", "weight"),
          inference=Inference(fill=_deformable_shapes), form=Form(gradient_names="inputs"), precision=UNLISTED)
def modulated_deformable_convolution(data: Tensor, offset: Tensor, mask: Tensor, weight: Tensor,
                                     bias: Tensor | None = None, *, kernel: Shape, stride: Shape = (),
                                     dilate: Shape = (), pad: Shape = (), num_filter: Int, num_group: Int = 1,
                                     num_deformable_group: Int = 1, workspace: Int = 1024, no_bias: Bool = False,
                                     im2col_step: Int = 64, layout: _Layout = None) -> Tensor:
    """Compute a deformable convolution whose kernel elements are also scaled by `mask` at each position."""
    return _convolve(data, offset, mask, weight, bias, {
        "kernel": kernel, "stride": stride, "dilate": dilate, "pad": pad, "num_group": num_group,
        "num_filter": num_filter, "num_deformable_group": num_deformable_group, "no_bias": no_bias, "layout": layout})
