"""Random generators of contexts: a torch generator for each context, and MXNet's streams for the CPU."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import numpy as np
import torch

from . import device, streams

_lock = threading.Lock()
_generators: dict[tuple[int, int], torch.Generator] = {}
_base_seed = 0  # as in MXNet, an unseeded program draws the same numbers in every run


def _make_generator(context: device.Context, value: int) -> torch.Generator:
    on_cpu = context.device_type != "gpu"
    generator = streams.CpuGenerator() if on_cpu else torch.Generator(device=device.torch_device(context))
    return generator.manual_seed(value)


def generator_of(context: device.Context) -> torch.Generator:
    """Return the generator of random operators on `context`."""
    key = context.device_typeid, context.device_id
    generator = _generators.get(key)
    if generator is None:
        with _lock:
            generator = _generators.setdefault(key, _make_generator(context, _base_seed + context.device_id))
    return generator


def seed(value: int, context: device.Context | None = None) -> None:
    """Seed the generator of one context or of all contexts, and the CPU streams of this thread in either case."""
    global _base_seed
    streams.thread.streams.seed(value, context is not None)
    with _lock:
        if context is None:
            _base_seed = value
            _generators.clear()
        else:
            _generators[context.device_typeid, context.device_id] = _make_generator(context, value)


def get_state() -> dict[str, np.ndarray]:
    """Return the state of all generators, of the CPU streams of this thread, and of torch's default generator."""
    with _lock:
        arrays = {f"generator.{typeid}.{number}": generator.get_state().numpy()
                  for (typeid, number), generator in _generators.items()}
    arrays |= {f"stream.{name}": array for name, array in streams.thread.streams.get_state().items()}
    return {**arrays, "base": np.array([_base_seed], np.int64), "torch": torch.get_rng_state().numpy()}


def set_state(arrays: dict[str, np.ndarray]) -> None:
    """Continue at a state of `get_state`."""
    seed(int(arrays["base"][0]))
    for name, array in arrays.items():
        part, _, rest = name.partition(".")
        if part == "generator":
            typeid, number = map(int, rest.split("."))
            context = device.Context(device.Context.devtype2str[typeid], number)
            generator_of(context).set_state(torch.from_numpy(np.array(array, np.uint8)))
    streams.thread.streams.set_state({name.removeprefix("stream."): array for name, array in arrays.items()
                                      if name.startswith("stream.")})
    torch.set_rng_state(torch.from_numpy(np.array(arrays["torch"], np.uint8)))


@contextlib.contextmanager
def unused(context: device.Context) -> Iterator[None]:
    """Context manager that restores the state of the generators afterwards."""
    generator, before = generator_of(context), streams.thread.streams
    drawn = generator.get_state()
    streams.thread.streams = streams.Streams()
    try:
        yield
    finally:
        streams.thread.streams = before
        generator.set_state(drawn)
