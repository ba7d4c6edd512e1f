"""Compare recurrent cells and layers with MXNet 1.9.1 (``golden_rnn.py``)."""

from __future__ import annotations

from pathlib import Path

import golden_rnn as cases
import numpy as np
import pytest

GOLDEN = np.load(Path(__file__).parent / "golden" / "rnn.npz")


def test_every_stored_case_runs() -> None:
    assert {key.split("/")[0] for key in GOLDEN.files} == set(cases.CASES)


@pytest.mark.parametrize("hybrid", [False, True], ids=["eager", "hybrid"])
@pytest.mark.parametrize("name", cases.CASES)
def test_values_and_gradients(name: str, hybrid: bool) -> None:
    found = cases.run(name, hybrid)
    wanted = {key.split("/", 1)[1]: GOLDEN[key] for key in GOLDEN.files if key.startswith(f"{name}/")}
    assert found.keys() == wanted.keys()
    for key in ("names", "repr"):
        assert list(found.pop(key)) == list(wanted.pop(key))
    for key, value in wanted.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-4, atol=2e-6, err_msg=key)
