"""Conversion of the events of torch's profiler to times of MXNet operators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .._runtime.profiling import CUSTOM, OPERATOR
from ._record import Span

_BACKWARD = "autograd::engine::evaluate_function: "
_STEP = "ProfilerStep"


def spans_of(events: Iterable[Any], started: float) -> Iterator[Span]:
    """Yield the times of operators and of custom operator callbacks. Nested events count as part of them."""
    events = list(events)
    forward = _forward_names(events)
    for event in events:
        described = _describe(event, forward)
        if described is not None:
            yield Span(*described, started + event.time_range.start, started + event.time_range.end, event.thread)


def _describe(event: Any, forward: dict[int, str]) -> tuple[str, str] | None:
    """Return the category and name of an event, or None if it is part of another event."""
    around = _around(event)
    if event.name.startswith(CUSTOM):
        return "Custom Operator", f"{event.name.removeprefix(CUSTOM)}::pure_python"
    if event.name.startswith(OPERATOR):
        name = event.name.removeprefix(OPERATOR)
        if around is None:
            return "operator", name
        if around.startswith(CUSTOM):
            return "Custom Operator", f"{around.removeprefix(CUSTOM)}::{name}"
        return None
    if event.cpu_parent is not None or event.name.startswith(_STEP):
        return None
    if event.name.startswith(_BACKWARD):
        known = forward.get(event.sequence_nr)
        return "operator", event.name.removeprefix(_BACKWARD) if known is None else f"_backward_{known}"
    return "operator", event.name


def _around(event: Any) -> str | None:
    """Return the name of the operator or callback that contains an event."""
    parent = event.cpu_parent
    while parent is not None and not parent.name.startswith((OPERATOR, CUSTOM)):
        parent = parent.cpu_parent
    return None if parent is None else str(parent.name)


def _forward_names(events: list[Any]) -> dict[int, str]:
    """Return the names of the operators that recorded each step of the backward pass, by torch's sequence number."""
    names: dict[int, str] = {}
    for event in events:
        if event.sequence_nr >= 0 and not event.name.startswith(_BACKWARD):
            around = _around(event)
            if around is not None and around.startswith(OPERATOR):
                names.setdefault(event.sequence_nr, around.removeprefix(OPERATOR))
    return names
