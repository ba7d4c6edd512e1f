"""Tests of the state of NumPy's generator as plain data."""

from __future__ import annotations

import json

import numpy as np
import pytest

from mxnet._runtime import numpy_state
from mxnet._runtime.error import MXNetError


@pytest.mark.parametrize("normals", [0, 1, 2])  # one of each two is kept for the next call
def test_state_continues(normals):
    np.random.seed(4)
    np.random.randn(normals)
    state = json.loads(json.dumps(numpy_state.get()))
    expected = np.random.randn(3).tolist(), np.random.rand(700).tolist()
    numpy_state.set(state)
    assert (np.random.randn(3).tolist(), np.random.rand(700).tolist()) == expected


def test_other_state_within_a_block():
    np.random.seed(1)
    state, first = numpy_state.get(), np.random.rand()
    second = np.random.rand()
    numpy_state.set(state)
    np.random.rand()
    with numpy_state.use(state):
        assert np.random.rand() == first
    with numpy_state.use(None):
        assert np.random.rand() == second


@pytest.mark.parametrize("change", [{"keys": "AAAA"}, {"keys": "?"}, {"keys": None}, {"position": 700}, {"gauss": []}])
def test_damaged_states_are_refused(change):
    with pytest.raises(MXNetError, match="damaged"):
        numpy_state.set({**numpy_state.get(), **change})
    with pytest.raises(MXNetError, match="damaged"):
        numpy_state.set({})
