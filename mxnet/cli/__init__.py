"""The work of the commands that need the package: each file has a ``run``.

The program itself is ``mxnet_records.cli``, which declares all options and runs other commands without importing torch.
"""

from __future__ import annotations

from mxnet_records.cli import main as main

__all__ = ["main"]
