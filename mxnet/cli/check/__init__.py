"""``mxnet check``: report which names of MXNet a project uses, and whether they are supported.

Files are parsed, never imported or run: ``_sources`` builds syntax trees, ``_scopes`` resolves names through imports
and assignments, and ``_support`` looks them up in the installed package.
"""

from __future__ import annotations

import argparse
import json
import sys

from ._findings import Report
from ._fixes import fix_project
from ._project import check_project


def run(options: argparse.Namespace) -> int:
    """Print the findings, and return 1 if something is unsupported."""
    if options.fix or options.write:
        return _fix(options)
    report = check_project(options.path)
    if options.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        for line in _lines(report, options.names):
            print(line.encode("utf-8", "backslashreplace").decode())  # names may not be valid text
    return 1 if report.problems() else 0


def _fix(options: argparse.Namespace) -> int:
    """Print the replacements of removed names as a diff, or apply them. Return 1 if some cannot be applied."""
    report = Report()
    count = left = 0
    for fix in fix_project(options.path, report):
        if options.write and fix.count:
            fix.write()
            print(f"{fix.path}: {_count(fix.count, 'replacement')}")
        elif fix.count:
            sys.stdout.flush()
            sys.stdout.buffer.write(fix.diff())
        for place, message in fix.left:
            print(f"{place}: {message}", file=sys.stderr)
        count, left = count + fix.count, left + len(fix.left)
    for finding in report.findings:
        print(f"{finding.place}: {finding.level}: {finding.message}", file=sys.stderr)
    done = "made" if options.write else "shown; --write makes them"
    print(f"{_count(report.files, 'file')}, {_count(count, 'replacement')} {done}", file=sys.stderr)
    return 1 if left else 0


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
