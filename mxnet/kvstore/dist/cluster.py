"""Where the processes of a distributed program meet, and who of them has failed.

All know one store of torch (`TCPStore`). Each process writes there that it is alive, twice a second; who waits for
others reads it, so that a process that was killed or frozen is named and nobody waits for it for ever. Entries are sealed
with the shared secret, so that strangers who reach the store's port can neither read nor forge them.
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
    """How long processes wait at the beginning for those that are missing."""
    return environment.KVSTORE_JOIN_TIMEOUT.get()


def frozen_seconds() -> int:
    """How long a process may be silent while others wait for it.

    A thread writes that it lives, and a long call into a library that lets no other thread run must not look like a
    death.
    """
    return environment.KVSTORE_FROZEN_TIMEOUT.get()


def listen(address: str, port: int) -> socket.socket:
    """A socket that listens at an address, and nowhere else.

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
        raise MXNetError(f"cannot listen at {address}:{port}: {error.strerror}; choose another port "
                         "(DMLC_PS_ROOT_PORT, or --port of mxnet launch)") from error
    return listener


def host_store(listener: socket.socket) -> dist.TCPStore:
    """The store that others connect to, behind a socket that listens."""
    address, port = listener.getsockname()
    return dist.TCPStore(address, port, is_master=True, wait_for_workers=False,
                         timeout=timedelta(seconds=join_seconds()), master_listen_fd=listener.detach())


def program_key(secret: str, attempt: str = "0") -> bytes:
    """Return the key that all others are derived from."""
    return authenticate(secret.encode(), b"mxnet program", attempt.encode())


def _notice_cut_lines(port: int) -> None:
    """Let connections to the store break if their line is cut, as those to a machine that answers nothing do not.

    Torch waits for an answer without end. The system can break a connection on which nothing is acknowledged any more;
    a process that is only frozen still acknowledges. Torch does not say which sockets are its own.
    """
    if not sys.platform.startswith("linux"):
        return
    seconds = frozen_seconds()
    for number in map(int, os.listdir("/proc/self/fd")):
        with contextlib.suppress(OSError):  # what was closed since, or has no other end
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                continue
            with socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as line:
                if line.getpeername()[1:2] == (port,):  # the others' names are texts
                    _break_after(line, seconds)


def _break_after(line: socket.socket, seconds: int) -> None:
    """Let the system end a connection on which nothing is acknowledged for so long."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in ((socket.TCP_KEEPIDLE, max(1, seconds // 2)), (socket.TCP_KEEPINTVL, 1),
                          (socket.TCP_USER_TIMEOUT, 1000 * seconds)):
        line.setsockopt(socket.IPPROTO_TCP, option, value)


class Cluster:
    """The processes of a program, as one of them sees them.

    Parameters
    ----------
    place
        The place of this process; its rank may be unknown, `rank` then says it.
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
            raise MXNetError(f"{self.place.name}: nothing answers at {self.place.address}:{self.place.port}, where the "
                             f"processes of the program meet, within {join_seconds()} s: {error}") from error
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
            raise MXNetError(f"{self.place.name}: the process that draws the secret did not come within {join_seconds()} "
                             f"s: {error}") from error
        atexit.register(self.remove_secret_file)
        return secret

    def remove_secret_file(self) -> None:
        """Remove the file with the secret, which no process needs when all have joined."""
        if self._secret_file is not None:
            self._secret_file.unlink(missing_ok=True)

    def _take_rank(self) -> int:
        rank, role = self.place.rank, self.place.role
        count = self.place.workers if role == "worker" else self.place.servers
        if rank is None:
            own = os.urandom(16).hex()
            rank = next((i for i in range(count) if self.store.claim(f"rank/{role} {i}", own) == own), count)
        if not 0 <= rank < count:
            raise MXNetError(f"a {role} with rank {rank} came, but the program has {count} of them")
        return rank

    # What others read

    def publish(self, key: str, value: str) -> None:
        """Write an entry for the others."""
        self.store.set(key, value)

    def read(self, key: str) -> str:
        """An entry that is known to be there."""
        try:
            return self.store.get(key).decode()
        except TamperedEntry as error:
            raise self.failure(str(error)) from error

    def collect(self, keys: Iterable[str], what: str) -> dict[str, str]:
        """Entries of others, waited for; `what` names them in the error if some do not come."""
        missing, found = list(keys), {}
        limit = time.monotonic() + join_seconds()
        while missing:
            for key in [k for k in missing if self.store.check([k])]:
                missing.remove(key)
                found[key] = self.read(key)
            if not missing:
                break
            self.raise_failures()
            if time.monotonic() > limit:
                names = ", ".join(key.partition("/")[2] for key in missing)
                raise self.failure(f"{what} of {names} did not come within {join_seconds()} s; set "
                                   "MXNET_KVSTORE_JOIN_TIMEOUT to wait longer, and look whether all processes have the "
                                   "same MXNET_CLUSTER_SECRET: those with another one are not heard")
            time.sleep(0.02)
        return found

    def check_versions(self, names: Iterable[str]) -> None:
        """Wait for other processes and compare their versions with this one's."""
        for key, version in self.collect([f"version/{name}" for name in names], "word").items():
            if version != _version():
                raise self.failure(f"{key.partition('/')[2]} runs {version}, {self.name} runs {_version()}; all "
                                   "processes need the same version")

    # Who lives

    def _beat(self) -> None:
        store, count = SealedStore(self._connect(), self.key), 0
        while not self._stop.wait(BEAT_SECONDS):
            count += 1
            try:
                store.set(f"alive/{self.name}", str(count))
            except RuntimeError:
                self._lost_store = True
                return

    def _look(self, names: Iterable[str]) -> None:
        """Note when the beats of others were seen to change."""
        now = time.monotonic()
        for name in names:
            key = f"alive/{name}"
            beat = self.read(key) if self.store.check([key]) else ""
            if name not in self._seen or self._seen[name][0] != beat:
                self._seen[name] = beat, now

    def silent(self, names: Iterable[str], seconds: float) -> list[str]:
        """Who of them has been silent for so long, as far as this process has looked."""
        chosen = list(names)
        try:
            self._look(chosen)
            now = time.monotonic()
            return [name for name in chosen if now - self._seen[name][1] > seconds and not self.has_left(name)]
        except MXNetError:
            raise
        except RuntimeError as error:
            raise self._lost() from error

    def begin_watching(self) -> None:
        """Reset the heartbeat timestamps."""
        self._seen.clear()

    def find_dead(self, names: Iterable[str]) -> list[str]:
        """Return the processes without a heartbeat. This takes a few seconds."""
        chosen = list(names)
        self.begin_watching()
        limit = time.monotonic() + DEAD_SECONDS + 4 * BEAT_SECONDS
        while time.monotonic() < limit:
            self.raise_failures()
            dead = self.silent(chosen, DEAD_SECONDS)
            if dead:
                return dead
            time.sleep(BEAT_SECONDS)
        return []

    def count_dead(self, groups: int, seconds: float) -> int:
        """How many processes are silent, of the servers (2) and the workers (4)."""
        names = [f"server {i}" for i in range(self.place.servers)] if groups & 2 else []
        names += [f"worker {i}" for i in range(self.place.workers)] if groups & 4 else []
        self.begin_watching()
        self._look(names)
        time.sleep(min(seconds, DEAD_SECONDS))
        return len(self.silent(names, min(seconds, DEAD_SECONDS) / 2))

    # Who failed

    def failure(self, reason: str) -> MXNetError:
        """Tell everybody that the program cannot go on; returns the error to raise here."""
        with contextlib.suppress(RuntimeError):
            self.store.claim("failure", json.dumps([self.name, reason]))
        return MXNetError(reason)

    def _lost(self) -> MXNetError:
        """The error to raise when the store does not answer any more."""
        self._lost_store = True
        return MXNetError(f"{self.name}: the place at {self.place.address}:{self.place.port} where the processes meet is "
                          "gone: the scheduler or the launcher has ended, or its machine cannot be reached")

    def raise_failures(self) -> None:
        """Raise if somebody has said that the program cannot go on, or if nobody can say anything any more."""
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

        def report(kind: type[BaseException], error: BaseException, trace: Any) -> None:
            if not issubclass(kind, KeyboardInterrupt):
                self.failure(f"{self.name} ended with {kind.__name__}: {str(error)[:500]}")
            earlier(kind, error, trace)

        sys.excepthook = report

    # The end

    def leave(self) -> None:
        """Say that this process ends as it should."""
        # A thread that is inside torch when the interpreter ends would abort the process.
        self._stop.set()
        self._beats.join(5.0)
        with contextlib.suppress(RuntimeError):
            self.publish(f"left/{self.name}", str(os.getpid()))

    def has_left(self, name: str) -> bool:
        """Whether a process has ended as it should."""
        return self.store.check([f"left/{name}"])

    def all_left(self, role: str, count: int) -> bool:
        """Whether all processes of a role have ended as they should."""
        return all(self.has_left(f"{role} {rank}") for rank in range(count))

    def has_failed(self) -> bool:
        """Whether some process has said that the program cannot go on."""
        try:
            return self._lost_store or self.store.check(["failure"])
        except RuntimeError:
            return True

