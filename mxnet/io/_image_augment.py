"""Random augmentation of ``ImageRecordIter``, for decoded images in BGR order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import MXNetError
from ..recordio import _opencv
from ._arguments import Arguments

Random = Any  # numpy.random.RandomState or StandardRandom
# Principal axes of the ImageNet colours in RGB order: the variances, and the axes as columns.
COLOUR_VARIANCES = [55.46, 4.794, 1.148]
COLOUR_AXES = [[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]]
_COLOUR_NOISE = np.array(COLOUR_AXES) * COLOUR_VARIANCES
_METHODS = (0, 1, 2, 3, 4, 9, 10)
_VALUES = np.arange(256, dtype=np.float32)


def interpolation(method: int, old: tuple[int, int], new: tuple[int, int], random: Random) -> int:
    """Return OpenCV's number of an interpolation method. 9 depends on the sizes (height, width), 10 is random."""
    if method == 10:
        return int(random.randint(0, 5))
    if method != 9:
        return method
    if new[0] > old[0] and new[1] > old[1]:
        return 2
    return 3 if new[0] < old[0] and new[1] < old[1] else 1


def augmenters(arguments: Arguments, known: str = "aug_default") -> list[str]:
    """Return the augmenter names in ``aug_seq``. Each iterator supports only one augmenter."""
    names = [name for name in arguments.text("aug_seq", known).split(",") if name]
    if any(name != known for name in names):
        raise MXNetError(f"{arguments.iterator}: aug_seq only supports the augmenter {known!r}, received {names}")
    return names


def by_table(image: np.ndarray, *values: np.ndarray) -> np.ndarray:
    """Map pixels with lookup tables: one for all channels, or one per channel."""
    table = values[0] if len(values) == 1 else np.stack(values, axis=1)[:, None]
    return _opencv().LUT(image, table)


def make_table(factor: float, summand: float = 0.0) -> np.ndarray:
    """Return a table of ``value * factor + summand`` for 256 values, rounded and saturated like OpenCV."""
    values = _VALUES * np.float32(factor) + np.float32(summand)
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def shift_hls(image: np.ndarray, shift: Any) -> np.ndarray:
    """Shift hue, lightness and saturation by integers."""
    cv2 = _opencv()
    tables = [np.clip(_VALUES + step, 0, most).astype(np.uint8)
              for step, most in zip(shift, (180, 255, 255), strict=True)]
    return cv2.cvtColor(by_table(cv2.cvtColor(image, cv2.COLOR_BGR2HLS), *tables), cv2.COLOR_HLS2BGR)


class Augmenter:
    """The default augmenter: resize, affine transformation, padding, crop and colours, in this order.

    Parameters
    ----------
    arguments : Arguments
        Arguments of ``ImageRecordIter``.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.height, self.width = arguments.shape("data_shape")[1:]
        self.method = arguments.integer("inter_method", 1)
        if self.method not in _METHODS:
            raise MXNetError(f"{arguments.iterator}: inter_method must be one of {_METHODS}, received {self.method}")
        self.resize, self.pad = arguments.integer("resize", -1), arguments.integer("pad", 0)
        self.fill = (arguments.integer("fill_value", 255),) * 4
        self._read_affine(arguments)
        self._read_crop(arguments)
        self._read_colours(arguments)

    def _read_affine(self, arguments: Arguments) -> None:
        self.angle, self.fixed_angle = arguments.integer("max_rotate_angle", 0), arguments.integer("rotate", -1)
        angles = str(arguments.values.get("rotate_list", "")).strip("()[] ")
        self.angles = [int(angle) for angle in angles.split(",") if angle.strip()]
        self.shear = arguments.number("max_shear_ratio", 0.0)
        self.scales = arguments.number("min_random_scale", 1.0), arguments.number("max_random_scale", 1.0)
        self.sizes = arguments.number("min_img_size", 0.0), arguments.number("max_img_size", 1e10)
        widest, narrowest = arguments.number("max_aspect_ratio", 0.0), arguments.optional("min_aspect_ratio")
        self.ratios = (1.0 - widest, 1.0 + widest) if narrowest is None else (narrowest, widest)

    def _read_crop(self, arguments: Arguments) -> None:
        self.rand_crop = arguments.flag("rand_crop", False)
        self.resized_crop = arguments.flag("random_resized_crop", False)
        self.areas = arguments.number("min_random_area", 1.0), arguments.number("max_random_area", 1.0)
        self.crop_sizes = arguments.integer("min_crop_size", -1), arguments.integer("max_crop_size", -1)
        smallest, largest = self.crop_sizes
        if self.crop_sizes != (-1, -1) and not 1 <= smallest <= largest:
            raise MXNetError(f"{arguments.iterator}: min_crop_size and max_crop_size must both be positive and in "
                             f"order, received {smallest} and {largest}")
        if self.resized_crop and (self.scales != (1.0, 1.0) or self.crop_sizes != (-1, -1) or self.rand_crop):
            raise MXNetError(f"{arguments.iterator}: Setting random_resized_crop to true conflicts with "
                             "min_random_scale, max_random_scale, min_crop_size, max_crop_size, and rand_crop.")
        if self.resized_crop and not (0 < self.ratios[0] <= self.ratios[1] and self.areas[0] <= self.areas[1]):
            raise MXNetError(f"{arguments.iterator}: limits of aspect ratio and area must be positive and in order, "
                             f"received {self.ratios} and {self.areas}")

    def _read_colours(self, arguments: Arguments) -> None:
        self.brightness, self.contrast, self.saturation = (
            arguments.number(name, 0.0) for name in ("brightness", "contrast", "saturation"))
        self.hue_shifts = tuple(arguments.integer(name, 0) for name in ("random_h", "random_s", "random_l"))
        self.pca_noise = arguments.number("pca_noise", 0.0)

    def __call__(self, image: np.ndarray, random: Random) -> np.ndarray:
        """Augment an image, and return it with the output size."""
        image = self._resize(image, random)
        if self._is_affine():
            image = self._warp(image, random)
        if self.pad > 0:
            border = (self.pad,) * 4
            image = _opencv().copyMakeBorder(image, *border, _opencv().BORDER_CONSTANT, value=self.fill)
        image = self._crop(image, random)
        return self._change_colours(image, random)

    def _resample(self, image: np.ndarray, size: tuple[int, int], random: Random) -> np.ndarray:
        """Resize to (height, width)."""
        method = interpolation(self.method, (image.shape[0], image.shape[1]), size, random)
        return _opencv().resize(image, (size[1], size[0]), interpolation=method)

    def _resize(self, image: np.ndarray, random: Random) -> np.ndarray:
        if self.resize == -1:
            return image
        height, width = image.shape[:2]
        if height > width:
            return self._resample(image, (self.resize * height // width, self.resize), random)
        return self._resample(image, (self.resize, self.resize * width // height), random)

    def _is_affine(self) -> bool:
        return bool(self.angle > 0 or self.shear > 0 or self.fixed_angle > 0 or self.angles
                    or self.scales != (1.0, 1.0) or self.sizes != (0.0, 1e10)
                    or (not self.resized_crop and self.ratios != (1.0, 1.0)))

    def _warp(self, image: np.ndarray, random: Random) -> np.ndarray:
        """Apply shear, rotation, scale and aspect ratio around the center."""
        shear = random.uniform(-self.shear, self.shear)
        angle = random.randint(-self.angle, self.angle + 1)
        if self.fixed_angle > 0:
            angle = self.fixed_angle
        if self.angles:
            angle = self.angles[random.randint(len(self.angles))]
        scale, ratio = 1.0, 1.0
        if not self.resized_crop:
            scale, ratio = random.uniform(*self.scales), random.uniform(*self.ratios)
        cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        tall = 2 * scale / (1 + ratio)
        wide = ratio * tall
        height, width = image.shape[:2]
        new_width, new_height = (max(self.sizes[0], min(self.sizes[1], scale * side)) for side in (width, height))
        linear = np.array([[tall * cosine - shear * sine * wide, tall * sine + shear * cosine * wide],
                           [-sine * wide, cosine * wide]], dtype=np.float32)
        corner = linear @ np.array([width, height], dtype=np.float32)
        shift = (np.array([new_width, new_height], dtype=np.float32) - corner) / 2
        method = interpolation(self.method, (height, width), (int(new_height), int(new_width)), random)
        return _opencv().warpAffine(image, np.hstack([linear, shift[:, None]]), (int(new_width), int(new_height)),
                                    flags=method, borderMode=_opencv().BORDER_CONSTANT, borderValue=self.fill)

    # Crops

    def _crop(self, image: np.ndarray, random: Random) -> np.ndarray:
        if self.resized_crop:
            part = self._random_area(image, random)
            if part is not None:
                return self._resample(part, (self.height, self.width), random)
        elif self.crop_sizes != (-1, -1):
            smallest, largest = self.crop_sizes
            if min(image.shape[:2]) < largest:
                raise MXNetError(f"input image size smaller than max_crop_size: {image.shape[:2]} and {largest}")
            size = random.randint(smallest, largest + 1)
            return self._resample(self._window(image, size, size, random), (self.height, self.width), random)
        return self._window(self._large_enough(image, random), self.height, self.width, random)

    def _random_area(self, image: np.ndarray, random: Random) -> np.ndarray | None:
        """Crop with random area and aspect ratio, or return None if ten attempts do not fit."""
        if self.areas == (1.0, 1.0) and self.ratios == (1.0, 1.0):
            return None
        rows, columns = image.shape[:2]
        for _ in range(10):
            area, ratio = rows * columns * random.uniform(*self.areas), random.uniform(*self.ratios)
            height, width = (int(math.sqrt(product) + 0.5) for product in (area / ratio, area * ratio))
            if random.rand() > 0.5:
                height, width = width, height
            if height <= rows and width <= columns:
                top, left = random.randint(rows - height + 1), random.randint(columns - width + 1)
                return image[top:top + height, left:left + width]
        return None

    def _large_enough(self, image: np.ndarray, random: Random) -> np.ndarray:
        """Enlarge an image that is smaller than the output."""
        method = interpolation(self.method, (image.shape[0], image.shape[1]), (self.height, self.width), random)
        height, width = image.shape[:2]
        if height < self.height:
            grown = int(np.float32(self.height) / np.float32(height) * np.float32(width))
            image = _opencv().resize(image, (grown, self.height), interpolation=method)
        height, width = image.shape[:2]
        if width < self.width:
            grown = int(np.float32(self.width) / np.float32(width) * np.float32(height))
            image = _opencv().resize(image, (self.width, grown), interpolation=method)
        return image

    def _window(self, image: np.ndarray, height: int, width: int, random: Random) -> np.ndarray:
        """Crop to a size at a random position or at the center."""
        top, left = image.shape[0] - height, image.shape[1] - width
        if top < 0 or left < 0:
            raise MXNetError(f"input image size smaller than input shape: {image.shape[:2]} and {(height, width)}")
        top, left = (random.randint(top + 1), random.randint(left + 1)) if self.rand_crop else (top // 2, left // 2)
        return image[top:top + height, left:left + width]

    # Colours

    def _change_colours(self, image: np.ndarray, random: Random) -> np.ndarray:
        if self.brightness > 0 or self.contrast > 0 or self.saturation > 0:
            image = self._jitter(image, random)
        if any(self.hue_shifts):
            image = self._shift_hue(image, random)
        if self.pca_noise > 0:
            noise = (_COLOUR_NOISE @ random.normal(0, self.pca_noise, 3)).astype(np.float32)
            changed = np.clip(np.trunc(_VALUES + noise[::-1, None]), 0, 255).astype(np.uint8)
            image = by_table(image, *changed) if image.ndim == 3 else by_table(image, changed[0])
        return image

    def _jitter(self, image: np.ndarray, random: Random) -> np.ndarray:
        cv2 = _opencv()
        factors = [1.0 + random.uniform(-bound, bound) for bound in (self.brightness, self.contrast, self.saturation)]
        for step in random.permutation(3):
            factor = factors[step]
            if step == 0:
                image = by_table(image, make_table(factor))
                continue
            grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
            if step == 1:
                image = by_table(image, make_table(factor, (1 - factor) * cv2.mean(grey)[0]))
            else:
                image = cv2.addWeighted(image, factor, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), 1 - factor, 0)
        return image

    def _shift_hue(self, image: np.ndarray, random: Random) -> np.ndarray:
        """Shift hue, lightness and saturation. Small shifts are more likely than large ones."""
        shares = [(random.rand() + 4 * random.rand()) / 5 for _ in self.hue_shifts]
        hue, saturation, lightness = (int(share * bound * 2 - bound)
                                      for share, bound in zip(shares, self.hue_shifts, strict=True))
        return shift_hls(image, (hue, lightness, saturation))
