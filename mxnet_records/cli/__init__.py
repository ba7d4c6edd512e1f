"""The ``mxnet`` command. It only imports torch, NumPy and the package ``mxnet`` for commands that need them.

Each command of `_COMMANDS` has a module with ``add_arguments`` and ``run``. Commands for record files and old programs
are in this folder. The others are in ``mxnet.cli`` and declare their options in ``_options``, so that help needs no
torch.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import importlib.util
import platform
import sys
import types
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .. import __version__
from ..error import MXNetError

__all__ = ["main", "needs_mxnet"]


class _Command(NamedTuple):
    """Help texts of a command, and whether it is implemented in ``mxnet.cli``."""

    help: str
    description: str
    of_mxnet: bool = True


_COMMANDS = {
    "demo": _Command("train LeNet on the embedded Fashion-MNIST subset",
                     "Train LeNet on the Fashion-MNIST subset embedded in the package (no network needed), save the "
                     "model and draw the result."),
    "train": _Command("train an image classifier on a folder, a .rec file or a built-in data set",
                      "Train an image classifier, write checkpoints, the model and a report with accuracy, confusion "
                      "matrix and worst mistakes."),
    "predict": _Command("predict images or arrays with a model",
                        "Predict the classes or objects of images or arrays, as a table, JSON, CSV or pictures."),
    "launch": _Command("start a distributed program on this machine or on many",
                       "Start the workers of a distributed program, and servers if it needs them, and supervise "
                       "them."),
    "im2rec": _Command("make record files of images",
                       "Make a list of the images in a folder (--list), or record files of the images in lists.",
                       of_mxnet=False),
    "rec2idx": _Command("make the index of a record file",
                        "Write where each record of a file begins, so that records can be read in any order.",
                        of_mxnet=False),
    "rec": _Command("show what is in a record file",
                    "Count the records of a file, show their sizes and labels, and draw the images, or write them as "
                    "WebDataset shards.", of_mxnet=False),
    "run": _Command("run an old program with names that NumPy and Python have removed",
                    "Run a program as python does, but with the names that NumPy and Python have removed since it was "
                    "written (np.float, collections.Mapping, time.clock and others), for this process only.",
                    of_mxnet=False),
    "convert": _Command("write a model for ONNX or torch",
                        "Write a model in another format, run both on the same inputs and show the largest error of "
                        "each output."),
    "archive": _Command("pack a model for serving",
                        "Pack a model with its signature, class names and handler into an archive of Multi Model "
                        "Server (.mar)."),
    "summary": _Command("show layers, shapes, parameters, FLOPs and memory of a model",
                        "Show the layers of a model with their output shapes, parameters, floating-point operations "
                        "and memory."),
    "diff": _Command("compare two models or parameter files",
                     "Compare two parameter files or two symbols: names, shapes, types, attributes and the largest "
                     "differences. Exit code: 0 if they are equal, 1 if not."),
    "bench": _Command("measure speed, accuracy and memory of a model",
                      "Measure latency, throughput, accuracy and peak memory of a model in float32, bfloat16 and int8, "
                      "for several batch sizes and numbers of threads, also as ONNX with onnxruntime."),
    "serve": _Command("serve models over HTTP",
                      "Serve models over HTTP with the interfaces of Multi Model Server, SageMaker and the Open "
                      "Inference Protocol v2 (KServe, Triton)."),
    "check": _Command("say what of a project works here",
                      "Say which names of MXNet a project, notebook or symbol file uses and which of them do not work "
                      "here; find removed names of NumPy, download addresses of retired servers and uses of a "
                      "GPU."),
    "doctor": _Command("show versions and devices, and look for common faults",
                       "Show versions, devices, threads and environment variables, and look for common faults of an "
                       "installation.", of_mxnet=False),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after ``mxnet``. The default is the command line of this process.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    command = _find_command(words)
    if command is not None and _COMMANDS[command].of_mxnet and not _has_mxnet():
        print(f"mxnet {command}: error: only mxnet-records is installed, which does not have this command; install "
              "mxnet-torch", file=sys.stderr)
        return 1
    parser = _parser(command)
    options = _program(parser, words) if words[:1] == ["run"] else parser.parse_args(words)
    if options.command is None:
        parser.print_help()
        return 0
    if options.command == "run":  # errors and warnings belong to the program
        from . import run

        return run.run(options)
    return _run(options)


def _program(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """Parse the arguments after ``run``. Options after the program belong to the program."""
    start = words[1:2]
    if start in ([], ["-m"], ["-h"], ["--help"]) and len(words) < 3:
        parser.parse_args(["run", "--help"])
    if start[0].startswith("-") and not start[0].startswith("-m") and start != ["-"]:
        parser.error(f"run takes no option {start[0]}; write mxnet run SCRIPT [ARG ...] or mxnet run -m MODULE")
    return argparse.Namespace(command="run", words=words[1:])


def needs_mxnet(words: Sequence[str]) -> bool:
    """Return whether a command line runs code of the package ``mxnet``."""
    command = _find_command(words)
    return command is not None and _COMMANDS[command].of_mxnet and not {"-h", "--help"} & set(words[:2])


def _has_mxnet() -> bool:
    """Return whether there is a package ``mxnet``, without importing it."""
    return importlib.util.find_spec("mxnet") is not None


def _find_command(words: Sequence[str]) -> str | None:
    return words[0] if words and words[0] in _COMMANDS else None


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """Build the parser. Only the chosen command gets its options."""
    parser = argparse.ArgumentParser(
        prog="mxnet",
        description="MXNet 1.9.1's Python world on PyTorch." if _has_mxnet() else "Record files of MXNet.",
        formatter_class=argparse.RawDescriptionHelpFormatter,  # other formatters also wrap the version
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in _COMMANDS.items():
        if command.of_mxnet and not _has_mxnet():
            continue
        below = commands.add_parser(name, help=command.help, description=command.description)
        if name == chosen:
            module = importlib.import_module(f"._options.{name}" if command.of_mxnet else f".{name}", __name__)
            module.add_arguments(below)
    return parser


class _Version(argparse.Action):
    """Print the versions, which take time to look up, and exit."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, 0, help="show program's version number and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        below = f"numpy {_find_version('numpy')}, Python {platform.python_version()}"
        print(f"mxnet-torch {__version__}, compatible with MXNet 1.9.1 (torch {_find_version('torch')}, {below})"
              if _has_mxnet() else f"mxnet-records {__version__} ({below})")
        parser.exit()


def _find_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


@contextlib.contextmanager
def _warnings_of(command: str) -> Iterator[None]:
    """Print warnings like errors, because a command has no source line to point to."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"mxnet {command}: warning: {message}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _load(name: str) -> types.ModuleType:
    """Import the module of a command. If the package is broken, raise an error with the commands that repair it."""
    if not _COMMANDS[name].of_mxnet:
        return importlib.import_module(f".{name}", __name__)
    try:
        return importlib.import_module(f"mxnet.cli.{name}")
    except Exception as error:
        from .. import installation

        problems = installation.find_problems()
        if not problems and isinstance(error, MXNetError):
            raise
        raise MXNetError("\n".join(problems) or f"the package mxnet cannot be imported: {type(error).__name__}: "
                         f"{error}; run mxnet doctor") from error


def _run(options: argparse.Namespace) -> int:
    """Run the chosen command and return the exit code."""
    name: str = options.command
    try:
        with _warnings_of(name):
            code: int = _load(name).run(options)
            return code
    except OSError as error:
        shown = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else error
        print(f"mxnet {name}: error: {shown}", file=sys.stderr)
        return 1
    except (MXNetError, ImportError) as error:  # missing extras raise ImportError
        print(f"mxnet {name}: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"mxnet {name}: interrupted", file=sys.stderr)
        return 130
