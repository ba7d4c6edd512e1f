"""Archives that ``mxnet archive`` writes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
import serving_models as samples

from mxnet.cli import main
from mxnet.serving.archiver import SERVICE, service_source


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _archive(*words: str) -> int:
    return main(["archive", "--model-name", "pets", *words])


def _error(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert _archive(*words) == 1
    return capsys.readouterr().err


def test_an_archive_from_a_prefix(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    samples.save_dense(folder / "model", "net", epoch=7)
    (folder / "model" / "synset.txt").write_text("a\nb\nc")
    assert _archive("--model-path", "model/net") == 0
    assert capsys.readouterr().out == "wrote pets.mar\n"
    with zipfile.ZipFile("pets.mar") as archive:
        assert archive.namelist() == ["MAR-INF/MANIFEST.json", f"{SERVICE}.py", "pets-0000.params", "pets-symbol.json",
                                      "signature.json", "synset.txt"]
        assert json.loads(archive.read("MAR-INF/MANIFEST.json")) == {
            "runtime": "python", "model": {"modelName": "pets", "handler": f"{SERVICE}:handle"},
            "modelServerVersion": "1.0", "implementationVersion": "1.0", "specificationVersion": "1.0"}
        signature = json.loads(archive.read("signature.json"))
    assert signature["inputs"] == [{"data_name": "data", "data_shape": [0, 4]}]
    assert signature["input_type"] == "application/json"
    model = samples.load("pets.mar")
    assert (model.description.name, model.description.labels) == ("pets", ("a", "b", "c"))
    assert samples.ask(model, "[[0, 0, 0, 0]]").body == b"[[1.0, 2.0, 3.0]]"


@pytest.mark.parametrize(("form", "name"), [("default", "pets.mar"), ("tgz", "pets.tar.gz"), ("no-archive", "pets")])
def test_formats(form: str, name: str, folder: Path) -> None:
    samples.save_pictures(folder / "model")
    assert _archive("--model-path", "model", "--archive-format", form) == 0
    model = samples.load(name)
    found = json.loads(samples.ask(model, samples.picture(200, 3, 3), "image/png").body)
    assert found[0]["class"] == "cat"
    content = Path(name).read_bytes() if form == "default" else b""
    assert _archive("--model-path", "model", "--archive-format", form, "-f") == 0
    assert form != "default" or Path(name).read_bytes() == content  # equal files give equal archives
    assert sorted(path.name for path in folder.iterdir()) == ["model", name]


def test_preprocessing(folder: Path) -> None:
    samples.save_pictures(folder / "model")
    (folder / "names.txt").write_text("x\ny\nz")
    assert _archive("--model-path", "model", "--mean", "100", "--std", "2,2,2", "--resize", "9", "--synset",
                    "names.txt") == 0
    with zipfile.ZipFile("pets.mar") as archive:
        signature = json.loads(archive.read("signature.json"))
    assert signature["preprocess"] == {"resize": 9, "mean": [100.0], "std": [2.0, 2.0, 2.0]}
    answer = samples.ask(samples.load("pets.mar"), samples.picture(200, 100, 0), "image/png", "text/csv")
    assert answer.body == b"50.0,0.0,-50.0\n"


def test_a_folder_with_a_handler(folder: Path) -> None:
    (folder / "model" / "sub" / "__pycache__").mkdir(parents=True)
    for name in ("service.py", "weights.bin", "sub/vocabulary.txt", ".hidden", "sub/__pycache__/a.pyc", "old.mar",
                 "MANIFEST.json"):
        (folder / "model" / name).write_text(samples.HANDLER if name == "service.py" else "")
    (folder / "out").mkdir()
    assert _archive("--model-path", "model", "--handler", "service:handle", "--runtime", "python3", "--export-path",
                    "out") == 0
    with zipfile.ZipFile("out/pets.mar") as archive:
        assert archive.namelist() == ["MAR-INF/MANIFEST.json", "service.py", "sub/vocabulary.txt", "weights.bin"]
        assert json.loads(archive.read("MAR-INF/MANIFEST.json"))["runtime"] == "python3"
    model = samples.load("out/pets.mar", allow_code=True)
    assert json.loads(samples.ask(model, "1").body)["seen"] == ["body"]


@pytest.mark.parametrize(("words", "expected"), [
    (["--model-path", "missing"], "missing does not exist"), (["--model-path", "empty"], "has 0 -symbol.json files"),
    (["--model-path", "model", "--handler", "x:handle"], "needs a file x.py"),
    (["--model-path", "code"], "name the entry point with --handler"),
    (["--model-path", "model", "--export-path", "missing"], "the folder missing does not exist"),
    (["--model-path", "model", "--model-name", "a/b"], "the model name 'a/b'"),
    (["--model-path", "model", "--synset", "missing"], "missing")])
def test_errors(words: list[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    samples.save_dense(folder / "model")
    samples.save_dense(folder / "code")
    (folder / "code" / "service.py").write_text("")
    (folder / "empty").mkdir()
    assert expected in _error(capsys, *words)
    assert sorted(path.name for path in folder.iterdir()) == ["code", "empty", "model"]


def test_existing_files_are_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    samples.save_dense(folder / "model")
    Path("pets.mar").write_text("mine")
    assert "pets.mar exists; pass --force" in _error(capsys, "--model-path", "model")
    assert Path("pets.mar").read_text() == "mine"
    Path("pets").mkdir()
    assert "is not an unpacked archive" in _error(capsys, "--model-path", "model", "--archive-format", "no-archive",
                                                  "-f")


def test_the_handler_is_a_file_of_the_package() -> None:
    assert "def handle(data, context):" in service_source()


def test_numbers_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _archive("--model-path", "x", "--mean", "a")
    assert "must be numbers separated by commas" in capsys.readouterr().err
