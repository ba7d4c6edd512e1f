"""Draw how costs grow with size: nodes of a graph, parameters, saved arrays and samples.

    python benchmarks/curves.py [--output benchmarks/curves.png] [--json FILE]

Each panel shows this package, and torch where the same work exists there. Straight lines with the slope of the dashed
one grow linearly.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

SIZES = (10, 30, 100, 300, 1000, 3000)
Curve = dict[str, list[float]]


def _best(step: Callable[[], Any], rounds: int = 5) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        step()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def graph_nodes() -> Iterator[tuple[str, int, float]]:
    """Measure the first and a later prediction of a chain of n operators on 16 numbers."""
    import mxnet as mx
    from mxnet import gluon

    for count in SIZES:
        value = data = mx.sym.var("data")
        for number in range(count):
            value = mx.sym.tanh(value) if number % 2 else value + 1
        x = mx.nd.ones((16,))

        def first(value: Any = value, data: Any = data, x: Any = x) -> Any:
            net = gluon.SymbolBlock(value, data)
            net.hybridize()
            net(x).wait_to_read()
            return net

        yield "first call", count, _best(first, 3)
        net = first()
        yield "next calls", count, _best(lambda net=net, x=x: net(x).wait_to_read())


def parameters() -> Iterator[tuple[str, int, float]]:
    """Measure an SGD update of n arrays of 256 numbers."""
    import torch

    import mxnet as mx
    from mxnet import autograd, gluon

    for count in SIZES:
        net = gluon.nn.HybridSequential()
        for _ in range(count):
            net.add(gluon.nn.Dense(16, in_units=16, use_bias=False))
        net.initialize()
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
        with autograd.record():
            loss = sum((p.data().sum() for p in net.collect_params().values()), mx.nd.zeros((1,)))
        loss.backward()
        yield "this package", count, _best(lambda trainer=trainer: (trainer.step(1, ignore_stale_grad=True),
                                                                  mx.nd.waitall()))
        with torch.enable_grad():
            arrays = [torch.nn.Parameter(torch.ones(16, 16)) for _ in range(count)]
        for array in arrays:
            array.grad = torch.ones(16, 16)
        optimizer = torch.optim.SGD(arrays, lr=0.1, momentum=0.9)
        yield "torch", count, _best(optimizer.step)


def saved_arrays() -> Iterator[tuple[str, int, float]]:
    """Measure saving and loading of n arrays of 256 numbers."""
    import torch

    import mxnet as mx

    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            ours = {f"array{i}": mx.nd.ones((256,)) for i in range(count)}
            theirs = {name: torch.ones(256) for name in ours}
            path, other = f"{folder}/a.params", f"{folder}/a.pt"
            yield "save", count, _best(lambda ours=ours, path=path: mx.nd.save(path, ours))
            yield "load", count, _best(lambda path=path: mx.nd.load(path))
            yield "torch.save", count, _best(lambda theirs=theirs, other=other: torch.save(theirs, other))
            yield "torch.load", count, _best(lambda other=other: torch.load(other, weights_only=True))


def samples() -> Iterator[tuple[str, int, float]]:
    """Measure an epoch over n samples of 784 numbers in batches of 10."""
    import torch

    from mxnet import gluon

    for count in SIZES:
        data, label = np.ones((count, 784), np.float32), np.arange(count, dtype=np.float32)
        loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, label), 10, shuffle=True)
        other = torch.utils.data.DataLoader(
            torch.utils.data.TensorDataset(torch.tensor(data), torch.tensor(label)), 10, shuffle=True)
        yield "this package", count, _best(lambda loader=loader: list(loader))
        yield "torch", count, _best(lambda other=other: list(other))


PANELS = {"operators in a graph": graph_nodes, "parameters in an update": parameters, "saved arrays": saved_arrays,
          "samples in an epoch": samples}


def measure() -> dict[str, Curve]:
    """Return the milliseconds of each curve by panel, one for each size."""
    found: dict[str, Curve] = {}
    for title, run in PANELS.items():
        curves: Curve = {}
        for name, _, milliseconds in run():
            curves.setdefault(name, []).append(milliseconds)
        found[title] = curves
    return found


def draw(found: dict[str, Curve], path: Path) -> None:
    """Draw the panels with logarithmic axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 2, figsize=(10, 7.5), layout="constrained")
    for (title, curves), axis in zip(found.items(), axes.flat, strict=True):
        for name, values in curves.items():
            axis.loglog(SIZES, values, marker="o", markersize=4, label=name)
        lowest = min(values[0] for values in curves.values())
        axis.loglog(SIZES, [lowest * size / SIZES[0] for size in SIZES], "--", color="gray", linewidth=1,
                    label="linear")
        axis.set_xlabel(title)
        axis.set_ylabel("ms")
        axis.grid(True, which="major", alpha=0.3)
        axis.legend(fontsize=8)
    figure.savefig(path, dpi=110)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("curves.png"))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure()
    draw(found, options.output)
    if options.json:
        options.json.write_text(json.dumps({"sizes": SIZES, "milliseconds": found}, indent=1) + "\n")
    for title, curves in found.items():
        print(title, {name: [round(value, 3) for value in values] for name, values in curves.items()})


if __name__ == "__main__":
    main()
