"""Fine-tune a network on new classes with few images.

Demonstrates how to train on some classes, save the features, load them into a network with a new output layer, and
train this network on other classes. ``lr_mult`` scales the learning rate of a layer, ``grad_req = "null"`` freezes it.
The reference is the same network, trained from scratch on the same images.

How to run::

    python examples/fine_tuning.py
    python examples/fine_tuning.py --per-class 50

Prints a table with the test accuracy of each method for several numbers of images per class. It writes
``fine_tuning.png`` with these curves and ``fine_tuning_features.params``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import repeat
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import LABELS, load_data
from mxnet.gluon import nn

OLD_CLASSES, NEW_CLASSES = (0, 3, 6, 7, 8), (1, 2, 4, 5, 9)
METHODS = ("from scratch", "frozen features", "fine-tuning")

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Fine-tune a network on new classes with few images.")
    parser.add_argument("--epochs", type=int, default=20, help="passes over the images of the old classes")
    parser.add_argument("--steps", type=int, default=120, help="steps on the new classes")
    parser.add_argument("--per-class", type=int, nargs="+", default=[2, 5, 10, 20, 50],
                        help="numbers of training images of each new class")
    parser.add_argument("--limit", type=int, help="use at most this many images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# Five classes of the embedded Fashion-MNIST subset for each of the two tasks. Each image is put at a random place of a
# larger noisy one. A network cannot learn from a few images that the place does not matter: it has to know it before.


def select(part: str, classes: tuple[int, ...], limit: int | None) -> tuple[np.ndarray, np.ndarray]:
    """Return the images of some classes, and their labels, which count from 0."""
    data = load_data(limit)
    labels = data[f"{part}_labels"]
    chosen = np.isin(labels, classes)
    return data[f"{part}_images"][chosen].astype("float32") / 255, np.searchsorted(classes, labels[chosen])


def scatter(images: np.ndarray, size: int = 48, noise: float = 0.3) -> nd.NDArray:
    """Return larger images of shape (batch, 1, size, size) that contain the given ones."""
    count, height, width = images.shape
    canvas = np.random.uniform(0, noise, (count, 1, size, size))
    for number, (row, column) in enumerate(np.random.randint(0, size - height + 1, (count, 2))):
        window = canvas[number, 0, row:row + height, column:column + width]
        np.maximum(window, images[number], out=window)
    return nd.array(canvas)


def first_of_each(images: np.ndarray, labels: np.ndarray, count: int) -> tuple[nd.NDArray, nd.NDArray]:
    """Return the first images of each class."""
    chosen = np.concatenate([np.flatnonzero(labels == label)[:count] for label in np.unique(labels)])
    return scatter(images[chosen]), nd.array(labels[chosen])


# %% Network
# Features and output are separate blocks, as in the model zoo, so each can be saved, loaded and replaced alone.


class Classifier(gluon.HybridBlock):
    """Convolutional features and a dense output layer."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            for channels in (16, 32, 64):
                self.features.add(nn.Conv2D(channels, 3, padding=1, activation="relu"), nn.MaxPool2D(2))
            self.features.add(nn.Dense(64, activation="relu"))
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        """Return the scores of the classes."""
        return self.output(self.features(x))


# %% Training


Batches = Iterable[tuple[nd.NDArray, nd.NDArray]]


def train(net: gluon.Block, steps: int, batches: Batches) -> None:
    """Train on batches of images and labels, with a learning rate that falls to 0."""
    trainer = gluon.Trainer(net.collect_params(), "adam", {"wd": 1e-4})
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    for step, (images, labels) in zip(range(steps), batches):
        trainer.set_learning_rate(0.002 * (1 - step / steps))
        with autograd.record():
            loss = loss_function(net(images), labels)
        loss.backward()
        trainer.step(len(images))


def train_features(options: argparse.Namespace) -> tuple[Classifier, float]:
    """Return a network for the old classes, and its test accuracy. Each batch has new places and noise."""
    images, labels = select("train", OLD_CLASSES, options.limit)
    net = Classifier(len(OLD_CLASSES))
    net.initialize(mx.init.Xavier())
    net.hybridize()

    def draw_batches() -> Batches:
        while True:
            chosen = np.random.randint(0, len(images), 64)
            yield scatter(images[chosen]), nd.array(labels[chosen])

    train(net, options.epochs * max(1, len(images) // 64), draw_batches())
    images_of_test, labels_of_test = select("test", OLD_CLASSES, options.limit)
    return net, evaluate(net, scatter(images_of_test), nd.array(labels_of_test))


def evaluate(net: gluon.Block, images: nd.NDArray, labels: nd.NDArray) -> float:
    """Return the accuracy."""
    return float((net(images).argmax(axis=1) == labels).mean().asscalar())


def prepare(method: str, features: str) -> Classifier:
    """Return a network for the new classes, ready to train with one of the methods."""
    net = Classifier(len(NEW_CLASSES))
    net.initialize(mx.init.Xavier())
    if method != "from scratch":
        net.features.load_parameters(features)
        net.output.collect_params().setattr("lr_mult", 5)
    if method == "frozen features":
        net.features.collect_params().setattr("grad_req", "null")
    if method == "fine-tuning":
        net.features.collect_params().setattr("lr_mult", 0.3)
    net.hybridize()
    return net


# %% Picture


def draw(path: Path, counts: list[int], results: dict[str, list[float]]) -> None:
    """Write the accuracy of each method against the number of images."""
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for (method, values), marker in zip(results.items(), "osD"):
        axes.plot(counts, values, marker=marker, label=method)
    axes.axhline(1 / len(NEW_CLASSES), color="gray", linestyle=":", label="chance")
    axes.set(xscale="log", xlabel="training images per new class", ylabel="test accuracy", ylim=(0, 1),
             title="New classes: " + ", ".join(LABELS[number] for number in NEW_CLASSES))
    axes.set_xticks(counts, [str(count) for count in counts])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, list[float]]:
    """Train on the old classes, fine-tune on the new ones, compare. Return the accuracies of each method."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    net, old_accuracy = train_features(options)
    print(f"accuracy on the {len(OLD_CLASSES)} old classes: {old_accuracy:.3f}", flush=True)
    features = str(options.output / "fine_tuning_features.params")
    net.features.save_parameters(features)

    images, labels = select("train", NEW_CLASSES, options.limit)
    test_images, test_labels = select("test", NEW_CLASSES, options.limit)
    test = scatter(test_images), nd.array(test_labels)
    results: dict[str, list[float]] = {method: [] for method in METHODS}
    print("images per class ", *(f"{method:>16}" for method in METHODS))
    for count in options.per_class:
        few = first_of_each(images, labels, count)
        for method in METHODS:
            net = prepare(method, features)
            train(net, options.steps, repeat(few))
            results[method].append(evaluate(net, *test))
        print(f"{count:<17}", *(f"{values[-1]:16.3f}" for values in results.values()), flush=True)

    draw(options.output / "fine_tuning.png", options.per_class, results)
    return {"old": [old_accuracy], **results}


if __name__ == "__main__":
    main()
