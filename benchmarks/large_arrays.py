"""Compare peak memory, time and page faults of training steps with large arrays with PyTorch.

    python benchmarks/large_arrays.py                    # all networks, three times in turn
    python benchmarks/large_arrays.py --only normalized --rounds 1

Each result comes from a separate process: after three steps, the median time and page faults of the next steps, and the
peak memory of the process. ``compiled`` is a hybridized network, ``operators`` the same without ``hybridize``.

* ``normalized``, ``plain``: three convolutions of 48 channels with and without batch normalization, relu: 38 MB each;
* ``vgg``: six convolutions with max pooling between them;
* ``resnet18``: 32 images of 224 pixels.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable
from typing import Any

from memory import in_process

NETWORKS = ("normalized", "plain", "vgg", "resnet18")
KINDS = ("torch", "compiled", "operators")
VGG = ((32, 1), (64, 1), (128, 2), (256, 2))
SHAPES = {"normalized": (16, 3, 112, 112), "plain": (16, 3, 112, 112), "vgg": (16, 3, 160, 160),
          "resnet18": (32, 3, 224, 224)}


def _gluon_network(name: str) -> Any:
    from mxnet import gluon
    from mxnet.gluon import nn

    if name == "resnet18":
        return gluon.model_zoo.vision.resnet18_v1(classes=10)
    network = nn.HybridSequential()
    if name == "vgg":
        for channels, times in VGG:
            for _ in range(times):
                network.add(nn.Conv2D(channels, 3, padding=1), nn.Activation("relu"))
            network.add(nn.MaxPool2D(2, 2))
    else:
        for _ in range(3):
            network.add(nn.Conv2D(48, 3, padding=1))
            if name == "normalized":
                network.add(nn.BatchNorm())
            network.add(nn.Activation("relu"))
    network.add(nn.GlobalAvgPool2D(), nn.Dense(10))
    return network


def gluon_step(name: str, hybrid: bool) -> Callable[[], None]:
    """Return a training step of this package."""
    import mxnet as mx
    from mxnet import autograd, gluon, nd

    network, shape = _gluon_network(name), SHAPES[name]
    network.initialize(mx.init.Xavier())
    if hybrid:
        network.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(network.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    x, y = nd.random.uniform(shape=shape), nd.zeros((shape[0],))

    def step() -> None:
        with autograd.record():
            loss = loss_of(network(x), y)
        loss.backward()
        trainer.step(shape[0])
        loss.asnumpy()

    return step


def _residual_block(inputs: int, outputs: int, stride: int) -> Any:
    from torch import nn

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
                nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
            self.shortcut = nn.Identity() if stride == 1 and inputs == outputs else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))
            self.relu = nn.ReLU(inplace=True)

        def forward(self, x: Any) -> Any:
            y = self.body(x)
            y += self.shortcut(x)
            return self.relu(y)

    return Block()


def _torch_network(name: str) -> Any:
    from torch import nn

    layers: list[Any] = []
    channels = 3
    if name == "resnet18":
        layers += [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True),
                   nn.MaxPool2d(3, 2, 1)]
        channels = 64
        for outputs, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
            layers.append(_residual_block(channels, outputs, stride))
            channels = outputs
    elif name == "vgg":
        for outputs, times in VGG:
            for _ in range(times):
                layers += [nn.Conv2d(channels, outputs, 3, padding=1), nn.ReLU(inplace=True)]
                channels = outputs
            layers.append(nn.MaxPool2d(2, 2))
    else:
        for _ in range(3):
            layers.append(nn.Conv2d(channels, 48, 3, padding=1))
            channels = 48
            layers += [nn.BatchNorm2d(48)] if name == "normalized" else []
            layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 10))


def torch_step(name: str) -> Callable[[], None]:
    """Return the same step in PyTorch."""
    import torch

    network, shape = _torch_network(name), SHAPES[name]
    optimizer = torch.optim.SGD(network.parameters(), 0.01, momentum=0.9)
    x, y = torch.rand(shape), torch.zeros(shape[0], dtype=torch.long)

    def step() -> None:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(network(x), y)
        loss.backward()
        optimizer.step()
        loss.item()

    return step


def measure(name: str, kind: str, steps: int) -> dict[str, float]:
    """Return the results of one network, measured in this process."""
    step = torch_step(name) if kind == "torch" else gluon_step(name, kind == "compiled")
    for _ in range(3):
        step()
    before, times = resource.getrusage(resource.RUSAGE_SELF), []
    for _ in range(steps):
        start = time.perf_counter()
        step()
        times.append(time.perf_counter() - start)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return {"resident": after.ru_maxrss / 1024, "seconds": sorted(times)[len(times) // 2],
            "faults": (after.ru_minflt - before.ru_minflt) / steps}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", action="append", choices=NETWORKS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--one", nargs=2, metavar=("NETWORK", "KIND"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(*options.one, options.steps)))
        return
    print("| network | kind | resident, MB | step, s | page faults of a step |\n|---|---|---|---|---|")
    for name in options.only or NETWORKS:
        rows: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
        for _ in range(options.rounds):
            for kind in KINDS:
                rows[kind].append(in_process(__file__, "--one", name, kind, "--steps", str(options.steps)))
        for kind, found in rows.items():
            resident, seconds, faults = ([row[key] for row in found] for key in ("resident", "seconds", "faults"))
            print(f"| {name} | {kind} | {min(resident):.0f} to {max(resident):.0f} | {min(seconds):.2f} to "
                  f"{max(seconds):.2f} | {min(faults):.0f} to {max(faults):.0f} |", flush=True)


if __name__ == "__main__":
    main()
