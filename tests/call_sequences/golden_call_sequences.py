"""Order of calls of overridden methods."""

from __future__ import annotations

import importlib
import pathlib
from typing import Any

import recording

FOLDER, LAYOUT = "golden", 1
CASES = [file.stem.removeprefix("programs_") for file in sorted(pathlib.Path(__file__).parent.glob("programs_*.py"))]


def programs(case: str) -> dict[str, recording.Program]:
    """Import a file of programs and return them by name."""
    recording.PROGRAMS.clear()
    importlib.import_module(f"programs_{case}")
    return dict(recording.PROGRAMS)


def observe(case: str) -> dict[str, Any]:
    found = {name: recording.calls_of(run).calls for name, run in programs(case).items()}
    return {f"{case}.json": recording.pack(found)}
