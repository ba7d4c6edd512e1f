"""Train LeNet with several processes.

Demonstrates a synchronous store (``dist_sync``), a part of the data for each worker, a Trainer that adds up the
gradients of all workers. Without a launcher, the same program trains alone.

How to run::

    mxnet launch -n 2 python examples/distributed_lenet.py
    python examples/distributed_lenet.py

Prints loss and speed of each worker. At the end, worker 0 prints a table with the test accuracy of each epoch,
and every worker a checksum of its parameters, which is the same for all.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import load_data
from mxnet.gluon import nn

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train LeNet with several processes.")
    parser.add_argument("--epochs", type=int, default=6, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=64, help="images of all workers together in a step")
    parser.add_argument("--limit", type=int, help="use at most this many images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Store
# Launchers describe the cluster in environment variables: `mxnet launch` in `DMLC_*`, torchrun in `RANK` and others.


def create_store() -> mx.kv.KVStore:
    """Return a distributed store, or a local one if no launcher started this process."""
    is_launched = "DMLC_ROLE" in os.environ or "RANK" in os.environ
    return mx.kv.create("dist_sync" if is_launched else "local")


# %% Data
# All workers need the same number of batches, because a step waits for all of them. `discard` drops incomplete ones.


def load_part(store: mx.kv.KVStore, batch_size: int, limit: int | None) -> gluon.data.DataLoader:
    """Return the batches of this worker."""
    data = load_data(limit)
    images, labels = data["train_images"][:, None].astype("float32") / 255, data["train_labels"].astype("float32")
    count = len(images) // store.num_workers
    part = slice(store.rank * count, (store.rank + 1) * count)
    dataset = gluon.data.ArrayDataset(nd.array(images[part]), nd.array(labels[part]))
    return gluon.data.DataLoader(dataset, batch_size // store.num_workers, shuffle=True, last_batch="discard")


# %% Network


def build_network() -> nn.HybridSequential:
    """Return LeNet with initial values."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, kernel_size=5, activation="relu"), nn.MaxPool2D(2),
            nn.Conv2D(50, kernel_size=5, activation="relu"), nn.MaxPool2D(2),
            nn.Dense(128, activation="relu"), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


# %% Training


def train_epoch(net: gluon.Block, loader: gluon.data.DataLoader, trainer: gluon.Trainer, batch_size: int) -> float:
    """Train for one epoch and return the mean loss of this worker. `batch_size` counts the images of all workers."""
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for images, labels in loader:
        with autograd.record():
            loss = loss_function(net(images), labels)
        loss.backward()
        trainer.step(batch_size)
        losses.append(loss.mean().asscalar())
    return float(np.mean(losses))


def evaluate(net: gluon.Block, limit: int | None) -> float:
    """Return the test accuracy."""
    data = load_data(limit)
    scores = net(nd.array(data["test_images"][:, None].astype("float32") / 255))
    return float((scores.argmax(axis=1).asnumpy() == data["test_labels"]).mean())


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train. Return the results of this worker."""
    options = parse_options(arguments)
    store = create_store()
    mx.random.seed(options.seed)  # the same initial values everywhere,
    np.random.seed(options.seed + store.rank)  # but a different order of images

    loader = load_part(store, options.batch_size, options.limit)
    net = build_network()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.002}, kvstore=store)
    history = []
    for epoch in range(options.epochs):
        trainer.set_learning_rate(0.002 * (1 - epoch / options.epochs))
        started = time.perf_counter()
        loss = train_epoch(net, loader, trainer, options.batch_size)
        speed = len(loader) * (options.batch_size // store.num_workers) / (time.perf_counter() - started)
        history.append((loss, evaluate(net, options.limit)))
        print(f"worker {store.rank} of {store.num_workers}, epoch {epoch + 1}: loss {loss:.3f}, {speed:.0f} images/s",
              flush=True)

    checksum = sum(float(parameter.data().abs().sum().asscalar()) for parameter in net.collect_params().values())
    print(f"worker {store.rank}: sum of the absolute parameters {checksum:.4f}", flush=True)

    if store.rank == 0:
        print(f"{'epoch':>5} {'loss of worker 0':>16} {'test accuracy':>13}")
        for epoch, (loss, accuracy) in enumerate(history, start=1):
            print(f"{epoch:5} {loss:16.3f} {accuracy:13.3f}")
        options.output.mkdir(parents=True, exist_ok=True)
        net.save_parameters(str(options.output / "distributed_lenet.params"))
    return {"first_loss": history[0][0], "loss": history[-1][0], "accuracy": history[-1][1]}


if __name__ == "__main__":
    main()
