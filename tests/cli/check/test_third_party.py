"""Tests of the findings about packages that build on MXNet, and of their table in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mxnet import cli
from mxnet.cli.check._project import check_project
from mxnet.cli.check._third_party import PACKAGES

DOCS = Path(__file__).resolve().parents[3] / "docs"


def check(tmp_path: Path, name: str, text: str) -> list[tuple[int, str, str]]:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    report = check_project(tmp_path)
    assert not report.problems()
    return [(finding.place.line, finding.kind, finding.name) for finding in report.findings]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_imports_are_reported_once(package, tmp_path):
    (tmp_path / "a.py").write_text(f"import os\nimport {package.module}.data\nfrom {package.module} import x\n")
    (tmp_path / "b.py").write_text(f"import {package.module}\n")
    (finding,) = check_project(tmp_path).findings
    assert (finding.place.line, finding.kind, finding.level) == (2, "package", "note")
    assert finding.message.endswith(" && ".join(package.commands)) and package.versions[-1] in finding.message


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("requirements.txt", "numpy\nmxnet-cu112==1.9.1  # for CUDA\n", [(2, "pin", "mxnet-cu112")]),
    ("requirements-dev.txt", "mxnet>=1.6,<2.0; python_version < '3.9'\nGluonCV==0.10.5\n",
     [(1, "pin", "mxnet"), (2, "package", "gluoncv")]),
    ("requirements/base.txt", "-r other.txt\nmxnet_mkl\n", [(2, "pin", "mxnet-mkl")]),
    ("requirements.in", "mxnet==1.5 --hash=sha256:ab\nmxnet @ https://host/x.whl\nmxnet==1.6 \\\n  --hash=sha256:cd\n",
     [(1, "pin", "mxnet"), (2, "pin", "mxnet"), (3, "pin", "mxnet")]),
    ("constraints.txt", "mxnet-torch==1.0\nmxnet-records\nmxnetseg\n", []),
    ("environment.yml", "dependencies:\n  - python=3.8\n  - mxnet=1.5\n  - pip:\n    - mxboard\n",
     [(3, "pin", "mxnet"), (5, "package", "mxboard")]),
    ("setup.py", "setup(name='x', keywords=['mxnet'],\n    install_requires=[\n        'mxnet', \"gluonnlp>=0.9\"],\n"
     "    description='mxnet')\n", [(3, "pin", "mxnet"), (3, "package", "gluonnlp")]),
    ("setup.py", "REQUIREMENTS = ['mxnet-cu101mkl']\n", [(1, "pin", "mxnet-cu101mkl")]),
    ("setup.py", "requirements = [\n    'mxnet-cu101mkl']\n", [(2, "pin", "mxnet-cu101mkl")]),
    ("setup.cfg", "[metadata]\nkeywords =\n    mxnet\n[options]\ninstall_requires =\n    mxnet>=1.6\n    numpy\n",
     [(6, "pin", "mxnet")]),
    ("pyproject.toml", "[project]\nname = \"mxnet\"\nkeywords = [\"mxnet\"]\ndependencies = [\n  \"mxnet~=1.6\",\n]\n"
     "[project.optional-dependencies]\ntext = [\"gluonnlp\"]\n", [(5, "pin", "mxnet"), (8, "package", "gluonnlp")]),
    ("pyproject.toml", "[tool.poetry.dependencies]\npython = \"^3.8\"\nmxnet = \"^1.5\"\n"
     "gluonts = {version = \"0.14.4\"}\n", [(3, "pin", "mxnet"), (4, "package", "gluonts")]),
    ("Pipfile", "[packages]\nmxnet = \"*\"\n[scripts]\nsockeye = \"x\"\n", [(2, "pin", "mxnet")]),
])
def test_requirements(name, text, expected, tmp_path):
    assert check(tmp_path, name, text) == expected


def test_messages_of_requirements(tmp_path, capsys):
    (tmp_path / "requirements.txt").write_text("mxnet==1.9.1\ngluoncv==0.10.5\ngluoncv==0.8.0\n")
    assert cli.main(["check", str(tmp_path / "requirements.txt")]) == 0
    first, second, third, *rest = capsys.readouterr().out.splitlines()
    assert "note: mxnet==1.9.1: installing it overwrites files of mxnet-torch; remove this requirement" in first
    assert "ran here; 0.10.5 is not one of them; 0.10.2 and later refuse torch 2" in second
    assert "is not one of them" not in third and "pip install --no-deps gluoncv==0.10.1.post0 && " in third
    assert rest[-2:] == ["  packages that build on MXNet: 2", "  requirements that would overwrite this package: 1"]


def test_mxboard(tmp_path):
    (tmp_path / "a.py").write_text("from mxboard import SummaryWriter\n")
    (finding,) = check_project(tmp_path).findings
    assert finding.level == "note" and "mxnet.contrib.tensorboard" in finding.message


def test_long_lines_and_other_encodings(tmp_path):
    (tmp_path / "requirements.txt").write_bytes(b"mxnet\xff==1" + b" " * 100_000 + b"x\n\xfe\n")
    assert check_project(tmp_path).findings == []


@pytest.mark.parametrize("name", ["en/start/third_party.md", "zh/start/third_party.md"])
def test_table_of_the_docs(name):
    text = (DOCS / name).read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    assert [row[:3] for row in rows[2 : 2 + len(PACKAGES)]] == [
        [package.title, ", ".join(package.versions), f"`{package.start}`"] for package in PACKAGES]
    blocks = re.findall(r"^```bash\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert blocks == ["\n".join(package.commands) + "\n" for package in PACKAGES]
