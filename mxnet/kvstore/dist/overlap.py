"""Sums over workers that begin in the backward pass, while earlier layers are still being differentiated.

A trainer offers its gradients at each step. Once all workers have offered the same, gradients are divided into buckets, the
last layers first, and a copy of a bucket is sent as soon as backward has written all of it. The step then waits for what
is on its way and takes the sums, if nobody has changed a gradient since it was copied. If somebody has (a second
backward, clipping, a gradient set by hand), all workers drop the sums and add up the gradients as they are then.

The copies travel by connections of their own, in the order of the buckets, so that it does not matter how far each worker
has come: whoever has sent fewer buckets when a step begins sends the missing ones then.
"""

from __future__ import annotations

import json
import math
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import Any

import torch

from mxnet_records import environment

from ..._runtime import storage
from ..._runtime.autograd.attach import Leaf
from ...ndarray.ndarray import NDArray
from ..kvstore import Key
from .group import Group
from .workers import Agreement

# Small enough that the last layers are on their way early, large enough that messages cost little.
BUCKET_BYTES = 8 << 20
# So many steps are made without trying after gradients were changed again and again.
_LONGEST_PAUSE = 64

Leaves = list[list[Leaf]]


@dataclass(frozen=True)
class Plan:
    """Which gradients there are and which of them travel together."""

    keys: list[Key]
    shapes: list[tuple[int, ...]]
    dtypes: list[torch.dtype]

    @cached_property
    def digest(self) -> int:
        """A number by which workers compare plans; 0 stands for none."""
        text = json.dumps([self.keys, self.shapes, [str(dtype) for dtype in self.dtypes], BUCKET_BYTES])
        return zlib.crc32(text.encode()) or 1

    @cached_property
    def buckets(self) -> list[list[int]]:
        """Positions of gradients, in the order in which backward writes them: from the last."""
        found: list[list[int]] = []
        used: dict[torch.dtype, tuple[int, list[int]]] = {}
        for position in reversed(range(len(self.keys))):
            dtype = self.dtypes[position]
            size, bucket = used.get(dtype, (BUCKET_BYTES, []))
            own = math.prod(self.shapes[position]) * dtype.itemsize
            if size + own > BUCKET_BYTES:
                size, bucket = 0, []
                found.append(bucket)
            bucket.append(position)
            used[dtype] = size + own, bucket
        return found

    def zeros(self, bucket: list[int]) -> torch.Tensor:
        """What stands for the gradients of a worker that has none."""
        return torch.zeros(sum(math.prod(self.shapes[i]) for i in bucket), dtype=self.dtypes[bucket[0]])


class _Copies:
    """The copies of one step; stale once a gradient that was copied is written."""

    stale = False

    def invalidate(self) -> None:
        self.stale = True


def _values(leaves: list[Leaf]) -> list[torch.Tensor]:
    # `_is_plain` has seen that each has a gradient.
    return [leaf.grad._data for leaf in leaves]  # type: ignore[union-attr]


class Overlap:
    """The sums of one store that begin in the backward pass.

    Parameters
    ----------
    group
        The workers.
    name
        The same in all workers and of no other object.
    """

    def __init__(self, group: Group, name: str) -> None:
        self._group, self._name = group, name
        self._wanted = environment.KVSTORE_OVERLAP.get() and group.size > 1
        self._lock = threading.Lock()
        self._line: int | None = None
        self._offered: tuple[Plan, Leaves] | None = None
        self._known: Plan | None = None
        self._plan: Plan | None = None
        self._leaves: Leaves = []
        self._pause, self._next_pause = 0, 1
        self._sent: list[tuple[torch.Tensor, Any]] = []
        self._copies, self._missing = _Copies(), list[set[tuple[int, int]]]()

    # What is offered

    def offer(self, keys: list[Key], gradients: list[list[NDArray]], leaves: Leaves) -> int:
        """Offer gradients for sums that begin in the backward pass; returns the digest of the plan, 0 if it cannot be.

        Keys are in the order in which all workers name them.
        """
        self._offered = None
        flat = zip(chain.from_iterable(gradients), chain.from_iterable(leaves), strict=True)
        if not self._wanted or not all(_is_plain(array, leaf) for array, leaf in flat):
            return 0
        firsts = [_values(one)[0] for one in leaves]
        plan = Plan(keys, [tuple(tensor.shape) for tensor in firsts], [tensor.dtype for tensor in firsts])
        if plan != self._known:
            self._known = plan  # what it has worked out is kept from step to step
        self._offered = self._known, leaves
        return self._known.digest

    def progress(self, takes_part: bool = True) -> int:
        """Twice the number of buckets that have been sent, and one more if they do not hold what is pushed.

        `takes_part` is False in a worker that pushes nothing.
        """
        return 2 * len(self._sent) + int(self._copies.stale or not (takes_part and self._offers_what_is_sent()))

    def _offers_what_is_sent(self) -> bool:
        return self._offered is not None and self._offered == (self._plan, self._leaves)

    # The backward pass

    def _watch(self, plan: Plan | None, leaves: Leaves) -> None:
        """Be told when these gradients are written."""
        for leaf in chain.from_iterable(self._leaves):
            leaf.written = None
        self._plan, self._leaves = plan, leaves
        self._begin()
        for bucket, positions in enumerate(plan.buckets if plan is not None else ()):
            for position in positions:
                for number, leaf in enumerate(leaves[position]):
                    leaf.written = partial(self._note, bucket, (position, number))

    def _begin(self) -> None:
        """Wait for the gradients of another step."""
        self._sent, self._copies = [], _Copies()
        self._missing = [{(position, number) for position in bucket for number in range(len(self._leaves[position]))}
                         for bucket in (self._plan.buckets if self._plan is not None else ())]

    def _note(self, bucket: int, place: tuple[int, int]) -> None:
        with self._lock:
            self._missing[bucket].discard(place)
            while len(self._sent) < len(self._missing) and not self._missing[len(self._sent)]:
                self._send(self._copied)

    def _copied(self, bucket: list[int]) -> torch.Tensor:
        """The gradients of a bucket, added up over the devices of this worker; a later write is noticed."""
        flat = []
        for position in bucket:
            tensors = _values(self._leaves[position])
            for tensor in tensors:
                self._copies.stale |= storage.is_shared_outside(tensor)
                storage.watch(tensor, self._copies)
            total = tensors[0].detach()
            for other in tensors[1:]:
                total = total + other.detach()
            flat.append(total.reshape(-1))
        return torch.cat(flat)

    def _send(self, content: Callable[[list[int]], torch.Tensor]) -> None:
        """Send the next bucket."""
        assert self._plan is not None
        flat = content(self._plan.buckets[len(self._sent)])
        self._sent.append((flat, self._group.start_sum(flat, line=self._line)))

    # The step

    def sums(self, keys: list[Key], agreement: Agreement, takes_part: bool) -> list[torch.Tensor] | None:
        """The sums for a push that all workers have agreed on; None if they have to be made now.

        All workers call it at each push. `takes_part` is False in one that pushes nothing.
        """
        plan, found, changed = self._plan, None, False
        if plan is not None and keys != plan.keys and agreement.offers == {0}:
            return None  # this push does not concern the gradients that are on their way
        if plan is not None:
            states = agreement.progress
            if states is None:  # those that wait did not know of which store they would be asked
                states = [number for number, in self._group.exchange((self.progress(takes_part),))]
            changed = any(state > 1 and state % 2 for state in states)
            usable = not changed and agreement.offers == {plan.digest} and len(agreement.scales) == 1
            own = usable and takes_part and self._offers_what_is_sent()
            flats = self._finish(self._copied if own else plan.zeros,
                                 len(plan.buckets) if usable else max(states) // 2)
            found = self._cut(flats) if usable else None
        self._settle(agreement, changed, found is not None)
        return found

    def _finish(self, content: Callable[[list[int]], torch.Tensor], count: int) -> list[torch.Tensor]:
        """Send what is missing of so many buckets, and wait for all."""
        with self._lock:
            while len(self._sent) < count:
                self._send(content)
            for _, work in self._sent:
                self._group.wait(work)
            flats = [flat for flat, _ in self._sent]
            self._begin()
        return flats

    def _cut(self, flats: list[torch.Tensor]) -> list[torch.Tensor]:
        """The sum of each gradient, in the order of the keys."""
        assert self._plan is not None
        found: list[Any] = [None] * len(self._plan.keys)
        for bucket, flat in zip(self._plan.buckets, flats, strict=True):
            parts = flat.split([math.prod(self._plan.shapes[i]) for i in bucket])
            for position, part in zip(bucket, parts, strict=True):
                found[position] = part.view(self._plan.shapes[position])
        return found

    def _settle(self, agreement: Agreement, changed: bool, succeeded: bool) -> None:
        """Decide whether the next backward pass sends gradients; all workers come to the same result."""
        if changed:
            self._pause, self._next_pause = self._next_pause, min(2 * self._next_pause, _LONGEST_PAUSE)
        elif succeeded:
            self._next_pause = 1
        elif self._pause:
            self._pause -= 1
        offered, self._offered = self._offered, None
        digest = next(iter(agreement.offers)) if len(agreement.offers) == 1 else 0
        goes_on = self._plan is not None and self._plan.digest == digest
        if not digest or self._pause or (agreement.some_wait and not goes_on):
            self._watch(None, [])
        elif offered is not None and offered != (self._plan, self._leaves):
            if self._line is None:
                self._line = self._group.open_line(self._name)
            self._watch(*offered)

    def close(self) -> None:
        """Send and receive what is on its way; all workers call it at their end."""
        if self._line is not None:
            most = max(count for count, in self._group.exchange((len(self._sent),)))
            if self._plan is not None and most:
                self._finish(self._plan.zeros, most)


def _is_plain(gradient: NDArray, leaf: Any) -> bool:
    """Whether a gradient is a dense array in main memory that each backward pass replaces.

    Looking at it also runs a backward pass that was put off (`gluon/_device_group`), before any lock is held.
    """
    if not isinstance(leaf, Leaf) or leaf.req != "write" or leaf.grad is not gradient:
        return False
    return gradient.stype == "default" and gradient._data.is_floating_point() and gradient._data.is_cpu
