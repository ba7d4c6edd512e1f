# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def adjust_lighting(data: Symbol | None = None, alpha: tuple[Any, ...] | list[Any] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    ...

def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    ...

def flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image horizontally."""
    ...

def flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image vertically."""
    ...

def normalize(data: Symbol | None = None, mean: tuple[Any, ...] | list[Any] = (0.0, 0.0, 0.0, 0.0), std: tuple[Any, ...] | list[Any] = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply the image by a random factor."""
    ...

def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    ...

def random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply the distance from the mean gray value by a random factor."""
    ...

def random_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image horizontally with probability 0.5."""
    ...

def random_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image vertically with probability 0.5."""
    ...

def random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Rotate the hue by a random fraction of the color circle."""
    ...

def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    ...

def random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Blend the colors with gray by a random factor."""
    ...

def resize(data: Symbol | None = None, size: int | tuple[int, ...] | list[int] = (), keep_ratio: bool = False, interp: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def to_tensor(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    ...
