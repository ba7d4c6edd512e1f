"""Images as inputs."""

from __future__ import annotations

import numpy as np
import pytest
import serving_models as samples

import mxnet as mx
from mxnet import image
from mxnet.serving.bodies import Problem
from mxnet.serving.images import ImageReader, accepts_images, is_image
from mxnet.serving.interface import TensorSpec

SPEC = TensorSpec("data", "float32", (None, 3, 6, 8))


def _photo() -> bytes:
    import cv2

    return cv2.imencode(".png", np.random.randint(0, 256, (20, 31, 3), np.uint8))[1].tobytes()


def test_templates_resize_to_the_shape() -> None:
    content = _photo()
    row, size = ImageReader(SPEC, (3, 6, 8), {}).read(content)
    expected = image.imresize(image.imdecode(content), 8, 6, 2).asnumpy().transpose(2, 0, 1)
    assert (row.dtype, row.shape, size) == (np.float32, (1, 3, 6, 8), (31, 20))
    np.testing.assert_array_equal(row[0], expected)


def test_resize_crop_and_normalize() -> None:
    content = _photo()
    steps = {"resize": 10, "mean": [1.0, 2.0, 3.0], "std": [4.0, 5.0, 6.0]}
    row, _ = ImageReader(SPEC, (3, 6, 8), steps).read(content)
    resized = image.imresize(image.imdecode(content), 16, 10, 1)
    cropped = image.center_crop(resized, (8, 6))[0].asnumpy().astype("float32")
    np.testing.assert_allclose(row[0], ((cropped - [1, 2, 3]) / [4, 5, 6]).transpose(2, 0, 1), rtol=1e-6)


def test_layouts_and_colours() -> None:
    content = samples.picture(10, 20, 30)
    assert ImageReader(SPEC, (3, 6, 8), {}).read(content)[0][0, :, 0, 0].tolist() == [10, 20, 30]
    last = ImageReader(TensorSpec("data", "uint8", (None, 6, 8, 3)), (6, 8, 3), {"channels": "BGR"})
    row, _ = last.read(content)
    assert (row.dtype, row.shape, row[0, 0, 0].tolist()) == (np.uint8, (1, 6, 8, 3), [30, 20, 10])
    grey, _ = ImageReader(TensorSpec("data", "float32", (None, 1, 6, 8)), (1, 6, 8), {"std": [255.0]}).read(
        samples.picture(255, 255, 255))
    assert grey.shape == (1, 1, 6, 8) and grey.min() == 1.0


@pytest.mark.parametrize("content", [b"", b"text", b"\xff\xd8\xff", samples.picture(1, 2, 3)[:40]])
def test_images_that_cannot_be_decoded(content: bytes) -> None:
    with pytest.raises(Problem, match="the image"):
        ImageReader(SPEC, (3, 6, 8), {}).read(content)


def test_large_images_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "500")
    with pytest.raises(Problem, match="exceeds the limit of 500"):
        ImageReader(SPEC, (3, 6, 8), {}).read(samples.picture(1, 2, 3))


def test_narrow_images_do_not_become_large() -> None:
    reader = ImageReader(TensorSpec("data", "float32", (None, 3, 224, 224)), (3, 224, 224), {"resize": 256})
    with pytest.raises(Problem, match="too narrow"):
        reader.read(samples.picture(1, 2, 3, size=(1, 20000)))


def test_inputs_that_are_images() -> None:
    assert accepts_images((3, 8, 8)) and accepts_images((8, 8, 1))
    assert not accepts_images((4,)) and not accepts_images((5, 8, 8)) and not accepts_images((2, 3, 8, 8))
    assert is_image(samples.picture(1, 2, 3)) and is_image(samples.picture(1, 2, 3, ".jpg")) and not is_image(b"[[1]]")


def test_a_signature_with_other_channels() -> None:
    with pytest.raises(mx.MXNetError, match="mean must be one number or one per channel"):
        ImageReader(TensorSpec("data", "float32", (None, 1, 6, 8)), (1, 6, 8), {"mean": [1.0, 2.0, 3.0]})
