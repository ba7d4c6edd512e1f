"""What every test relies on: simulated GPUs, fixed seeds, the folder of real data."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

# All are read when mxnet and torch are first imported, hence before any test module is.
os.environ["MXNET_GRAPH_LINT"] = "1"
os.environ["MXNET_SIMULATED_GPUS"] = "4"
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the workers together use the cores

# The cases of golden files, and modules beside them, are imported by plain names, as tools/golden.py imports them.
sys.path[:0] = sorted({str(path.parent) for path in Path(__file__).parent.rglob("golden_*.py")})


@pytest.fixture(autouse=True)
def fixed_seeds() -> None:
    """Start every test from the same random numbers, whatever ran before it."""
    import mxnet as mx  # here, because the environment above must be set first

    mx.random.seed(0)
    np.random.seed(0)
    random.seed(0)


@pytest.fixture(autouse=True)
def no_torch_programs() -> Iterator[None]:
    """End every test as a program that does not train with torch."""
    yield
    from mxnet._runtime.autograd import tape

    if tape.state.torch_records:
        tape.state.torch_records = tape._torch_records = False
        tape.set_recording(False)


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The folder of real data sets; a test that asks for it is skipped where there is none."""
    name = os.environ.get("MXNET_TEST_DATA")
    if not name:
        pytest.skip("MXNET_TEST_DATA is not set: no folder with real data")
    folder = Path(name)
    if not folder.is_dir():
        pytest.fail(f"MXNET_TEST_DATA names {name!r}, which is not a folder")
    return folder
