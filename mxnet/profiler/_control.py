"""Starting, stopping and reading the profiler."""

from __future__ import annotations

import atexit
import json
import os
import warnings
import weakref
from typing import Any

import torch

from mxnet_records import files

from .._runtime.tracebacks import user_level
from ..base import MXNetError
from ._events import spans_of
from ._names import Names
from ._record import SORT_KEYS, Record, as_json, as_table, now

_OPTIONS = {
    "filename", "profile_all", "profile_symbolic", "profile_imperative", "profile_memory", "profile_api",
    "continuous_dump", "dump_period", "aggregate_stats", "profile_process", "gpu_memory_profile_filename_prefix",
}
_STATES = ("stop", "run")
_PROCESSES = ("worker", "server")
_SERVER_COMMAND = 5  # MXNet's number


class _Profiler:
    """The one profiler of this process. Torch's measures operators while it runs."""

    def __init__(self) -> None:
        self.filename = "profile.json"
        self.record = Record()
        self.running = False
        # The process that owes a trace: one that measured, and did not write all with `dump`.
        self.owed_by: int | None = None
        self._session: Any = None
        self._started = 0.0
        self._names = Names()

    @property
    def measuring(self) -> bool:
        return self._session is not None

    def start(self) -> None:
        if self._session is None:
            self.owed_by = os.getpid()
            self._names.tell()
            self._begin()

    def stop(self) -> None:
        if self._session is not None:
            self._end()
            self._names.be_silent()

    def collect(self) -> None:
        """Take over what was measured until now, and go on."""
        if self._session is not None:
            self._end()
            self._begin()

    def _begin(self) -> None:
        kinds = [torch.profiler.ProfilerActivity.CPU]
        if torch.cuda.is_available():
            kinds.append(torch.profiler.ProfilerActivity.CUDA)
        # Or else torch's tracer announces every start and end on stderr.
        os.environ.setdefault("KINETO_LOG_LEVEL", "9")
        self._session = torch.profiler.profile(activities=kinds, acc_events=True)
        self._started = now()
        self._session.start()

    def _end(self) -> None:
        session, self._session = self._session, None
        session.stop()
        self.record.spans.extend(spans_of(session.events(), self._started))

    def write(self) -> None:
        with files.write(self.filename) as file:
            file.write(self.record.trace().encode())


PROFILER = _Profiler()


@atexit.register
def _write_what_is_owed() -> None:
    """A program that ends without `dump` leaves its trace all the same. Torch's profiler must not run on at its end."""
    if PROFILER.owed_by == os.getpid():
        dump(True)


# The store whose servers `profile_process="server"` means, which this does not keep alive.
_store: weakref.ref[Any] | None = None


def set_kvstore_handle(handle: Any) -> None:
    """Choose the store, or its ``handle``, whose servers are profiled with ``profile_process='server'``.

    Without a call it is the last one that ``kv.create`` made.
    """
    global _store
    _store = weakref.ref(handle)


def _sent_to_servers(function: str, profile_process: Any, **arguments: Any) -> bool:
    """Whether a call was meant for the servers of a distributed store, which then carry it out."""
    _check(function, "profile_process", profile_process, _PROCESSES)
    if profile_process == "worker":
        return False
    store: Any = None if _store is None else _store()
    if "async" not in getattr(store, "type", ""):
        raise MXNetError(f"profiler.{function}: there are no servers to profile: a 'dist_async' kvstore has some, in "
                         "synchronous ones the workers do their work; if there are several stores, name the one you "
                         "mean with set_kvstore_handle")
    store._send_command_to_servers(_SERVER_COMMAND, json.dumps({"function": function, "arguments": arguments}))
    return True


def set_config(**kwargs: Any) -> None:
    """Choose where and what to measure.

    Parameters
    ----------
    filename : str
        The trace that :func:`dump` writes.
    profile_all, profile_symbolic, profile_imperative, profile_memory, profile_api : bool
    continuous_dump, dump_period, aggregate_stats
        Accepted. All operators are measured whatever these say, statistics are always kept, memory is not measured,
        and the file is written by :func:`dump`, or else at the end of the program.
    profile_process : {'worker', 'server'}
        Whether this process is meant, or the servers of a distributed store. They write files of their own, with
        ``rank0_`` and so on before the name.
    """
    unknown = sorted(set(kwargs) - _OPTIONS)
    if unknown:
        raise MXNetError(f"profiler.set_config: unknown option(s) {', '.join(unknown)}; there are "
                         f"{', '.join(sorted(_OPTIONS))}")
    process = kwargs.pop("profile_process", "worker")
    if "filename" in kwargs:
        kwargs["filename"] = os.fspath(kwargs["filename"])
    if _sent_to_servers("set_config", process, **kwargs):
        return
    PROFILER.filename = kwargs.get("filename", PROFILER.filename)


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """The old name of :func:`set_config`."""
    warnings.warn("profiler_set_config is deprecated: the new name is set_config", stacklevel=user_level())
    set_config(**{f"profile_{mode}": True, "filename": filename})


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Start (``'run'``) or end (``'stop'``) measuring."""
    _check("set_state", "state", state, _STATES)
    if _sent_to_servers("set_state", profile_process, state=state):
        return
    PROFILER.running = state == "run"
    if PROFILER.running:
        PROFILER.start()
    else:
        PROFILER.stop()


def profiler_set_state(state: str = "stop") -> None:
    """The old name of :func:`set_state`."""
    warnings.warn("profiler_set_state is deprecated: the new name is set_state", stacklevel=user_level())
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Measure nothing until :func:`resume`."""
    if _sent_to_servers("pause", profile_process):
        return
    PROFILER.stop()


def resume(profile_process: str = "worker") -> None:
    """Go on after :func:`pause`."""
    if _sent_to_servers("resume", profile_process):
        return
    if PROFILER.running:
        PROFILER.start()


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the trace of everything measured so far; `finished` also ends measuring."""
    if _sent_to_servers("dump", profile_process, finished=finished):
        return
    if finished:
        set_state("stop")
        PROFILER.owed_by = None
    else:
        PROFILER.collect()
    PROFILER.write()


def dump_profile() -> None:
    """The old name of :func:`dump`."""
    warnings.warn("dump_profile is deprecated: the new name is dump", stacklevel=user_level())
    dump(True)


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total", ascending: bool = False) -> str:
    """Statistics of what was measured, by category and name.

    Parameters
    ----------
    reset : bool
        Count from here on next time.
    format : {'table', 'json'}
    sort_by : {'total', 'avg', 'min', 'max', 'count'}
    ascending : bool
        Smallest first.
    """
    _check("dumps", "format", format, ("table", "json"))
    _check("dumps", "sort_by", sort_by, tuple(SORT_KEYS))
    PROFILER.collect()
    statistics = PROFILER.record.statistics(sort_by, ascending)
    if reset:
        PROFILER.record.spans_counted = len(PROFILER.record.spans)
    return as_json(statistics) if format == "json" else as_table(statistics)


def _check(function: str, argument: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"profiler.{function}: {argument} must be one of {allowed}, received {value!r}")
