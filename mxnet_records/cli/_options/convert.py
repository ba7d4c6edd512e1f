"""Options of ``mxnet convert``."""

from __future__ import annotations

import argparse
from typing import Any

from .._types import parse_int

_FORMATS = ("onnx", "torch", "safetensors", "exported", "params")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("source", metavar="SRC",
                        help="a -symbol.json file or its prefix, a .mar or SageMaker's model.tar.gz, a .params file "
                             "together with --zoo, or weights of another library together with --from and --zoo")
    parser.add_argument("--to", choices=_FORMATS, required=True,
                        help="onnx, torch (source code of a module and its tensors), safetensors (only parameters), "
                             "exported (a program of torch.export) or params (of the model zoo, with --from)")
    parser.add_argument("--from", dest="library", choices=("torchvision", "timm", "onnx"),
                        help="the library of weights in SRC (.safetensors, .pth or .onnx) that are converted to "
                             "parameters of the model zoo")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: after the model)")
    parser.add_argument("--force", action="store_true",
                        help="also replace files that are not earlier results")
    parser.add_argument("--params", metavar="FILE", help="the parameters (default: those of the last epoch)")
    parser.add_argument("--zoo", metavar="NAME", help="the network of mxnet.gluon.model_zoo.vision that SRC belongs to")
    parser.add_argument("--shape", action="append", default=[], type=_shape, metavar="NAME=N,C,H,W",
                        help="shape of an input that the model does not define")
    parser.add_argument("--dtype", action="append", default=[], type=_pair, metavar="NAME=TYPE",
                        help="type of an input (default: float32)")
    parser.add_argument("--input", action="append", default=[], type=_array, metavar="NAME=FILE.npy",
                        help="array to compare with (default: random numbers)")
    parser.add_argument("--dynamic", action="append", default=[], type=_named_sizes, metavar="NAME=N,length",
                        help="sizes of an input that may differ, by names; numbers for the others (default: the first "
                             "size of each input may differ)")
    parser.add_argument("--opset", type=parse_int(13), default=None, metavar="N", help="version of ONNX's operators")
    parser.add_argument("--tolerance", type=float, metavar="ERROR",
                        help="largest error that passes (default: 1e-4, or 1e-5 with --from)")


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, received {text!r}")
    return name, value


def _shape(text: str) -> tuple[str, tuple[int, ...]]:
    name, value = _pair(text)
    try:
        sizes = tuple(int(size) for size in value.split(","))
    except ValueError:
        sizes = (0,)
    if min(sizes) < 1:
        raise argparse.ArgumentTypeError(f"must be NAME=N,C,H,W with sizes above 0, received {text!r}")
    return name, sizes


def _named_sizes(text: str) -> tuple[str, tuple[int | str, ...]]:
    name, value = _pair(text)
    sizes = tuple(int(size) if size.isdecimal() else size for size in value.split(","))
    if not all(isinstance(size, int) or size.isidentifier() for size in sizes):
        raise argparse.ArgumentTypeError(f"must be NAME=batch,3,height,width: names and numbers, received {text!r}")
    return name, sizes


def _array(text: str) -> tuple[str, Any]:
    import numpy as np

    name, file = _pair(text)
    try:
        return name, np.load(file, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{file} cannot be read: {error}") from error
