"""Train a network with the symbolic interface: Symbol and Module.

Demonstrates a network as a symbol, ``Module.fit`` with a learning rate schedule, a speedometer and checkpoints,
prediction from a checkpoint. The default data is the Fashion-MNIST subset of ``mxnet demo``.

How to run::

    python examples/mnist_module.py
    python examples/mnist_module.py --data path/to/mnist --epochs 3    # the four idx files of MNIST, gzip or not

Prints MXNet's training log and a table with precision and recall of each class. It writes
``mnist_module.png`` (confusion matrix) and checkpoints in MXNet's formats.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet.cli.demo import LABELS, load_data

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a network with Symbol and Module.")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=100)
    parser.add_argument("--learning-rate", type=float, default=0.05)
    parser.add_argument("--data", type=Path, help="folder with MNIST (default: the embedded Fashion-MNIST subset)")
    parser.add_argument("--limit", type=int, help="use at most this many embedded images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# An iterator returns batches with the names of their arrays. `MNISTIter` reads idx files, `NDArrayIter` arrays.


def make_iterators(options: argparse.Namespace) -> tuple[Any, Any, list[str]]:
    """Return the iterators of training and test images, and the names of the classes."""
    if options.data is not None:
        def read(part: str, **more: object) -> mx.io.DataIter:
            files = {kind: next(options.data.glob(f"{part}-{kind}s-idx*")) for kind in ("image", "label")}
            return mx.io.MNISTIter(image=str(files["image"]), label=str(files["label"]),
                                   batch_size=options.batch_size, **more)

        return read("train", seed=options.seed), read("t10k", shuffle=False), [str(digit) for digit in range(10)]
    data = load_data(options.limit)

    def wrap(part: str, shuffle: bool) -> mx.io.DataIter:
        images = data[f"{part}_images"][:, None].astype("float32") / 255
        return mx.io.NDArrayIter(images, data[f"{part}_labels"].astype("float32"), options.batch_size, shuffle)

    return wrap("train", True), wrap("test", False), list(LABELS)


# %% Network
# A symbol describes the computation. `SoftmaxOutput` returns probabilities and has the gradient of the cross-entropy.


def build_symbol(classes: int) -> mx.sym.Symbol:
    """Return a small convolutional network with batch normalization."""
    data = mx.sym.var("data")
    for number, filters in enumerate((16, 32), start=1):
        data = mx.sym.Convolution(data, kernel=(5, 5), num_filter=filters, no_bias=True, name=f"conv{number}")
        data = mx.sym.BatchNorm(data, fix_gamma=False, name=f"norm{number}")
        data = mx.sym.Activation(data, act_type="relu", name=f"relu{number}")
        data = mx.sym.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type="max", name=f"pool{number}")
    data = mx.sym.FullyConnected(data, num_hidden=128, name="dense1")
    data = mx.sym.Activation(data, act_type="relu", name="relu3")
    data = mx.sym.FullyConnected(mx.sym.Dropout(data, p=0.3), num_hidden=classes, name="dense2")
    return mx.sym.SoftmaxOutput(data, name="softmax")


# %% Table and picture


def count_pairs(labels: np.ndarray, predicted: np.ndarray, classes: int) -> np.ndarray:
    """Return the confusion matrix: rows are true classes, columns are predictions."""
    counts = np.zeros((classes, classes), int)
    np.add.at(counts, (labels, predicted), 1)
    return counts


def print_table(counts: np.ndarray, names: list[str]) -> None:
    """Print precision and recall of each class."""
    print(f"{'class':12} {'images':>6} {'precision':>9} {'recall':>6}")
    for index, name in enumerate(names):
        correct = counts[index, index]
        print(f"{name:12} {counts[index].sum():6} {correct / max(1, counts[:, index].sum()):9.3f} "
              f"{correct / max(1, counts[index].sum()):6.3f}")


def draw(path: Path, counts: np.ndarray, names: list[str]) -> None:
    """Write a picture of the confusion matrix."""
    figure = Figure(figsize=(7.5, 7), layout="constrained")
    axes = figure.subplots()
    axes.imshow(np.sqrt(counts), cmap="Blues")  # the root makes small counts visible
    for row, column in np.argwhere(counts):
        axes.text(column, row, counts[row, column], ha="center", va="center",
                  color="white" if counts[row, column] > counts.max() / 3 else "black")
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set(xlabel="predicted class", ylabel="true class",
             title=f"Test accuracy {counts.trace() / counts.sum():.3f}: number of images per pair of classes")
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, predict from the checkpoint and draw. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(options.seed)
    np.random.seed(options.seed)  # the iterator shuffles with NumPy

    train, test, names = make_iterators(options)
    prefix = str(options.output / "mnist_module")
    batches = 80 if options.limit is None else max(1, options.limit // options.batch_size)
    schedule = mx.lr_scheduler.FactorScheduler(step=3 * batches, factor=0.4, base_lr=options.learning_rate)
    module = mx.mod.Module(build_symbol(len(names)), context=mx.cpu())
    module.fit(train, eval_data=test, eval_metric=["acc", "ce"], num_epoch=options.epochs,
               initializer=mx.init.Xavier(), optimizer="sgd",
               optimizer_params={"momentum": 0.9, "wd": 1e-4,
                                 "lr_scheduler": schedule},
               batch_end_callback=mx.callback.Speedometer(options.batch_size, frequent=40),
               epoch_end_callback=mx.callback.do_checkpoint(prefix, period=options.epochs))

    restored = mx.mod.Module.load(prefix, options.epochs)
    restored.bind(test.provide_data, test.provide_label, for_training=False)
    test.reset()
    labels = np.concatenate([batch.label[0].asnumpy() for batch in test]).astype(int)
    test.reset()
    predicted = restored.predict(test).asnumpy().argmax(axis=1)

    counts = count_pairs(labels[:len(predicted)], predicted, len(names))
    print_table(counts, names)
    draw(options.output / "mnist_module.png", counts, names)
    return {"accuracy": counts.trace() / counts.sum()}


if __name__ == "__main__":
    main()
