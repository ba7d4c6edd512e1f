"""The files of a project, and the check of all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    report, checks, symbols = Report(), [], []
    for file in _files(path):
        report.files += 1
        if file.suffix == ".json":
            symbols.append(file)
        else:
            with _reading(file, report):
                checks.append(SourceCheck(_READERS.get(file.suffix, read_python)(file, str(file), report)))
    expected = {name for check in checks for name in check.expected}
    registered = {name: place for check in checks for name, place in check.registered.items()}
    for check in checks:
        check.check(expected, report)
    for file in symbols:
        with _reading(file, report):
            check_symbol(file, str(file), registered, report)
    report.findings.sort(key=lambda finding: (finding.place.file, finding.place.cell or 0, finding.place.line))
    return report


@contextmanager
def _reading(file: Path, report: Report) -> Iterator[None]:
    """Report a file that cannot be read, and go on."""
    try:
        yield
    except OSError as error:
        report.add(Place(str(file), 1), "unreadable", str(file), f"cannot be read: {error.strerror}")
    except RecursionError:
        report.add(Place(str(file), 1), "unreadable", str(file), "nested too deeply to be checked")


def _files(path: Path) -> Iterator[Path]:
    """The files to check; environments and hidden folders are not part of a project."""
    if path.is_file():
        yield path
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in _NOT_A_PROJECT
                          and not (Path(folder) / name / "pyvenv.cfg").exists())
        for name in sorted(names):
            if name.endswith((*_READERS, "-symbol.json")) and (Path(folder) / name).is_file():
                yield Path(folder) / name
