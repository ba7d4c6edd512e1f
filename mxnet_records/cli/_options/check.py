"""Options of ``mxnet check``."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=_existing, metavar="PATH",
                        help="a folder, a Python file, a Jupyter notebook or a -symbol.json file")
    parser.add_argument("--names", action="store_true", help="list the names that work as well")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--fix", action="store_true",
                        help="print the replacements of names that NumPy and Python have removed as a diff")
    parser.add_argument("--write", action="store_true", help="make these replacements in the files")
    parser.epilog = ("Files are parsed, never imported or run. Exit code: 0 if nothing is unsupported, "
                     "1 if something is (with --fix or --write: if something cannot be replaced), 2 for wrong "
                     "arguments.")


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"no such file or folder: {text!r}")
    return path
