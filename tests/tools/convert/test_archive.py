"""Archives of strangers: what they cost, and what is said of those that are damaged."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
import zipfile
from pathlib import Path

import convert_models
import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.tools.convert import _archive
from mxnet.tools.convert._sources import read


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a small model."""
    folder = tmp_path_factory.mktemp("model")
    result = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    arrays = {"arg:fc_weight": mx.nd.ones((2, 3)), "arg:fc_bias": mx.nd.zeros(2)}
    convert_models.saved((result, arrays, {}), folder, "small")
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def _pack(path: Path, files: dict[str, bytes]) -> Path:
    if path.suffix == ".mar":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return path


def _error(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that is printed for an archive that cannot be converted."""
    assert main(["convert", str(path), "--to", "safetensors", "-o", str(path.with_suffix(".out"))]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and not captured.out, captured
    return captured.err


KINDS = ["a.mar", "a.tar.gz", "a.tar"]


@pytest.mark.parametrize("name", KINDS)
def test_the_model_is_read(name: str, files: dict[str, bytes], tmp_path: Path) -> None:
    assert read(str(_pack(tmp_path / name, files))).source.inputs == ["data"]


@pytest.mark.parametrize("count", [1, 40])
@pytest.mark.parametrize("name", KINDS[:2])
def test_all_members_share_one_budget(name: str, count: int, files: dict[str, bytes], tmp_path: Path,
                                      monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(_archive, "_LEAST_BUDGET", 1 << 20)
    more = {f"{i}.params": bytes((2 << 20) // count) for i in range(count)}
    archive = _pack(tmp_path / name, {**files, **more})
    assert archive.stat().st_size < 50_000
    assert "unpacks to more than 1048576 bytes" in _error(archive, capsys)


@pytest.mark.parametrize("kind", ["unwanted", "sparse", "long name", "padding"])
def test_all_that_a_tar_archive_makes_us_read_counts(kind: str, files: dict[str, bytes], tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(_archive, "_LEAST_BUDGET", 1 << 20)
    archive = _pack(tmp_path / "a.tar", files)
    content, large = archive.read_bytes(), bytes(2 << 20)
    if kind == "unwanted":
        content = _pack(tmp_path / "b.tar", {"video.bin": large, **files}).read_bytes()
    elif kind == "sparse":
        entry = tarfile.TarInfo("a.params")
        entry.size, entry.type = 1 << 40, tarfile.GNUTYPE_SPARSE
        content = entry.tobuf(tarfile.GNU_FORMAT) + content
    elif kind == "long name":
        entry = tarfile.TarInfo("a.params")
        entry.size, entry.type = len(large), tarfile.GNUTYPE_LONGNAME
        content = entry.tobuf(tarfile.GNU_FORMAT) + large + content
    else:
        content += large
    packed = tmp_path / "a.tar.gz"
    packed.write_bytes(gzip.compress(content))
    _error(packed, capsys)


def test_the_number_of_files_is_bounded(files: dict[str, bytes], tmp_path: Path,
                                        capsys: pytest.CaptureFixture[str]) -> None:
    archive = _pack(tmp_path / "a.mar", {**files, **{f"{i}.json": b"" for i in range(1001)}})
    assert "contains more than 1000 model files" in _error(archive, capsys)


@pytest.mark.parametrize("name", KINDS)
def test_a_cut_archive_is_an_error_wherever_it_is_cut(name: str, files: dict[str, bytes], tmp_path: Path,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    content = _pack(tmp_path / name, files).read_bytes()
    end = content.rstrip(b"\0").__len__() if name == "a.tar" else len(content)
    for length in sorted({0, 1, 3, 100, 511, 512, 600, end // 2, end - 9, end - 1}):
        (tmp_path / name).write_bytes(content[:min(length, end - 1)])
        assert "truncated or damaged" in _error(tmp_path / name, capsys), length


@pytest.mark.parametrize("name", KINDS)
def test_wrong_checksums_are_errors(name: str, files: dict[str, bytes], tmp_path: Path,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    archive = _pack(tmp_path / name, files)
    content = bytearray(archive.read_bytes())
    if name == "a.mar":
        position = content.index(b"PK\x01\x02") + 16  # in the list of members
    elif name == "a.tar":
        position = 512 * (content.rindex(b"ustar") // 512) + 148  # in the header of the last member
    else:
        position = len(content) - 8
    content[position] ^= 1
    archive.write_bytes(content)
    assert "truncated or damaged" in _error(archive, capsys)


@pytest.mark.parametrize(("position", "value", "words"), [(8, 1, "is encrypted"), (10, 12, "compression method 12")])
def test_members_that_cannot_be_unpacked_are_named(position: int, value: int, words: str, files: dict[str, bytes],
                                                   tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = _pack(tmp_path / "a.mar", files)
    content = bytearray(archive.read_bytes())
    content[content.index(b"PK\x01\x02") + position] = value
    archive.write_bytes(content)
    assert words in _error(archive, capsys)


def test_random_damage_is_an_error_or_harmless(files: dict[str, bytes], tmp_path: Path) -> None:
    generator = random.Random(0)
    for name in KINDS:
        content = _pack(tmp_path / name, files).read_bytes()
        for _ in range(150):
            damaged = bytearray(content)
            for _ in range(generator.choice((1, 3, 20))):
                damaged[generator.randrange(len(damaged))] = generator.randrange(256)
            (tmp_path / name).write_bytes(damaged)
            try:
                read(str(tmp_path / name))
            except mx.MXNetError:
                pass


def _inputs(*entries: object) -> bytes:
    return json.dumps({"inputs": entries}).encode()


@pytest.mark.parametrize(("content", "words"), [
    (_inputs(5), "must be a list of objects"), (b'{"inputs": 7}', "must be a list of objects"),
    (b"3", "must be a list"),
    (b'"text"', "must be a list"), (_inputs(["data"]), "must be a list of objects"), (b"{", "not valid JSON"),
    (b"\xff\xfe\xff", "not valid JSON"), (b"[" * 100_000, "not valid JSON"), (b'{"a":' * 100_000, "not valid JSON"),
    (b"[" * 300 + b"]" * 300, "must be a list of objects"), (b"9" * 5000, "not valid JSON"),
    (_inputs({"data_name": "data", "data_shape": True}), "must be a list of integers, received true"),
    (_inputs({"data_name": "data", "data_shape": [True, 3]}), r"received [true, 3]"),
    (_inputs({"data_name": "data", "data_shape": [1.5]}), "received [1.5]"),
    (_inputs({"data_name": "data", "data_shape": ["3"]}), "must be a list of integers"),
    (_inputs({"data_name": "data", "data_shape": {"0": 1}}), "must be a list of integers"),
    (_inputs({"data_name": 5, "data_shape": [1, 3]}), "must be a list of integers"),
    (_inputs({"data_name": "data", "data_shape": [1] * 1000}), "must be a list of integers"),
    (_inputs({"data_name": "data", "data_shape": [1000000, 1000000]}), "more than 268435456 elements"),
    (_inputs({"data_name": "data", "data_shape": [10 ** 400]}), "more than 268435456 elements"),
    (b"[]" + b" " * (1 << 20), "1048578 bytes"),
])
@pytest.mark.parametrize("file", ["signature.json", "model-shapes.json"])
def test_hostile_shapes_are_errors(content: bytes, words: str, file: str, files: dict[str, bytes], tmp_path: Path,
                                   capsys: pytest.CaptureFixture[str]) -> None:
    assert words in _error(_pack(tmp_path / "a.mar", {**files, file: content}), capsys)


@pytest.mark.parametrize("content", [_inputs(), b"[]", b"{}", _inputs({"data_name": "data"}),
                                     _inputs({"data_name": "data", "data_shape": None})])
def test_a_signature_may_leave_shapes_out(content: bytes, files: dict[str, bytes], tmp_path: Path) -> None:
    assert not read(str(_pack(tmp_path / "a.mar", {**files, "signature.json": content}))).shapes


@pytest.mark.parametrize("content", [b"[" * 100_000, b"", b"5", b'{"nodes": 5}'])
def test_hostile_symbols_are_errors(content: bytes, files: dict[str, bytes], tmp_path: Path,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    _error(_pack(tmp_path / "a.mar", {**files, "small-symbol.json": content}), capsys)
