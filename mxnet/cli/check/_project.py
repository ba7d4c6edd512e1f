"""The files of a project, and the check of all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from ._findings import Place, Report
from ._sources import Source, read_notebook, read_python
from ._symbols import check_symbol
from ._uses import SourceCheck

_READERS: dict[str, Callable[[Path, str, Report], Source]] = {
    ".py": read_python, ".pyw": read_python, ".ipynb": read_notebook,
}
_NOT_A_PROJECT = {"__pycache__", "node_modules"}


def check_project(path: Path) -> Report:
    """Check a file, or all files of a folder that can be checked."""
    report = Report()
    checks, symbols = [], []
    for file in _files(path):
        report.files += 1
        shown = str(file)
        if file.suffix == ".json":
            symbols.append(file)
        else:
            check = _read(file, shown, report)
            if check is not None:
                checks.append(check)
    expected = {name for check in checks for name in check.expected}
    registered = {name: place for check in checks for name, place in check.registered.items()}
    for check in checks:
        check.check(expected, report)
    for file in symbols:
        check_symbol(file, str(file), registered, report)
    report.findings.sort(key=lambda finding: (finding.place.file, finding.place.cell or 0, finding.place.line))
    return report


def _read(file: Path, shown: str, report: Report) -> SourceCheck | None:
    read = _READERS.get(file.suffix, read_python)
    try:
        return SourceCheck(read(file, shown, report))
    except OSError as error:
        report.add(Place(shown, 1), "unreadable", shown, f"this file cannot be read: {error.strerror}")
    except RecursionError:
        report.add(Place(shown, 1), "unreadable", shown, "nested too deeply to be checked")
    return None


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in _NOT_A_PROJECT
                          and not (Path(folder) / name / "pyvenv.cfg").exists())
        for name in sorted(names):
            if name.endswith((*_READERS, "-symbol.json")) and (Path(folder) / name).is_file():
                yield Path(folder) / name
