"""Train LeNet with Gluon.

Demonstrates a hybridized network, DataLoader with a transform, Trainer, a metric, saving and loading parameters.
The default data is the Fashion-MNIST subset of ``mxnet demo``, so nothing is downloaded.

How to run::

    python examples/mnist_gluon.py
    python examples/mnist_gluon.py --data path/to/mnist --epochs 3    # the four idx files of MNIST, gzip or not

Prints loss and test accuracy of each epoch. It writes ``mnist_gluon.png`` (curves, and test images with
their predictions) and ``mnist_gluon.params``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import LABELS, load_data
from mxnet.gluon import nn
from mxnet.gluon.data.vision import MNIST, transforms

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train LeNet with Gluon.")
    parser.add_argument("--epochs", type=int, default=8, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--learning-rate", type=float, default=0.002)
    parser.add_argument("--data", type=Path, help="folder with MNIST (default: the embedded Fashion-MNIST subset)")
    parser.add_argument("--limit", type=int, help="use at most this many images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# A data set returns pairs of image and label. `transform_first` changes the image only: `ToTensor` converts bytes of
# shape (height, width, channel) to floats of shape (channel, height, width) between 0 and 1.


def load_sets(folder: Path | None, limit: int | None) -> tuple[Any, Any, list[str]]:
    """Return the training set, the test set and the names of the classes."""
    if folder is not None:
        train, test = (MNIST(str(folder), train=train) for train in (True, False))
        if limit is not None:
            train, test = train.take(limit), test.take(limit)
        return train, test, [str(digit) for digit in range(10)]
    data = load_data(limit)
    train, test = (gluon.data.ArrayDataset(nd.array(data[f"{part}_images"][..., None], dtype="uint8"),
                                           data[f"{part}_labels"].astype("int32")) for part in ("train", "test"))
    return train, test, list(LABELS)


# %% Network
# Input sizes of the layers are left out: the first call infers them.


def build_network(classes: int) -> nn.HybridSequential:
    """Return LeNet."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, kernel_size=5, activation="relu"), nn.MaxPool2D(2),
            nn.Conv2D(50, kernel_size=5, activation="relu"), nn.MaxPool2D(2),
            nn.Dense(128, activation="relu"), nn.Dropout(0.3), nn.Dense(classes))
    return net


# %% Training


def train_epoch(net: gluon.Block, loader: gluon.data.DataLoader, trainer: gluon.Trainer) -> float:
    """Train for one epoch and return the mean loss."""
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for images, labels in loader:
        with autograd.record():
            loss = loss_function(net(images), labels)
        loss.backward()
        trainer.step(len(images))
        losses.append(loss.mean().asscalar())
    return float(np.mean(losses))


def evaluate(net: gluon.Block, loader: gluon.data.DataLoader) -> tuple[float, np.ndarray]:
    """Return the accuracy and the predicted classes."""
    metric, predicted = mx.metric.Accuracy(), []
    for images, labels in loader:
        scores = net(images)
        metric.update(labels, scores)
        predicted.append(scores.argmax(axis=1).asnumpy().astype(int))
    return metric.get()[1], np.concatenate(predicted)


# %% Picture


def draw(path: Path, history: list[tuple[float, float]], test: Any, predicted: np.ndarray, names: list[str]) -> None:
    """Write the curves and the first test images. Wrong predictions are red and have a frame."""
    figure = Figure(figsize=(12, 6.4), layout="constrained")
    left, right = figure.subfigures(1, 2, squeeze=False, width_ratios=(2, 3)).ravel()
    epochs = range(1, len(history) + 1)
    for axes, title, values in zip(left.subplots(2, 1), ("Training loss", "Test accuracy"), zip(*history)):
        axes.plot(epochs, values, marker="o")
        axes.set(title=f"{title}: {values[-1]:.3f} after {len(history)} epochs", xlabel="epoch")
        axes.grid(alpha=0.3)
    right.suptitle("Test images with the predicted classes")
    for index, axes in enumerate(right.subplots(4, 6).flat):
        axes.set(xticks=[], yticks=[])
        image, label = test[index % len(test)]
        correct = predicted[index % len(test)] == label
        axes.imshow(image.asnumpy()[:, :, 0], cmap="gray_r")
        axes.spines[:].set(visible=not correct, color="tab:red", linewidth=2)
        text = names[predicted[index % len(test)]]
        axes.set_title(text if correct else f"{text}\nnot {names[label]}", fontsize=9,
                       color="tab:green" if correct else "tab:red")
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, save and draw. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)  # the loader shuffles with NumPy

    train, test, names = load_sets(options.data, options.limit)
    to_tensor = transforms.ToTensor()
    train_loader = gluon.data.DataLoader(train.transform_first(to_tensor), options.batch_size, shuffle=True)
    test_loader = gluon.data.DataLoader(test.transform_first(to_tensor), 250)
    print(f"{len(train)} training and {len(test)} test images")

    net = build_network(len(names))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": options.learning_rate})
    history = []
    for epoch in range(options.epochs):
        trainer.set_learning_rate(options.learning_rate * (1 - epoch / options.epochs))
        loss = train_epoch(net, train_loader, trainer)
        accuracy, predicted = evaluate(net, test_loader)
        history.append((loss, accuracy))
        print(f"epoch {epoch + 1}: loss {loss:.3f}, test accuracy {accuracy:.3f}", flush=True)

    net.save_parameters(str(options.output / "mnist_gluon.params"))
    restored = build_network(len(names))
    restored.load_parameters(str(options.output / "mnist_gluon.params"))
    accuracy, predicted = evaluate(restored, test_loader)
    print(f"test accuracy of the saved network: {accuracy:.3f}")

    draw(options.output / "mnist_gluon.png", history, test, predicted, names)
    return {"first_loss": history[0][0], "loss": history[-1][0], "accuracy": accuracy}


if __name__ == "__main__":
    main()
