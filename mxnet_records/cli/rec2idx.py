"""``mxnet rec2idx``: create the index of a record file."""

from __future__ import annotations

import argparse

from ..rec2idx import make_index


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of MXNet's ``tools/rec2idx.py``."""
    parser.add_argument("record", help="the record file")
    parser.add_argument("index", help="the index to write")


def run(options: argparse.Namespace) -> int:
    """Write the index."""
    print(f"{options.index}: {make_index(options.record, options.index)} records")
    return 0
