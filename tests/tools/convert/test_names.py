"""Names of nodes and files become names of Python."""

from __future__ import annotations

import ast
import keyword
import subprocess
import sys
from pathlib import Path

import convert_models
import pytest

import mxnet as mx
from mxnet.tools.convert import Options, convert
from mxnet.tools.convert._names import class_name, identifier, module_name

NAMES = [
    "x²", "__debug__", "__conv", "ſelf", "self", "ﬁ", "class", "None", "match", "type", "_", "", "__", "___", "super",
    "__class__", "__init__", "torch", "nn", "F", "Path", "load", "json", "len", "print", "3d", "²", "a b", "a.b", "a/b",
    "a\nb", 'a"b', "a'''b", "a\\", "\0", "卷积", "é", "e\u0301", "क्षि", "x·y", "𝐱", "٣", "😀", "\ud800",
    "forward", "training", "parameters", "interleaved", "proposals", "x" * 5000, "x)\nimport os", "{name}", "__x__y",
    "_x", "input", "ª", "Ⅷ"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_read_as_it_is_written(name: str) -> None:
    word = identifier(name, set())
    source = f"class C:\n    def f(self, {word}):\n        self.{word} = {word}\n        return {word}\n"
    tree = ast.parse(source)
    assert {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} == {"self", word}
    assert not keyword.iskeyword(word) and not keyword.issoftkeyword(word) and not word.startswith("__")
    space: dict[str, object] = {}
    exec(compile(source, "generated", "exec"), space)
    made = space["C"]()  # type: ignore[operator]
    assert made.f(5) == 5 and vars(made) == {word: 5}


def test_names_are_unique_after_normalization() -> None:
    taken: set[str] = set()
    chosen = [identifier(name, taken) for name in [*NAMES, *NAMES, "x2", "x_2", "x2_2", "é"]]
    assert len(set(chosen)) == len(chosen) == len(taken)
    assert identifier("fc1_weight", set()) == "fc1_weight" and identifier("_mul0", set()) == "_mul0"


@pytest.mark.parametrize(("name", "expected"), [
    ("3dnet", "Model3dnet"), ("path", "ModelPath"), ("none", "ModelNone"), ("resnet-18_v1", "Resnet18V1"),
    ("", "Model"), ("f", "ModelF"), ("exception", "ModelException"), ("__", "Model"), ("x²", "X2"), ("model", "Model")])
def test_names_of_classes(name: str, expected: str) -> None:
    assert class_name(name) == expected and expected.isidentifier()


@pytest.mark.parametrize(("name", "expected"), [
    ("3dnet", "model_3dnet"), ("torch", "model_torch"), ("json", "model_json"), ("class", "model_class"),
    ("net", "net"), ("resnet-18", "resnet_18"), ("..", "value"), ("__init__", "model_init__")])
def test_names_of_modules(name: str, expected: str) -> None:
    assert module_name(name) == expected and expected.isidentifier()


def _saved(folder: Path, file: str, names: list[str]) -> str:
    """A model of layers, operators without layers, several outputs and an input under these names."""
    value = mx.sym.var(names[0])
    for number, name in enumerate(names[1:]):
        if number % 3 == 0:
            weights = mx.sym.var(f"{name}_w"), mx.sym.var(f"{name}_b")
            value = mx.sym.FullyConnected(value, *weights, num_hidden=4, name=name)
        elif number % 3 == 1:
            value = mx.sym.broadcast_add(mx.sym.tanh(value, name=name), mx.sym.var(f"{name}+", shape=(1, 4)))
        else:
            value = mx.sym.add_n(*mx.sym.SliceChannel(value, num_outputs=2, name=name))
            value = mx.sym.concat(value, value)
    shapes, _, _ = value.infer_shape(**{names[0]: (2, 4)})
    mx.random.seed(1)
    arrays = {f"arg:{key}": mx.nd.random.uniform(shape=shape)
              for key, shape in zip(value.list_arguments(), shapes, strict=True) if key != names[0]}
    return convert_models.saved((value, arrays, {}), folder, file)


@pytest.mark.parametrize("names", [
    ["x²", "__debug__", "__conv", "ſelf", "self", "x2", "torch", "None", "match", "forward", "x_2", "X"],
    ["__debug__", "len", "__init__", "nn", "F", "a b", "a.b", "a/b", "Path", "load", "training", "卷积"],
    ["input", "interleaved", "masked_softmax", "क्षि", "x·y", "𝐱", "3d", "parameters", "__class__", "json", "_", "__"]])
def test_modules_with_such_nodes_compute_the_same(names: list[str], tmp_path: Path) -> None:
    report = convert(Options(_saved(tmp_path, "net", names), "torch", str(tmp_path / "module.py"),
                             shapes={names[0]: (2, 4)}))
    assert report.same


@pytest.mark.parametrize("file", ["3dnet", "path", "torch", "x²", "網"])
def test_files_with_such_names_can_be_imported(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _saved(tmp_path, file, ["data", "fc"])
    monkeypatch.chdir(tmp_path)
    report = convert(Options(path, "torch", shapes={"data": (2, 4)}))
    assert report.same
    module = report.files[0].stem
    program = f"import {module} as m, torch\nm.load()(torch.ones(2, 4))"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"PATH": "", "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr
