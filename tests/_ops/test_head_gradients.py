"""Test head gradients of 0 and infinity against values of MXNet 1.9.1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from calling import function

import mxnet as mx
from mxnet import autograd, nd

INF, NAN = float("inf"), float("nan")

# Operator, parameters, data, and its gradients for head gradients of 0 and infinity.
CASES: list[tuple[str, dict[str, Any], list[float], list[float], list[float]]] = [
    ("sign", {}, [2.0, 0.0, NAN], [0.0, 0.0, 0.0], [NAN, NAN, NAN]),
    ("clip", {"a_min": -0.5, "a_max": 0.5}, [NAN, 0.5, 0.25, 3.0, -INF], [0.0] * 5, [INF, INF, INF, 0.0, 0.0]),
    ("hard_sigmoid", {}, [0.0, 9.0, NAN], [0.0, 0.0, 0.0], [INF, 0.0, 0.0]),
    ("smooth_l1", {}, [-INF, 0.5, 0.0, 1e-45, NAN], [0.0, 0.0, 0.0, 0.0, NAN], [-INF, INF, NAN, INF, NAN]),
    ("expm1", {}, [-27.0, -INF, 0.0], [0.0, 0.0, 0.0], [INF, NAN, INF]),
    ("arcsinh", {}, [3e38, INF, 0.0], [0.0, 0.0, 0.0], [INF, NAN, INF]),
    ("nansum", {}, [NAN, 1.0, INF], [0.0, 0.0, 0.0], [NAN, INF, INF]),
    ("norm", {}, [1e20, 0.0, -1e20], [0.0, 0.0, 0.0], [INF, NAN, -INF]),
    ("_power_scalar", {"scalar": 0.0}, [NAN, 0.0, 2.0, -INF], [NAN, NAN, 0.0, 0.0], [NAN] * 4),
    ("_rpower_scalar", {"scalar": 0.0}, [NAN, 0.0, 2.0, -1.0], [NAN] * 4, [NAN, -INF, NAN, -INF]),
    ("_maximum_scalar", {"scalar": 0.0}, [1.0, 0.0, -1.0, NAN], [0.0] * 4, [INF, INF, NAN, NAN]),
    ("_minimum_scalar", {"scalar": 0.0}, [1.0, 0.0, -1.0, NAN], [0.0] * 4, [NAN, INF, INF, NAN]),
    ("_hypot_scalar", {"scalar": 2.0}, [3e38, 1e-45, 0.0], [0.0, 0.0, 0.0], [INF, NAN, NAN]),
    ("_contrib_quadratic", {"a": 0.5, "b": 1.0}, [-1.0, 3e38, 0.5], [0.0, 0.0, 0.0], [NAN, INF, INF]),
]


@pytest.mark.parametrize(("operator", "params", "values", "of_zero", "of_infinity"), CASES, ids=[c[0] for c in CASES])
def test_heads_are_multiplied(operator: str, params: dict[str, Any], values: list[float], of_zero: list[float],
                              of_infinity: list[float]) -> None:
    for head, expected in ((0.0, of_zero), (INF, of_infinity)):
        data = nd.array(values)
        data.attach_grad()
        with autograd.record():
            result = function(nd, operator)(data, **params)
        result.backward(nd.full(result.shape, head))
        np.testing.assert_array_equal(data.grad.asnumpy(), expected)


@pytest.mark.parametrize(("operator", "left", "right"), [
    ("maximum", [INF, NAN, INF, NAN], [NAN, INF, NAN, NAN]), ("minimum", [NAN, INF, INF, NAN], [INF, NAN, NAN, NAN])])
def test_infinite_heads_of_the_larger(operator: str, left: list[float], right: list[float]) -> None:
    lhs, rhs = nd.array([2.0, 1.0, 3.0, NAN]), nd.array([1.0, 2.0, 3.0, 1.0])
    for array in (lhs, rhs):
        array.attach_grad()
    with autograd.record():
        result = getattr(nd, operator)(lhs, rhs)
    result.backward(nd.full(4, INF))
    np.testing.assert_array_equal(lhs.grad.asnumpy(), left)
    np.testing.assert_array_equal(rhs.grad.asnumpy(), right)


def test_slices_of_nothing_are_empty() -> None:
    with mx.util.np_shape(True):
        assert nd.slice_axis(nd.zeros((2, 0, 3)), axis=1, begin=0, end=None).shape == (2, 0, 3)
