"""Options of ``mxnet doctor``."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = "Exit code: 0 if no fault was found, 1 otherwise; notes are not faults."
