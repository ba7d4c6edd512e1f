"""Tests of iterators over image records. The expected orders, padding and shapes come from MXNet."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio

cv2 = pytest.importorskip("cv2")
COUNT = 10


def picture(number: int, height: int = 20, width: int = 24) -> np.ndarray:
    """Create an image with the row in blue, the column in green and the number in red."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, :, 0] = np.arange(height)[:, None]
    image[:, :, 1] = np.arange(width)
    image[:, :, 2] = 10 * number
    return image


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("records")
    file = recordio.MXIndexedRecordIO(str(folder / "a.idx"), str(folder / "a.rec"), "w")
    for number in range(COUNT):
        header = recordio.IRHeader(0, float(number), number, 0)
        file.write_idx(number, recordio.pack_img(header, picture(number), quality=3, img_fmt=".png"))
    file.close()
    wide = recordio.MXRecordIO(str(folder / "wide.rec"), "w")
    for number in range(3):
        header = recordio.IRHeader(2, np.array([number, number + 0.5], "float32"), number, 0)
        wide.write(recordio.pack_img(header, picture(number), quality=3, img_fmt=".png"))
    wide.close()
    (folder / "a.lst").write_text("".join(f"{i}\t{i * 10}\t{i * 10 + 1}\tx.png\n" for i in range(COUNT)))
    return folder


def iterator(folder: pathlib.Path, **kwargs: Any) -> mx.io.MXDataIter:
    arguments = {"path_imgrec": folder / "a.rec", "data_shape": (3, 16, 16), "batch_size": 4, **kwargs}
    return mx.io.ImageRecordIter(**arguments)


def labels(batches: Any) -> list[list[float]]:
    return [batch.label[0].asnumpy().ravel().tolist() for batch in batches]


def flat(batches: Any) -> list[float]:
    return [label for batch in labels(batches) for label in batch]


def test_order_padding_and_descriptions(records: pathlib.Path) -> None:
    batches = iterator(records)
    assert str(batches.provide_data) == "[DataDesc[data,(4, 3, 16, 16),<class 'numpy.float32'>,NCHW]]"
    assert str(batches.provide_label) == "[DataDesc[softmax_label,(4,),<class 'numpy.float32'>,NCHW]]"
    epoch = list(batches)
    assert labels(epoch) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]] and [b.pad for b in epoch] == [0, 0, 2]
    batches.reset()
    assert labels(batches) == [[2, 3, 4, 5], [6, 7, 8, 9]]
    batches.reset()
    assert labels(batches)[0] == [0, 1, 2, 3]


def test_reset_in_the_middle(records: pathlib.Path) -> None:
    batches = iterator(records)
    next(batches)
    batches.reset()
    assert labels(batches) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]


def test_without_rounding(records: pathlib.Path) -> None:
    batches = iterator(records, round_batch=False)
    epoch = list(batches)
    assert labels(epoch)[-1] == [8, 9, 0, 0] and epoch[-1].pad == 2 and not epoch[-1].data[0][2:].asnumpy().any()
    batches.reset()
    assert labels(batches)[0] == [0, 1, 2, 3]


def test_pixels_are_the_middle_in_red_green_blue(records: pathlib.Path) -> None:
    batch = next(iterator(records)).data[0].asnumpy()
    expected = picture(3)[2:18, 4:20, ::-1].transpose(2, 0, 1)
    assert (batch[3] == expected).all()
    mirrored = next(iterator(records, mirror=True)).data[0].asnumpy()
    assert (mirrored == batch[..., ::-1]).all()


def test_normalization(records: pathlib.Path) -> None:
    plain = next(iterator(records)).data[0].asnumpy()
    changed = next(iterator(records, mean_r=10, mean_g=5, mean_b=2, std_r=2, std_g=4, std_b=8, scale=0.5))
    mean, std = np.reshape([10, 5, 2], (3, 1, 1)), np.reshape([2, 4, 8], (3, 1, 1))
    np.testing.assert_allclose(changed.data[0].asnumpy(), (plain - mean) * 0.5 / std, rtol=1e-6)


def test_types(records: pathlib.Path) -> None:
    plain = next(iterator(records)).data[0].asnumpy()
    bytes_ = next(iterator(records, dtype="uint8", mean_r=100)).data[0]
    assert bytes_.dtype == np.uint8 and (bytes_.asnumpy() == plain).all()
    signed = next(iterator(records, dtype="int8", mean_r=200.4)).data[0]
    assert signed.dtype == np.int8 and signed.asnumpy()[1, 0, 0, 0] == -128 and signed.asnumpy()[3, 1, 0, 2] == 6
    arguments = {"path_imgrec": records / "a.rec", "data_shape": (3, 16, 16), "batch_size": 4}
    assert mx.io.ImageRecordUInt8Iter(**arguments).provide_data[0].dtype is np.uint8
    assert mx.io.ImageRecordInt8Iter(**arguments).provide_data[0].dtype is np.int8
    assert (next(mx.io.ImageRecordIter_v1(**arguments)).data[0].asnumpy() == plain).all()


def test_grey(records: pathlib.Path) -> None:
    batch = next(iterator(records, data_shape=(1, 16, 16))).data[0].asnumpy()
    grey = cv2.cvtColor(picture(2), cv2.COLOR_BGR2GRAY)[2:18, 4:20]
    assert np.abs(batch[2, 0] - grey).max() <= 1  # image decoders round differently


def test_resize_padding_and_enlarging(records: pathlib.Path) -> None:
    resized = next(iterator(records, resize=40, data_shape=(3, 40, 48))).data[0].asnumpy()
    expected = cv2.resize(picture(1), (48, 40), interpolation=1)[:, :, ::-1].transpose(2, 0, 1)
    assert (resized[1] == expected).all()
    padded = next(iterator(records, pad=2, fill_value=7, data_shape=(3, 24, 28))).data[0].asnumpy()
    assert (padded[:, :, :2] == 7).all()
    assert (padded[1, :, 2:22, 2:26] == picture(1)[:, :, ::-1].transpose(2, 0, 1)).all()
    assert next(iterator(records, data_shape=(3, 30, 50))).data[0].shape == (4, 3, 30, 50)


def test_random_crop_and_mirror_are_parts_of_the_image(records: pathlib.Path) -> None:
    batches = iterator(records, rand_crop=True, rand_mirror=True, batch_size=COUNT, seed=3)
    data = np.concatenate([batch.data[0].asnumpy() for batch in batches])
    rows, columns = data[:, 2, :, 0], data[:, 1, 0, :]
    assert (np.diff(rows, axis=1) == 1).all() and (np.abs(np.diff(columns, axis=1)) == 1).all()
    assert len(set(rows[:, 0])) > 1 and {1.0, -1.0} == set(np.diff(columns, axis=1).ravel())


@pytest.mark.parametrize("options", [
    {"random_resized_crop": True, "min_random_area": 0.3, "max_aspect_ratio": 0.3},
    {"min_crop_size": 10, "max_crop_size": 18, "rand_crop": True},
    {"max_rotate_angle": 20, "max_shear_ratio": 0.2, "min_random_scale": 0.9, "max_random_scale": 1.2},
    {"rotate_list": "90,180", "inter_method": 9}, {"brightness": 0.3, "contrast": 0.3, "saturation": 0.3},
    {"random_h": 20, "random_s": 20, "random_l": 20}, {"pca_noise": 0.1, "inter_method": 10, "resize": 18},
    {"max_random_contrast": 0.3, "max_random_illumination": 5, "mean_r": 3},
])
def test_random_changes_differ_by_seed_only(records: pathlib.Path, options: dict[str, Any]) -> None:
    first, same, other = (next(iterator(records, seed=seed, **options)).data[0].asnumpy() for seed in (1, 1, 2))
    assert first.shape == (4, 3, 16, 16) and (first == same).all() and (first != other).any()
    plain = next(iterator(records)).data[0].asnumpy()
    assert (first != plain).any()


def test_shuffle(records: pathlib.Path) -> None:
    batches = iterator(records, shuffle=True, seed=5, batch_size=5)
    first = flat(batches)
    batches.reset()
    second = flat(batches)
    assert sorted(first) == sorted(second) == list(range(COUNT)) and first != second and first != sorted(first)
    assert first == flat(iterator(records, shuffle=True, seed=5, batch_size=5))


def test_parts(records: pathlib.Path) -> None:
    found = [flat(iterator(records, batch_size=1, num_parts=3, part_index=part)) for part in range(3)]
    assert [label for part in found for label in part] == list(range(COUNT)) and all(found)
    indexed = [flat(iterator(records, batch_size=1, num_parts=3, part_index=part, path_imgidx=records / "a.idx"))
               for part in range(3)]
    assert indexed == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


def test_labels(records: pathlib.Path) -> None:
    batch = next(iterator(records, path_imglist=records / "a.lst", label_width=2))
    assert batch.label[0].asnumpy().tolist() == [[0, 1], [10, 11], [20, 21], [30, 31]]
    wide = next(iterator(records, path_imgrec=records / "wide.rec", label_width=2, batch_size=3, label_name="y"))
    assert wide.label[0].asnumpy().tolist() == [[0, 0.5], [1, 1.5], [2, 2.5]]


def test_mean_image(records: pathlib.Path, tmp_path: pathlib.Path) -> None:
    plain = np.concatenate([b.data[0].asnumpy() for b in iterator(records, batch_size=5)])
    file = str(tmp_path / "mean.nd")
    for _ in range(2):  # create it, then load it
        changed = np.concatenate([b.data[0].asnumpy() for b in iterator(records, batch_size=5, mean_img=file)])
        np.testing.assert_allclose(changed, plain - plain.mean(axis=0), atol=1e-4)
    assert list(mx.nd.load(file)) == ["mean_img"]


@pytest.mark.parametrize(("change", "words"), [
    ({"label_width": 2}, "label_width must be 1"), ({"dtype": "float16"}, "dtype must be one of"),
    ({"path_imgrec": ""}, "must specify path_imgrec"), ({"data_shape": (2, 4, 4)}, "data_shape must be"),
    ({"path_imgrec": "nowhere.rec"}, "cannot open"), ({"part_index": 3}, "part_index=3"),
    ({"random_resized_crop": True, "rand_crop": True}, "conflicts"), ({"inter_method": 7}, "inter_method"),
    ({"max_crop_size": 90}, "max_crop_size"), ({"batch_size": 100}, "bigger than the batch size"),
])
def test_errors(records: pathlib.Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(mx.MXNetError, match=words):
        iterator(records, **change)


def test_damaged_image(tmp_path: pathlib.Path) -> None:
    file = recordio.MXRecordIO(str(tmp_path / "bad.rec"), "w")
    file.write(recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), b"no image"))
    file.close()
    with pytest.raises(mx.MXNetError, match="cannot decode"):
        mx.io.ImageRecordIter(path_imgrec=tmp_path / "bad.rec", data_shape=(3, 4, 4), batch_size=1)


def test_index_of_another_file(records: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for position in (4, 10**9):
        (tmp_path / "bad.idx").write_text(f"0\t{position}\n")
        with pytest.raises(mx.MXNetError, match=r"Invalid RecordIO File|no record at byte"):
            iterator(records, path_imgidx=tmp_path / "bad.idx", batch_size=1)
