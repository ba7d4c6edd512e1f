# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

def adjust_lighting(data: Any = None, alpha: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colour noise as of AlexNet: steps of `alpha` along the principal components of colours."""
    ...

def crop(data: Any = None, x: Any = ..., y: Any = ..., width: Any = ..., height: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The area of `width` x `height` whose upper left corner is at column `x`, row `y`."""
    ...

def flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The mirrored image."""
    ...

def flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image upside down."""
    ...

def normalize(data: Any = None, mean: Any = (0.0, 0.0, 0.0, 0.0), std: Any = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def random_brightness(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image times a random factor."""
    ...

def random_color_jitter(data: Any = None, brightness: Any = ..., contrast: Any = ..., saturation: Any = ..., hue: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random changes of brightness, contrast, saturation and hue, in random order."""
    ...

def random_contrast(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image's distance from its mean grey times a random factor."""
    ...

def random_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or its mirror image, with equal chances."""
    ...

def random_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or the image upside down, with equal chances."""
    ...

def random_hue(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hues turned by a random part of the colour circle."""
    ...

def random_lighting(data: Any = None, alpha_std: Any = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_image_adjust_lighting` with normally distributed steps."""
    ...

def random_saturation(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colours mixed with grey by a random factor."""
    ...

def resize(data: Any = None, size: Any = (), keep_ratio: Any = False, interp: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images scaled to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def to_tensor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images of values 0 to 255 as channel x height x width float32 arrays of values 0 to 1."""
    ...
