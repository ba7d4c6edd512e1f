"""Tests of ``nd.imdecode``. MXNet rejects every image in Python 3, so we compare with the written pixels."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

cv2 = pytest.importorskip("cv2")
PIXELS = np.random.RandomState(0).randint(0, 255, (4, 5, 3)).astype("uint8")
PLANES = PIXELS.transpose(2, 0, 1).astype("float32")


def encoded(pixels: np.ndarray) -> bytes:
    return cv2.imencode(".png", pixels)[1].tobytes()


CONTENT = encoded(PIXELS)


def test_planes_have_blue_first() -> None:
    image = nd.imdecode(CONTENT)
    assert image.dtype == np.float32
    np.testing.assert_array_equal(image.asnumpy(), PLANES)
    np.testing.assert_array_equal(nd.imdecode(CONTENT, channels=2).asnumpy(), PLANES[:2])


def test_rectangle() -> None:
    np.testing.assert_array_equal(nd.imdecode(CONTENT, (1, 2, 4, 3)).asnumpy(), PLANES[:, 2:3, 1:4])
    np.testing.assert_array_equal(nd.imdecode(CONTENT, (1, 2, 4, 2)).asnumpy(), PLANES, "no rows: all of the image")


def test_grey() -> None:
    grey = cv2.cvtColor(PIXELS, cv2.COLOR_BGR2GRAY)
    # Decoders differ in how they round weighted sums of colors.
    np.testing.assert_allclose(nd.imdecode(CONTENT, channels=1).asnumpy(), grey[None], rtol=0, atol=1)


def test_transparency_is_the_fourth_channel() -> None:
    pixels = np.dstack([PIXELS, PIXELS[:, :, 0]])
    np.testing.assert_array_equal(nd.imdecode(encoded(pixels), channels=4).asnumpy(), pixels.transpose(2, 0, 1))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_mean_says_the_type(dtype: str) -> None:
    mean = nd.array(np.arange(60).reshape(3, 4, 5), dtype=dtype)
    image = nd.imdecode(CONTENT, mean=mean)
    assert image.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(image.asnumpy(), PLANES - mean.asnumpy())


def test_given_arrays_are_written() -> None:
    several = nd.zeros((2, 3, 4, 5))
    assert nd.imdecode(CONTENT, out=several, index=1) is several
    np.testing.assert_array_equal(several.asnumpy(), np.stack([np.zeros_like(PLANES), PLANES]))
    single = nd.zeros((3, 4, 5), dtype="uint8")
    nd.imdecode(CONTENT, out=single)
    np.testing.assert_array_equal(single.asnumpy(), PLANES.astype("uint8"))


def test_operator_by_position() -> None:
    image = nd._internal._imdecode(nd.ones((3, 4, 5)), 0, 0, 0, 0, 0, 3, len(CONTENT), str_img=CONTENT)
    np.testing.assert_array_equal(image.asnumpy(), PLANES - 1)


def test_text_is_its_characters() -> None:
    content = cv2.imencode(".ppm", PIXELS, [cv2.IMWRITE_PXM_BINARY, 0])[1].tobytes()
    np.testing.assert_array_equal(nd.imdecode(content.decode("latin-1")).asnumpy(), PLANES)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: nd.imdecode(b"no image"), "Decoding failed.*8 bytes"),
    (lambda: nd.imdecode(CONTENT, channels=4), "at most the 3 channels of the image, received 4"),
    (lambda: nd.imdecode(encoded(PIXELS[:, :, 0])), "at most the 1 channels of the image, received 3"),
    (lambda: nd.imdecode(encoded(PIXELS.astype("uint16"))), "8 bits per channel, but this one has dtype uint16"),
    (lambda: nd.imdecode(CONTENT, (0, 0, 9, 2)), r"width 5 and height 4, received \(0, 0, 9, 2\)"),
    (lambda: nd.imdecode(CONTENT, mean=nd.ones((3, 1, 1))), r"mean must have the shape .*received \(3, 1, 1\)"),
    (lambda: nd.imdecode(CONTENT, out=nd.zeros((3, 4, 4))), r"out must have shape \(3, 4, 5\)"),
    (lambda: nd._internal._imdecode(c=3), "Required parameter index of int is not presented"),
])
def test_errors_name_what_is_wrong(call, message) -> None:
    with pytest.raises(mx.MXNetError, match=f"_imdecode.*{message}"):
        call()
