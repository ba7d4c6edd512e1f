"""What a forked process needs before it computes."""

from __future__ import annotations

import os

from .loading import torch


def _use_one_thread() -> None:
    """The threads of OpenMP do not survive a fork, and waiting for them would never end."""
    torch.set_num_threads(1)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_use_one_thread)
