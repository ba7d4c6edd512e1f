"""Shared argument types of the commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable


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
