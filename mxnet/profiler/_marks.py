"""Sections, numbers and moments that a program marks itself."""

from __future__ import annotations

import threading
from typing import Any

from ..base import MXNetError
from ._control import PROFILER
from ._record import Span, now

_SCOPES = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "p"}


class Domain:
    """A name under which tasks, frames, counters and markers appear together.

    Parameters
    ----------
    name : str
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def new_marker(self, name: str) -> Marker:
        """A :class:`Marker` of this domain."""
        return Marker(self, name)

    def new_counter(self, name: str, value: int | None = None) -> Counter:
        """A :class:`Counter` of this domain."""
        return Counter(self, name, value)

    def new_frame(self, name: str) -> Frame:
        """A :class:`Frame` of this domain."""
        return Frame(self, name)

    def new_task(self, name: str) -> Task:
        """A :class:`Task` of this domain."""
        return Task(self, name)


class _Section:
    """Time between `start` and `stop`, recorded while the profiler runs."""

    def __init__(self, category: str, name: str) -> None:
        self.name = name
        self._category = category
        self._began: float | None = None

    def __str__(self) -> str:
        return self.name

    def start(self) -> None:
        """Begin."""
        self._began = now()

    def stop(self) -> None:
        """End what the last :meth:`start` began."""
        began, self._began = self._began, None
        if began is not None and PROFILER.measuring:
            span = Span(self._category, self.name, began, now(), threading.get_native_id())
            PROFILER.record.spans.append(span)


class Task(_Section):
    """A piece of work, which may go across threads.

    Parameters
    ----------
    domain : Domain
    name : str
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(domain.name, name)
        self.domain = domain


class Frame(_Section):
    """One of many passes through the same code, such as an iteration.

    Parameters
    ----------
    domain : Domain
    name : str
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(f"{domain.name},frame", name)
        self.domain = domain


class Event(_Section):
    """A piece of work of one thread.

    Parameters
    ----------
    name : str
    """

    def __init__(self, name: str) -> None:
        super().__init__("event", name)


class Counter:
    """A whole number over time.

    Parameters
    ----------
    domain : Domain
    name : str
    value : int, optional
        Recorded at once if given.
    """

    def __init__(self, domain: Domain, name: str, value: int | None = None) -> None:
        self.name = name
        self.domain = domain
        self._value = 0
        if value is not None:
            self.set_value(value)

    def __str__(self) -> str:
        return self.name

    def set_value(self, value: int) -> None:
        """Record a value."""
        self._value = int(value)
        if PROFILER.measuring:
            PROFILER.record.points.append(
                {"name": self.name, "cat": self.domain.name, "ph": "C", "ts": now(), "pid": 0,
                 "tid": threading.get_native_id(), "args": {self.name: self._value}})

    def increment(self, delta: int = 1) -> None:
        """Record a larger value."""
        self.set_value(self._value + int(delta))

    def decrement(self, delta: int = 1) -> None:
        """Record a smaller value."""
        self.set_value(self._value - int(delta))

    def __iadd__(self, delta: int) -> Counter:
        self.increment(delta)
        return self

    def __isub__(self, delta: int) -> Counter:
        self.decrement(delta)
        return self


class Marker:
    """A moment.

    Parameters
    ----------
    domain : Domain
    name : str
    """

    def __init__(self, domain: Domain, name: str) -> None:
        self.name = name
        self.domain = domain

    def mark(self, scope: Any = "process") -> None:
        """Record the moment.

        Parameters
        ----------
        scope : {'global', 'process', 'thread', 'task', 'marker'}
            How far the mark reaches in the viewer.
        """
        if scope not in _SCOPES:
            raise MXNetError(f"Marker.mark: scope must be one of {', '.join(_SCOPES)}, received {scope!r}")
        if PROFILER.measuring:
            PROFILER.record.points.append(
                {"name": self.name, "cat": f"{self.domain.name},instant_marker", "ph": "i", "ts": now(), "pid": 0,
                 "tid": threading.get_native_id(), "s": _SCOPES[scope]})
