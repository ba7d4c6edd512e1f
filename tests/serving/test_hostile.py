"""Mutated archives: each is refused with the documented error or gives a model, and nothing else happens."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serving_models as samples

import mxnet as mx
from mxnet.serving.sources import open_source

_watching: list[str] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Record processes, links, connections, imports of archives, and files that are written outside of the test."""
    if not _watching:
        return
    if event in ("os.system", "subprocess.Popen", "os.exec", "os.symlink", "os.link", "socket.connect"):
        _watching.append(event)
    elif event == "open" and isinstance(arguments[0], str) and isinstance(arguments[2], int):
        if arguments[2] & (os.O_WRONLY | os.O_RDWR) and not os.path.realpath(arguments[0]).startswith(_watching[0]):
            _watching.append(f"write {arguments[0]}")
    elif event == "import" and str(arguments[0]).startswith("hostile_"):
        _watching.append(f"import {arguments[0]}")


@pytest.fixture(scope="module", autouse=True)
def _hook() -> None:
    sys.addaudithook(_watch)  # it cannot be removed


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    _watching[:] = [os.path.realpath(tmp_path)]
    yield folder
    events = _watching[1:]
    _watching.clear()
    assert not events
    assert {path.name for path in tmp_path.iterdir()} <= {"unpacked", "model", "a.mar", "a.tar.gz", "a.tar", "b.tar.gz"}


def _mutate(generator: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(generator.choice((1, 1, 2, 5, 30))):
        place = generator.randrange(len(changed))
        action = generator.randrange(4)
        if action == 0:
            changed[place] = generator.randrange(256)
        elif action == 1:
            changed[place] ^= 1 << generator.randrange(8)
        elif action == 2:
            del changed[place : place + generator.randrange(1, 50)]
        else:
            start = generator.randrange(len(changed))
            changed[place : place + 8] = changed[start : start + 8]
        if not changed:
            return b""
    return bytes(changed)


def _files(folder: Path) -> dict[str, bytes]:
    samples.save_pictures(folder, "net")
    return {**samples.read_files(folder), "MAR-INF/MANIFEST.json": samples.manifest("net", "hostile_service:handle"),
            "hostile_service.py": b"raise SystemExit(3)", "code/inference.py": b"raise SystemExit(3)"}


def _try(path: Path, folder: Path) -> bool:
    try:
        open_source(str(path), folder=str(folder))
    except mx.MXNetError:
        assert not os.listdir(folder)
        return False
    for entry in list(folder.iterdir()):
        shutil.rmtree(entry)
    return True


@pytest.mark.parametrize("name", ["a.mar", "a.tar.gz", "a.tar"])
def test_damaged_archives(name: str, tmp_path: Path, watched: Path) -> None:
    files = _files(tmp_path / "model")
    path = tmp_path / name
    if name == "a.tar":
        samples.pack(tmp_path / "b.tar.gz", files)
        path.write_bytes(zlib.decompress((tmp_path / "b.tar.gz").read_bytes(), 31))
    else:
        samples.pack(path, files)
    content, generator = path.read_bytes(), random.Random(name)
    for _ in range(300):
        path.write_bytes(_mutate(generator, content))
        _try(path, watched)


def test_damaged_files_in_valid_archives(tmp_path: Path, watched: Path) -> None:
    """Manifests, signatures, labels, symbols and parameters that were changed before they were packed."""
    files = _files(tmp_path / "model")
    files["MAR-INF/MANIFEST.json"] = samples.manifest("net")
    del files["hostile_service.py"], files["code/inference.py"]
    generator = random.Random(2)
    loaded = 0
    for _ in range(150):
        name = generator.choice(list(files))
        archive = samples.pack(tmp_path / "a.mar", {**files, name: _mutate(generator, files[name])})
        try:
            source = open_source(str(archive), folder=str(watched))
            answer = samples.ask(source.load(), samples.picture(1, 2, 3), "image/png")
            assert answer.status < 600
            loaded += 1
        except mx.MXNetError:
            pass
    assert loaded > 10


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "C:/x", "x\x00y", "\\\\host\\x", "a\\..\\..\\x", "..", ".",
                                  ""])
def test_names_of_members(name: str, tmp_path: Path, watched: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.mar", "w") as archive:
        entry = zipfile.ZipInfo("placeholder")
        entry.filename = name
        archive.writestr(entry, b"content")
    assert not _try(tmp_path / "a.mar", watched)
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive_:
        archive_.addfile(tarfile.TarInfo(name))
    assert not _try(tmp_path / "a.tar.gz", watched)


def test_many_members(tmp_path: Path, watched: Path) -> None:
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        for i in range(10_001):
            entry = tarfile.TarInfo(str(i))
            entry.type = tarfile.DIRTYPE
            archive.addfile(entry)
    with pytest.raises(mx.MXNetError, match="more than 10000 files and folders"):
        open_source(str(tmp_path / "a.tar.gz"), folder=str(watched))
    assert not os.listdir(watched)


def test_two_members_of_the_same_name(tmp_path: Path, watched: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.mar", "w") as archive:
        archive.writestr("signature.json", json.dumps({}))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("signature.json", json.dumps({}))
    with pytest.raises(mx.MXNetError, match="two files named 'signature.json'"):
        open_source(str(tmp_path / "a.mar"), folder=str(watched))
