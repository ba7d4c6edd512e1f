"""Parser of Python files and notebooks."""

from __future__ import annotations

import ast
import json
import re
import tokenize
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from ._findings import Place, Report

# Error messages of Python 3 for Python 2's print, exec, except, octal numbers and tabs.
_PYTHON_2 = re.compile("Missing parentheses in call|multiple exception types|leading zeros in decimal|"
                       "inconsistent use of tabs")
_COMMAND = re.compile(r"^\s*(?:[%!?]|[\w.]+\?{1,2}\s*$|[\w, ]+=\s*[%!])")
_PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
_MOST_COMMANDS = 200  # per cell


@dataclass
class Source:
    """The syntax tree of a file. The cells of a notebook form one tree, because they share a namespace."""

    file: str
    tree: ast.Module = field(default_factory=lambda: ast.Module([], []))
    cells: list[tuple[int, int]] = field(default_factory=list)  # cell number, and the line before its first line

    def place(self, line: int) -> Place:
        """Return the position of a line of the tree."""
        for number, before in reversed(self.cells):
            if line > before:
                return Place(self.file, line - before, number)
        return Place(self.file, line)


def read_python(path: Path, file: str, report: Report) -> Source:
    """Parse a Python file. The tree is empty if this fails."""
    source = Source(file)
    try:
        with tokenize.open(path) as stream:
            text = stream.read()
    except (SyntaxError, UnicodeError, LookupError) as error:  # LookupError: codecs that do not decode to text
        report.add(Place(file, 1), "unreadable", file, f"this file cannot be read: {error}")
        return source
    source.tree = _parse(text, Place(file, 1), report)
    return source


def read_notebook(path: Path, file: str, report: Report) -> Source:
    """Parse all code cells of a notebook, except invalid ones."""
    source = Source(file)
    try:
        cells = _code_cells(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError) as error:
        report.add(Place(file, 1), "unreadable", file, f"this is not a notebook: {type(error).__name__}: {error}")
        return source
    lines = 0
    for number, text in cells:
        tree = _parse(_without_commands(text), Place(file, 1, number), report)
        source.cells.append((number, lines))
        source.tree.body += ast.increment_lineno(tree, lines).body
        lines += text.count("\n") + 1
    return source


def _code_cells(content: dict) -> list[tuple[int, str]]:
    """Return the numbers and texts of the Python cells."""
    metadata = content.get("metadata") or {}
    kernel, language = metadata.get("kernelspec") or {}, metadata.get("language_info") or {}
    if (kernel.get("language") or language.get("name") or "python").lower() not in ("python", "ipython"):
        return []
    cells = content["cells"] if "cells" in content else [c for sheet in content["worksheets"] for c in sheet["cells"]]
    texts = [(number, cell.get("source", cell.get("input", ""))) for number, cell in enumerate(cells, 1)
             if cell["cell_type"] == "code"]
    return [(number, text if isinstance(text, str) else "".join(text)) for number, text in texts]


def _without_commands(text: str) -> str:
    """Remove notebook commands from a cell without changing line numbers.

    Valid Python lines can look like commands (``% (name, value)`` after a backslash), so only lines that the parser
    rejects are removed.
    """
    if text.lstrip().startswith("%%") and not text.lstrip().startswith(_PYTHON_CELLS):
        return ""
    lines = text.split("\n")
    for _ in range(_MOST_COMMANDS):
        number = _refused_line("\n".join(lines))
        if number is None or not _take_out(lines, min(number, len(lines) - 1)):
            break
    return "\n".join(lines)


def _take_out(lines: list[str], number: int) -> bool:
    """Replace the command at this line. Return False if it is not a command."""
    while number > 0 and not _COMMAND.match(lines[number]) and lines[number - 1].endswith("\\"):
        number -= 1
    if not _COMMAND.match(lines[number]):
        return False
    goes_on = lines[number].endswith("\\")
    lines[number] = re.sub(r"\S.*", "pass", lines[number])
    while goes_on and number + 1 < len(lines):
        number += 1
        goes_on = lines[number].endswith("\\")
        lines[number] = ""
    return True


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _refused_line(text: str) -> int | None:
    """Return the line of the first syntax error, starting at 0."""
    try:
        _tree(text)
    except SyntaxError as error:
        return (error.lineno or 1) - 1
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def _parse(text: str, start: Place, report: Report) -> ast.Module:
    """Parse a text. If this fails, report it and return an empty tree."""
    try:
        return _tree(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        what = getattr(error, "msg", str(error))
        advice = "; this looks like Python 2, convert it to Python 3" if _PYTHON_2.search(what) else ""
        report.add(Place(start.file, line, start.cell), "unreadable", start.file, f"cannot be parsed: {what}{advice}")
    except (RecursionError, MemoryError):
        report.add(start, "unreadable", start.file, "nested too deeply to be parsed")
    return ast.Module([], [])
