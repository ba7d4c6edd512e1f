"""Which streams a thread draws from, and which operators draw from them."""

from __future__ import annotations

import functools
import threading

import torch

from mxnet_records import environment

from .words import Line, Rows

_FACTOR = 127  # between the seeds of neighbouring numbers, so that their rows hardly overlap

# What is drawn as MXNet draws it, in single precision, unless MXNET_RANDOM_STREAM says otherwise: what takes at most
# half as long again as torch's generator, for 100, 10,000 and a million numbers (benchmarks/random_streams.py).
BY_DEFAULT = frozenset({"uniform", "dropout", "multinomial", "image", "np.uniform", "np.gumbel", "np.rayleigh",
                        "np.bernoulli", "np.choice"})


class CpuGenerator(torch.Generator):
    """torch's generator of a CPU context; operators that draw as MXNet draws take the thread's streams instead."""


class Streams:
    """MXNet's random numbers on the CPU: one set for all CPU contexts, for each thread."""

    def __init__(self) -> None:
        self.seed(0)

    @functools.cached_property
    def rows(self) -> Rows:
        """What parallel operators draw from."""
        return Rows(self._row_seed)

    @functools.cached_property
    def line(self) -> Line:
        """What all others draw from."""
        return Line(self._line_seed)

    def seed(self, value: int, context: bool = False) -> None:
        """Begin anew; seeded for one context, the single twister gets the number itself."""
        self._row_seed, self._line_seed = value * _FACTOR, value if context else value * _FACTOR
        for name, seed in (("rows", self._row_seed), ("line", self._line_seed)):
            if name in self.__dict__:
                self.__dict__[name].restart(seed)


class _Thread(threading.local):
    def __init__(self) -> None:
        self.streams = Streams()


class _Policy:
    """The value of MXNET_RANDOM_STREAM: ``mxnet``, ``torch`` or nothing."""

    def __init__(self) -> None:
        self.chosen = environment.RANDOM_STREAM.get()


thread, policy = _Thread(), _Policy()


def of(generator: torch.Generator | None, kind: str, dtype: torch.dtype = torch.float32) -> Streams | None:
    """The streams to draw numbers of a kind and type from; None if they come from torch's `generator`."""
    if type(generator) is not CpuGenerator or policy.chosen == "torch":
        return None
    return thread.streams if policy.chosen or (kind in BY_DEFAULT and dtype is torch.float32) else None
