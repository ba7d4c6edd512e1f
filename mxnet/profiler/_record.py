"""Recorded measurements, and their output as table, JSON and trace."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

SORT_KEYS = {"total": "Total", "avg": "Avg", "min": "Min", "max": "Max", "count": "Count"}
_TITLES = ("Name", "Total Count", "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)")
_COLUMNS = ("Count", "Total", "Min", "Max", "Avg")


@dataclass(frozen=True)
class Span:
    """A named duration, in microseconds."""

    category: str
    name: str
    start: float
    end: float
    thread: int


@dataclass
class Record:
    """All measurements. The first `spans_counted` spans were recorded before the last reset of the statistics."""

    spans: list[Span] = field(default_factory=list)
    points: list[dict[str, Any]] = field(default_factory=list)
    spans_counted: int = 0

    def statistics(self, sort_by: str, ascending: bool) -> dict[str, dict[str, dict[str, float]]]:
        """Return counts and times in milliseconds, by category and name."""
        times: dict[str, dict[str, list[float]]] = {}
        for span in self.spans[self.spans_counted:]:
            times.setdefault(span.category, {}).setdefault(span.name, []).append((span.end - span.start) / 1000)
        key = SORT_KEYS[sort_by]
        return {
            category: dict(sorted(((name, _summary(values)) for name, values in by_name.items()),
                                  key=lambda item: item[1][key], reverse=not ascending))
            for category, by_name in sorted(times.items())
        }

    def trace(self) -> str:
        """Return the events in the format of Chrome's trace viewer."""
        events: list[dict[str, Any]] = []
        for span in self.spans:
            events.append({"name": span.name, "cat": span.category, "ph": "X", "ts": span.start,
                           "dur": span.end - span.start, "pid": 0, "tid": span.thread})
        return json.dumps({"traceEvents": events + self.points, "displayTimeUnit": "ms"}, indent=1)


def now() -> float:
    """Return the time in microseconds, from the clock of all spans."""
    return time.time_ns() / 1000


def _summary(values: list[float]) -> dict[str, float]:
    total = sum(values)
    return {"Count": len(values), "Total": total, "Min": min(values), "Max": max(values), "Avg": total / len(values)}


def as_json(statistics: dict[str, dict[str, dict[str, float]]]) -> str:
    """Format statistics as a JSON object."""
    return json.dumps({"Time": statistics, "Memory": {}, "Unit": {"Time": "ms", "Memory": "kB"}}, indent=4)


def as_table(statistics: dict[str, dict[str, dict[str, float]]]) -> str:
    """Format statistics as a text table."""
    lines = ["", "Profile Statistics:"]
    for category, by_name in statistics.items():
        lines += [category, "=================", _row(*_TITLES), _row(*("-" * len(title) for title in _TITLES))]
        for name, row in by_name.items():
            count, *rest = (row[column] for column in _COLUMNS)
            lines.append(_row(name, str(count), *(f"{value:.4f}" for value in rest)))
        lines.append("")
    return "\n".join(lines) + "\n"


def _row(name: str, count: str, *times: str) -> str:
    return f"{name:<40}{count:>14}" + "".join(f"{value:>17}" for value in times)
