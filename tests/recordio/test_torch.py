"""Tests for record files as torch data sets with several workers and processes."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import recordio

cv2 = pytest.importorskip("cv2")
COUNT = 23


def image(number: int) -> np.ndarray:
    """Create an image in BGR order."""
    pixels = np.zeros((8, 9, 3), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = number, 100, 200
    return pixels


@pytest.fixture
def rec(tmp_path: pathlib.Path) -> str:
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for number in range(COUNT):
        # Records of different sizes that contain the magic number, which splits a record.
        packed = recordio.pack_img(recordio.IRHeader(0, float(number), number, 0), image(number), 3, ".png")
        writer.write_idx(number, packed + b"\x0a\x23\xd7\xce" * (number % 5) + b"x" * (37 * number % 501))
    writer.close()
    return str(tmp_path / "a.rec")


@pytest.fixture
def faces(tmp_path: pathlib.Path) -> str:
    """Write the layout of InsightFace: images from 1 on, then a record per person. Record 0 contains both ranges."""
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "f.idx"), str(tmp_path / "f.rec"), "w")
    writer.write_idx(0, recordio.pack(recordio.IRHeader(2, [8.0, 11.0], 0, 0), b""))
    for number in range(1, 8):
        header = recordio.IRHeader(0, [float(number // 3), 0.0], number, 0)
        writer.write_idx(number, recordio.pack_img(header, image(number), 3, ".png"))
    for person, (first, last) in enumerate(((1, 3), (3, 6), (6, 8))):
        header = recordio.IRHeader(2, [float(first), float(last)], 8 + person, 0)
        writer.write_idx(8 + person, recordio.pack(header, b""))
    writer.close()
    return str(tmp_path / "f.rec")


def test_samples_by_number(rec: str) -> None:
    dataset = recordio.RecordDataset(rec)
    assert len(dataset) == COUNT
    pixels, label = dataset[7]
    assert pixels.dtype == torch.uint8 and tuple(pixels.shape) == (3, 8, 9)
    assert pixels[:, 0, 0].tolist() == [200, 100, 7]
    assert label.dtype == torch.int64 and label.item() == 7
    array, _ = recordio.RecordDataset(rec, output="numpy", transform=lambda pixels: pixels[::2])[7]
    np.testing.assert_array_equal(array, image(7)[::2, :, ::-1])
    content, _ = recordio.RecordDataset(rec, output="bytes")[7]
    assert content.startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="output must be"):
        recordio.RecordDataset(rec, output="pil")


@pytest.mark.parametrize("workers", [0, 2])
def test_loader_of_torch(rec: str, workers: int) -> None:
    loader = torch.utils.data.DataLoader(recordio.RecordDataset(rec), 4, num_workers=workers)
    batches = list(loader)
    assert tuple(batches[0][0].shape) == (4, 3, 8, 9)
    assert [label for _, labels in batches for label in labels.tolist()] == list(range(COUNT))


@pytest.mark.parametrize("workers", [0, 1, 2])
@pytest.mark.filterwarnings("ignore:This DataLoader will create")  # on machines with a single core
@pytest.mark.parametrize("world", [1, 2, 5])
def test_stream_is_dealt_to_processes_and_workers(rec: str, workers: int, world: int) -> None:
    seen: list[int] = []
    for rank in range(world):
        stream = recordio.RecordStream(rec, rank=rank, world_size=world)
        for pixels, label in torch.utils.data.DataLoader(stream, None, num_workers=workers):
            assert pixels[2, 0, 0] == label
            seen.append(int(label))
    assert sorted(seen) == list(range(COUNT))


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 50, 1000])
def test_every_record_is_in_one_part(rec: str, parts: int) -> None:
    stream = recordio.RecordStream(rec)
    found = [record for part in range(parts) for _, record in stream._records(part, parts)]
    reader = recordio.MXIndexedRecordIO(rec[:-3] + "idx", rec, "r")
    assert found == [reader.read_idx(number) for number in range(COUNT)]


def test_order_of_a_stream(rec: str) -> None:
    stream = recordio.RecordStream(rec, shuffle_buffer=8, seed=1)
    first, again = ([int(label) for _, label in stream] for _ in range(2))
    assert first == again and first != list(range(COUNT)) and sorted(first) == list(range(COUNT))
    stream.set_epoch(1)
    assert [int(label) for _, label in stream] != first
    assert [int(label) for _, label in recordio.RecordStream(rec)] == list(range(COUNT))


def test_files_of_insightface(faces: str) -> None:
    dataset = recordio.RecordDataset(faces)
    assert dataset.keys == [1, 2, 3, 4, 5, 6, 7]
    assert [dataset[number][1].tolist()[0] for number in range(7)] == [0, 0, 1, 1, 1, 2, 2]
    assert [int(pixels[2, 0, 0]) for pixels, _ in recordio.RecordStream(faces)] == [1, 2, 3, 4, 5, 6, 7]


def test_labels(tmp_path: pathlib.Path) -> None:
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for number, label in enumerate((0.5, [1.0, 2.0], [0.25, 1.0])):
        writer.write_idx(number, recordio.pack_img(recordio.IRHeader(0, label, number, 0), image(0), 3, ".png"))
    writer.close()
    dataset = recordio.RecordDataset(str(tmp_path / "a.rec"))
    with pytest.raises(mx.MXNetError, match=r"record 0: the label 0.5 cannot be stored as torch.int64"):
        dataset[0]
    assert dataset[1][1].tolist() == [1, 2]
    floats = recordio.RecordDataset(str(tmp_path / "a.rec"), label_dtype=torch.float32)
    assert [floats[number][1].tolist() for number in range(3)] == [0.5, [1.0, 2.0], [0.25, 1.0]]


def test_errors_name_the_record(tmp_path: pathlib.Path) -> None:
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    writer.write_idx(4, recordio.pack(recordio.IRHeader(0, 1.0, 4, 0), b"no image"))
    writer.close()
    with pytest.raises(mx.MXNetError, match=r"a\.rec, record 4"):
        recordio.RecordDataset(str(tmp_path / "a.rec"))[0]
    with pytest.raises(mx.MXNetError, match=r"a\.rec, record at byte 0"):
        next(iter(recordio.RecordStream(str(tmp_path / "a.rec"))))
    with pytest.raises(mx.MXNetError, match="cannot open"):
        recordio.RecordStream(str(tmp_path / "missing.rec"))
    with pytest.raises(ValueError, match="rank"):
        recordio.RecordStream(str(tmp_path / "a.rec"), rank=2, world_size=2)
