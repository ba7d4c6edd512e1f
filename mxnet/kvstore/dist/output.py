"""Forward the output of child processes line by line, prefixed with the process name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from typing import IO

_CHUNK = 1 << 16
_LAST_WORDS_SECONDS = 2.0
# A progress bar ends its lines with a carriage return.
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)")
_writing = threading.Lock()


class Forwarder:
    """Copy the standard output and standard error of child processes to those of this process."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def forward(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Forward the output of a process that was started with pipes."""
        for source, target in ((process.stdout, sys.stdout), (process.stderr, sys.stderr)):
            if source is not None:
                thread = threading.Thread(target=_copy, args=(f"[{name}] ".encode(), source, target), daemon=True)
                thread.start()
                self._threads.append(thread)

    def finish(self) -> None:
        """Wait for the last lines, with a timeout: an orphaned process may keep its pipe open."""
        limit = time.monotonic() + _LAST_WORDS_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, limit - time.monotonic()))


def _copy(prefix: bytes, source: IO[bytes], target: IO[str]) -> None:
    rest = b""
    with source:
        while chunk := os.read(source.fileno(), _CHUNK):
            rest = write_lines(prefix, rest + chunk, target)
    write_lines(prefix, rest, target, ended=True)


def write_lines(prefix: bytes, content: bytes, target: IO[str], ended: bool = False) -> bytes:
    """Write the complete lines with a prefix, and return the rest. At the end of the output, write the rest too."""
    lines = _LINE.findall(content)
    rest = content[sum(map(len, lines)) :]
    if rest and ended:
        lines.append(rest + b"\n")
        rest = b""
    if lines:
        _write(target, b"".join(prefix + line for line in lines))
    return rest


def _write(target: IO[str], content: bytes) -> None:
    """Write complete lines at once, so that the lines of different processes do not mix."""
    with _writing:
        binary = getattr(target, "buffer", None)
        if binary is not None:
            binary.write(content)
        else:  # replaced by a text stream
            target.write(content.decode(errors="replace"))
        target.flush()
