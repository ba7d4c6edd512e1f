"""Compare image batches with single samples."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon.data import _pixels
from mxnet.gluon.data.vision import transforms
from mxnet_records.pixels import refuses_cut_files

COUNT = 7


def photo(rng: np.random.RandomState, height: int, width: int) -> np.ndarray:
    small = rng.randint(0, 256, (5, 6, 3)).astype(np.uint8)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


@pytest.fixture(scope="module")
def record_file(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("records"), np.random.RandomState(0)
    writer = mx.recordio.MXIndexedRecordIO(str(folder / "a.idx"), str(folder / "a.rec"), "w")
    for number in range(COUNT):
        header = mx.recordio.IRHeader(0, float(number), number, 0)
        # Only the rows that a crop needs are decoded in wide JPEGs.
        image = photo(rng, 20 + 5 * number, 50 - 3 * number if number < 4 else 260 + number)
        writer.write_idx(number, mx.recordio.pack_img(header, image, img_fmt=".png" if number % 2 else ".jpg"))
    writer.close()
    return str(folder / "a.rec")


class OneByOne(data.Dataset):
    """Hides the class of a dataset."""

    def __init__(self, dataset):
        self._dataset = dataset

    def __len__(self):
        return len(self._dataset)

    def __getitem__(self, index):
        return self._dataset[index]


def slow(block):
    """The same transform as a function without a fast path."""
    if isinstance(block, transforms.Compose):
        return lambda image: _apply([slow(inner) for inner in block._flat], image)
    return lambda image: block(image)


def _apply(functions, image):
    for function in functions:
        image = function(image)
    return image


def seed(number):
    random.seed(number)
    np.random.seed(number)
    mx.random.seed(number)


NORMALIZE = transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
CHAINS = [
    [transforms.RandomResizedCrop(16), transforms.RandomFlipLeftRight(), transforms.ToTensor(), NORMALIZE],
    [transforms.RandomResizedCrop((16, 9), interpolation=10), transforms.RandomFlipTopBottom(), transforms.ToTensor()],
    [transforms.Resize(24, keep_ratio=True), transforms.CenterCrop((20, 24)), transforms.ToTensor(), NORMALIZE,
     transforms.Cast("float16")],
    [transforms.RandomCrop(24, pad=3, pad_value=7), transforms.RandomColorJitter(0.3, 0.3, 0.3, 0.1),
     transforms.RandomLighting(0.1), transforms.ToTensor()],
    [transforms.CenterCrop(12, interpolation=9), transforms.RandomBrightness(0.4), transforms.RandomContrast(0.4),
     transforms.RandomSaturation(0.4), transforms.RandomHue(0.2)],
    [transforms.Compose([transforms.Resize((8, 6)), transforms.ToTensor()]), transforms.Normalize(0.5, 2.0)],
    [transforms.Resize((8, 6)), transforms.ToTensor(), transforms.Resize(3)],
    [transforms.Resize((8, 6)), transforms.Cast("float32")],
]


@pytest.mark.parametrize("chain", range(len(CHAINS)))
@pytest.mark.parametrize("flag", [0, 1])
def test_batches_equal_those_of_single_samples(record_file, chain, flag):
    if flag == 0 and chain in (0, 2):
        flag = 1  # three mean values
    blocks = CHAINS[chain]
    dataset = data.vision.ImageRecordDataset(record_file, flag)
    fast = data.DataLoader(dataset.transform_first(transforms.Compose(blocks)), 3, shuffle=True)
    assert fast._make_batch.func is _pixels.make_image_batch
    separate = data.DataLoader(OneByOne(dataset).transform_first(slow(transforms.Compose(blocks))), 3, shuffle=True)
    assert separate._make_batch.func is not _pixels.make_image_batch
    for epoch in range(3):
        seed(epoch)
        made = list(fast)
        seed(epoch)
        for batch, expected in zip(made, separate, strict=True):
            assert batch[0].context == mx.cpu()
            for part, other in zip(batch, expected, strict=True):
                assert part.dtype == other.dtype
                np.testing.assert_array_equal(part.asnumpy(), other.asnumpy())


@pytest.mark.parametrize("chain", range(len(CHAINS)))
def test_compose_of_an_image_equals_its_parts(chain):
    compose = transforms.Compose(CHAINS[chain])
    rng = np.random.RandomState(1)
    for number in range(4):
        image = mx.nd.array(photo(rng, 30 + number, 41), dtype="uint8")
        seed(number)
        result = compose(image)
        seed(number)
        expected = slow(compose)(image)
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result.asnumpy(), expected.asnumpy())


def test_views_and_workers(record_file):
    dataset = data.vision.ImageRecordDataset(record_file)
    chosen = dataset.take(6).sample(data.SequentialSampler(4, 2)).transform_first(
        transforms.Compose([transforms.Resize((8, 6)), transforms.ToTensor()]))
    expected = list(data.DataLoader(OneByOne(chosen), 2))
    assert [batch[1].asnumpy().tolist() for batch in expected] == [[2, 3], [4, 5]]
    for options in ({}, {"num_workers": 2}, {"num_workers": 2, "thread_pool": True}):
        for batch, other in zip(data.DataLoader(chosen, 2, **options), expected, strict=True):
            np.testing.assert_array_equal(batch[0].asnumpy(), other[0].asnumpy())
            np.testing.assert_array_equal(batch[1].asnumpy(), other[1].asnumpy())


def test_image_files(tmp_path):
    rng = np.random.RandomState(2)
    for name in ("cat", "dog"):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), photo(rng, 12, 9))
    listed = data.vision.ImageListDataset(str(tmp_path), [[3.0, "cat/1.png"], [4.0, "dog/1.png"]])
    for dataset in (data.vision.ImageFolderDataset(str(tmp_path)), listed):
        loader, separate = data.DataLoader(dataset, 2), data.DataLoader(OneByOne(dataset), 2)
        assert loader._make_batch.func is _pixels.make_image_batch
        for part, other in zip(next(iter(loader)), next(iter(separate)), strict=True):
            assert part.dtype == other.dtype
            np.testing.assert_array_equal(part.asnumpy(), other.asnumpy())
    (tmp_path / "cat" / "1.png").write_bytes(b"nothing")
    with pytest.raises(mx.MXNetError, match=r"cat.1\.png"):
        next(iter(loader))


def test_images_of_several_sizes_cannot_be_stacked(record_file):
    dataset = data.vision.ImageRecordDataset(record_file)
    with pytest.raises(mx.MXNetError):
        next(iter(data.DataLoader(dataset, 3)))


class Doubled(transforms.ToTensor):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x) * 2


class Relabelled(data.vision.ImageRecordDataset):
    def __getitem__(self, index):
        image, label = super().__getitem__(index)
        return image, label + 1


def test_code_of_users_runs(record_file):
    resize = transforms.Resize((8, 6))
    dataset = data.vision.ImageRecordDataset(record_file)
    hooked = transforms.ToTensor()
    hooked.register_forward_hook(lambda block, inputs, output: None)
    for transform in (Doubled(), hooked, transforms.Compose([resize, Doubled()]), transforms.Compose([hooked]),
                      lambda image: image):
        assert _pixels.image_loader_of(dataset.transform_first(transform)) is None
    assert _pixels.image_loader_of(Relabelled(record_file)) is None
    assert _pixels.image_loader_of(data.vision.ImageRecordDataset(record_file, 1, lambda image, label: image)) is None
    image = mx.nd.ones((4, 4, 3), dtype="uint8") * 51
    np.testing.assert_allclose(transforms.Compose([Doubled()])(image).asnumpy(), 0.4, rtol=1e-6)


def test_other_batchify_functions_get_samples(record_file):
    dataset = data.vision.ImageRecordDataset(record_file)
    loader = data.DataLoader(dataset, 3, batchify_fn=lambda samples: [image.shape for image, _ in samples])
    assert next(iter(loader)) == [(20, 50, 3), (25, 47, 3), (30, 44, 3)]


def test_rows_below_a_crop_are_not_decoded(tmp_path, monkeypatch):
    (tmp_path / "class").mkdir()
    for name in ("a.jpg", "b.png"):
        cv2.imwrite(str(tmp_path / "class" / name), photo(np.random.RandomState(0), 100, 300))
    cropped = data.vision.ImageFolderDataset(str(tmp_path)).transform_first(transforms.CenterCrop(6))
    loader, shortened = data.DataLoader(cropped, 2), refuses_cut_files()
    decode, heights = cv2.imdecode, []

    def remember(*arguments):
        image = decode(*arguments)
        heights.append(image.shape[0])
        return image

    monkeypatch.setattr(cv2, "imdecode", remember)
    assert [batch[0].shape for batch in loader] == [(2, 6, 6, 3)]
    assert heights == [53 + 4 if shortened else 100, 100]  # the crop ends at row 53
