"""Train a DCGAN that draws clothes of a given class.

Demonstrates two networks trained against each other, transposed convolutions, ``SigmoidBCELoss``, gradients that
stop at ``detach``. Both networks also get the class. The data is the Fashion-MNIST subset of ``mxnet demo``.

How to run::

    python examples/dcgan.py
    python examples/dcgan.py --steps 5000    # better images

Prints the losses of both networks, and the share of real and generated images that the discriminator takes
for real. It writes ``dcgan.png``: generated and real images of each class, and the progress of some images.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.cli.demo import LABELS, load_data
from mxnet.gluon import nn

NOISE = 64  # size of the vectors that the generator turns into images
ROWS = 10  # of the picture

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a DCGAN that draws clothes.")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data


def load_images() -> tuple[nd.NDArray, nd.NDArray]:
    """Return the images, between -1 and 1, and their labels."""
    data = load_data()
    return nd.array(data["train_images"][:, None].astype("float32") / 127.5 - 1), nd.array(data["train_labels"])


# %% Networks
# The generator doubles the size twice: 7, 14, 28. The discriminator halves it and returns a score, which is high for
# real images. Both get the class as ten more inputs, of which one is 1.


def with_class(inputs: nd.NDArray, labels: nd.NDArray) -> nd.NDArray:
    """Append the classes to vectors or to the channels of images."""
    classes = labels.one_hot(len(LABELS))
    if inputs.ndim == 4:
        classes = classes.reshape((0, 0, 1, 1)).broadcast_to((len(inputs), len(LABELS), *inputs.shape[2:]))
    return nd.concat(inputs, classes, dim=1)


def build_generator() -> nn.HybridSequential:
    """Return the network from noise to images."""
    net = nn.HybridSequential()
    net.add(nn.Dense(64 * 7 * 7, use_bias=False), nn.HybridLambda(lambda F, x: x.reshape((-1, 64, 7, 7))),
            nn.BatchNorm(), nn.Activation("relu"),
            nn.Conv2DTranspose(32, 4, strides=2, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
            nn.Conv2DTranspose(16, 4, strides=2, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
            nn.Conv2D(1, 5, padding=2), nn.Activation("tanh"))
    return net


def build_discriminator() -> nn.HybridSequential:
    """Return the network from images to scores."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(32, 4, strides=2, padding=1), nn.LeakyReLU(0.2),
            nn.Conv2D(64, 4, strides=2, padding=1, use_bias=False), nn.BatchNorm(), nn.LeakyReLU(0.2),
            nn.Dense(1))
    return net


# %% Training


class Game:
    """Both networks and their trainers."""

    def __init__(self) -> None:
        self.generator, self.discriminator = build_generator(), build_discriminator()
        self.loss = gluon.loss.SigmoidBCELoss()
        for net in (self.generator, self.discriminator):
            net.initialize(mx.init.Normal(0.02))
            net.hybridize()
        self.trainers = [gluon.Trainer(net.collect_params(), "adam", {"beta1": 0.5})
                         for net in (self.generator, self.discriminator)]

    def step(self, real: nd.NDArray, labels: nd.NDArray) -> tuple[float, ...]:
        """Train both networks. Return their losses and the shares of real and fake images taken for real."""
        count = len(real)
        ones, zeros = nd.ones((count,)), nd.zeros((count,))
        noise = with_class(nd.random.normal(shape=(count, NOISE)), labels)
        with autograd.record():
            fake = self.generator(noise)
            real_score = self.discriminator(with_class(real, labels))
            fake_score = self.discriminator(with_class(fake.detach(), labels))
            loss = self.loss(real_score, ones) + self.loss(fake_score, zeros)
        loss.backward()
        self.trainers[1].step(count)

        with autograd.record():
            drawn_loss = self.loss(self.discriminator(with_class(fake, labels)), ones)
        drawn_loss.backward()
        self.trainers[0].step(count)
        return tuple(float(value.mean().asscalar()) for value in (drawn_loss, loss, real_score > 0, fake_score > 0))


# %% Picture


def tile(images: nd.NDArray, columns: int) -> np.ndarray:
    """Return one large image with all images in rows."""
    pixels = 0.5 - images.asnumpy()[:, 0] / 2  # white background
    rows = pixels.reshape(-1, columns, 28, 28)
    return rows.transpose(0, 2, 1, 3).reshape(-1, columns * 28)


def draw(path: Path, fake: nd.NDArray, real: nd.NDArray, stages: list[tuple[int, nd.NDArray]]) -> None:
    """Write generated images, real images and the development of some images, one class per column."""
    figure = Figure(figsize=(14, 5.7), layout="constrained")
    grids = [tile(images, len(LABELS)) for images in (fake, real, nd.concat(*[images for _, images in stages], dim=0))]
    titles = ("Generated images", "Training images", "The same noise at several steps of the training")
    for axes, grid, title in zip(figure.subplots(1, 3), grids, titles):
        axes.imshow(grid, cmap="gray", vmin=0, vmax=1)
        axes.set(title=title, yticks=[])
        axes.set_xticks(14 + 28 * np.arange(len(LABELS)), LABELS, rotation=90)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    axes.set_yticks(14 + 28 * np.arange(len(stages)), [str(step) for step, _ in stages])
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train and draw. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    images, labels = load_images()
    game = Game()
    classes = nd.arange(len(LABELS)).tile(ROWS)
    noise = with_class(nd.random.normal(shape=(len(classes), NOISE)), classes)
    history, stages = [], []
    milestones = np.geomspace(1, options.steps, ROWS + 2).astype(int)[2:]
    for step in range(1, options.steps + 1):
        chosen = nd.array(np.random.randint(0, len(images), options.batch_size))
        for trainer in game.trainers:
            trainer.set_learning_rate(0.001 * (1 - step / options.steps))
        history.append(game.step(images[chosen], labels[chosen]))
        if step in milestones:
            stages.append((step, game.generator(noise[:len(LABELS)])))
        if step % max(1, options.steps // 10) == 0:
            drawn, judged, real_share, fake_share = np.mean(history[-50:], axis=0)
            print(f"step {step}: generator loss {drawn:.2f}, discriminator loss {judged:.2f}, taken for real: "
                  f"{real_share:.0%} of real and {fake_share:.0%} of generated images", flush=True)

    fake, real = game.generator(noise), images[:len(classes)]  # the data has the classes in turn
    draw(options.output / "dcgan.png", fake, real, stages)
    means = [pictures.reshape((ROWS, len(LABELS), 28, 28)).mean(axis=0) for pictures in (fake, real)]
    similarity = np.corrcoef(*(mean.asnumpy().ravel() for mean in means))[0, 1]
    print(f"correlation of the mean images of the classes: {similarity:.2f}")
    return {"similarity": float(similarity), "fake_share": float(np.mean([row[3] for row in history[-50:]]))}


if __name__ == "__main__":
    main()
