"""Shared argument types of the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any


class DefaultsFormatter(argparse.ArgumentDefaultsHelpFormatter):
    """Show the defaults of options with a value, but not of flags: ``--no-x (default: True)`` would be misleading."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help if action.nargs == 0 else super()._get_help_string(action)


def parse_int(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser for integers from `least` to `most`."""
    rule = f"of at least {least}" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError(f"must be an integer {rule}, received {text!r}")
        return value

    return parse


def share(text: str) -> float:
    """Parse a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, received {text!r}")
    return value


def positive_float(text: str) -> float:
    """Parse a number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    # This comparison also rejects NaN.
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number above 0, received {text!r}")
    return value


def seed(text: str) -> int:
    """Parse a seed."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    # NumPy shuffles the images and accepts unsigned 32-bit seeds. mx.random.seed accepts signed 32-bit seeds.
    if not 0 <= value < 2**31:
        raise argparse.ArgumentTypeError(f"must be an integer from 0 to 2**31 - 1, received {text!r}")
    return value


def folder(text: str) -> Path:
    """Parse the path of a folder that may not exist yet."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"must be a folder, but {text!r} is a file")
    return path


def list_of(parse: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """Return a parser for values that are separated by commas."""

    def parse_list(text: str) -> list[Any]:
        try:
            return [parse(part.strip()) for part in text.split(",")]
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be numbers separated by commas, received {text!r}") from None

    return parse_list
