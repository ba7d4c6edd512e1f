"""Tables for the terminal and for RESULTS.md."""

from __future__ import annotations

import datetime
import math
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from peers import OURS, PEERS

TOLERANCE = 2e-3
OTHERS = tuple(peer for peer in PEERS if peer.name != OURS)
Table = dict[str, dict[str, "Cell"]]
# Results of other scripts, which stay when the table is written again.
KEPT = "<!-- results of other scripts -->"
_INSTRUCTIONS = ("avx2", "avx512f", "avx_vnni", "avx512_vnni", "avx512_bf16", "avx512_fp16", "amx_int8", "amx_bf16")
_AHEAD = 0.98


@dataclass
class Cell:
    """Result of a peer on a workload; times are in seconds per iteration."""

    best: float | None = None
    median: float | None = None
    result: list[float] | None = None
    error: str | None = None


def flag_disagreement(cells: dict[str, Cell], reference: str) -> None:
    """Mark peers whose numbers differ: they did not do the same work."""
    usable = [name for name, cell in cells.items() if cell.result is not None and cell.error is None]
    if len(usable) < 2:
        return
    base = reference if reference in usable else usable[0]
    for name in usable:
        if not _agree(cells[base].result, cells[name].result):
            received, expected = cells[name].result[:4], cells[base].result[:4]
            cells[name].error = f"result {received} differs from {base}'s {expected}"
            cells[name].best = cells[name].median = None


def _agree(left: list[float], right: list[float]) -> bool:
    return len(left) == len(right) and all(
        math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE) for a, b in zip(left, right, strict=True)
    )


def _in_microseconds(seconds: float) -> str:
    value = seconds * 1e6
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _ratio(row: dict[str, Cell], name: str, pick: Callable[[Cell], float | None]) -> str:
    cell, ours = row.get(name), row.get(OURS)
    if cell is None or (cell.best is None and cell.error is None):
        return "-"
    if cell.error is not None:
        return "failed"
    if ours is None or ours.best is None:
        return f"({_in_microseconds(pick(cell))} us)"
    return f"{pick(cell) / pick(ours):.2f}x"


def _absolute(row: dict[str, Cell]) -> str:
    ours = row.get(OURS)
    if ours is None or (ours.best is None and ours.error is None):
        return "-"
    return "failed" if ours.error is not None else _in_microseconds(ours.best)


def rows(titles: dict[str, str], table: Table) -> list[list[str]]:
    """Return the header and one row per workload, with ratios of the best times."""
    found = [["Workload", "this package (us)", *(peer.title for peer in OTHERS)]]
    for name, cells in table.items():
        ratios = [_ratio(cells, peer.name, lambda cell: cell.best) for peer in OTHERS]
        found.append([titles[name], _absolute(cells), *ratios])
    return found


def terminal_table(titles: dict[str, str], table: Table) -> str:
    lines = rows(titles, table)
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    text = ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines]
    text.insert(1, "-" * len(text[0]))
    text += _notes(titles, table)
    return "\n".join(["Time of each peer divided by ours: above 1x this package is faster.", "", *text])


def _notes(titles: dict[str, str], table: Table) -> list[str]:
    return [
        f"{titles[name]}, {peer}: {cell.error}"
        for name, cells in table.items()
        for peer, cell in cells.items()
        if cell.error is not None
    ]


def _markdown(lines: list[list[str]]) -> list[str]:
    rule = ["---", *("---:" for _ in lines[0][1:])]
    return ["| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]]]


def _microseconds(cell: Cell | None) -> str:
    if cell is None or cell.best is None:
        return "-"
    return f"{_in_microseconds(cell.best)} ({_in_microseconds(cell.median)})"


def _absolute_rows(titles: dict[str, str], table: Table) -> list[list[str]]:
    header = ["Workload", *(peer.title for peer in PEERS)]
    return [
        header,
        *([titles[name], *(_microseconds(cells.get(peer.name)) for peer in PEERS)] for name, cells in table.items()),
    ]


def _ahead(titles: dict[str, str], table: Table) -> list[str]:
    """Return one line for each peer that is faster somewhere."""
    lines = []
    for peer in OTHERS:
        rows = [(cells[peer.name].best / cells[OURS].best, titles[name]) for name, cells in table.items()
                if peer.name in cells and cells[peer.name].best and cells[OURS].best]
        slower = [f"{title} ({ratio:.2f}x)" for ratio, title in sorted(rows) if ratio < _AHEAD]
        if slower:
            lines.append(f"- {peer.title}: {', '.join(slower)}")
    return lines


def load_average() -> float | None:
    """Return the load average of the last minute, or None if the system does not provide it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def describe_machine(threads: int, load: float | None) -> str:
    system = f"{platform.system()} {platform.machine()}"
    noise = "" if load is None else f"; load average before the run {load:.1f}"
    return (f"{_cpu_model()} ({_instructions()}), {os.cpu_count()} cores, {_memory()}, {system}; {threads} threads for "
            f"every peer{noise}")


def _instructions() -> str:
    """Return the instruction sets that matter to the kernels."""
    listing = Path("/proc/cpuinfo")
    text = listing.read_text(encoding="utf-8") if listing.exists() else ""
    flags = next((line.split() for line in text.splitlines() if line.startswith("flags")), [])
    return ", ".join(name for name in _INSTRUCTIONS if name in flags) or "unknown instruction sets"


def _cpu_model() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return "unknown memory"
    return f"{size / 2**30:.0f} GiB"


def _join(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def document(
    titles: dict[str, str],
    table: Table,
    versions: dict[str, dict[str, str]],
    machine: str,
    rounds: int,
    command: str,
    before: str = "",
) -> str:
    """Return the content of RESULTS.md. What other scripts have added to the text `before` stays."""
    known = {peer.name: peer.title for peer in PEERS}
    parts = [
        "# Benchmark results",
        "",
        "Time of each peer divided by ours: above 1x this package is faster. `-`: not measured.",
        "",
        *_markdown(rows(titles, table)),
        "",
        *(f"- {note}" for note in _notes(titles, table)),
        "",
        "Where a peer is faster:",
        "",
        *_ahead(titles, table),
        "",
        f"Date: {datetime.date.today().isoformat()}. Command: `{command}`. Best of {rounds} interleaved rounds.",
        "",
        f"Machine: {machine}.",
        "",
        "Versions:",
        "",
        *(f"- {known[name]}: {_join(found)}" for name, found in versions.items()),
        "",
        "## Microseconds per iteration: best (median)",
        "",
        *_markdown(_absolute_rows(titles, table)),
        "",
    ]
    return "\n".join(parts) + "\n" + KEPT + (before.partition(KEPT)[2] or "\n")
