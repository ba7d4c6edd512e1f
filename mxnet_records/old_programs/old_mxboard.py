"""Stand-in for the package ``mxboard``, whose last release needs protobuf 3."""

from __future__ import annotations

import importlib

SummaryWriter = importlib.import_module("mxnet.contrib.tensorboard").SummaryWriter
__version__ = "0.1.0"
