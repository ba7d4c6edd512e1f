"""Sampling of feature maps: resizing, warping, cropping and correlation."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .facts import LEGACY_FUNCTION, WIDEST, Form, Inference
from .opdef import register
from .params import Bool, Choice, Int, OptBool, OptFloat, Shape


def check_maps(name: str, data: Tensor) -> None:
    """Raise unless `data` is a batch of feature maps."""
    if data.ndim != 4:
        raise ValueError(f"{name} must have shape (batch, channel, height, width), received {tuple(data.shape)}")


@register("_contrib_AdaptiveAvgPooling2D")
def adaptive_average_pooling(data: Tensor, *, output_size: Shape = ()) -> Tensor:
    """Compute means over a grid of equal areas; `output_size` is one number or (height, width), 1 by default."""
    check_maps("data", data)
    if len(output_size) > 2:
        raise ValueError(f"output_size must have at most 2 elements, received {output_size}")
    height, width = output_size if len(output_size) == 2 else (output_size or (1,)) * 2
    return functional.adaptive_avg_pool2d(data, (height, width))


_RESIZE_MODES = ("size", "odd_scale", "like", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up")


def _scale(length: int, scale: float) -> int:
    # Compute in single precision, as MXNet does: 0.7 of 10 is 7 there.
    return int(np.float32(scale) * np.float32(length))


def _parity(length: int, mode: str) -> int:
    wanted = 0 if "even" in mode else 1
    if length % 2 == wanted:
        return length
    return length + 1 if mode.endswith("up") else length - 1


def _resized_size(data: Tensor, like: Tensor | None, mode: str, size: tuple[int, int],
                  scales: tuple[float | None, float | None]) -> tuple[int, int]:
    rows, columns = data.shape[2], data.shape[3]
    if mode == "like":
        if like is None:
            raise ValueError("mode 'like' requires the input like")
        return like.shape[2], like.shape[3]
    if mode.startswith("to_"):
        return _parity(rows, mode), _parity(columns, mode)
    if scales[0] is None and mode == "size":
        return size
    if scales[0] is None or scales[1] is None:
        raise ValueError(f"scale_height and scale_width must be given together, received {scales}")
    if mode == "size":
        return _scale(rows, scales[0]), _scale(columns, scales[1])
    odd = [(_scale(n - n % 2, s) + n % 2) for n, s in ((rows, scales[0]), (columns, scales[1]))]
    return odd[0], odd[1]


def _resize_inputs(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "like") if params["mode"] == "like" else ("data",)


@register("_contrib_BilinearResize2D", present=_resize_inputs)
def bilinear_resize(data: Tensor, like: Tensor | None = None, *, height: Int = 1, width: Int = 1,
                    scale_height: OptFloat = None, scale_width: OptFloat = None,
                    mode: Annotated[str, Choice(*_RESIZE_MODES)] = "size", align_corners: Bool = True) -> Tensor:
    """Resize feature maps bilinearly.

    The new size is given ('size'), a multiple ('odd_scale'), the size of `like`, or the nearest even or odd size.
    """
    check_maps("data", data)
    rows, columns = _resized_size(data, like, mode, (height, width), (scale_height, scale_width))
    if rows < 1 or columns < 1:
        raise ValueError(f"the new height and width must be at least 1, received {rows} and {columns}")
    if (rows, columns) == tuple(data.shape[2:]):
        return data.clone()
    # A single row or column is the first one, regardless of the alignment.
    data = data[:, :, :1] if rows == 1 else data
    data = data[:, :, :, :1] if columns == 1 else data
    return functional.interpolate(data, (rows, columns), mode="bilinear", align_corners=align_corners)


def _axis(length: int, like: Tensor) -> Tensor:
    """Return the positions of pixels along an axis, from -1 to 1; NaN for a single pixel."""
    step = 2.0 / (length - 1) if length > 1 else float("nan")
    return torch.arange(length, dtype=like.dtype, device=like.device) * step - 1.0


def _affine_grid(theta: Tensor, height: int, width: int) -> Tensor:
    """Return the source position of each target pixel: (batch, xy, height, width)."""
    down, along = torch.meshgrid(_axis(height, theta), _axis(width, theta), indexing="ij")
    target = torch.stack([along.reshape(-1), down.reshape(-1), torch.ones_like(down).reshape(-1)])
    return torch.matmul(theta.reshape(-1, 2, 3), target).reshape(-1, 2, height, width)


def _check_target(shape: tuple[int, ...]) -> tuple[int, int]:
    if len(shape) != 2 or min(shape) <= 0:
        raise ValueError(f"target_shape must be (height, width) above 0, received {shape}")
    return shape[0], shape[1]


@register("GridGenerator", form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 1))
def grid_generator(data: Tensor, *, transform_type: Annotated[str, Choice("affine", "warp")],
                   target_shape: Shape = (0, 0)) -> Tensor:
    """Generate sampling grids for `BilinearSampler` from affine matrices, or from optical flow ('warp')."""
    if transform_type == "affine":
        if data.ndim != 2 or data.shape[1] != 6:
            raise ValueError(f"data must be (batch, 6) for 'affine', received {tuple(data.shape)}")
        return _affine_grid(data, *_check_target(target_shape))
    if data.ndim != 4 or data.shape[1] != 2:
        raise ValueError(f"data must be (batch, 2, height, width) for 'warp', received {tuple(data.shape)}")
    rows, columns = data.shape[2:]
    down, along = torch.meshgrid(torch.arange(rows, dtype=data.dtype, device=data.device),
                                 torch.arange(columns, dtype=data.dtype, device=data.device), indexing="ij")
    half = data.new_tensor([(columns - 1) / 2.0, (rows - 1) / 2.0]).reshape(1, 2, 1, 1)
    return (data + torch.stack([along, down])) / half - 1.0


def _sample(data: Tensor, grid: Tensor) -> Tensor:
    if data.dtype is torch.float16:
        # Torch's half precision kernel spreads NaN from positions outside the map.
        return _sample(data.to(torch.float32), grid.to(torch.float32)).to(data.dtype)
    return functional.grid_sample(data, grid.permute(0, 2, 3, 1), mode="bilinear", padding_mode="zeros",
                                  align_corners=True)


@register("BilinearSampler", form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 1))
def bilinear_sampler(data: Tensor, grid: Tensor, *, cudnn_off: OptBool = None) -> Tensor:
    """Sample `data` bilinearly at the positions in `grid`, -1 to 1 across the map; zero outside."""
    check_maps("data", data)
    if grid.ndim != 4 or grid.shape[1] != 2 or grid.shape[0] != data.shape[0]:
        raise ValueError(f"grid must be ({data.shape[0]}, 2, height, width), received {tuple(grid.shape)}")
    return _sample(data, grid)


def _location_shape(params: dict[str, Any], shapes: list[Any]) -> list[Any]:
    return shapes if shapes[0] is None else [shapes[0], (shapes[0][0], 6)]


@register("SpatialTransformer", inference=Inference(fill=_location_shape),
          form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 2))
def spatial_transformer(data: Tensor, loc: Tensor, *, target_shape: Shape = (0, 0),
                        transform_type: Annotated[str, Choice("affine")],
                        sampler_type: Annotated[str, Choice("bilinear")], cudnn_off: OptBool = None) -> Tensor:
    """Transform feature maps by the affine matrices in `loc`."""
    check_maps("data", data)
    if loc.shape != (data.shape[0], 6):
        raise ValueError(f"loc must be ({data.shape[0]}, 6), received {tuple(loc.shape)}")
    return _sample(data, _affine_grid(loc, *_check_target(target_shape)))


@register("Correlation", form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 2),
          precision=WIDEST)
def correlation(data1: Tensor, data2: Tensor, *, kernel_size: Int = 1, max_displacement: Int = 1, stride1: Int = 1,
                stride2: Int = 1, pad_size: Int = 0, is_multiply: Bool = True) -> Tensor:
    """Compute mean products (or absolute differences) of patches of one map and shifted patches of the other."""
    check_maps("data1", data1)
    if data1.shape != data2.shape:
        raise ValueError(f"data2 must have the shape {tuple(data1.shape)} of data1, received {tuple(data2.shape)}")
    if kernel_size % 2 == 0:
        raise ValueError(f"kernel_size must be odd, received {kernel_size}")
    first, second = (functional.pad(d, (pad_size,) * 4) for d in (data1, data2))
    border = 2 * (max_displacement + kernel_size // 2)
    rows, columns = (-(-(n - border) // stride1) for n in first.shape[2:])
    if rows < 1 or columns < 1:
        raise ValueError(f"displacements and kernel do not fit the padded map {tuple(first.shape)}")
    height, width = (rows - 1) * stride1 + kernel_size, (columns - 1) * stride1 + kernel_size

    def area(values: Tensor, down: int, along: int) -> Tensor:
        top, left = max_displacement + down, max_displacement + along
        return values[:, :, top:top + height, left:left + width]

    radius = max_displacement // stride2
    steps = range(-radius * stride2, radius * stride2 + 1, stride2)
    here, results = area(first, 0, 0), []
    for down in steps:
        for along in steps:
            there = area(second, down, along)
            # For equal values, the first counts as larger.
            compared = here * there if is_multiply else torch.where(here >= there, here - there, there - here)
            results.append(compared.mean(1, keepdim=True))
    return functional.avg_pool2d(torch.cat(results, 1), kernel_size, stride1)


@register("Crop", variadic="num_args", form=LEGACY_FUNCTION)
def crop(*data: Tensor, offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: Bool = False) -> Tensor:
    """Crop an area of the first input, of size `h_w` or the size of the second input, at `offset` or centered."""
    if not 1 <= len(data) <= 2:
        raise ValueError(f"requires one or two inputs, received {len(data)}")
    check_maps("data", data[0])
    rows, columns = data[0].shape[2:]
    height, width = h_w if len(data) == 1 else data[1].shape[2:]
    if not (1 <= height <= rows and 1 <= width <= columns):
        raise ValueError(f"the area must be at most {rows} x {columns}, received {height} x {width}")
    top, left = ((rows - height) // 2, (columns - width) // 2) if center_crop else offset
    if not (0 <= top <= rows - height and 0 <= left <= columns - width):
        raise ValueError(f"offset must leave room for {height} x {width} in {rows} x {columns}, received {offset}")
    return data[0][:, :, top:top + height, left:left + width].contiguous()
