"""Train deep networks with less memory by computing results again.

Demonstrates two ways to recompute results of the forward pass in the backward pass. Otherwise all of them are kept, and
memory grows with depth. ``MXNET_BACKWARD_DO_MIRROR=1`` recomputes all cheap operators. The attribute
``force_mirroring`` selects single operators. Here it keeps the last result of each of sqrt(depth) stages.

How to run::

    python examples/gradient_checkpointing.py
    python examples/gradient_checkpointing.py --depths 200

Prints a table with the memory of inner results, the time of a training step and the sum of all gradients,
which is the same in all modes. It writes ``gradient_checkpointing.png``: memory against depth.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx

MODES = {"keep all": "no recomputation", "mirror": "MXNET_BACKWARD_DO_MIRROR=1", "stages": "force_mirroring"}

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train deep networks with less memory.")
    parser.add_argument("--depths", type=int, nargs="+", default=[9, 16, 36, 64, 100], help="numbers of blocks")
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--size", type=int, default=32, help="height and width of the images")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Network
# `AttrScope` sets an attribute of all nodes that are created inside.


def build_symbol(depth: int, mode: str) -> mx.sym.Symbol:
    """Return `depth` blocks of convolution, normalization and activation, and a scalar result."""
    data = mx.sym.var("data")
    stage = round(depth ** 0.5)
    for number in range(1, depth + 1):
        is_end = number % stage == 0
        for name in ("convolution", "normalization", "activation"):
            keep = is_end and name == "activation"
            attributes = {"force_mirroring": str(not keep)} if mode == "stages" else {}
            with mx.AttrScope(**attributes):
                if name == "convolution":
                    data = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=24, no_bias=True,
                                              name=f"convolution{number}")
                elif name == "normalization":
                    data = mx.sym.BatchNorm(data, fix_gamma=False, name=f"normalization{number}")
                else:
                    data = mx.sym.Activation(data, act_type="tanh", name=f"activation{number}")
    return mx.sym.mean(data, name="loss")


# %% Measurement
# The variable is read when a symbol is bound. `debug_str` of an executor contains the memory of inner results.


def bind(depth: int, mode: str, options: argparse.Namespace) -> mx.executor.Executor:
    """Return an executor with random parameters."""
    os.environ["MXNET_BACKWARD_DO_MIRROR"] = str(int(mode == "mirror"))
    shape = (options.batch_size, 3, options.size, options.size)
    executor = build_symbol(depth, mode).simple_bind(mx.cpu(), data=shape)
    os.environ["MXNET_BACKWARD_DO_MIRROR"] = "0"
    random = np.random.RandomState(options.seed)
    for name, array in executor.arg_dict.items():
        array[:] = 1.0 if name.endswith("gamma") else random.normal(0, 0.1, array.shape)
    return executor


def measure(depth: int, mode: str, options: argparse.Namespace) -> tuple[int, float, float]:
    """Return the memory in MB, the seconds of a training step and the sum of the absolute gradients."""
    executor = bind(depth, mode, options)
    memory = int(executor.debug_str().split("Total ")[1].split()[0])
    for _ in range(2):  # the first step compiles the graph
        started = time.perf_counter()
        executor.forward(is_train=True)
        executor.backward()
        mx.nd.waitall()
        seconds = time.perf_counter() - started
    gradients = [array.abs().sum().asscalar() for array in executor.grad_arrays if array is not None]
    return memory, seconds, float(np.sum(gradients))


# %% Picture


def draw(path: Path, depths: list[int], results: dict[str, list[tuple[int, float, float]]]) -> None:
    """Write memory and time against depth."""
    figure = Figure(figsize=(11, 4.3), layout="constrained")
    for axes, index, label in zip(figure.subplots(1, 2), (0, 1), ("memory of inner results in MB",
                                                                  "seconds of a training step")):
        for (mode, rows), marker in zip(results.items(), "osD"):
            axes.plot(depths, [row[index] for row in rows], marker=marker, label=f"{mode} ({MODES[mode]})")
        axes.set(xlabel="depth of the network (blocks)", ylabel=label, ylim=(0, None))
        axes.grid(alpha=0.3)
    figure.axes[0].legend()
    figure.suptitle("Gradient checkpointing: less memory for more time")
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, list[tuple[int, float, float]]]:
    """Measure all modes and depths. Return memory, seconds and sum of gradients of each."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    results: dict[str, list[tuple[int, float, float]]] = {mode: [] for mode in MODES}
    print(f"{'blocks':>6} {'mode':9} {'memory':>9} {'step':>8} {'sum of gradients':>17}")
    for depth in options.depths:
        for mode, rows in results.items():
            rows.append(measure(depth, mode, options))
            memory, seconds, gradients = rows[-1]
            print(f"{depth:6} {mode:9} {memory:6} MB {seconds:6.2f} s {gradients:17.6g}", flush=True)
    draw(options.output / "gradient_checkpointing.png", options.depths, results)
    return results


if __name__ == "__main__":
    main()
