"""Tests of the image iterators. The content of batches is tested in test_golden.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx

cv2 = pytest.importorskip("cv2", reason="images need OpenCV")

RAW = [2, 5, 1, 0.1, 0.2, 0.5, 0.6, 0, 0.4, 0.3, 0.9, 0.95]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write six images, each with a single colour from 0, 40, 80, ..."""
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), 40 * number, np.uint8))
    return tmp_path


def listed(count: int = 6) -> list[list]:
    return [[float(number), f"{number}.png"] for number in range(count)]


def plain(folder: Path, batch_size: int = 2, **options) -> mx.image.ImageIter:
    return mx.image.ImageIter(batch_size, (3, 8, 8), imglist=listed(), path_root=str(folder), **options)


def labels(iterator: mx.image.ImageIter) -> list[list[float]]:
    return [batch.label[0].asnumpy().tolist() for batch in iterator]


def test_description(folder: Path) -> None:
    iterator = plain(folder, data_name="pixels", label_name="kind")
    assert iterator.provide_data == [("pixels", (2, 3, 8, 8))]
    assert iterator.provide_label == [("kind", (2,))]
    assert (iterator.num_image, iterator.batch_size, iterator.data_shape) == (6, 2, (3, 8, 8))


def test_colour_and_label_belong_together_when_shuffled(folder: Path) -> None:
    iterator = plain(folder, shuffle=True)
    orders = []
    for _ in range(3):
        seen = []
        for batch in iterator:
            np.testing.assert_array_equal(batch.data[0].asnumpy()[:, 0, 0, 0], 40 * batch.label[0].asnumpy())
            seen += batch.label[0].asnumpy().tolist()
        assert sorted(seen) == [0, 1, 2, 3, 4, 5]
        orders.append(tuple(seen))
        iterator.reset()
    assert len(set(orders)) > 1


def test_rolled_over_images_and_hard_reset(folder: Path) -> None:
    iterator = plain(folder, 4, last_batch_handle="roll_over")
    assert labels(iterator) == [[0, 1, 2, 3]]
    iterator.reset()
    assert labels(iterator) == [[4, 5, 0, 1], [2, 3, 4, 5]]
    iterator.hard_reset()
    assert labels(iterator) == [[0, 1, 2, 3]]
    iterator.hard_reset()
    assert labels(iterator) == [[0, 1, 2, 3]]


def test_padding_and_discarding(folder: Path) -> None:
    padded = plain(folder, 4)
    assert [batch.pad for batch in padded] == [0, 2]
    padded.reset()
    assert labels(padded) == [[0, 1, 2, 3], [4, 5, 0, 1]]
    assert labels(plain(folder, 4, last_batch_handle="discard")) == [[0, 1, 2, 3]]


def test_parts(folder: Path) -> None:
    parts = [labels(plain(folder, 3, num_parts=2, part_index=part)) for part in range(2)]
    assert parts == [[[0, 1, 2]], [[3, 4, 5]]]
    with pytest.raises(AssertionError, match="num_parts=2, received 2"):
        plain(folder, num_parts=2, part_index=2)


def test_several_labels_from_a_file(folder: Path) -> None:
    (folder / "images.lst").write_text("7\t1\t2.5\t3.png\n\n4\t3\t4.5\t1.png\n")
    iterator = mx.image.ImageIter(2, (3, 8, 8), label_width=2, path_imglist=str(folder / "images.lst"),
                                  path_root=str(folder))
    assert labels(iterator) == [[[1.0, 2.5], [3.0, 4.5]]]
    (folder / "images.lst").write_text("1\t2\t0.png\nseven\t1\t3.png\n")
    with pytest.raises(mx.MXNetError, match="images.lst, line 2"):
        mx.image.ImageIter(2, (3, 8, 8), path_imglist=str(folder / "images.lst"))


def test_broken_images_are_named(folder: Path) -> None:
    (folder / "2.png").write_bytes(b"nothing")
    iterator = plain(folder)
    iterator.next()
    with pytest.raises(RuntimeError, match="Broken image filename: 2.png, .*Decoding failed"):
        iterator.next()
    (folder / "1.png").unlink()
    with pytest.raises(FileNotFoundError, match="1.png"):
        plain(folder).next()


def test_broken_records_are_numbered(tmp_path: Path) -> None:
    names = str(tmp_path / "a.idx"), str(tmp_path / "a.rec")
    records = mx.recordio.MXIndexedRecordIO(*names, "w")
    records.write_idx(9, mx.recordio.pack(mx.recordio.IRHeader(0, 1.0, 9, 0), b"nothing"))
    records.close()
    with pytest.raises(RuntimeError, match="Broken image index: 0"):
        mx.image.ImageIter(1, (3, 4, 4), path_imgrec=names[1]).next()
    with pytest.raises(RuntimeError, match="Broken image index: 9"):
        mx.image.ImageIter(1, (3, 4, 4), path_imgrec=names[1], path_imgidx=names[0]).next()
    with pytest.raises(AssertionError, match="path_imgidx"):
        mx.image.ImageIter(1, (3, 4, 4), path_imgrec=names[1], shuffle=True)


def test_subclass_may_change_every_step(folder: Path) -> None:
    class Grey(mx.image.ImageIter):
        def read_image(self, fname):
            return super().read_image("1.png")

        def check_valid_image(self, data):
            if self.cur == 2:
                raise RuntimeError("skip this one")

        def augmentation_transform(self, data):
            return super().augmentation_transform(data) + 1

    iterator = Grey(5, (3, 8, 8), imglist=listed(), path_root=str(folder))
    batch = iterator.next()
    assert batch.label[0].asnumpy().tolist() == [0, 2, 3, 4, 5]
    np.testing.assert_array_equal(batch.data[0].asnumpy(), 41.0)


@pytest.mark.parametrize(("options", "error", "message"), [
    ({}, AssertionError, "path_imgrec, path_imglist"),
    ({"imglist": [[1, "a"]], "dtype": "int8"}, AssertionError, "int8 label not supported"),
    ({"imglist": [[1, "a"]], "last_batch_handle": "drop"}, ValueError, "received 'drop'"),
    ({"imglist": [[1, "a"]], "data_shape": (1, 4, 4)}, ValueError, "3 channels"),
    ({"imglist": [[1, "a"]], "data_shape": (4, 4)}, ValueError, r"data_shape must be \(channels, height, width\), "
                                                                r"received \(4, 4\)"),
    ({"path_imgrec": "/no/such.rec"}, mx.MXNetError, "/no/such.rec"),
])
def test_errors(options: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        mx.image.ImageIter(1, **{"data_shape": (3, 4, 4), **options})


@pytest.mark.real_data
def test_photos_train_a_network(test_data: Path) -> None:
    """A network learns to distinguish two photographs in a few steps."""
    names = ["house-cat.jpg", "nagasaki-boats.jpg"]
    iterator = mx.image.ImageIter(2, (3, 32, 32), imglist=[[i, name] for i, name in enumerate(names)],
                                  path_root=str(test_data / "photos"), resize=40, rand_crop=True, rand_mirror=True,
                                  mean=True, std=True)
    network = mx.gluon.nn.Dense(2)
    network.initialize(mx.init.Xavier())
    trainer = mx.gluon.Trainer(network.collect_params(), "sgd", {"learning_rate": 0.01})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(10):
        iterator.reset()
        for batch in iterator:
            with mx.autograd.record():
                error = loss(network(batch.data[0]), batch.label[0])
            error.backward()
            trainer.step(2)
    iterator.reset()
    batch = iterator.next()
    assert network(batch.data[0]).argmax(axis=1).asnumpy().tolist() == batch.label[0].asnumpy().tolist()


def boxed(folder: Path, count: int = 4, raw: list = RAW, **options) -> mx.image.ImageDetIter:
    entries = [[*raw[:7 if number % 2 else None], f"{number}.png"] for number in range(count)]
    return mx.image.ImageDetIter(2, (3, 10, 12), imglist=entries, path_root=str(folder), **options)


def test_labels_are_filled_up(folder: Path) -> None:
    iterator = boxed(folder)
    assert iterator.provide_label == [("label", (2, 2, 5))]
    label = iterator.next().label[0].asnumpy()
    np.testing.assert_allclose(label[0], np.reshape(RAW[2:], (2, 5)), rtol=1e-6)
    np.testing.assert_allclose(label[1], [RAW[2:7], [-1] * 5], rtol=1e-6)


def test_reshaping_and_synchronizing(folder: Path) -> None:
    few, many = boxed(folder), boxed(folder, raw=[*RAW, *RAW[2:7]])
    assert (few.label_shape, many.label_shape) == ((2, 5), (3, 5))
    assert many.sync_label_shape(few) is few
    assert few.next().label[0].shape == (2, 3, 5)
    few.reshape(data_shape=(3, 20, 20))
    assert few.provide_data == [("data", (2, 3, 20, 20))]
    for shape, message in (((1, 5), "allows 1 objects"), ((3, 6), "label_shape must end with the object width 5"),
                           ((3,), "2")):
        with pytest.raises(ValueError, match=message):
            few.reshape(label_shape=shape)
    with pytest.raises(AssertionError, match="object width mismatch"):
        few.sync_label_shape(boxed(folder, raw=[2, 6, 1, 0.1, 0.2, 0.5, 0.6, 9], count=1))


@pytest.mark.parametrize(("raw", "message"), [
    ([2, 5, 1], "a label must have at least"),
    ([2, 5, 1, 0.1, 0.2, 0.5, 0.6, 7], "objects of width 5"),
    ([2, 5, 1, 0.5, 0.2, 0.1, 0.6], "no object of positive size"),
])
def test_wrong_labels(folder: Path, raw: list, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        boxed(folder, 1, raw)


def test_drawing(folder: Path) -> None:
    pictures = list(boxed(folder, 2, mean=True, std=True).draw_next(
        color=(10, 20, 30), thickness=1, mean=True, std=True, id2labels={1: "boat"}))
    assert [picture.shape for picture in pictures] == [(10, 12, 3)] * 2
    # BGR values of the box of the unnamed class, on a black and on a dark image.
    assert pictures[0][9, 6].tolist() == [30, 20, 10]
    assert pictures[1][0, 0].tolist() == pytest.approx([40] * 3, abs=1)
