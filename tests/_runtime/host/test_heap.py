"""Large arrays of compiled networks in training: when they come from the heap, and when that is mended."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._runtime.host import heap
from mxnet.gluon import nn
from mxnet_records import allocator

MAPPED, HEAP = 1 << 24, 1 << 27
THRESHOLD = -3


class Library:
    """Notes what the C library is told, and tells how much is free of what it has."""

    def __init__(self) -> None:
        self.limits: list[int] = []
        self.trims = 0
        self.free = 0

    def set_option(self, option: int, value: int) -> int:
        if option == THRESHOLD:
            self.limits.append(value)
        return 1

    def usage(self) -> SimpleNamespace:
        return SimpleNamespace(fordblks=self.free, uordblks=900, hblkhd=100)

    def trim(self, pad: int) -> int:
        self.trims += 1
        return 1


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    library = Library()
    monkeypatch.setenv("MXNET_COMPACT_HEAP", "1")
    monkeypatch.setattr(allocator, "_set_option", library.set_option)
    monkeypatch.setattr(allocator, "_returns_memory", False)
    for name, value in vars(heap._Heap()).items():
        monkeypatch.setattr(heap.heap, name, value)
    monkeypatch.setattr(heap.heap, "_usage", library.usage)
    monkeypatch.setattr(heap.heap, "_trim", library.trim)
    yield library


def network() -> nn.HybridSequential:
    """Two layers without parameters, and one with."""
    net = nn.HybridSequential()
    net.add(nn.Activation("relu"), nn.HybridLambda(lambda F, x: F.sum(x * x, axis=1, keepdims=True)),
            nn.Dense(1, in_units=1))
    net.initialize(mx.init.One())
    return net


LARGE, SMALL = nd.ones((3, (1 << 22))), nd.ones((3, 1 << 10))  # 48 MB and 12 KB


def step(net: nn.HybridSequential, x: nd.NDArray) -> float:
    with mx.autograd.record():
        loss = net(x).sum()
    loss.backward()
    return float(loss.asscalar())


def test_what_the_forward_pass_keeps_is_in_the_heap_after_the_first_steps(library: Library) -> None:
    net = network()
    net.hybridize()
    for _ in range(3):
        step(net, LARGE)
    mapped_step, later_step = [MAPPED, MAPPED, HEAP], [HEAP, MAPPED, HEAP]
    assert library.limits == [*mapped_step, *mapped_step, *later_step] and library.trims == 0


def test_small_networks_and_prediction_are_left_alone(library: Library) -> None:
    net = network()
    step(net, LARGE)
    net.hybridize()
    step(net, SMALL)
    net(LARGE).wait_to_read()
    assert library.limits == []


def test_a_heap_with_holes_is_given_back_and_mended(library: Library) -> None:
    net = network()
    net.hybridize()
    for free in (0, 0, 0, 101, 0, 0):
        library.free = free
        step(net, LARGE)
    assert library.limits[0::3] == [MAPPED, MAPPED, HEAP, HEAP, MAPPED, HEAP] and library.trims == 1


def test_holes_between_smaller_blocks_are_not_mended_in_vain(library: Library) -> None:
    net = network()
    net.hybridize()
    for free in (101, 0, 200, 200, 251, 0):
        library.free = free
        step(net, LARGE)
    assert library.limits[0::3] == [MAPPED, MAPPED, HEAP, HEAP, HEAP, MAPPED] and library.trims == 1


def test_errors_leave_the_heap_in_use(library: Library) -> None:
    def fails() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        heap.reuse_memory(fails)()
    assert library.limits == [MAPPED, MAPPED]
    step(network(), SMALL)
    assert library.limits[-1] == HEAP


@pytest.mark.parametrize("who", ["the user", "recomputation", "another system"])
def test_others_decide_about_memory(who: str, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    if who == "the user":
        monkeypatch.setattr(allocator, "_set_option", None)
    elif who == "recomputation":
        allocator.return_freed_memory()
        assert library.limits == [1 << 18]
    else:
        monkeypatch.setattr(heap.heap, "_usage", None)
    before = list(library.limits)
    net = network()
    net.hybridize()
    step(net, LARGE)
    assert library.limits == before


def test_variables_of_the_user_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    assert allocator._option_of_allocator() is None


def test_the_numbers_are_the_same_in_all_steps() -> None:
    random = np.random.RandomState(7)
    for _ in range(6):
        x = nd.array(random.rand(3, 3 << 20).astype("float32") - 0.5)
        results = []
        for hybrid in (False, True):
            net = network()
            if hybrid:
                net.hybridize()
            x.attach_grad()
            results.append((step(net, x), x.grad.asnumpy()))
        assert results[0][0] == results[1][0]
        np.testing.assert_array_equal(results[0][1], results[1][1])
