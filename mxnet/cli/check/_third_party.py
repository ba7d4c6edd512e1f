"""Table of packages that build on MXNet, and the check for imports and requirements of them.

`PACKAGES` is the source of the table in ``docs/en/start/third_party.md``. The versions were tested with torch 2.13
and the models that the docs list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ._findings import Place, Report

_ORIGINAL = re.compile(r"mxnet(-cu\d+(mkl)?|-mkl|-native)?")
_FILES = re.compile(r"(.*[-_.])?(requirements?|constraints?)([-_.].*)?\.(txt|in)|setup\.(py|cfg)|pyproject\.toml"
                    r"|Pipfile|(conda[-_])?env(ironment)?([-_.].*)?\.ya?ml")
_FOLDERS = ("requirements", "requires")  # folders of requirement files
_KEY = re.compile(r"""\s*["']?([\w.-]+)["']?\s*(?:=(?!=)|:\s*[\["'{]|:\s*$)\s*(.*)""")
_SECTION = re.compile(r"\s*\[+([^\]\"']+)\]+\s*(?:#.*)?$")
_QUOTED = re.compile(r"""["']([^"']+)["']""")
_REQUIREMENT = re.compile(r"(?:[\w-]+::)?([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*"
                          r"((?:[=<>!~^]=?=?\s*[\w.*+-]+\s*,?\s*)*)\s*(?:(?:;|#|--|@|\\).*)?$")
_LONGEST = 1000  # characters of a requirement


@dataclass(frozen=True)
class Package:
    """A package that ran here.

    Parameters
    ----------
    title : str
        Its name in the docs.
    name : str
        Its name for pip.
    module : str
        Its name in programs.
    versions : tuple of str
        Versions that ran. The first one is in the command.
    needs : str
        Packages that it needs, except for MXNet, as arguments of pip.
    start : str
        Command that starts programs: ``python`` or ``mxnet run``.
    note : str
        What does not work.
    """

    title: str
    name: str
    module: str
    versions: tuple[str, ...]
    needs: str
    start: str = "python"
    note: str = ""

    @property
    def commands(self) -> tuple[str, str]:
        """The commands that install it. The first does not install the MXNet that it requires."""
        return f"pip install --no-deps {self.name}=={self.versions[0]}", f"pip install {self.needs}"

    def describe(self, requirement: str = "") -> str:
        """Return a sentence about the versions and the commands."""
        exact = re.fullmatch(r"===?\s*([\w.+!-]+)", requirement.strip())
        tried = "" if exact is None or exact[1] in self.versions else f"; {exact[1]} is not one of them"
        start = f"; start programs with {self.start}" if self.start != "python" else ""
        note = f"; {self.note}" if self.note else ""
        return (f"{self.name}: {', '.join(self.versions)} ran here{tried}{start}{note}; install it with "
                f"{' && '.join(self.commands)}")


PACKAGES = (
    Package("GluonCV", "gluoncv", "gluoncv",
            ("0.10.1.post0", "0.9.4", "0.9.0", "0.8.0", "0.7.0", "0.6.0", "0.5.0"),
            "opencv-python-headless requests tqdm matplotlib pillow scipy portalocker",
            note="0.10.2 and later refuse torch 2; Faster R-CNN and Mask R-CNN need mxnet run, and the older versions "
                 "except 0.8.0 were tried with it only"),
    Package("GluonNLP", "gluonnlp", "gluonnlp", ("0.10.0",), "packaging", note="pip needs a C compiler"),
    Package("GluonTS", "gluonts", "gluonts", ("0.17.0", "0.16.3", "0.14.4"),
            '"pandas<3" "pydantic<3" tqdm "toolz<1" typing-extensions packaging',
            note='0.14.4 requires "pandas<2.2"'),
    Package("Sockeye", "sockeye", "sockeye", ("2.3.24", "1.18.106"),
            'pyyaml portalocker sacrebleu==1.4.14 "numpy<2.4"',
            note="training needs --no-bucketing, 1.18.106 was tried with mxnet run, and Sockeye 3 does not use MXNet"),
    Package("InsightFace", "insightface", "insightface", ("0.1.5",),
            "opencv-python-headless requests tqdm matplotlib pillow scipy scikit-learn scikit-image easydict",
            note="0.2 and later use ONNX Runtime instead of MXNet"),
    Package("d2l", "d2l", "d2l", ("1.0.3", "0.17.6"), "matplotlib matplotlib-inline ipython requests pandas scipy"),
    Package("keras-mxnet", "keras-mxnet", "keras", ("2.2.4.3",),
            "keras-applications==1.0.8 keras-preprocessing==1.1.2 scipy six pyyaml h5py", "mxnet run",
            "load_model fails with h5py 3"),
)
_MXBOARD = ("mxboard: its last release, 0.1.0, fails with protobuf 4 and later; import SummaryWriter from "
            "mxnet.contrib.tensorboard, or start the program with mxnet run; install TensorBoard with "
            'pip install "mxnet-torch[tensorboard]"')
_BY_NAME = {package.name: package for package in PACKAGES}
_BY_MODULE = {package.module: package for package in PACKAGES}


def check_module(module: str, place: Place, report: Report) -> None:
    """Report the import of a package that builds on MXNet, once for a project."""
    root = module.partition(".")[0]
    if report.is_known("package", root):
        return
    if root in _BY_MODULE:
        report.add(place, "package", root, _BY_MODULE[root].describe())
    elif root == "mxboard":
        report.add(place, "package", root, _MXBOARD)


def lists_requirements(path: Path) -> bool:
    """Return whether a file lists requirements of a project."""
    return _FILES.fullmatch(path.name) is not None or (path.suffix in (".txt", ".in") and path.parent.name in _FOLDERS)


def check_requirements(path: Path, file: str, report: Report) -> None:
    """Report requirements of MXNet, which would overwrite this package, and of packages that build on it."""
    for line, name, version in _requirements(path.name, path.read_text(encoding="utf-8", errors="replace")):
        name = re.sub(r"[-_.]+", "-", name).lower()
        place = Place(file, line)
        if _ORIGINAL.fullmatch(name):
            report.add(place, "pin", name, f"{name}{version}: installing it overwrites files of mxnet-torch; remove "
                       "this requirement, and install packages that need it with pip install --no-deps")
        elif name in _BY_NAME:
            report.add(place, "package", name, _BY_NAME[name].describe(version))
        elif name == "mxboard":
            report.add(place, "package", name, _MXBOARD)


def _requirements(file: str, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the lines, names and versions of requirements. Files are read line by line and never run."""
    plain = file.endswith((".txt", ".in", ".yml", ".yaml"))
    section = key = ""
    for number, line in enumerate(text.splitlines(), 1):
        if plain:
            yield from _match(number, re.sub(r"^\s*-\s+", "", line))
            continue
        header, assignment = _SECTION.match(line), _KEY.match(line)
        if header:
            section, key = header[1], ""
        elif assignment and not line.lstrip().startswith(("'", '"')):
            key = assignment[1]
            # Poetry and Pipfile write the name as the key.
            if re.search("depend|packages", section) and not assignment[2].startswith("[") and file != "setup.cfg":
                value = _QUOTED.search(assignment[2])
                yield number, key, value[1] if value else ""
                continue
        quoted = _QUOTED.findall(line)
        lists = re.search("require|depend", key.lower()) or re.search("require|depend|groups", section)
        if file == "setup.cfg" and lists:
            yield from _match(number, assignment[2] if assignment else line)
        for one in quoted if file != "setup.cfg" else ():
            if lists or re.search(r"[=<>~]=", one):
                yield from _match(number, one)


def _match(number: int, text: str) -> Iterator[tuple[int, str, str]]:
    found = _REQUIREMENT.match(text.strip()) if len(text) < _LONGEST else None
    if found:
        yield number, found[1], found[2].strip()
