"""The commands of ``mxnet``: argument parsing only; each command's work is in its own file.

The program itself is ``mxnet_records.cli``, which runs commands for record files without importing this package.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import platform
from collections.abc import Sequence
from pathlib import Path

import numpy
import torch

from mxnet_records import cli as records
from mxnet_records.cli._types import whole_number

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``mxnet``; those of the running process by default.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    return records.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mxnet",
        description="MXNet 1.9.1's Python world on PyTorch.",
        formatter_class=argparse.RawDescriptionHelpFormatter,  # the others wrap the version as well
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_demo(commands)
    _add(commands, "launch", "start a distributed program on this machine or on many",
         "Start the workers of a distributed program, and servers if it needs them, and look after them.")
    records.add_commands(commands)
    _add(commands, "convert", "write a model for ONNX or torch",
         "Write a model in another format, run both on the same inputs and show the largest error of each output.")
    _add(commands, "check", "say what of a project works here",
         "Say which names of MXNet a project, notebook or symbol file uses and which of them do not work here; find "
         "removed names of NumPy, download addresses of retired servers and places that ask for a GPU.")
    _add(commands, "doctor", "show versions and devices, and look for common faults",
         "Show versions, devices, threads and environment variables, and look for common faults of an installation.")
    return parser


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser(
        "demo",
        help="train LeNet on the embedded Fashion-MNIST subset",
        description="Train LeNet on the Fashion-MNIST subset embedded in the package (no network needed), "
        "save the model and draw the result.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    demo.add_argument("--epochs", type=whole_number(1), default=8, metavar="N", help="passes over the data")
    demo.add_argument("--output", type=_folder, default=Path("mxnet-demo"), metavar="DIR", help="folder to write into")
    demo.add_argument("--batch-size", type=whole_number(1), default=64, metavar="N", help="images per step")
    demo.add_argument(
        "--learning-rate",
        type=_positive_float,
        default=0.002,
        metavar="RATE",
        help="Adam's rate at the start",
    )
    demo.add_argument("--seed", type=_seed, default=0, metavar="N", help="seed of all random numbers")
    demo.add_argument(
        "--hybridize",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the network instead of running it layer by layer",
    )
    demo.add_argument("--ctx", choices=("cpu", "gpu"), default="cpu", help="device to train on")
    # Bounds the images of each split, so that the tests need not wait for a full training.
    demo.add_argument("--limit", type=whole_number(1), default=None, help=argparse.SUPPRESS)
    demo.set_defaults(run=_run_demo)


def _add(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, help: str, description: str) -> None:
    """A command whose file has ``add_arguments`` and ``run``."""
    module = importlib.import_module(f".{name}", __name__)
    parser = commands.add_parser(name, help=help, description=description)
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)


def _run_demo(options: argparse.Namespace) -> int:
    from .demo import DemoOptions, run_demo

    run_demo(
        DemoOptions(
            epochs=options.epochs,
            output=options.output,
            batch_size=options.batch_size,
            learning_rate=options.learning_rate,
            seed=options.seed,
            hybridize=options.hybridize,
            ctx=options.ctx,
            limit=options.limit,
        )
    )
    return 0


def _version() -> str:
    try:
        release = importlib.metadata.version("mxnet-torch")
    except importlib.metadata.PackageNotFoundError:
        release = "(source tree, not installed)"
    return (
        f"mxnet-torch {release}, compatible with MXNet 1.9.1 "
        f"(torch {torch.__version__}, numpy {numpy.__version__}, Python {platform.python_version()})"
    )


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
