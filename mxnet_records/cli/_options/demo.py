"""Options of ``mxnet demo``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .._types import DefaultsFormatter, folder, parse_int, positive_float, seed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("--epochs", type=parse_int(1), default=8, metavar="N", help="passes over the data")
    parser.add_argument("--output", type=folder, default=Path("mxnet-demo"), metavar="DIR",
                        help="folder to write into")
    parser.add_argument("--batch-size", type=parse_int(1), default=64, metavar="N", help="images per step")
    parser.add_argument(
        "--learning-rate",
        type=positive_float,
        default=0.002,
        metavar="RATE",
        help="Adam's rate at the start",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of all random numbers")
    parser.add_argument(
        "--hybridize",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the network instead of running it layer by layer",
    )
    parser.add_argument("--ctx", choices=("cpu", "gpu"), default="cpu", help="device to train on")
    # Limits the number of images of each split, so that tests are fast.
    parser.add_argument("--limit", type=parse_int(1), default=None, help=argparse.SUPPRESS)
