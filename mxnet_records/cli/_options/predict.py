"""Options of ``mxnet predict``."""

from __future__ import annotations

import argparse

from .._types import DefaultsFormatter, folder, list_of, parse_int, positive_float, share


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("model", metavar="MODEL",
                        help="a folder of mxnet train, a -symbol.json file or its prefix, a .mar or SageMaker's "
                             "model.tar.gz, an ONNX file, or a network of the model zoo with pretrained weights")
    parser.add_argument("inputs", metavar="INPUT", nargs="+",
                        help="images, folders of images, patterns such as '*.jpg', .rec files, or .npy files with "
                             "arrays for the network")
    parser.add_argument("--format", choices=("table", "json", "jsonl", "csv"), default="table", help="output format")
    parser.add_argument("--output", metavar="FILE", default=argparse.SUPPRESS,
                        help="write the result to this file (default: standard output)")
    parser.add_argument("--annotate", type=folder, metavar="DIR", default=argparse.SUPPRESS,
                        help="draw the predictions into copies of the images in this folder")
    parser.add_argument("--top", type=parse_int(1), default=5, metavar="K", help="classes to show for each image")
    parser.add_argument("--threshold", type=share, metavar="SHARE", default=argparse.SUPPRESS,
                        help="least probability of a class or score of an object (default: 0 for classes, 0.5 for "
                             "objects)")
    parser.add_argument("--labels", metavar="FILE", default=argparse.SUPPRESS,
                        help="class names, one per line (default: synset.txt of the model)")
    parser.add_argument("--batch-size", type=parse_int(1), default=16, metavar="N", help="images per call")
    parser.add_argument("--params", metavar="FILE", default=argparse.SUPPRESS,
                        help="parameters of a symbol (default: those of the last epoch)")
    parser.add_argument("--shape", type=list_of(parse_int(1)), metavar="C,H,W", default=argparse.SUPPRESS,
                        help="shape of one input (default: from signature.json or the weights)")
    parser.add_argument("--resize", type=parse_int(0, 1 << 14), metavar="N", default=argparse.SUPPRESS,
                        help="length of the shorter side before the centre is cropped, 0 to resize without a crop "
                             "(default: from signature.json, or 0)")
    parser.add_argument("--mean", type=list_of(float), metavar="R,G,B", default=argparse.SUPPRESS,
                        help="mean of the pixels, from 0 to 255 (default: from signature.json, or 0)")
    parser.add_argument("--std", type=list_of(positive_float), metavar="R,G,B", default=argparse.SUPPRESS,
                        help="divisor of the pixels (default: from signature.json, or 1)")
    parser.add_argument("--device", metavar="DEVICE", default=argparse.SUPPRESS,
                        help="such as cpu or gpu(0) (default: gpu(0) if there is one)")
    parser.set_defaults(output=None, annotate=None, threshold=None, labels=None, params=None, shape=None, resize=None,
                        mean=None, std=None, device=None)
    parser.epilog = ("Exit code: 0 if all inputs were predicted, 1 if some could not be read or for other errors, 2 "
                     "for wrong arguments.")
