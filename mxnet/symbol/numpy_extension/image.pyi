# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.symbol._numpy_symbol import _Symbol

def adjust_lighting(data: Any = None, alpha: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    ...

def crop(data: Any = None, x: Any = ..., y: Any = ..., width: Any = ..., height: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    ...

def flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Flip the image horizontally."""
    ...

def flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Flip the image vertically."""
    ...

def normalize(data: Any = None, mean: Any = (0.0, 0.0, 0.0, 0.0), std: Any = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def random_brightness(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Multiply the image by a random factor."""
    ...

def random_color_jitter(data: Any = None, brightness: Any = ..., contrast: Any = ..., saturation: Any = ..., hue: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    ...

def random_contrast(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Multiply the distance from the mean gray value by a random factor."""
    ...

def random_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Flip the image horizontally with probability 0.5."""
    ...

def random_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Flip the image vertically with probability 0.5."""
    ...

def random_hue(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Rotate the hue by a random fraction of the color circle."""
    ...

def random_lighting(data: Any = None, alpha_std: Any = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    ...

def random_saturation(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Blend the colors with gray by a random factor."""
    ...

def resize(data: Any = None, size: Any = (), keep_ratio: Any = False, interp: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def to_tensor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> _Symbol:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    ...
