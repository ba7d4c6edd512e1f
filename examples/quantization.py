"""Convert a trained network to 8-bit integers.

Demonstrates ``quantize_net_v2`` with calibration data, and the effect on accuracy, file size and speed. As in MXNet,
its files keep float32 weights, which are converted when the network is loaded. ``quantize_model`` stores 8-bit weights,
but does not fuse layers. The network is trained on the Fashion-MNIST subset of ``mxnet demo``.

How to run::

    python examples/quantization.py

Prints a table with test accuracy, size of the parameter file and images per second of the float32 network and
three 8-bit networks. It writes ``quantization.png`` with the same figures, and the models in MXNet's formats.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import load_data
from mxnet.contrib import quantization
from mxnet.gluon import nn

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Convert a trained network to 8-bit integers.")
    parser.add_argument("--epochs", type=int, default=4, help="passes over the training images")
    parser.add_argument("--channels", type=int, default=32, help="of the first layer")
    parser.add_argument("--repeat", type=int, default=10, help="runs for the measurement of speed; the best counts")
    parser.add_argument("--limit", type=int, help="use at most this many images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data


def load_arrays(limit: int | None) -> dict[str, nd.NDArray]:
    """Return images and labels of both splits."""
    data = load_data(limit)
    arrays = {name: nd.array(values) for name, values in data.items()}
    return {name: values.expand_dims(1) / 255 if "images" in name else values for name, values in arrays.items()}


# %% Network
# Quantization fuses each convolution with its normalization and activation into one 8-bit layer.


def build_network(channels: int) -> nn.HybridSequential:
    """Return a convolutional network with batch normalization."""
    net = nn.HybridSequential()
    for number, strides in enumerate((1, 2, 1, 2, 1)):
        net.add(nn.Conv2D(channels << (number // 2), 3, strides, 1, use_bias=False), nn.BatchNorm(),
                nn.Activation("relu"))
    net.add(nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def train(net: gluon.Block, images: nd.NDArray, labels: nd.NDArray, epochs: int) -> None:
    """Train the network and print the loss of each epoch."""
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), 64, shuffle=True)
    trainer = gluon.Trainer(net.collect_params(), "adam")
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(0.003 * (1 - epoch / epochs))
        losses = []
        for batch, batch_labels in loader:
            with autograd.record():
                loss = loss_function(net(batch), batch_labels)
            loss.backward()
            trainer.step(len(batch))
            losses.append(loss.mean().asscalar())
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}", flush=True)


def quantize_stored(prefix: Path, images: nd.NDArray) -> gluon.SymbolBlock:
    """Convert an exported network with `quantize_model`, whose parameters are 8-bit integers."""
    symbol, arguments, states = mx.model.load_checkpoint(str(prefix), 0)
    symbol, arguments, states = quantization.quantize_model(
        symbol, arguments, states, label_names=[], calib_mode="naive", calib_data=mx.io.NDArrayIter(images, None, 50))
    mx.model.save_checkpoint(f"{prefix}-stored", 0, symbol, arguments, states)
    return gluon.SymbolBlock.imports(f"{prefix}-stored-symbol.json", ["data"], f"{prefix}-stored-0000.params")


# %% Measurements


def evaluate(net: gluon.Block, images: nd.NDArray, labels: nd.NDArray, batch_size: int = 50) -> float:
    """Return the accuracy."""
    scores = nd.concat(*(net(images[i:i + batch_size]) for i in range(0, len(images), batch_size)), dim=0)
    return float((scores.argmax(axis=1) == labels).mean().asscalar())


def measure_speed(net: gluon.Block, images: nd.NDArray, repeat: int) -> float:
    """Return the images per second of the fastest run."""
    batch = images[:50]
    net(batch).wait_to_read()
    seconds = []
    for _ in range(repeat):
        started = time.perf_counter()
        net(batch).wait_to_read()
        seconds.append(time.perf_counter() - started)
    return len(batch) / min(seconds)


def measure(name: str, net: gluon.HybridBlock, arrays: dict[str, nd.NDArray], options: argparse.Namespace
            ) -> dict[str, float]:
    """Export the network and return its accuracy, size in kB and speed."""
    images = arrays["test_images"]
    net.hybridize()
    speed = measure_speed(net, images, options.repeat)
    prefix = options.output / f"quantization-{name}"
    net.export(str(prefix))
    size = Path(f"{prefix}-0000.params").stat().st_size / 1000
    return {"test accuracy": evaluate(net, images, arrays["test_labels"]), "size in kB": size, "images/s": speed}


# %% Picture


def draw(path: Path, results: dict[str, dict[str, float]]) -> None:
    """Write a bar chart for each figure of the table."""
    figure = Figure(figsize=(14, 3.8), layout="constrained")
    kinds = next(iter(results.values())).keys()
    for axes, kind in zip(figure.subplots(1, len(kinds)), kinds):
        values = [row[kind] for row in results.values()]
        bars = axes.bar(list(results), values, color=("tab:gray", "tab:blue", "tab:cyan", "tab:green"))
        axes.bar_label(bars, fmt="%.3f" if kind == "test accuracy" else "%.0f")
        axes.set(title=kind)
        axes.margins(y=0.15)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, dict[str, float]]:
    """Train, quantize and compare. Return the rows of the table."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    arrays = load_arrays(options.limit)
    net = build_network(options.channels)
    train(net, arrays["train_images"], arrays["train_labels"], options.epochs)
    results = {"float32": measure("float32", net, arrays, options)}

    calibration = gluon.data.DataLoader(arrays["train_images"][:500], batch_size=50)
    for mode in ("naive", "entropy"):
        small = quantization.quantize_net_v2(net, quantized_dtype="auto", calib_data=calibration, calib_mode=mode)
        results[f"int8 {mode}"] = measure(f"int8-{mode}", small, arrays, options)
    stored = quantize_stored(options.output / "quantization-float32", arrays["train_images"][:500])
    results["int8 stored"] = measure("int8-stored", stored, arrays, options)

    print(f"{'network':14}", *(f"{kind:>13}" for kind in results["float32"]))
    for name, row in results.items():
        print(f"{name:14} {row['test accuracy']:13.3f} {row['size in kB']:13.0f} {row['images/s']:13.0f}")
    draw(options.output / "quantization.png", results)
    return results


if __name__ == "__main__":
    main()
