# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.numpy.multiarray import ndarray

def CreateAugmenter(data_shape: tuple[int, ...], resize: int = 0, rand_crop: Any = False, rand_resize: _bool = False, rand_mirror: _bool = False, mean: Any = None, std: Any = None, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0, pca_noise: float = 0, rand_gray: float = 0, inter_method: int = 2) -> Any:
    """Create a list of augmenters from options."""
    ...

def CreateDetAugmenter(data_shape: tuple[int, ...], resize: int = 0, rand_crop: Any = 0, rand_pad: float = 0, rand_gray: float = 0, rand_mirror: _bool = False, mean: Any = None, std: Any = None, brightness: float = 0, contrast: float = 0, saturation: float = 0, pca_noise: float = 0, hue: float = 0, inter_method: int = 2, min_object_covered: Any = 0.1, aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (0.05, 3.0), min_eject_coverage: Any = 0.3, max_attempts: int = 50, pad_val: tuple[int, ...] = (127, 127, 127)) -> Any:
    """Create a list of augmenters for images with bounding boxes from options."""
    ...

def CreateMultiRandCropAugmenter(min_object_covered: Any = 0.1, aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (0.05, 1.0), min_eject_coverage: Any = 0.3, max_attempts: int = 50, skip_prob: float = 0) -> Any:
    """Create an augmenter that selects one of several random crops."""
    ...

def adjust_lighting(data: Any = None, alpha: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    ...

def center_crop(src: Any, size: Any, interp: int = 2) -> Any:
    """Crop the center of an image. A crop that does not fit is shrunk, and the result is enlarged."""
    ...

def color_normalize(src: Any, mean: Any, std: Any = None) -> ndarray:
    """Subtract ``mean`` and divide by ``std``, in place."""
    ...

def copyMakeBorder(src: Any, top: int, bot: int, left: int, right: int, *args: Any, **kwargs: Any) -> ndarray:
    """Add a border to an image."""
    ...

def crop(data: Any = None, x: Any = ..., y: Any = ..., width: Any = ..., height: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    ...

def fixed_crop(src: Any, x0: int, y0: int, w: int, h: int, size: Any = None, interp: int = 2) -> ndarray:
    """Crop an image, and resize the result if ``size`` differs."""
    ...

def flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Flip the image horizontally."""
    ...

def flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Flip the image vertically."""
    ...

def imdecode(buf: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Decode an image from memory."""
    ...

def imread(filename: str, *args: Any, **kwargs: Any) -> ndarray:
    """Read an image file."""
    ...

def imresize(src: Any, w: int, h: int, *args: Any, **kwargs: Any) -> ndarray:
    """Resize an image."""
    ...

def imrotate(src: Any, rotation_degrees: Any, zoom_in: _bool = False, zoom_out: _bool = False) -> ndarray:
    """Rotate images counterclockwise. Pixels from outside of the image are zero."""
    ...

def is_np_array() -> _bool:
    """Whether Gluon uses NumPy arrays."""
    ...

def normalize(data: Any = None, mean: Any = (0.0, 0.0, 0.0, 0.0), std: Any = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def random_brightness(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Multiply the image by a random factor."""
    ...

def random_color_jitter(data: Any = None, brightness: Any = ..., contrast: Any = ..., saturation: Any = ..., hue: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    ...

def random_contrast(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Multiply the distance from the mean gray value by a random factor."""
    ...

def random_crop(src: Any, size: Any, interp: int = 2) -> Any:
    """Crop an image at a random position. A crop that does not fit is shrunk, and the result is enlarged."""
    ...

def random_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Flip the image horizontally with probability 0.5."""
    ...

def random_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Flip the image vertically with probability 0.5."""
    ...

def random_hue(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Rotate the hue by a random fraction of the color circle."""
    ...

def random_lighting(data: Any = None, alpha_std: Any = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    ...

def random_rotate(src: Any, angle_limits: tuple[float, float], zoom_in: _bool = False, zoom_out: _bool = False) -> ndarray:
    """Rotate images by random angles."""
    ...

def random_saturation(data: Any = None, min_factor: Any = ..., max_factor: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Blend the colors with gray by a random factor."""
    ...

def random_size_crop(src: Any, size: Any, area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any) -> Any:
    """Crop an image with random size, aspect ratio and position, and resize the result."""
    ...

def resize(data: Any = None, size: Any = (), keep_ratio: Any = False, interp: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def resize_short(src: Any, size: Any, interp: int = 2) -> ndarray:
    """Resize an image so that its shorter edge has a given length."""
    ...

def scale_down(src_size: tuple[int, int], size: Any) -> tuple[int, ...]:
    """Return the largest crop size with the aspect ratio of ``size`` that fits into an image."""
    ...

def to_tensor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> ndarray:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    ...
