"""File discovery, and the check of a whole project."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ._findings import Place, Report
from ._sources import Source, read_notebook, read_python
from ._symbols import check_symbol
from ._third_party import check_requirements, lists_requirements
from ._uses import SourceCheck

_READERS: dict[str, Callable[[Path, str, Report], Source]] = {
    ".py": read_python, ".pyw": read_python, ".ipynb": read_notebook,
}
_NOT_A_PROJECT = {"__pycache__", "node_modules"}
_LARGEST_FILE = 64 << 20


def read_project(path: Path, report: Report) -> tuple[list[tuple[Path, SourceCheck]], list[Path]]:
    """Read the sources of a file or folder, and return them with the paths of the other files."""
    checks, others = [], []
    for file in _files(path, report):
        report.files += 1
        if file.suffix == ".json" or lists_requirements(file):
            others.append(file)
        if file.suffix != ".json" and (file.suffix == ".py" or not lists_requirements(file)):
            with _reading(file, report):
                _check_size(file)
                source = _READERS.get(file.suffix, read_python)(file, str(file), report)
                checks.append((file, SourceCheck(source)))
    return checks, others


def check_project(path: Path) -> Report:
    """Check a file, or all supported files of a folder."""
    report = Report()
    checks, others = read_project(path, report)
    expected = {name for _, check in checks for name in check.expected}
    registered = {name: place for _, check in checks for name, place in check.registered.items()}
    for file, check in checks:
        with _reading(file, report):
            check.check(expected, report)
    for file in others:
        with _reading(file, report):
            _check_size(file)
            if file.suffix == ".json":
                check_symbol(file, str(file), registered, report)
            else:
                check_requirements(file, str(file), report)
    report.findings.sort(key=lambda finding: (finding.place.file, finding.place.cell or 0, finding.place.line))
    return report


@contextmanager
def _reading(file: Path, report: Report) -> Iterator[None]:
    """Report a file that cannot be read or checked, and continue with the others."""
    try:
        yield
    except OSError as error:
        _report_unreadable(file, f"cannot be read: {error.strerror}", report)
    except (RecursionError, MemoryError):
        _report_unreadable(file, "nested too deeply to be checked", report)
    except Exception as error:  # continue with the other files
        _report_unreadable(file, f"cannot be checked: {error or type(error).__name__}", report)


def _check_size(file: Path) -> None:
    if file.stat().st_size > _LARGEST_FILE:
        raise ValueError(f"it has more than {_LARGEST_FILE >> 20} MiB")


def _report_unreadable(file: Path, message: str, report: Report) -> None:
    report.add(Place(str(file), 1), "unreadable", str(file), message)


def _files(path: Path, report: Report) -> Iterator[Path]:
    """Yield the files to check. Virtual environments and hidden folders are skipped."""
    if path.is_file():
        yield path
        return

    def skip(error: OSError) -> None:
        _report_unreadable(Path(error.filename or path), f"this folder cannot be read: {error.strerror}", report)

    for folder, inner, names in os.walk(path, onerror=skip):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in _NOT_A_PROJECT
                          and not (Path(folder) / name / "pyvenv.cfg").exists())
        for name in sorted(names):
            file = Path(folder) / name
            if (name.endswith((*_READERS, "-symbol.json")) or lists_requirements(file)) and file.is_file():
                yield file
