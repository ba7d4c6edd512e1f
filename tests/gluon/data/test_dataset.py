"""Tests of datasets and samplers."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon.data._gather import gatherer_of


def test_array_dataset_of_one_array():
    dataset = data.ArrayDataset(mx.nd.array([[1, 2], [3, 4]]))
    assert len(dataset) == 2
    assert dataset[1].asnumpy().tolist() == [3, 4]


def test_array_dataset_of_several():
    dataset = data.ArrayDataset(np.arange(6).reshape(3, 2), [7, 8, 9], mx.nd.array([4, 5, 6]))
    sample = dataset[1]
    assert sample[0].tolist() == [2, 3] and sample[1] == 8
    # The items of a vector are scalars, not arrays.
    assert isinstance(sample[2], np.float32) and sample[2] == 5


def test_array_dataset_checks_lengths():
    with pytest.raises(AssertionError, match=r"the same length, received \[2, 3\]"):
        data.ArrayDataset([1, 2], [1, 2, 3])
    with pytest.raises(AssertionError, match="at least one array"):
        data.ArrayDataset()


def test_simple_dataset():
    dataset = data.SimpleDataset(["a", "b"])
    assert list(dataset) == ["a", "b"] and len(dataset) == 2


@pytest.mark.parametrize("lazy", [True, False])
def test_transform(lazy):
    calls = []

    def double(x, y):
        calls.append(x)
        return 2 * x, y

    dataset = data.ArrayDataset([1, 2, 3], [4, 5, 6]).transform(double, lazy=lazy)
    assert len(calls) == (0 if lazy else 3)
    assert dataset[1] == (4, 5)
    assert list(dataset) == [(2, 4), (4, 5), (6, 6)]


def test_transform_first():
    assert data.ArrayDataset([1, 2], [4, 5]).transform_first(lambda x: -x)[1] == (-2, 5)
    assert data.SimpleDataset([1, 2]).transform_first(lambda x: -x)[1] == -2
    first = data.ArrayDataset([1], [2]).transform_first(abs)
    assert pickle.loads(pickle.dumps(first))[0] == (1, 2)


@pytest.mark.parametrize(("shards", "expected"), [(3, [4, 3, 3]), (10, [1] * 10), (1, [10]), (4, [3, 3, 2, 2])])
def test_shard(shards, expected):
    dataset = data.SimpleDataset(list(range(10)))
    parts = [dataset.shard(shards, index) for index in range(shards)]
    assert [len(part) for part in parts] == expected
    assert [sample for part in parts for sample in part] == list(range(10))


@pytest.mark.parametrize(("shards", "index"), [(0, 0), (3, 3), (3, -1)])
def test_shard_checks_its_arguments(shards, index):
    with pytest.raises(AssertionError):
        data.SimpleDataset([1, 2, 3]).shard(shards, index)


def test_take_filter_and_sample():
    dataset = data.SimpleDataset(list(range(10)))
    assert list(dataset.take(3)) == [0, 1, 2]
    assert len(dataset.take(None)) == len(dataset.take(99)) == 10
    assert list(dataset.filter(lambda x: x % 3 == 0)) == [0, 3, 6, 9]
    assert list(dataset.sample(data.SequentialSampler(3, start=5))) == [5, 6, 7]
    with pytest.raises(TypeError, match="sampler must be a gluon.data.Sampler, received"):
        dataset.sample([1, 2])


def test_samplers():
    assert list(data.SequentialSampler(4)) == [0, 1, 2, 3]
    np.random.seed(0)
    order = list(data.RandomSampler(100))
    assert sorted(order) == list(range(100)) and order != list(range(100))
    expected = np.arange(100)
    np.random.seed(0)
    np.random.shuffle(expected)
    assert order == expected.tolist()
    assert list(data.FilterSampler(lambda x: x > 5, [3, 6, 9])) == [1, 2]


@pytest.mark.parametrize(
    ("mode", "epochs"),
    [
        ("keep", [[[0, 1], [2, 3], [4]], [[0, 1], [2, 3], [4]]]),
        ("discard", [[[0, 1], [2, 3]], [[0, 1], [2, 3]]]),
        ("rollover", [[[0, 1], [2, 3]], [[4, 0], [1, 2], [3, 4]]]),
    ],
)
def test_batch_sampler(mode, epochs):
    sampler = data.BatchSampler(data.SequentialSampler(5), 2, mode)
    for expected in epochs:
        assert len(sampler) == len(expected)
        assert list(sampler) == expected


def test_batch_sampler_of_an_unknown_mode():
    sampler = data.BatchSampler(data.SequentialSampler(5), 2, "repeat")
    with pytest.raises(ValueError, match="repeat"):
        len(sampler)
    with pytest.raises(ValueError, match="repeat"):
        list(sampler)


def _columns(dataset, indices):
    return gatherer_of(dataset)(np.array(indices))


def test_gathering_equals_single_samples():
    images, labels = mx.nd.array(np.arange(24).reshape(4, 3, 2)), np.arange(4, dtype="int32")
    dataset = data.ArrayDataset(images, labels)
    gathered = _columns(dataset, [2, 0, -1])
    np.testing.assert_array_equal(gathered[0].numpy(), images.asnumpy()[[2, 0, 3]])
    assert gathered[1].tolist() == [2, 0, 3]
    sampled = dataset.shard(2, 1)
    assert _columns(sampled, [1, 0])[1].tolist() == [3, 2]


def test_gathering_checks_bounds():
    for dataset in (data.ArrayDataset(mx.nd.zeros((4, 2))), data.ArrayDataset(np.zeros((4, 2)))):
        with pytest.raises(IndexError):
            _columns(dataset, [4])
    with pytest.raises(IndexError):
        _columns(data.ArrayDataset(np.zeros((4, 2))).take(2), [2])


def test_changed_items_are_not_gathered():
    class Changed(data.ArrayDataset):
        def __getitem__(self, idx):
            return super().__getitem__(idx) + 1

    assert gatherer_of(Changed(np.zeros((4, 2)))) is None
    assert gatherer_of(data.ArrayDataset(np.zeros(4), list("abcd"))) is None
    assert gatherer_of(data.ArrayDataset(np.zeros(4)).transform(lambda x: x)) is None
    assert gatherer_of([1, 2, 3]) is None
