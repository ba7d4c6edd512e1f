"""Random numbers on the CPU are those of the real MXNet, bit for bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import stream_operators as operators
import stream_programs as programs

import mxnet as mx
from mxnet._runtime.streams import state

_FOLDER = Path(__file__).parent / "golden"
OPERATORS: dict[str, str] = json.loads((_FOLDER / "operators.json").read_text())
PROGRAMS: dict[str, Any] = json.loads((_FOLDER / "programs.json").read_text())


@pytest.fixture(autouse=True)
def _exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.policy, "chosen", "mxnet")


@pytest.mark.parametrize("dtype", operators.TYPES)
@pytest.mark.parametrize("name", operators.OPERATORS)
def test_operators(name: str, dtype: str) -> None:
    for size in operators.SIZES:
        drawn = [operators.draw(mx, name, size, dtype, seed) for seed in operators.SEEDS]
        assert drawn == OPERATORS[f"{name}, {dtype}, {size}"].split(), f"{size} elements"


@pytest.mark.parametrize("number", PROGRAMS["interleaved"])
def test_interleaved_draws(number: str) -> None:
    assert programs.interleaved(mx, int(number)) == PROGRAMS["interleaved"][number]


@pytest.mark.parametrize("hybrid", [False, True])
def test_dropout_in_blocks(hybrid: bool) -> None:
    assert programs.dropout_layers(mx, hybrid) == PROGRAMS["dropout_layers" + " hybridized" * hybrid]


@pytest.mark.parametrize("name", ["seeding", "executor", "images"])
def test_programs(name: str) -> None:
    assert getattr(programs, name)(mx) == PROGRAMS[name]


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_follows_the_curve(hybrid: bool) -> None:
    weights, losses = PROGRAMS["training" + " hybridized" * hybrid]
    own_weights, own_losses = programs.training(mx, hybrid)
    assert own_weights == weights
    np.testing.assert_allclose(own_losses, losses, rtol=2e-5)


def test_each_thread_has_streams_of_its_own() -> None:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(programs.defaults(mx)))
    mx.random.seed(99)
    thread.start()
    thread.join()
    assert found + programs.defaults(mx) == PROGRAMS["thread"]


def test_a_program_that_seeds_nothing() -> None:
    code = f"import sys; sys.path.insert(0, {str(_FOLDER.parent)!r})\n" \
           "import mxnet, stream_programs; print(*stream_programs.defaults(mxnet))"
    run = subprocess.run([sys.executable, "-c", code], env={**os.environ, "MXNET_RANDOM_STREAM": "mxnet"},
                         capture_output=True, text=True, check=True)
    assert run.stdout.split() == PROGRAMS["defaults"]
