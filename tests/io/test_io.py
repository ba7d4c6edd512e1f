"""Tests of data iterators. The expected values come from MXNet 1.9.1."""

from __future__ import annotations

import gzip
import logging
import pickle
import struct

import numpy as np
import pytest

import mxnet as mx
from mxnet import io


def contents(iterator):
    return [(batch.data[0].asnumpy().ravel().tolist(), batch.pad) for batch in iterator]


@pytest.mark.parametrize(
    ("mode", "epochs"),
    [
        ("pad", [[([0, 1, 2], 0), ([3, 4, 5], 0), ([6, 0, 1], 2)]] * 2),
        ("discard", [[([0, 1, 2], 0), ([3, 4, 5], 0)]] * 2),
        (
            "roll_over",
            [
                [([0, 1, 2], 0), ([3, 4, 5], 0)],
                [([6, 0, 1], 1), ([2, 3, 4], 0)],
                [([5, 6, 0], 2), ([1, 2, 3], 0), ([4, 5, 6], 0)],
            ],
        ),
    ],
)
def test_last_batch(mode, epochs):
    iterator = io.NDArrayIter(np.arange(7), np.arange(7), 3, last_batch_handle=mode)
    for expected in epochs:
        assert contents(iterator) == expected
        iterator.reset()


def test_labels_go_with_data_when_batches_roll_over():
    iterator = io.NDArrayIter(np.arange(7), -np.arange(7), 3, last_batch_handle="roll_over")
    for _ in range(3):
        for batch in iterator:
            np.testing.assert_array_equal(batch.data[0].asnumpy(), -batch.label[0].asnumpy())
        iterator.reset()


def test_hard_reset_forgets_the_rest():
    iterator = io.NDArrayIter(np.arange(7), batch_size=3, last_batch_handle="roll_over")
    list(iterator)
    iterator.hard_reset()
    assert contents(iterator)[0] == ([0, 1, 2], 0)


def test_padding_longer_than_the_data():
    iterator = io.NDArrayIter(np.arange(10), batch_size=205)
    batch = iterator.next()
    assert batch.pad == 195
    np.testing.assert_array_equal(batch.data[0].asnumpy(), np.concatenate([np.tile(np.arange(10), 20), np.arange(5)]))


def test_names_and_descriptions():
    iterator = io.NDArrayIter([np.zeros((4, 2)), np.zeros((4, 3))], {"b": np.zeros(4), "a": np.zeros((4, 1))}, 2)
    assert iterator.provide_data == [("_0_data", (2, 2)), ("_1_data", (2, 3))]
    assert iterator.provide_label == [("a", (2, 1)), ("b", (2,))]
    assert repr(iterator.provide_data[0]) == "DataDesc[_0_data,(2, 2),<class 'numpy.float32'>,NCHW]"
    batch = iterator.next()
    assert [array.shape for array in batch.data] == [(2, 2), (2, 3)]
    assert str(batch) == "DataBatch: data shapes: [(2, 2), (2, 3)] label shapes: [(2, 1), (2,)]"
    assert io.NDArrayIter(np.zeros((4, 2)), batch_size=2).next().label == []


def test_another_batch_axis():
    data = np.arange(24).reshape(2, 4, 3)
    iterator = io.NDArrayIter(data, batch_size=2, layout="TNC")
    assert iterator.provide_data[0].shape == (2, 2, 3)
    assert iterator.num_data == 2


def test_shuffle():
    np.random.seed(0)
    data = np.arange(20)
    iterator = io.NDArrayIter(data, 2 * data, 5, shuffle=True)
    first = [batch.data[0].asnumpy() for batch in iterator]
    np.testing.assert_array_equal(np.concatenate(first), data[iterator.idx])
    iterator.reset()
    second = []
    for batch in iterator:
        np.testing.assert_array_equal(2 * batch.data[0].asnumpy(), batch.label[0].asnumpy())
        second.append(batch.data[0].asnumpy())
    assert sorted(np.concatenate(second)) == data.tolist()
    assert not np.array_equal(np.concatenate(first), np.concatenate(second))


def test_batches_are_copies():
    data = mx.nd.zeros((4, 2))
    io.NDArrayIter(data, batch_size=2).next().data[0][:] = 1
    assert (data.asnumpy() == 0).all()


@pytest.mark.parametrize(
    ("data", "error"),
    [(None, AssertionError), ([], AssertionError), ("text", TypeError), ({"a": object()}, TypeError)],
)
def test_wrong_data(data, error):
    with pytest.raises(error):
        io.NDArrayIter(data)


def test_batch_must_hold_lists():
    with pytest.raises(AssertionError, match="Data must be list of NDArrays"):
        io.DataBatch(mx.nd.zeros((1,)))


def test_descriptions():
    description = io.DataDesc("data", (2, 3), "int32", "NT")
    name, shape = description
    assert (name, shape) == ("data", (2, 3))
    assert io.DataDesc.get_batch_axis("TNC") == 1 and io.DataDesc.get_batch_axis(None) == 0
    again = pickle.loads(pickle.dumps(description))
    assert (again, again.dtype, again.layout) == (description, "int32", "NT")
    listed = io.DataDesc.get_list([("a", (1,)), ("b", (2,))], [("a", "int8"), ("b", "int32")])
    assert [one.dtype for one in listed] == ["int8", "int32"]


def test_resize():
    inner = io.NDArrayIter(np.arange(4), batch_size=2)
    longer = io.ResizeIter(inner, 5)
    assert [values for values, _ in contents(longer)] == [[0, 1], [2, 3], [0, 1], [2, 3], [0, 1]]
    longer.reset()
    assert len(contents(longer)) == 5
    assert longer.provide_data == inner.provide_data and longer.batch_size == 2


def test_prefetching_joins_iterators():
    iterators = [io.NDArrayIter({f"x{i}": np.arange(4) + i}, {f"y{i}": np.arange(4)}, 2) for i in range(2)]
    joined = io.PrefetchingIter(iterators, rename_data=[{"x0": "a"}, {"x1": "b"}])
    assert [one.name for one in joined.provide_data] == ["a", "b"]
    assert [one.name for one in joined.provide_label] == ["y0", "y1"]
    assert joined.batch_size == 2
    for _ in range(2):
        batches = list(joined)
        assert len(batches) == 2
        assert [array.asnumpy().tolist() for array in batches[1].data] == [[2, 3], [3, 4]]
        joined.reset()
    joined.next()
    joined.reset()
    assert joined.next().data[0].asnumpy().tolist() == [0, 1]


def test_prefetching_of_unequal_iterators():
    joined = io.PrefetchingIter([io.NDArrayIter(np.arange(n), np.arange(n), 2) for n in (4, 8)])
    with pytest.raises(AssertionError, match="different numbers of batches"):
        list(joined)


class Failing(io.DataIter):
    provide_data = provide_label = [io.DataDesc("data", (2,))]

    def next(self):
        raise OSError("disk gone")


def test_prefetching_passes_errors_on():
    with pytest.raises(OSError, match="disk gone"):
        io.PrefetchingIter(Failing()).next()


@pytest.fixture
def csv(tmp_path):
    np.savetxt(tmp_path / "d.csv", np.arange(14).reshape(7, 2), delimiter=",", fmt="%g")
    np.savetxt(tmp_path / "l.csv", np.arange(7), fmt="%g")
    return {"data_csv": str(tmp_path / "d.csv"), "data_shape": (2,), "batch_size": 3}


def test_csv_fills_the_last_batch_and_goes_on_behind_it(csv):
    iterator = io.CSVIter(**csv)
    assert iterator.provide_data == [("data", (3, 2))] and iterator.provide_label == [("softmax_label", (3,))]
    first = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 0, 1, 2, 3]]
    assert contents(iterator) == list(zip(first, [0, 0, 2], strict=True))
    iterator.reset()
    assert contents(iterator) == [([4, 5, 6, 7, 8, 9], 0), ([10, 11, 12, 13, 0, 1], 1)]


def test_csv_without_rounding(csv):
    iterator = io.CSVIter(**csv, round_batch=False)
    for _ in range(2):
        batches = [(batch.data[0].asnumpy().ravel().tolist(), batch.pad, batch.index.tolist()) for batch in iterator]
        assert batches[2] == ([12, 13, 8, 9, 10, 11], 2, [6, 4, 5])
        iterator.reset()


def test_csv_labels_shapes_and_types(csv, tmp_path):
    iterator = io.CSVIter(**{**csv, "data_shape": (1, 2)}, label_csv=str(tmp_path / "l.csv"), dtype="int32")
    batch = iterator.next()
    assert batch.data[0].shape == (3, 1, 2) and batch.data[0].dtype == np.int32
    assert batch.label[0].asnumpy().tolist() == [0, 1, 2]
    assert io.CSVIter(**csv).next().label[0].asnumpy().tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"data_csv": "nowhere.csv"}, mx.MXNetError, "No such file"),
        ({"data_shape": (5,)}, mx.MXNetError, "row-length=2"),
        ({"dtype": "float16"}, mx.MXNetError, "float16"),
        ({"batch_size": 20}, mx.MXNetError, "bigger than batch size"),
        ({"batch_size": None}, mx.MXNetError, "batch_size"),
    ],
)
def test_csv_errors(csv, change, error, words):
    with pytest.raises(error, match=words):
        io.CSVIter(**{**csv, **change})


def test_csv_of_words_and_positional_arguments(tmp_path, csv):
    (tmp_path / "w.csv").write_text("1,2\n3,x\n")
    with pytest.raises(mx.MXNetError, match="not a CSV file"):
        io.CSVIter(**{**csv, "data_csv": str(tmp_path / "w.csv")})
    with pytest.raises(TypeError, match="keyword arguments"):
        io.CSVIter("d.csv")


@pytest.fixture
def mnist(tmp_path):
    images = np.arange(10 * 2 * 3, dtype=np.uint8).reshape(10, 2, 3)
    content = bytes([0, 0, 8, 3]) + struct.pack(">3I", 10, 2, 3) + images.tobytes()
    (tmp_path / "images.gz").write_bytes(gzip.compress(content))
    (tmp_path / "labels").write_bytes(bytes([0, 0, 8, 1]) + struct.pack(">I", 10) + bytes(range(10)))
    paths = {"image": str(tmp_path / "images.gz"), "label": str(tmp_path / "labels")}
    return images, {**paths, "batch_size": 4, "silent": True}


def test_mnist(mnist):
    images, arguments = mnist
    iterator = io.MNISTIter(**arguments, shuffle=False)
    assert iterator.provide_data == [("data", (4, 1, 2, 3))] and iterator.provide_label == [("softmax_label", (4,))]
    batches = list(iterator)
    assert len(batches) == 2
    np.testing.assert_allclose(batches[1].data[0].asnumpy()[:, 0], images[4:8] / 256)
    assert batches[1].label[0].asnumpy().tolist() == [4, 5, 6, 7]


def test_mnist_options(mnist):
    _, arguments = mnist
    assert io.MNISTIter(**arguments, flat=True).provide_data == [("data", (4, 6))]
    part = io.MNISTIter(**{**arguments, "batch_size": 3}, shuffle=False, num_parts=3, part_index=1)
    assert [batch.label[0].asnumpy().tolist() for batch in part] == [[3, 4, 5]]
    shuffled = io.MNISTIter(**arguments, seed=3)
    first = [batch.label[0].asnumpy().tolist() for batch in shuffled]
    assert first == [[6, 5, 3, 0], [7, 8, 2, 4]]  # MXNet's order for this seed
    shuffled.reset()
    assert [batch.label[0].asnumpy().tolist() for batch in shuffled] == first
    with pytest.raises(mx.MXNetError, match="part_index=3"):
        io.MNISTIter(**arguments, num_parts=3, part_index=3)


def test_mnist_leaves_the_configuration_of_logging_to_the_program(mnist, monkeypatch):
    _, arguments = mnist
    monkeypatch.setattr(logging.root, "handlers", [])
    io.MNISTIter(**arguments)
    assert logging.root.handlers == []


def test_mnist_step_by_step(mnist):
    _, arguments = mnist
    iterator = io.MNISTIter(**arguments, shuffle=False)
    assert iterator.iter_next() and iterator.getlabel().asnumpy().tolist() == [0, 1, 2, 3]
    assert iterator.iter_next() and iterator.getlabel().asnumpy().tolist() == [4, 5, 6, 7]
    assert not iterator.iter_next()
    iterator.debug_skip_load()
    iterator.reset()
    assert [iterator.next().label[0].asnumpy().tolist() for _ in range(5)] == [[0, 1, 2, 3]] * 5


def test_mnist_of_a_damaged_file(mnist, tmp_path):
    _, arguments = mnist
    (tmp_path / "bad").write_bytes(b"nonsense")
    with pytest.raises(mx.MXNetError, match="not an idx file"):
        io.MNISTIter(**{**arguments, "label": str(tmp_path / "bad")})
    (tmp_path / "images.gz").write_bytes((tmp_path / "images.gz").read_bytes()[:-9])
    with pytest.raises(mx.MXNetError, match="damaged"):
        io.MNISTIter(**arguments)


def test_libsvm(tmp_path):
    (tmp_path / "data.t").write_text("1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n")
    iterator = io.LibSVMIter(data_libsvm=str(tmp_path / "data.t"), data_shape=(3,), batch_size=3)
    batches = list(iterator)
    np.testing.assert_allclose(batches[0].data[0].asnumpy(), [[0.5, 0, 1.2], [0, 0, 0], [0.6, 2.4, 1.2]])
    np.testing.assert_allclose(batches[1].data[0].asnumpy(), [[0, 0, -1.2], [0.5, 0, 1.2], [0, 0, 0]])
    assert batches[1].label[0].asnumpy().tolist() == [4, 1, -2]


@pytest.mark.parametrize("line", ["-3.0 -1:0.6", "1 3:2", "1 x:2", "one 0:2"])
def test_libsvm_errors(tmp_path, line):
    (tmp_path / "data.t").write_text(f"1 0:1\n{line}\n")
    with pytest.raises(mx.MXNetError, match="line 2"):
        io.LibSVMIter(data_libsvm=str(tmp_path / "data.t"), data_shape=(3,), batch_size=1)


def test_libsvm_of_other_bytes(tmp_path):
    for content in (b"1 0:\xff\n", b"1 99999999999999999999999:1\n", b"\xfe\xff"):
        (tmp_path / "data.t").write_bytes(content)
        with pytest.raises(mx.MXNetError, match=r"data\.t"):
            io.LibSVMIter(data_libsvm=str(tmp_path / "data.t"), data_shape=(3,), batch_size=1)


def test_csv_without_rows(tmp_path):
    (tmp_path / "x.csv").write_text("")
    with pytest.raises(mx.MXNetError, match=r"x\.csv"):
        io.CSVIter(data_csv=str(tmp_path / "x.csv"), data_shape=(3,), batch_size=1)


def test_gzip_that_unpacks_to_too_much(mnist, tmp_path, monkeypatch):
    _, arguments = mnist
    monkeypatch.setattr("mxnet.io._idx.MOST_UNPACKED", 75)
    with pytest.raises(mx.MXNetError, match="decompress to more than the limit of 75"):
        io.MNISTIter(**arguments)


@pytest.mark.parametrize("shape", [(2**31, 2**31, 0), (0, 3, 3), (10, 0, 3)])
def test_idx_of_strange_shapes(mnist, tmp_path, shape):
    _, arguments = mnist
    (tmp_path / "bad").write_bytes(bytes([0, 0, 8, 3]) + struct.pack(">3I", *shape))
    with pytest.raises(mx.MXNetError, match="declares the shape"):
        io.MNISTIter(**{**arguments, "image": str(tmp_path / "bad")})


def test_fewer_labels_than_data():
    batches = mx.io.NDArrayIter(np.ones((8, 4)), np.ones((7,)), batch_size=4)
    batches.next()
    with pytest.raises(mx.MXNetError, match="softmax_label has 7 samples, but data has 8"):
        batches.next()
