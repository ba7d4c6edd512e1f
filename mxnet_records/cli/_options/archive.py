"""Options of ``mxnet archive``."""

from __future__ import annotations

import argparse

from .._types import parse_int
from .convert import _shape


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options. The names are those of model-archiver."""
    parser.add_argument("--model-name", required=True, metavar="NAME", help="name of the model and of the file")
    parser.add_argument("--model-path", required=True, metavar="PATH",
                        help="a folder with the files of the model, or the prefix of a -symbol.json file")
    parser.add_argument("--handler", metavar="MODULE[:FUNCTION]",
                        help="entry point in a Python file of the folder (default: the graph answers the requests)")
    parser.add_argument("--runtime", choices=("python", "python2", "python3"), default="python",
                        help="runtime in the manifest (default: python)")
    parser.add_argument("--export-path", default=".", metavar="FOLDER", help="folder to write to (default: this one)")
    parser.add_argument("--archive-format", choices=("default", "tgz", "no-archive"), default="default",
                        help="default (NAME.mar), tgz (NAME.tar.gz) or no-archive (a folder NAME)")
    parser.add_argument("-f", "--force", action="store_true", help="replace an existing archive")
    parser.add_argument("--synset", metavar="FILE", help="class names, one for each line")
    parser.add_argument("--shape", action="append", default=[], type=_shape, metavar="NAME=N,C,H,W",
                        help="shape of an input that the model does not define")
    parser.add_argument("--resize", type=parse_int(1), metavar="N",
                        help="resize the shorter side of images to N pixels and crop the centre (default: resize to "
                             "the input's shape)")
    parser.add_argument("--mean", type=_numbers, metavar="R,G,B", help="mean of the pixels, from 0 to 255 (default: 0)")
    parser.add_argument("--std", type=_numbers, metavar="R,G,B", help="divisor of the pixels (default: 1)")


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be numbers separated by commas, received {text!r}") from None
