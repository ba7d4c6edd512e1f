"""What torch's profiler has seen, as times of MXNet's operators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .._runtime.profiling import CUSTOM, OPERATOR
from ._record import Span

_BACKWARD = "autograd::engine::evaluate_function: "
_STEP = "ProfilerStep"


def spans_of(events: Iterable[Any], started: float) -> Iterator[Span]:
    """The times of operators, and of what the callbacks of custom ones do; their parts count as theirs."""
    events = list(events)
    forward = _forward_names(events)
    for event in events:
        found = _described(event, forward)
        if found is not None:
            yield Span(*found, started + event.time_range.start, started + event.time_range.end, event.thread)


def _described(event: Any, forward: dict[int, str]) -> tuple[str, str] | None:
    """Category and name of an event, None if it is a part of another."""
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
    """The name of the section, of an operator or a callback, that an event lies in."""
    parent = event.cpu_parent
    while parent is not None and not parent.name.startswith((OPERATOR, CUSTOM)):
        parent = parent.cpu_parent
    return None if parent is None else str(parent.name)


def _forward_names(events: list[Any]) -> dict[int, str]:
    """The operator whose call recorded a step of the backward pass, by torch's number of the step."""
    found: dict[int, str] = {}
    for event in events:
        if event.sequence_nr >= 0 and not event.name.startswith(_BACKWARD):
            around = _around(event)
            if around is not None and around.startswith(OPERATOR):
                found.setdefault(event.sequence_nr, around.removeprefix(OPERATOR))
    return found
