# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._symbol import Symbol

def adjust_lighting(data: Symbol | None = None, alpha: tuple[Any, ...] | list[Any] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colour noise as of AlexNet: steps of `alpha` along the principal components of colours."""
    ...

def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The area of `width` x `height` whose upper left corner is at column `x`, row `y`."""
    ...

def flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The mirrored image."""
    ...

def flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image upside down."""
    ...

def normalize(data: Symbol | None = None, mean: tuple[Any, ...] | list[Any] = (0.0, 0.0, 0.0, 0.0), std: tuple[Any, ...] | list[Any] = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image times a random factor."""
    ...

def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random changes of brightness, contrast, saturation and hue, in random order."""
    ...

def random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image's distance from its mean grey times a random factor."""
    ...

def random_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or its mirror image, with equal chances."""
    ...

def random_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or the image upside down, with equal chances."""
    ...

def random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hues turned by a random part of the colour circle."""
    ...

def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_image_adjust_lighting` with normally distributed steps."""
    ...

def random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colours mixed with grey by a random factor."""
    ...

def resize(data: Symbol | None = None, size: int | tuple[int, ...] | list[int] = (), keep_ratio: bool = False, interp: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images scaled to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def to_tensor(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images of values 0 to 255 as channel x height x width float32 arrays of values 0 to 1."""
    ...
