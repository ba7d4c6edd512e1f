"""``mxnet check``: which names of MXNet a project uses, and whether they work here.

Files are read, never imported or run: sources are parsed into syntax trees (``_sources``), names are followed through
imports and assignments (``_scopes``) and looked up in the installed package (``_support``).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ._findings import Report
from ._project import check_project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=_existing, metavar="PATH",
                        help="a folder, a Python file, a Jupyter notebook or a -symbol.json file")
    parser.add_argument("--names", action="store_true", help="list the names that work as well")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = ("Files are parsed, never imported or run. Exit code: 0 if nothing is unsupported, "
                     "1 if something is, 2 for wrong arguments.")


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no file or folder {text!r}")
    return path


def run(options: argparse.Namespace) -> int:
    """Print what was found; 1 if something is unsupported."""
    report = check_project(options.path)
    if options.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        for line in _lines(report, options.names):
            print(line.encode("utf-8", "backslashreplace").decode())  # names of files and operators may be no text
    return 1 if report.problems() else 0


def _lines(report: Report, with_names: bool) -> list[str]:
    lines = [f"{finding.place}: {finding.level}: {finding.message}" for finding in report.findings]
    names = report.names()
    if with_names:
        lines += [f"{uses.first}: {name}: {'works' if uses.works else 'does not work'}, {_count(uses.count, 'use')}"
                  for name, uses in sorted(names.items())]
    broken = {name: uses.count for name, uses in names.items() if not uses.works}
    lines.append(f"{_count(report.files, 'file')}, {_count(len(names), 'name')} of MXNet: "
                 f"{len(names) - len(broken)} work, {len(broken)} do not")
    lines += [f"  {name}: {_count(count, 'use')}" for name, count in sorted(broken.items(), key=_most_used)]
    lines += [f"  {kind}: {count}" for kind, count in report.kinds().items()]
    return lines


def _most_used(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
