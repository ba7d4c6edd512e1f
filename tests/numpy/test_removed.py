"""Tests of functions that NumPy has removed."""

import numpy as onp
import pytest

from mxnet import np


def test_arrays():
    a = np.array([[3.0, 0.0], [2.0, 5.0]])
    assert np.alltrue(a, axis=1).asnumpy().tolist() == [False, True]
    assert np.msort(a).asnumpy().tolist() == [[2, 0], [3, 5]]
    assert np.in1d(a, np.array([2.0, 3.0])).asnumpy().tolist() == [True, False, True, False]
    assert np.trapz(a).asnumpy().tolist() == [1.5, 3.5]
    assert np.trapz(a, np.array([0.0, 4.0]), axis=0).asnumpy().tolist() == [10, 10]
    assert np.trapz(a, dx=2.0, axis=0).asnumpy().tolist() == [5, 5]


def test_money():
    """Check the examples in the documentation of old NumPy versions."""
    assert onp.isclose(np.npv(0.281, np.array([-100, 39, 59, 55, 20])), -0.00848, atol=1e-4)
    assert onp.isclose(np.pv(0.05 / 12, 10 * 12, -100, 15692.93), -100.00067131625819)
    assert onp.isclose(np.pv(0, 12, -100), 1200)
    assert onp.isclose(np.rate(10, 0, -3500, 10000), 0.11069085371426901)
    assert onp.isnan(np.rate(10, 5, 3500, 10000, maxiter=3))
    assert onp.allclose(np.ppmt(0.1 / 12, np.array([1, 2, 24]), 24, 2000), [-75.62318601, -76.25337923, -91.52712662])
    assert np.ppmt(0.1, 1, 5, 100, when="begin") == pytest.approx(-23.981589163158656)
    assert np.mirr([-100, 39, 59, 55, 20], 0.1, 0.12) == pytest.approx(0.20437673767455)
    assert onp.isnan(np.mirr([100, 39], 0.1, 0.12))


def test_least_squares_by_default():
    a, b = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]), np.array([1.0, 2.0, 3.0])
    solution = np.linalg.lstsq(a, b)[0]
    onp.testing.assert_allclose(solution.asnumpy(), [-0.07142857, 0.5], rtol=1e-5)
    onp.testing.assert_allclose(np.linalg.lstsq(a, b, rcond=None)[0].asnumpy(), solution.asnumpy())
