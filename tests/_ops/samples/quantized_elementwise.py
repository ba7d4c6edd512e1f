"""Samples of ``mxnet/_ops/quantized_elementwise.py``."""

import numpy as np
from sample import Sample, array

ONE, TWO, HALF, ZERO = np.float32([1.25]), np.float32([2.0]), np.float32([0.5]), np.float32([0.0])
CALIBRATED = {"min_calib_range": -3.0, "max_calib_range": 2.5}


def signed(*shape, seed=0):
    """Return numbers over the range of int8."""
    return array(*shape, low=-127, high=128, dtype="int8", seed=seed)


def unsigned(*shape, seed=0):
    """Return numbers over the range of uint8."""
    return array(*shape, low=0, high=256, dtype="uint8", seed=seed)


POOLS = [
    {"kernel": (2, 2), "stride": (2, 2)},
    {"kernel": (3, 2), "stride": (2, 2), "pad": (1, 0)},
    {"kernel": (2, 2), "stride": (2, 2), "pooling_convention": "full"},
    {"kernel": (2, 2), "global_pool": True},
]


def _samples():
    for data in (signed(2, 3, 4, 5), signed(3, 4)):
        yield Sample("_contrib_quantized_act", (data, -ONE, TWO), {"act_type": "relu"}, grad=False)
    for data in (signed(2, 3, 4, 5), unsigned(2, 3, 4, 5), signed(2, 3)):
        yield Sample("_contrib_quantized_flatten", (data, -ONE, TWO), grad=False)
    for data in (signed(2, 3, 5, 6), unsigned(2, 3, 5, 6)):
        for pool in POOLS:
            for more in ({"pool_type": "max"}, {"pool_type": "avg"}, {"pool_type": "avg", "count_include_pad": False}):
                yield Sample("_contrib_quantized_pooling", (data, -ONE, TWO), {**pool, **more}, grad=False)
    for first, second in ((signed(2, 3, 4, 4), signed(2, 2, 4, 4)), (unsigned(2, 3, 4, 4), unsigned(2, 2, 4, 4)),
                          (signed(2, 3, 4, 4), unsigned(2, 1, 4, 4))):
        low = -ONE if first.dtype == np.int8 else ZERO
        for top in (HALF, TWO):
            yield Sample("_contrib_quantized_concat", (first, second, low, top, ZERO, ONE), {"num_args": 2, "dim": 1},
                         grad=False)
    for kinds in ((signed, signed), (unsigned, unsigned), (signed, unsigned), (unsigned, signed)):
        lhs, rhs = kinds[0](3, 8, seed=1), kinds[1](3, 8, seed=2)
        low = [-ONE if kind is signed else ZERO for kind in kinds]
        yield Sample("_contrib_quantized_elemwise_add", (lhs, rhs, low[0], TWO, low[1], HALF), CALIBRATED, grad=False)
        if kinds[0] is kinds[1]:
            yield Sample("_contrib_quantized_elemwise_add", (lhs, rhs, low[0], TWO, low[1], HALF), {}, grad=False)
    lhs, rhs = signed(3, 8, seed=1), signed(3, 8, seed=2)
    for params in ({}, CALIBRATED, {"enable_float_output": True}):
        # Shape inference fails in MXNet, so it cannot be called there.
        yield Sample("_contrib_quantized_elemwise_mul", (lhs, rhs, -ONE, TWO, -ONE, HALF), params, grad=False,
                     without_golden=True)


SAMPLES = list(_samples())
