"""All augmenters keep boxes on their objects: a bright object on a dark photo is located by its pixels."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio

cv2 = pytest.importorskip("cv2")
SIDE = 120


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("objects"), np.random.RandomState(0)
    writer = recordio.MXIndexedRecordIO(str(folder / "a.idx"), str(folder / "a.rec"), "w")
    for number in range(12):
        height, width = (160, 200) if number % 2 else (190, 150)
        image = rng.randint(0, 40, (height, width, 3)).astype(np.uint8)
        left, top = rng.randint(10, width // 2), rng.randint(10, height // 2)
        right, bottom = left + rng.randint(30, width // 3), top + rng.randint(30, height // 3)
        image[top:bottom, left:right] = 230
        label = [2, 5, 1, left / width, top / height, right / width, bottom / height]
        writer.write_idx(number, recordio.pack_img(recordio.IRHeader(0, label, number, 0), image, 3, ".png"))
    writer.close()
    return folder


def check(image, box, rows, columns):
    """Check that the object pixels match the box, except for edges that resizing blurs."""
    bright = image.mean(axis=0) > 120
    assert bright.any()
    ys, xs = np.nonzero(bright)
    found = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1])
    expected = np.array(box) * [columns, rows, columns, rows]
    assert np.abs(found - expected).max() < 3, (found, expected)


CROP = {"rand_crop_prob": 1.0, "min_crop_scales": 0.4, "max_crop_scales": 0.9, "min_crop_aspect_ratios": 0.5,
        "max_crop_aspect_ratios": 2.0}
PAD = {"rand_pad_prob": 1.0, "max_pad_scale": 2.5, "fill_value": 0}
OPTIONS = {
    "plain": {}, "mirror": {"rand_mirror_prob": 1.0}, "pad": PAD, "crop": CROP,
    "overlap": {**CROP, "crop_emit_mode": "overlap", "emit_overlap_thresh": 0.1}, "fit": {"resize_mode": "fit"},
    "shrink": {"resize": 70, "resize_mode": "shrink"}, "all": {**CROP, **PAD, "rand_mirror_prob": 0.5},
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_record_iterator(folder, kind):
    checked = 0
    for seed in range(3):
        batches = mx.io.ImageDetRecordIter(path_imgrec=folder / "a.rec", data_shape=(3, SIDE, SIDE), batch_size=4,
                                           verbose=False, shuffle=True, seed=seed, **OPTIONS[kind])
        for batch in batches:
            for image, label in zip(batch.data[0].asnumpy(), batch.label[0].asnumpy(), strict=True):
                rows, columns, length = (int(number) for number in label[1:4])
                assert length == 7
                check(image, label[7:11], rows, columns)
                checked += 1
    assert checked == 36


LIST_OPTIONS = {
    "plain": {}, "mirror": {"rand_mirror": True}, "crop": {"rand_crop": 1.0, "min_object_covered": 0.3,
                                                           "area_range": (0.3, 0.9)},
    "pad": {"rand_pad": 1.0, "area_range": (1.0, 2.5), "pad_val": (0, 0, 0)}, "resize": {"resize": 90},
    "all": {"rand_mirror": True, "rand_crop": 0.5, "rand_pad": 0.5, "area_range": (0.4, 2.0), "pad_val": (0, 0, 0)},
}


@pytest.mark.parametrize("kind", LIST_OPTIONS)
def test_image_det_iter(folder, kind):
    random.seed(2)
    np.random.seed(2)
    batches = mx.image.ImageDetIter(4, (3, SIDE, SIDE), path_imgrec=str(folder / "a.rec"),
                                    path_imgidx=str(folder / "a.idx"), **LIST_OPTIONS[kind])
    for _ in range(3):
        for batch in batches:
            for image, objects in zip(batch.data[0].asnumpy(), batch.label[0].asnumpy(), strict=True):
                check(image, objects[0, 1:5], SIDE, SIDE)
        batches.reset()
