"""Tests of iterators that continue in the middle of an epoch."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, recordio


def rows(batch):
    """Return the content of a batch as lists."""
    return [array.asnumpy().tolist() for array in (*batch.data, *(batch.label or ()))], batch.pad


def read(iterator, epochs):
    items = []
    while epochs:
        try:
            items.append(rows(iterator.next()))
        except StopIteration:
            items.append("end")
            iterator.reset()
            epochs -= 1
    return items


def check_resume(make, stop):
    """Compare three epochs with epochs that are interrupted after `stop` batches and continued by another iterator."""
    np.random.seed(3)
    whole = read(make(), 3)
    np.random.seed(3)
    first, items = make(), []
    while len(items) < stop:
        try:
            items.append(rows(first.next()))
        except StopIteration:
            items.append("end")
            first.reset()
    state, random = json.loads(json.dumps(first.state_dict())), np.random.get_state()
    second = make()
    second.load_state_dict(state)
    np.random.set_state(random)
    assert items + read(second, 3 - items.count("end")) == whole


@pytest.mark.parametrize("stop", [0, 1, 3, 5, 9])
@pytest.mark.parametrize("mode", ["pad", "discard", "roll_over"])
@pytest.mark.parametrize("shuffle", [False, True])
def test_arrays(stop, mode, shuffle):
    data = np.arange(22.0).reshape(11, 2)
    check_resume(lambda: mx.io.NDArrayIter(data, np.arange(11.0), 3, shuffle, mode), stop)


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    cv2 = pytest.importorskip("cv2")
    path = tmp_path_factory.mktemp("records") / "a.rec"
    writer = recordio.MXIndexedRecordIO(path.with_suffix(".idx"), path, "w")
    for key in range(11):
        pixels = cv2.imencode(".png", np.full((9, 8, 3), key * 20, np.uint8))[1].tobytes()
        writer.write_idx(key, recordio.pack((0, float(key), key, 0), pixels))
    writer.close()
    return path


@pytest.mark.parametrize("stop", [0, 1, 4, 7])
@pytest.mark.parametrize("options", [
    {}, {"shuffle": True}, {"shuffle": True, "path_imgidx": "a.idx", "rand_crop": True, "rand_mirror": True},
    {"round_batch": False}, {"shuffle": True, "seed_aug": 3, "rand_crop": True}], ids=lambda options: "-".join(options))
def test_images(records, stop, options, monkeypatch):
    monkeypatch.chdir(records.parent)
    check_resume(lambda: mx.io.ImageRecordIter(path_imgrec="a.rec", data_shape=(3, 7, 7), batch_size=4, verbose=False,
                                               preprocess_threads=2, **options), stop)


def test_batches_before_the_position_are_not_decoded(records, monkeypatch):
    def make():
        return mx.io.ImageRecordIter(path_imgrec=str(records), data_shape=(3, 7, 7), batch_size=2, verbose=False,
                                     prefetch_buffer=1)

    first = make()
    for _ in range(4):
        first.next()
    second, decoded = make(), []
    plain = type(second.handle.make.images).load
    monkeypatch.setattr(type(second.handle.make.images), "load",
                        lambda self, number, random: decoded.append(int(number)) or plain(self, number, random))
    second.load_state_dict(first.state_dict())
    second.next()
    assert decoded == [8, 9]


@pytest.mark.parametrize("stop", [0, 2, 4])
@pytest.mark.parametrize("round_batch", [False, True])
def test_rows_of_files(tmp_path, stop, round_batch):
    (tmp_path / "a.csv").write_text("".join(f"{i},{i}\n" for i in range(8)))
    check_resume(lambda: mx.io.CSVIter(data_csv=str(tmp_path / "a.csv"), data_shape=(2,), batch_size=3,
                                       round_batch=round_batch), stop)


def test_resized_epochs():
    check_resume(lambda: mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(7.0), None, 2), 5, False), 7)


def test_other_data_is_refused():
    state = mx.io.NDArrayIter(np.arange(7.0), None, 2).state_dict()
    with pytest.raises(MXNetError, match="num_data=7, but this iterator has num_data=8"):
        mx.io.NDArrayIter(np.arange(8.0), None, 2).load_state_dict(state)
    with pytest.raises(NotImplementedError, match="PrefetchingIter does not define state_dict"):
        mx.io.PrefetchingIter(mx.io.NDArrayIter(np.arange(7.0), None, 2)).state_dict()
