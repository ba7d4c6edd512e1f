"""Tests for training with real processes, by modules, `FeedForward` and trainers."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
from launching import launch

import mxnet as mx

DEVICES = {"MXNET_SIMULATED_GPUS": "2"}


def _check(workers: int, code: int, output: str) -> None:
    assert code == 0, output
    assert output.count("passed") == workers, output


def test_synchronous_training_equals_one_process_on_the_joined_batch() -> None:
    _check(2, *launch("training.py", "dist_sync", workers=2, **DEVICES))


def test_asynchronous_training_learns(tmp_path: pathlib.Path) -> None:
    _check(2, *launch("training.py", "dist_async", str(tmp_path), workers=2, servers=1, **DEVICES))


@pytest.mark.parametrize(("workers", "how"), [
    (2, ("lecun", "float32", "joined")), (4, ("lecun", "float32", "joined")),
    (2, ("relu", "float32", "parts")), (4, ("relu", "float32", "steps")), (2, ("relu", "float64", "joined")),
    (4, ("relu", "float64", "joined"))])
def test_lenet_after_100_steps(test_data: pathlib.Path, workers: int, how: tuple[str, ...]) -> None:
    _check(workers, *launch("lenet.py", "dist_sync", str(test_data / "mnist"), "100", *how, workers=workers))


def test_lenet_learns_as_well_without_waiting(test_data: pathlib.Path) -> None:
    how = ("lecun", "float32", "accuracy")
    _check(2, *launch("lenet.py", "dist_async", str(test_data / "mnist"), "200", *how, workers=2, servers=1))


def test_sums_that_begin_in_the_backward_pass_change_nothing() -> None:
    _check(2, *launch("overlapped.py", "1", workers=2, **DEVICES))


@pytest.mark.parametrize("devices", [1, 2])
def test_statistics_of_the_joined_batch(devices: int) -> None:
    _check(2, *launch("synchronized_norm.py", str(devices), workers=2, **DEVICES))


@pytest.fixture
def records(tmp_path: pathlib.Path) -> pathlib.Path:
    """Write 60 images, half of them bright."""
    path = tmp_path / "pictures.rec"
    record = mx.recordio.MXRecordIO(str(path), "w")
    random = np.random.RandomState(0)
    for i in range(60):
        picture = random.randint(0, 100, (8, 8, 3)).astype("uint8") + 150 * (i % 2)
        record.write(mx.recordio.pack_img((0, float(i % 2), i, 0), picture.astype("uint8"), img_fmt=".png"))
    record.close()
    return path


def test_program_of_the_tutorial(records: pathlib.Path) -> None:
    _check(3, *launch("seed.py", str(records), workers=3, **DEVICES))
