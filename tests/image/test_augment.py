"""Tests of augmenter descriptions and invalid arguments. Their results are tested in test_golden.py."""

from __future__ import annotations

import json
import pickle
import random

import numpy as np
import pytest

import mxnet as mx

pytest.importorskip("cv2", reason="images need OpenCV")

LABEL = np.array([[1, 0.1, 0.2, 0.5, 0.6]], dtype=np.float32)


def image(height: int = 20, width: int = 24) -> mx.nd.NDArray:
    return mx.nd.array(np.random.randint(0, 255, (height, width, 3)), dtype="uint8")


def test_descriptions() -> None:
    augmenters = mx.image.CreateAugmenter((3, 4, 5), resize=6, rand_crop=True, rand_resize=True, brightness=0.1,
                                          mean=np.array([1.0, 2.0, 3.0]))
    described = [augmenter.dumps() for augmenter in augmenters]
    assert described[:3] == [
        '["resizeaug", {"size": 6, "interp": 2}]',
        '["randomsizedcropaug", {"size": [5, 4], "area": 0.08, "ratio": [0.75, 1.3333333333333333], "interp": 2}]',
        '["castaug", {"type": "float32"}]']
    assert described[3] == ["colorjitteraug", ['["brightnessjitteraug", {"brightness": 0.1}]']]
    assert json.loads(described[4]) == ["colornormalizeaug", {"mean": [1.0, 2.0, 3.0], "std": None}]


def test_descriptions_with_boxes() -> None:
    augmenters = mx.image.CreateDetAugmenter((3, 4, 5), rand_crop=0.5, rand_pad=0.5, rand_mirror=True,
                                             min_object_covered=[0.1, 0.3])
    described = [augmenter.dumps() for augmenter in augmenters]
    crops = [json.loads(text)[1]["min_object_covered"] for text in described[0][1]]
    assert (described[0][0], crops) == ("detrandomselectaug", [0.1, 0.3])
    assert augmenters[0].skip_prob == 0.5
    assert described[1] == '["dethorizontalflipaug", {"p": 0.5}]'
    assert described[-1] == ["detborrowaug", '["castaug", {"type": "float32"}]']


def test_augmenters_can_be_pickled() -> None:
    augmenter = pickle.loads(pickle.dumps(mx.image.ColorNormalizeAug(np.ones(3), None)))
    assert type(augmenter).__module__ == "mxnet.image.image"
    np.testing.assert_array_equal(augmenter(mx.nd.ones((2, 2, 3))).asnumpy(), np.zeros((2, 2, 3)))


def test_subclass() -> None:
    class Inverted(mx.image.Augmenter):
        def __call__(self, src):
            return 255 - src

    chosen = mx.image.SequentialAug([mx.image.CastAug(), Inverted(strength=mx.nd.ones(2))])
    source = image()
    np.testing.assert_array_equal(chosen(source).asnumpy(), 255.0 - source.asnumpy())
    assert chosen.dumps()[1][1] == '["inverted", {"strength": [1.0, 1.0]}]'
    with pytest.raises(NotImplementedError, match="Augmenter"):
        mx.image.Augmenter()(source)
    with pytest.raises(NotImplementedError, match="DetAugmenter"):
        mx.image.DetAugmenter()(source, LABEL)


def test_random_interpolation_and_unknown_one() -> None:
    assert {mx.image.image._get_interp_method(10) for _ in range(100)} == {0, 1, 2, 3, 4}
    with pytest.raises(ValueError, match="Unknown interp method 7"):
        mx.image.resize_short(image(), 5, interp=7)


def test_colors_change_in_place() -> None:
    source = mx.nd.ones((2, 2, 3))
    assert mx.image.color_normalize(source, mx.nd.array([1.0, 2.0, 3.0]), mx.nd.array([1.0, 2.0, 4.0])) is source
    np.testing.assert_allclose(source.asnumpy()[0, 0], [0.0, -0.5, -0.5])


def test_random_size_crop_keeps_its_bounds_and_former_name() -> None:
    for _ in range(50):
        part, (left, top, width, height) = mx.image.random_size_crop(image(), (5, 6), (0.3, 0.5), (0.8, 1.25), 1)
        assert part.shape == (6, 5, 3)
        assert 0 <= left <= 24 - width and 0 <= top <= 20 - height
        assert 0.25 < width * height / 480 < 0.57 and 0.7 < width / height < 1.4
    with pytest.warns(DeprecationWarning, match="min_area"):
        augmenter = mx.image.RandomSizedCropAug((5, 6), 0.3, (0.8, 1.25), min_area=0.9)
    assert augmenter.area == 0.9
    with pytest.raises(AssertionError, match="nonsense"):
        mx.image.random_size_crop(image(), (5, 6), 0.3, (0.8, 1.25), nonsense=1)


def test_rotation_refuses() -> None:
    one, two = mx.nd.ones((3, 4, 5)), mx.nd.ones((2, 3, 4, 5))
    with pytest.raises(ValueError, match="zoom_in or zoom_out, not both"):
        mx.image.imrotate(one, 3, zoom_in=True, zoom_out=True)
    with pytest.raises(TypeError, match="float64"):
        mx.image.imrotate(one.astype("float64"), 3)
    with pytest.raises(TypeError, match="angle of a single image must be a number"):
        mx.image.imrotate(one, mx.nd.array([3]))
    with pytest.raises(ValueError, match="2 images, 3 angles"):
        mx.image.imrotate(two, mx.nd.array([1, 2, 3]))
    with pytest.raises(ValueError, match="one image .3D. or a batch"):
        mx.image.imrotate(one[0], 3)


def test_rotation_has_a_gradient() -> None:
    source = mx.nd.random.uniform(shape=(2, 3, 6, 7))
    source.attach_grad()
    with mx.autograd.record():
        total = mx.image.imrotate(source, 0).sum()
    total.backward()
    np.testing.assert_allclose(source.grad.asnumpy(), 1.0, atol=1e-5)


def test_crops_keep_enough_of_objects() -> None:
    augmenter = mx.image.DetRandomCropAug(min_object_covered=0.8, min_eject_coverage=0.5)
    for _ in range(30):
        part, label = augmenter(image(40, 40), LABEL.copy())
        assert label.shape == (1, 5) and (label[:, 1:] >= 0).all() and (label[:, 1:] <= 1).all()
        height, width = part.shape[:2]
        shown = (label[0, 3] - label[0, 1]) * (label[0, 4] - label[0, 2]) * height * width
        assert shown / (0.4 * 0.4 * 1600) > 0.79


def test_padding_by_one_number_fills_all_channels() -> None:
    augmenter = mx.image.DetRandomPadAug(area_range=(2.0, 3.0), pad_val=7)
    random.seed(1)
    canvas, label = augmenter(mx.nd.full((20, 20, 3), 200, dtype="uint8"), LABEL.copy())
    assert set(np.unique(canvas.asnumpy())) == {7, 200}
    assert (canvas.asnumpy() == 200).sum() == 1200
    assert label[0, 3] - label[0, 1] == pytest.approx(0.4 * 20 / canvas.shape[1], rel=1e-5)


def test_ranges_out_of_order_disable_with_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"DetRandomCropAug has no effect with area_range=.0\.9, 0\.1"):
        crop = mx.image.DetRandomCropAug(area_range=(0.9, 0.1))
    with pytest.warns(UserWarning, match="DetRandomPadAug has no effect with aspect_ratio_range"):
        pad = mx.image.DetRandomPadAug(aspect_ratio_range=(-1, 2))
    source = image()
    for augmenter in (crop, pad):
        assert augmenter(source, LABEL)[0] is source


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: mx.image.CreateAugmenter((3, 4, 4), rand_resize=True), AssertionError, "rand_crop"),
    (lambda: mx.image.CreateAugmenter((3, 4, 4), mean=[1, 2, 3]), AssertionError, "mean must be"),
    (lambda: mx.image.CreateDetAugmenter((3, 4, 4), std=np.ones(2)), AssertionError, "std must be"),
    (lambda: mx.image.DetBorrowAug(3), TypeError, "int"),
    (lambda: mx.image.DetRandomSelectAug([3]), ValueError, "int"),
    (lambda: mx.image.DetRandomCropAug(area_range="x"), AssertionError, "area_range"),
    (lambda: mx.image.DetRandomPadAug(pad_val="x"), AssertionError, "pad_val"),
    (lambda: mx.image.CreateMultiRandCropAugmenter([0.1, 0.2], max_attempts=[1, 2, 3]), AssertionError,
     "min_object_covered must have 1 or 3"),
])
def test_errors(call, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_no_choice_means_no_change() -> None:
    source = image()
    assert mx.image.DetRandomSelectAug([])(source, LABEL) == (source, LABEL)
