"""Tests of the inspection of installed files, with small site-packages folders."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet_records
from mxnet_records import installation
from mxnet_records.installation import find_faults

FILES = {"mxnet/__init__.py": "ours", "mxnet/_runtime/__init__.py": "", "mxnet/base/__init__.py": "ours",
         "mxnet_records/__init__.py": "ours", "mxnet_predict.py": "ours"}
ORIGINAL = {"mxnet/__init__.py": "original", "mxnet/base.py": "original", "mxnet/libmxnet.so": "original"}


def install(root: Path, name: str, version: str, files: dict[str, str], **more: str) -> None:
    """Write the files and the metadata of a distribution, as pip does."""
    info = root / f"{name.replace('-', '_')}-{version}.dist-info"
    rows = []
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        rows += [f"{path},sha256={digest},{len(text)}", f"{Path(path).parent}/__pycache__/x.cpython-311.pyc,,"]
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "RECORD").write_text("\n".join([*rows, f"{info.name}/RECORD,,"]))
    for file, text in more.items():
        (info / file.replace("_json", ".json")).write_text(text)


def uninstall(root: Path, name: str) -> None:
    """Remove the files in the list of a distribution, as pip does."""
    (info,) = root.glob(f"{name.replace('-', '_')}-*.dist-info")
    for row in (info / "RECORD").read_text().splitlines():
        (root / row.split(",")[0]).unlink(missing_ok=True)
    for file in info.iterdir():
        file.unlink()
    info.rmdir()


def command(*words: str) -> str:
    return f"\n    {sys.executable} -m pip {' '.join(words)}"


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "site-packages"


def test_whole_installation_has_no_faults(site):
    install(site, "mxnet-torch", "1.0.0", FILES)
    install(site, "numpy", "2.4.6", {"numpy/__init__.py": ""})
    assert find_faults([str(site)], site) == []


@pytest.mark.parametrize("name", ["mxnet", "mxnet-cu112", "mxnet_mkl"])
@pytest.mark.parametrize("original_last", [True, False])
def test_both_orders(site, name, original_last):
    both = [("mxnet-torch", "1.0.0", FILES), (name, "1.9.1", ORIGINAL)]
    for one in both if original_last else reversed(both):
        install(site, *one)
    (fault,) = find_faults([str(site)], site)
    shown = name.replace("_", "-")
    assert fault.level == "problem"
    assert fault.message.startswith(f"{shown} 1.9.1 and mxnet-torch 1.0.0 are installed in the same folder, {site}")
    assert ("0 are missing and 1 changed" in fault.message) is original_last
    assert fault.message.endswith(
        "; run these two commands:" + command("uninstall", "-y", shown, "mxnet-torch")
        + command("install", "--force-reinstall", "--no-deps", "mxnet-torch"))


def test_files_that_uninstalling_the_other_removed(site):
    install(site, "mxnet", "1.9.1", ORIGINAL)
    install(site, "mxnet-torch", "1.0.0", FILES)
    uninstall(site, "mxnet")
    (fault,) = find_faults([str(site)], site)
    assert fault.level == "problem" and "of 5 files of mxnet-torch 1.0.0, 1 are missing" in fault.message
    assert "for example mxnet/__init__.py" in fault.message
    assert command("uninstall", "-y", "mxnet-torch") in fault.message


def test_files_that_no_distribution_owns_are_deleted(site):
    """pip does not remove files whose list is lost."""
    install(site, "mxnet-torch", "1.0.0", FILES)
    (site / "mxnet" / "libmxnet.so").touch()
    (fault,) = find_faults([str(site)], site)
    assert fault.level == "problem" and "contains libmxnet.so of another MXNet" in fault.message
    assert "run these three commands:" in fault.message
    assert str(site / "mxnet") in fault.message.splitlines()[2]


def test_edited_files_are_a_note(site):
    install(site, "mxnet-torch", "1.0.0", FILES)
    (site / "mxnet" / "base" / "__init__.py").write_text("edited")
    (fault,) = find_faults([str(site)], site)
    assert fault == ("note", "1 files differ from mxnet-torch 1.0.0 as installed, for example mxnet/base/__init__.py")


def test_repair_installs_from_the_same_source(site, tmp_path):
    checkout = tmp_path / "my checkout"
    checkout.mkdir()
    sources = {checkout.as_uri(): f"'{checkout}'", "file:///missing/folder": "mxnet-torch",
               "https://host/mxnet_torch.whl": "https://host/mxnet_torch.whl"}
    for number, (url, shown) in enumerate(sources.items()):
        root = site / str(number)
        install(root, "mxnet-torch", "1.0.0", FILES, direct_url_json=json.dumps({"url": url}))
        install(root, "mxnet", "1.9.1", ORIGINAL)
        (fault,) = find_faults([str(root)], root)
        assert fault.message.endswith(f" --no-deps {shown}") or os.name == "nt"
    root = site / "vcs"
    vcs = {"url": "https://host/repo", "vcs_info": {"vcs": "git", "commit_id": "abc"}}
    install(root, "mxnet-torch", "1.0.0", {**FILES, **ORIGINAL}, direct_url_json=json.dumps(vcs))
    assert find_faults([str(root)], root)[0].message.endswith("git+https://host/repo@abc")


def test_record_tools_beside_the_original_are_no_mixture(site):
    """Users of InsightFace have both."""
    install(site, "mxnet-records", "1.0.0", {"mxnet_records/__init__.py": ""})
    (fault,) = find_faults([str(site)], site)
    assert fault.level == "note" and "only mxnet-records is installed" in fault.message
    assert fault.message.endswith(command("install", "mxnet-torch")) and not installation.has_package(site)
    install(site, "mxnet", "1.9.1", ORIGINAL)
    (fault,) = find_faults([str(site)], site)
    assert "belongs to mxnet 1.9.1, and mxnet-torch is not installed" in fault.message


def test_record_tools_of_another_version(site):
    install(site, "mxnet-torch", "1.0.0", FILES)
    install(site, "mxnet-records", "1.0.0", {"mxnet_records/__init__.py": "ours"})
    assert find_faults([str(site)], site) == []
    uninstall(site, "mxnet-records")
    install(site, "mxnet-records", "0.9", {"mxnet_records/__init__.py": "older"})
    (fault,) = find_faults([str(site)], site)
    assert fault.message.startswith("mxnet-records 0.9 and mxnet-torch 1.0.0 are installed in the same folder")


def test_original_in_another_folder(site, tmp_path, monkeypatch):
    """A user site or another entry of the search path hides ours; an editable installation comes last."""
    install(site, "mxnet-torch", "1.0.0", FILES)
    other = tmp_path / "user-site"
    install(other, "mxnet", "1.9.1", ORIGINAL)
    (fault,) = find_faults([str(other), str(site)], site)
    assert fault.level == "problem"
    assert fault.message == (f"programs can import {other / 'mxnet'} (mxnet 1.9.1) instead of {site / 'mxnet'}; run "
                             f"this command:{command('uninstall', '-y', 'mxnet')}")
    (fault,) = find_faults([str(site), str(other)], site)
    assert fault.level == "note" and "is on the search path after" in fault.message
    monkeypatch.setenv("PYTHONPATH", str(other))
    (fault,) = find_faults([str(other), str(site)], site)
    assert fault.message.endswith(f"remove {other} from PYTHONPATH")


def test_folder_or_file_that_shadows(site, tmp_path):
    install(site, "mxnet-torch", "1.0.0", FILES)
    (tmp_path / "mxnet").write_text("#!/usr/bin/env python\n")  # the command cannot be imported
    assert find_faults(["", str(site)], site) == []
    (tmp_path / "mxnet.py").touch()
    (fault,) = find_faults(["", str(tmp_path), str(site)], site)
    assert fault.level == "problem" and str(tmp_path / "mxnet.py") in fault.message


def test_another_copy_of_ours_is_a_note(site, tmp_path):
    """A checkout in the current folder does not keep the installed package from running."""
    install(site, "mxnet-torch", "1.0.0", FILES)
    (tmp_path / "mxnet" / "_runtime").mkdir(parents=True)
    (tmp_path / "mxnet" / "__init__.py").touch()
    (fault,) = find_faults([str(site)], site)
    assert fault.level == "note" and f"{tmp_path / 'mxnet'} is another copy of" in fault.message


def test_eggs_and_broken_metadata(site):
    install(site, "mxnet-torch", "1.0.0", FILES, direct_url_json="[nonsense")
    egg = site / "mxnet-1.5.egg-info"
    egg.mkdir()
    (egg / "PKG-INFO").write_text("Metadata-Version: 1.0\nName: mxnet\nVersion: 1.5\n")
    (egg / "installed-files.txt").write_text("../mxnet/__init__.py\n../mxnet/base.py\n")
    (site / "broken-1.dist-info").mkdir()
    (fault,) = find_faults([str(site)], site)
    assert fault.message.startswith("mxnet 1.5 and mxnet-torch 1.0.0")


def test_source_tree(site):
    root = Path(mxnet_records.__file__).resolve().parents[1]
    assert [fault for fault in find_faults([str(root)], root) if "installed in the same folder" in fault.message] == []


def test_one_line_for_the_import(site, monkeypatch):
    install(site, "mxnet-torch", "1.0.0", FILES)
    install(site, "mxnet", "1.9.1", ORIGINAL)
    monkeypatch.setattr(installation.sys, "path", [str(site)])
    line = installation.describe(site)
    assert "\n" not in line
    assert f"run these two commands: {sys.executable} -m pip uninstall -y mxnet mxnet-torch, then " in line


def test_commands_explain_a_mixture(tmp_path):
    """Each command that needs the package prints the repair instead of a traceback."""
    source = Path(mxnet_records.__file__).parent
    site = tmp_path / "site"
    ours = {f"mxnet_records/{path.relative_to(source).as_posix()}": path.read_text(encoding="utf-8")
            for path in source.rglob("*.py")}
    install(site, "mxnet-torch", "1.0.0", {**FILES, **ours})
    install(site, "mxnet", "1.9.1", {**ORIGINAL, "mxnet/__init__.py": "raise AttributeError('np.bool')"})
    for words in (["demo"], ["check", "."], ["launch", "-n", "1", "true"], ["doctor"], ["doctor", "--json"]):
        ended = subprocess.run([sys.executable, "-c", "from mxnet_records.cli import main; raise SystemExit(main())",
                                *words], env={**os.environ, "PYTHONPATH": str(site)}, cwd=tmp_path,
                               capture_output=True, text=True)
        shown = ended.stdout + ended.stderr
        assert ended.returncode == 1 and "Traceback" not in shown, shown
        assert "pip uninstall -y mxnet mxnet-torch" in shown, shown
    ended = subprocess.run([sys.executable, "-m", "mxnet_records.cli", "rec", "--help"], capture_output=True, text=True,
                           env={**os.environ, "PYTHONPATH": str(site)}, cwd=tmp_path, check=True)
    assert "usage: mxnet rec" in ended.stdout
