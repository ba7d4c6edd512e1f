"""Selection of the random streams of a thread, and of the operators that use them."""

from __future__ import annotations

import functools
import threading

import numpy as np
import torch

from mxnet_records import environment

from .words import Line, Rows

_FACTOR = 127  # factor between seeds, so that rows of adjacent seeds rarely overlap

# Numbers drawn as MXNet does, in single precision, unless MXNET_RANDOM_STREAM is set: those that take at most 1.5 times
# as long as torch's generator for 100, 10,000 and a million numbers (benchmarks/random_streams.py).
BY_DEFAULT = frozenset({"uniform", "dropout", "multinomial", "image", "np.uniform", "np.gumbel", "np.rayleigh",
                        "np.bernoulli", "np.choice"})


class CpuGenerator(torch.Generator):
    """Torch generator of a CPU context; operators that reproduce MXNet's numbers use the thread's streams instead."""


class Streams:
    """MXNet's random numbers on the CPU: one set per thread for all CPU contexts."""

    def __init__(self) -> None:
        self.seed(0)

    @functools.cached_property
    def rows(self) -> Rows:
        """Twisters of parallel operators."""
        return Rows(self._row_seed)

    @functools.cached_property
    def line(self) -> Line:
        """Twister of all other operators."""
        return Line(self._line_seed)

    def seed(self, value: int, context: bool = False) -> None:
        """Restart the streams; with `context`, the single twister gets the seed itself."""
        self._row_seed, self._line_seed = value * _FACTOR, value if context else value * _FACTOR
        for name, seed in (("rows", self._row_seed), ("line", self._line_seed)):
            if name in self.__dict__:
                self.__dict__[name].restart(seed)


    def get_state(self) -> dict[str, np.ndarray]:
        """Return the state as named arrays."""
        arrays = {"seeds": np.array([self._row_seed, self._line_seed], np.int64)}
        for name in ("rows", "line"):
            if name in self.__dict__:
                arrays |= {f"{name}.{key}": value for key, value in self.__dict__[name].get_state().items()}
        return arrays

    def set_state(self, arrays: dict[str, np.ndarray]) -> None:
        """Continue at a state of `get_state`."""
        self._row_seed, self._line_seed = arrays["seeds"].tolist()
        for name in ("rows", "line"):
            self.__dict__.pop(name, None)
            part = {key.partition(".")[2]: value for key, value in arrays.items() if key.startswith(f"{name}.")}
            if part:
                getattr(self, name).set_state(part)


class _Thread(threading.local):
    def __init__(self) -> None:
        self.streams = Streams()


class _Policy:
    """Value of MXNET_RANDOM_STREAM: ``mxnet``, ``torch`` or empty."""

    def __init__(self) -> None:
        self.chosen = environment.RANDOM_STREAM.get()


thread, policy = _Thread(), _Policy()


def of(generator: torch.Generator | None, kind: str, dtype: torch.dtype = torch.float32) -> Streams | None:
    """Return the streams for numbers of a kind and dtype; None to use torch's `generator`."""
    if type(generator) is not CpuGenerator or policy.chosen == "torch":
        return None
    return thread.streams if policy.chosen or (kind in BY_DEFAULT and dtype is torch.float32) else None
