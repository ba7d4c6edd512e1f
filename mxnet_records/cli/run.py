"""``mxnet run``: run old programs with names that NumPy and Python have removed."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments for the help. `main` does not parse the options of the program."""
    parser.usage = "mxnet run SCRIPT [ARG ...]\n       mxnet run -m MODULE [ARG ...]"
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SCRIPT [ARG ...]",
                        help="the program and its arguments, as python takes them; - for the standard input")
    parser.epilog = ("Each use of a restored name is reported on the standard error when the program ends. Processes "
                     "of multiprocessing have the names too, other programs that it starts do not. mxnet check --fix "
                     "writes the replacements into the source.")


def run(options: argparse.Namespace) -> int:
    """Run the program and return its exit code."""
    from ..old_programs import running

    return running.run(options.words)
