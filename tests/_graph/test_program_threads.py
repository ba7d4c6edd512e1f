"""Networks called from several threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from mxnet import gluon, nd


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def _in_threads(count: int, function: object) -> None:
    running = [threading.Thread(target=function) for _ in range(count)]  # type: ignore[arg-type]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


def test_new_threads_are_not_narrowed(two_threads: None, frequent_switches: None) -> None:
    net = gluon.nn.Dense(4, in_units=8)
    net.initialize()
    net.hybridize()
    data = nd.ones((2, 8))
    seen: list[int] = []

    def predict() -> None:
        for _ in range(50):
            net(data)
        seen.append(torch.get_num_threads())

    for _ in range(5):
        _in_threads(8, predict)
    assert seen == [2] * 40
    assert torch.get_num_threads() == 2


@pytest.mark.parametrize("hybridized", [False, True])
def test_first_calls_at_the_same_time(frequent_switches: None, hybridized: bool) -> None:
    data = nd.array(np.random.RandomState(0).uniform(size=(2, 3, 6, 6)))
    for _ in range(10):
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Conv2D(4, 3), gluon.nn.BatchNorm(), gluon.nn.Dense(8, activation="relu"), gluon.nn.Dense(3))
        net.initialize()
        if hybridized:
            net.hybridize()
        start = threading.Barrier(8)
        results: list[np.ndarray] = []

        def call(net: gluon.Block = net, start: threading.Barrier = start, results: list[np.ndarray] = results) -> None:
            start.wait()
            results.append(net(data).asnumpy())

        _in_threads(8, call)
        assert len(results) == 8
        for result in results:
            np.testing.assert_allclose(result, results[0], rtol=1e-5, atol=1e-6)
