"""Test that conversion from double to half precision rounds once."""

from __future__ import annotations

import numpy as np

from mxnet import nd


def test_array_of_doubles() -> None:
    # Rounding to single precision first would give a tie, which would then be rounded down.
    between = 1.0 + 2.0 ** -11 + 2.0 ** -30
    values = np.array([between, -between, 1e9, np.nan, 0.1])
    made = nd.array(values, dtype="float16").asnumpy()
    next_ = 1.0 + 2.0 ** -10
    np.testing.assert_array_equal(made, np.array([next_, -next_, np.inf, np.nan, 0.1], np.float16))
