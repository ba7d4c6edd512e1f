"""Train a single-shot detector (SSD) on synthetic shapes.

Demonstrates anchors, training targets with negative mining and non-maximum suppression by ``MultiBoxPrior``,
``MultiBoxTarget`` and ``MultiBoxDetection``, predictions at three scales. The images contain disks, squares and
triangles of random size, colour and place on a noisy background.

How to run::

    python examples/ssd.py
    python examples/ssd.py --steps 1000

Prints the losses, and a table of recall, precision and average precision of each class at an overlap of 0.5.
It writes ``ssd.png``: test images with the detections and the true boxes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

SHAPES, COLOURS = ("disk", "square", "triangle"), ("tab:blue", "tab:orange", "tab:green")
SIZE, MOST = 96, 5  # width of an image, most objects in it
SIZES, RATIOS = ((0.16, 0.22), (0.28, 0.36), (0.42, 0.5)), (1.0,)
ANCHORS = 2 + len(RATIOS) - 1  # per position

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Train a single-shot detector on synthetic shapes.")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--tests", type=int, default=200, help="number of test images")
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% Data
# Labels have a row (class, left, top, right, bottom) for each object, in fractions of the image. Rows of -1 are empty.


def paint(image: np.ndarray, shape: int, left: int, top: int, size: int, colour: np.ndarray) -> None:
    """Paint one shape."""
    rows, columns = np.mgrid[0:size, 0:size] / (size - 1) * 2 - 1
    inside = (rows ** 2 + columns ** 2 <= 1, np.ones((size, size), bool), np.abs(columns) <= (rows + 1) / 2)[shape]
    image[:, top:top + size, left:left + size][:, inside] = colour[:, None]


def make_batch(count: int, random: np.random.RandomState) -> tuple[nd.NDArray, nd.NDArray]:
    """Return images of shape (batch, 3, size, size) and their labels."""
    images = random.uniform(0, 0.4, (count, 3, SIZE, SIZE))
    labels = np.full((count, MOST, 5), -1.0)
    for image, rows in zip(images, labels):
        taken = np.zeros((SIZE, SIZE), bool)
        for row in rows:
            size, shape = random.randint(14, 50), random.randint(len(SHAPES))
            left, top = random.randint(0, SIZE - size, 2)
            if taken[top:top + size, left:left + size].any():
                continue
            taken[top:top + size, left:left + size] = True
            paint(image, shape, left, top, size, random.uniform(0.3, 1, 3))
            row[:] = shape, left / SIZE, top / SIZE, (left + size) / SIZE, (top + size) / SIZE
        rows[:] = rows[np.argsort(rows[:, 0] < 0, kind="stable")]  # empty rows last
    return nd.array(images), nd.array(labels)


# %% Network


def convolution(channels: int) -> nn.HybridSequential:
    """Return two convolutions that halve the size."""
    block = nn.HybridSequential()
    for _ in range(2):
        block.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    block.add(nn.MaxPool2D(2))
    return block


class Detector(gluon.HybridBlock):
    """Predict classes and box offsets of all anchors at three scales."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.stages, self.classes, self.boxes = (nn.HybridSequential() for _ in range(3))
            self.stages.add(nn.HybridSequential(), convolution(64), convolution(64))
            self.stages[0].add(convolution(16), convolution(32), convolution(64))
            for _ in SIZES:
                self.classes.add(nn.Conv2D(ANCHORS * (len(SHAPES) + 1), 3, padding=1))
                self.boxes.add(nn.Conv2D(ANCHORS * 4, 3, padding=1))

    def hybrid_forward(self, F, x):
        """Return anchors (1, count, 4), class scores (batch, classes, count) and offsets (batch, count * 4)."""
        anchors, scores, offsets = [], [], []
        for stage, classes, boxes, sizes in zip(self.stages, self.classes, self.boxes, SIZES):
            x = stage(x)
            anchors.append(F.contrib.MultiBoxPrior(x, sizes=sizes, ratios=RATIOS))
            scores.append(F.reshape(F.transpose(classes(x), (0, 2, 3, 1)), (0, -1, len(SHAPES) + 1)))
            offsets.append(F.flatten(F.transpose(boxes(x), (0, 2, 3, 1))))
        return F.concat(*anchors, dim=1), F.concat(*scores, dim=1).transpose((0, 2, 1)), F.concat(*offsets, dim=1)


# %% Training
# Most anchors are background. Mining keeps the three hardest of them for each anchor with an object; the other ones
# have the label -1 and do not count.


def train_step(net: Detector, trainer: gluon.Trainer, images: nd.NDArray, labels: nd.NDArray) -> tuple[float, float]:
    """Train on one batch. Return the losses of classes and boxes per anchor with an object."""
    with autograd.record():
        anchors, scores, offsets = net(images)
        with autograd.pause():
            box_targets, box_mask, targets = nd.contrib.MultiBoxTarget(
                anchors, labels, scores, overlap_threshold=0.5, negative_mining_ratio=3.0, negative_mining_thresh=0.5)
            positive = (targets > 0).sum()
        chosen = nd.pick(nd.log_softmax(scores, axis=1), nd.maximum(targets, 0), axis=1)
        class_loss = -(chosen * (targets >= 0)).sum() / positive
        box_loss = nd.smooth_l1((offsets - box_targets) * box_mask, scalar=1.0).sum() / positive
        loss = class_loss + box_loss
    loss.backward()
    trainer.step(1)
    return class_loss.asscalar(), box_loss.asscalar()


def detect(net: Detector, images: nd.NDArray, least: float = 0.01) -> np.ndarray:
    """Return rows (class, score, left, top, right, bottom) for each image; the class of unused rows is -1."""
    anchors, scores, offsets = net(images)
    return nd.contrib.MultiBoxDetection(nd.softmax(scores, axis=1), offsets, anchors, threshold=least,
                                        nms_threshold=0.45, force_suppress=True, nms_topk=100).asnumpy()


# %% Evaluation
# A detection is right if it overlaps a true box of its class that no better detection has.


def judge(detections: np.ndarray, labels: nd.NDArray, shape: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return scores of all detections of a class, which of them are right, and the number of true boxes."""
    scores, right, total = [], [], 0
    for rows, truth in zip(detections, labels.asnumpy()):
        truth = truth[truth[:, 0] == shape, 1:]
        total += len(truth)
        free = np.ones(len(truth), bool)
        for row in rows[rows[:, 0] == shape]:
            overlap = nd.contrib.box_iou(nd.array(row[None, 2:]), nd.array(truth)).asnumpy()[0] if len(truth) else [0]
            best = int(np.argmax(overlap))
            right.append(overlap[best] >= 0.5 and free[best])
            free[best:best + 1] &= not right[-1]
            scores.append(row[1])
    return np.array(scores), np.array(right, bool), total


def average_precision(scores: np.ndarray, right: np.ndarray, total: int) -> float:
    """Return the area under the curve of precision and recall."""
    hits = right[np.argsort(-scores, kind="stable")]
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    return float(best_from_here[hits].sum() / max(1, total))


# %% Picture


def draw(path: Path, images: nd.NDArray, labels: nd.NDArray, detections: np.ndarray) -> None:
    """Write test images with their detections. True boxes are white and dashed."""
    figure = Figure(figsize=(12, 6.6), layout="constrained")
    figure.suptitle("Detections with a score above 0.5 on test images (dashed: true boxes)")
    for axes, image, truth, rows in zip(figure.subplots(2, 4).flat, images.asnumpy(), labels.asnumpy(), detections):
        axes.imshow(image.transpose(1, 2, 0), extent=(0, 1, 1, 0))
        axes.set(xticks=[], yticks=[])
        for _, left, top, right, bottom in truth[truth[:, 0] >= 0]:
            axes.add_patch(Rectangle((left, top), right - left, bottom - top, fill=False, color="white", ls="--"))
        for shape, score, left, top, right, bottom in rows[(rows[:, 0] >= 0) & (rows[:, 1] > 0.5)]:
            colour = COLOURS[int(shape)]
            axes.add_patch(Rectangle((left, top), right - left, bottom - top, fill=False, color=colour, lw=2))
            axes.text(left, top, f"{SHAPES[int(shape)]} {score:.2f}", color="white", backgroundcolor=colour, fontsize=7)
    figure.savefig(path, dpi=100)


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Train, evaluate and draw. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    random = np.random.RandomState(options.seed)

    net = Detector()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    losses = []
    for step in range(options.steps):
        trainer.set_learning_rate(0.003 * (1 - step / options.steps))
        losses.append(train_step(net, trainer, *make_batch(options.batch_size, random)))
        if (step + 1) % max(1, options.steps // 8) == 0:
            class_loss, box_loss = np.mean(losses[-20:], axis=0)
            print(f"step {step + 1}: class loss {class_loss:.3f}, box loss {box_loss:.3f}", flush=True)

    images, labels = make_batch(options.tests, random)
    detections = detect(net, images)
    print(f"{'class':10} {'boxes':>5} {'recall':>6} {'precision':>9} {'average precision':>17}")
    values = []
    for shape, name in enumerate(SHAPES):
        scores, right, total = judge(detections, labels, shape)
        sure = right[scores > 0.5]
        values.append(average_precision(scores, right, total))
        print(f"{name:10} {total:5} {sure.sum() / max(1, total):6.3f} {sure.sum() / max(1, len(sure)):9.3f} "
              f"{values[-1]:17.3f}")
    print(f"mean average precision: {np.mean(values):.3f}")

    draw(options.output / "ssd.png", images, labels, detections)
    return {"first_loss": sum(losses[0]), "loss": sum(losses[-1]), "map": float(np.mean(values))}


if __name__ == "__main__":
    main()
