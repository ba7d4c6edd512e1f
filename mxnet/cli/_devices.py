"""Devices on the command line."""

from __future__ import annotations

import re

import mxnet as mx
from mxnet import nd
from mxnet.base import MXNetError


def find_devices(text: str | None, rank: int = 0) -> list[mx.Context]:
    """Return the contexts of a list such as ``gpu(0),gpu(1)``, or raise if one does not exist.

    The default is one GPU, a different one for each worker of a machine, or the CPU if there is none.
    """
    if text is None:
        count = mx.context.num_gpus()
        return [mx.gpu(rank % count) if count else mx.cpu()]
    devices = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(cpu|gpu)(?:\((\d+)\))?\s*", part)
        if match is None:
            raise MXNetError(f"devices must be contexts such as cpu or gpu(0),gpu(1), received {text!r}")
        devices.append(mx.Context(match[1], int(match[2] or 0)))
    if len(set(devices)) < len(devices):
        raise MXNetError(f"the devices {text} contain one twice")
    for device in devices:
        nd.zeros((1,), ctx=device).wait_to_read()
    return devices
