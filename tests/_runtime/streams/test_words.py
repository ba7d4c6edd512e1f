"""Compare words of twisters, taken in blocks of various sizes, with NumPy's generator."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from mxnet._runtime.streams.words import MOST, Line, Rows, split


class _Reference:
    """Reference rows, each with a NumPy twister."""

    def __init__(self, seed: int, rows: int, count: int) -> None:
        self._words = np.empty((rows, count), np.int64)
        self._position = [0] * rows
        for i in range(rows):
            generator = np.random.RandomState((seed + i) % 2 ** 32)
            self._words[i] = generator.randint(0, 2 ** 32, count, np.uint32)

    def take(self, rows: int, count: int, last: int) -> np.ndarray:
        starts = self._position[:rows]
        taken = np.array([self._words[i, start:start + count] for i, start in enumerate(starts)])
        for i in range(rows):
            self._position[i] += last if i == rows - 1 else count
        return taken


def test_split() -> None:
    assert [split(size) for size in (0, 1, 64)] == [(0, 0, 0), (1, 1, 1), (1, 64, 64)]
    assert [split(size) for size in (65, 1000)] == [(2, 33, 32), (16, 63, 55)]
    assert split(66000) == (1016, 65, 25)  # eight of the 1024 rows are unused
    assert split(100000) == (1021, 98, 40)


@pytest.mark.parametrize("seed", range(8))
def test_rows(seed: int) -> None:
    choose = random.Random(seed)
    source, reference = Rows(-3 - seed), _Reference(-3 - seed, 40, 30000)
    for _ in range(60):
        rows, count = choose.choice([1, 1, 2, 3, 7, 20, 39, 40]), choose.choice([1, 2, 5, 63, 64, 97, 500, 1500])
        last = choose.randint(1, count)
        if choose.random() < 0.1:
            seen = source.peek(rows, count)
            source.advance(rows, np.where(np.arange(rows) < rows - 1, count, last))
        elif last == count and (window := source.window(rows, count)) is not None:
            seen = window.numpy()
        else:
            seen = source.take(torch.empty((rows, count), dtype=torch.uint32), last).numpy()
        np.testing.assert_array_equal(seen, reference.take(rows, count, last))


@pytest.mark.parametrize("seed", range(4))
def test_rows_in_step(seed: int) -> None:
    """Rows stay in runs without `peek`."""
    choose = random.Random(seed)
    source, reference = Rows(seed), _Reference(seed, 100, 30000)
    sizes = [choose.randrange(1, 100 * 64) for _ in range(12)]
    for _ in range(80):
        rows, step, last = split(choose.choice(sizes))
        finished: list[int] = []

        def finish(part: torch.Tensor, finished: list[int] = finished) -> torch.Tensor:
            finished.append(part.numel())
            return part.neg_()

        made = source.take(torch.empty((rows, step), dtype=torch.float64), last, finish)
        np.testing.assert_array_equal(-made.numpy(), reference.take(rows, step, last))
        assert sum(finished) == rows * step


def test_more_words_than_are_kept() -> None:
    source, reference = Rows(5), _Reference(5, 3, 3 * MOST)
    made = source.take(torch.empty((3, 2 * MOST + 100), dtype=torch.uint32), 2 * MOST + 7)
    np.testing.assert_array_equal(made.numpy(), reference.take(3, 2 * MOST + 100, 2 * MOST + 7))
    made = source.take(torch.empty((3, 50), dtype=torch.uint32), 50)
    np.testing.assert_array_equal(made.numpy(), reference.take(3, 50, 50))


def test_line() -> None:
    choose, source, start = random.Random(1), Line(9), 0
    words = np.random.RandomState(9).randint(0, 2 ** 32, 200000, np.uint32)
    for _ in range(200):
        count = choose.choice([1, 2, 3, 1000, 3000])
        np.testing.assert_array_equal(source.peek(count + 5), words[start:start + count + 5])
        if choose.random() < 0.5:
            np.testing.assert_array_equal(source.take(count), words[start:start + count])
        else:
            expected = words[start:start + count].astype(np.float32) * np.float32(2.0 ** -32)
            np.testing.assert_array_equal(source.take_units(count).numpy(), expected)
        start += count
