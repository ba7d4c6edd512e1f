"""Test integer handles that replace pointers of MXNet."""

import ctypes
import gc

import pytest

from mxnet import nd
from mxnet._runtime import handles
from mxnet._runtime.error import MXNetError


class Item:
    """Object with a handle."""


def test_an_object_has_one_handle_for_its_life() -> None:
    item, other = Item(), Item()
    handle = handles.of(item)
    assert handles.of(item).value == handle.value != handles.of(other).value
    assert handles.find(handle, Item) is item and handles.find(handle.value, Item) is item
    number = handle.value
    del item
    gc.collect()
    with pytest.raises(MXNetError, match="stands for nothing that exists, not for a Item"):
        handles.find(number, Item)


def test_handle_of_wrong_type_is_rejected() -> None:
    item = Item()
    with pytest.raises(MXNetError, match="stands for a Item, not for a NDArray"):
        handles.find(handles.of(item), nd.NDArray)
    with pytest.raises(MXNetError, match="0x0 stands for nothing"):
        handles.find(ctypes.c_void_p(None), Item)


def test_results_live_until_they_are_taken_or_freed() -> None:
    number, heir = handles.keep(Item()), Item()
    gc.collect()
    taken = handles.take(number, Item, heir)
    assert handles.find(number, Item) is heir and taken is not heir
    freed = handles.keep(Item())
    handles.free(freed)
    gc.collect()
    with pytest.raises(MXNetError, match="nothing that exists"):
        handles.find(freed, Item)
