"""Samples of ``mxnet/_ops/quantize.py``."""

import numpy as np
from sample import Sample, array

LOW, HIGH = np.array([-1.5], "float32"), np.array([0.75], "float32")
ZERO, TWO = np.array([0.0], "float32"), np.array([2.0], "float32")
SUMS = array(3, 5, low=-40000, high=50000, dtype="int32")
EDGES = np.linspace(-2, 2, 32).astype("float32")
HISTOGRAM = np.array([1, 0, 2, 1, 3, 0, 5, 8, 13, 11, 20, 31, 45, 52, 77, 90, 81, 66, 43, 30, 22, 9, 12, 7, 5, 2, 0, 3,
                      1, 0, 1], "float32")


def _samples():
    for shape in ((3, 7), (2, 3, 4), (2, 3, 4, 5), (9,)):
        data = array(*shape, low=-2, high=2)
        yield Sample("_contrib_quantize", (data, LOW, HIGH), {"out_type": "int8"}, grad=False)
        yield Sample("_contrib_quantize", (np.abs(data), ZERO, TWO), {}, grad=False)
        yield Sample("_contrib_quantize_v2", (data,), {}, grad=False)
        yield Sample("_contrib_quantize_v2", (data,), {"min_calib_range": -1.0, "max_calib_range": 1.25}, grad=False)
        yield Sample("_contrib_quantize_v2", (np.abs(data),), {"out_type": "uint8"}, grad=False)
        yield Sample("_contrib_quantize_v2", (data,),
                     {"out_type": "auto", "min_calib_range": 0.0, "max_calib_range": 1.5}, grad=False)
        yield Sample("_contrib_dequantize", (array(*shape, low=-128, high=128, dtype="int8"), LOW, HIGH), grad=False)
        yield Sample("_contrib_dequantize", (array(*shape, low=0, high=256, dtype="uint8"), ZERO, TWO), grad=False)
    yield Sample("_contrib_quantize", (np.arange(-8, 8, dtype="float32"), np.float32([-127]), np.float32([127])),
                 {"out_type": "int8"}, grad=False)
    yield Sample("_contrib_quantize", (np.arange(-8, 8, dtype="float32") / 2, np.float32([-127]), np.float32([127])),
                 {"out_type": "int8"}, grad=False)
    yield Sample("_contrib_quantize_v2", (array(2, 3, low=-9, high=9, dtype="int8"),), grad=False)
    yield Sample("_contrib_quantize_v2", (array(2, 3, low=0, high=9, dtype="uint8"),), {"out_type": "uint8"},
                 grad=False)
    # MXNet crashes on arrays without the three axes of sequences.
    yield Sample("_contrib_quantize_asym", (array(3, 4, 5, low=-2, high=2),), grad=False)
    yield Sample("_contrib_quantize_asym", (array(2, 3, 4),), {"min_calib_range": -1.0, "max_calib_range": 2.0},
                 grad=False)
    for sums in (SUMS, SUMS.reshape(3, 5, 1, 1)):
        yield Sample("_contrib_requantize", (sums, LOW * 1000, TWO * 1000), {}, grad=False)
        yield Sample("_contrib_requantize", (sums, LOW * 1000, TWO * 1000),
                     {"min_calib_range": -0.01, "max_calib_range": 0.02}, grad=False)
        yield Sample("_contrib_requantize", (np.abs(sums), LOW * 1000, TWO * 1000), {"out_type": "uint8"}, grad=False)
        yield Sample("_contrib_requantize", (np.abs(sums), LOW * 1000, TWO * 1000),
                     {"out_type": "auto", "min_calib_range": 0.0, "max_calib_range": 0.02}, grad=False)
    for bins in (7, 5, 15):
        yield Sample("_contrib_calibrate_entropy", (HISTOGRAM, EDGES), {"num_quantized_bins": bins}, grad=False)


SAMPLES = list(_samples())
