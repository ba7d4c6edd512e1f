"""Test that unused loaders end silently, no matter where they are released."""

import copy
import gc
import os
import subprocess
import sys

import pytest

from mxnet.gluon.data import DataLoader, SimpleDataset


class Numbers:
    """A dataset that needs workers."""

    def __len__(self) -> int:
        return 40

    def __getitem__(self, index: int) -> int:
        return index


SCRIPT = """
import builtins, multiprocessing, os, sys, threading
import mxnet as mx
from mxnet.gluon.data import DataLoader
sys.path.insert(0, {folder!r})
from test_abandoned_loaders import Numbers

def started(**options):
    loader = DataLoader(Numbers(), 4, num_workers=2, **options)
    batches = iter(loader)
    next(batches)
    return loader, batches

def drop():
    kept.clear()

kept = list(started())
if hasattr(os, "fork"):  # a process that inherits a loader drops it
    child = multiprocessing.get_context("fork").Process(target=drop)
    child.start()
    child.join()
    assert child.exitcode == 0
    assert len(list(kept[1])) == 9, "the loader of the parent goes on"

for options in ({{}}, {{"thread_pool": True}}):
    loader, batches = started(**options)
    loader.itself, loader.batches = loader, batches  # found by the garbage collector only
    del loader, batches
    thread = threading.Thread(target=started, kwargs=options)
    thread.start()
    thread.join()
    builtins.last = started(**options)  # lives until the interpreter is taken down
print("end")
"""


def test_nothing_is_printed() -> None:
    script = SCRIPT.format(folder=os.path.dirname(__file__))
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


@pytest.mark.parametrize("thread_pool", [False, True])
def test_a_copy_lives_on(thread_pool: bool) -> None:
    loader = DataLoader(Numbers(), 4, num_workers=1, thread_pool=thread_pool)
    other = copy.copy(loader)
    del loader
    gc.collect()
    assert len(list(other)) == 10


def test_workers_end_with_their_loader() -> None:
    loader = DataLoader(Numbers(), 4, num_workers=2)
    batches = iter(loader)
    next(batches)
    children = [worker.process for worker in loader._worker_pool._workers]
    assert all(child.is_alive() for child in children)
    del loader, batches
    gc.collect()
    assert not any(child.is_alive() for child in children)


def test_what_an_abandoned_iterator_ordered_is_forgotten() -> None:
    loader = DataLoader(Numbers(), 4, num_workers=1, prefetch=8)
    for _ in range(5):
        next(iter(loader))
        gc.collect()
    assert [batch.asnumpy()[0] for batch in loader] == list(range(0, 40, 4))
    pool = loader._worker_pool
    pool._forget_abandoned()
    assert not pool._pending and not pool._results and not pool._iterators


def test_samplers_that_fail() -> None:
    def failing():
        yield [0]
        raise LookupError("no more")

    for thread_pool in (False, True):
        loader = DataLoader(SimpleDataset(Numbers()), batch_sampler=failing(), num_workers=1, thread_pool=thread_pool)
        with pytest.raises(LookupError, match="no more"):
            list(loader)
