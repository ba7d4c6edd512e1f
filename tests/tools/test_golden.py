"""The runner of golden files: it finds the suites, writes what they return, and sees differences."""

from __future__ import annotations

import ast
import importlib.util
import json
import pathlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest

_FILE = pathlib.Path(__file__).parents[2] / "tools" / "golden.py"
_spec = importlib.util.spec_from_file_location("golden_runner", _FILE)
assert _spec is not None and _spec.loader is not None
golden = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(golden)


@pytest.fixture
def suite(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A suite of two cases, without entries or a place for them."""
    monkeypatch.chdir(tmp_path)
    module = ModuleType("golden_example")
    vars(module).update(__file__=str(tmp_path / "golden_example.py"), SEED=None, CASES=["a", "b"])
    return module


@pytest.mark.parametrize("name", golden.SUITES)
def test_suites_are_complete(name: str) -> None:
    tree = ast.parse(golden.SUITES[name].read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert ast.get_docstring(tree) and "CASES" in names and "observe" in functions
    assert ("FILE" in names) != ("FOLDER" in names)
    assert len(golden.SUITES) == len(golden.FILES), "two suites have the same name"


@pytest.mark.parametrize(("layout", "text"), [
    ("compact", '{"a":[1],"b":[1]}'), ("lines", '{\n"a": [1],\n"b": [1]\n}\n'), (None, '{"a": [1], "b": [1]}\n'),
    (0, '{\n"a": [\n1\n],\n"b": [\n1\n]\n}\n')])
def test_one_file_of_all_cases(suite: Any, layout: Any, text: str, tmp_path: pathlib.Path) -> None:
    suite.FILE, suite.LAYOUT, suite.observe = "golden/x.json", layout, lambda case: {case: [1]}
    assert golden.make_files(suite) == {tmp_path / "golden" / "x.json": text.encode()}


def test_a_folder_of_files(suite: Any, tmp_path: pathlib.Path) -> None:
    def observe(case: str) -> dict[str, Any]:
        pathlib.Path(f"{case}.bin").write_bytes(case.encode())
        return {f"{case}.json": case}

    suite.FOLDER, suite.observe = "golden", observe
    suite.combine = lambda results: {"all.json": {case: list(entries) for case, entries in results.items()}}
    files = {path.name: content for path, content in golden.make_files(suite).items()}
    assert json.loads(files.pop("all.json")) == {"a": ["a.json"], "b": ["b.json"]}
    assert files == {"a.bin": b"a", "b.bin": b"b"}


def test_cases_that_fail(suite: Any, capsys: pytest.CaptureFixture[str]) -> None:
    suite.observe = lambda case: {"result": 1 / (case != "a")}
    with pytest.raises(ZeroDivisionError):
        golden.observe_all(suite)
    suite.MAY_FAIL = True
    assert golden.observe_all(suite) == {"b": {"result": 1}}
    assert "a: left out" in capsys.readouterr().out


@pytest.mark.parametrize(("arrays", "outcome"), [
    ({"x": np.ones(3), "n": np.arange(2)}, "equal"),
    ({"x": np.ones(3) + 1e-6, "n": np.arange(2)}, "rounding in 1 of 2 arrays"),
    ({"x": np.ones(3) + 1e-2, "n": np.arange(2)}, "1 of 2 arrays differ: x"),
    ({"x": np.ones(3, "float32"), "n": np.arange(2)}, "1 of 2 arrays differ: x"),
    ({"x": np.ones(3), "n": np.arange(2) + 1}, "1 of 2 arrays differ: n"),
    ({"x": np.ones(3)}, "other arrays: ['n']"),
    ({"n": np.arange(2), "x": np.ones(3)}, "other arrays: their order"),
])
def test_differences(arrays: dict[str, np.ndarray], outcome: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "golden" / "x.npz"
    assert golden.compare(path, b"") == "no such file"
    golden.write(path, golden.encode("x.npz", {"x": np.ones(3), "n": np.arange(2)}, None))
    assert golden.compare(path, golden.encode("x.npz", arrays, None)) == outcome
    assert [file.name for file in path.parent.iterdir()] == ["x.npz"]
    golden.write(path.with_suffix(".json"), b"{}")
    assert golden.compare(path.with_suffix(".json"), b"[]") == "differs"


def test_this_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="is this package: run tools/golden.py in an environment with mxnet==1.9.1"):
        golden.load("loss")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="mxnet is missing"):
        golden.load("loss")


def test_list(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["golden.py", "--list"])
    assert golden.main() == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(golden.SUITES)
    monkeypatch.setattr("sys.argv", ["golden.py", "nothing"])
    with pytest.raises(SystemExit):
        golden.main()
    assert "unknown suites: nothing. Run with --list" in capsys.readouterr().err
