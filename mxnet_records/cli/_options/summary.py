"""Options of ``mxnet summary``."""

from __future__ import annotations

import argparse

from .._types import parse_int
from .convert import _shape


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("model", metavar="MODEL",
                        help="a -symbol.json file or its prefix, a .mar or model.tar.gz, an .onnx file, a network of "
                             "the model zoo, or a .params file")
    parser.add_argument("--params", metavar="FILE", help="the parameters (default: those of the last epoch)")
    parser.add_argument("--zoo", metavar="NAME", help="the network of the model zoo that a .params file belongs to")
    parser.add_argument("--shape", action="append", default=[], type=_shape, metavar="NAME=N,C,H,W",
                        help="shape of an input that the model does not define")
    parser.add_argument("--batch", type=parse_int(1), metavar="N", help="size of the first axis of all inputs")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
