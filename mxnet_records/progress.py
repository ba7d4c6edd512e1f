"""Progress of a long task: a bar on a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
import time

_BAR = 30
_SECONDS_ON_TERMINAL, _SECONDS_ELSEWHERE = 0.1, 10.0


class Progress:
    """Show progress on standard error.

    Parameters
    ----------
    title : str
        Name of the task.
    total : int
        Number of images.
    done : int
        Number of images that an earlier run has converted.
    """

    def __init__(self, title: str, total: int, done: int = 0):
        self._title, self._total, self._first = title, total, done
        self._bar = sys.stderr.isatty()
        self._every = _SECONDS_ON_TERMINAL if self._bar else _SECONDS_ELSEWHERE
        self._start = self._shown = time.monotonic()

    def update(self, done: int) -> None:
        """Show the progress, unless it was shown recently."""
        now = time.monotonic()
        if now - self._shown >= self._every:
            self._shown = now
            self._show(done, now - self._start)

    def report(self, text: str) -> None:
        """Print a line without damaging the bar."""
        self.clear()
        print(text, file=sys.stderr)

    def clear(self) -> None:
        """Remove the bar."""
        if self._bar:
            print("\r\033[K", end="", file=sys.stderr)

    def _show(self, done: int, seconds: float) -> None:
        rate = (done - self._first) / seconds
        left = f"{(self._total - done) / rate:.0f} s left" if rate else "waiting"
        state = f"{done}/{self._total} images, {rate:.0f} per second, {left}"
        if self._bar:
            filled = _BAR * done // self._total
            print(f"\r\033[K{self._title} [{'#' * filled}{'-' * (_BAR - filled)}] {state}", end="", file=sys.stderr,
                  flush=True)
        else:
            print(f"{self._title}: {state}", file=sys.stderr, flush=True)
