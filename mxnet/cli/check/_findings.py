"""Findings of a check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

KINDS = {
    "name": "names that do not exist here",
    "keyword": "keyword arguments that are not accepted here",
    "numpy": "names that NumPy has removed",
    "python": "names that Python has removed",
    "address": "download addresses of retired servers",
    "operator": "operators of symbol files that do not exist here",
    "unreadable": "files or cells that cannot be read",
    "numpy1": "names that NumPy 1.24 to 1.26 do not have",
    "gpu": "uses of a GPU",
    "custom": "custom operators that the program must register",
    "extra": "names that need another package",
    "guarded": "missing names that the program expects to be missing",
    "package": "packages that build on MXNet",
    "pin": "requirements that would overwrite this package",
}
NOTES = frozenset({"numpy1", "gpu", "custom", "extra", "guarded", "package", "pin"})


@dataclass(frozen=True)
class Place:
    """Position in a file. Lines of a notebook count from the start of their cell."""

    file: str
    line: int
    cell: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.cell is None else f"{self.file}:cell {self.cell}:{self.line}"


@dataclass(frozen=True)
class Finding:
    """One entry of the report."""

    place: Place
    kind: str
    name: str
    message: str

    @property
    def level(self) -> str:
        """'problem' or 'note'. A note does not count as unsupported."""
        return "note" if self.kind in NOTES else "problem"


@dataclass
class Uses:
    """Number of uses of a name."""

    first: Place
    works: bool
    count: int = 0


@dataclass
class Report:
    """All findings in a project."""

    files: int = 0
    findings: list[Finding] = field(default_factory=list)
    _seen: set[Finding] = field(default_factory=set)
    _names: dict[str, Uses] = field(default_factory=dict)

    def add(self, place: Place, kind: str, name: str, message: str) -> None:
        """Add a finding, once per place."""
        finding = Finding(place, kind, name, message)
        if finding not in self._seen:
            self._seen.add(finding)
            self.findings.append(finding)

    def is_known(self, kind: str, name: str) -> bool:
        """Return whether there is a finding of this kind about a name."""
        return any((finding.kind, finding.name) == (kind, name) for finding in self.findings)

    def use(self, name: str, place: Place, works: bool, count: int = 1) -> None:
        """Count the uses of a name of MXNet, or of an operator in a symbol file."""
        self._names.setdefault(name, Uses(place, works)).count += count

    def names(self) -> dict[str, Uses]:
        """Return all used names of MXNet."""
        return self._names

    def problems(self) -> list[Finding]:
        """Return the findings that are unsupported."""
        return [finding for finding in self.findings if finding.level == "problem"]

    def kinds(self) -> dict[str, int]:
        """Count the findings by kind."""
        counts = Counter(finding.kind for finding in self.findings)
        return {text: counts[kind] for kind, text in KINDS.items() if counts[kind]}

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "files": self.files,
            "supported": not self.problems(),
            "names": {name: {"uses": uses.count, "works": uses.works, "first": str(uses.first)}
                      for name, uses in sorted(self._names.items())},
            "findings": [{"file": finding.place.file, "cell": finding.place.cell, "line": finding.place.line,
                          "level": finding.level, "kind": finding.kind, "name": finding.name,
                          "message": finding.message} for finding in self.findings],
        }
