"""User-defined sections, counters and markers."""

from __future__ import annotations

import threading
from typing import Any

from ..base import MXNetError
from ._control import PROFILER
from ._record import Span, now

_SCOPES = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "p"}


class Domain:
    """A group of tasks, frames, counters and markers.

    Parameters
    ----------
    name : str
        Name of the group.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> str(domain)
    'training'
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def new_marker(self, name: str) -> Marker:
        """Create a :class:`Marker` in this domain.

        Parameters
        ----------
        name : str
            Name of the marker.

        Returns
        -------
        Marker
            The marker.
        """
        return Marker(self, name)

    def new_counter(self, name: str, value: int | None = None) -> Counter:
        """Create a :class:`Counter` in this domain.

        Parameters
        ----------
        name : str
            Name of the counter.
        value : int, optional
            Initial value, recorded immediately.

        Returns
        -------
        Counter
            The counter.

        Examples
        --------
        >>> counter = mx.profiler.Domain('training').new_counter('images', 5)
        >>> counter.increment(2)
        """
        return Counter(self, name, value)

    def new_frame(self, name: str) -> Frame:
        """Create a :class:`Frame` in this domain.

        Parameters
        ----------
        name : str
            Name of the frame.

        Returns
        -------
        Frame
            The frame.
        """
        return Frame(self, name)

    def new_task(self, name: str) -> Task:
        """Create a :class:`Task` in this domain.

        Parameters
        ----------
        name : str
            Name of the task.

        Returns
        -------
        Task
            The task.
        """
        return Task(self, name)


class _Section:
    """The time between `start` and `stop`, recorded while the profiler runs."""

    def __init__(self, category: str, name: str) -> None:
        self.name = name
        self._category = category
        self._began: float | None = None

    def __str__(self) -> str:
        return self.name

    def start(self) -> None:
        """Start the section."""
        self._began = now()

    def stop(self) -> None:
        """End the section of the last :meth:`start`."""
        began, self._began = self._began, None
        if began is not None and PROFILER.measuring:
            span = Span(self._category, self.name, began, now(), threading.get_native_id())
            PROFILER.record.spans.append(span)


class Task(_Section):
    """A unit of work, which may span threads.

    Parameters
    ----------
    domain : Domain
        Group of the task.
    name : str
        Name of the task.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> task = mx.profiler.Task(domain, 'load')
    >>> task.start()
    >>> _ = mx.nd.ones(2)
    >>> task.stop()
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(domain.name, name)
        self.domain = domain


class Frame(_Section):
    """One of several passes through the same code, such as an iteration.

    Parameters
    ----------
    domain : Domain
        Group of the frame.
    name : str
        Name of the frame.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> frame = mx.profiler.Frame(domain, 'step')
    >>> frame.start()
    >>> _ = mx.nd.ones(2)
    >>> frame.stop()
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(f"{domain.name},frame", name)
        self.domain = domain


class Event(_Section):
    """A unit of work in one thread.

    Parameters
    ----------
    name : str
        Name of the event.

    Examples
    --------
    >>> event = mx.profiler.Event('load')
    >>> event.start()
    >>> _ = mx.nd.ones(2)
    >>> event.stop()
    """

    def __init__(self, name: str) -> None:
        super().__init__("event", name)


class Counter:
    """An integer that changes over time.

    Parameters
    ----------
    domain : Domain
        Group of the counter.
    name : str
        Name of the counter.
    value : int, optional
        Initial value, recorded immediately.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> counter = mx.profiler.Counter(domain, 'images', 5)
    >>> counter += 2
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
        """Set the value and record it.

        Parameters
        ----------
        value : int
            The value.
        """
        self._value = int(value)
        if PROFILER.measuring:
            PROFILER.record.points.append(
                {"name": self.name, "cat": self.domain.name, "ph": "C", "ts": now(), "pid": 0,
                 "tid": threading.get_native_id(), "args": {self.name: self._value}})

    def increment(self, delta: int = 1) -> None:
        """Increase the value and record it.

        Parameters
        ----------
        delta : int
            The difference.
        """
        self.set_value(self._value + int(delta))

    def decrement(self, delta: int = 1) -> None:
        """Decrease the value and record it.

        Parameters
        ----------
        delta : int
            The difference.
        """
        self.set_value(self._value - int(delta))

    def __iadd__(self, delta: int) -> Counter:
        self.increment(delta)
        return self

    def __isub__(self, delta: int) -> Counter:
        self.decrement(delta)
        return self


class Marker:
    """A point in time.

    Parameters
    ----------
    domain : Domain
        Group of the marker.
    name : str
        Name of the marker.

    Examples
    --------
    >>> domain = mx.profiler.Domain('training')
    >>> mx.profiler.Marker(domain, 'epoch').mark()
    """

    def __init__(self, domain: Domain, name: str) -> None:
        self.name = name
        self.domain = domain

    def mark(self, scope: Any = "process") -> None:
        """Record the current time.

        Parameters
        ----------
        scope : {'global', 'process', 'thread', 'task', 'marker'}
            Scope of the mark in the viewer.
        """
        if scope not in _SCOPES:
            raise MXNetError(f"Marker.mark: scope must be one of {', '.join(_SCOPES)}, received {scope!r}")
        if PROFILER.measuring:
            PROFILER.record.points.append(
                {"name": self.name, "cat": f"{self.domain.name},instant_marker", "ph": "i", "ts": now(), "pid": 0,
                 "tid": threading.get_native_id(), "s": _SCOPES[scope]})
