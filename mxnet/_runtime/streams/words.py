"""The words of Mersenne twisters: of the 1024 rows that parallel operators draw from, and of a single one.

torch's CPU generator is the same twister as C++'s ``std::mt19937`` and is seeded alike. Its fastest draw is one of
64 bits, which takes two words, the first of them as the upper half; `_in_order` swaps the halves.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import operator
from collections.abc import Callable, Iterator

import numpy as np
import torch
from torch import Tensor

ROWS = 1024
BLOCK = 64  # elements that a row has at least, unless the array is smaller
MOST = 2048  # words that are drawn at once for a row, and shown at most; a power of two
_RING = 2 * MOST
_SMALLEST, _SEED_BITS = -(2 ** 63), 0xFFFFFFFF
_SWAP = np.uint64(32)
_CHUNK = 32  # rows that are made together, so that their words stay in the processor's cache
_PART = 65536  # numbers that are finished together
UNIT = 2.0 ** -32  # a word times this is a number in [0, 1], which MXNet leaves at 1 where a word rounds up to it
_SEGMENTS = 16  # up to so many groups of rows in step are read group by group
_LONG = 512  # from so many words of a row on, copying rows is faster than looking up words


Finish = Callable[[Tensor], Tensor]


@functools.lru_cache(256)
def split(size: int) -> tuple[int, int, int]:
    """How many rows draw an array of `size` elements, how many elements each of them draws, and the last one."""
    if not size:
        return 0, 0, 0
    step = -(-size // min(-(-size // BLOCK), ROWS))
    rows = -(-size // step)
    return rows, step, size - (rows - 1) * step


def _in_order(drawn: np.ndarray, words: np.ndarray) -> None:
    """Swap the halves of 64 bits."""
    upper = drawn >> _SWAP
    drawn <<= _SWAP
    np.bitwise_or(drawn, upper, out=words)


def _cut(runs: list[list[int]], rows: int, apart: bool) -> list[list[int]]:
    """The runs of the first `rows`, the last of which is a run of its own where it is `apart`."""
    for border in (rows - 1, rows) if apart and rows > 1 else (rows,):
        place = bisect.bisect_left(runs, border, key=operator.itemgetter(0))
        if runs[place][0] != border:
            runs.insert(place, [border, *runs[place][1:]])
    return runs[:place + 1]


def _join(runs: list[list[int]]) -> None:
    """Make one of neighbouring runs that are in step."""
    for i in range(len(runs) - 1, 0, -1):
        if runs[i][1:] == runs[i - 1][1:]:
            del runs[i - 1]


class Rows:
    """Twisters that are seeded with consecutive numbers; an array takes its words from the first of them.

    Words are kept in a ring of two halves for each row. `peek` shows the next ones, `advance` uses them up: how many a
    sampler needs that rejects some is known only afterwards. `take` does both at once.

    Rows that always drew together are in step: `_runs` has groups of them, each as the row behind it, how many words
    it used and how many were made. After a sampler that rejects words each row is somewhere else: then `_runs` is
    None, and `_position` and `_made` have these numbers for each row.
    """

    def __init__(self, seed: int) -> None:
        self._plain = np.empty((ROWS, _RING), np.uint32)
        self._words = torch.from_numpy(self._plain)
        self._generators: list[torch.Generator] = []
        rooms = torch.empty((_CHUNK, MOST // 2), dtype=torch.int64)
        self._rooms, self._drawn = rooms.unbind(), rooms.numpy().view(np.uint64)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin with other seeds; rows are seeded when they are first used."""
        self._seed, self._seeded = seed, 0
        self._runs: list[list[int]] | None = [[ROWS, 0, 0]]
        self._position = self._made = np.empty(0, np.int64)

    def _seed_rows(self, rows: int) -> None:
        while len(self._generators) < rows:
            self._generators.append(torch.Generator())
        for i in range(self._seeded, rows):
            self._generators[i].manual_seed((self._seed + i) & _SEED_BITS)
        self._seeded = rows

    def _fill(self, first: int, stop: int, half: int) -> None:
        """Draw half a ring of words for some rows."""
        place = slice(half * MOST, (half + 1) * MOST)
        for start in range(first, stop, _CHUNK):
            rows = min(_CHUNK, stop - start)
            for room, generator in zip(self._rooms[:rows], self._generators[start:start + rows], strict=True):
                room.random_(_SMALLEST, None, generator=generator)
            drawn = self._drawn[:rows]
            _in_order(drawn, self._plain[start:start + rows, place].view(np.uint64))

    def _fill_some(self, rows: np.ndarray) -> None:
        """Draw half a ring of words more for each of some rows, neighbours together."""
        half = self._made[rows] // MOST % 2
        borders = np.flatnonzero((np.diff(rows) != 1) | (np.diff(half) != 0)) + 1
        for first, stop in itertools.pairwise([0, *borders.tolist(), len(rows)]):
            self._fill(int(rows[first]), int(rows[stop - 1]) + 1, int(half[first]))
        self._made[rows] += MOST

    def _settle(self, rows: int) -> np.ndarray:
        """Seed the first `rows`, and note for each where it is."""
        if rows > self._seeded:
            self._seed_rows(rows)
        if self._runs is not None:
            self._position, self._made = self._of_runs(self._runs)
            self._runs = None
        return self._position[:rows]

    def _of_runs(self, runs: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
        stops, position, made = np.array(runs).T
        sizes = np.diff(stops, prepend=0)
        return np.repeat(position, sizes), np.repeat(made, sizes)

    def _copy(self, made: Tensor, first: int, start: int) -> None:
        """Write words of neighbouring rows that are all at `start`, as numbers of the type of `made`."""
        rows, count = made.shape
        start %= _RING
        rest = _RING - start
        if count <= rest:
            made.copy_(self._words.as_strided((rows, count), (_RING, 1), first * _RING + start))
        else:
            made[:, :rest].copy_(self._words[first:first + rows, start:])
            made[:, rest:].copy_(self._words[first:first + rows, :count - rest])

    def _read(self, made: Tensor) -> None:
        """Write the next words of the first rows, each of which is somewhere else."""
        rows, count = made.shape
        position = self._settle(rows)
        lacking = np.flatnonzero(position + count > self._made[:rows])
        if len(lacking):
            self._fill_some(lacking)
        made.copy_(torch.from_numpy(self._scattered(position, count)))

    def _scattered(self, position: np.ndarray, count: int) -> np.ndarray:
        """Words of rows of which each is somewhere else."""
        if count < _LONG:
            return np.take_along_axis(self._plain[:len(position)], (position[:, None] + np.arange(count)) % _RING, 1)
        words = np.empty((len(position), count), np.uint32)
        for i, start in enumerate((position % _RING).tolist()):
            rest = min(_RING - start, count)
            words[i, :rest] = self._plain[i, start:start + rest]
            words[i, rest:] = self._plain[i, :count - rest]
        return words

    def peek(self, rows: int, count: int) -> np.ndarray:
        """The next `count` words, at most `MOST`, of each of the first `rows`."""
        made = torch.empty((rows, count), dtype=torch.uint32)
        if rows:
            self._read(made)
        return made.numpy()

    def advance(self, rows: int, count: np.ndarray | int) -> None:
        """Use up words of each of the first `rows` that `peek` has shown."""
        self._position[:rows] += count

    def take(self, made: Tensor, last: int, finish: Finish | None = None) -> Tensor:
        """Write the next words of the first rows, as numbers of the type of `made`; the last row uses `last` up.

        `finish` is applied to all of `made`, part by part, so that each is in the processor's cache.
        """
        rows, count = made.shape
        if not rows:
            return made
        if count > MOST:
            for start in range(0, count, MOST):
                part = made[:, start:start + MOST]
                self.take(part, min(max(last - start, 0), part.shape[1]), finish)
            return made
        if self._runs is not None:
            self._take_runs(self._runs, made, last, finish)
            return made
        self._read(made)
        self._position[:rows] += count
        self._position[rows - 1] += last - count
        return made if finish is None else finish(made)

    def window(self, rows: int, count: int) -> Tensor | None:
        """Take words as they lie in the ring, not to be kept: only where the first `rows` are a run with enough."""
        if self._runs is None:
            return None
        run = self._runs[0]
        place = run[1] % _RING
        if run[0] != rows or run[1] + count > run[2] or place + count > _RING:
            return None
        run[1] += count
        return self._words.as_strided((rows, count), (_RING, 1), place)

    def few(self, rows: int, count: int, last: int) -> Tensor | None:
        """Take words of the first rows, as `take` does, but as they are; None for many, or if rows are not in step."""
        if self._runs is None or rows * count > _PART or count > MOST or not rows:
            return None
        if rows > self._seeded:
            self._seed_rows(rows)
        chosen = _cut(self._runs, rows, count != last)
        words = torch.from_numpy(self._assembled(chosen, rows, count))
        self._use_up(chosen, count, last)
        return words

    def _use_up(self, chosen: list[list[int]], count: int, last: int) -> None:
        for run in chosen:
            run[1] += count
        chosen[-1][1] += last - count
        _join(self._runs)  # type: ignore[arg-type]

    def _take_runs(self, runs: list[list[int]], made: Tensor, last: int, finish: Finish | None) -> None:
        rows, count = made.shape
        if rows > self._seeded:
            self._seed_rows(rows)
        chosen = _cut(runs, rows, count != last)
        if len(chosen) > _SEGMENTS or (len(chosen) > 1 and made.numel() <= _PART):
            made.copy_(torch.from_numpy(self._assembled(chosen, rows, count)))
            if finish is not None:
                finish(made)
        else:
            begin = 0
            for run in chosen:
                self._take_run(run, begin, made, finish)
                begin = run[0]
        self._use_up(chosen, count, last)

    def _take_run(self, run: list[int], begin: int, made: Tensor, finish: Finish | None) -> None:
        rows, count = made.shape
        stop, start, ready = run
        lacking = start + count > ready
        if lacking:
            run[2] += MOST
        height = max(_CHUNK, _PART // count)
        for first in range(begin, stop, height):
            end = min(first + height, stop)
            if lacking:
                self._fill(first, end, ready // MOST % 2)
            part = made if end - first == rows else made[first:end]
            self._copy(part, first, start)
            if finish is not None:
                finish(part)

    def _assembled(self, runs: list[list[int]], rows: int, count: int) -> np.ndarray:
        """The next words of several runs."""
        words = np.empty((rows, count), np.uint32)
        begin = 0
        for run in runs:
            stop, start, ready = run
            if start + count > ready:
                self._fill(begin, stop, ready // MOST % 2)
                run[2] += MOST
            start %= _RING
            rest = _RING - start
            words[begin:stop, :rest] = self._plain[begin:stop, start:start + count]
            if rest < count:
                words[begin:stop, rest:] = self._plain[begin:stop, :count - rest]
            begin = stop
        return words

    def ready(self, rows: int) -> None:
        """Make the first `rows` ready for `ahead` and `advance_some`."""
        self._settle(rows)

    def ahead(self, rows: np.ndarray, count: int) -> np.ndarray:
        """The next `count` words of each of some rows."""
        place = self._position[rows]
        lacking = place + count > self._made[rows]
        if lacking.any():
            self._fill_some(rows[lacking])
        return self._plain[rows[:, None], (place[:, None] + np.arange(count)) % _RING]

    def advance_some(self, rows: np.ndarray, counts: np.ndarray | int) -> None:
        """Use up words of some rows, which `ahead` has shown."""
        self._position[rows] += counts

    def numbers_of(self, row: int) -> Iterator[float]:
        """Numbers of one row in double precision, each used up when it is shown."""
        self._settle(row + 1)
        chosen = np.array([row])
        while True:
            first, second = self.ahead(chosen, 2)[0].tolist()
            self._position[row] += 2
            yield (first + (second << 32)) * 2.0 ** -64


class Line:
    """One twister, whose words are used in order.

    They are drawn ahead, the more of them the more were used. The numbers in [0, 1) of single precision that they stand
    for are made of all of them when they are first asked for.
    """

    def __init__(self, seed: int) -> None:
        self._generator = torch.Generator()
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Begin with another seed."""
        self._generator.manual_seed(seed & _SEED_BITS)
        self._words = np.empty(0, np.uint32)
        self._units: Tensor | None = None
        self._position, self._made, self._ahead = 0, 0, MOST

    def _draw(self, count: int) -> None:
        """Have `count` words ready."""
        known = self._made - self._position
        more = torch.empty((max(count - known, self._ahead) + 1) // 2, dtype=torch.int64)
        self._ahead = min(2 * self._ahead, _PART)
        more.random_(_SMALLEST, None, generator=self._generator)
        drawn = more.numpy().view(np.uint64)
        _in_order(drawn, drawn)
        words = drawn.view(np.uint32)
        if known:
            words = np.concatenate([self._words[self._position:], words])
        self._words, self._units, self._position, self._made = words, None, 0, len(words)

    def _used(self, count: int) -> slice:
        if self._position + count > self._made:
            self._draw(count)
        self._position += count
        return slice(self._position - count, self._position)

    def take(self, count: int) -> np.ndarray:
        """The next `count` words, not to be kept."""
        used = self._used(count)
        return self._words[used]

    def take_units(self, count: int) -> Tensor:
        """The same as numbers in [0, 1) of single precision."""
        used = self._used(count)
        if self._units is None:
            self._units = torch.from_numpy(self._words).to(torch.float32).mul_(UNIT)
        return self._units[used]

    def peek(self, count: int) -> np.ndarray:
        """The next `count` words, of which `advance` uses some up."""
        words = self.take(count)
        self._position -= count
        return words

    def advance(self, count: int) -> None:
        """Use up words that `peek` has shown."""
        self._position += count
