"""Tests of checkpoints: a run that was interrupted and resumed has the same result as one that was not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from mxnet import cli, gluon, nd
from mxnet.cli.train import _loop
from mxnet.contrib.checkpoint import _storage

SMALL = ("--network", "lenet", "--image-size", "28", "--batch-size", "5", "--epochs", "3", "--workers", "1")


def train(*words):
    return cli.main(["train", *map(str, words)])


def stop_after(monkeypatch, steps):
    """Set the stop request as Ctrl-C does, in the step with this number."""
    plain = _loop.Training._step

    def step(self, batch, stop):
        stop.is_set = stop.is_set or self.state.updates + 1 == steps
        return plain(self, batch, stop)

    monkeypatch.setattr(_loop.Training, "_step", step)


def state_of(folder):
    """Return the arrays of the last checkpoint, the bytes of the optimizer, and the history without times."""
    newest = sorted((folder / "checkpoints").glob("step-*"))[-1]
    arrays = {name: array.asnumpy() for file in ("parameters", "worker-00000")
              for name, array in dict(nd.load(str(newest / f"{file}.params")) or {}).items()}
    state = json.loads((newest / "manifest.json").read_text())["values"]["state"]
    for row in state["history"]:
        del row["seconds"]
    best = nd.load(str(folder / "checkpoints" / "best.params"))
    return arrays, {name: array.asnumpy() for name, array in best.items()}, state


def assert_equal(first, second):
    for one, other in zip(first[:2], second[:2], strict=True):
        assert one.keys() == other.keys()
        for name in one:
            np.testing.assert_array_equal(one[name], other[name], err_msg=name)
    assert first[2] == second[2]


CASES = {
    "plain": ("--augment", "none"),
    "augmentation": ("--augment", "crop,flip,color", "--mixup", "0.2", "--label-smoothing", "0.1", "--warmup", "1"),
    "momentum": ("--optimizer", "sgd", "--schedule", "step", "--lr-steps", "1,2"),
    "large": ("--image-size", "64"),
    "bfloat16": ("--dtype", "bfloat16"),
    "float16": ("--dtype", "float16"),
    "two devices": ("--devices", "cpu(0),cpu(1)"),
    "normalization on two devices": ("--devices", "cpu(0),cpu(1)", "--network", "mobilenet0.25", "--image-size", "32"),
}


@pytest.mark.parametrize("case", CASES)
def test_resumed_equals_uninterrupted(case, images, tmp_path, monkeypatch, restored_amp, capsys):
    words = (images, *SMALL, *CASES[case])
    assert train(*words, "--output", tmp_path / "whole") == 0
    stop_after(monkeypatch, 4)  # 15 training images in batches of 5: in the second epoch
    assert train(*words, "--output", tmp_path / "parts") == 130
    assert "Continue with: mxnet train --resume" in capsys.readouterr().out
    monkeypatch.undo()
    assert train("--resume", "--output", tmp_path / "parts") == 0
    assert_equal(state_of(tmp_path / "whole"), state_of(tmp_path / "parts"))


def test_dropout_continues(images, tmp_path, monkeypatch):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.Dropout(0.5), gluon.nn.Dense(3))
    net.initialize()
    net.hybridize()
    net(nd.zeros((1, 3, 28, 28)))
    net.export(str(tmp_path / "dropout"))
    words = (images, *SMALL, "--from", tmp_path / "dropout", "--epochs", "2")
    assert train(*words, "--output", tmp_path / "whole") == 0
    stop_after(monkeypatch, 2)
    assert train(*words, "--output", tmp_path / "parts") == 130
    monkeypatch.undo()
    assert train("--resume", "--output", tmp_path / "parts") == 0
    assert_equal(state_of(tmp_path / "whole"), state_of(tmp_path / "parts"))


def test_checkpoints_within_an_epoch(images, tmp_path, monkeypatch):
    """A killed run continues from the last checkpoint."""
    words = (images, *SMALL, "--checkpoint-every", "2")
    assert train(*words, "--output", tmp_path / "whole") == 0
    plain = _loop.Training._step

    def step(self, batch, stop):
        if self.state.updates == 5:
            raise RuntimeError("killed")
        return plain(self, batch, stop)

    monkeypatch.setattr(_loop.Training, "_step", step)
    with pytest.raises(RuntimeError, match="killed"):
        train(*words, "--output", tmp_path / "parts")
    folders = sorted(path.name for path in (tmp_path / "parts" / "checkpoints").iterdir())
    assert folders == ["best.params", "step-00000003", "step-00000004"]
    monkeypatch.undo()
    assert train("--resume", "--output", tmp_path / "parts") == 0
    assert_equal(state_of(tmp_path / "whole"), state_of(tmp_path / "parts"))


def test_checkpoint_appears_when_it_is_complete(images, tmp_path, monkeypatch):
    words = (images, *SMALL, "--epochs", "2", "--output", tmp_path / "run")
    plain = _storage.Writer.commit

    def commit(self, values):
        if values["values"]["state"]["epoch"] == 2:
            raise OSError(28, "No space left on device")
        plain(self, values)

    monkeypatch.setattr(_storage.Writer, "commit", commit)
    assert train(*words) == 1
    found = [path.name for path in (tmp_path / "run" / "checkpoints").iterdir() if not path.name.startswith(".")]
    assert sorted(found) == ["best.params", "step-00000003"]
    monkeypatch.undo()
    assert train("--resume", "--output", tmp_path / "run") == 0
    assert train(images, *SMALL, "--epochs", "2", "--output", tmp_path / "whole") == 0
    assert_equal(state_of(tmp_path / "whole"), state_of(tmp_path / "run"))


def test_signal_writes_a_checkpoint(images, tmp_path):
    """Ctrl-C in another process: the exit code, the message, and the result after --resume."""
    words = ["train", str(images), *SMALL, "--epochs", "400", "--output", str(tmp_path / "run")]
    process = subprocess.Popen([sys.executable, "-m", "mxnet", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env={**os.environ, "MXNET_SAVE_FSYNC": "0"})
    assert process.stdout is not None
    while "Epoch 1/400" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")
    assert f"Continue with: mxnet train --resume --output {tmp_path / 'run'}" in printed
    assert list((tmp_path / "run" / "checkpoints").glob("step-*"))
    assert not list((tmp_path / "run" / "checkpoints").glob(".*"))


def test_second_signal_interrupts_at_once():
    with _loop.StopRequest() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)
        assert stop.is_set
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)


def test_finished_run_can_be_resumed_with_more_epochs(images, tmp_path, capsys):
    words = (images, *SMALL, "--epochs", "1", "--schedule", "constant", "--output", tmp_path / "run")
    assert train(*words) == 0
    assert train("--resume", "--output", tmp_path / "run") == 0
    assert "Epoch 1/1" in capsys.readouterr().out
    assert train("--resume", "--epochs", "2", "--output", tmp_path / "run") == 0
    assert "Epoch 2/2" in capsys.readouterr().out
    assert train(images, *SMALL, "--epochs", "2", "--schedule", "constant", "--output", tmp_path / "whole") == 0
    assert_equal(state_of(tmp_path / "whole"), state_of(tmp_path / "run"))


def test_resume_starts_a_run_without_checkpoint(images, tmp_path):
    """A launcher that restarts its program always passes --resume."""
    assert train(images, *SMALL, "--epochs", "1", "--resume", "--output", tmp_path / "run") == 0
    assert (tmp_path / "run" / "model-symbol.json").exists()


@pytest.mark.parametrize(("words", "message"), [
    ((), "contains a training run; continue it with --resume"),
    (("--resume", "--batch-size", "7"), "--batch-size 7 differs from 5"),
    (("--resume", "--seed", "3"), "--seed 3 differs from 0"),
])
def test_other_options_are_refused(words, message, images, tmp_path, capsys):
    assert train(images, *SMALL, "--epochs", "1", "--output", tmp_path) == 0
    assert train(images, *words, "--output", tmp_path) == 1
    assert message in capsys.readouterr().err


def test_changed_images_are_refused(images, tmp_path, capsys):
    assert train(images, *SMALL, "--epochs", "1", "--output", tmp_path / "run") == 0
    next((images / "red").iterdir()).unlink()
    assert train("--resume", "--output", tmp_path / "run") == 1
    assert "the images have changed" in capsys.readouterr().err


def test_damaged_checkpoint_is_named(images, tmp_path, capsys):
    assert train(images, *SMALL, "--epochs", "1", "--output", tmp_path / "run") == 0
    (folder,) = (tmp_path / "run" / "checkpoints").glob("step-*")
    (folder / "manifest.json").write_text("{")
    assert train("--resume", "--output", tmp_path / "run") == 1
    assert "is damaged" in capsys.readouterr().err
