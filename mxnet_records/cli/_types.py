"""Types of options that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Callable


class DefaultsFormatter(argparse.ArgumentDefaultsHelpFormatter):
    """Shows the defaults of options that take a value; ``--no-x (default: True)`` would say the reverse."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help if action.nargs == 0 else super()._get_help_string(action)


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A parser of whole numbers from `least` on, up to `most`."""
    rule = f"of at least {least}" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError(f"must be a whole number {rule}, received {text!r}")
        return value

    return parse


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, received {text!r}")
    return value
