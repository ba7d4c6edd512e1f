"""Compare four steps of every optimizer with MXNet (``golden_optimizer.py``)."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np
import pytest
from golden_optimizer import run

GOLDEN = np.load(pathlib.Path(__file__).parent / "golden" / "trajectories.npz")
CASES = json.loads(str(GOLDEN["cases"]))
# LARS corrects the momentum once per call when the rate changes, so single updates differ.
RUNS = [(case, together) for case in CASES for together in (False, True) if together or case["key"] != "lars-scheduled"]
# MXNet also rounds arguments to half precision: 1 - beta2 = 0.001 becomes 0.00098.
TOLERANCE = {"float32": 2e-5, "mixed": 2e-3, "float16": 3e-2}


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
@pytest.mark.parametrize(("case", "together"), RUNS, ids=[f"{case['key']}-{'all' if t else 'one'}" for case, t in RUNS])
def test_trajectory(case: dict[str, Any], together: bool) -> None:
    arrays = run(case, together)
    assert "storage" not in case or arrays[0].stype == case["storage"]
    assert [array.dtype.__name__ for array in arrays] == case["types"]
    actual = np.concatenate([array.asnumpy().astype("float32").ravel() for array in arrays])
    expected = GOLDEN["values"][case["start"]:case["start"] + case["length"]]
    tolerance = TOLERANCE[case["dtype"]]
    np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance / 10)
