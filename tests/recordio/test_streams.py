"""Tests for record files at fsspec URLs, concurrent reads, full disks and truncation during a read."""

from __future__ import annotations

import os
import pathlib
import pickle
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio

fsspec = pytest.importorskip("fsspec")
RECORDS = [bytes([number]) * (7 * number * number % 4001) for number in range(40)] + [b"ab\x0a\x23\xd7\xce" * 3, b""]


@pytest.fixture(params=["memory", "file", "local"])
def folder(request, tmp_path: pathlib.Path):
    yield {"memory": "memory://records", "file": f"file://{tmp_path}", "local": str(tmp_path)}[request.param]
    fsspec.filesystem("memory").store.clear()


def written(folder: str) -> tuple[str, str]:
    names = f"{folder}/a.idx", f"{folder}/a.rec"
    writer = recordio.MXIndexedRecordIO(*names, "w")
    for number, record in enumerate(RECORDS):
        writer.write_idx(number, record)
    writer.close()
    return names


def test_any_address(folder: str) -> None:
    index, name = written(folder)
    reader = recordio.MXRecordIO(name, "r")
    assert [reader.read() for _ in RECORDS] == RECORDS
    assert reader.read() is None
    indexed = recordio.MXIndexedRecordIO(index, name, "r")
    for number in np.random.RandomState(0).permutation(len(RECORDS)):
        assert indexed.read_idx(int(number)) == RECORDS[number]
    again = pickle.loads(pickle.dumps(indexed))
    assert again.read_idx(5) == RECORDS[5]


def test_reading_goes_on_behind_a_record_that_was_read_by_its_key(folder: str) -> None:
    indexed = recordio.MXIndexedRecordIO(*written(folder), "r")
    assert indexed.read_idx(30) == RECORDS[30]
    assert indexed.read() == RECORDS[31]
    assert indexed.read() == RECORDS[32]
    indexed.read_idx(3)
    indexed.seek(10)
    assert indexed.read() == RECORDS[10]


def test_threads_share_a_file(tmp_path: pathlib.Path) -> None:
    indexed = recordio.MXIndexedRecordIO(*written(str(tmp_path)), "r")
    wrong = []

    def read(seed: int) -> None:
        for number in np.random.RandomState(seed).randint(0, len(RECORDS), 1500).tolist():
            if indexed.read_idx(number) != RECORDS[number]:
                wrong.append(number)

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_image_iterator_over_a_stream() -> None:
    cv2 = pytest.importorskip("cv2")
    names = "memory://images/a.idx", "memory://images/a.rec"
    writer = recordio.MXIndexedRecordIO(*names, "w")
    for number in range(6):
        encoded = cv2.imencode(".png", np.full((5, 6, 3), number, np.uint8))[1].tobytes()
        writer.write_idx(number, recordio.pack(recordio.IRHeader(0, number, number, 0), encoded))
    writer.close()
    for options in ({}, {"path_imgidx": names[0]}):
        batches = mx.io.ImageRecordIter(path_imgrec=names[1], data_shape=(3, 5, 6), batch_size=3, **options)
        for batch in batches:
            labels = batch.label[0].asnumpy()
            assert (batch.data[0].asnumpy() == labels.reshape(3, 1, 1, 1)).all()
    dataset = mx.gluon.data.vision.ImageRecordDataset(names[1])
    images, labels = next(iter(mx.gluon.data.DataLoader(dataset, 6)))
    assert (images.asnumpy() == labels.asnumpy().reshape(6, 1, 1, 1)).all()
    assert [int(label) for _, label in recordio.RecordStream(names[1])] == list(range(6))
    fsspec.filesystem("memory").store.clear()


@pytest.mark.parametrize("name", ["memory://nothing/a.rec", "missing/a.rec", "no-such-protocol://a.rec"])
def test_files_that_are_not_there(name: str) -> None:
    with pytest.raises(mx.MXNetError, match=r"a\.rec"):
        recordio.MXRecordIO(name, "r")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk here")
def test_full_disk(tmp_path: pathlib.Path) -> None:
    writer = recordio.MXRecordIO("/dev/full", "w")
    with pytest.raises(mx.MXNetError, match="cannot write /dev/full: No space left"):
        writer.write(bytes(1 << 20))
    with pytest.raises(mx.MXNetError, match="cannot write /dev/full: No space left"):
        writer.close()
    writer.close()
    index = recordio.MXIndexedRecordIO("/dev/full", str(tmp_path / "a.rec"), "w")
    index.write_idx(0, b"record")
    with pytest.raises(mx.MXNetError, match="cannot write the index file /dev/full: No space left"):
        index.close()


def test_file_that_is_cut_off_while_it_is_read(tmp_path: pathlib.Path) -> None:
    index, name = written(str(tmp_path))
    indexed, plain = recordio.MXIndexedRecordIO(index, name, "r"), recordio.MXRecordIO(name, "r")
    assert indexed.read_idx(20) == RECORDS[20]
    os.truncate(name, indexed.idx[20] + 50)
    for number in (20, 25):
        with pytest.raises(mx.MXNetError, match="Invalid RecordIO File"):
            indexed.read_idx(number)
    with pytest.raises(mx.MXNetError, match="Invalid RecordIO File"):
        while plain.read() is not None:
            pass


def test_sparse_index(tmp_path: pathlib.Path) -> None:
    """The distance to the next key is only an estimate of the record size."""
    index, name = written(str(tmp_path))
    lines = pathlib.Path(index).read_text().splitlines(keepends=True)
    pathlib.Path(index).write_text("".join(lines[::7]))
    indexed = recordio.MXIndexedRecordIO(index, name, "r")
    assert [indexed.read_idx(number) for number in range(0, len(RECORDS), 7)] == RECORDS[::7]
