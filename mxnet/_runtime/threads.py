"""How many threads torch computes with."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import torch


def narrow() -> int:
    """Compute with one thread from now on; what `widen` takes to end it, 0 if nothing changed.

    The number of torch's threads is one of the process as well as of each thread: a thread that starts meanwhile would
    keep to one for ever. So nothing changes where other threads exist.
    """
    threads = torch.get_num_threads()
    if threads == 1 or threading.active_count() > 1:
        return 0
    torch.set_num_threads(1)
    return threads


def widen(threads: int) -> None:
    """Compute with as many threads as before `narrow`."""
    if threads:
        torch.set_num_threads(threads)


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """No parallel loops within, where `narrow` can see to it."""
    threads = narrow()
    try:
        yield
    finally:
        widen(threads)
