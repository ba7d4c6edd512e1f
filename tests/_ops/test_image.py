"""Test that random image transforms return the same pixels as MXNet 1.9.1 for the same seed."""

import zlib

import numpy as np
import pytest

import mxnet as mx


def _image(channels: int) -> mx.nd.NDArray:
    values = (np.arange(300 * 400 * 3) * 7919 % 251).reshape(300, 400, 3)
    return mx.nd.array(values[:, :, :channels], dtype="uint8")


def _checksum(array: mx.nd.NDArray) -> int:
    return zlib.crc32(array.asnumpy().tobytes())


# Checksums of MXNet's results for integers, single precision, color jitter and one channel, in this order.
@pytest.mark.parametrize("seed, expected", [
    (0, (161695732, 3614427641, 1426732219, 1448629310)),
    (1, (3039878966, 3923158860, 3492222108, 1956367122)),
    (2, (875180248, 3703224392, 3269654347, 1850246532)),
    (3, (790264864, 3605901681, 3635835711, 558572263)),
])
def test_contrast_adds_up_grey_in_the_order_of_pixels(seed: int, expected: tuple[int, ...]) -> None:
    image = _image(3)
    mx.random.seed(seed)
    drawn = (mx.nd.image.random_contrast(image, 0.5, 1.5),
             mx.nd.image.random_contrast(image.astype("float32"), 0.5, 1.5),
             mx.nd.image.random_color_jitter(image, 0.5, 0.5, 0.5, 0.5),
             mx.nd.image.random_contrast(_image(1), 0.5, 1.5))
    assert tuple(_checksum(array) for array in drawn) == expected
