"""Processes of ``mxnet launch --launcher ray``: each is the child of a Ray actor, on the machine that Ray chooses."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from typing import IO, Any

from ..._runtime.error import MXNetError
from . import place
from .output import write_lines
from .watchdog import Watchdog, send_signal

_CHUNK = 1 << 16
_POLL_SECONDS = 0.05


class Runner:
    """A Ray actor that runs one process. If Ray ends the actor, the watchdog ends the process.

    Parameters
    ----------
    command
        Program and arguments.
    variables
        Environment variables in addition to those of Ray's worker.
    folder
        Working folder, used if it exists on this machine.
    """

    def __init__(self, command: list[str], variables: dict[str, str], folder: str) -> None:
        self._process = subprocess.Popen(command, env={**os.environ, **variables}, start_new_session=True,
                                         cwd=folder if os.path.isdir(folder) else None, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._watchdog = Watchdog()
        self._watchdog.watch([self._process])
        self._output: queue.Queue[tuple[bool, bytes]] = queue.Queue(1000)
        self._readers = [threading.Thread(target=self._read, args=(source, is_error), daemon=True)
                         for source, is_error in ((self._process.stdout, False), (self._process.stderr, True))]
        for reader in self._readers:
            reader.start()

    def _read(self, source: IO[bytes], is_error: bool) -> None:
        with source:
            while chunk := os.read(source.fileno(), _CHUNK):
                self._output.put((is_error, chunk))

    def poll(self) -> tuple[int | None, list[tuple[bool, bytes]]]:
        """Return the exit code, or None while the process runs, and its new output."""
        code = self._process.poll()
        if code is not None:
            self._watchdog.close()
            for reader in self._readers:
                reader.join(0.5)
        chunks = []
        with contextlib.suppress(queue.Empty):
            while True:
                chunks.append(self._output.get_nowait())
        return code, chunks

    def send(self, name: str) -> None:
        """Send a signal to the process and its children."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                send_signal(self._process, name)


class RayProcess:
    """A process on a machine of a Ray cluster, with the methods of `subprocess.Popen` that the launcher uses."""

    stdin = stdout = stderr = None

    def __init__(self, ray: Any, runner: Any, prefix: str) -> None:
        self._ray, self._runner, self._prefix = ray, runner, prefix
        self._rest = {False: b"", True: b""}
        self._code: int | None = None
        self._asked = runner.poll.remote()

    def poll(self) -> int | None:
        """Print new output, and return the exit code or None."""
        if self._code is not None or not self._ray.wait([self._asked], timeout=0)[0]:
            return self._code
        try:
            self._code, chunks = self._ray.get(self._asked)
        except self._ray.exceptions.RayError as error:
            print(f"mxnet launch: Ray has lost a process: {str(error).splitlines()[0]}", file=sys.stderr, flush=True)
            self._code = 1
            return self._code
        for is_error, chunk in chunks:
            self._rest[is_error] += chunk
        for is_error, target in ((False, sys.stdout), (True, sys.stderr)):
            self._rest[is_error] = write_lines(self._prefix.encode(), self._rest[is_error], target,
                                               ended=self._code is not None)
        if self._code is None:
            self._asked = self._runner.poll.remote()
        else:
            self._ray.kill(self._runner)
        return self._code

    def send(self, name: str) -> None:
        """Send a signal to the process and its children."""
        self._runner.send.remote(name)

    def wait(self, timeout: float) -> int:
        """Wait for the exit code."""
        limit = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > limit:
                raise subprocess.TimeoutExpired("a process of Ray", timeout)
            time.sleep(_POLL_SECONDS)
        return code


class RayCluster:
    """The Ray cluster of ``RAY_ADDRESS``, the one that runs on this machine, or a new one for this program."""

    def __init__(self, workers: int) -> None:
        try:
            import ray
        except ImportError as error:
            raise MXNetError("the launcher 'ray' needs Ray; install it with `pip install ray`") from error
        self._ray = ray
        self._begun = not ray.is_initialized()
        if self._begun:
            ray.init(log_to_driver=False, logging_level=logging.WARNING)
        resources = ray.cluster_resources()
        if resources.get("CPU", 0) < workers:
            self.close()
            raise MXNetError(f"Ray has {resources.get('CPU', 0):.0f} CPUs for {workers} workers, which need one each; use "
                             "fewer workers or a larger cluster")
        self._gpus = int(resources.get("GPU", 0) >= workers)

    def address(self) -> str:
        """Return the address of this machine for the machines of the cluster."""
        alive = [node for node in self._ray.nodes() if node["Alive"]]
        return place.LOOPBACK if len(alive) == 1 else self._ray.util.get_node_ip_address()

    def start(self, command: list[str], variables: dict[str, str], role: str, prefix: str) -> RayProcess:
        """Start a process. Each worker gets a CPU and, if there are enough, a GPU."""
        runner = self._ray.remote(Runner).options(
            num_cpus=int(role == "worker"), num_gpus=self._gpus if role == "worker" else 0,
            scheduling_strategy="SPREAD").remote(command, variables, os.getcwd())
        return RayProcess(self._ray, runner, prefix)

    def close(self) -> None:
        """Disconnect from Ray, and end a cluster that was started for this program."""
        if self._begun:
            self._ray.shutdown()
