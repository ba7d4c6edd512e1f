"""Inspection of the installed files, without importing the package ``mxnet``.

The distributions of Apache MXNet (``mxnet``, ``mxnet-cu112`` and others) and ``mxnet-torch`` own the same folder. pip
installs one over the other without a warning, and uninstalling one removes files of the other. This module compares the
folder with the file lists (``RECORD``) of all distributions and finds the commands that repair it.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.machinery
import importlib.metadata
import json
import os
import re
import shlex
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

__all__ = ["LIBRARIES", "OURS", "ROOT", "Fault", "describe", "find_faults", "find_problems", "pip"]

OURS = "mxnet-torch"
_RECORDS = "mxnet-records"
ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("libmxnet.so", "libmxnet.dylib", "libmxnet.dll")
_OWNS_PACKAGE = re.compile(r'^"?(?:\.\./)*(?:mxnet|mxnet_records)[/\\]__init__\.py', re.MULTILINE)
_PARTS = ("mxnet/", "mxnet_records/", "mxnet_predict.py")


class Fault(NamedTuple):
    """A problem, or a note about a possible problem."""

    level: str
    message: str


@dataclass
class _Distribution:
    """A distribution with files of ``mxnet`` or ``mxnet_records``, in the folder `root`."""

    name: str
    version: str
    root: Path
    source: str  # argument of pip that installs it again
    files: dict[str, str] = field(default_factory=dict)  # path and hash of the files of both packages

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    def owns(self, package: str) -> bool:
        return f"{package}/__init__.py" in self.files


def pip(*words: str) -> str:
    """Return a command line that runs pip with this interpreter."""
    command = [sys.executable or "python", "-m", "pip", *words]
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)


def find_problems(path: Sequence[str] | None = None, root: Path = ROOT) -> list[str]:
    """Return the messages of the faults that keep the package from running."""
    return [fault.message for fault in find_faults(path, root) if fault.level == "problem"]


def find_faults(path: Sequence[str] | None = None, root: Path = ROOT) -> list[Fault]:
    """Find mixtures of installations, missing files, and other packages named ``mxnet`` on the search path.

    Parameters
    ----------
    path : sequence of str, optional
        The search path. The default is ``sys.path`` of this process.
    root : Path
        The folder of ``mxnet_records`` and ``mxnet``.
    """
    path = sys.path if path is None else path
    distributions = _find_distributions(path)
    ours = next((one for one in distributions if one.name == OURS and one.root == root and one.owns("mxnet")), None)
    if ours is None and not has_package(root):
        return [_missing(distributions, root)]
    return [*_mixture(distributions, ours, root), *_shadows(path, distributions, root)]


def has_package(root: Path = ROOT) -> bool:
    """Return whether the package ``mxnet`` of this project is installed, and not only the tools for record files."""
    return (root / "mxnet" / "_runtime").is_dir()


def describe(root: Path = ROOT) -> str:
    """Describe a mixture and the commands that repair it in one line."""
    problems = find_problems(root=root) or [f"{root / 'mxnet'} contains files of another MXNet; run mxnet doctor"]
    return re.sub(r":\n\s+", ": ", problems[0]).replace("\n    ", ", then ")


# Distributions


def _find_distributions(path: Sequence[str]) -> list[_Distribution]:
    """Return the distributions with files of our packages, in the order of the search path."""
    distributions: dict[tuple[str, Path], _Distribution] = {}
    for distribution in importlib.metadata.distributions(path=[entry or os.getcwd() for entry in dict.fromkeys(path)]):
        metadata = distribution.metadata
        name = re.sub(r"[-_.]+", "-", str(metadata["Name"]) if "Name" in metadata else "").lower()
        # Eggs have another list, with paths relative to their own folder.
        text = distribution.read_text("RECORD") or distribution.read_text("installed-files.txt") or ""
        if name and (name == OURS or _OWNS_PACKAGE.search(text)):
            root = Path(str(distribution.locate_file(""))).resolve()
            distributions.setdefault((name, root), _Distribution(name, distribution.version, root,
                                                                 _source(name, distribution), _files(text)))
    return list(distributions.values())


def _files(text: str) -> dict[str, str]:
    rows = ((row[0].replace("\\", "/"), row[1] if len(row) > 1 else "") for row in csv.reader(text.splitlines()) if row)
    files = {re.sub(r"^(\.\./)+", "", name): digest for name, digest in rows}
    return {name: digest for name, digest in files.items() if name.startswith(_PARTS) and "__pycache__" not in name}


def _source(name: str, distribution: importlib.metadata.Distribution) -> str:
    """Return the folder, file or address from which pip installed a distribution, or its name."""
    try:
        direct = json.loads(distribution.read_text("direct_url.json") or "{}")
        url = direct.get("url", "")
        if url.startswith("file:"):
            local = urllib.request.url2pathname(urllib.parse.urlsplit(url).path)
            return local if os.path.exists(local) else name
        vcs = direct.get("vcs_info")
        return f"{vcs['vcs']}+{url}@{vcs['commit_id']}" if vcs else url or name
    except (ValueError, KeyError, TypeError, AttributeError):
        return name


def _check_files(ours: _Distribution) -> tuple[list[str], list[str]]:
    """Return the files of a distribution that are missing, and those whose hash differs from its list."""
    missing, changed = [], []
    for name, digest in ours.files.items():
        try:
            content = (ours.root / name).read_bytes()
        except OSError:
            missing.append(name)
            continue
        if digest.startswith("sha256=") and digest.removeprefix("sha256=") != _hash(content):
            changed.append(name)
    return missing, changed


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


# Faults


def _missing(distributions: Sequence[_Distribution], root: Path) -> Fault:
    """Report that only the tools for record files are installed, or that the package was removed."""
    others = [one for one in distributions if one.owns("mxnet") and one.root == root]
    if others:
        return Fault("problem", f"{root / 'mxnet'} belongs to {others[0]}, and {OURS} is not installed; its commands, "
                     "except those for record files, need it instead of the other; run these two commands:"
                     + _lines(pip("uninstall", "-y", others[0].name), pip("install", OURS)))
    if any(one.name == _RECORDS and one.root == root for one in distributions):
        return Fault("note", f"only {_RECORDS} is installed; for models, run this command:"
                     + _lines(pip("install", OURS)))
    return Fault("problem", f"the package mxnet is not in {root}: only the tools for record files are installed; run "
                 "this command:" + _lines(pip("install", OURS)))


def _mixture(distributions: Sequence[_Distribution], ours: _Distribution | None, root: Path) -> Iterator[Fault]:
    """Report distributions that share our folder, and files that are missing or changed."""
    package = root / "mxnet"
    missing, changed = _check_files(ours) if ours else ([], [])
    others = [one for one in distributions if one.root == root and one.name != OURS
              and (one.owns("mxnet") or (one.name == _RECORDS and any(name in changed for name in one.files)))]
    library = next((name for name in LIBRARIES if (package / name).exists()), "")
    damage = ""
    if ours and (missing or changed):
        damage = f"of {len(ours.files)} files of {ours}, {len(missing)} are missing and {len(changed)} changed"
    if others:
        names = " and ".join(map(str, [*others, ours or OURS]))
        reason = f"{names} are installed in the same folder, {package}, and overwrite each other's files"
        reason += f" ({damage})" if damage else ""
    elif library:
        reason = f"{package} contains {library} of another MXNet beside the files of {ours or OURS}"
    elif missing:
        reason = f"{damage}, for example {missing[0]}; uninstalling another distribution of MXNet removes such files"
    else:
        if changed:
            yield Fault("note", f"{len(changed)} files differ from {ours} as installed, for example {changed[0]}")
        return
    yield Fault("problem", _repair(reason, others, ours, root))


def _repair(reason: str, others: Sequence[_Distribution], ours: _Distribution | None, root: Path) -> str:
    """Add the commands that remove all installations and install ours again."""
    if ours is None:  # a source tree, or an editable installation
        if others:
            return reason + "; run this command:" + _lines(pip("uninstall", "-y", *(one.name for one in others)))
        return reason + "; delete the files of the other MXNet"
    commands = [pip("uninstall", "-y", *(one.name for one in others), OURS),
                pip("install", "--force-reinstall", "--no-deps", ours.source)]
    known = {name for one in (*others, ours) for name in one.files}
    package = root / "mxnet"
    if any(path.suffix in (".py", ".so", ".dylib", ".dll") and path.relative_to(root).as_posix() not in known
           for path in package.rglob("*")):
        commands.insert(1, f'rmdir /s /q "{package}"' if os.name == "nt" else f"rm -r {shlex.quote(str(package))}")
    number = {2: "two", 3: "three"}[len(commands)]
    return f"{reason}; run these {number} commands:{_lines(*commands)}"


def _lines(*commands: str) -> str:
    return "".join(f"\n    {command}" for command in commands)


def _shadows(path: Sequence[str], distributions: Sequence[_Distribution], root: Path) -> Iterator[Fault]:
    """Report other folders or files named ``mxnet`` on the search path."""
    comes_first = True
    for entry in dict.fromkeys(Path(entry or os.getcwd()).resolve() for entry in [os.getcwd(), *path]):
        if entry == root:
            comes_first = False
            continue
        folder, file = entry / "mxnet", entry / "mxnet.py"
        # The command itself is a file named mxnet, which cannot be imported.
        for candidate in [folder] * (folder / "__init__.py").exists() + [file] * file.is_file():
            if candidate.resolve() != root / "mxnet":
                yield _shadow(candidate, comes_first, distributions, root)


def _shadow(candidate: Path, comes_first: bool, distributions: Sequence[_Distribution], root: Path) -> Fault:
    owner = next((one for one in distributions if one.root == candidate.parent and one.owns("mxnet")), None)
    shown = f"{candidate} ({owner})" if owner else str(candidate)
    if (candidate / "_runtime").is_dir():
        return Fault("note", f"{shown} is another copy of {root / 'mxnet'}, which programs in its folder import")
    if str(candidate.parent) in map(os.path.realpath, os.environ.get("PYTHONPATH", "").split(os.pathsep)):
        advice = f"remove {candidate.parent} from PYTHONPATH"
    elif owner and owner.name != OURS:
        advice = "run this command:" + _lines(pip("uninstall", "-y", owner.name))
    else:
        advice = f"rename it, or remove {candidate.parent} from the search path"
    if comes_first:
        return Fault("problem", f"programs can import {shown} instead of {root / 'mxnet'}; {advice}")
    return Fault("note", f"{shown} is on the search path after {root / 'mxnet'}; {advice}")
