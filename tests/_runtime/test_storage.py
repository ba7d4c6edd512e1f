"""Memory of arrays: shared lazily, written past autograd, and never trusted once others can write it."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from mxnet import nd
from mxnet._runtime import storage


class Copy:
    """Something derived from a tensor."""

    stale = False


@pytest.mark.parametrize("write_first", [True, False])
def test_copy_on_write_separates_both_sides(write_first: bool) -> None:
    tensor = torch.arange(4.0)
    clone = storage.copy_on_write(tensor)
    storage.writable(tensor if write_first else clone).add_(10)
    written, other = (tensor, clone) if write_first else (clone, tensor)
    assert written.tolist() == [10, 11, 12, 13]
    assert other.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("view", [lambda t: t, lambda t: t[1:], lambda t: t.reshape(2, 2), lambda t: t.reshape(2, 2).T])
def test_a_write_through_any_view_marks_copies_stale(view) -> None:
    tensor, copy = torch.zeros(4), Copy()
    storage.mark_stale_on_write(tensor, copy)
    storage.writable(torch.ones(4))
    assert not copy.stale
    storage.writable(view(tensor))
    assert copy.stale


def test_a_replaced_tensor_marks_copies_stale() -> None:
    array, copy = nd.zeros((3,)), Copy()
    storage.mark_stale_on_write(array._data, copy)
    storage.rebind(array, torch.ones(3))
    assert copy.stale
    assert array.asnumpy().tolist() == [1, 1, 1]


def test_a_mark_survives_the_copy_of_lazily_shared_memory() -> None:
    tensor, copy = torch.zeros(4), Copy()
    kept = storage.copy_on_write(tensor)
    storage.mark_stale_on_write(tensor, copy)
    tensor.data.add_(0)  # the memory is copied now, its address changes
    storage.writable(tensor)
    assert copy.stale
    assert kept.tolist() == [0, 0, 0, 0]


def test_memory_that_others_write_is_copied_at_once() -> None:
    outside = np.zeros(3, "float32")
    tensor = storage.share_outside(torch.from_numpy(outside))
    assert storage.is_shared_outside(tensor[1:])
    assert not storage.is_shared_outside(torch.zeros(3))
    clone = storage.copy_on_write(tensor)
    outside[:] = 7
    assert tensor.tolist() == [7, 7, 7]
    assert clone.tolist() == [0, 0, 0]


def test_writes_leave_the_version_for_autograd_alone() -> None:
    tensor = torch.ones(3, requires_grad=True)
    with torch.enable_grad():
        result = (tensor * tensor).sum()
    storage.writable(tensor).mul_(2)
    result.backward()
    assert tensor.grad.tolist() == [4, 4, 4]  # with the new values, as in MXNet


def test_in_rows_keeps_the_object() -> None:
    tensor = torch.arange(6.0).reshape(2, 3).t()
    assert storage.in_rows(tensor) is tensor
    assert tensor.is_contiguous()
    assert tensor.tolist() == [[0, 3], [1, 4], [2, 5]]
