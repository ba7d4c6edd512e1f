"""Compare the accuracy of a trained network in float32, bfloat16, float16 and int8.

    python benchmarks/accuracy.py [--data FOLDER] [--epochs 3]

The network is a small ResNet for Fashion-MNIST. FOLDER holds the four gzip files of the data set. Without it, a subset
of 8,000 images is used.
"""

from __future__ import annotations

import argparse
import tempfile
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import quantization
from mxnet.gluon import nn
from mxnet.gluon.model_zoo.vision import BasicBlockV1

PRECISIONS = ("float32", "bfloat16", "float16", "int8 naive", "int8 entropy")
_BATCH = 100


def load(folder: str | None) -> tuple[np.ndarray, ...]:
    """Return images of the training and test sets as float32 with values from -1 to 1, and their labels."""
    if folder is None:
        from mxnet.cli.demo import load_data

        arrays = list(load_data().values())
    else:
        arrays = [part for train in (True, False)
                  for part in gluon.data.vision.FashionMNIST(folder, train=train)[:]]
    train, train_labels, test, test_labels = (np.asarray(getattr(a, "asnumpy", lambda a=a: a)()) for a in arrays)
    shaped = [images.reshape(-1, 1, 28, 28).astype(np.float32) / 127.5 - 1 for images in (train, test)]
    return shaped[0], train_labels, shaped[1], test_labels


def make_network() -> Any:
    """Return a small ResNet."""
    network = nn.HybridSequential()
    network.add(nn.Conv2D(16, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
                BasicBlockV1(16, 1, in_channels=16), BasicBlockV1(32, 2, True, in_channels=16),
                BasicBlockV1(64, 2, True, in_channels=32), nn.GlobalAvgPool2D(), nn.Dense(10))
    network.initialize(mx.init.Xavier(magnitude=2.24))
    return network


def fit(network: Any, images: np.ndarray, labels: np.ndarray, epochs: int) -> None:
    """Train a network with Adam."""
    network.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(network.collect_params(), "adam", {"learning_rate": 0.002})
    for epoch in range(epochs):
        order = np.random.RandomState(epoch).permutation(len(images))
        for start in range(0, len(images), _BATCH):
            chosen = order[start:start + _BATCH]
            with autograd.record():
                loss = loss_of(network(nd.array(images[chosen])), nd.array(labels[chosen]))
            loss.backward()
            trainer.step(_BATCH)


def accuracy(network: Any, images: np.ndarray, labels: np.ndarray, dtype: str = "float32") -> float:
    """Return the share of images that the network classifies correctly, in percent."""
    right = 0
    for start in range(0, len(images), _BATCH):
        scores = network(nd.array(images[start:start + _BATCH]).astype(dtype)).astype("float32").asnumpy()
        right += int((scores.argmax(1) == labels[start:start + _BATCH]).sum())
    return 100 * right / len(images)


def convert(network: Any, images: np.ndarray, precision: str) -> tuple[Any, str]:
    """Return a network in another precision, and the dtype of its input."""
    if precision.startswith("int8"):
        loader = gluon.data.DataLoader(nd.array(images[:1000]), batch_size=_BATCH)
        return quantization.quantize_net_v2(network, calib_data=loader, calib_mode=precision.split()[1]), "float32"
    network.cast(precision)
    network.hybridize()
    return network, precision


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of Fashion-MNIST")
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    mx.random.seed(0)
    images, labels, test_images, test_labels = load(options.data)
    network = make_network()
    fit(network, images, labels, options.epochs)
    print("| Precision | Top-1 (%) |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        network.save_parameters(f"{folder}/trained.params")
        for precision in PRECISIONS:
            fresh = make_network()
            fresh.load_parameters(f"{folder}/trained.params")
            converted, dtype = convert(fresh, images, precision)
            converted.hybridize()
            print(f"| {precision} | {accuracy(converted, test_images, test_labels, dtype):.2f} |", flush=True)


if __name__ == "__main__":
    main()
