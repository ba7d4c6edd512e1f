"""Which plan runs in which circumstances: the plans of one graph by their keys, and when one serves other sizes too."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

from .plan import Plan

# Whether it is recorded, whether it is trained, the context, then shape and type of each input.
Key = tuple[Any, ...]
_MOST_PLANS = 128
# From so many plans on, other sizes of the same inputs run by one of them: decoders meet a new length at each step.
_TAILORED_PLANS = 3
# Several threads may meet new circumstances of a graph at the same time.
_compiling = threading.RLock()


def _kind(key: Key) -> Key:
    """All circumstances but the sizes of inputs."""
    return (*key[:3], *[(len(shape), dtype) for shape, dtype in key[3:]])


def _size(key: Key) -> int:
    return sum(math.prod(shape) for shape, _ in key[3:])


class PlanTable:
    """The plans of one graph.

    Parameters
    ----------
    needs_sizes
        Plans for other sizes would not do.
    on_clear
        Called when all plans are dropped, since there are too many.
    """

    def __init__(self, needs_sizes: bool, on_clear: Callable[[], object]) -> None:
        self.plans: dict[Key, Plan] = {}
        # Plans and how many elements they were made for.
        self._kinds: dict[Key, list[tuple[int, Plan]]] = {}
        self._needs_sizes, self._on_clear = needs_sizes, on_clear

    def sizes_vary(self, key: Key) -> bool:
        """Whether a new plan will serve inputs of other sizes too."""
        return len(self._kinds.get(_kind(key), ())) >= _TAILORED_PLANS and not self._needs_sizes

    def obtain(self, key: Key, make: Callable[[bool], Plan]) -> Plan:
        """The plan for `key`: one for sizes not too far from these if there are several already, else a new one.

        Sizes decide which form of an operator is fastest, not what is computed, except in graphs that need them.
        `make` is told whether the sizes vary.
        """
        with _compiling:
            plan = self.plans.get(key)
            if plan is not None:
                return plan  # another thread was faster
            varied = self.sizes_vary(key)
            plan = self._similar(key) if varied else None
            made = make(varied) if plan is None else plan
            if len(self.plans) >= _MOST_PLANS:
                self.plans.clear()
                self._kinds.clear()
                self._on_clear()
            if plan is None:
                self._kinds.setdefault(_kind(key), []).append((_size(key), made))
            self.plans[key] = made
            return made

    def _similar(self, key: Key) -> Plan | None:
        size = _size(key)
        fitting = [(abs(other - size), plan) for other, plan in self._kinds[_kind(key)]
                   if size / 2 <= other <= 2 * size and not plan.tailored]
        return min(fitting, key=lambda pair: pair[0])[1] if fitting else None

    def make_exact(self, plan: Plan) -> Plan:
        """Put the exact form of a plan in the place of one that has met numbers that are not finite."""
        with _compiling:
            exact = plan.exact
            self.plans.update({key: exact for key, known in self.plans.items() if known is plan})
            for pairs in self._kinds.values():
                pairs[:] = [(size, exact if known is plan else known) for size, known in pairs]
            return exact
