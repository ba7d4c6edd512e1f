"""Test the states after optimizer steps against values of MXNet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx

WEIGHT, GRADIENT = [0.5, -1.0], [1.0, -2.0]

CASES: list[tuple[str, Any, dict[str, Any], list[list[float]]]] = [
    ("sgd_mom_update", ([0.1, -0.3],), {'lr': 0.1, 'momentum': 0.9, 'wd': 0.01},
     [[-0.0105, -0.069]]),
    ("nag_mom_update", ([0.1, -0.3],), {'lr': 0.1, 'momentum': 0.9, 'wd': 0.01},
     [[-0.01039, -0.069139]]),
    ("signum_update", ([0.1, -0.3],), {'lr': 0.1, 'momentum': 0.9, 'wd': 0.01},
     [[-0.0105, -0.069]]),
    ("adam_update", ([0.1, -0.3], [0.4, 0.9]), {'lr': 0.1, 'wd': 0.01, 'clip_gradient': 1.5},
     [[0.1905, -0.42], [0.40061, 0.90135]]),
    ("rmsprop_update", ([0.4, 0.9],), {'lr': 0.1},
     [[0.43, 1.055]]),
    ("rmspropalex_update", ([0.4, 0.9], [0.2, 0.6], [0.1, -0.3]), {'lr': 0.1, 'epsilon': 0.5},
     [[0.43, 1.055], [0.24, 0.47], [-0.017064, -0.096845]]),
    ("ftrl_update", ([0.1, -0.3], [0.4, 0.9]), {'lr': 0.1},
     [[-1.653802, 10.349112], [1.4, 4.9]]),
    ("ftml_update", ([0.4, 0.9], [0.2, 0.6], [0.1, -0.3]), {'lr': 0.1, 't': 2},
     [[64.144524, 111.193771], [0.2008, 0.6034], [-31.492262, 109.673767]]),
    ("lamb_update_phase1", ([0.1, -0.3], [0.4, 0.9]), {'t': 2, 'wd': 0.01},
     [[0.19, -0.47], [0.4006, 0.9031]]),
    ("mp_sgd_mom_update", ([0.1, -0.3], [0.5, -1.0]), {'lr': 0.1, 'momentum': 0.9},
     [[-0.01, -0.07], [0.49, -1.07]]),
    ("mp_nag_mom_update", ([0.1, -0.3], [0.5, -1.0]), {'lr': 0.1, 'momentum': 0.9, 'wd': 0.01},
     [[-0.01039, -0.069139], [0.39005, -0.8611]]),
    ("multi_sgd_mom_update", ([0.1, -0.3],), {'lrs': (0.1,), 'wds': (0.01,), 'momentum': 0.9},
     [[-0.0105, -0.069]]),
    ("multi_mp_sgd_mom_update", ([0.1, -0.3], [0.5, -1.0]), {'lrs': (0.1,), 'wds': (0.01,), 'momentum': 0.9},
     [[-0.0105, -0.069], [0.4895, -1.069]]),
]


@pytest.mark.parametrize(("name", "states", "params", "expected"), CASES, ids=[case[0] for case in CASES])
def test_states_after_a_step(name: str, states: Any, params: dict[str, Any], expected: list[list[float]]) -> None:
    kind = "float16" if "mp_" in name else "float32"
    weight, gradient = (mx.nd.array(v, dtype=kind) for v in (WEIGHT, GRADIENT))
    arrays = [mx.nd.array(s) for s in states]
    getattr(mx.nd, name)(weight, gradient, *arrays, out=weight, **params)
    np.testing.assert_allclose([a.asnumpy() for a in arrays], expected, rtol=1e-4)


def test_gradient_of_another_shape_is_refused() -> None:
    with pytest.raises(mx.MXNetError, match="grad must have the shape of weight"):
        mx.nd.sgd_update(mx.nd.ones((2, 3)), mx.nd.ones((3,)), lr=0.1)


def test_non_finite_scale_skips_the_step() -> None:
    weight, mean, var = mx.nd.array([1.0, 2.0]), mx.nd.zeros(2), mx.nd.zeros(2)
    mx.nd._internal._adamw_update(weight, mx.nd.ones(2), mean, var, mx.nd.array([np.inf]), lr=0.1, eta=1.0, out=weight)
    assert weight.asnumpy().tolist() == [1.0, 2.0]
    assert mean.asnumpy().tolist() == var.asnumpy().tolist() == [0.0, 0.0]


def test_wrong_number_of_rates_is_named() -> None:
    with pytest.raises(mx.MXNetError, match="lrs must have one value for each of 2"):
        mx.nd.multi_sgd_update(*[mx.nd.ones(2)] * 4, lrs=(0.1,), wds=(0.0, 0.0), num_weights=2)
