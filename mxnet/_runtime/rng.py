"""Random numbers by context: one of torch's generators for each, and for the CPU also MXNet's own streams."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import torch

from . import device, streams

_lock = threading.Lock()
_generators: dict[tuple[int, int], torch.Generator] = {}
_base_seed = 0  # as in MXNet, a program that seeds nothing draws the same numbers each time it runs


def _made(context: device.Context, value: int) -> torch.Generator:
    on_cpu = context.device_type != "gpu"
    generator = streams.CpuGenerator() if on_cpu else torch.Generator(device=device.torch_device(context))
    return generator.manual_seed(value)


def generator_of(context: device.Context) -> torch.Generator:
    """The generator whose numbers random operators on `context` consume."""
    key = context.device_typeid, context.device_id
    found = _generators.get(key)
    if found is None:
        with _lock:
            found = _generators.setdefault(key, _made(context, _base_seed + context.device_id))
    return found


def seed(value: int, context: device.Context | None = None) -> None:
    """Restart the generator of one context, or of all of them; in this thread, the CPU's streams in either case."""
    global _base_seed
    streams.thread.streams.seed(value, context is not None)
    with _lock:
        if context is None:
            _base_seed = value
            _generators.clear()
        else:
            _generators[context.device_typeid, context.device_id] = _made(context, value)


@contextlib.contextmanager
def unused(context: device.Context) -> Iterator[None]:
    """Draw numbers within that are drawn again afterwards."""
    generator, before = generator_of(context), streams.thread.streams
    drawn = generator.get_state()
    streams.thread.streams = streams.Streams()
    try:
        yield
    finally:
        streams.thread.streams = before
        generator.set_state(drawn)
