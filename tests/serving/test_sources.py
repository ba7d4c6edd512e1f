"""What can be served, and what is refused."""

from __future__ import annotations

import io
import json
import os
import pickle
import stat
import tarfile
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
import serving_models as samples

import mxnet as mx
from mxnet.gluon.model_zoo import model_store
from mxnet.serving.sources import CodeSource, open_source


@pytest.fixture
def dense(tmp_path: Path) -> Path:
    """The folder of a layer from 4 to 3 numbers."""
    samples.save_dense(tmp_path / "dense")
    return tmp_path / "dense"


@pytest.mark.parametrize("path", ["net", "net-symbol.json", "net-0000.params", "", "mine="])
def test_files_and_folders(path: str, dense: Path) -> None:
    named = path.endswith("=")
    source = open_source(f"mine={dense}" if named else str(dense / path) if path else str(dense))
    assert source.name == ("mine" if named else "net" if path else "dense")
    copy = pickle.loads(pickle.dumps(source))
    answer = samples.ask(copy.load(), "[[1, 1, 1, 1]]")
    np.testing.assert_allclose(json.loads(answer.body), [[1.6, 4.2, 6.8]], rtol=1e-6)


def test_the_newest_epoch_is_served(tmp_path: Path) -> None:
    for epoch, value in ((9999, 1.0), (10000, 2.0)):
        result = mx.sym.broadcast_mul(mx.sym.var("data"), mx.sym.var("scale", shape=(1,)))
        mx.model.save_checkpoint(str(tmp_path / "net"), epoch, result, {"scale": mx.nd.array([value])}, {})
    (tmp_path / "signature.json").write_text('{"inputs": [{"data_name": "data", "data_shape": [0, 2]}]}')
    assert samples.ask(samples.load(tmp_path / "net"), "[[3, 4]]").body == b"[[6.0, 8.0]]"


@pytest.mark.parametrize("name", ["a.mar", "a.tar.gz"])
@pytest.mark.parametrize("top", ["", "net/"])
def test_archives_without_code(name: str, top: str, dense: Path, tmp_path: Path) -> None:
    files = {top + file: content for file, content in samples.read_files(dense).items()}
    (tmp_path / "unpacked").mkdir()
    archive = samples.pack(tmp_path / name, {**files, f"{top}MAR-INF/MANIFEST.json": samples.manifest("net")})
    source = open_source(str(archive), folder=str(tmp_path / "unpacked"))
    assert source.name == "net"
    assert samples.ask(source.load(), "[1, 1, 1, 1]").status == 200
    assert len(os.listdir(tmp_path / "unpacked")) == 1


def test_a_temporary_folder_exists_as_long_as_the_source(dense: Path, tmp_path: Path,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    source = open_source(str(samples.pack(tmp_path / "a.mar", samples.read_files(dense))))
    assert os.listdir(tmp_path / "temporary")
    del source
    assert not os.listdir(tmp_path / "temporary")


def test_onnx(tmp_path: Path) -> None:
    expected = samples.save_dense(tmp_path)
    mx.onnx.export_model(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params"), [(1, 4)],
                         np.float32, str(tmp_path / "net.onnx"))
    (tmp_path / "other").mkdir()
    model = samples.load((tmp_path / "net.onnx").rename(tmp_path / "other" / "net.onnx"))
    answer = samples.ask(model, "[[1, 2, 3, 4]]")
    np.testing.assert_allclose(json.loads(answer.body), [expected["weight"] @ [1, 2, 3, 4] + expected["bias"]],
                               rtol=1e-6)


def test_networks_of_the_zoo_need_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> str:
        raise mx.MXNetError(f"no file of {name}")

    monkeypatch.setattr(model_store, "get_model_file", refuse)
    with pytest.raises(mx.MXNetError, match=r"no file of squeezenet1.1.*write zoo:squeezenet1.1"):
        open_source("squeezenet1.1")
    source = open_source("zoo:squeezenet1.1")
    assert (source.name, source.signature.preprocess["resize"]) == ("squeezenet1.1", 256)
    assert source.load().description == source.load().description  # the same names in each worker
    network = mx.gluon.model_zoo.vision.squeezenet1_1(classes=7)
    network.initialize()
    network(mx.nd.zeros((1, 3, 224, 224)))
    network.save_parameters(str(tmp_path / "weights.params"))
    monkeypatch.setattr(model_store, "get_model_file", lambda name: str(tmp_path / "weights.params"))
    assert open_source("squeezenet1.1").load().description.outputs[0].shape == (None, 7)
    with pytest.raises(mx.MXNetError, match="the model zoo has no network 'squeeze'"):
        open_source("zoo:squeeze")


@pytest.mark.parametrize(("path", "words"), [
    ("missing", "does not exist: expected a -symbol.json"), ("missing.mar", "the archive .* does not exist"),
    ("missing.onnx", "does not exist"), ("https://example.com/a.mar", "is an address; download"),
    ("s3://bucket/a.mar", "is an address"), ("text.txt", "is not a model"), ("empty", "contains no model")])
def test_other_paths_are_errors(path: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("text")
    Path("empty").mkdir()
    with pytest.raises(mx.MXNetError, match=words):
        open_source(path)


@pytest.mark.parametrize("name", ["", "a b", "../a", ".a", "a/b", "ä", "a" * 129])
def test_names_are_checked(name: str, dense: Path) -> None:
    with pytest.raises(mx.MXNetError, match="must consist of letters"):
        open_source(str(dense), name=name)


def test_names_of_files_are_made_valid(dense: Path, tmp_path: Path) -> None:
    folder = dense.rename(tmp_path / "__my model")
    assert open_source(str(folder)).name == "my_model"


@pytest.mark.parametrize("files", [
    {"MAR-INF/MANIFEST.json": samples.manifest("net", "service:handle"), "service.py": samples.HANDLER.encode()},
    {"MANIFEST.json": json.dumps({"Model": {"Model-Name": "net", "Service": "service.py"}}).encode(),
     "service.py": samples.HANDLER.encode()},
    {"code/inference.py": b"raise SystemExit"},
    {"MAR-INF/MANIFEST.json": samples.manifest("net", "missing:handle")},
    {"MAR-INF/MANIFEST.json": samples.manifest("net", "mxnet_vision_service:handle"),
     "mxnet_vision_service.py": b"# changed"},
    {"MAR-INF/MANIFEST.json": samples.manifest("net", "mxnet_graph_service:handle"),
     "mxnet_graph_service.py": b"# changed"}])
@pytest.mark.parametrize("graph", [True, False])
def test_code_needs_permission(files: dict[str, bytes], graph: bool, dense: Path, tmp_path: Path) -> None:
    both = {**(samples.read_files(dense) if graph else {}), **files}
    archive = samples.pack(tmp_path / "a.mar", both)
    (tmp_path / "unpacked").mkdir()
    with pytest.raises(mx.MXNetError, match=r"is answered by code in its archive \(.*--allow-code"):
        open_source(str(archive), folder=str(tmp_path / "unpacked"))
    assert not os.listdir(tmp_path / "unpacked")
    assert isinstance(open_source(str(archive), allow_code=True), CodeSource)


@pytest.mark.parametrize("service", ["mxnet_vision_service", "mxnet_model_service"])
def test_the_graph_replaces_published_services(service: str, dense: Path, tmp_path: Path) -> None:
    files = {**samples.read_files(dense), "MAR-INF/MANIFEST.json": samples.manifest("net", f"{service}:handle")}
    for allow_code in (False, True):
        model = samples.load(samples.pack(tmp_path / "a.mar", files), allow_code=allow_code)
        assert not model.description.runs_code
        assert samples.ask(model, "[[1, 1, 1, 1]]").status == 200


def _zip(path: Path, *entries: tuple[str, int]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, mode in entries:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, "content")
    return path


def _tar(path: Path, *entries: tuple[str, bytes, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, kind, target in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, target
            entry.size = 7 if kind == tarfile.REGTYPE else 0
            archive.addfile(entry, io.BytesIO(b"content"))
    return path


FILE, LINK = stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777
HOSTILE = {
    "parent": lambda path: _zip(path / "a.mar", ("../out.txt", FILE)),
    "deep parent": lambda path: _zip(path / "a.mar", ("a/../../out.txt", FILE)),
    "backslashes": lambda path: _zip(path / "a.mar", ("..\\out.txt", FILE)),
    "absolute": lambda path: _zip(path / "a.mar", ("/tmp/out.txt", FILE)),
    "drive": lambda path: _zip(path / "a.mar", ("C:\\out.txt", FILE)),
    "share": lambda path: _zip(path / "a.mar", ("//host/out.txt", FILE)),
    "link": lambda path: _zip(path / "a.mar", ("link", LINK)),
    "device": lambda path: _zip(path / "a.mar", ("null", stat.S_IFCHR | 0o666)),
    "file and folder": lambda path: _zip(path / "a.mar", ("a", FILE), ("a/b", FILE)),
    "depth": lambda path: _zip(path / "a.mar", ("a/" * 40 + "b", FILE)),
    "long name": lambda path: _zip(path / "a.mar", ("a" * 300, FILE)),
    "tar parent": lambda path: _tar(path / "a.tar.gz", ("../out.txt", tarfile.REGTYPE, "")),
    "tar absolute": lambda path: _tar(path / "a.tar.gz", ("/tmp/out.txt", tarfile.REGTYPE, "")),
    "tar link": lambda path: _tar(path / "a.tar.gz", ("link", tarfile.SYMTYPE, "/etc/passwd")),
    "tar link and file": lambda path: _tar(path / "a.tar.gz", ("link", tarfile.SYMTYPE, ".."),
                                           ("link/out.txt", tarfile.REGTYPE, "")),
    "tar hard link": lambda path: _tar(path / "a.tar.gz", ("link", tarfile.LNKTYPE, "/etc/passwd")),
    "tar device": lambda path: _tar(path / "a.tar.gz", ("null", tarfile.CHRTYPE, "")),
    "tar pipe": lambda path: _tar(path / "a.tar.gz", ("pipe", tarfile.FIFOTYPE, "")),
    "tar twice": lambda path: _tar(path / "a.tar.gz", ("a", tarfile.REGTYPE, ""), ("./a", tarfile.REGTYPE, "")),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_archives_leave_nothing_behind(kind: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside" / "unpacked"
    inside.mkdir(parents=True)
    archive = HOSTILE[kind](tmp_path)
    with pytest.raises(mx.MXNetError):
        open_source(str(archive), allow_code=True, folder=str(inside))
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == [
        archive.name, "inside", "inside/unpacked"]
    assert not os.path.exists("/tmp/out.txt")


def test_bombs_are_refused(dense: Path, tmp_path: Path) -> None:
    for name in ("a.mar", "a.tar.gz"):
        archive = samples.pack(tmp_path / name, {**samples.read_files(dense), "zeros.bin": bytes(65 << 20)})
        assert archive.stat().st_size < 1 << 20
        with pytest.raises(mx.MXNetError, match="unpacks to more than"):
            open_source(str(archive), folder=str(tmp_path))
        archive.unlink()
    assert [path.name for path in tmp_path.iterdir()] == ["dense"]
