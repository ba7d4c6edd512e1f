"""Figures of ``mxnet demo`` and ``mxnet train``: loss, accuracy, and test images with their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from mxnet_records import saving

RIGHT, WRONG, LOSS, QUIET = "#1a7f4b", "#c62828", "#1f5fa8", "#5f6368"
COLUMNS, ROWS = 10, 4


def draw_result(
    path: Path,
    losses: Sequence[float],
    accuracies: Sequence[float],
    images: np.ndarray,
    labels: np.ndarray,
    predicted: np.ndarray,
    names: Sequence[str],
) -> None:
    """Write a PNG file with the loss per step, the accuracy per epoch and the first test images.

    The figure uses an Agg canvas, so it needs neither a display nor pyplot's global state.
    """
    layout = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08)
    figure = Figure(figsize=(12, 9.5), dpi=110, layout=layout, facecolor="white")
    FigureCanvasAgg(figure)
    top, bottom = figure.subfigures(2, 1, squeeze=False, height_ratios=(2, 4)).ravel()
    loss_axes, accuracy_axes = top.subplots(1, 2, width_ratios=(3, 2))
    _draw_losses(loss_axes, losses, len(accuracies))
    _draw_accuracies(accuracy_axes, accuracies)

    shown = min(ROWS * COLUMNS, len(labels))
    correct = int((predicted == labels).sum())
    bottom.suptitle(
        f"The first {shown} test images with their predicted and true labels "
        f"({correct} of {len(labels)} test images are correct)"
    )
    grid = bottom.subplots(ROWS, COLUMNS)
    for index, axes in enumerate(grid.ravel()):
        if index < shown:
            _draw_image(axes, images[index], names[predicted[index]], names[labels[index]])
        else:
            axes.set_axis_off()
    figure.savefig(path)


def draw_curves(path: Path, history: Sequence[Mapping[str, float]], best_epoch: int) -> None:
    """Write a PNG file with the losses and the accuracy of each epoch. A line marks the best epoch."""
    figure = Figure(figsize=(11, 4), dpi=100, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1), facecolor="white")
    FigureCanvasAgg(figure)
    loss_axes, accuracy_axes = figure.subplots(1, 2)
    epochs = [row["epoch"] for row in history]
    for axes, key, label, colour in ((loss_axes, "loss", "training", LOSS),
                                     (loss_axes, "val_loss", "validation", WRONG),
                                     (accuracy_axes, "accuracy", "validation", RIGHT)):
        axes.plot(epochs, [row[key] for row in history], color=colour, linewidth=2, marker="o", markersize=4,
                  label=label)
    for axes, title in ((loss_axes, "Loss"), (accuracy_axes, "Accuracy")):
        axes.axvline(best_epoch, color=QUIET, linestyle=":", label=f"best epoch ({best_epoch})")
        axes.set(title=title, xlabel="epoch", xlim=(0.5, max(epochs) + 0.5))
        axes.legend(frameon=False)
        _tidy(axes)
    loss_axes.set_ylim(0, None)
    with saving.write(str(path)) as file:
        figure.savefig(file, format="png")


def _draw_losses(axes: Axes, losses: Sequence[float], epochs: int) -> None:
    position = np.arange(1, len(losses) + 1) * epochs / len(losses)
    window = len(losses) // 40
    faint = {"alpha": 0.25, "linewidth": 0.8} if window > 1 else {"linewidth": 2}
    axes.plot(position, losses, color=LOSS, label="each step", **faint)
    if window > 1:
        mean = _running_mean(losses, window)
        axes.plot(position, mean, color=LOSS, linewidth=2, label=f"mean of {window} steps")
    axes.set(title="Training loss", xlabel="epoch", xlim=(0, epochs), ylim=(0, None))
    axes.legend(frameon=False)
    _tidy(axes)


def _draw_accuracies(axes: Axes, accuracies: Sequence[float]) -> None:
    axes.plot(range(1, len(accuracies) + 1), accuracies, color=RIGHT, linewidth=2, marker="o")
    axes.annotate(
        f"{accuracies[-1]:.3f}",
        (len(accuracies), accuracies[-1]),
        xytext=(0, -16),
        textcoords="offset points",
        ha="center",
        color=RIGHT,
        fontweight="bold",
    )
    axes.set(title="Test accuracy", xlabel="epoch", xlim=(0.5, len(accuracies) + 0.5))
    axes.margins(y=0.2)
    _tidy(axes)


def _draw_image(axes: Axes, image: np.ndarray, predicted: str, true: str) -> None:
    right = predicted == true
    axes.imshow(image, cmap="gray_r", vmin=0, vmax=255)
    axes.set_title(predicted, color=RIGHT if right else WRONG, fontsize=10, fontweight="bold", pad=15)
    axes.text(
        0.5,
        1.04,
        f"true: {true}",
        transform=axes.transAxes,
        ha="center",
        va="bottom",
        fontsize=8,
        color=QUIET,
    )
    axes.set(xticks=[], yticks=[])
    # The frame marks wrong predictions for readers who cannot distinguish the colours.
    axes.spines[:].set(visible=not right, color=WRONG, linewidth=2)


def _running_mean(values: Sequence[float], window: int) -> np.ndarray:
    """Return the mean of each value and up to ``window - 1`` values before it."""
    sums = np.cumsum(np.concatenate([[0.0], values]))
    last = np.arange(1, len(values) + 1)
    first = np.maximum(last - window, 0)
    return (sums[last] - sums[first]) / (last - first)


def _tidy(axes: Axes) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
