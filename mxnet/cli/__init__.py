"""Commands that need the package. Each file has a ``run`` function.

The entry point is ``mxnet_records.cli``, which declares all options. Other commands run without importing torch.
"""

from __future__ import annotations

from mxnet_records.cli import main as main

__all__ = ["main"]
