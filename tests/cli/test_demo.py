"""Tests of ``mxnet demo`` from the arguments to the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import torch

from mxnet import cli, gluon, nd
from mxnet.cli import demo

PARAMETERS = {
    "conv0_weight": (20, 1, 5, 5),
    "conv0_bias": (20,),
    "conv1_weight": (50, 20, 5, 5),
    "conv1_bias": (50,),
    "dense0_weight": (128, 800),
    "dense0_bias": (128,),
    "dense1_weight": (10, 128),
    "dense1_bias": (10,),
}


def run_small(folder, *arguments):
    return cli.main(["demo", "--epochs", "1", "--limit", "1000", "--output", str(folder), *arguments])


def last_accuracy(printed):
    line = next(line for line in printed.splitlines() if line.startswith("Final test accuracy: "))
    return float(line.split()[3])


@pytest.mark.parametrize("arguments", [(), ("--no-hybridize",), ("--ctx", "gpu")], ids=lambda value: " ".join(value))
def test_demo_learns_and_writes_its_files(arguments, tmp_path, capsys):
    folder = tmp_path / "new" / "folder"
    assert run_small(folder, "--batch-size", "20", *arguments) == 0
    printed = capsys.readouterr().out
    assert "1000 training and 1000 test images" in printed
    assert "Epoch 1/1: loss " in printed
    assert last_accuracy(printed) > 0.5  # chance is 0.1

    assert sorted(path.name for path in folder.iterdir()) == [
        "lenet-0000.params",
        "lenet-symbol.json",
        "lenet.png",
    ]
    saved = nd.load(str(folder / "lenet-0000.params"))
    assert {name.split("_", 1)[1]: array.shape for name, array in saved.items()} == PARAMETERS
    assert all(name.startswith("arg:hybridsequential") for name in saved)
    operators = [node["op"] for node in json.loads((folder / "lenet-symbol.json").read_text())["nodes"]]
    assert [name for name in operators if name != "null"] == [
        "Convolution", "Activation", "Pooling", "Convolution", "Activation", "Pooling", "Flatten",
        "FullyConnected", "Activation", "FullyConnected",
    ]  # fmt: skip


def test_picture_is_a_png_of_some_size(tmp_path):
    matplotlib_image = pytest.importorskip("matplotlib.image", reason="matplotlib is not installed")
    assert run_small(tmp_path, "--limit", "100") == 0
    pixels = matplotlib_image.imread(tmp_path / "lenet.png")
    height, width = pixels.shape[:2]
    assert width >= 1000
    assert height >= 800
    assert 0.3 < pixels[..., :3].mean() < 0.99  # neither blank nor black


def test_same_seed_gives_the_same_training(tmp_path, capsys):
    losses = [demo.run_demo(options_of(tmp_path, seed)).losses for seed in (7, 7, 8)]
    assert losses[0] == losses[1]
    assert losses[0] != losses[2]


def options_of(folder, seed):
    return demo.DemoOptions(
        epochs=1,
        output=folder,
        batch_size=50,
        learning_rate=0.002,
        seed=seed,
        hybridize=True,
        ctx="cpu",
        limit=200,
    )


def test_saved_parameters_give_the_same_predictions(tmp_path):
    assert run_small(tmp_path) == 0
    images = nd.array(demo.load_data(100)["test_images"][:, None].astype("float32") / 255)
    saved = nd.load(str(tmp_path / "lenet-0000.params"))
    scores = forward_by_hand(images, {name.split("_", 1)[1]: array for name, array in saved.items()})
    net = gluon.SymbolBlock.imports(str(tmp_path / "lenet-symbol.json"), ["data"], str(tmp_path / "lenet-0000.params"))
    np.testing.assert_allclose(net(images).asnumpy(), scores.asnumpy(), rtol=1e-4, atol=1e-5)


def forward_by_hand(x, weights):
    for index, channels in enumerate((20, 50)):
        x = nd.Convolution(
            x,
            weights[f"conv{index}_weight"],
            weights[f"conv{index}_bias"],
            kernel=(5, 5),
            num_filter=channels,
        )
        x = nd.Pooling(nd.relu(x), kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = nd.relu(nd.FullyConnected(x, weights["dense0_weight"], weights["dense0_bias"], num_hidden=128))
    return nd.FullyConnected(x, weights["dense1_weight"], weights["dense1_bias"], num_hidden=10)


def test_terminal_shows_a_progress_bar(tmp_path, capsys, monkeypatch):
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run_small(tmp_path, "--limit", "100") == 0
    assert "Epoch 1/1:" in capsys.readouterr().err


def test_pipe_shows_no_progress_bar(tmp_path, capsys):
    assert run_small(tmp_path, "--limit", "100") == 0
    assert "Epoch" not in capsys.readouterr().err


def test_demo_works_without_its_extra(tmp_path, capsys, monkeypatch):
    for name in ("tqdm", "matplotlib", "mxnet.cli._plot"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run_small(tmp_path, "--limit", "100") == 0
    assert "pip install 'mxnet-torch[demo]'" in capsys.readouterr().err
    assert (tmp_path / "lenet-0000.params").exists()
    assert not (tmp_path / "lenet.png").exists()


def test_folder_that_cannot_be_made_is_reported(tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    assert run_small(tmp_path / "file" / "below") == 1
    error = capsys.readouterr().err
    assert error.startswith("mxnet demo: error: ")
    assert "below" in error


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_missing_gpu_is_reported_before_training(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "MXNET_SIMULATED_GPUS"}
    ended = subprocess.run(
        [sys.executable, "-m", "mxnet.cli", "demo", "--ctx", "gpu", "--output", str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("mxnet demo: error: ")
    assert "Traceback" not in ended.stderr
    assert "Epoch" not in ended.stdout


@pytest.mark.slow
def test_full_demo_reaches_its_accuracy(tmp_path, capsys):
    assert cli.main(["demo", "--output", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("test accuracy 0.") == 8
    assert last_accuracy(printed) >= 0.85
