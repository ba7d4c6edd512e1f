"""Communication of the runner with one worker process."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from peers import OURS, REPOSITORY, Peer

THREAD_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


class WorkerError(Exception):
    """The worker reported a failure or exited."""


class Channel:
    """Connection to a worker that sends one request at a time.

    The processes of a worker are stopped between requests, so that threads that spin after a computation do not disturb
    the next peer.
    """

    def __init__(self, peer: Peer, python: Path, threads: int, verbose: bool) -> None:
        worker = Path(__file__).resolve().parent / "worker.py"
        self.peer = peer
        self.process = subprocess.Popen(
            [str(python), str(worker), peer.builder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sys.stderr if verbose else subprocess.DEVNULL,
            text=True,
            env=worker_environment(peer, threads),
            start_new_session=True,
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        self._signal("SIGCONT")
        try:
            return self._exchange(request)
        finally:
            self._signal("SIGSTOP")

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise WorkerError(f"worker ended with code {self.process.wait()}") from None
        line = self.process.stdout.readline()
        if not line:
            raise WorkerError(f"worker ended with code {self.process.wait()}")
        reply = json.loads(line)
        if "error" in reply:
            raise WorkerError(reply["error"])
        return reply

    def _signal(self, name: str) -> None:
        """Send a signal to all processes of the worker, where the system has it."""
        number = getattr(signal, name, None)
        if number is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def close(self) -> None:
        """Close the input, which ends the worker; kill the worker if it hangs."""
        self._signal("SIGCONT")
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def worker_environment(peer: Peer, threads: int) -> dict[str, str]:
    """Return the environment of a worker: equal thread counts, and the repository path only for this package."""
    environment = dict(os.environ)
    environment.pop("PYTHONPATH", None)
    if peer.name == OURS:
        environment["PYTHONPATH"] = str(REPOSITORY)
    for variable in THREAD_VARIABLES:
        environment[variable] = str(threads)
    return environment
