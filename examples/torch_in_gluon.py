"""Use a torch module as a layer of a Gluon network.

Demonstrates ``TorchBlock``, which wraps ``torch.nn.TransformerEncoderLayer`` as a layer. One Trainer updates all
parameters, the network can be hybridized and saved, and the torch module shares its memory with the block. Each image
of the Fashion-MNIST subset of ``mxnet demo`` is read as a sequence of 28 rows.

How to run::

    python examples/torch_in_gluon.py

Prints loss and accuracy of each epoch, and a table of the parameters with their owner and how much they
changed. It writes ``torch_in_gluon.png`` (curves) and ``torch_in_gluon.pt`` (the torch module alone).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import load_data
from mxnet.gluon import nn
from mxnet.gluon.contrib.nn import TorchBlock

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Use a torch module as a layer of a Gluon network.")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--limit", type=int, help="use at most this many images of each split")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Network
# The rows are embedded by a Gluon layer, mixed by a torch layer, and classified by a Gluon layer.


class RowTransformer(gluon.HybridBlock):
    """Classify a sequence of rows."""

    def __init__(self, units: int = 64, rows: int = 28) -> None:
        super().__init__()
        with self.name_scope():
            self.places = self.params.get("places", shape=(1, rows, units), init=mx.init.Normal(0.1))
            self.embedding = nn.Dense(units, flatten=False)
            self.encoder = TorchBlock(torch.nn.TransformerEncoderLayer(
                units, nhead=4, dim_feedforward=128, dropout=0.1, batch_first=True))
            self.output = nn.Dense(10)

    def hybrid_forward(self, F, x, places):
        """Return the scores of the classes."""
        rows = F.broadcast_add(self.embedding(x), places)
        return self.output(self.encoder(rows).mean(axis=1))


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


def copy_parameters(net: gluon.Block) -> dict[str, np.ndarray]:
    """Return the values of all parameters."""
    return {name: parameter.data().asnumpy() for name, parameter in net._collect_params_with_prefix().items()}


def print_changes(before: dict[str, np.ndarray], after: dict[str, np.ndarray]) -> None:
    """Print how much each parameter changed, relative to its size."""
    print(f"{'parameter':42} {'owner':6} {'shape':14} change")
    for name, value in after.items():
        size, change = float(np.linalg.norm(before[name])), float(np.linalg.norm(value - before[name]))
        owner = "torch" if name.startswith("encoder.") else "Gluon"
        print(f"{name:42} {owner:6} {value.shape!s:14} {f'{change / size:.0%}' if size else 'from 0'}")


# %% Picture


def draw(path: Path, history: list[tuple[float, float]]) -> None:
    """Write the curves of loss and accuracy."""
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    epochs = range(1, len(history) + 1)
    for axes, title, values in zip(figure.subplots(1, 2), ("Training loss", "Test accuracy"), zip(*history)):
        axes.plot(epochs, values, marker="o")
        axes.set(title=f"{title}: {values[-1]:.3f}", xlabel="epoch")
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, compare the parameters and use the torch module alone. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)
    torch.manual_seed(options.seed)  # for the initial values of the torch module

    data = load_data(options.limit)
    train, test = ((nd.array(data[f"{part}_images"] / 255), nd.array(data[f"{part}_labels"]))
                   for part in ("train", "test"))
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*train), options.batch_size, shuffle=True)
    net = RowTransformer()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(test[0][:1])
    before = copy_parameters(net)

    trainer = gluon.Trainer(net.collect_params(), "adam")
    history = []
    for epoch in range(options.epochs):
        trainer.set_learning_rate(0.002 * (1 - epoch / options.epochs))
        loss = train_epoch(net, loader, trainer)
        accuracy = float((net(test[0]).argmax(axis=1) == test[1]).mean().asscalar())
        history.append((loss, accuracy))
        print(f"epoch {epoch + 1}: loss {loss:.3f}, test accuracy {accuracy:.3f}", flush=True)
    print_changes(before, copy_parameters(net))

    module = net.encoder.module.eval()
    rows = nd.random.normal(shape=(2, 28, 64))
    with torch.no_grad():
        alone = module(torch.from_numpy(rows.asnumpy())).numpy()
    difference = float(np.abs(alone - net.encoder(rows).asnumpy()).max())
    print(f"the torch module alone differs from the block by {difference:.1e}")
    torch.save(module.state_dict(), options.output / "torch_in_gluon.pt")

    draw(options.output / "torch_in_gluon.png", history)
    return {"first_loss": history[0][0], "loss": history[-1][0], "accuracy": accuracy, "difference": difference}


if __name__ == "__main__":
    main()
