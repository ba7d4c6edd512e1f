"""Test the memory of arrays: lazy sharing, writes that bypass autograd, and memory that other libraries can write."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from mxnet import gluon, nd
from mxnet._runtime import storage


class Copy:
    """Object derived from a tensor."""

    stale = False

    def invalidate(self) -> None:
        self.stale = True


def write(tensor: torch.Tensor) -> None:
    with storage.writing(tensor) as memory:
        memory.add_(10)


@pytest.mark.parametrize("write_first", [True, False])
def test_copy_on_write_separates_both_sides(write_first: bool) -> None:
    tensor = torch.arange(4.0)
    clone = storage.copy_on_write(tensor)
    write(tensor if write_first else clone)
    written, other = (tensor, clone) if write_first else (clone, tensor)
    assert written.tolist() == [10, 11, 12, 13]
    assert other.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("view", [lambda t: t, lambda t: t[1:], lambda t: t.reshape(2, 2), lambda t: t.reshape(2, 2).T])
def test_a_write_through_any_view_marks_copies_stale(view) -> None:
    tensor, copy = torch.zeros(4), Copy()
    storage.watch(tensor, copy)
    write(torch.ones(4))
    assert not copy.stale
    write(view(tensor))
    assert copy.stale


def test_a_replaced_tensor_marks_copies_stale() -> None:
    array, copy = nd.zeros((3,)), Copy()
    storage.watch(array._data, copy)
    storage.rebind(array, torch.ones(3))
    assert copy.stale
    assert array.asnumpy().tolist() == [1, 1, 1]


def test_a_mark_survives_the_copy_of_lazily_shared_memory() -> None:
    tensor, copy = torch.zeros(4), Copy()
    kept = storage.copy_on_write(tensor)
    storage.watch(tensor, copy)
    tensor.data.add_(0)  # this copies the memory and changes its address
    write(tensor)
    assert copy.stale
    assert kept.tolist() == [0, 0, 0, 0]


def test_memory_shared_outside_is_copied_eagerly() -> None:
    outside = np.zeros(3, "float32")
    tensor = storage.share_outside(torch.from_numpy(outside))
    assert storage.is_shared_outside(tensor[1:])
    assert not storage.is_shared_outside(torch.zeros(3))
    clone = storage.copy_on_write(tensor)
    outside[:] = 7
    assert tensor.tolist() == [7, 7, 7]
    assert clone.tolist() == [0, 0, 0]


def test_writes_keep_the_version_counter() -> None:
    tensor = torch.ones(3, requires_grad=True)
    with torch.enable_grad():
        result = (tensor * tensor).sum()
    with storage.writing(tensor) as memory:
        memory.mul_(2)
    result.backward()
    assert tensor.grad.tolist() == [4, 4, 4]  # computed from the new values, as in MXNet


def test_in_rows_keeps_the_object() -> None:
    tensor = torch.arange(6.0).reshape(2, 3).t()
    assert storage.in_rows(tensor) is tensor
    assert tensor.is_contiguous()
    assert tensor.tolist() == [[0, 3], [1, 4], [2, 5]]


def in_threads(*functions: Callable[[], Any]) -> None:
    """Run functions in parallel threads and raise an error of any of them here."""
    barrier, errors = threading.Barrier(len(functions)), list[BaseException]()

    def run(function: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            function()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_threads_share_one_memory_lazily() -> None:
    """Torch itself would free the memory twice here."""
    for _ in range(200):
        array = nd.ones((100,))
        in_threads(*[functools.partial(nd.reshape, array, shape=(10, 10))] * 6)
        assert array.asnumpy().sum() == 100


def test_threads_share_memory_while_it_is_written() -> None:
    array = nd.zeros((1000,))
    torn = []

    def read() -> None:
        for _ in range(300):
            values = nd.reshape(array, shape=(10, 100)).asnumpy()
            if values.min() != values.max():
                torn.append(values)

    def fill() -> None:
        for value in range(300):
            array[:] = value

    in_threads(read, fill, read, fill)
    assert not torn


def test_write_waits_for_readers() -> None:
    """A read never sees a partial write."""
    tensor, order = torch.zeros(3), []
    inside, released = threading.Event(), threading.Event()

    def read() -> None:
        with storage.reading(lambda: [tensor]):
            inside.set()
            released.wait(10)
            order.append("read")

    def write_then() -> None:
        inside.wait(10)
        released.set()
        write(tensor)
        order.append("written")

    in_threads(read, write_then)
    assert order == ["read", "written"]


def test_nested_writes_and_failing_ones_leave_nothing_behind() -> None:
    first, second = torch.zeros(2), torch.zeros(2)
    with storage.writing(first), storage.writing(second) as memory:
        memory.add_(1)
    with pytest.raises(RuntimeError, match="size"), storage.writing(first) as memory:
        memory.copy_(torch.zeros(3))
    in_threads(lambda: storage.copy_on_write(first), lambda: storage.copy_on_write(second))
    assert second.tolist() == [1, 1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_forked_process_does_not_wait_for_threads_of_its_parent() -> None:
    tensor = torch.zeros(3)
    inside, released = threading.Event(), threading.Event()

    def hold() -> None:
        with storage.writing(tensor), storage.reading(lambda: [torch.ones(1)]):
            inside.set()
            released.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait(30)
    child = os.fork()
    if child == 0:
        storage.copy_on_write(tensor)
        write(tensor)
        os._exit(0 if tensor.tolist() == [10, 10, 10] else 1)
    _, status = os.waitpid(child, 0)
    released.set()
    holder.join()
    assert status == 0


def test_threads_read_lazily_shared_memory() -> None:
    """Some torch functions request writable memory only to read it, which must not copy shared memory."""
    array = nd.ones((3, 2, 4))
    cell = gluon.rnn.LSTM(5, input_size=4)
    cell.initialize()
    for _ in range(100):
        kept = nd.reshape(array, shape=(24,))
        in_threads(*[array.asnumpy, functools.partial(cell, array)] * 3)
        assert kept.asnumpy().sum() == 24
