"""Start and supervise the processes of a distributed program: ``mxnet launch``."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import torch.distributed as dist

from mxnet_records import environment

from ..._runtime.error import MXNetError
from ..._runtime.host.openmp import available_cores
from . import place
from .cluster import host_store, listen, program_key
from .output import Forwarder
from .ray_launch import RayCluster, RayProcess
from .sealed import SealedStore
from .watchdog import Watchdog, send_signal

_POLL_SECONDS = 0.1

Process: TypeAlias = "subprocess.Popen[bytes] | RayProcess"


@dataclass
class Options:
    """Options of a launch.

    Attributes
    ----------
    command
        Program to run, with its arguments.
    workers, servers
        Number of processes. Servers start on the first request of a store.
    hosts
        Machines for the processes, used in turn. An empty list means this machine.
    launcher
        'local', 'ssh', 'mpi' or 'ray'.
    variables
        Environment variables for each role ('worker' or 'server') or for 'all'.
    passed
        Names of environment variables that are forwarded to other machines.
    folder
        Target folder on the other machines for a copy of the current folder.
    port
        Port of the rendezvous store. 0 selects a free port.
    restarts
        Maximum number of restarts after a failure.
    prefix
        Whether to prefix each output line with the process name.
    """

    command: list[str]
    workers: int
    servers: int
    hosts: list[str] = field(default_factory=list)
    launcher: str = "local"
    variables: dict[str, dict[str, str]] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    folder: str | None = None
    port: int = 0
    restarts: int = 0
    prefix: bool = True


def grace_seconds() -> int:
    """Return the time that processes have after a failure to save their state and exit."""
    return environment.LAUNCH_GRACE.get()


def read_hosts(path: str) -> list[str]:
    """Read the machines from a host file: the first word of each line."""
    lines = [line.partition("#")[0].split() for line in Path(path).read_text().splitlines()]
    hosts = [words[0] for words in lines if words]
    if not hosts:
        raise MXNetError(f"the host file {path} contains no machine; write one machine per line")
    return hosts


class Job:
    """One attempt to run the program."""

    def __init__(self, options: Options, attempt: int, ray: RayCluster | None = None) -> None:
        self._options = options
        self._secret = secrets.token_hex(32)
        self._ray = ray
        first = options.hosts[0].rpartition("@")[2].partition(":")[0] if options.hosts else "127.0.0.1"
        listener = listen(ray.address() if ray else place.own_address(first), options.port)
        self._address, self._port = listener.getsockname()
        self._hosted = host_store(listener)
        self._store = SealedStore(self._hosted, program_key(self._secret))
        self._attempt = attempt
        self._processes: dict[str, Process] = {}
        self._watchdog = Watchdog()
        self._forwarder = Forwarder()
        self._pipe = subprocess.PIPE if options.prefix else None

    # Startup

    def _variables(self, role: str, rank: int | None) -> dict[str, str]:
        options = self._options
        variables = {"DMLC_ROLE": role, "DMLC_PS_ROOT_URI": self._address, "DMLC_PS_ROOT_PORT": str(self._port),
                     "DMLC_NUM_WORKER": str(options.workers), "DMLC_NUM_SERVER": str(options.servers),
                     environment.RESTART_COUNT.name: str(self._attempt)}
        if options.prefix:  # into a pipe, Python would print in blocks
            variables["PYTHONUNBUFFERED"] = os.environ.get("PYTHONUNBUFFERED") or "1"
        if rank is not None:
            variables[f"DMLC_{role.upper()}_ID"] = str(rank)
        if options.launcher == "local" and not environment.OMP_NUM_THREADS.is_set:
            variables["OMP_NUM_THREADS"] = str(max(1, available_cores() // options.workers))
        variables.update({name: os.environ[name] for name in options.passed if name in os.environ})
        return {**variables, **options.variables.get("all", {}), **options.variables.get(role, {})}

    def _start(self, role: str, count: int) -> None:
        if self._options.launcher == "mpi":
            self._start_by_mpi(role, count)
            self._update_watchdog()
            return
        for rank in range(count):
            variables = self._variables(role, rank)
            process: Process
            if self._ray:
                process = self._ray.start(self._options.command, {**variables, place.SECRET: self._secret}, role,
                                          f"[{role} {rank}] " if self._options.prefix else "")
            elif self._options.launcher == "local":
                process = subprocess.Popen(self._options.command, start_new_session=True, stdout=self._pipe,
                                           stderr=self._pipe,
                                           env={**os.environ, **variables, place.SECRET: self._secret})
            else:
                process = self._start_by_ssh(self._options.hosts[rank % len(self._options.hosts)], variables)
            self._processes[f"{role} {rank}"] = process
            if isinstance(process, subprocess.Popen):
                self._forwarder.forward(f"{role} {rank}", process)
            self._update_watchdog()

    def _update_watchdog(self) -> None:
        self._watchdog.watch([process for process in self._processes.values()
                              if isinstance(process, subprocess.Popen) and process.poll() is None])

    def _start_by_ssh(self, host: str, variables: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start a process on another machine.

        The secret is sent over standard input, because other users could read it in the command line. Standard input
        stays open. A shell beside the process ends it when the connection or the launcher is gone, which ssh alone does
        not do.
        """
        name, _, port = host.partition(":")
        exports = " ".join(f"{key}={shlex.quote(value)}" for key, value in variables.items())
        folder = shlex.quote(self._options.folder or os.getcwd())
        watch = "trap '' TERM; cat <&3; kill -0 $$ && kill -s TERM -- -$$ && sleep 5 && kill -s KILL -- -$$"
        script = (f"IFS= read -r {place.SECRET}; export {place.SECRET} {exports}; cd {folder} || exit 1; "
                  f"exec 3<&0 </dev/null; ({watch}) >/dev/null 2>&1 & exec {shlex.join(self._options.command)} 3<&-")
        ssh = ["ssh", "-o", "BatchMode=yes", *(["-p", port] if port else []), name, script]
        process = subprocess.Popen(ssh, stdin=subprocess.PIPE, stdout=self._pipe, stderr=self._pipe,
                                   start_new_session=True)
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(self._secret.encode() + b"\n")
            process.stdin.flush()
        return process

    def _start_by_mpi(self, role: str, count: int) -> None:
        variables = {**self._variables(role, None), place.SECRET: self._secret}
        names = [word for name in variables for word in ("-x", name)]
        hosts = ["--host", ",".join(self._options.hosts)] if self._options.hosts else []
        self._processes[f"{role}s"] = subprocess.Popen(
            ["mpirun", "-n", str(count), "--oversubscribe", *hosts, *names, *self._options.command],
            env={**os.environ, **variables}, start_new_session=True)

    # Supervision

    def run(self) -> int:
        """Start all processes, wait for the workers, and return the exit code of the program."""
        try:
            self._start("worker", self._options.workers)
            code = self._wait()
            return code if code >= 0 else 128 - code  # the shell's code for a process that a signal ended
        finally:
            self._end_all()
            self._watchdog.close()
            self._forwarder.finish()

    def _wait(self) -> int:
        servers_run, failed_at, code = False, 0.0, 0
        while True:
            if not servers_run and self._options.servers and self._store.check(["wanted/servers"]):
                servers_run = True
                self._start("server", self._options.servers)
            codes = {name: process.poll() for name, process in self._processes.items()}
            self._update_watchdog()
            bad = {name: c for name, c in codes.items() if c}
            if bad and not failed_at:
                failed_at = time.monotonic()
                name, code = next(iter(bad.items()))
                self._report_failure(name, code)
            if all(c is not None for name, c in codes.items() if name.startswith("worker")):
                return code
            if failed_at and time.monotonic() > failed_at + grace_seconds():
                return code
            time.sleep(_POLL_SECONDS)

    def _report_failure(self, name: str, code: int) -> None:
        """Report the failure of a process to the others, unless a failure was already reported."""
        how = f"was ended by signal {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        print(f"mxnet launch: {name} {how}", file=sys.stderr, flush=True)
        self._store.claim("failure", json.dumps(["launcher", f"{name} {how}"]))

    def _end_all(self) -> None:
        """End the remaining processes. Servers get a few seconds to exit on their own."""
        limit = time.monotonic() + 3.0
        while time.monotonic() < limit and any(p.poll() is None for p in self._processes.values()):
            time.sleep(_POLL_SECONDS)
        for name in ("SIGTERM", "SIGKILL"):
            running = [p for p in self._processes.values() if p.poll() is None]
            for process in running:
                with contextlib.suppress(ProcessLookupError):
                    _send(process, name)
            for process in running:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(5.0)
        for process in self._processes.values():
            if process.stdin is not None:
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.close()


def _send(process: Process, name: str) -> None:
    if isinstance(process, subprocess.Popen):
        send_signal(process, name)
    else:
        process.send(name)


def _copy_folder(hosts: Sequence[str], folder: str) -> None:
    for host in dict.fromkeys(hosts):
        print(f"mxnet launch: copying {os.getcwd()} to {host}:{folder}", file=sys.stderr, flush=True)
        name, _, port = host.partition(":")
        remote = ["-e", f"ssh -p {port}"] if port else []
        done = subprocess.run(["rsync", "-az", *remote, f"{os.getcwd()}/", f"{name}:{folder}"], check=False)
        if done.returncode:
            raise MXNetError(f"rsync to {host}:{folder} failed with exit code {done.returncode}")


def launch(options: Options) -> int:
    """Run a distributed program and return its exit code."""
    if not dist.is_available():
        raise MXNetError("this build of torch has no torch.distributed; install a build that has it")
    if options.folder and options.hosts:
        _copy_folder(options.hosts, options.folder)

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    earlier = signal.signal(signal.SIGTERM, stop)
    ray = None
    try:
        ray = RayCluster(options.workers) if options.launcher == "ray" else None
        for attempt in range(options.restarts + 1):
            code = Job(options, attempt, ray).run()
            if code == 0 or attempt == options.restarts:
                return code
            print(f"mxnet launch: restarting, attempt {attempt + 1} of {options.restarts}", file=sys.stderr,
                  flush=True)
        return code
    finally:
        if ray:
            ray.close()
        signal.signal(signal.SIGTERM, earlier)
