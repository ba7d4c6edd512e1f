"""Test that shared memory of workers is reused, but not while it can be read."""

from __future__ import annotations

import gc
import multiprocessing
import os

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon.data import _segments
from mxnet.gluon.data._transport import Channel

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="there are no anonymous files here")
SIZE = 100_000


@pytest.fixture
def channels():
    ours, theirs = multiprocessing.Pipe()
    worker, owner = Channel(ours), Channel(theirs)
    yield worker, owner
    worker.close()
    owner.close()


def sent(worker, owner, value):
    """Return the message that the owner receives, and the number of segments created so far."""
    worker.send(np.full(SIZE, value))
    received = owner.receive()
    owner.send("next")
    assert worker.receive() == "next"
    return received, worker.lender._count


def test_memory_is_used_again_when_it_is_free(channels):
    for value in range(6):
        received, count = sent(*channels, value)
        assert (received == value).all()
        assert count <= 2
        del received


def test_memory_that_is_held_is_not_overwritten(channels):
    kept = [sent(*channels, value)[0] for value in range(5)]
    view = mx.nd.from_numpy(kept.pop(0), zero_copy=True)[5:9]
    for value in range(5, 12):
        sent(*channels, value)
    assert [array[0] for array in kept] == [1, 2, 3, 4]
    assert (view.asnumpy() == 0).all()


def test_memory_that_a_forked_process_may_read_is_given_up(channels):
    received, count = sent(*channels, 1)
    _segments._count_fork()  # called by the system before a fork
    del received
    gc.collect()
    sent(*channels, 2)
    _, later = sent(*channels, 3)
    assert later > count
    assert 1 not in channels[1]._borrower._maps


def test_number_of_free_segments_is_bounded(channels):
    kept = [sent(*channels, value)[0] for value in range(20)]
    kept.clear()
    sent(*channels, 0)
    sent(*channels, 0)
    sent(*channels, 0)
    assert len(channels[0].lender._free) <= _segments._MOST_FREE
    assert len(channels[1]._borrower._maps) <= _segments._MOST_FREE + 2


def test_memory_of_growing_batches_is_given_up(channels):
    worker, owner = channels
    for size in range(SIZE, 20 * SIZE, SIZE):
        worker.send(np.zeros(size, np.uint8))
        owner.receive()
        owner.send("next")
        worker.receive()
    assert len(owner._borrower._maps) <= 3


def test_array_made_in_a_segment_is_sent_without_a_copy(channels):
    worker, owner = channels
    for value in range(3):
        made = worker.lender.empty((SIZE,), np.dtype(np.float32))
        made[:] = value
        address = worker.lender._reserved.memory.ctypes.data
        worker.send({"batch": made, "label": np.arange(value)})
        assert worker.lender._lent[worker.lender._count].memory.ctypes.data == address
        received = owner.receive()
        assert (received["batch"] == value).all()
        assert received["label"].tolist() == list(range(value))


def test_array_that_was_made_in_vain(channels):
    worker, owner = channels
    worker.lender.empty((SIZE,), np.dtype(np.float32))[:] = 7
    worker.send(np.arange(SIZE))
    assert owner.receive().tolist() == list(range(SIZE))
    made = worker.lender.empty((SIZE,), np.dtype(np.uint8))
    made[:] = 1
    large = np.arange(10 * SIZE)  # does not fit after the array
    worker.send([made, large])
    first, second = owner.receive()
    assert (first == 1).all()
    assert (second == large).all()


def test_batches_of_a_loader_stay_as_they_are():
    class Numbers(data.Dataset):
        def __len__(self):
            return 12

        def __getitem__(self, index):
            return mx.nd.full((SIZE,), index)

    loader = data.DataLoader(Numbers(), 1, num_workers=2)
    for _ in range(2):
        kept = list(loader)
        assert [batch.asnumpy()[0, 0] for batch in kept] == list(range(12))
        first = iter(loader)
        held = next(first)
        assert [batch.asnumpy().max() for batch in first] == list(range(1, 12))
        assert (held.asnumpy() == 0).all()


def test_batches_take_no_descriptors(channels):
    sent(*channels, 0)
    before = len(os.listdir("/proc/self/fd"))
    kept = [sent(*channels, value)[0] for value in range(30)]
    assert len(os.listdir("/proc/self/fd")) == before
    assert [array[0] for array in kept] == list(range(30))
