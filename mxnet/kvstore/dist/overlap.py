"""Overlap of gradient sums with the backward pass.

A trainer offers its gradients at each step. Once all workers have offered the same gradients, they are divided into
buckets, last layers first. A copy of a bucket is sent as soon as the backward pass has written all of its gradients.
The step then waits for the pending sums and uses them, unless a gradient was modified after it was copied. After such a
modification (a second backward pass, clipping, a gradient set by hand), all workers discard the sums and add up the
current gradients.

The copies use separate connections, in the order of the buckets, so the workers need not be in step: a worker that has
sent fewer buckets when a step begins sends the missing ones then.
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

# Small enough to send the last layers early, large enough for a low overhead per message.
BUCKET_BYTES = 8 << 20
# Maximum number of steps without overlap after gradients were modified repeatedly.
_LONGEST_PAUSE = 64

Leaves = list[list[Leaf]]


@dataclass(frozen=True)
class Plan:
    """The gradients and their division into buckets."""

    keys: list[Key]
    shapes: list[tuple[int, ...]]
    dtypes: list[torch.dtype]

    @cached_property
    def digest(self) -> int:
        """Checksum for comparing plans between workers. 0 means no plan."""
        text = json.dumps([self.keys, self.shapes, [str(dtype) for dtype in self.dtypes], BUCKET_BYTES])
        return zlib.crc32(text.encode()) or 1

    @cached_property
    def buckets(self) -> list[list[int]]:
        """Positions of the gradients by bucket, in the order of the backward pass: from the last."""
        buckets: list[list[int]] = []
        used: dict[torch.dtype, tuple[int, list[int]]] = {}
        for position in reversed(range(len(self.keys))):
            dtype = self.dtypes[position]
            size, bucket = used.get(dtype, (BUCKET_BYTES, []))
            own = math.prod(self.shapes[position]) * dtype.itemsize
            if size + own > BUCKET_BYTES:
                size, bucket = 0, []
                buckets.append(bucket)
            bucket.append(position)
            used[dtype] = size + own, bucket
        return buckets

    def zeros(self, bucket: list[int]) -> torch.Tensor:
        """Return the contribution of a worker without gradients."""
        return torch.zeros(sum(math.prod(self.shapes[i]) for i in bucket), dtype=self.dtypes[bucket[0]])


class _Copies:
    """The gradient copies of one step. They are stale once a copied gradient is written."""

    stale = False

    def invalidate(self) -> None:
        self.stale = True


def _values(leaves: list[Leaf]) -> list[torch.Tensor]:
    # `_is_plain` has checked that each leaf has a gradient.
    return [leaf.grad._data for leaf in leaves]  # type: ignore[union-attr]


class Overlap:
    """Gradient sums of one store that start during the backward pass.

    Parameters
    ----------
    group
        The workers.
    name
        Unique name, equal in all workers.
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

    # Offers

    def offer(self, keys: list[Key], gradients: list[list[NDArray]], leaves: Leaves) -> int:
        """Offer gradients for overlapped sums, and return the digest of the plan, or 0 if they do not qualify.

        The order of the keys must be the same in all workers.
        """
        self._offered = None
        flat = zip(chain.from_iterable(gradients), chain.from_iterable(leaves), strict=True)
        if not self._wanted or not all(_is_plain(array, leaf) for array, leaf in flat):
            return 0
        firsts = [_values(one)[0] for one in leaves]
        plan = Plan(keys, [tuple(tensor.shape) for tensor in firsts], [tensor.dtype for tensor in firsts])
        if plan != self._known:
            self._known = plan  # keep its cached properties between steps
        self._offered = self._known, leaves
        return self._known.digest

    def progress(self, takes_part: bool = True) -> int:
        """Return twice the number of sent buckets, plus one if they do not match the gradients of this push.

        `takes_part` is False in a worker that pushes nothing.
        """
        return 2 * len(self._sent) + int(self._copies.stale or not (takes_part and self._offers_what_is_sent()))

    def _offers_what_is_sent(self) -> bool:
        return self._offered is not None and self._offered == (self._plan, self._leaves)

    # The backward pass

    def _install_hooks(self, plan: Plan | None, leaves: Leaves) -> None:
        """Install hooks that run when these gradients are written."""
        for leaf in chain.from_iterable(self._leaves):
            leaf.written = None
        self._plan, self._leaves = plan, leaves
        self._reset()
        for bucket, positions in enumerate(plan.buckets if plan is not None else ()):
            for position in positions:
                for number, leaf in enumerate(leaves[position]):
                    leaf.written = partial(self._mark_written, bucket, (position, number))

    def _reset(self) -> None:
        """Reset the state for the next step."""
        self._sent, self._copies = [], _Copies()
        self._missing = [{(position, number) for position in bucket for number in range(len(self._leaves[position]))}
                         for bucket in (self._plan.buckets if self._plan is not None else ())]

    def _mark_written(self, bucket: int, place: tuple[int, int]) -> None:
        with self._lock:
            self._missing[bucket].discard(place)
            while len(self._sent) < len(self._missing) and not self._missing[len(self._sent)]:
                self._send(self._copy_bucket)

    def _copy_bucket(self, bucket: list[int]) -> torch.Tensor:
        """Copy the gradients of a bucket, summed over the devices of this worker, and watch them for writes."""
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
        """Return the sums for a push that all workers have agreed on, or None if they must be computed now.

        All workers call this at each push. `takes_part` is False in a worker that pushes nothing.
        """
        plan, sums, changed = self._plan, None, False
        if plan is not None and keys != plan.keys and agreement.offers == {0}:
            return None  # the pending gradients belong to another push
        if plan is not None:
            states = agreement.progress
            if states is None:  # waiting workers did not know the store
                states = [number for number, in self._group.exchange((self.progress(takes_part),))]
            changed = any(state > 1 and state % 2 for state in states)
            usable = not changed and agreement.offers == {plan.digest} and len(agreement.scales) == 1
            own = usable and takes_part and self._offers_what_is_sent()
            flats = self._finish(self._copy_bucket if own else plan.zeros,
                                 len(plan.buckets) if usable else max(states) // 2)
            sums = self._cut(flats) if usable else None
        self._plan_next_step(agreement, changed, sums is not None)
        return sums

    def _finish(self, content: Callable[[list[int]], torch.Tensor], count: int) -> list[torch.Tensor]:
        """Send the missing ones of the first `count` buckets, and wait for all of them."""
        with self._lock:
            while len(self._sent) < count:
                self._send(content)
            for _, work in self._sent:
                self._group.wait(work)
            flats = [flat for flat, _ in self._sent]
            self._reset()
        return flats

    def _cut(self, flats: list[torch.Tensor]) -> list[torch.Tensor]:
        """Split the buckets into the sum of each gradient, in the order of the keys."""
        assert self._plan is not None
        sums: list[Any] = [None] * len(self._plan.keys)
        for bucket, flat in zip(self._plan.buckets, flats, strict=True):
            parts = flat.split([math.prod(self._plan.shapes[i]) for i in bucket])
            for position, part in zip(bucket, parts, strict=True):
                sums[position] = part.view(self._plan.shapes[position])
        return sums

    def _plan_next_step(self, agreement: Agreement, changed: bool, succeeded: bool) -> None:
        """Decide whether the next backward pass sends gradients. All workers reach the same decision."""
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
            self._install_hooks(None, [])
        elif offered is not None and offered != (self._plan, self._leaves):
            if self._line is None:
                self._line = self._group.open_line(self._name)
            self._install_hooks(*offered)

    def close(self) -> None:
        """Complete the pending sums. All workers call this at shutdown."""
        if self._line is not None:
            most = max(count for count, in self._group.exchange((len(self._sent),)))
            if self._plan is not None and most:
                self._finish(self._plan.zeros, most)


def _is_plain(gradient: NDArray, leaf: Any) -> bool:
    """Return whether a gradient is a dense CPU array that each backward pass overwrites.

    Reading the gradient also runs a deferred backward pass (`gluon/_device_group`), before any lock is held.
    """
    if not isinstance(leaf, Leaf) or leaf.req != "write" or leaf.grad is not gradient:
        return False
    return gradient.stype == "default" and gradient._data.is_floating_point() and gradient._data.is_cpu
