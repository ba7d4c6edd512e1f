"""Run the example programs with small sizes, and compare their notebooks and READMEs with them."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

image = pytest.importorskip("matplotlib.image")

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))
WITHOUT_PICTURE = {"distributed_lenet"}
SMALL = {
    "bucketing": "--sentences 900 --epochs 3 --hidden 16 --batch-size 8",
    "char_lstm": "--steps 40 --hidden 32 --batch-size 16 --length 24",
    "custom_operator": "--steps 300 --points 100",
    "dcgan": "--steps 80 --batch-size 16",
    "distributed_lenet": "--epochs 2 --limit 600",
    "fine_tuning": "--epochs 15 --steps 40 --per-class 5 --limit 800",
    "gradient_checkpointing": "--depths 9 16 --size 16",
    "matrix_factorization": "--users 300 --items 100 --ratings 30000 --epochs 5 --batch-size 100 --compare 300 600",
    "mnist_gluon": "--epochs 2 --limit 600",
    "mnist_module": "--epochs 2 --limit 600",
    "quantization": "--epochs 4 --limit 1200 --channels 8 --repeat 1",
    "ssd": "--steps 20 --batch-size 8 --tests 4",
    "torch_in_gluon": "--epochs 3 --limit 600",
    "transformer": "--steps 40 --units 32 --batch-size 32",
}


def load(path: Path) -> ModuleType:
    """Import a program by its path."""
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, folder: Path) -> Any:
    """Run a program with small sizes, check that it draws a picture, and return its results."""
    results = load(EXAMPLES / f"{name}.py").main([*SMALL[name].split(), "--output", str(folder)])
    if name not in WITHOUT_PICTURE:
        pixels = image.imread(folder / f"{name}.png")
        assert min(pixels.shape[:2]) > 300 and pixels.std() > 0.05
    return results


def test_all_programs_are_tested() -> None:
    assert sorted(SMALL) == NAMES
    tested = {name.removeprefix("test_") for name in globals()}
    assert tested.issuperset(NAMES)


def test_mnist_gluon(tmp_path: Path) -> None:
    results = run("mnist_gluon", tmp_path)
    assert results["loss"] < results["first_loss"] and results["accuracy"] > 0.5
    assert (tmp_path / "mnist_gluon.params").exists()


def test_mnist_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mnist_module", tmp_path)["accuracy"] > 0.4
    assert {path.name for path in tmp_path.glob("mnist_module-*")} == {
        "mnist_module-symbol.json", "mnist_module-0002.params"}
    assert "precision recall" in capsys.readouterr().out


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["mnist_gluon", "mnist_module"])
def test_options_of_programs_for_a_folder(name: str, test_data: Path) -> None:
    module = load(EXAMPLES / f"{name}.py")
    options = module.parse_options(["--data", str(test_data / "mnist")])
    if name == "mnist_gluon":
        train, test, names = module.load_sets(options.data, 100)
        assert (len(train), len(test), names[9]) == (100, 100, "9")
    else:
        train, test, names = module.make_iterators(options)
        assert train.next().data[0].shape == test.next().data[0].shape == (100, 1, 28, 28)


def test_fine_tuning(tmp_path: Path) -> None:
    results = run("fine_tuning", tmp_path)
    assert results["old"][0] > 0.3
    assert results["frozen features"][0] > 0.2 and results["fine-tuning"][0] > 0.2
    assert (tmp_path / "fine_tuning_features.params").exists()


def test_char_lstm(tmp_path: Path) -> None:
    results = run("char_lstm", tmp_path)
    assert results["loss"] < 0.85 * results["first_loss"] and results["validation"] < results["first_loss"]
    assert len((tmp_path / "char_lstm.txt").read_text(encoding="utf-8")) > 900


def test_transformer(tmp_path: Path) -> None:
    results = run("transformer", tmp_path)
    assert results["loss"] < 0.6 * results["first_loss"]


def test_ssd(tmp_path: Path) -> None:
    results = run("ssd", tmp_path)
    assert results["loss"] < 0.5 * results["first_loss"]


def test_average_precision_of_ssd() -> None:
    ssd = load(EXAMPLES / "ssd.py")
    scores = np.array([0.9, 0.8, 0.7])
    assert ssd.average_precision(scores, np.array([True, True, True]), 3) == 1
    assert ssd.average_precision(scores, np.array([True, False, True]), 2) == pytest.approx((1 + 2 / 3) / 2)
    assert ssd.average_precision(scores[:0], np.array([], bool), 2) == 0


def test_dcgan(tmp_path: Path) -> None:
    results = run("dcgan", tmp_path)
    assert results["similarity"] > 0.3 and 0 <= results["fake_share"] <= 1


def test_matrix_factorization(tmp_path: Path) -> None:
    results = run("matrix_factorization", tmp_path)
    assert results["rmse"] < 0.8 * results["start"] and 0 < results["rows"] <= 100


def test_distributed_lenet(tmp_path: Path) -> None:
    results = run("distributed_lenet", tmp_path)
    assert results["loss"] < results["first_loss"] and results["accuracy"] > 0.5


def test_two_workers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mxnet", "launch", "-n", "2", sys.executable,
               str(EXAMPLES / "distributed_lenet.py"), "--epochs", "1", "--limit", "400", "--output", str(tmp_path)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    sums = dict(re.findall(r"worker (\d): sum of the absolute parameters ([\d.]+)", done.stdout))
    assert set(sums) == {"0", "1"} and sums["0"] == sums["1"]
    assert (tmp_path / "distributed_lenet.params").exists()


def test_custom_operator(tmp_path: Path) -> None:
    results = run("custom_operator", tmp_path)
    assert results["swish"] < 1e-5 and results["log_cosh"] < 1e-3
    assert results["error_log_cosh"] < results["error_squared"]


def test_torch_in_gluon(tmp_path: Path) -> None:
    results = run("torch_in_gluon", tmp_path)
    assert results["loss"] < results["first_loss"] and results["accuracy"] > 0.3 and results["difference"] < 1e-4
    assert (tmp_path / "torch_in_gluon.pt").exists()


def test_quantization(tmp_path: Path) -> None:
    results = run("quantization", tmp_path)
    assert list(results) == ["float32", "int8 naive", "int8 entropy", "int8 stored"]
    expected = results["float32"]["test accuracy"]
    assert expected > 0.3
    assert all(abs(row["test accuracy"] - expected) < 0.15 for row in results.values())
    assert results["int8 stored"]["size in kB"] < results["float32"]["size in kB"]


def test_bucketing(tmp_path: Path) -> None:
    results = run("bucketing", tmp_path)
    assert results["best"] < results["perplexity"] < results["words"] / 2


def test_gradient_checkpointing(tmp_path: Path) -> None:
    results = run("gradient_checkpointing", tmp_path)
    for kept, mirrored, staged in zip(*results.values()):
        assert staged[0] < mirrored[0] < kept[0]
        assert mirrored[2] == pytest.approx(kept[2], rel=1e-4) == staged[2]


@pytest.fixture
def make_notebooks() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "make_notebooks.py"))


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_are_up_to_date(name: str, make_notebooks: dict[str, Any]) -> None:
    text = (EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8")
    assert text == make_notebooks["make_notebook"](EXAMPLES / f"{name}.py"), "run python tools/make_notebooks.py"


def test_there_are_no_other_notebooks() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("notebooks/*.ipynb")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_are_valid(name: str) -> None:
    notebook = json.loads((EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z-]{1,60}-\d\d", text) for text in ids)
    for cell in notebook["cells"]:
        assert cell["source"] and cell["cell_type"] in ("code", "markdown")
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            compile("".join(cell["source"]), cell["id"], "exec")


@pytest.mark.parametrize("name", ["bucketing", "custom_operator", "gradient_checkpointing", "matrix_factorization"])
def test_notebooks_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"]).replace("parse_options([])", f"parse_options({SMALL[name].split()})")
            exec(compile(source, cell["id"], "exec"), namespace)
    assert (tmp_path / "example-output" / f"{name}.png").exists()


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_readmes_list_all_programs(readme: str) -> None:
    text = (EXAMPLES / readme).read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[`(\w+)\.py`\]\(\1\.py\) \|", text, flags=re.MULTILINE)
    assert sorted(rows) == NAMES
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert all((EXAMPLES / link).exists() for link in links)


def test_readmes_have_the_same_code_and_times() -> None:
    texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md")]
    blocks = [re.findall(r"^```\w+\n.*?^```$", text, flags=re.MULTILINE | re.DOTALL) for text in texts]
    times = [re.findall(r"^\| \[`\w+\.py`\].*?\| (\d+) (?:s|秒) \|", text, flags=re.MULTILINE) for text in texts]
    assert blocks[0] == blocks[1] and times[0] == times[1] and len(times[0]) == len(NAMES)
