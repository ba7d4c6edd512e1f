"""Run the programs and commands of the pages for beginners, and compare the installation commands with the table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet as mx
from mxnet.cli.check._third_party import PACKAGES, Package

ROOT = Path(__file__).resolve().parents[2]


def read(page: str) -> str:
    return (ROOT / "docs/en" / f"{page}.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", read(page), flags=re.MULTILINE | re.DOTALL)


def mxnet(folder: Path, *words: str) -> str:
    """Run a command and return its standard output."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-m", "mxnet", *words], cwd=folder, env=environment, capture_output=True,
                          text=True, encoding="utf-8").stdout


def test_an_old_project_in_ten_minutes(tmp_path: Path) -> None:
    page = "start/ten_minutes"
    (program,) = blocks(page, "python")
    commands = [block.split()[1:] for block in blocks(page, "bash")]
    assert commands[-1] == ["doctor"]
    (tmp_path / "train.py").write_text(program)
    outputs = []
    for command in commands[:-1]:
        outputs.append(mxnet(tmp_path, *command))
        if command[0] == "run":
            (tmp_path / "old.params").write_bytes((tmp_path / "line.params").read_bytes())
    version = re.compile(r"NumPy [\d.]+")
    assert version.sub("NumPy", "".join(outputs)) == version.sub("NumPy", "".join(blocks(page, "text")))


def test_the_program_about_devices() -> None:
    (program,) = blocks("start/error_texts", "python")
    namespace: dict[str, object] = {}
    exec(compile(program, "error_texts.md", "exec"), namespace)
    assert isinstance(namespace["ctx"], mx.Context)


def test_the_text_about_missing_devices() -> None:
    (text,) = blocks("start/error_texts", "text")
    with pytest.raises(mx.MXNetError) as error:
        mx.nd.zeros(1, ctx=mx.gpu(99))
    shown = re.sub(r"\d+", "#", text.strip())
    assert shown.partition("torch sees")[0] in re.sub(r"\d+", "#", str(error.value))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.title)
def test_pages_of_packages_have_the_tested_commands(package: Package) -> None:
    page = {"keras-mxnet": "keras"}.get(package.title, package.title.lower())
    assert blocks(f"start/{page}", "bash") == ["".join(f"{line}\n" for line in package.commands)]
    listed = re.sub(r" and ", ", ", " ".join(read(f"start/{page}").split()))
    assert all(version in listed for version in package.versions)
