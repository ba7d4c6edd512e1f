"""Samples of ``mxnet/_ops/quantized_layers.py``."""

import numpy as np
from sample import Sample, array

ONE, TWO, HALF = np.float32([1.25]), np.float32([2.0]), np.float32([0.5])
RANGES = (-ONE, TWO, -HALF, ONE)
POSITIVE = (np.float32([0.0]), TWO, -HALF, ONE)


def signed(*shape):
    """Return numbers over the range of int8."""
    return array(*shape, low=-127, high=128, dtype="int8")


def unsigned(*shape):
    """Return numbers over the range of uint8."""
    return array(*shape, low=0, high=256, dtype="uint8")


CONV = {"kernel": (3, 3), "num_filter": 4}
NORM = (array(3, low=0.5, high=2), array(3), array(3), array(3, low=0.5, high=2))
CALIBRATED = {"min_calib_range": -3.0, "max_calib_range": 2.5}

# Without a bias, symbols accept the ranges by name only, see tests/_ops/test_quantized.py.
SAMPLES = [
    Sample("_contrib_quantized_conv", (unsigned(2, 3, 6, 5), signed(4, 3, 3, 3), *POSITIVE),
           {**CONV, "no_bias": True}, grad=False, symbolic=False),
    Sample("_contrib_quantized_conv", (unsigned(2, 3, 6, 5), signed(4, 3, 3, 3), *POSITIVE),
           {**CONV, "no_bias": True, "stride": (2, 1), "pad": (1, 1), "dilate": (1, 2)}, grad=False,
           symbolic=False),
    Sample("_contrib_quantized_conv", (unsigned(2, 3, 6, 5), signed(4, 3, 3, 3), signed(4), *POSITIVE, -HALF, HALF),
           CONV, grad=False),
    *(Sample("_contrib_quantized_fully_connected", (data, signed(4, 6), signed(4), *ranges, -HALF, TWO),
             {"num_hidden": 4, **more}, grad=False)
      for ranges, make in ((RANGES, signed), (POSITIVE, unsigned))
      for data, more in ((make(3, 6), {}), (make(3, 2, 3), {}), (make(2, 3, 6), {"flatten": False}))),
    Sample("_contrib_quantized_fully_connected", (signed(3, 6), signed(4, 6), *RANGES),
           {"num_hidden": 4, "no_bias": True}, grad=False, symbolic=False),
    Sample("_contrib_quantized_fully_connected", (unsigned(2, 700), signed(2, 700), *POSITIVE),
           {"num_hidden": 2, "no_bias": True}, grad=False, symbolic=False),
    Sample("_contrib_quantized_embedding", (np.float32([[0, 2, 4], [1, 1, 3]]), signed(5, 3), -HALF, ONE),
           {"input_dim": 5, "output_dim": 3}, grad=False),
    Sample("_contrib_quantized_batch_norm", (signed(2, 3, 4, 5), *NORM, -ONE, TWO), CALIBRATED, grad=False),
    Sample("_contrib_quantized_batch_norm", (unsigned(2, 3, 4, 5), *NORM, np.float32([0]), TWO),
           {**CALIBRATED, "eps": 0.1, "fix_gamma": False}, grad=False),
]
