"""One killed and one slow worker; `tools/fuzz/cluster_faults.py` runs the other faults."""

from __future__ import annotations

import re

import cluster_faults
import pytest


@pytest.fixture(scope="module")
def expected() -> str:
    code, output, left = cluster_faults.run("", 0)
    found = re.search(r"digest (\w+)", output)
    assert code == 0 and not left and found is not None, output
    return found[1]


@pytest.mark.parametrize("kind", ["kill", pytest.param("slow", marks=pytest.mark.slow)])
def test_training_ends_like_an_undisturbed_run(kind: str, expected: str) -> None:
    assert cluster_faults.judge(kind, expected, *cluster_faults.run(kind, 1))[0] == "same"


def test_an_error_names_its_cause(expected: str) -> None:
    assert cluster_faults.judge("kill", expected, *cluster_faults.run("kill", 2, restarts=0))[0] == "named"
