"""Rendezvous and failure detection for the processes of a distributed program.

All processes connect to a single `torch.distributed.TCPStore`. Each process writes a heartbeat to it twice a second. A
process that waits for others checks their heartbeats, so a killed or frozen process is reported by name and no process
waits forever. Entries are sealed with the shared secret, so clients without the secret can neither read nor forge them.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from mxnet_records import environment

from ..._runtime.error import MXNetError
from . import secret_file
from .place import ANY, Place, patience
from .sealed import SealedStore, TamperedEntry, authenticate

PROTOCOL = 2
BEAT_SECONDS = 0.5
DEAD_SECONDS = 3.0
# Time after which a process logs the names of the processes that it waits for.
WARN_SECONDS = 10.0
# How long a process that listens at the address of the store may take to answer. Torch looks up names on the way, which
# takes long if the name service does not work.
ANSWER_SECONDS = 30.0
# How long worker 0 keeps the store for workers that are still ending.
LINGER_SECONDS = 15.0


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


def listen(address: str, port: int,
           advice: str = "Choose another port with DMLC_PS_ROOT_PORT or --port of mxnet launch") -> socket.socket:
    """Return a socket that listens at this address only.

    Raises
    ------
    MXNetError
        If the port is taken. `advice` is the end of the message.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(512)
    except OSError as error:
        listener.close()
        raise MXNetError(f"cannot listen on {address}:{port}: {error.strerror}. {advice}") from error
    return listener


def host_store(listener: socket.socket) -> dist.TCPStore:
    """Start the store for all processes on a listening socket."""
    address, port = listener.getsockname()
    return dist.TCPStore(address, port, is_master=True, wait_for_workers=False,
                         timeout=timedelta(seconds=join_seconds()), master_listen_fd=listener.detach())


def _close_in_children(port: int) -> None:
    """Let forked processes drop their copies of the store's sockets.

    Otherwise the port stays open, and other processes wait for a response, if this process is killed before its
    children. The descriptors remain valid, because torch closes them when the child ends.
    """
    def drop() -> None:
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in _sockets(lambda line: line.getsockname()[1:2] == (port,)):
            os.dup2(nothing, number)
        os.close(nothing)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=drop)


def _sockets(wanted: Callable[[socket.socket], bool]) -> list[int]:
    """Return the descriptors of this process's sockets that fulfil a condition. Torch does not expose its own."""
    found: list[int] = []
    if not sys.platform.startswith("linux"):
        return found
    for number in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):  # already closed or not connected
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as line:
                    if wanted(line):
                        found.append(number)
    return found


def wait_for_port(place: Place, address: str, port: int) -> None:
    """Wait until a process listens at the address of the store.

    Raises
    ------
    MXNetError
        If the machine cannot be reached, or nobody listens until the timeout for processes that start late.
    """
    begun, warned, reached = time.monotonic(), False, False
    while True:
        try:
            socket.create_connection((address, port), timeout=2.0).close()
            return
        except ConnectionRefusedError as error:
            problem, reached = error, True
        except OSError as error:
            problem = error
        waited = time.monotonic() - begun
        if waited > (join_seconds() if reached else min(patience(), join_seconds())):
            what = "no process answers at" if reached else "cannot reach"
            raise MXNetError(f"{place.name}: {what} the rendezvous address {address}:{port} within {waited:.0f} s: "
                             f"{problem} (launcher: {place.launcher}; read: {place.read}); check that worker 0 or the "
                             "scheduler runs there with the same address and port") from problem
        if waited > WARN_SECONDS and not warned:
            warned = True
            logging.warning("kvstore: %s still waits for the rendezvous store at %s:%d (%s)", place.name, address, port,
                            place.read)
        time.sleep(min(0.05 + waited / 10, 0.5))


def _open_store(place: Place, address: str, port: int) -> dist.TCPStore:
    """Return a client of the store at a port where some process listens.

    Torch waits forever for a process that does not answer, or answers in another protocol. Its client is therefore created
    in a thread.

    Raises
    ------
    MXNetError
        If no store answers.
    """
    opened: list[dist.TCPStore] = []
    problems: list[Exception] = []

    def open_client() -> None:
        try:
            opened.append(dist.TCPStore(address, port, is_master=False, wait_for_workers=False,
                                        timeout=timedelta(seconds=join_seconds())))
        except RuntimeError as error:
            problems.append(error)

    thread = threading.Thread(target=open_client, name="mxnet-open-store", daemon=True)
    thread.start()
    thread.join(WARN_SECONDS)
    if thread.is_alive():
        logging.warning("kvstore: %s waits for an answer of the process at %s:%d, which may be another program (%s)",
                        place.name, address, port, place.read)
        thread.join(ANSWER_SECONDS - WARN_SECONDS)
    if opened:
        return opened[0]
    raise MXNetError(f"{place.name}: the process at {address}:{port} does not answer as the rendezvous store of a program "
                     f"(launcher: {place.launcher}; read: {place.read}); if another program uses this port, choose a "
                     "free one") from (problems[0] if problems else None)


def program_key(secret: str, attempt: str = "0") -> bytes:
    """Derive the root key of the program from the secret."""
    return authenticate(secret.encode(), b"mxnet program", attempt.encode())


def _notice_cut_lines(port: int) -> None:
    """Set a timeout on the connections to the store, so that a broken network is detected.

    Torch waits for a response forever. The kernel can close a connection on which packets are no longer acknowledged.
    The kernel of a frozen process still acknowledges them. Torch does not expose its sockets, so all sockets to this
    port are set.
    """
    for number in _sockets(lambda line: line.getpeername()[1:2] == (port,)):  # Unix sockets return a string
        with contextlib.suppress(OSError), socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as line:
            _break_after(line, frozen_seconds())


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
        self._address, self._port = place.address, place.port
        self._hosted = self._host() if place.bind is not None else None
        self.entries = self._connect()
        self._secret_file: Path | None = None
        self.key = program_key(self._find_secret(), place.attempt)
        self.store = SealedStore(self.entries, self.key)
        self.rank = self._take_rank()
        self.name = f"{place.role} {self.rank}"
        self.store.sign(secret_file.signature(self.name, place.attempt))
        self._lost_store = False
        self._seen: dict[str, tuple[str, float]] = {}
        self._stop = threading.Event()
        self.publish(f"version/{self.name}", _version())
        self._beats = threading.Thread(target=self._beat, name="mxnet-alive", daemon=True)
        self._beats.start()
        self._report_uncaught_errors()

    def _host(self) -> dist.TCPStore | None:
        """Host the store, unless torch's own process group already hosts one at the same address.

        Ray Train's `TorchTrainer` creates such a group before the program runs.
        """
        place = self.place
        assert place.bind is not None
        try:
            listener = listen(place.bind, place.port, "Another program uses this port, or two processes have rank 0; set "
                              f"MASTER_PORT to a free port (launcher: {place.launcher}; read: {place.read})")
        except MXNetError:
            if dist.is_initialized():
                return None
            raise
        self._port = listener.getsockname()[1]
        if place.bind != ANY:
            self._address = place.bind
        _close_in_children(self._port)
        return host_store(listener)

    def _connect(self) -> dist.TCPStore:
        wait_for_port(self.place, self._address, self._port)
        store = _open_store(self.place, self._address, self._port)
        _notice_cut_lines(self._port)
        return store

    def _find_secret(self) -> str:
        if self.place.secret is not None:
            return self.place.secret
        try:
            if not self.place.draws:
                owner = "scheduler" if self.place.launcher in ("mxnet launch", "dmlc") else "worker 0"
                return secret_file.receive(self.entries, self.place.attempt, owner)
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
        begun, warned = time.monotonic(), False
        comparison = min(secret_file.COMPARE_SECONDS, join_seconds() / 2)
        while missing:
            for key in [k for k in missing if self.store.check([k])]:
                missing.remove(key)
                values[key] = self.read(key)
            if not missing:
                break
            self.raise_failures()
            names = ", ".join(key.partition("/")[2] for key in missing)
            waited = time.monotonic() - begun
            if waited > comparison:
                comparison = waited + 1
                self._compare_secrets([self.name, *(key.partition("/")[2] for key in missing)])
            if waited > WARN_SECONDS and not warned:
                warned = True
                logging.warning("kvstore: %s still waits for %s (launcher: %s; read: %s)", self.name, names,
                                self.place.launcher, self.place.read)
            if waited > join_seconds():
                raise self.failure(f"{what} of {names} did not come within {join_seconds()} s (launcher: "
                                   f"{self.place.launcher}; read: {self.place.read}); set MXNET_KVSTORE_JOIN_TIMEOUT to "
                                   "wait longer, and check that all processes have the same address and port")
            time.sleep(0.02)
        return values

    def _compare_secrets(self, names: Iterable[str]) -> None:
        """Raise if one of these processes has joined with another secret, so that its entries cannot be found."""
        for name in names:
            if self.store.is_foreign(secret_file.signature(name, self.place.attempt)):
                who = "another process" if name == self.name else name
                raise self.failure(f"{who} has joined with another secret than {self.name} (launcher: "
                                   f"{self.place.launcher}; read: {self.place.read}); set MXNET_CLUSTER_SECRET to the "
                                   "same text for all processes, and give each program a different port")

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
        owner = "worker 0, which hosts it," if self.place.first_hosts else "the scheduler or the launcher"
        return MXNetError(f"{self.name}: the rendezvous store at {self._address}:{self._port} is gone: {owner} has "
                          "ended, or its machine cannot be reached")

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
            self._linger()

    def _linger(self) -> None:
        """Keep the hosted store until the other workers have left or died, so that they can read the last entries."""
        if self._hosted is None:
            return
        others = [f"worker {rank}" for rank in range(self.place.workers) if rank != self.rank]
        self.reset_heartbeats()
        limit = time.monotonic() + LINGER_SECONDS
        while time.monotonic() < limit and not all(map(self.has_left, others)):
            if len(self.find_silent(others, DEAD_SECONDS)) == sum(not self.has_left(name) for name in others):
                return
            time.sleep(0.05)

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

