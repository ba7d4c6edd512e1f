"""Tests of ``mxnet train`` under ``mxnet launch``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mxnet import cli, nd

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
ROOT = str(Path(cli.__file__).parents[2])
MXNET = [sys.executable, "-m", "mxnet"]
OPTIONS = ["--network", "mobilenet0.25", "--image-size", "32", "--batch-size", "2", "--epochs", "2", "--workers", "1",
           "--devices", "cpu"]
# Each worker has its own folder, as on two machines. Ctrl-C reaches only worker 1, in the sixth step.
PROGRAM = """
import os, sys
from mxnet import cli
from mxnet.cli.train import _loop
os.makedirs(os.environ["DMLC_WORKER_ID"], exist_ok=True)
os.chdir(os.environ["DMLC_WORKER_ID"])
plain = _loop.Training._step
def step(self, batch, stop):
    stop.is_set = stop.is_set or (self.workers.rank == 1 and self.state.updates == int(sys.argv[1]))
    return plain(self, batch, stop)
_loop.Training._step = step
sys.exit(cli.main(sys.argv[2:]))
"""


def launch(words, program=MXNET[1:], folder=None):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MXNET_SAVE_FSYNC": "0", "PYTHONPATH": ROOT}
    return subprocess.Popen([*MXNET, "launch", "-n", "2", sys.executable, *program, "train", *map(str, words)],
                            env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(words, program=MXNET[1:], folder=None):
    process = launch(words, program, folder)
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
    code, printed, errors = run([*words, "parts"], ["-c", PROGRAM, "5"], tmp_path)
    assert code == 130 and "Interrupted after step 2 of epoch 2" in printed, errors
    folders = [tmp_path / rank / "parts" for rank in "01"]
    assert [sorted(path.name for path in (folder / "checkpoints").iterdir()) for folder in folders] == [
        ["best.params", "step-00000004", "step-00000006"], []]
    code, printed, errors = run(["--resume", "--output", "parts"], ["-c", PROGRAM, "-1"], tmp_path)
    assert code == 0, errors
    (arrays, history), (others, other_history) = result(tmp_path / "whole"), result(folders[0])
    assert history == other_history
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, others[name], err_msg=name)


def test_end_of_the_launcher_writes_checkpoints(images, tmp_path):
    process = launch([images, *OPTIONS, "--epochs", "3000", "--output", tmp_path])
    while "Epoch 1/3000" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=120)
    assert "Interrupted after step" in printed, errors
    newest = max((tmp_path / "checkpoints").glob("step-*"))
    names = {path.name for path in newest.iterdir()}
    assert {"manifest.json", "worker-00000.params", "worker-00001.params"} <= names


def test_other_number_of_workers_is_refused(images, tmp_path):
    words = [images, *OPTIONS, "--epochs", "1", "--output", tmp_path]
    assert cli.main(["train", *map(str, words)]) == 0
    code, _, errors = run(["--resume", "--output", tmp_path])
    assert code == 1 and "belongs to a run with 1 workers, but there are 2 now" in errors
