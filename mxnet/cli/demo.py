"""``mxnet demo``: train LeNet on the embedded data, save the model and plot the result."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

DATA_FILE = Path(__file__).resolve().parent / "demo_data" / "fashion_mnist_subset.npz"
LABELS = ("T-shirt", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Boot")


@dataclass(frozen=True)
class DemoOptions:
    """Options of the command line."""

    epochs: int
    output: Path
    batch_size: int
    learning_rate: float
    seed: int
    hybridize: bool
    ctx: str
    limit: int | None = None


@dataclass
class History:
    """Training history for the figure: one loss per step, one accuracy per epoch."""

    losses: list[float] = field(default_factory=list)
    accuracies: list[float] = field(default_factory=list)


def run(options: argparse.Namespace) -> int:
    """Run the demo with the options of the command line."""
    run_demo(DemoOptions(options.epochs, options.output, options.batch_size, options.learning_rate, options.seed,
                         options.hybridize, options.ctx, options.limit))
    return 0


def run_demo(options: DemoOptions) -> History:
    """Train the network, print the progress and write the files. Return the training history."""
    started = time.perf_counter()
    options.output.mkdir(parents=True, exist_ok=True)
    context = _usable_context(options.ctx)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)  # the DataLoader shuffles with NumPy's global random generator

    data = load_data(options.limit)
    train = gluon.data.DataLoader(
        gluon.data.ArrayDataset(_images(data["train_images"]), nd.array(data["train_labels"])),
        batch_size=options.batch_size,
        shuffle=True,
    )
    test_images = _images(data["test_images"]).as_in_context(context)
    net = build_lenet()
    net.initialize(mx.init.Xavier(), ctx=context)
    if options.hybridize:
        net.hybridize()
    _print_plan(options, context, data)

    history = _train(net, train, test_images, data["test_labels"], options)
    print(f"Final test accuracy: {history.accuracies[-1]:.3f} ({time.perf_counter() - started:.1f} s in all)")

    files = _export(net, test_images, options.output)
    files += _draw(history, data, predict(net, test_images), options)
    print("Written:", *files, sep="\n  ")
    return history


def load_data(limit: int | None = None) -> dict[str, np.ndarray]:
    """Return the embedded images (bytes, N x 28 x 28) and labels of both splits, at most `limit` of each."""
    with np.load(DATA_FILE, allow_pickle=False) as archive:
        return {name: archive[name][:limit] for name in archive.files}


def build_lenet(classes: int = 10) -> nn.HybridSequential:
    """Return the uninitialized network: two convolutions with max pooling, two dense layers."""
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(
            nn.Conv2D(channels=20, kernel_size=5, activation="relu"),
            nn.MaxPool2D(pool_size=2, strides=2),
            nn.Conv2D(channels=50, kernel_size=5, activation="relu"),
            nn.MaxPool2D(pool_size=2, strides=2),
            nn.Flatten(),
            nn.Dense(128, activation="relu"),
            nn.Dense(classes),
        )
    return net


def predict(net: gluon.Block, images: nd.NDArray, batch_size: int = 250) -> np.ndarray:
    """Return the most probable class of each image."""
    scores = [net(images[first : first + batch_size]).asnumpy() for first in range(0, len(images), batch_size)]
    return np.concatenate(scores).argmax(axis=1)


def _train(
    net: gluon.Block,
    train: gluon.data.DataLoader,
    test_images: nd.NDArray,
    test_labels: np.ndarray,
    options: DemoOptions,
) -> History:
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.learning_rate})
    history = History()
    for epoch in range(options.epochs):
        started = time.perf_counter()
        # Decaying the learning rate almost to zero makes the final result less dependent on the seed.
        trainer.set_learning_rate(options.learning_rate * (1 - epoch / options.epochs))
        title = f"Epoch {epoch + 1}/{options.epochs}"
        with _progress(train, title) as batches:
            losses = _train_epoch(net, batches, loss_function, trainer, test_images.context)
        accuracy = float((predict(net, test_images) == test_labels).mean())
        seconds = time.perf_counter() - started
        print(f"{title}: loss {np.mean(losses):.3f}, test accuracy {accuracy:.3f}, {seconds:.1f} s", flush=True)
        history.losses += losses
        history.accuracies.append(accuracy)
    return history


def _train_epoch(
    net: gluon.Block,
    batches: Iterable[Any],
    loss_function: gluon.loss.Loss,
    trainer: gluon.Trainer,
    context: mx.Context,
) -> list[float]:
    """Train for one epoch, and return the mean loss of each batch."""
    losses = []
    for images, labels in batches:
        images, labels = images.as_in_context(context), labels.as_in_context(context)
        with autograd.record():
            loss = loss_function(net(images), labels)
        loss.backward()
        trainer.step(len(images))
        losses.append(float(loss.mean().asscalar()))
    return losses


@contextmanager
def _progress(batches: gluon.data.DataLoader, title: str) -> Iterator[Iterable[Any]]:
    """Yield the batches, with a progress bar if tqdm is installed and the output is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield batches
        return
    with tqdm(batches, desc=title, unit="batch", leave=False, disable=not sys.stderr.isatty()) as bar:
        yield bar


def _export(net: nn.HybridSequential, images: nd.NDArray, folder: Path) -> list[Path]:
    """Write the graph and the parameters in MXNet's formats and return their paths."""
    net.hybridize()
    net(images[:1])  # export writes the graph of the last call
    net.export(str(folder / "lenet"))
    return [folder / "lenet-symbol.json", folder / "lenet-0000.params"]


def _draw(history: History, data: dict[str, np.ndarray], predicted: np.ndarray, options: DemoOptions) -> list[Path]:
    """Write the figure and return its path, or print which package is missing."""
    try:
        from ._plot import draw_result
    except ImportError as error:
        print(f"No figure was written: {error}. Install matplotlib: pip install 'mxnet-torch[demo]'", file=sys.stderr)
        return []
    path = options.output / "lenet.png"
    draw_result(path, history.losses, history.accuracies, data["test_images"], data["test_labels"], predicted, LABELS)
    return [path]


def _images(images: np.ndarray) -> nd.NDArray:
    """Convert uint8 images of shape (N, 28, 28) to floats in [0, 1] of shape (N, 1, 28, 28)."""
    return nd.array(images[:, np.newaxis].astype(np.float32) / 255)


def _usable_context(name: str) -> mx.Context:
    """Return the context, or raise before any work is done if the device does not exist."""
    context = mx.gpu() if name == "gpu" else mx.cpu()
    nd.zeros((1,), ctx=context).wait_to_read()
    return context


def _print_plan(options: DemoOptions, context: mx.Context, data: dict[str, np.ndarray]) -> None:
    mode = "hybridized" if options.hybridize else "layer by layer"
    print(
        f"LeNet on Fashion-MNIST: {len(data['train_labels'])} training and {len(data['test_labels'])} test "
        f"images, batch size {options.batch_size}, {mode}, on {context}",
        flush=True,
    )
