"""The number of threads that torch uses."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import torch

from mxnet_records import environment


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Disable parallel loops in the ``with`` block, unless other Python threads exist.

    A Python thread that started in the block would keep using one thread.
    """
    threads = torch.get_num_threads()
    if environment.is_off("threads") or threads == 1 or threading.active_count() > 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
