"""Comparison of colour lookup tables with the formulas for single pixels."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet.io import _image_augment as augment
from mxnet.io._arguments import Arguments
from mxnet.io._image_normalize import DetectionNormalizer, Normalizer

cv2 = pytest.importorskip("cv2")
CHANGES = [(False, 1.0, 0.0)] * 4
IMAGES = np.random.RandomState(0).randint(0, 256, (4, 9, 11, 3)).astype(np.uint8)


@pytest.mark.parametrize(("factor", "summand"), [(0.6, 0.0), (1.37, 0.0), (0.8, 25.5), (1.0, 0.5), (2.5, 100.0)])
def test_factor_and_summand(factor, summand):
    expected = cv2.convertScaleAbs(IMAGES[0], alpha=factor, beta=summand)
    np.testing.assert_array_equal(augment.by_table(IMAGES[0], augment.make_table(factor, summand)), expected)


def test_summand_below_zero():
    assert augment.make_table(1.0, -10.0).tolist() == [0] * 10 + list(range(246))


def test_hue_lightness_and_saturation():
    shift = [7, -20, 30]
    parts = cv2.cvtColor(IMAGES[0], cv2.COLOR_BGR2HLS).astype(int) + shift
    expected = cv2.cvtColor(np.clip(parts, 0, [180, 255, 255]).astype(np.uint8), cv2.COLOR_HLS2BGR)
    np.testing.assert_array_equal(augment.shift_hls(IMAGES[0], shift), expected)


def augmenter(**values):
    return augment.Augmenter(Arguments("ImageRecordIter", (), {"data_shape": (3, 9, 11), **values}))


def test_noise_along_colours():
    random = np.random.RandomState(3)
    steps = np.random.RandomState(3).normal(0, 0.5, 3)
    noise = (np.array(augment.COLOUR_AXES) * augment.COLOUR_VARIANCES) @ steps
    expected = np.clip(np.trunc(IMAGES[0] + noise.astype(np.float32)[::-1]), 0, 255)
    np.testing.assert_array_equal(augmenter(pca_noise=0.5)(IMAGES[0], random), expected)


def test_saturation_and_contrast():
    for seed in range(5):
        drawn = np.random.RandomState(seed)
        factors = [1 + drawn.uniform(-bound, bound) for bound in (0.3, 0.4, 0.5)]
        expected = IMAGES[0]
        for kind in drawn.permutation(3):
            grey = cv2.cvtColor(expected, cv2.COLOR_RGB2GRAY).astype(float)
            other = (0.0, grey.mean(), grey[:, :, None])[kind]
            expected = np.clip(np.rint(expected * factors[kind] + (1 - factors[kind]) * other), 0, 255).astype(np.uint8)
        changed = augmenter(brightness=0.3, contrast=0.4, saturation=0.5)(IMAGES[0], np.random.RandomState(seed))
        # OpenCV's single precision may round a half differently, which affects later steps.
        assert np.abs(changed.astype(int) - expected).max() <= 2
        assert (changed == expected).mean() > 0.98


VALUES = {"data_shape": (3, 9, 11), "mean_r": 120.5, "mean_g": 100.25, "mean_b": 90, "std_r": 50, "std_g": 60,
          "std_b": 70, "scale": 0.5}


def planes(images):
    return images[:, :, :, ::-1].transpose(0, 3, 1, 2).astype(np.float32)


def per_channel(kind):
    return np.array([VALUES[f"{kind}_{letter}"] for letter in "rgb"], np.float32).reshape(3, 1, 1)


@pytest.mark.parametrize("mirror", [False, True])
def test_normalizer(mirror):
    normalizer = Normalizer(Arguments("ImageRecordIter", (), {**VALUES, "mirror": mirror}), "float32")
    batch = normalizer(list(IMAGES), 6, [normalizer.draw(np.random.RandomState(0))] * 4).asnumpy()
    expected = (planes(IMAGES) - per_channel("mean")) * (np.float32(0.5) / per_channel("std"))
    np.testing.assert_array_equal(batch[:4], expected[..., ::-1] if mirror else expected)
    assert not batch[4:].any()


def test_crops_are_not_copied_first():
    normalizer = Normalizer(Arguments("ImageRecordIter", (), {"data_shape": (3, 5, 6)}), "uint8")
    crops = [image[2:7, 3:9] for image in IMAGES]
    batch = normalizer(crops, 4, CHANGES).asnumpy()
    np.testing.assert_array_equal(batch, planes(IMAGES)[:, :, 2:7, 3:9])


@pytest.mark.parametrize("mirror", [False, True])
def test_mean_image_is_not_mirrored(mirror, tmp_path):
    mean = np.random.RandomState(1).uniform(0, 255, (3, 9, 11)).astype(np.float32)
    mx.nd.save(str(tmp_path / "mean"), {"mean_img": mx.nd.array(mean)})
    values = {**VALUES, "mirror": mirror, "mean_img": str(tmp_path / "mean")}
    batch = Normalizer(Arguments("ImageRecordIter", (), values), "float32")(list(IMAGES), 4, [(mirror, 1.0, 0.0)] * 4)
    expected = (planes(IMAGES) - mean) * (np.float32(0.5) / per_channel("std"))
    np.testing.assert_array_equal(batch.asnumpy(), expected[..., ::-1] if mirror else expected)


def test_contrast_and_illumination_vary_by_image():
    values = {"data_shape": (3, 9, 11), "max_random_contrast": 0.5, "max_random_illumination": 20.0}
    normalizer, random = Normalizer(Arguments("ImageRecordIter", (), values), "float32"), np.random.RandomState(0)
    batch = normalizer([IMAGES[0]] * 4, 4, [normalizer.draw(random) for _ in range(4)]).asnumpy()
    for image in batch:
        slope, start = np.polyfit(planes(IMAGES[:1]).ravel(), image.ravel(), 1)
        assert 0.5 <= slope <= 1.5
        assert -20 <= start <= 20
    assert len({float(image.mean()) for image in batch}) == 4


def test_eight_bit_means_are_rounded_away_from_zero():
    values = {"data_shape": (3, 9, 11), "mean_r": 122.5, "mean_g": -0.5, "mean_b": 3.4}
    batch = Normalizer(Arguments("ImageRecordIter", (), values), "int8")(list(IMAGES), 4, CHANGES)
    expected = np.clip(planes(IMAGES) - np.array([123, -1, 3]).reshape(3, 1, 1), -128, 127)
    np.testing.assert_array_equal(batch.asnumpy(), expected)


def test_detection_ignores_means_and_deviations_that_are_not_positive():
    def made(**values):
        normalizer = DetectionNormalizer(Arguments("ImageDetRecordIter", (), {"data_shape": (3, 9, 11), **values}),
                                         "float32")
        return normalizer(list(IMAGES), 4, CHANGES).asnumpy()

    np.testing.assert_array_equal(made(mean_r=-5.0, std_g=0.0), planes(IMAGES))
    shifted = made(mean_r=-5.0, mean_g=1.0, std_b=2.0, scale=3.0)
    divisor = np.array([1, 1, 2], np.float32).reshape(3, 1, 1)
    expected = (planes(IMAGES) - np.array([-5, 1, 0], np.float32).reshape(3, 1, 1)) / divisor * np.float32(3)
    np.testing.assert_array_equal(shifted, expected)
