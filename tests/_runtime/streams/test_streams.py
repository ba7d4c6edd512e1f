"""Test that random numbers on the CPU equal those of the real MXNet bit for bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import golden_streams
import numpy as np
import pytest
import stream_operators as operators
import stream_programs as programs
import torch

import mxnet as mx
from mxnet._ops.random_stream import in_single
from mxnet._runtime import rng
from mxnet._runtime.streams import single, state
from mxnet_records import environment

_FOLDER = Path(__file__).parent / "golden"
OPERATORS: dict[str, str] = json.loads((_FOLDER / "operators.json").read_text())
PROGRAMS: dict[str, Any] = json.loads((_FOLDER / "programs.json").read_text())
# Numbers drawn from MXNet's streams unless the environment variable is set.
BY_DEFAULT = ["uniform", "uniform of 0 and 1", "uniform_like", "sample_uniform", "sample_multinomial", "Dropout",
              "Dropout along axes", "init.Uniform", "init.Xavier", "np.uniform", "np.gumbel",
              "np.rayleigh", "npx.bernoulli", "npx.uniform_n", "np.choice"]
_MIXTURES = [name for name in operators.OPERATORS if "negative_binomial" in name]


@pytest.fixture(autouse=True)
def _exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.policy, "chosen", "mxnet")


def _has_the_same_functions() -> bool:
    """Return whether the C library computes the same as the one used for the golden numbers.

    They were created with glibc 2.36. Since 2.41, the last bits of `tanf` and `lgammaf` differ, and MXNet's numbers
    too.
    """
    found = [zlib.crc32(single(name, np.linspace(0.01, 60, 2001, dtype="float32")).tobytes())
             for name in ("tan", "lgamma")]
    return found == [1335199044, 2399908998]


def _check(name: str, dtype: str, size: int) -> None:
    drawn = [operators.draw(mx, name, size, dtype, seed) for seed in operators.SEEDS]
    assert drawn == OPERATORS[f"{name}, {dtype}, {size}"].split(), f"{size} elements"


@pytest.mark.parametrize("dtype", operators.TYPES)
@pytest.mark.parametrize("name", operators.OPERATORS)
def test_operators(name: str, dtype: str) -> None:
    for size in operators.SIZES[:-1]:
        _check(name, dtype, size)


@pytest.mark.parametrize("dtype", operators.TYPES)
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in _MIXTURES else name
                                  for name in operators.OPERATORS])
def test_large_arrays(name: str, dtype: str) -> None:
    if name == "poisson from 12 on" and not _has_the_same_functions():
        pytest.skip("the golden numbers are those of another C library")
    _check(name, dtype, operators.SIZES[-1])


@pytest.mark.parametrize("name", BY_DEFAULT)
def test_without_the_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.policy, "chosen", "")
    for size in operators.SIZES:
        _check(name, "float32", size)


def test_torch_numbers_by_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.policy, "chosen", "torch")
    mx.random.seed(3)
    drawn = torch.empty(5).uniform_(generator=torch.Generator().manual_seed(3))
    np.testing.assert_array_equal(mx.nd.random.uniform(shape=(5,)).asnumpy(), drawn.numpy())


def test_gpus_draw_from_torch() -> None:
    mx.random.seed(3)
    drawn = torch.empty(5).uniform_(generator=torch.Generator().manual_seed(4))
    np.testing.assert_array_equal(mx.nd.random.uniform(shape=(5,), ctx=mx.gpu(1)).asnumpy(), drawn.numpy())


@pytest.mark.parametrize("number", PROGRAMS["interleaved"])
def test_interleaved_draws(number: str) -> None:
    assert programs.interleaved(mx, int(number)) == PROGRAMS["interleaved"][number]


@pytest.mark.parametrize("name", ["seeding", "dropout_layers", "dropout_layers hybridized", "executor", "contexts",
                                  "images", "largest"])
def test_programs(name: str) -> None:
    assert golden_streams.observe(name) == PROGRAMS[name]


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_follows_the_curve(hybrid: bool) -> None:
    weights, losses = PROGRAMS["training" + " hybridized" * hybrid]
    own_weights, own_losses = programs.training(mx, hybrid)
    assert own_weights == weights
    np.testing.assert_allclose(own_losses, losses, rtol=2e-5)


def test_each_thread_has_streams_of_its_own() -> None:
    assert golden_streams.draw_in_a_thread() == PROGRAMS["thread"]


def test_unseeded_program() -> None:
    code = f"import sys; sys.path.insert(0, {str(_FOLDER.parent)!r})\n" \
           "import mxnet, stream_programs; print(*stream_programs.defaults(mxnet))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                         env={**os.environ, "MXNET_RANDOM_STREAM": ""})
    assert run.stdout.split() == PROGRAMS["defaults"]


def test_unused_draws_are_drawn_again() -> None:
    mx.random.seed(4)
    first = mx.nd.random.normal(shape=(70,)).asnumpy()
    mx.random.seed(4)
    with rng.unused(mx.cpu()):
        mx.nd.random.normal(shape=(1000,))
    np.testing.assert_array_equal(mx.nd.random.normal(shape=(70,)).asnumpy(), first)


def test_the_variable_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_RANDOM_STREAM", "numpy")
    with pytest.raises(mx.MXNetError, match="must be mxnet or torch, received 'numpy'"):
        environment.RANDOM_STREAM.get()


@pytest.mark.parametrize(("value", "read"), [
    (1.7320508075688772, "0x1.bb67b00000000p+0"),  # rounding in one step would end in ae
    (0.07, "0x1.1eb8520000000p-4"),
    (-2.5, "-0x1.4000000000000p+1"),
    (1e-05, "0x1.4f8b580000000p-17"),
    (3, "0x1.8000000000000p+1"),
])
def test_numbers_are_read_as_from_text(value: float, read: str) -> None:
    assert in_single(value).hex() == read


def test_default_type_of_torch_does_not_matter() -> None:
    torch.set_default_dtype(torch.float64)
    try:
        for name in ("uniform", "Dropout", "np.uniform"):
            _check(name, "float32", 1000)
    finally:
        torch.set_default_dtype(torch.float32)
