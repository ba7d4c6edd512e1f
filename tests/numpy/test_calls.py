"""Compare unusual calls with MXNet."""

import json
import pathlib

import numpy as onp
import pytest
from golden_numpy_calls import CASES, outcome

import mxnet as mx

GOLDEN = json.loads((pathlib.Path(__file__).parent / "golden" / "calls.json").read_text())


@pytest.fixture(autouse=True)
def numpy_mode():
    mx.npx.set_np()
    yield
    mx.npx.reset_np()


def test_golden_file_is_up_to_date():
    assert list(GOLDEN) == list(CASES)


def _check(found, wanted):
    if isinstance(wanted, list):
        assert isinstance(found, list) and len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            _check(one, other)
        return
    if "text" in wanted:
        assert found == wanted
        return
    assert {**found, "values": None, "value": None} == {**wanted, "values": None, "value": None}
    key = "values" if "values" in wanted else "value"
    onp.testing.assert_allclose(found[key], wanted[key], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("call", CASES)
def test_call(call):
    _check(outcome(call), GOLDEN[call])
