"""Options of ``mxnet diff``."""

from __future__ import annotations

import argparse

from .._types import parse_int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("first", metavar="A", help="a .params or -symbol.json file")
    parser.add_argument("second", metavar="B", help="a file of the same kind")
    parser.add_argument("--atol", type=_tolerance, default=0.0, metavar="ERROR",
                        help="absolute difference of values that does not count (default: 0)")
    parser.add_argument("--rtol", type=_tolerance, default=0.0, metavar="ERROR",
                        help="relative difference of values that does not count (default: 0)")
    parser.add_argument("--limit", type=parse_int(1), default=50, metavar="N",
                        help="number of differences to print (default: 50)")
    parser.add_argument("--json", action="store_true", help="print JSON with all differences")
    parser.epilog = "Exit code: 0 if the files are equal, 1 if they differ, 2 if a file cannot be read."


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of at least 0, received {text!r}")
    return value
