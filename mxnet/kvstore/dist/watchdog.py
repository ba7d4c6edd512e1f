"""End launched processes with their children, also if the launcher is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterable


class Watchdog:
    """A child process that ends the launched processes if the launcher is killed.

    A launcher that receives SIGKILL cannot end its processes, and those that have not joined yet would wait for the
    others. The watchdog reads process groups from a pipe, one list per line. When the pipe closes, it ends the last
    list of groups.
    """

    _SCRIPT = ("trap '' HUP INT TERM; while read -r line; do groups=$line; done; [ \"$groups\" ] || exit 0; "
               "kill -s TERM -- $groups; sleep 5; kill -s KILL -- $groups")

    def __init__(self) -> None:
        self._process = subprocess.Popen(["sh", "-c", self._SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, start_new_session=True)
        self._watched: list[int] = []

    def watch(self, processes: Iterable[subprocess.Popen[bytes]]) -> None:
        """Replace the list of watched processes. Each process must be the leader of its group."""
        pids = [process.pid for process in processes]
        if pids != self._watched and self._process.stdin is not None:
            self._watched = pids
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(" ".join(f"-{pid}" for pid in pids).encode() + b"\n")
                self._process.stdin.flush()

    def close(self) -> None:
        """End the watchdog and leave the processes running."""
        self.watch([])
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()


def send_signal(process: subprocess.Popen[bytes], name: str) -> None:
    """Send a signal to a process and its children. Windows has no process groups: end the process only."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.Signals[name])
    else:
        process.kill()
