"""The words of Mersenne twisters: of the 1024 rows that parallel operators draw from, and of a single one.

torch's CPU generator is the same twister as C++'s ``std::mt19937`` and is seeded alike. Its fastest draw is one of
64 bits, which takes two words, the first of them as the upper half; `_in_order` swaps the halves.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

ROWS = 1024
BLOCK = 64  # elements that a row has at least, unless the array is smaller
MOST = 2048  # words that are drawn at once for a row, and shown at most; a power of two
_RING = 2 * MOST
_SMALLEST, _SEED_BITS = -(2 ** 63), 0xFFFFFFFF
_SWAP = np.uint64(32)


def split(size: int) -> tuple[int, int, int]:
    """How many rows draw an array of `size` elements, how many elements each of them draws, and the last one."""
    if not size:
        return 0, 0, 0
    step = -(-size // min(-(-size // BLOCK), ROWS))
    rows = -(-size // step)
    return rows, step, size - (rows - 1) * step


def _in_order(drawn: np.ndarray) -> None:
    upper = drawn >> _SWAP
    drawn <<= _SWAP
    drawn |= upper


class Rows:
    """Twisters that are seeded with consecutive numbers; an array takes its words from the first of them.

    Words are kept in a ring of two halves for each row. `peek` shows the next ones, `advance` uses them up: how many
    of them a sampler that rejects some needs is known only afterwards.
    """

    def __init__(self, seed: int) -> None:
        self._words = np.empty((ROWS, _RING), np.uint32)
        self._long_words = self._words.view(np.uint64)
        self._tensor = torch.from_numpy(self._words.view(np.int64))
        self._generators: list[torch.Generator] = []
        self._halves: list[tuple[torch.Tensor, torch.Tensor]] = []
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin with other seeds; rows are seeded when they are first used."""
        self._seed, self._seeded = seed, 0
        self._position = np.zeros(ROWS, np.int64)
        self._made = np.zeros(ROWS, np.int64)  # words that were drawn so far

    def _seed_rows(self, rows: int) -> None:
        while len(self._generators) < rows:
            row = self._tensor[len(self._generators)]
            self._generators.append(torch.Generator())
            self._halves.append((row[:MOST // 2], row[MOST // 2:]))
        for i in range(self._seeded, rows):
            self._generators[i].manual_seed((self._seed + i) & _SEED_BITS)
        self._seeded = rows

    def _fill(self, rows: np.ndarray) -> None:
        """Draw half a ring of words more for some rows."""
        for half in (0, 1):
            chosen = rows[(self._made[rows] // MOST) % 2 == half]
            if not len(chosen):
                continue
            for i in chosen.tolist():
                self._halves[i][half].random_(_SMALLEST, None, generator=self._generators[i])
            place = slice(half * MOST // 2, (half + 1) * MOST // 2)
            if chosen[-1] - chosen[0] + 1 == len(chosen):
                _in_order(self._long_words[chosen[0]:chosen[-1] + 1, place])
            else:
                for i in chosen.tolist():
                    _in_order(self._long_words[i, place])
        self._made[rows] += MOST

    def _row(self, row: int, start: int, count: int) -> np.ndarray:
        first = start % _RING
        if first + count <= _RING:
            return self._words[row, first:first + count]
        return np.concatenate([self._words[row, first:], self._words[row, :first + count - _RING]])

    def peek(self, rows: int, count: int) -> np.ndarray:
        """The next `count` words, at most half a ring, of each of the first `rows`: a matrix to read, not to keep."""
        if rows > self._seeded:
            self._seed_rows(rows)
        if not rows:
            return np.empty((0, count), np.uint32)
        position = self._position[:rows]
        lacking = position + count > self._made[:rows]
        if lacking.any():
            self._fill(np.flatnonzero(lacking))
        start = int(position[0])
        if rows == 1:
            return self._row(0, start, count)[None]
        first = start % _RING
        if first + count <= _RING and (position[:-1] == start).all():
            words = self._words[:rows, first:first + count]
            if position[-1] == start:
                return words
            words = words.copy()
            words[-1] = self._row(rows - 1, int(position[-1]), count)
            return words
        if count >= BLOCK:
            words = np.empty((rows, count), np.uint32)
            for i, start in enumerate(position.tolist()):
                words[i] = self._row(i, start, count)
            return words
        return np.take_along_axis(self._words[:rows], (position[:, None] + np.arange(count)) % _RING, 1)

    def advance(self, rows: int, count: int | np.ndarray, last: int | None = None) -> None:
        """Use up words of each of the first `rows`; `last` words of the last one, where it is given."""
        self._position[:rows] += count
        if last is not None and rows:
            self._position[rows - 1] += last - int(count)

    def take(self, rows: int, count: int, last: int) -> np.ndarray:
        """The next `count` words of each row, of which the last row uses `last` up."""
        if count <= MOST:
            words = self.peek(rows, count)
            self.advance(rows, count, last)
            return words
        words = np.empty((rows, count), np.uint32)
        for start, stop in pieces(count):
            words[:, start:stop] = self.peek(rows, stop - start)
            self.advance(rows, stop - start, min(max(last - start, 0), stop - start))
        return words

    def at(self, rows: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        """One word of each of some rows, `offsets` words ahead of where they are."""
        place = self._position[rows] + offsets
        lacking = place >= self._made[rows]
        if lacking.any():
            self._fill(rows[lacking])
        return self._words[rows, place % _RING]

    def ahead(self, rows: np.ndarray, count: int) -> np.ndarray:
        """The next `count` words of each of some rows."""
        place = self._position[rows]
        lacking = place + count > self._made[rows]
        if lacking.any():
            self._fill(rows[lacking])
        return self._words[rows[:, None], (place[:, None] + np.arange(count)) % _RING]

    def advance_some(self, rows: np.ndarray, counts: np.ndarray | int) -> None:
        """Use up words of some rows, which `at` or `ahead` has shown."""
        self._position[rows] += counts

    def numbers_of(self, row: int) -> Iterator[float]:
        """Numbers of one row in double precision, each used up when it is shown."""
        self.seeded(row + 1)
        chosen = np.array([row])
        while True:
            first, second = (int(self.at(chosen, np.array([i]))[0]) for i in (0, 1))
            self._position[row] += 2
            yield min((first + (second << 32)) * 2.0 ** -64, 1.0 - 2.0 ** -53)

    def seeded(self, rows: int) -> None:
        """Make the first `rows` ready for `at`."""
        if rows > self._seeded:
            self._seed_rows(rows)


def pieces(count: int) -> Iterator[tuple[int, int]]:
    """Parts of `count` words that `peek` can show."""
    for start in range(0, count, MOST):
        yield start, min(start + MOST, count)


class Line:
    """One twister, whose words are used in order."""

    def __init__(self, seed: int) -> None:
        self._generator = torch.Generator()
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin with another seed."""
        self._generator.manual_seed(seed & _SEED_BITS)
        self._words = np.empty(0, np.uint32)
        self._position = 0

    def peek(self, count: int) -> np.ndarray:
        """The next `count` words, to read, not to keep."""
        known = len(self._words) - self._position
        if count > known:
            more = torch.empty(max(count - known + 1, MOST) // 2, dtype=torch.int64)
            more.random_(_SMALLEST, None, generator=self._generator)
            drawn = more.numpy().view(np.uint64)
            _in_order(drawn)
            left, fresh = self._words[self._position:], drawn.view(np.uint32)
            self._words = np.concatenate([left, fresh]) if known else fresh
            self._position = 0
        return self._words[self._position:self._position + count]

    def advance(self, count: int) -> None:
        """Use up words that `peek` has shown."""
        self._position += count

    def take(self, count: int) -> np.ndarray:
        """The next `count` words."""
        words = self.peek(count)
        self._position += count
        return words
