"""Options of ``mxnet demo``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .._types import DefaultsFormatter, parse_int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("--epochs", type=parse_int(1), default=8, metavar="N", help="passes over the data")
    parser.add_argument("--output", type=_folder, default=Path("mxnet-demo"), metavar="DIR",
                        help="folder to write into")
    parser.add_argument("--batch-size", type=parse_int(1), default=64, metavar="N", help="images per step")
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
    # Limits the number of images of each split, so that tests are fast.
    parser.add_argument("--limit", type=parse_int(1), default=None, help=argparse.SUPPRESS)


def _positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    # This comparison also rejects NaN.
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number above 0, received {text!r}")
    return value


def _seed(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = -1
    # NumPy shuffles the images and accepts unsigned 32-bit seeds. mx.random.seed accepts signed 32-bit seeds.
    if not 0 <= value < 2**31:
        raise argparse.ArgumentTypeError(f"must be an integer from 0 to 2**31 - 1, received {text!r}")
    return value


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"must be a folder, but {text!r} is a file")
    return path
