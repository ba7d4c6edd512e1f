"""The ``mxnet`` command, which imports the package ``mxnet`` only for what needs it.

Commands for record files are here; each has a file with ``add_arguments`` and ``run``. All others are in ``mxnet.cli``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from ..error import MXNetError

__all__ = ["add_commands", "main", "run"]

_TEXTS = {
    "im2rec": ("make record files of images",
               "Make a list of the images in a folder (--list), or record files of the images in lists."),
    "rec2idx": ("make the index of a record file",
                "Write where each record of a file begins, so that records can be read in any order."),
    "rec": ("show what is in a record file",
            "Count the records of a file, show their sizes and labels, and draw the images."),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``mxnet``; those of the running process by default.
    """
    words = sys.argv[1:] if arguments is None else arguments
    if not words or words[0] not in _TEXTS:
        from mxnet import cli

        return cli.main(words)
    parser = argparse.ArgumentParser(prog="mxnet")
    add_commands(parser.add_subparsers(dest="command"))
    return run(parser.parse_args(words))


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the commands for record files."""
    for name, (help, description) in _TEXTS.items():
        module = importlib.import_module(f".{name}", __name__)
        parser = commands.add_parser(name, help=help, description=description)
        module.add_arguments(parser)
        parser.set_defaults(run=module.run)


def run(options: argparse.Namespace) -> int:
    """Run the command that was chosen and return the exit code."""
    try:
        return options.run(options)
    except (MXNetError, OSError, ImportError) as error:  # extras that are not installed say so
        print(f"mxnet {options.command}: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"mxnet {options.command}: interrupted", file=sys.stderr)
        return 130
