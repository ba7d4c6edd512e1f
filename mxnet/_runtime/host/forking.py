"""Prepare forked processes for computing."""

from __future__ import annotations

import os

from mxnet_records import environment

from .import_torch import torch


def _use_one_thread() -> None:
    """Use one thread: OpenMP's threads do not survive a fork, and a parallel loop would wait for them forever."""
    torch.set_num_threads(1)


if hasattr(os, "register_at_fork") and not environment.is_off("forking"):
    os.register_at_fork(after_in_child=_use_one_thread)
