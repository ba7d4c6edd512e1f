"""Test NumPy functions with ``mx.np`` arrays."""

from __future__ import annotations

import subprocess
import sys

import numpy as onp
import pytest

from mxnet import np


@pytest.mark.parametrize("name", ["eig", "eigh"])
def test_decompositions_have_the_form_of_numpys(name: str) -> None:
    matrix = onp.array([[2.0, 1.0], [1.0, 3.0]], dtype="float32")
    expected, found = getattr(onp.linalg, name)(matrix), getattr(onp.linalg, name)(np.array(matrix))
    assert type(found) is type(expected) and all(type(array) is np.ndarray for array in found)
    for ours, numpys in zip(found, expected, strict=True):
        onp.testing.assert_allclose(onp.abs(ours.asnumpy()), onp.abs(numpys), rtol=1e-5)


@pytest.mark.parametrize("function", [onp.broadcast_arrays, onp.meshgrid])
def test_lists_have_the_form_of_numpys(function) -> None:
    found = function(np.ones(2), np.ones(2))
    assert type(found) is type(function(onp.ones(2), onp.ones(2))) and type(found[0]) is np.ndarray


def test_import_warns_of_nothing() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", "import mxnet.numpy"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
