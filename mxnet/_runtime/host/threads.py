"""How many threads torch computes with."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import torch


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """No parallel loops within, unless other threads exist.

    The number of torch's threads belongs to the process as well as to each thread: a thread that starts meanwhile would
    keep to one for ever.
    """
    threads = torch.get_num_threads()
    if threads == 1 or threading.active_count() > 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
