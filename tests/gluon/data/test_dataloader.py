"""Tests of the DataLoader: batches, workers and failures."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon.data import dataloader
from mxnet.gluon.data._transport import INLINE_LIMIT, Channel

needs_processes = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system spawns workers instead of forking "
                                                                     "them")
WORKERS = [{}, {"num_workers": 2}, {"num_workers": 2, "thread_pool": True}]


class Numbered(data.Dataset):
    """Sample i is an array of shape ``shape`` filled with i, and the number i."""

    def __init__(self, length=10, shape=(3,)):
        self.length, self.shape = length, shape

    def __len__(self):
        return self.length

    def __getitem__(self, idx):
        return mx.nd.full(self.shape, idx), np.int32(idx)


def numbers(loader):
    return [batch[1].asnumpy().tolist() for batch in loader]


@pytest.mark.parametrize("workers", WORKERS, ids=str)
@pytest.mark.parametrize(
    ("last_batch", "expected"),
    [
        (None, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]),
        ("discard", [[0, 1, 2, 3], [4, 5, 6, 7]]),
        ("rollover", [[0, 1, 2, 3], [4, 5, 6, 7]]),
    ],
)
def test_batches_come_in_order(workers, last_batch, expected):
    loader = data.DataLoader(Numbered(), 4, last_batch=last_batch, **workers)
    assert len(loader) == len(expected)
    assert numbers(loader) == expected
    if last_batch == "rollover":
        assert numbers(loader) == [[8, 9, 0, 1], [2, 3, 4, 5], [6, 7, 8, 9]]
    else:
        assert numbers(loader) == expected


@pytest.mark.parametrize("workers", WORKERS, ids=str)
def test_batch_contents(workers):
    loader = data.DataLoader(Numbered(4, (2, 3)), 2, **workers)
    images, labels = list(loader)[1]
    np.testing.assert_array_equal(images.asnumpy(), np.broadcast_to(np.array([2, 3])[:, None, None], (2, 2, 3)))
    assert images.dtype == np.float32 and labels.dtype == np.int32
    images[:] = 5
    assert (images.asnumpy() == 5).all()


@pytest.mark.parametrize("workers", WORKERS, ids=str)
@pytest.mark.parametrize("shape", [(), (1,), (300, 200)])
@pytest.mark.parametrize("dtype", ["float32", "float16", "uint8", "int64", "bool", "bfloat16"])
def test_every_type_travels(workers, shape, dtype):
    class Typed(data.Dataset):
        def __len__(self):
            return 2

        def __getitem__(self, idx):
            return mx.nd.ones((1, *shape)).astype(dtype)

    (batch,) = data.DataLoader(Typed(), 2, **workers)
    assert batch.shape == (2, 1, *shape)
    assert str(mx.nd.ones((1,)).astype(dtype).dtype) == str(batch.dtype)
    assert (batch.astype("float32").asnumpy() == 1).all()


def test_shuffle_and_samplers():
    np.random.seed(1)
    loader = data.DataLoader(Numbered(100), 10, shuffle=True)
    first, second = ([number for batch in numbers(loader) for number in batch] for _ in range(2))
    assert sorted(first) == list(range(100)) and first != second
    sampler = data.SequentialSampler(3, 5)
    assert numbers(data.DataLoader(Numbered(), 2, sampler=sampler)) == [[5, 6], [7]]
    batches = data.BatchSampler(sampler, 3)
    assert numbers(data.DataLoader(Numbered(), batch_sampler=batches)) == [[5, 6, 7]]


def test_lists_and_tuples_of_other_things():
    loader = data.DataLoader([([1, 2], 0), ([3, 4], 1)], batch_size=2)
    ((values, labels),) = loader
    assert values.asnumpy().tolist() == [[1, 2], [3, 4]] and labels.asnumpy().tolist() == [0, 1]


@pytest.mark.parametrize("workers", WORKERS, ids=str)
def test_own_batchify(workers):
    loader = data.DataLoader(Numbered(4), 2, batchify_fn=len, **workers)
    assert list(loader) == [2, 2]


def test_gathered_batches_equal_stacked_ones():
    images = mx.nd.array(np.random.RandomState(0).rand(10, 4, 3))
    labels = np.arange(10, dtype="int32")
    fast = data.DataLoader(data.ArrayDataset(images, labels), 4, num_workers=2)
    assert fast._worker_pool is None
    slow = data.DataLoader(
        data.ArrayDataset(images, labels), 4, batchify_fn=lambda s: dataloader.default_batchify_fn(s)
    )
    for one, other in zip(fast, slow, strict=True):
        assert isinstance(one, list) and len(one) == 2
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())
    batch = next(iter(fast))[0]
    batch[:] = 0
    assert images.asnumpy().all()


def test_pinned_memory():
    batch = next(iter(data.DataLoader(Numbered(), 2, pin_memory=True)))
    assert [str(array.context) for array in batch] == ["cpu_pinned(0)"] * 2


def test_early_exit_and_nested_iteration():
    loader = data.DataLoader(Numbered(40), 2, num_workers=2)
    for batch in loader:
        assert batch[1].asnumpy().tolist() == [0, 1]
        break
    pairs = [(a[1].asnumpy()[0], b[1].asnumpy()[0]) for a, b in zip(loader, loader, strict=True)]
    assert pairs == [(i, i) for i in range(0, 40, 2)]


def test_auto_reload_and_refresh():
    loader = data.DataLoader(Numbered(), 4, num_workers=1, auto_reload=True)
    for _ in range(3):
        assert numbers(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    loader.refresh()
    loader.clean()
    assert len(numbers(loader)) == 3


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, ValueError, "needs a batch_size or a batch_sampler"),
        ({"batch_size": 2, "shuffle": True, "sampler": [1]}, ValueError, "shuffle cannot be combined with sampler"),
        ({"batch_size": 2, "batch_sampler": [[1]]}, ValueError, "batch_sampler cannot be combined with"),
        ({"batch_size": 2, "timeout": 0}, AssertionError, "timeout must be positive"),
    ],
)
def test_wrong_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        data.DataLoader(Numbered(), **arguments)


class Failing(Numbered):
    """Sample 5 fails."""

    def __init__(self, misbehave):
        super().__init__()
        self.misbehave = misbehave

    def __getitem__(self, idx):
        if idx == 5:
            self.misbehave()
        return super().__getitem__(idx)


def raise_key_error():
    raise KeyError("no such image")


class Unpicklable(Exception):
    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")
        self.callback = lambda: None


def raise_unpicklable():
    raise Unpicklable(1, 2)


@pytest.mark.parametrize("workers", WORKERS, ids=str)
def test_an_exception_arrives_with_its_type(workers):
    loader = data.DataLoader(Failing(raise_key_error), 4, **workers)
    batches = iter(loader)
    next(batches)
    with pytest.raises(KeyError, match="no such image"):
        next(batches)


@needs_processes
def test_the_traceback_of_a_worker_is_shown():
    with pytest.raises(KeyError) as caught:
        list(data.DataLoader(Failing(raise_key_error), 4, num_workers=1))
    assert "raise_key_error" in str(caught.value.__cause__)


@needs_processes
def test_an_exception_that_cannot_be_pickled():
    with pytest.raises(mx.MXNetError, match="Unpicklable: 1 and 2"):
        list(data.DataLoader(Failing(raise_unpicklable), 4, num_workers=1))


@needs_processes
def test_a_batch_that_cannot_be_pickled():
    with pytest.raises(Exception, match="pickle"):
        list(data.DataLoader(Numbered(), 4, batchify_fn=lambda samples: lambda: samples, num_workers=1))


@needs_processes
@pytest.mark.parametrize(
    ("misbehave", "words"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "was killed by SIGKILL"),
        (lambda: os._exit(3), "exited with code 3"),
    ],
)
def test_a_worker_that_dies_is_reported(misbehave, words):
    dataset = Failing(misbehave)
    loader = data.DataLoader(dataset, 4, num_workers=2, timeout=60)
    children = [worker.process for worker in loader._worker_pool._workers]
    with pytest.raises(mx.MXNetError, match=words):
        list(loader)
    assert not any(child.is_alive() for child in children)
    # A new epoch starts new workers.
    dataset.misbehave = lambda: None
    assert numbers(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


@needs_processes
def test_an_idle_worker_that_was_killed_is_reported():
    loader = data.DataLoader(Numbered(), 4, num_workers=1)
    process = loader._worker_pool._workers[0].process
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(mx.MXNetError, match="SIGKILL"):
        list(loader)


@pytest.mark.parametrize("workers", WORKERS[1:], ids=str)
def test_a_slow_worker_times_out(workers):
    loader = data.DataLoader(Failing(lambda: time.sleep(1.5)), 4, timeout=0.2, **workers)
    batches = iter(loader)
    next(batches)
    with pytest.raises(multiprocessing.TimeoutError, match=r"timed out after 0\.2 seconds"):
        next(batches)


@needs_processes
def test_no_process_is_left_behind():
    loader = data.DataLoader(Numbered(), 4, num_workers=2)
    children = [worker.process for worker in loader._worker_pool._workers]
    next(iter(loader))
    del loader
    assert not any(child.is_alive() for child in children)


@needs_processes
def test_workers_end_with_their_parent(tmp_path):
    def parent():
        loader = data.DataLoader(Numbered(), 4, num_workers=2)
        pids = [worker.process.pid for worker in loader._worker_pool._workers]
        (tmp_path / "pids").write_text(" ".join(map(str, pids)))
        os.kill(os.getpid(), signal.SIGKILL)

    # Not a daemon, because it has child processes.
    process = multiprocessing.get_context("fork").Process(target=parent)
    process.start()
    process.join()
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    deadline = time.monotonic() + 20
    while any(_runs(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_runs(pid) for pid in pids)


def _runs(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@needs_processes
def test_workers_draw_different_numbers_and_leave_ours_alone():
    class Random(data.Dataset):
        def __len__(self):
            return 8

        def __getitem__(self, idx):
            time.sleep(0.01)
            return np.random.rand(), mx.nd.random.uniform(shape=(1,))

    np.random.seed(3)
    expected = np.random.RandomState(3).rand()
    batches = list(data.DataLoader(Random(), 1, num_workers=2))
    assert np.random.rand() == expected
    assert len({batch[0].asscalar() for batch in batches}) == 8
    assert len({batch[1].asscalar() for batch in batches}) == 8


@needs_processes
def test_lambdas_and_multithreaded_work_before_the_fork():
    big = mx.nd.ones((400, 400))
    mx.nd.dot(big, big).wait_to_read()
    dataset = Numbered().transform(lambda x, y: (mx.nd.dot(mx.nd.ones((200, 200)), mx.nd.ones((200, 200))) + y, y))
    batches = list(data.DataLoader(dataset, 5, num_workers=2, timeout=60))
    assert batches[1][0].asnumpy()[2, 0, 0] == 207


@pytest.mark.parametrize("size", [0, 10, INLINE_LIMIT, 3_000_000])
def test_transport(size):
    ours, theirs = multiprocessing.Pipe()
    message = {"array": mx.nd.arange(0, size + 1), "numpy": np.arange(size), "text": "é"}
    sender, receiver = Channel(ours), Channel(theirs)
    if size < 1_000_000 or hasattr(os, "memfd_create"):
        sender.send(message)
        again = receiver.receive()
        np.testing.assert_array_equal(again["array"].asnumpy(), message["array"].asnumpy())
        np.testing.assert_array_equal(again["numpy"], message["numpy"])
        assert again["text"] == "é"
        again["numpy"][:] = 1
    sender.close()
    with pytest.raises(EOFError):
        receiver.receive()


def test_own_workers_over_queues():
    keys, batches, found = dataloader.Queue(), dataloader.Queue(), {}
    for key in ((0, [1, 2]), (1, [3]), (None, None)):
        keys.put(key)
    dataloader.worker_loop_v1(Numbered(), keys, batches, data.dataloader.default_batchify_fn)
    batches.put((None, None))
    dataloader.fetcher_loop_v1(batches, found)
    assert sorted(found) == [0, 1]
    assert found[0][1].asnumpy().tolist() == [1, 2]
    assert found[1][1].context == mx.cpu()
    rebuild, parts = dataloader.reduce_ndarray(mx.nd.array([1, 2], dtype="int8"))
    assert rebuild(*parts).dtype == np.int8
    ours, theirs = (dataloader.ConnectionWrapper(end) for end in multiprocessing.Pipe())
    ours.send([mx.nd.ones((2,)), "text"])
    assert theirs.recv()[0].asnumpy().tolist() == [1, 1]
    for queue in (keys, batches):
        queue.close()
        queue.join_thread()


_THREADS_OF_OPENCV = """
import sys
import mxnet as mx

class Threads(mx.gluon.data.Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, index):
        import cv2
        return cv2.getNumThreads()

if __name__ == "__main__":
    assert "cv2" not in sys.modules
    for batch in mx.gluon.data.DataLoader(Threads(), 1, num_workers=1):
        print(int(batch.asscalar()))
"""


def test_opencv_that_a_worker_imports_has_one_thread(tmp_path):
    pytest.importorskip("cv2")
    program = tmp_path / "program.py"
    program.write_text(_THREADS_OF_OPENCV)
    environment = {name: value for name, value in os.environ.items() if name != "OPENCV_FOR_THREADS_NUM"}
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True,
                         env={**environment, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert (run.stdout, run.stderr) == ("1\n", "")
