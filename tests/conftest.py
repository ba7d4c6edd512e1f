"""Shared configuration: simulated GPUs, fixed seeds, the folder of real data."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

# mxnet and torch read these variables when they are imported, so set them before importing test modules.
os.environ["MXNET_GRAPH_LINT"] = "1"
os.environ["MXNET_SIMULATED_GPUS"] = "4"
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the workers together use the cores

# Golden cases and the modules next to them are imported by plain names, like in tools/golden.py.
sys.path[:0] = sorted({str(path.parent) for path in Path(__file__).parent.rglob("golden_*.py")})


@pytest.fixture(autouse=True)
def fixed_seeds() -> None:
    """Seed the random generators before every test."""
    import mxnet as mx  # here, because the environment above must be set first

    mx.random.seed(0)
    np.random.seed(0)
    random.seed(0)


@pytest.fixture(autouse=True)
def no_torch_programs() -> Iterator[None]:
    """Reset torch's gradient mode after every test."""
    yield
    from mxnet._runtime.autograd import tape

    if tape.state.torch_records:
        tape.state.torch_records = tape._torch_records = False
        tape.set_recording(False)


@pytest.fixture(scope="session")
def test_data() -> Path:
    """Return the folder of real datasets. Tests that use it are skipped if it does not exist."""
    name = os.environ.get("MXNET_TEST_DATA")
    if not name:
        pytest.skip("MXNET_TEST_DATA is not set: no folder with real data")
    folder = Path(name)
    if not folder.is_dir():
        pytest.fail(f"MXNET_TEST_DATA names {name!r}, which is not a folder")
    return folder
