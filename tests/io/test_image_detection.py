"""Tests of images with bounding boxes. The expected labels and pixels come from MXNet."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio

cv2 = pytest.importorskip("cv2")
BOXES = [[0, 0.25, 0.25, 0.75, 0.5], [1, 0.5, 0.5, 1.0, 0.75]]


def picture() -> np.ndarray:
    """Create a dark image with two boxes in blue and red."""
    image = np.full((40, 80, 3), 20, np.uint8)
    for (_, left, top, right, bottom), channel in zip(BOXES, (0, 2), strict=True):
        image[int(top * 40):int(bottom * 40), int(left * 80):int(right * 80), channel] = 250
    return image


def write(path: pathlib.Path, labels: list[list[float]]) -> None:
    file = recordio.MXRecordIO(str(path), "w")
    for number, label in enumerate(labels):
        header = recordio.IRHeader(len(label), np.array(label, "float32"), number, 0)
        file.write(recordio.pack_img(header, picture(), quality=3, img_fmt=".png"))
    file.close()


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("detection") / "a.rec"
    write(path, [[2, 5, *BOXES[0]], [2, 5, *BOXES[0], *BOXES[1]], [3, 5, 9, *BOXES[1]]])
    return path


def first(path: pathlib.Path, **kwargs: Any) -> tuple[np.ndarray, np.ndarray]:
    arguments = {"path_imgrec": path, "data_shape": (3, 40, 80), "batch_size": 3, **kwargs}
    batch = next(mx.io.ImageDetRecordIter(**arguments))
    return batch.data[0].asnumpy(), batch.label[0].asnumpy()


def test_labels_are_padded(records: pathlib.Path) -> None:
    data, labels = first(records)
    assert labels.shape == (3, 16) and data.shape == (3, 3, 40, 80)
    assert labels[0].tolist() == [3, 40, 80, 7, 2, 5, *BOXES[0], *[-1] * 5]
    assert labels[1].tolist() == [3, 40, 80, 12, 2, 5, *BOXES[0], *BOXES[1]]
    assert labels[2, 3:12].tolist() == [8, 3, 5, 9, *BOXES[1]]
    wider = first(records, label_pad_width=20, label_pad_value=-3)[1]
    assert wider.shape == (3, 24) and (wider[0, 11:] == -3).all()
    assert (data[0] == picture()[:, :, ::-1].transpose(2, 0, 1)).all()


def test_labels_of_a_list(records: pathlib.Path, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "a.lst"
    file.write_text("".join(f"{i}\t2\t5\t{i}\t0.1\t0.2\t0.3\t0.4\tx.png\n" for i in range(3)))
    labels = first(records, path_imglist=file)[1]
    np.testing.assert_allclose(labels[2, 3:], [7, 2, 5, 2, 0.1, 0.2, 0.3, 0.4], rtol=1e-6)


@pytest.mark.parametrize(("mode", "shape", "size"), [("force", (3, 30, 30), (30, 30)), ("fit", (3, 80, 80), (40, 80)),
                                                     ("shrink", (3, 30, 40), (20, 40)),
                                                     ("shrink", (3, 60, 90), (40, 80))])
def test_resize_modes(records: pathlib.Path, mode: str, shape: tuple[int, ...], size: tuple[int, int]) -> None:
    data, labels = first(records, resize_mode=mode, data_shape=shape)
    assert data.shape[1:] == shape and tuple(labels[0, 1:3]) == size
    assert not data[:, :, size[0]:].any() and not data[:, :, :, size[1]:].any()


def test_normalization(records: pathlib.Path) -> None:
    plain, changed = first(records)[0], first(records, mean_r=10, std_g=2, scale=0.5, max_random_contrast=1)[0]
    expected = (plain - np.reshape([10, 0, 0], (3, 1, 1))) * 0.5 / np.reshape([1, 2, 1], (3, 1, 1))
    np.testing.assert_allclose(changed, expected, rtol=1e-6)


def boxes_match_pixels(data: np.ndarray, label: np.ndarray) -> None:
    """Check that each remaining box contains mostly pixels of its colour."""
    objects = label[6:4 + int(label[3])].reshape(-1, 5)
    assert len(objects)
    height, width = data.shape[1:]
    for kind, left, top, right, bottom in objects:
        part = data[2 if kind == 0 else 0, round(top * height):round(bottom * height),
                    round(left * width):round(right * width)]
        assert part.size and (part > 100).mean() > 0.8


def test_mirror(records: pathlib.Path) -> None:
    data, labels = first(records, rand_mirror_prob=1.0)
    assert labels[0, 6:11].tolist() == [0, 0.25, 0.25, 0.75, 0.5]
    assert labels[1, 11:16].tolist() == [1, 0, 0.5, 0.5, 0.75]
    boxes_match_pixels(data[1], labels[1])


@pytest.mark.parametrize("options", [
    {"rand_pad_prob": 1.0, "max_pad_scale": 3.0},
    {"rand_crop_prob": 1.0, "min_crop_scales": 0.5, "max_crop_aspect_ratios": 2.0, "min_crop_aspect_ratios": 0.5},
    {"rand_crop_prob": 1.0, "num_crop_sampler": 2, "min_crop_scales": (0.4, 0.6), "min_crop_overlaps": (0.1, 0.3),
     "crop_emit_mode": "overlap", "max_crop_trials": 50},
    {"rand_crop_prob": 1.0, "min_crop_scales": 0.3, "min_crop_object_coverages": 0.9, "rand_mirror_prob": 0.5,
     "rand_pad_prob": 0.5, "max_pad_scale": 2.0},
])
@pytest.mark.parametrize("seed", range(4))
def test_boxes_follow_random_changes(records: pathlib.Path, options: dict[str, Any], seed: int) -> None:
    data, labels = first(records, seed=seed, data_shape=(3, 200, 400), **options)
    for image, label in zip(data[:2], labels[:2], strict=True):
        boxes_match_pixels(image, label)
    assert (labels != first(records, data_shape=(3, 200, 400))[1]).any()


def test_colours(records: pathlib.Path) -> None:
    largest = {"hue": 20, "saturation": 30, "illumination": 30, "contrast": 0.5}
    options = {f"random_{kind}_prob": 1.0 for kind in largest}
    bounds = {f"max_random_{kind}": bound for kind, bound in largest.items()}
    changed, plain = first(records, **options, **bounds), first(records)
    assert (changed[0] != plain[0]).any() and (changed[1] == plain[1]).all()


@pytest.mark.parametrize(("change", "words"), [
    ({"label_pad_width": 8}, "smaller than estimated width: 12"), ({"label_width": 6}, "label_width is set to 6"),
    ({"resize_mode": "none"}, "resize_mode"), ({"crop_emit_mode": "none"}, "crop_emit_mode"),
    ({"num_crop_sampler": 3, "min_crop_scales": (0.1, 0.2)}, "crop_samplers mismatch"),
    ({"min_crop_scales": 0.9, "max_crop_scales": 0.5}, "must be in order"),
])
def test_errors(records: pathlib.Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(mx.MXNetError, match=words):
        first(records, **change)


def test_wrong_labels(tmp_path: pathlib.Path) -> None:
    write(tmp_path / "bad.rec", [[2, 5, 0, 0.1, 0.2, 0.3, 0.4, 9]])
    with pytest.raises(mx.MXNetError, match="a label must contain"):
        first(tmp_path / "bad.rec", batch_size=1)
