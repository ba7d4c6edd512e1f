"""One random generator per context, seeded together or apart."""

from __future__ import annotations

import threading

import torch

from . import device

_lock = threading.Lock()
_generators: dict[tuple[int, int], torch.Generator] = {}
_base_seed: int | None = None


def _fresh(context: device.Context) -> torch.Generator:
    generator = torch.Generator(device=device.torch_device(context))
    if _base_seed is None:
        generator.seed()
    else:
        generator.manual_seed(_base_seed + context.device_id)
    return generator


def generator_of(context: device.Context) -> torch.Generator:
    """The generator whose numbers random operators on `context` consume."""
    key = context.device_typeid, context.device_id
    found = _generators.get(key)
    if found is None:
        with _lock:
            found = _generators.setdefault(key, _fresh(context))
    return found


def seed(value: int, context: device.Context | None = None) -> None:
    """Restart the generator of one context, or of all of them."""
    global _base_seed
    with _lock:
        if context is None:
            _base_seed = value
            _generators.clear()
        else:
            generator = torch.Generator(device=device.torch_device(context))
            generator.manual_seed(value)
            _generators[context.device_typeid, context.device_id] = generator
