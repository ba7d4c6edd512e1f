"""Tests of ``mxnet train`` under ``mxnet launch``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from mxnet import cli, nd

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
MXNET = [sys.executable, "-m", "mxnet"]
OPTIONS = ["--network", "mobilenet0.25", "--image-size", "32", "--batch-size", "2", "--epochs", "2", "--workers", "1",
           "--devices", "cpu"]
# Ctrl-C reaches only worker 1, in its second step of the second epoch.
STOPPED = """
import os, sys
from mxnet import cli
from mxnet.cli.train import _loop
plain = _loop.Training._step
def step(self, batch, stop):
    stop.is_set = stop.is_set or (self.workers.rank == 1 and self.state.updates == 5)
    return plain(self, batch, stop)
_loop.Training._step = step
sys.exit(cli.main(sys.argv[1:]))
"""


def launch(words, program=MXNET[1:]):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MXNET_SAVE_FSYNC": "0"}
    return subprocess.Popen([*MXNET, "launch", "-n", "2", sys.executable, *program, "train", *map(str, words)],
                            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(words, program=MXNET[1:]):
    process = launch(words, program)
    printed, errors = process.communicate(timeout=120)
    return process.returncode, printed, errors


def result(folder):
    arrays = nd.load(str(folder / "model-0000.params"))
    rows = json.loads((folder / "report.json").read_text())["history"]
    return ({name: array.asnumpy() for name, array in arrays.items()},
            [{key: value for key, value in row.items() if key != "seconds"} for row in rows])


def test_resumed_workers_equal_uninterrupted_ones(images, tmp_path):
    words = [images, *OPTIONS, "--output"]
    code, printed, errors = run([*words, tmp_path / "whole"])
    assert code == 0, errors
    assert "15 training and 3 validation images of 32 x 32, 4 steps per epoch, float32 on cpu(0), 2 workers" in printed
    assert printed.count("Epoch 1/2") == printed.count("Written:") == 1  # only worker 0 prints
    code, printed, errors = run([*words, tmp_path / "parts"], ["-c", STOPPED])
    assert code == 130 and "Interrupted after step 2 of epoch 2" in printed, errors
    assert sorted(path.name for path in (tmp_path / "parts" / "checkpoints").iterdir()) == [
        "best.params", *(f"step-0000000{step}-worker-{rank}" for step in (4, 6) for rank in (0, 1))]
    assert run(["--resume", "--output", tmp_path / "parts"])[0] == 0
    (arrays, history), (others, other_history) = result(tmp_path / "whole"), result(tmp_path / "parts")
    assert history == other_history
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, others[name], err_msg=name)


def test_end_of_the_launcher_writes_checkpoints(images, tmp_path):
    process = launch([images, *OPTIONS, "--epochs", "3000", "--output", tmp_path])
    while "Epoch 1/3000" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert "Interrupted after step" in printed, errors
    names = {path.name for path in (tmp_path / "checkpoints").glob("step-*")}
    newest = max(names)[: len("step-00000000")]
    assert {f"{newest}-worker-0", f"{newest}-worker-1"} <= names


def test_other_number_of_workers_is_refused(images, tmp_path):
    words = [images, *OPTIONS, "--epochs", "1", "--output", tmp_path]
    assert cli.main(["train", *map(str, words)]) == 0
    code, _, errors = run(["--resume", "--output", tmp_path])
    assert code == 1 and "belongs to a run with 1 workers, but there are 2 now" in errors
