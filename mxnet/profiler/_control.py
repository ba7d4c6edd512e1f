"""Functions that start, stop and read the profiler."""

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
_SERVER_COMMAND = 5  # MXNet's command number


class _Profiler:
    """The profiler of this process. Torch's profiler measures the operators."""

    def __init__(self) -> None:
        self.filename = "profile.json"
        self.record = Record()
        self.running = False
        # Id of the process that has measurements which were not written with `dump`.
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
            self._names.install()
            self._begin()

    def stop(self) -> None:
        if self._session is not None:
            self._end()
            self._names.restore()

    def collect(self) -> None:
        """Collect the measurements up to now, and continue measuring."""
        if self._session is not None:
            self._end()
            self._begin()

    def _begin(self) -> None:
        kinds = [torch.profiler.ProfilerActivity.CPU]
        if torch.cuda.is_available():
            kinds.append(torch.profiler.ProfilerActivity.CUDA)
        # Otherwise torch's tracer logs every start and stop to stderr.
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
def _write_pending_trace() -> None:
    """Write the trace of a program that ends without `dump`, and stop torch's profiler before the interpreter exits."""
    if PROFILER.owed_by == os.getpid():
        dump(True)


# The store whose servers `profile_process="server"` refers to, as a weak reference.
_store: weakref.ref[Any] | None = None


def set_kvstore_handle(handle: Any) -> None:
    """Set the store, or its ``handle``, whose servers are profiled with ``profile_process='server'``.

    The default is the store that ``kv.create`` created last.

    Parameters
    ----------
    handle : KVStore
        The store, or its handle.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.profiler.set_kvstore_handle(mx.kv.create('local'))
    """
    global _store
    _store = weakref.ref(handle)


def _sent_to_servers(function: str, profile_process: Any, **arguments: Any) -> bool:
    """Forward a call to the servers of a distributed store, and return whether it was meant for them."""
    _check(function, "profile_process", profile_process, _PROCESSES)
    if profile_process == "worker":
        return False
    store: Any = None if _store is None else _store()
    if "async" not in getattr(store, "type", ""):
        raise MXNetError(f"profiler.{function}: there are no servers to profile. Only a 'dist_async' kvstore has "
                         "servers. If there are several stores, choose one with set_kvstore_handle")
    store._send_command_to_servers(_SERVER_COMMAND, json.dumps({"function": function, "arguments": arguments}))
    return True


def set_config(**kwargs: Any) -> None:
    """Configure the profiler.

    Parameters
    ----------
    filename : str
        Path of the trace file that :func:`dump` writes.
    profile_all, profile_symbolic, profile_imperative, profile_memory, profile_api : bool
    continuous_dump, dump_period, aggregate_stats
        Accepted and ignored. All operators are measured, statistics are always collected, memory is not measured,
        and the file is written by :func:`dump` or at program exit.
    profile_process : {'worker', 'server'}
        Whether to configure this process or the servers of a distributed store. Each server writes its own file,
        with a prefix such as ``rank0_``.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.set_state('stop')
    >>> folder.cleanup()
    """
    unknown = sorted(set(kwargs) - _OPTIONS)
    if unknown:
        raise MXNetError(f"profiler.set_config: unknown option(s) {', '.join(unknown)}; use "
                         f"{', '.join(sorted(_OPTIONS))}")
    process = kwargs.pop("profile_process", "worker")
    if "filename" in kwargs:
        kwargs["filename"] = os.fspath(kwargs["filename"])
    if _sent_to_servers("set_config", process, **kwargs):
        return
    PROFILER.filename = kwargs.get("filename", PROFILER.filename)


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """Configure the profiler. This is the deprecated name of :func:`set_config`.

    Parameters
    ----------
    mode : str
        Which calls to measure: 'symbolic', 'imperative', 'api', 'memory' or 'all'.
    filename : str
        File of the trace.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.profiler.set_config(filename='profile.json')  # the current name
    """
    warnings.warn("profiler_set_config is deprecated. Use set_config instead", stacklevel=user_level())
    set_config(**{f"profile_{mode}": True, "filename": filename})


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Start (``'run'``) or stop (``'stop'``) the profiler.

    Parameters
    ----------
    state : {'run', 'stop'}
        The new state.
    profile_process : {'worker', 'server'}
        Profile this process, or the servers of a distributed program.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.set_state('stop')
    >>> folder.cleanup()
    """
    _check("set_state", "state", state, _STATES)
    if _sent_to_servers("set_state", profile_process, state=state):
        return
    PROFILER.running = state == "run"
    if PROFILER.running:
        PROFILER.start()
    else:
        PROFILER.stop()


def profiler_set_state(state: str = "stop") -> None:
    """Start or stop the profiler. This is the deprecated name of :func:`set_state`.

    Parameters
    ----------
    state : {'run', 'stop'}
        The new state.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.profiler.set_state('stop')  # the current name
    """
    warnings.warn("profiler_set_state is deprecated. Use set_state instead", stacklevel=user_level())
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Pause the profiler until :func:`resume`.

    Parameters
    ----------
    profile_process : {'worker', 'server'}
        Profile this process, or the servers of a distributed program.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.pause()
    >>> mx.profiler.resume()
    >>> mx.profiler.set_state('stop')
    >>> folder.cleanup()
    """
    if _sent_to_servers("pause", profile_process):
        return
    PROFILER.stop()


def resume(profile_process: str = "worker") -> None:
    """Resume the profiler after :func:`pause`.

    Parameters
    ----------
    profile_process : {'worker', 'server'}
        Profile this process, or the servers of a distributed program.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.pause()
    >>> mx.profiler.resume()
    >>> mx.profiler.set_state('stop')
    >>> folder.cleanup()
    """
    if _sent_to_servers("resume", profile_process):
        return
    if PROFILER.running:
        PROFILER.start()


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the trace of all measurements so far. If `finished` is set, also stop the profiler.

    Parameters
    ----------
    finished : bool
        Whether to stop the profiler.
    profile_process : {'worker', 'server'}
        Profile this process, or the servers of a distributed program.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.dump()
    >>> os.path.exists(path)
    True
    >>> folder.cleanup()
    """
    if _sent_to_servers("dump", profile_process, finished=finished):
        return
    if finished:
        set_state("stop")
        PROFILER.owed_by = None
    else:
        PROFILER.collect()
    PROFILER.write()


def dump_profile() -> None:
    """Write the trace. This is the deprecated name of :func:`dump`.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.dump()
    >>> os.path.exists(path)
    True
    >>> folder.cleanup()
    """
    warnings.warn("dump_profile is deprecated. Use dump instead", stacklevel=user_level())
    dump(True)


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total", ascending: bool = False) -> str:
    """Return the statistics of all measurements, by category and name.

    Parameters
    ----------
    reset : bool
        Whether to reset the statistics afterwards.
    format : {'table', 'json'}
        Format of the result.
    sort_by : {'total', 'avg', 'min', 'max', 'count'}
        Column to sort by.
    ascending : bool
        Whether to sort in ascending order.

    Returns
    -------
    str
        A table, or JSON with ``format='json'``.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'trace.json')
    >>> mx.profiler.set_config(filename=path, aggregate_stats=True)
    >>> mx.profiler.set_state('run')
    >>> _ = mx.nd.ones(2) + 1
    >>> mx.profiler.set_state('stop')
    >>> 'Profile Statistics' in mx.profiler.dumps(reset=True)
    True
    >>> folder.cleanup()
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
