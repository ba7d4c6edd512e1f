"""Options of ``mxnet bench``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .._types import DefaultsFormatter, list_of, parse_int, positive_float
from .convert import _shape

PRECISIONS = ("float32", "bfloat16", "int8")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("model", metavar="MODEL",
                        help="a -symbol.json file or its prefix, a .mar or SageMaker's model.tar.gz, a .params file "
                             "together with --zoo, or a network of the model zoo, which gets random weights")
    parser.add_argument("--params", metavar="FILE", help="the parameters (default: those of the last epoch)")
    parser.add_argument("--zoo", metavar="NAME",
                        help="the network of mxnet.gluon.model_zoo.vision that MODEL belongs to")
    parser.add_argument("--shape", action="append", default=argparse.SUPPRESS, type=_shape, metavar="NAME=C,H,W",
                        help="shape of one sample of an input that the model does not define")
    parser.add_argument("--batch", type=_distinct(parse_int(1)), default="1,8,32", metavar="N,N", help="batch sizes")
    parser.add_argument("--threads", type=_distinct(parse_int(1)), metavar="N,N", default=argparse.SUPPRESS,
                        help="numbers of threads (default: 1 and the number of processors)")
    parser.add_argument("--precision", type=_distinct(_precision), default=",".join(PRECISIONS), metavar="TYPE,TYPE",
                        help="precisions")
    parser.add_argument("--data", metavar="FILE", default=argparse.SUPPRESS,
                        help="samples for calibration and accuracy: .npy (first input), .npz (inputs by name), .rec, "
                             "or a folder of images (default: random numbers)")
    parser.add_argument("--samples", type=parse_int(1), default=64, metavar="N",
                        help="number of samples for calibration and accuracy")
    parser.add_argument("--mean", type=list_of(float), metavar="R,G,B", default=argparse.SUPPRESS,
                        help="mean of the pixels in --data, from 0 to 255 (default: ImageNet's, or 0 for one channel)")
    parser.add_argument("--std", type=list_of(positive_float), metavar="R,G,B", default=argparse.SUPPRESS,
                        help="divisor of the pixels in --data (default: ImageNet's deviation, or 255 for one channel)")
    parser.add_argument("--seconds", type=positive_float, default=1.0, metavar="S", help="time of a measurement")
    parser.add_argument("--rounds", type=parse_int(1), default=3, metavar="N",
                        help="measurements of each configuration")
    parser.add_argument("--json", metavar="FILE", default=argparse.SUPPRESS, help="write all results to this file")
    parser.add_argument("--png", metavar="FILE", default=argparse.SUPPRESS,
                        help="draw the throughput into this file")
    parser.add_argument("--onnxruntime", action=argparse.BooleanOptionalAction, default=None,
                        help="also measure the ONNX export with onnxruntime (default: if it is installed)")
    parser.set_defaults(shape=[], threads=None, data=None, mean=None, std=None, json=None, png=None)
    parser.epilog = ("Each measurement runs in its own process. Exit code: 0 if a configuration was measured, 1 "
                     "otherwise.")


def _distinct(parse: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """Return a parser for values that are separated by commas. Repeated values count once."""
    return lambda text: list(dict.fromkeys(list_of(parse)(text)))


def _precision(text: str) -> str:
    if text not in PRECISIONS:
        raise argparse.ArgumentTypeError(f"must be some of {','.join(PRECISIONS)}, received {text!r}")
    return text
