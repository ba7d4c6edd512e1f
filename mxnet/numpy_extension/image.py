"""``mx.npx.image``: functions and augmenters of ``mx.image``, and its operators on ``mx.np`` arrays."""

from __future__ import annotations

from typing import Any

from .. import image as _image
from .._frontend.signature import dress as _dress
from .._ops.opdef import find as _find
from ..numpy._operators import operator as _make

_NAMES = ("adjust_lighting", "crop", "flip_left_right", "flip_top_bottom", "normalize", "random_brightness",
          "random_color_jitter", "random_contrast", "random_flip_left_right", "random_flip_top_bottom", "random_hue",
          "random_lighting", "random_saturation", "resize", "to_tensor")


def _operator(name: str) -> Any:
    full = f"_npx__image_{name}"
    return _dress(_make(full), _find(full), name, "mxnet.numpy_extension.image", "ndarray")


FUNCTIONS = {_name: _operator(_name) for _name in _NAMES}
globals().update({_name: getattr(_image, _name) for _name in dir(_image) if not _name.startswith("_")})
globals().update(FUNCTIONS)
