"""Write parameters in one thread while other threads predict, and check that each prediction uses one version.

    python tools/fuzz/threads.py [--count 10000] [--seed 0]

Each sequence creates a random network, which is compiled or eager. One thread writes random versions of a parameter
while other threads predict. Every prediction must match one version of the parameter. The writing thread must see its
own version after each write.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn

VERSIONS, WRITES, READERS = 3, 6, 3


def _dense() -> tuple[Any, Any]:
    net = nn.HybridSequential()
    net.add(nn.Dense(96, in_units=64, activation="relu"), nn.Dense(4, in_units=96))
    return net, nd.ones((2, 64))


def _convolutions() -> tuple[Any, Any]:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3, padding=1, in_channels=4), nn.BatchNorm(in_channels=8), nn.Activation("relu"),
            nn.Conv2D(4, 1, in_channels=8))
    return net, nd.ones((1, 4, 6, 6))


def _embedding() -> tuple[Any, Any]:
    return nn.Embedding(64, 32), nd.arange(64)


def _recurrent() -> tuple[Any, Any]:
    return rnn.LSTM(16, input_size=8), nd.ones((3, 2, 8))


def _normalized() -> tuple[Any, Any]:
    net = nn.HybridSequential()
    net.add(nn.Dense(48, in_units=16, flatten=False), nn.LayerNorm(in_channels=48), nn.Flatten())
    return net, nd.ones((2, 3, 16))


class _Returned(gluon.HybridBlock):
    """Block that returns views of a parameter."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(48, 32))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.broadcast_mul(F.transpose(weight), x)


def _returned() -> tuple[Any, Any]:
    return _Returned(), nd.ones((1, 48))


NETWORKS = [_dense, _convolutions, _embedding, _recurrent, _normalized, _returned]


def _assign_rows(array: Any, values: Any) -> None:
    view = array.reshape((-1,))
    view[:] = values.reshape((-1,))


WAYS: list[Callable[[Any, Any], Any]] = [
    lambda parameter, values: parameter.set_data(values),
    lambda parameter, values: parameter.data().__setitem__(slice(None), values),
    lambda parameter, values: parameter.data().__setitem__(slice(None), values.asnumpy()),
    lambda parameter, values: values.copyto(parameter.data()),
    lambda parameter, values: nd.identity(values, out=parameter.data()),
    lambda parameter, values: _assign_rows(parameter.data(), values),
    lambda parameter, values: parameter.data().__setstate__(values.__getstate__()),
    lambda parameter, values: nd.adam_update(values, nd.zeros_like(values), nd.zeros_like(values),
                                             nd.zeros_like(values), lr=0.0, out=parameter.data()),
]


def _bits(result: Any) -> bytes:
    return bytes(result.asnumpy().tobytes())


def check(seed: int) -> str | None:
    """Describe the error in the sequence of this seed, or return None."""
    g = random.Random(seed)
    mx.random.seed(seed)
    numbers = np.random.RandomState(seed)
    make = g.choice(NETWORKS)
    net, x = make()
    net.initialize(mx.init.Uniform(0.5))
    compiled = g.random() < 0.7
    if compiled:
        net.hybridize(static_alloc=g.random() < 0.3)
    parameter = g.choice([p for p in net.collect_params().values() if p.grad_req != "null"])
    net(x)
    versions = [nd.array(numbers.uniform(-1, 1, parameter.shape)) for _ in range(VERSIONS)]
    allowed = {}
    for number, values in enumerate(versions):
        parameter.set_data(values)
        allowed[_bits(net(x))] = number
    wrong: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            if _bits(net(x)) not in allowed:
                wrong.append("a prediction of no version")
                return

    threads = [threading.Thread(target=read) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(WRITES):
            version, way = g.randrange(VERSIONS), g.randrange(len(WAYS))
            WAYS[way](parameter, versions[version])
            if allowed.get(_bits(net(x))) != version:
                wrong.append(f"write {way} is not seen")
            time.sleep(g.choice([0, 0, 0.0005]))
    finally:
        done.set()
        for thread in threads:
            thread.join()
    kind = "compiled" if compiled else "eager"
    return f"seed {seed}: {make.__name__} {kind}, {parameter.name}: {wrong[0]}" if wrong else None


def main() -> int:
    """Run the requested sequences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    start, found = time.time(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        text = check(seed)
        if text is not None:
            found += 1
            print(text, flush=True)
    print(f"{arguments.count} sequences, {found} differences, {time.time() - start:.0f} s")
    return found


if __name__ == "__main__":
    raise SystemExit(min(1, main()))
