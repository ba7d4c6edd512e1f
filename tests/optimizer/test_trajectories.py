"""Four steps of every optimizer against the original's (``tools/make_optimizer_golden.py``)."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx

GOLDEN = np.load(pathlib.Path(__file__).parent / "golden" / "trajectories.npz")
CASES = json.loads(str(GOLDEN["cases"]))
# LARS corrects the momentum once per call when the rate changes, so calls for single weights differ.
RUNS = [(case, together) for case in CASES for together in (False, True) if together or case["key"] != "lars-scheduled"]
STEPS = 4
# The original rounds arguments to half precision too: 1 - beta2 = 0.001 becomes 0.00098.
TOLERANCE = {"float32": 2e-5, "mixed": 2e-3, "float16": 3e-2}


def flat(state: Any) -> list[Any]:
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in flat(part)]
    return [] if state is None else [state]


def make(case: dict[str, Any]) -> tuple[list[str], Any]:
    matrices = case["optimizer"] == "groupadagrad" or "storage" in case
    names = ["fc_weight"] if matrices else ["fc_weight", "fc_bias", "bn_gamma"]
    arguments = dict(case["arguments"])
    if "schedule" in case:
        arguments["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(**case["schedule"])
    optimizer = mx.optimizer.create(case["optimizer"], param_idx2name=dict(enumerate(names)),
                                    multi_precision=case["dtype"] == "mixed", **arguments)
    return names, mx.optimizer.get_updater(optimizer)


def run(case: dict[str, Any], together: bool) -> list[Any]:
    """Weights and states after all steps, weight by weight or with all weights at once."""
    names, updater = make(case)
    dtype = "float32" if case["dtype"] == "float32" else "float16"
    weights = [mx.nd.array(GOLDEN[f"inputs/{name}"], dtype=dtype) for name in names]
    if "storage" in case:
        weights[0] = weights[0].tostype(case["storage"])
    for step in range(STEPS):
        grads = [mx.nd.array(GOLDEN[f"inputs/{name}/{step}"], dtype=dtype) for name in names]
        if "storage" in case:
            grads[0][step:step + 2] = 0
            grads[0] = grads[0].tostype("row_sparse")
        if together:
            updater(list(range(len(names))), grads, weights)
        else:
            for index in range(len(names)):
                updater(index, grads[index], weights[index])
    return weights + [array for index in range(len(names)) for array in flat(updater.states[index])]


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
