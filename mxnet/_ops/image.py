"""Image transforms of one image or a batch, height x width x channel unless stated otherwise."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from .._runtime import streams
from . import opencv, random_stream
from .facts import FLOAT32, Form
from .loss_output import own_gradient
from .opdef import Lowering, register
from .params import Bool, Float, Floats, Generator, Int, Shape

_WHITE = torch.tensor(255.0)
_LUMA = (0.299, 0.587, 0.114)
# Principal components of the colors of ImageNet, times the standard deviation along each.
_COLOUR_AXES = ((55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009),
                (55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140),
                (55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203))


def _check_stack(data: Tensor, layout: str) -> None:
    if data.ndim not in (3, 4):
        raise ValueError(f"data must have shape ({layout}) or (N, {layout}), received {tuple(data.shape)}")


def _check_channels(data: Tensor, channels: int) -> None:
    if channels not in (1, 3):
        raise ValueError(f"data must have 1 or 3 channels, received {tuple(data.shape)}")


def _check_image(data: Tensor) -> None:
    if data.ndim != 3:
        raise ValueError(f"data must have shape (height, width, channels), received {tuple(data.shape)}")
    _check_channels(data, data.shape[2])


@register("_image_to_tensor", "_npx__image_to_tensor", inference=FLOAT32, form=Form(named_input=True))
def to_tensor(data: Tensor) -> Tensor:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    _check_stack(data, "height, width, channels")
    planes = data.movedim(-1, -3).to(torch.float32, memory_format=torch.contiguous_format)
    # The conversion allocated new memory, which may be overwritten, unless the dtype was float32 already.
    return planes.div(_WHITE) if data.dtype is torch.float32 else planes.div_(_WHITE)


@functools.lru_cache
def _per_channel(mean: tuple[float, ...], std: tuple[float, ...], shape: torch.Size, dtype: torch.dtype,
                 where: torch.device) -> tuple[Tensor, Tensor, torch.dtype | None]:
    """Return validated mean and standard deviation for images of a shape.

    The third result is the dtype to convert to afterwards, if any. Results are cached, because validation takes as long
    as the computation.
    """
    channels = shape[-3] if len(shape) in (3, 4) else 0
    if channels not in (1, 3):
        raise ValueError(f"data must have shape (channels, height, width) or (N, channels, height, width) with 1 or 3 "
                         f"channels, received {tuple(shape)}")
    if len(mean) not in (1, channels) or len(std) not in (1, channels):
        raise ValueError(f"mean and std must have 1 or {channels} elements, received mean={mean} and std={std}")
    used = dtype if dtype.is_floating_point else torch.float32
    shift, scale = (torch.tensor(values, dtype=used, device=where).reshape(-1, 1, 1) for values in (mean, std))
    return shift, scale, None if used is dtype else dtype


@register("_image_normalize", "_npx__image_normalize", form=Form(named_input=True))
def normalize(data: Tensor, *, mean: Floats = (0.0, 0.0, 0.0, 0.0), std: Floats = (1.0, 1.0, 1.0, 1.0)) -> Tensor:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    shift, scale, dtype = _per_channel(mean, std, data.shape, data.dtype, data.device)
    # The difference is new memory, so divide in place.
    result = torch.sub(data, shift).div_(scale)
    return result if dtype is None else result.to(dtype)


@register("_image_crop", "_npx__image_crop")
def crop(data: Tensor, *, x: Int, y: Int, width: Int, height: Int) -> Tensor:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    _check_stack(data, "height, width, channels")
    _check_channels(data, data.shape[-1])
    rows, columns = data.shape[-3:-1]
    if height <= 0 or width <= 0 or x + width > columns or y + height > rows or x < 0 or y < 0:
        raise ValueError(f"the area must lie within the image of {columns} x {rows}, received x={x} y={y} "
                         f"width={width} height={height}")
    return data[..., y:y + height, x:x + width, :].contiguous()


def _resized_sizes(rows: int, columns: int, size: tuple[int, ...], keep_ratio: bool) -> tuple[int, int]:
    """Return the new height and width. A single size sets the shorter edge with `keep_ratio`, else both edges."""
    if len(size) not in (1, 2) or min(size) <= 0:
        raise ValueError(f"size must be one or two numbers above 0, received {size}")
    if len(size) == 2:
        return size[1], size[0]
    edge = size[0]
    if not keep_ratio:
        return edge, edge
    return (rows * edge // columns, edge) if rows > columns else (edge, columns * edge // rows)


@register("_image_resize", "_npx__image_resize")
def resize(data: Tensor, *, size: Shape = (), keep_ratio: Bool = False, interp: Int = 1) -> Tensor:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    _check_stack(data, "height, width, channels")
    rows, columns, channels = data.shape[-3:]
    height, width = _resized_sizes(rows, columns, size, keep_ratio)
    if data.dtype not in (torch.uint8, torch.float32, torch.float64):
        raise ValueError(f"data must be uint8, float32 or float64, received {data.dtype}")
    shape = (*data.shape[:-3], height, width, channels)
    if data.is_meta:
        return data.new_empty(shape)
    if (height, width) == (rows, columns):
        return data.detach().clone()
    images = data.detach().reshape(-1, rows, columns, channels)
    return torch.stack([opencv.resize(image, width, height, interp) for image in images]).reshape(shape)


def _finish(data: Tensor, result: Tensor) -> Tensor:
    """Return the result of an augmentation, saturated to the dtype of the image. The gradient passes unchanged."""
    if data.dtype is torch.uint8:
        result = result.clamp(0.0, 255.0)
    return own_gradient(data, result.to(data.dtype), lambda head: head)


@register("_image_flip_left_right", "_npx__image_flip_left_right")
def flip_left_right(data: Tensor) -> Tensor:
    """Flip the image horizontally."""
    _check_image(data)
    return _finish(data, data.detach().flip(1))


@register("_image_flip_top_bottom", "_npx__image_flip_top_bottom")
def flip_top_bottom(data: Tensor) -> Tensor:
    """Flip the image vertically."""
    _check_image(data)
    return _finish(data, data.detach().flip(0))


def _uniform(data: Tensor, low: float, high: float, generator: torch.Generator | None) -> Tensor:
    if (own := streams.of(generator, "image")) is not None:
        return random_stream.one(own, low, high)
    return torch.empty((), dtype=torch.float32, device=data.device).uniform_(0.0, 1.0, generator=generator) * (
        high - low) + low


def kept_as_it_is(generator: torch.Generator | None, device: torch.device | None = None) -> Tensor:
    """Draw whether a random flip leaves the image unchanged."""
    if (own := streams.of(generator, "image")) is not None:
        return random_stream.coin(own)
    return torch.empty((), dtype=torch.float32, device=device).uniform_(0.0, 1.0, generator=generator) < 0.5


def _maybe_flipped(data: Tensor, axis: int, generator: torch.Generator | None) -> Tensor:
    _check_image(data)
    return _finish(data, torch.where(kept_as_it_is(generator, data.device), data.detach(), data.detach().flip(axis)))


@register("_image_random_flip_left_right", "_npx__image_random_flip_left_right")
def random_flip_left_right(data: Tensor, *, generator: Generator = None) -> Tensor:
    """Flip the image horizontally with probability 0.5."""
    return _maybe_flipped(data, 1, generator)


@register("_image_random_flip_top_bottom", "_npx__image_random_flip_top_bottom")
def random_flip_top_bottom(data: Tensor, *, generator: Generator = None) -> Tensor:
    """Flip the image vertically with probability 0.5."""
    return _maybe_flipped(data, 0, generator)


def _brighten(image: Tensor, factor: Tensor) -> Tensor:
    return image * factor


def _sum_in_order(values: Tensor) -> Tensor:
    """Sum in single precision from the first value to the last, as MXNet does on the CPU.

    The order matters: results are truncated to integers later, so thousands of pixels depend on the rounding error.
    """
    if values.device.type != "cpu" or values.numel() == 0 or torch.compiler.is_compiling():
        return values.sum()
    return values.new_tensor(np.add.accumulate(values.reshape(-1).numpy())[-1])


def _contrast(image: Tensor, factor: Tensor) -> Tensor:
    weights = image.new_tensor(_LUMA) if image.shape[2] > 1 else image.new_ones(1)
    mean = _sum_in_order(image * weights) / (image.shape[0] * image.shape[1])
    return image * factor + (1.0 - factor) * mean


def _saturate(image: Tensor, factor: Tensor) -> Tensor:
    if image.shape[2] == 1:
        return image
    # MXNet's gray value only has the contribution of the blue channel.
    grey = image[..., 2:] * _LUMA[2]
    return grey * (1.0 - factor) + image * factor


def _hue_and_saturation(red: Tensor, green: Tensor, blue: Tensor, highest: Tensor, lowest: Tensor,
                        lightness: Tensor) -> tuple[Tensor, Tensor]:
    """Compute hue in degrees and saturation, in MXNet's order of operations: later truncation exposes rounding."""
    spread = highest - lowest
    coloured = spread > torch.finfo(torch.float32).eps
    saturation = spread / torch.where(lightness < 0.5, highest + lowest, 2.0 - highest - lowest)
    degrees = torch.full_like(spread, 60.0) / spread.masked_fill(~coloured, 1.0)
    hue = torch.where(highest == red, (green - blue) * degrees,
                      torch.where(highest == green, (blue - red) * degrees + 120.0, (red - green) * degrees + 240.0))
    hue = torch.where(hue < 0, hue + 360.0, hue)
    return hue.masked_fill(~coloured, 0.0), saturation.masked_fill(~coloured, 0.0)


# Levels (top, bottom, falling, rising) of blue, green and red in each sixth of the color circle.
_SECTORS = torch.tensor(((1, 3, 0), (1, 0, 2), (3, 0, 1), (0, 2, 1), (0, 1, 3), (2, 1, 0)))


def _rotate(image: Tensor, turn: Tensor) -> Tensor:
    """Rotate the hue by a fraction of the color circle, through the HLS color space."""
    if image.shape[2] == 1:
        return image
    red, green, blue = (image / 255.0).unbind(2)
    highest, lowest = torch.maximum(torch.maximum(red, green), blue), torch.minimum(torch.minimum(red, green), blue)
    lightness = (highest + lowest) * 0.5
    hue, saturation = _hue_and_saturation(red, green, blue, highest, lowest, lightness)
    hue = ((hue + turn * 360.0) * (1.0 / 60.0)) % 6.0
    top = torch.where(lightness <= 0.5, lightness * (1.0 + saturation), lightness + saturation - lightness * saturation)
    bottom = 2.0 * lightness - top
    sector = hue.floor().clamp(max=5.0)
    share, extent = hue - sector, top - bottom
    levels = torch.stack([top, bottom, bottom + extent * (1.0 - share), bottom + extent * share], 2)
    chosen = torch.gather(levels, 2, _SECTORS.to(image.device)[sector.long()].flip(2))
    return torch.where((saturation != 0).unsqueeze(2), chosen, lightness.unsqueeze(2)) * 255.0


def _check_factors(low: float, high: float) -> None:
    if not 0.0 <= low <= high:
        raise ValueError(f"min_factor and max_factor must satisfy 0 <= min_factor <= max_factor, received {low} and "
                         f"{high}")


def _declare_random(name: str, change: Callable[[Tensor, Tensor], Tensor], doc: str) -> Lowering:
    """Declare an operator that modifies an image by a random factor, and return its lowering."""

    def lower(data: Tensor, *, min_factor: Float, max_factor: Float, generator: Generator = None) -> Tensor:
        _check_image(data)
        _check_factors(min_factor, max_factor)
        return _finish(data, change(data.detach().to(torch.float32), _uniform(data, min_factor, max_factor, generator)))

    lower.__doc__ = doc
    return register(f"_image_random_{name}", f"_npx__image_random_{name}")(lower)


random_brightness = _declare_random("brightness", _brighten, "Multiply the image by a random factor.")
random_contrast = _declare_random("contrast", _contrast,
                                  "Multiply the distance from the mean gray value by a random factor.")
random_saturation = _declare_random("saturation", _saturate, "Blend the colors with gray by a random factor.")
random_hue = _declare_random("hue", _rotate, "Rotate the hue by a random fraction of the color circle.")


def _order_of_four(data: Tensor, generator: torch.Generator | None) -> list[int]:
    if (own := streams.of(generator, "image")) is not None:
        order = random_stream.order(own, 4, True)
    else:
        order = torch.randperm(4, generator=generator, device=data.device)
    return [int(i) for i in order]


@register("_image_random_color_jitter", "_npx__image_random_color_jitter")
def random_color_jitter(data: Tensor, *, brightness: Float, contrast: Float, saturation: Float, hue: Float,
                        generator: Generator = None) -> Tensor:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    _check_image(data)
    if data.is_meta:
        return torch.empty_like(data)
    changes = ((_brighten, brightness, 1.0), (_contrast, contrast, 1.0), (_saturate, saturation, 1.0),
               (_rotate, hue, 0.0))
    image = data.detach()
    for i in _order_of_four(data, generator):
        change, strength, middle = changes[i]
        if strength > 0:
            factor = _uniform(data, -strength, strength, generator) + middle
            image = _finish(image, change(image.to(torch.float32), factor))
    return _finish(data, image)


def _light(data: Tensor, alpha: Tensor) -> Tensor:
    if data.shape[2] == 1:
        return _finish(data, data.detach())
    axes = torch.tensor(_COLOUR_AXES, dtype=torch.float32, device=data.device)
    return _finish(data, data.detach().to(torch.float32) + (axes * alpha).sum(1))


@register("_image_adjust_lighting", "_npx__image_adjust_lighting")
def adjust_lighting(data: Tensor, *, alpha: Floats) -> Tensor:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    _check_image(data)
    if len(alpha) != 3:
        raise ValueError(f"alpha must have 3 elements, received {alpha}")
    return _light(data, torch.tensor(alpha, dtype=torch.float32, device=data.device))


@register("_image_random_lighting", "_npx__image_random_lighting")
def random_lighting(data: Tensor, *, alpha_std: Float = 0.05, generator: Generator = None) -> Tensor:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    _check_image(data)
    if (own := streams.of(generator, "image")) is not None:
        steps = random_stream.three_normal(own)
    else:
        steps = torch.empty(3, dtype=torch.float32, device=data.device).normal_(0.0, 1.0, generator=generator)
    return _light(data, steps * alpha_std)
