"""Factorize a matrix of ratings with row-sparse gradients.

Demonstrates embeddings whose gradient contains only the rows of a batch (``sparse_grad=True``), and an optimizer
that updates only these rows (``lazy_update``). The same network with dense gradients is the reference. The ratings are
synthetic: a product of small random matrices, biases and noise.

How to run::

    python examples/matrix_factorization.py
    python examples/matrix_factorization.py --ratings 2000000

Prints a table with the error (RMSE) of each epoch, the rows in a gradient, and a table with the time of a step
for several numbers of users, with sparse and with dense gradients. It writes ``matrix_factorization.png``, which
plots both.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

NOISE = 0.3  # standard deviation of the noise in the ratings: no model has a smaller error

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Factorize a matrix of ratings with row-sparse gradients.")
    parser.add_argument("--users", type=int, default=10000)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--ratings", type=int, default=800000)
    parser.add_argument("--rank", type=int, default=8, help="size of the vectors of users and items")
    parser.add_argument("--compare", type=int, nargs="+", default=[10000, 30000, 100000, 300000, 1000000],
                        help="numbers of users for the comparison of speed")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=1000)
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data


def make_ratings(options: argparse.Namespace) -> tuple[nd.NDArray, nd.NDArray, nd.NDArray]:
    """Return users, items and their ratings. Few items get most of the ratings, as in shops."""
    random = np.random.RandomState(options.seed)
    users = random.randint(0, options.users, options.ratings)
    items = (options.items * random.uniform(size=options.ratings) ** 2).astype(int)
    user_vectors, item_vectors = (random.normal(0, 0.6, (count, 4)) for count in (options.users, options.items))
    biases = random.normal(0, 0.3, options.users)[users] + random.normal(0, 0.5, options.items)[items]
    noise = random.normal(0, NOISE, options.ratings)
    ratings = 3.5 + biases + (user_vectors[users] * item_vectors[items]).sum(axis=1) + noise
    return nd.array(users), nd.array(items), nd.array(ratings)


# %% Network


class Factorization(gluon.HybridBlock):
    """Predict a rating from the vectors and biases of user and item."""

    def __init__(self, users: int, items: int, rank: int, sparse: bool) -> None:
        super().__init__()
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(1,), init=mx.init.Constant(3.5))
            self.user, self.item = (
                nn.Embedding(count, rank, sparse_grad=sparse, weight_initializer=mx.init.Normal(0.1))
                for count in (users, items))
            self.user_bias, self.item_bias = (
                nn.Embedding(count, 1, sparse_grad=sparse, weight_initializer="zeros") for count in (users, items))

    def hybrid_forward(self, F, user, item, mean):
        """Return the predicted ratings."""
        biases = self.user_bias(user) + self.item_bias(item)
        product = (self.user(user) * self.item(item)).sum(axis=1)
        return F.broadcast_add(product + biases.reshape((-1,)), mean)


# %% Training


def build(users: int, items: int, rank: int, sparse: bool) -> tuple[Factorization, gluon.Trainer]:
    """Return a network and its trainer."""
    net = Factorization(users, items, rank, sparse)
    net.initialize()
    net.hybridize()
    return net, gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.005, "lazy_update": sparse})


def train_step(net: Factorization, trainer: gluon.Trainer, *batch: nd.NDArray) -> float:
    """Train on users, items and ratings. Return the sum of the squared errors."""
    users, items, ratings = batch
    with autograd.record():
        loss = (net(users, items) - ratings).square()
    loss.backward()
    trainer.step(1)  # the sum of the gradients: a row occurs in few ratings of a batch
    return float(loss.sum().asscalar())


def evaluate(net: Factorization, users: nd.NDArray, items: nd.NDArray, ratings: nd.NDArray) -> float:
    """Return the error (RMSE)."""
    return float((net(users, items) - ratings).square().mean().sqrt().asscalar())


# %% Comparison
# A dense gradient has a row for each user, and the optimizer updates all of them. A sparse one has only the rows of the
# batch.


def measure(options: argparse.Namespace, users: int, sparse: bool, steps: int = 10) -> float:
    """Return the milliseconds of a training step with this number of users."""
    net, trainer = build(users, options.items, options.rank, sparse)
    shape = (options.batch_size,)
    batch = nd.random.randint(0, users, shape), nd.random.randint(0, options.items, shape), nd.ones(shape)
    train_step(net, trainer, *batch)
    started = time.perf_counter()
    for _ in range(steps):
        train_step(net, trainer, *batch)
    return 1000 * (time.perf_counter() - started) / steps


# %% Picture


def draw(path: Path, history: list[tuple[float, float]], start: float, times: dict[int, list[float]]) -> None:
    """Write the curves of the errors and of the times."""
    figure = Figure(figsize=(12, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    epochs = range(1, len(history) + 1)
    for values, label in zip(zip(*history), ("training", "test")):
        left.plot(epochs, values, marker="o", label=label)
    left.axhline(start, color="gray", linestyle="--", label="mean rating for all")
    left.axhline(NOISE, color="gray", linestyle=":", label="noise of the ratings")
    left.set(xlabel="epoch", ylabel="RMSE", ylim=(0, None), title=f"Test error {history[-1][1]:.3f}")
    for values, label in zip(zip(*times.values()), ("row_sparse gradients, lazy updates", "dense gradients")):
        right.plot(list(times), values, marker="o", label=label)
    right.set(xscale="log", yscale="log", xlabel="users", ylabel="milliseconds", title="Time of a training step")
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train with sparse gradients, then measure dense ones. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    users, items, ratings = make_ratings(options)
    split = options.ratings * 9 // 10
    train = gluon.data.ArrayDataset(users[:split], items[:split], ratings[:split])
    test = users[split:], items[split:], ratings[split:]
    loader = gluon.data.DataLoader(train, options.batch_size, shuffle=True)

    net, trainer = build(options.users, options.items, options.rank, sparse=True)
    start = evaluate(net, *test)
    print(f"epoch 0: test RMSE {start:.3f}")
    history = []
    for epoch in range(options.epochs):
        squares = sum(train_step(net, trainer, *batch) for batch in loader)
        history.append(((squares / split) ** 0.5, evaluate(net, *test)))
        trainer.set_learning_rate(trainer.learning_rate * 0.7)
        print(f"epoch {epoch + 1}: training RMSE {history[-1][0]:.3f}, test RMSE {history[-1][1]:.3f}", flush=True)

    gradient: Any = net.user.weight.grad()
    print(f"gradient of the users: {gradient.stype}, {len(gradient.indices)} of {gradient.shape[0]} rows")
    print(f"{'users':>9} {'row_sparse':>11} {'dense':>11}")
    times = {}
    for users in options.compare:
        times[users] = [measure(options, users, sparse) for sparse in (True, False)]
        print(f"{users:9}", *(f"{value:8.2f} ms" for value in times[users]), flush=True)

    draw(options.output / "matrix_factorization.png", history, start, times)
    return {"start": start, "rmse": history[-1][1], "rows": len(gradient.indices)}


if __name__ == "__main__":
    main()
