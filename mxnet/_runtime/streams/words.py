"""Words of Mersenne Twisters, for the 1024 rows of parallel operators and for a single stream.

Torch's CPU generator is the same twister as C++'s ``std::mt19937`` and is seeded in the same way. Its fastest draw has
64 bits, which takes two words with the first one as the upper half; `_in_order` swaps the halves.
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
BLOCK = 64  # minimum number of elements per row, unless the array is smaller
MOST = 2048  # words drawn at once per row, and maximum number to peek; a power of two
_RING = 2 * MOST
_SMALLEST, _SEED_BITS = -(2 ** 63), 0xFFFFFFFF
_SWAP = np.uint64(32)
_CHUNK = 32  # rows filled together, so that their words stay in the processor's cache
_PART = 65536  # numbers finished together
UNIT = 2.0 ** -32  # a word times this is in [0, 1]; as in MXNet, a word may round up to 1
_SEGMENTS = 16  # up to this number of runs, words are read run by run
_LONG = 512  # from this number of words per row on, copying rows is faster than indexing words


Finish = Callable[[Tensor], Tensor]


@functools.lru_cache(256)
def split(size: int) -> tuple[int, int, int]:
    """Return the number of rows for an array of `size` elements, the elements per row, and those of the last row."""
    if not size:
        return 0, 0, 0
    step = -(-size // min(-(-size // BLOCK), ROWS))
    rows = -(-size // step)
    return rows, step, size - (rows - 1) * step


def _in_order(drawn: np.ndarray, words: np.ndarray) -> None:
    """Swap the halves of 64-bit words."""
    upper = drawn >> _SWAP
    drawn <<= _SWAP
    np.bitwise_or(drawn, upper, out=words)


def _cut(runs: list[list[int]], rows: int, apart: bool) -> list[list[int]]:
    """Return the runs of the first `rows`; with `apart`, the last row is a separate run."""
    for border in (rows - 1, rows) if apart and rows > 1 else (rows,):
        place = bisect.bisect_left(runs, border, key=operator.itemgetter(0))
        if runs[place][0] != border:
            runs.insert(place, [border, *runs[place][1:]])
    return runs[:place + 1]


def _join(runs: list[list[int]]) -> None:
    """Merge adjacent runs that are in step."""
    for i in range(len(runs) - 1, 0, -1):
        if runs[i][1:] == runs[i - 1][1:]:
            del runs[i - 1]


class Rows:
    """Twisters seeded with consecutive numbers; an array takes its words from the first of them.

    Each row keeps its words in a ring of two halves. `peek` returns the next words and `advance` consumes them, because
    a sampler that rejects words cannot know in advance how many it needs. `take` combines both.

    Rows that have drawn the same number of words are in step. `_runs` lists groups of such rows. Each entry is the row
    after the group, the number of consumed words and the number of drawn words. After a sampler that rejects words,
    every row has a different position. Then `_runs` is None, and `_position` and `_made` hold these numbers for each
    row.
    """

    def __init__(self, seed: int) -> None:
        self._plain = np.empty((ROWS, _RING), np.uint32)
        self._words = torch.from_numpy(self._plain)
        self._generators: list[torch.Generator] = []
        rooms = torch.empty((_CHUNK, MOST // 2), dtype=torch.int64)
        self._rooms, self._drawn = rooms.unbind(), rooms.numpy().view(np.uint64)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Restart with other seeds; rows are seeded when they are first used."""
        self._seed, self._seeded = seed, 0
        self._runs: list[list[int]] | None = [[ROWS, 0, 0]]
        self._position = self._made = np.empty(0, np.int64)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return the seeds, the positions, the unused words and the twisters of the rows that were used."""
        runs = self._runs
        position, made = (self._position, self._made) if runs is None else self._of_runs(runs)
        position, made = position[:self._seeded], made[:self._seeded]
        unused = int((made - position).max(initial=0))
        twisters = [generator.get_state().numpy() for generator in self._generators[:self._seeded]]
        return {"seed": np.array([self._seed, self._seeded], np.int64), "position": position, "made": made,
                "runs": np.array([] if runs is None else runs, np.int64).reshape(-1, 3),
                "words": self._scattered(position, unused), "twisters": np.array(twisters, np.uint8)}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Continue at a state of `get_state`."""
        seed, seeded = state["seed"].tolist()
        self.restart(seed)
        self._seed_rows(seeded)
        for generator, twister in zip(self._generators, state["twisters"]):
            generator.set_state(torch.from_numpy(np.array(twister, np.uint8)))
        words = state["words"].view(np.uint32)
        place = (state["position"][:, None] + np.arange(words.shape[1])) % _RING
        np.put_along_axis(self._plain[:seeded], place, words, 1)
        if len(state["runs"]):
            self._runs = state["runs"].tolist()
        else:
            self._compute_positions(seeded)
            self._position[:seeded], self._made[:seeded] = state["position"], state["made"]

    def _seed_rows(self, rows: int) -> None:
        while len(self._generators) < rows:
            self._generators.append(torch.Generator())
        for i in range(self._seeded, rows):
            self._generators[i].manual_seed((self._seed + i) & _SEED_BITS)
        self._seeded = rows

    def _fill(self, first: int, stop: int, half: int) -> None:
        """Draw half a ring of words for a range of rows."""
        place = slice(half * MOST, (half + 1) * MOST)
        for start in range(first, stop, _CHUNK):
            rows = min(_CHUNK, stop - start)
            for room, generator in zip(self._rooms[:rows], self._generators[start:start + rows], strict=True):
                room.random_(_SMALLEST, None, generator=generator)
            drawn = self._drawn[:rows]
            _in_order(drawn, self._plain[start:start + rows, place].view(np.uint64))

    def _fill_some(self, rows: np.ndarray) -> None:
        """Draw another half ring of words for each of some rows, adjacent rows together."""
        half = self._made[rows] // MOST % 2
        borders = np.flatnonzero((np.diff(rows) != 1) | (np.diff(half) != 0)) + 1
        for first, stop in itertools.pairwise([0, *borders.tolist(), len(rows)]):
            self._fill(int(rows[first]), int(rows[stop - 1]) + 1, int(half[first]))
        self._made[rows] += MOST

    def _compute_positions(self, rows: int) -> np.ndarray:
        """Seed the first `rows` and compute the position of each row."""
        if rows > self._seeded:
            self._seed_rows(rows)
        if self._runs is not None:
            self._position, self._made = self._of_runs(self._runs)
            self._runs = None
        return self._position[:rows]

    def _of_runs(self, runs: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
        stops, position, drawn = np.array(runs).T
        sizes = np.diff(stops, prepend=0)
        return np.repeat(position, sizes), np.repeat(drawn, sizes)

    def _copy(self, target: Tensor, first: int, start: int) -> None:
        """Write words of adjacent rows that are all at `start`, converted to the dtype of `target`."""
        rows, count = target.shape
        start %= _RING
        rest = _RING - start
        if count <= rest:
            target.copy_(self._words.as_strided((rows, count), (_RING, 1), first * _RING + start))
        else:
            target[:, :rest].copy_(self._words[first:first + rows, start:])
            target[:, rest:].copy_(self._words[first:first + rows, :count - rest])

    def _read(self, target: Tensor) -> None:
        """Write the next words of the first rows, which all have different positions."""
        rows, count = target.shape
        position = self._compute_positions(rows)
        lacking = np.flatnonzero(position + count > self._made[:rows])
        if len(lacking):
            self._fill_some(lacking)
        target.copy_(torch.from_numpy(self._scattered(position, count)))

    def _scattered(self, position: np.ndarray, count: int) -> np.ndarray:
        """Return words of rows with different positions."""
        if count < _LONG:
            return np.take_along_axis(self._plain[:len(position)], (position[:, None] + np.arange(count)) % _RING, 1)
        words = np.empty((len(position), count), np.uint32)
        for i, start in enumerate((position % _RING).tolist()):
            rest = min(_RING - start, count)
            words[i, :rest] = self._plain[i, start:start + rest]
            words[i, rest:] = self._plain[i, :count - rest]
        return words

    def peek(self, rows: int, count: int) -> np.ndarray:
        """Return the next `count` words, at most `MOST`, of each of the first `rows`."""
        words = torch.empty((rows, count), dtype=torch.uint32)
        if rows:
            self._read(words)
        return words.numpy()

    def advance(self, rows: int, count: np.ndarray | int) -> None:
        """Consume words of each of the first `rows` that `peek` returned."""
        self._position[:rows] += count

    def take(self, target: Tensor, last: int, finish: Finish | None = None) -> Tensor:
        """Write the next words of the first rows, converted to the dtype of `target`.

        The last row consumes only `last` words. `finish` is applied to `target` part by part, while each part is in the
        processor's cache.
        """
        rows, count = target.shape
        if not rows:
            return target
        if count > MOST:
            for start in range(0, count, MOST):
                part = target[:, start:start + MOST]
                self.take(part, min(max(last - start, 0), part.shape[1]), finish)
            return target
        if self._runs is not None:
            self._take_runs(self._runs, target, last, finish)
            return target
        self._read(target)
        self._position[:rows] += count
        self._position[rows - 1] += last - count
        return target if finish is None else finish(target)

    def window(self, rows: int, count: int) -> Tensor | None:
        """Return a view of words in the ring if the first `rows` are a run with enough words, else None.

        Copy it to keep it.
        """
        if self._runs is None:
            return None
        run = self._runs[0]
        place = run[1] % _RING
        if run[0] != rows or run[1] + count > run[2] or place + count > _RING:
            return None
        run[1] += count
        return self._words.as_strided((rows, count), (_RING, 1), place)

    def few(self, rows: int, count: int, last: int) -> Tensor | None:
        """Take words of the first rows like `take`, but unconverted; None for many words or rows that are not in step.
        """
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

    def _take_runs(self, runs: list[list[int]], target: Tensor, last: int, finish: Finish | None) -> None:
        rows, count = target.shape
        if rows > self._seeded:
            self._seed_rows(rows)
        chosen = _cut(runs, rows, count != last)
        if len(chosen) > _SEGMENTS or (len(chosen) > 1 and target.numel() <= _PART):
            target.copy_(torch.from_numpy(self._assembled(chosen, rows, count)))
            if finish is not None:
                finish(target)
        else:
            begin = 0
            for run in chosen:
                self._take_run(run, begin, target, finish)
                begin = run[0]
        self._use_up(chosen, count, last)

    def _take_run(self, run: list[int], begin: int, target: Tensor, finish: Finish | None) -> None:
        rows, count = target.shape
        stop, start, ready = run
        lacking = start + count > ready
        if lacking:
            run[2] += MOST
        height = max(_CHUNK, _PART // count)
        for first in range(begin, stop, height):
            end = min(first + height, stop)
            if lacking:
                self._fill(first, end, ready // MOST % 2)
            part = target if end - first == rows else target[first:end]
            self._copy(part, first, start)
            if finish is not None:
                finish(part)

    def _assembled(self, runs: list[list[int]], rows: int, count: int) -> np.ndarray:
        """Return the next words of several runs."""
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
        """Prepare the first `rows` for `ahead` and `advance_some`."""
        self._compute_positions(rows)

    def ahead(self, rows: np.ndarray, count: int) -> np.ndarray:
        """Return the next `count` words of each of some rows."""
        place = self._position[rows]
        lacking = place + count > self._made[rows]
        if lacking.any():
            self._fill_some(rows[lacking])
        return self._plain[rows[:, None], (place[:, None] + np.arange(count)) % _RING]

    def advance_some(self, rows: np.ndarray, counts: np.ndarray | int) -> None:
        """Consume words of some rows that `ahead` returned."""
        self._position[rows] += counts

    def numbers_of(self, row: int) -> Iterator[float]:
        """Yield double precision numbers of one row; each is consumed when it is yielded."""
        self._compute_positions(row + 1)
        chosen = np.array([row])
        while True:
            first, second = self.ahead(chosen, 2)[0].tolist()
            self._position[row] += 2
            yield (first + (second << 32)) * 2.0 ** -64


class Line:
    """One twister whose words are used in order.

    Words are drawn in advance, in increasing numbers. The corresponding single precision numbers in [0, 1) are
    computed for all of them on first use.
    """

    def __init__(self, seed: int) -> None:
        self._generator = torch.Generator()
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Restart with another seed."""
        self._generator.manual_seed(seed & _SEED_BITS)
        self._words = np.empty(0, np.uint32)
        self._units: Tensor | None = None
        self._position, self._made, self._ahead = 0, 0, MOST

    def get_state(self) -> dict[str, np.ndarray]:
        """Return the unused words and the twister."""
        return {"words": self._words[self._position:].copy(), "ahead": np.array([self._ahead]),
                "twister": self._generator.get_state().numpy()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Continue at a state of `get_state`."""
        self._generator.set_state(torch.from_numpy(np.array(state["twister"], np.uint8)))
        self._words, self._units = state["words"].view(np.uint32).copy(), None
        self._position, self._made, self._ahead = 0, len(self._words), int(state["ahead"][0])

    def _draw(self, count: int) -> None:
        """Draw words until `count` are available."""
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
        """Return the next `count` words. The caller must copy them to keep them."""
        used = self._used(count)
        return self._words[used]

    def take_units(self, count: int) -> Tensor:
        """Return the next words as single precision numbers in [0, 1)."""
        used = self._used(count)
        if self._units is None:
            self._units = torch.from_numpy(self._words).to(torch.float32).mul_(UNIT)
        return self._units[used]

    def peek(self, count: int) -> np.ndarray:
        """Return the next `count` words without consuming them."""
        words = self.take(count)
        self._position -= count
        return words

    def advance(self, count: int) -> None:
        """Consume words that `peek` returned."""
        self._position += count
