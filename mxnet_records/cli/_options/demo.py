"""Options of ``mxnet demo``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .._types import DefaultsFormatter, whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("--epochs", type=whole_number(1), default=8, metavar="N", help="passes over the data")
    parser.add_argument("--output", type=_folder, default=Path("mxnet-demo"), metavar="DIR",
                        help="folder to write into")
    parser.add_argument("--batch-size", type=whole_number(1), default=64, metavar="N", help="images per step")
    parser.add_argument(
        "--learning-rate",
        type=_positive_float,
        default=0.002,
        metavar="RATE",
        help="Adam's rate at the start",
    )
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of all random numbers")
    parser.add_argument(
        "--hybridize",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the network instead of running it layer by layer",
    )
    parser.add_argument("--ctx", choices=("cpu", "gpu"), default="cpu", help="device to train on")
    # Bounds the images of each split, so that the tests need not wait for a full training.
    parser.add_argument("--limit", type=whole_number(1), default=None, help=argparse.SUPPRESS)


def _positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    # Written so that nan fails as well.
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number above 0, received {text!r}")
    return value


def _seed(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = -1
    # NumPy, which shuffles the images, takes 32 bits without a sign; mx.random.seed 32 bits with one.
    if not 0 <= value < 2**31:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to 2**31 - 1, received {text!r}")
    return value


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"must be a folder, but {text!r} is a file")
    return path
