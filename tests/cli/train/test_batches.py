"""Tests of batches: order, shards of workers, and augmentation."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet.cli.train._batches import Reader, change, order, steps_per_epoch
from mxnet.cli.train._data import Pictures
from mxnet.image._preprocessing import Preprocessing


@pytest.mark.parametrize("count", [1, 5, 12, 13, 16])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_share_the_images(count, workers):
    if count < workers:
        return
    parts = [order(count, 4, workers, rank, 7, 0) for rank in range(workers)]
    steps = steps_per_epoch(count, 4, workers)
    assert [len(part) for part in parts] == [steps] * workers
    assert all(len(indices) for part in parts for indices in part)
    seen = np.concatenate([indices for part in parts for indices in part])
    assert len(set(seen.tolist())) == len(seen) > count - workers
    if workers == 1:
        assert sorted(seen) == list(range(count))


def test_order_depends_on_seed_and_epoch():
    first, same, epoch, seed = (np.concatenate(order(50, 8, 1, 0, *key)).tolist() for key in
                                ((0, 0), (0, 0), (0, 1), (1, 0)))
    assert first == same != epoch != seed
    assert first != seed


def noise(*shape):
    return np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)


@pytest.mark.parametrize("size", [32, 64])
@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("shape", [(40, 70), (200, 90), (10, 10)])
def test_augmented_images_have_the_size_of_the_input(size, depth, shape):
    pytest.importorskip("cv2")
    preprocessing = Preprocessing.for_training(size, depth)
    for seed in range(5):
        result = change(noise(*shape, depth), preprocessing, ("crop", "flip", "color"), np.random.default_rng(seed))
        assert result.shape == (size, size, depth) and result.dtype == np.uint8


def test_each_augmentation_does_its_part():
    preprocessing, pixels = Preprocessing.for_training(32, 3), noise(32, 32, 3)
    results = {name: [change(pixels, preprocessing, (name,), np.random.default_rng(seed)) for seed in range(8)]
               for name in ("crop", "flip", "color")}
    assert all(np.array_equal(result, pixels) or np.array_equal(result, pixels[:, ::-1]) for result in results["flip"])
    assert len({result.tobytes() for result in results["flip"]}) == 2
    assert len({result.tobytes() for result in results["crop"]}) > 4  # moved by up to four pixels
    assert all(abs(result.astype(int) - pixels).max() > 0 for result in results["color"])
    assert all(np.corrcoef(result.ravel(), pixels.ravel())[0, 1] > 0.9 for result in results["color"])


def pictures_of(arrays):
    return Pictures([f"image {i}" for i in range(len(arrays))], np.arange(len(arrays)), lambda index: arrays[index])


def test_threads_do_not_change_the_batches():
    pictures = pictures_of([noise(28, 28, 1) + np.uint8(i) for i in range(20)])
    parts = order(20, 6, 1, 0, 0, 3)
    readers = [Reader(Preprocessing.for_training(28, 1), ("crop", "flip"), 0, threads) for threads in (0, 1, 4)]
    first, *others = ([batch.images for batch in reader.read(pictures, parts, 3)] for reader in readers)
    for other in others:
        for one, two in zip(first, other, strict=True):
            np.testing.assert_array_equal(one, two)


def test_gray_and_color_are_converted():
    gray, color = noise(28, 28, 1), noise(28, 28, 3)
    as_color = Reader(Preprocessing.for_training(28, 3), (), 0, 1).pixels(pictures_of([gray]), 0)
    np.testing.assert_array_equal(as_color, gray.repeat(3, axis=2))
    as_gray = Reader(Preprocessing.for_training(28, 1), (), 0, 1).pixels(pictures_of([color]), 0)
    assert as_gray.shape == (28, 28, 1)
    assert abs(as_gray[..., 0].astype(float) - color @ [0.299, 0.587, 0.114]).max() <= 0.51


def test_damaged_image_is_replaced_without_weight(capsys):
    contents = [noise(28, 28, 1), b"", noise(28, 28, 1)]
    reader = Reader(Preprocessing.for_training(28, 1), (), 0, 1)
    (batch,) = reader.read(pictures_of(contents), [np.array([1, 0, 2])])
    assert batch.weights.tolist() == [0, 1, 1] and batch.labels.tolist() == [1, 0, 2]
    np.testing.assert_array_equal(batch.images[0], batch.images[1])
    assert "skipped image 1: " in capsys.readouterr().err
    (batch,) = reader.read(pictures_of(contents), [np.array([1])])
    assert batch.weights.tolist() == [0] and batch.images.shape == (1, 1, 28, 28)
