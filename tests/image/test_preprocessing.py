"""Tests of the preprocessing that ``signature.json`` describes."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import image, nd
from mxnet.base import MXNetError
from mxnet.image._preprocessing import Preprocessing

cv2 = pytest.importorskip("cv2")


def noise(*shape):
    return np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)


def encode(pixels, ending=".png"):
    return cv2.imencode(ending, pixels)[1].tobytes()


def test_steps_are_those_of_mx_image():
    pixels = noise(50, 80, 3)
    result = Preprocessing.for_training(64, 3).apply(encode(pixels[..., ::-1]))
    resized = image.imresize(nd.array(pixels, dtype="uint8"), 117, 73, 1)  # the shorter side is 64 * 256 / 224
    cropped = image.center_crop(resized, (64, 64))[0].astype("float32")
    expected = image.color_normalize(cropped, nd.array([123.675, 116.28, 103.53]), nd.array([58.395, 57.12, 57.375]))
    np.testing.assert_allclose(result, expected.asnumpy().transpose(2, 0, 1), rtol=1e-5, atol=1e-5)


def test_small_images_are_not_cropped():
    pixels = noise(28, 28)
    np.testing.assert_allclose(Preprocessing.for_training(28, 1).apply(encode(pixels))[0], pixels / 255.0, rtol=1e-6)


def test_values_of_a_signature():
    steps = Preprocessing.read((0, 8, 8, 3), {"resize": 9, "mean": [1], "std": [2], "channels": "BGR"})
    assert (steps.layout, steps.size, steps.depth) == ("NHWC", (8, 8), 3)
    pixels = noise(9, 9, 3)
    np.testing.assert_allclose(steps.apply(encode(pixels)), (pixels[:8, :8].astype("float32") - 1) / 2)
    trained = Preprocessing.for_training(8, 3)
    assert Preprocessing.read((0, 3, 8, 8), trained.to_dict()) == trained


def test_defaults_pass_the_pixels():
    pixels = noise(16, 30, 3)
    result = Preprocessing.read((1, 3, 8, 8), {}).apply(encode(pixels[..., ::-1]))
    np.testing.assert_array_equal(result, cv2.resize(pixels, (8, 8), interpolation=cv2.INTER_CUBIC).transpose(2, 0, 1))


def test_boxes_return_to_the_image():
    """A box around a crop is the crop's place in the image."""
    cropped = Preprocessing((100, 100), resize=100)
    np.testing.assert_allclose(cropped.to_image(np.array([[0, 0, 1, 1.0]]), 200, 400), [[100, 0, 300, 200]])
    stretched = Preprocessing((100, 100))
    np.testing.assert_allclose(stretched.to_image(np.array([[0.25, 0.5, 2, 1]]), 200, 400), [[100, 100, 400, 200]])


@pytest.mark.parametrize(("shape", "values", "message"), [
    ((1, 4, 8, 8), {}, "need an input with axes"),
    ((1, 10), {}, "need an input with axes"),
    ((1, 3, 0, 8), {}, "sides from 1"),
    ((1, 3, 8, 8), {"mean": [1, 2]}, "mean must be one number or one per channel"),
    ((1, 3, 8, 8), {"mean": "1"}, "must be lists of numbers"),
    ((1, 3, 8, 8), {"std": [0.0]}, "std must not contain 0"),
    ((1, 3, 8, 8), {"std": [float("nan")]}, "std must be one number or one per channel"),
    ((1, 3, 8, 8), {"resize": 2.5}, "resize must be an integer"),
    ((1, 3, 8, 8), {"resize": True}, "resize must be an integer"),
    ((1, 3, 8, 8), {"resize": 1 << 20}, "resize must be an integer"),
    ((1, 3, 8, 8), {"layout": "NHWC"}, "has 8 channels"),
    ((1, 3, 8, 8), {"channels": "GRB"}, "channels RGB or BGR"),
    ((1, 3, 8, 8), {"crop": 3}, "an object with some of resize"),
    ((1, 3, 8, 8), [1], "an object with some of resize"),
])
def test_invalid_values_are_refused(shape, values, message):
    with pytest.raises(MXNetError, match=message):
        Preprocessing.read(shape, values)


def test_damaged_images_are_refused():
    steps = Preprocessing((8, 8))
    encoded = encode(noise(64, 64, 3), ".jpg")
    steps.apply(encoded)
    steps.apply(encoded + b"\0\0")  # cameras append data
    with pytest.raises(ValueError, match="truncated"):
        steps.apply(encoded[:-200])
    with pytest.raises(ValueError, match="empty"):
        steps.apply(b"")
    with pytest.raises(ValueError, match="too narrow"):
        Preprocessing((512, 512), resize=512).apply(encode(noise(1, 300, 3)))
