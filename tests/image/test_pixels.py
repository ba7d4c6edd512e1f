"""Tests of reading, decoding, resizing and padding single images."""

from __future__ import annotations

import builtins
import hashlib
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

cv2 = pytest.importorskip("cv2", reason="images need OpenCV")

PIXELS = np.random.RandomState(0).randint(0, 255, (6, 8, 3)).astype(np.uint8)


def image(dtype: str = "uint8") -> mx.nd.NDArray:
    return mx.nd.array(PIXELS, dtype=dtype)


def encoded(pixels: np.ndarray = PIXELS) -> bytes:
    return cv2.imencode(".png", pixels[:, :, ::-1])[1].tobytes()


def digest(array: mx.nd.NDArray) -> str:
    return hashlib.sha1(array.asnumpy().tobytes()).hexdigest()


@pytest.mark.real_data
@pytest.mark.parametrize(("name", "shape", "colour", "grey", "scaled"), [
    ("house-cat.jpg", (510, 1024, 3), "6cd9b39f28cff95092d28b083a73c4e8946af8f6",
     "99a9419fc04d77af8c83ffd817875f7ce6d43a76", "ef74ce7c182f5c5f9cac44467012a846a0d2c911"),
    ("nagasaki-boats.jpg", (819, 1024, 3), "288b4fd801c377aa042d077a77de76a90c064747",
     "2daf904a6d0209945fc7cf6f2100161796977319", "6dec742fd23dcde16f016afaf5f2c93ec0ff52d5"),
])
def test_photos_have_the_pixels_of_the_original(test_data: Path, name: str, shape: tuple[int, ...], colour: str,
                                                grey: str, scaled: str) -> None:
    path = test_data / "photos" / name
    photo = mx.image.imread(str(path))
    assert photo.shape == shape
    assert digest(photo) == colour
    assert digest(mx.image.imdecode(path.read_bytes())) == colour
    assert digest(mx.image.imread(path, flag=0)) == grey
    assert digest(mx.image.imresize(photo, 224, 224, interp=1)) == scaled


@pytest.mark.parametrize("kind", [bytes, bytearray, lambda b: np.frombuffer(b, np.uint8),
                                  lambda b: mx.nd.array(np.frombuffer(b, np.uint8), dtype="uint8")])
def test_buffers(kind) -> None:
    np.testing.assert_array_equal(mx.image.imdecode(kind(encoded())).asnumpy(), PIXELS)


def test_out_becomes_the_image(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(encoded())
    for out in (mx.nd.zeros((6, 8, 3), dtype="uint8"), mx.nd.zeros((1, 1, 1))):
        assert mx.image.imread(str(path), out=out) is out
        np.testing.assert_array_equal(out.asnumpy(), PIXELS)


def test_an_image_is_on_the_cpu_whatever_the_current_device() -> None:
    with mx.gpu(0):
        assert mx.image.imdecode(encoded()).context == mx.cpu()


@pytest.mark.parametrize(("marker", "shape"), [("first", (16, 8, 3)), ("second", (8, 16, 3))])
def test_orientation_counts_unless_jfif_comes_first(marker: str, shape: tuple[int, ...]) -> None:
    plain = cv2.imencode(".jpg", np.zeros((8, 16, 3), np.uint8))[1].tobytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    segment = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    place = 2 if marker == "first" else 4 + int.from_bytes(plain[4:6], "big")
    assert mx.image.imdecode(plain[:place] + segment + plain[place:]).shape == shape


@pytest.mark.parametrize(("call", "message"), [
    (lambda: mx.image.imdecode(b""), "empty buffer"),
    (lambda: mx.image.imdecode(b"clearly no image"), "Decoding failed.*16 bytes"),
    (lambda: mx.image.imdecode(encoded()[:40]), "Decoding failed"),
    (lambda: mx.image.imdecode(mx.nd.array([1.0, 2.0])), "uint8 buffer, received float32"),
    (lambda: mx.image.imdecode(encoded(), flag=-1), "flag must be at least 0, received -1"),
    (lambda: mx.image.imdecode(encoded(), flag=2), "3 channels of uint8"),
    (lambda: mx.image.imread("/no/such/picture.jpg"), "/no/such/picture.jpg.*No such file"),
    (lambda: mx.image.imresize(image(), 3, 3, interp=-1), "_cvimresize.*interp.*received -1"),
    (lambda: mx.image.imresize(image(), 3, 3, interp=7), "interp.*received 7"),
    (lambda: mx.image.imresize(image(), 0, 3), "at least 1, received 0 and 3"),
    (lambda: mx.image.imresize(image("int32"), 3, 3), "received int32"),
    (lambda: mx.image.imresize(image()[0], 3, 3), r"height, width, channels.*\(8, 3\)"),
    (lambda: mx.image.imresize(image(), 3, 3, size=4), "size"),
    (lambda: mx.image.copyMakeBorder(image(), -1, 1, 1, 1), "top=-1"),
    (lambda: mx.image.copyMakeBorder(image(), 1, 1, 1, 1, type=9), "border type"),
])
def test_errors(call, message: str) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        call()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    for content in (b"", b"no image"):
        (tmp_path / "broken.jpg").write_bytes(content)
        with pytest.raises(mx.MXNetError, match="broken.jpg"):
            mx.image.imread(str(tmp_path / "broken.jpg"))


def test_text_is_no_buffer() -> None:
    with pytest.raises(ValueError, match="received str"):
        mx.image.imdecode("text")


@pytest.mark.parametrize("channels", [1, 2, 4, 6])
def test_channels_are_kept(channels: int) -> None:
    planes = mx.nd.ones((5, 6, channels))
    assert mx.image.imresize(planes, 3, 4).shape == (4, 3, channels)
    if channels <= 4:
        assert mx.image.copyMakeBorder(planes, 1, 1, 1, 1).shape == (7, 8, channels)


def test_symbols_resize_and_frame() -> None:
    framed = mx.sym._internal._cvcopyMakeBorder(mx.sym.Variable("x"), top=1, bot=0, left=0, right=0, value=3)
    scaled = mx.sym._internal._cvimresize(framed, w=4, h=4)
    assert scaled.infer_shape(x=(6, 8, 3))[1] == [(4, 4, 3)]
    result = scaled.eval(x=image("float32"))[0]
    expected = mx.image.imresize(mx.image.copyMakeBorder(image("float32"), 1, 0, 0, 0, value=3), 4, 4)
    np.testing.assert_array_equal(result.asnumpy(), expected.asnumpy())


def test_without_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def missing(name, *args, **kwargs):
        if name == "cv2":
            raise ImportError("no cv2")
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ImportError, match=r"pip install 'mxnet-torch\[image\]'"):
        mx.image.imdecode(b"anything")
