"""Transforms of images, as blocks: ``dataset.transform_first(transforms.ToTensor())``.

Images are arrays of height x width x channel until :class:`ToTensor` turns them into
channel x height x width.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import torch

from ...._ops import image as image_ops
from ...._runtime import dtype as dtypes
from ...._runtime import tape
from ...._runtime.error import MXNetError
from ....base import numeric_types
from ....ndarray import NDArray
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential
from .._gather import BatchTransform, batch_transform_of, wrap
from .._pixels import ImageStep, PixelChain, blocks_of
from . import _pixel_steps as steps


def _chain(blocks: Any) -> BatchTransform | None:
    """The batch form of blocks applied one after the other, if each has one."""
    steps: list[BatchTransform] = []
    for block in blocks:
        step = batch_transform_of(block)
        if step is None:
            return None
        steps.append(step)
    if not steps:
        return None

    def apply(batch: torch.Tensor) -> torch.Tensor:
        for step in steps:
            batch = step(batch)
        return batch

    return apply


def _is_image(x: Any) -> bool:
    return (type(x) is NDArray and x.ndim == 3 and x.dtype is np.uint8 and x.context.device_type == "cpu"
            and not tape.state.recording)


class Compose(Sequential):
    """Several transforms one after the other; runs of hybrid ones become one hybridized block.

    Parameters
    ----------
    transforms : list of Block
        The transforms.
    """

    def __init__(self, transforms):
        super().__init__()
        self._flat = list(transforms)
        run: list[HybridBlock] = []
        for block in self._flat:
            if isinstance(block, HybridBlock):
                run.append(block)
                continue
            self._add_run(run)
            run = []
            self.add(block)
        self._add_run(run)

    def _add_run(self, run: list[HybridBlock]) -> None:
        if len(run) == 1:
            self.add(run[0])
        elif run:
            block = HybridSequential()
            block.add(*run)
            block.hybridize()
            self.add(block)

    def forward(self, x):
        chain = PixelChain([], []).then(blocks_of(self)) if _is_image(x) else None
        # Without a transform of batches at the end the result could share memory with `x`.
        if chain is None or not chain.blocks:
            return super().forward(x)
        return wrap(chain.batch([chain.image(x._data.detach().numpy())])[0], x.context)

    def _composed(self) -> list[Block]:
        return list(self._flat)

    def _apply_to_batch(self) -> BatchTransform | None:
        return _chain(self._flat)


class HybridCompose(HybridSequential):
    """Several hybrid transforms one after the other, hybridized.

    Parameters
    ----------
    transforms : list of HybridBlock
        The transforms.
    """

    def __init__(self, transforms):
        super().__init__()
        for block in transforms:
            if not isinstance(block, HybridBlock):
                raise ValueError(f"HybridCompose takes HybridBlocks, received {type(block).__name__}")
            self.add(block)
        self.hybridize()

    def _composed(self) -> list[Block]:
        return list(self._children.values())

    def _apply_to_batch(self) -> BatchTransform | None:
        return _chain(self._children.values())


class Cast(HybridBlock, legacy_arrays=True):
    """Change the type of the numbers.

    Parameters
    ----------
    dtype : str
        The new type.
    """

    def __init__(self, dtype="float32"):
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        return F.cast(x, self._dtype)

    def _apply_to_batch(self) -> BatchTransform:
        dtype = dtypes.to_torch(self._dtype)
        return lambda batch: batch.to(dtype)

    def _value_key(self) -> tuple[str, ...]:
        return "cast", str(self._dtype)


class ToTensor(HybridBlock, legacy_arrays=True):
    """From height x width x channel with values 0 to 255 to channel x height x width, 0 to 1, float32."""

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return F.image.to_tensor(x)

    def _apply_to_batch(self) -> BatchTransform:
        return _to_tensor

    def _value_key(self) -> tuple[str, ...]:
        return ("planes",)


def _to_tensor(batch: torch.Tensor) -> torch.Tensor:
    if batch.dim() != 4:
        raise MXNetError(
            f"ToTensor: Input image must have shape (height, width, channels), received {tuple(batch.shape[1:])}"
        )
    channels_first = batch.permute(0, 3, 1, 2)
    return channels_first.to(torch.float32, memory_format=torch.contiguous_format, copy=True).div_(255.0)


class Normalize(HybridBlock, legacy_arrays=True):
    """Subtract ``mean`` and divide by ``std``, per channel of channel x height x width.

    Parameters
    ----------
    mean, std : float or tuple of float
        One for all channels, or one for each.
    """

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean = mean
        self._std = std

    def hybrid_forward(self, F, x):
        return F.image.normalize(x, self._mean, self._std)

    def _apply_to_batch(self) -> BatchTransform:
        mean, std = (torch.tensor(value, dtype=torch.float32) for value in (self._mean, self._std))

        def normalize(batch: torch.Tensor) -> torch.Tensor:
            if batch.dim() != 4 or not batch.is_floating_point():
                raise MXNetError(
                    "Normalize: Input tensor must have shape (channels, height, width) and a floating "
                    f"point type, received {tuple(batch.shape[1:])} of {dtypes.name_of(batch.dtype)}"
                )
            shape = (-1, 1, 1)
            return (batch - mean.to(batch).reshape(shape)).div_(std.to(batch).reshape(shape))

        return normalize

    def _value_key(self) -> tuple[str, ...]:
        return "normalize", repr(self._mean), repr(self._std)


class Rotate(Block, legacy_arrays=True):
    """Rotate by a fixed angle.

    Parameters
    ----------
    rotation_degrees : float
        Angle in degrees.
    zoom_in : bool
        Enlarge until no corner is empty.
    zoom_out : bool
        Shrink until the whole image is visible.
    """

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x):
        _check_float32(self, x)
        from .... import image

        return image.imrotate(x, *self._args)


class RandomRotation(Block, legacy_arrays=True):
    """Rotate by a random angle.

    Parameters
    ----------
    angle_limits : tuple of float
        Smallest and largest angle in degrees.
    zoom_in, zoom_out
        As in :class:`Rotate`.
    rotate_with_proba : float
        Probability of rotating at all.
    """

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError(f"angle_limits must be a smaller and a larger angle, received {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"rotate_with_proba is a probability, from 0 to 1, received {rotate_with_proba}")
        self._rotate_with_proba = rotate_with_proba
        self._args = (angle_limits, zoom_in, zoom_out)

    def forward(self, x):
        if np.random.random() > self._rotate_with_proba:
            return x
        _check_float32(self, x)
        from .... import image

        return image.random_rotate(x, *self._args)


def _check_float32(block: Block, x: Any) -> None:
    if x.dtype is not np.float32:
        raise TypeError(
            f"{type(block).__name__} takes images of float32, as ToTensor makes them, received {np.dtype(x.dtype).name}"
        )


def _as_pair(size: Any) -> Any:
    return (size, size) if isinstance(size, numeric_types) else size


class RandomResizedCrop(Block, legacy_arrays=True):
    """Crop a random part and resize it.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    scale : tuple of float
        Smallest and largest share of the area.
    ratio : tuple of float
        Smallest and largest ratio of width to height.
    interpolation : int
        Method of OpenCV.
    """

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._args = (_as_pair(size), scale, ratio, interpolation)

    def forward(self, x):
        from .... import image

        return image.random_size_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.random_resized_crop(*self._args)


class RandomCrop(Block, legacy_arrays=True):
    """Crop a part of the given size at a random place.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    pad : int or tuple of int, optional
        Pixels to add before cropping: on all sides, or above, below, left and right.
    pad_value : int
        Value of these pixels.
    interpolation : int
        Method of OpenCV, for images smaller than ``size``.
    """

    def __init__(self, size, pad=None, pad_value=0, interpolation=1):
        super().__init__()
        self._args = (_as_pair(size), interpolation)
        self._pad = (pad,) * 4 if isinstance(pad, int) else pad
        self._pad_value = pad_value

    def forward(self, x):
        from .... import image

        if self._pad:
            above, below, left, right = self._pad
            widths = ((above, below), (left, right), (0, 0))
            x = type(x)(torch.from_numpy(np.pad(x.asnumpy(), widths, constant_values=self._pad_value)))
        return image.random_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.random_crop(self._args[0], self._args[1], self._pad, self._pad_value)


class CropResize(HybridBlock, legacy_arrays=True):
    """Crop a fixed part of an image or a batch, then resize it.

    Parameters
    ----------
    x, y : int
        Left upper corner.
    width, height : int
        Size of the part.
    size : int or tuple of int, optional
        Size of the result.
    interpolation : int, optional
        Method of OpenCV.
    """

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size, self._interpolation = size, interpolation

    def hybrid_forward(self, F, x):
        part = F.image.crop(x, self._x, self._y, self._width, self._height)
        if not self._size:
            return part
        return F.image.resize(part, self._size, False, 1 if self._interpolation is None else self._interpolation)


class CenterCrop(Block, legacy_arrays=True):
    """Crop the middle.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    interpolation : int
        Method of OpenCV, for images smaller than ``size``.
    """

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._args = (_as_pair(size), interpolation)

    def forward(self, x):
        from .... import image

        return image.center_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.center_crop(*self._args)


class Resize(HybridBlock, legacy_arrays=True):
    """Resize an image or a batch.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    keep_ratio : bool
        With a single ``size``: resize the shorter side to it and keep the shape.
    interpolation : int
        Method of OpenCV.
    """

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._keep = keep_ratio
        self._size = size
        self._interpolation = interpolation

    def hybrid_forward(self, F, x):
        return F.image.resize(x, self._size, self._keep, self._interpolation)

    def _apply_to_batch(self) -> BatchTransform:
        size = self._size if isinstance(self._size, (tuple, list)) else (self._size,)

        def resize(batch: torch.Tensor) -> torch.Tensor:
            if batch.dim() != 4:
                raise MXNetError(f"Resize: Input image must have shape (height, width, channels), received "
                                 f"{tuple(batch.shape[1:])}")
            try:
                return image_ops.resize(batch, size=tuple(size), keep_ratio=self._keep, interp=self._interpolation)
            except ValueError as error:
                raise MXNetError(f"Resize: {error}") from error

        return resize

    def _apply_to_image(self) -> ImageStep:
        size = self._size if isinstance(self._size, (tuple, list)) else (self._size,)
        return steps.lowered("_image_resize", image_ops.resize, size=tuple(size), keep_ratio=self._keep,
                             interp=self._interpolation)


class RandomFlipLeftRight(HybridBlock, legacy_arrays=True):
    """Flip left and right with a probability of one half."""

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return F.image.random_flip_left_right(x)

    def _apply_to_image(self) -> ImageStep:
        return steps.random_flip(1)


class RandomFlipTopBottom(HybridBlock, legacy_arrays=True):
    """Flip top and bottom with a probability of one half."""

    def __init__(self):
        super().__init__()

    def hybrid_forward(self, F, x):
        return F.image.random_flip_top_bottom(x)

    def _apply_to_image(self) -> ImageStep:
        return steps.random_flip(0)


def _factors(bounds: tuple[float, float]) -> dict[str, float]:
    return dict(zip(("min_factor", "max_factor"), bounds, strict=True))


class RandomBrightness(HybridBlock, legacy_arrays=True):
    """Change the brightness by a random factor in ``[1 - brightness, 1 + brightness]``."""

    def __init__(self, brightness):
        super().__init__()
        self._args = (max(0, 1 - brightness), 1 + brightness)

    def hybrid_forward(self, F, x):
        return F.image.random_brightness(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.lowered_random("_image_random_brightness", image_ops.random_brightness, **_factors(self._args))


class RandomContrast(HybridBlock, legacy_arrays=True):
    """Change the contrast by a random factor in ``[1 - contrast, 1 + contrast]``."""

    def __init__(self, contrast):
        super().__init__()
        self._args = (max(0, 1 - contrast), 1 + contrast)

    def hybrid_forward(self, F, x):
        return F.image.random_contrast(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.lowered_random("_image_random_contrast", image_ops.random_contrast, **_factors(self._args))


class RandomSaturation(HybridBlock, legacy_arrays=True):
    """Change the saturation by a random factor in ``[1 - saturation, 1 + saturation]``."""

    def __init__(self, saturation):
        super().__init__()
        self._args = (max(0, 1 - saturation), 1 + saturation)

    def hybrid_forward(self, F, x):
        return F.image.random_saturation(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.lowered_random("_image_random_saturation", image_ops.random_saturation, **_factors(self._args))


class RandomHue(HybridBlock, legacy_arrays=True):
    """Change the hue by a random factor in ``[1 - hue, 1 + hue]``."""

    def __init__(self, hue):
        super().__init__()
        self._args = (max(0, 1 - hue), 1 + hue)

    def hybrid_forward(self, F, x):
        return F.image.random_hue(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.lowered_random("_image_random_hue", image_ops.random_hue, **_factors(self._args))


class RandomColorJitter(HybridBlock, legacy_arrays=True):
    """Change brightness, contrast, saturation and hue at random.

    Parameters
    ----------
    brightness, contrast, saturation, hue : float
        How much each may change.
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F, x):
        return F.image.random_color_jitter(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        amounts = dict(zip(("brightness", "contrast", "saturation", "hue"), self._args, strict=True))
        return steps.lowered_random("_image_random_color_jitter", image_ops.random_color_jitter, **amounts)


class RandomLighting(HybridBlock, legacy_arrays=True):
    """Add noise along the principal components of the colours of ImageNet (AlexNet's).

    Parameters
    ----------
    alpha : float
        Standard deviation of the noise.
    """

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.image.random_lighting(x, self._alpha)

    def _apply_to_image(self) -> ImageStep:
        return steps.lowered_random("_image_random_lighting", image_ops.random_lighting, alpha_std=self._alpha)


class RandomGray(Block, legacy_arrays=True):
    """Turn to grey, in three equal channels, with a given probability.

    Parameters
    ----------
    p : float
        The probability.
    """

    _WEIGHTS = (0.21, 0.72, 0.07)

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        if self.p < random.random():
            return x
        values = x._data.to(torch.float32) @ torch.tensor(self._WEIGHTS, device=x._data.device)
        grey = values[..., None].expand(*values.shape, 3).to(x._data.dtype).contiguous()
        return type(x)(grey).as_in_context(x.context)


class RandomApply(Sequential):
    """Apply a transform with a given probability.

    Parameters
    ----------
    transforms : Block
        The transform.
    p : float
        The probability.
    """

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, x):
        return x if self.p < random.random() else self.transforms(x)


class HybridRandomApply(HybridSequential, legacy_arrays=True):
    """Apply a hybrid transform that keeps the shape with a given probability; drawn anew in each call.

    Parameters
    ----------
    transforms : HybridBlock
        The transform.
    p : float
        The probability.
    """

    def __init__(self, transforms, p=0.5):
        super().__init__()
        if not isinstance(transforms, HybridBlock):
            raise ValueError(f"HybridRandomApply takes a HybridBlock, received {type(transforms).__name__}")
        self.transforms = transforms
        self.p = p

    def hybrid_forward(self, F, x):
        chosen = F.random.uniform(0, 1, shape=(1,)) < self.p
        condition = F.broadcast_like(chosen.reshape((1, 1, 1)), x)
        return F.where(condition, self.transforms(x), x)
