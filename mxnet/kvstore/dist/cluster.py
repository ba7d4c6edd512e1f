"""Rendezvous and failure detection for the processes of a distributed program.

All processes connect to a single `torch.distributed.TCPStore`. Each process writes a heartbeat to it twice a second. A
process that waits for others checks their heartbeats, so a killed or frozen process is reported by name and no process
waits forever. Entries are sealed with the shared secret, so clients without the secret can neither read nor forge them.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from mxnet_records import environment

from ..._runtime.error import MXNetError
from . import secret_file
from .place import Place
from .sealed import SealedStore, TamperedEntry, authenticate

PROTOCOL = 2
BEAT_SECONDS = 0.5
DEAD_SECONDS = 3.0


def _version() -> str:
    from ... import __version__

    return f"mxnet {__version__}, protocol {PROTOCOL}, torch {torch.__version__.split('+')[0]}"


def join_seconds() -> int:
    """Return the timeout for missing processes at startup."""
    return environment.KVSTORE_JOIN_TIMEOUT.get()


def frozen_seconds() -> int:
    """Return the maximum time without a heartbeat while other processes wait.

    A background thread writes the heartbeat. A long library call that blocks all other threads must not count as a
    crash.
    """
    return environment.KVSTORE_FROZEN_TIMEOUT.get()


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens at this address only.

    Raises
    ------
    MXNetError
        If the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(512)
    except OSError as error:
        listener.close()
        raise MXNetError(f"cannot listen on {address}:{port}: {error.strerror}. Choose another port "
                         "with DMLC_PS_ROOT_PORT or --port of mxnet launch") from error
    return listener


def host_store(listener: socket.socket) -> dist.TCPStore:
    """Start the store for all processes on a listening socket."""
    address, port = listener.getsockname()
    return dist.TCPStore(address, port, is_master=True, wait_for_workers=False,
                         timeout=timedelta(seconds=join_seconds()), master_listen_fd=listener.detach())


def program_key(secret: str, attempt: str = "0") -> bytes:
    """Derive the root key of the program from the secret."""
    return authenticate(secret.encode(), b"mxnet program", attempt.encode())


def _notice_cut_lines(port: int) -> None:
    """Set a timeout on the connections to the store, so that a broken network is detected.

    Torch waits for a response forever. The kernel can close a connection on which packets are no longer acknowledged.
    The kernel of a frozen process still acknowledges them. Torch does not expose its sockets, so all sockets to this
    port are set.
    """
    if not sys.platform.startswith("linux"):
        return
    seconds = frozen_seconds()
    for number in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):  # already closed or not connected
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                continue
            with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as line:
                if line.getpeername()[1:2] == (port,):  # Unix sockets return a string
                    _break_after(line, seconds)


def _break_after(line: socket.socket, seconds: int) -> None:
    """Let the kernel close a connection if nothing is acknowledged for this number of seconds."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in ((socket.TCP_KEEPIDLE, max(1, seconds // 2)), (socket.TCP_KEEPINTVL, 1),
                          (socket.TCP_USER_TIMEOUT, 1000 * seconds)):
        line.setsockopt(socket.IPPROTO_TCP, option, value)


class Cluster:
    """The processes of a program, from the view of one of them.

    Parameters
    ----------
    place
        The role and address of this process. If its rank is None, `rank` holds the assigned one.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.entries = self._connect()
        self._secret_file: Path | None = None
        self.key = program_key(self._find_secret(), place.attempt)
        self.store = SealedStore(self.entries, self.key)
        self.rank = self._take_rank()
        self.name = f"{place.role} {self.rank}"
        self._lost_store = False
        self._seen: dict[str, tuple[str, float]] = {}
        self._stop = threading.Event()
        self.publish(f"version/{self.name}", _version())
        self._beats = threading.Thread(target=self._beat, name="mxnet-alive", daemon=True)
        self._beats.start()
        self._report_uncaught_errors()

    def _connect(self) -> dist.TCPStore:
        try:
            store = dist.TCPStore(self.place.address, self.place.port, is_master=False, wait_for_workers=False,
                                  timeout=timedelta(seconds=join_seconds()))
        except RuntimeError as error:
            raise MXNetError(f"{self.place.name}: no process answers at the rendezvous address {self.place.address}:"
                             f"{self.place.port} within {join_seconds()} s: {error}") from error
        _notice_cut_lines(self.place.port)
        return store

    def _find_secret(self) -> str:
        if self.place.secret is not None:
            return self.place.secret
        try:
            if not self.place.draws:
                return secret_file.receive(self.entries, self.place.attempt)
            secret, self._secret_file = secret_file.share(self.entries, self.place.attempt)
        except dist.DistError as error:
            raise MXNetError(f"{self.place.name}: the process that generates the secret did not join within "
                             f"{join_seconds()} s: {error}") from error
        atexit.register(self.remove_secret_file)
        return secret

    def remove_secret_file(self) -> None:
        """Remove the file with the secret, which is not needed after all processes have joined."""
        if self._secret_file is not None:
            self._secret_file.unlink(missing_ok=True)

    def _take_rank(self) -> int:
        rank, role = self.place.rank, self.place.role
        count = self.place.workers if role == "worker" else self.place.servers
        if rank is None:
            own = os.urandom(16).hex()
            rank = next((i for i in range(count) if self.store.claim(f"rank/{role} {i}", own) == own), count)
        if not 0 <= rank < count:
            raise MXNetError(f"a {role} with rank {rank} joined, but the program has {count} of them")
        return rank

    # Shared entries

    def publish(self, key: str, value: str) -> None:
        """Write an entry that the other processes can read."""
        self.store.set(key, value)

    def read(self, key: str) -> str:
        """Return the value of an existing entry."""
        try:
            return self.store.get(key).decode()
        except TamperedEntry as error:
            raise self.failure(str(error)) from error

    def collect(self, keys: Iterable[str], what: str) -> dict[str, str]:
        """Wait for entries of other processes. `what` describes the entries in the timeout error."""
        missing, values = list(keys), {}
        limit = time.monotonic() + join_seconds()
        while missing:
            for key in [k for k in missing if self.store.check([k])]:
                missing.remove(key)
                values[key] = self.read(key)
            if not missing:
                break
            self.raise_failures()
            if time.monotonic() > limit:
                names = ", ".join(key.partition("/")[2] for key in missing)
                raise self.failure(f"{what} of {names} did not come within {join_seconds()} s; set "
                                   "MXNET_KVSTORE_JOIN_TIMEOUT to wait longer, and check that all processes have the "
                                   "same MXNET_CLUSTER_SECRET: messages with another secret are ignored")
            time.sleep(0.02)
        return values

    def check_versions(self, names: Iterable[str]) -> None:
        """Wait for other processes and compare their versions with this one's."""
        for key, version in self.collect([f"version/{name}" for name in names], "version").items():
            if version != _version():
                raise self.failure(f"{key.partition('/')[2]} runs {version}, {self.name} runs {_version()}; all "
                                   "processes need the same version")

    # Heartbeats

    def _beat(self) -> None:
        store, count = SealedStore(self._connect(), self.key), 0
        while not self._stop.wait(BEAT_SECONDS):
            count += 1
            try:
                store.set(f"alive/{self.name}", str(count))
            except RuntimeError:
                self._lost_store = True
                return

    def _record_heartbeats(self, names: Iterable[str]) -> None:
        """Record when the heartbeats of other processes last changed."""
        now = time.monotonic()
        for name in names:
            key = f"alive/{name}"
            beat = self.read(key) if self.store.check([key]) else ""
            if name not in self._seen or self._seen[name][0] != beat:
                self._seen[name] = beat, now

    def find_silent(self, names: Iterable[str], seconds: float) -> list[str]:
        """Return the processes without a heartbeat for this number of seconds, as far as this process has observed."""
        chosen = list(names)
        try:
            self._record_heartbeats(chosen)
            now = time.monotonic()
            return [name for name in chosen if now - self._seen[name][1] > seconds and not self.has_left(name)]
        except MXNetError:
            raise
        except RuntimeError as error:
            raise self._lost() from error

    def reset_heartbeats(self) -> None:
        """Reset the heartbeat timestamps."""
        self._seen.clear()

    def find_dead(self, names: Iterable[str]) -> list[str]:
        """Return the processes without a heartbeat. This takes a few seconds."""
        chosen = list(names)
        self.reset_heartbeats()
        limit = time.monotonic() + DEAD_SECONDS + 4 * BEAT_SECONDS
        while time.monotonic() < limit:
            self.raise_failures()
            dead = self.find_silent(chosen, DEAD_SECONDS)
            if dead:
                return dead
            time.sleep(BEAT_SECONDS)
        return []

    def count_dead(self, groups: int, seconds: float) -> int:
        """Count the processes without a heartbeat among the servers (bit 2) and the workers (bit 4)."""
        names = [f"server {i}" for i in range(self.place.servers)] if groups & 2 else []
        names += [f"worker {i}" for i in range(self.place.workers)] if groups & 4 else []
        self.reset_heartbeats()
        self._record_heartbeats(names)
        time.sleep(min(seconds, DEAD_SECONDS))
        return len(self.find_silent(names, min(seconds, DEAD_SECONDS) / 2))

    # Failures

    def failure(self, reason: str) -> MXNetError:
        """Report a fatal failure to all processes, and return the error to raise here."""
        with contextlib.suppress(RuntimeError):
            self.store.claim("failure", json.dumps([self.name, reason]))
        return MXNetError(reason)

    def _lost(self) -> MXNetError:
        """Return the error for a store that no longer responds."""
        self._lost_store = True
        return MXNetError(f"{self.name}: the rendezvous store at {self.place.address}:{self.place.port} is gone: the "
                          "scheduler or the launcher has ended, or its machine cannot be reached")

    def raise_failures(self) -> None:
        """Raise if a failure was reported or the store is lost."""
        if self._lost_store:
            raise self._lost()
        try:
            failed = self.store.check(["failure"])
        except RuntimeError as error:
            raise self._lost() from error
        if failed:
            who, reason = json.loads(self.read("failure"))
            raise MXNetError(reason if who == self.name else f"{reason} (reported by {who})")

    def _report_uncaught_errors(self) -> None:
        earlier = sys.excepthook

        def report(error_type: type[BaseException], error: BaseException, trace: Any) -> None:
            if not issubclass(error_type, KeyboardInterrupt):
                self.failure(f"{self.name} ended with {error_type.__name__}: {str(error)[:500]}")
            earlier(error_type, error, trace)

        sys.excepthook = report

    # Shutdown

    def leave(self) -> None:
        """Announce a normal exit of this process."""
        # A thread that is still inside torch when the interpreter exits would abort the process.
        self._stop.set()
        self._beats.join(5.0)
        with contextlib.suppress(RuntimeError):
            self.publish(f"left/{self.name}", str(os.getpid()))

    def has_left(self, name: str) -> bool:
        """Return whether a process has exited normally."""
        return self.store.check([f"left/{name}"])

    def all_left(self, role: str, count: int) -> bool:
        """Return whether all processes of a role have exited normally."""
        return all(self.has_left(f"{role} {rank}") for rank in range(count))

    def has_failed(self) -> bool:
        """Return whether a process has reported a failure, or the store is lost."""
        try:
            return self._lost_store or self.store.check(["failure"])
        except RuntimeError:
            return True

