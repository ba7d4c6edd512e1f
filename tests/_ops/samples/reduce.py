"""Samples of ``mxnet/_ops/reduce.py``."""

from dataclasses import replace

import numpy as np
from sample import Sample, array

SETTINGS = [{}, {"axis": 1}, {"axis": (0, -1), "keepdims": True}, {"axis": 1, "exclude": True}, {"axis": ()},
            {"axis": (0, 1, 2), "exclude": True}]


def holed(values):
    """Replace some elements by NaN."""
    flat = values.copy()
    flat.reshape(-1)[::4] = np.nan
    return flat


SAMPLES = []
for name in ("sum", "mean", "prod", "max", "min"):
    SAMPLES += [Sample(name, (array(2, 3, 4, low=-2, high=2),), setting) for setting in SETTINGS]
    SAMPLES += [
        Sample(name, (array(3, low=-2, high=2),), {"axis": 0, "exclude": True}),
        Sample(name, (array(2, 3, low=-2, high=2, dtype="float64"),), {"axis": -1}),
        Sample(name, (array(2, 3, low=-2, high=2, dtype="float16"),), {"axis": 0}, numeric=False, rtol=1e-2, atol=1e-2),
        Sample(name, (array(2, 3, low=-4, high=5, dtype="int32"),), {"axis": 1}),
        Sample(name, (array(2, 3, low=0, high=5, dtype="uint8"),), {"keepdims": True}),
    ]
for name in ("nansum", "nanprod"):
    SAMPLES += [Sample(name, (holed(array(2, 3, 4, low=0.5, high=2)),), setting, numeric=False)
                for setting in SETTINGS[:4]]
    SAMPLES += [Sample(name, (array(2, 3, low=0.5, high=2),), {"axis": 0}),
                Sample(name, (array(4, low=1, high=4, dtype="int32"),))]
TIES = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 1.0]], "float32")
SAMPLES += [
    Sample("max", (TIES,), {"axis": 1}, numeric=False),
    Sample("min", (TIES,), {}, numeric=False),
    Sample("max", (np.array([1.0, np.nan, 3.0], "float32"),), grad=False),
    Sample("mean", (np.array([-3, -4], "int32"),)),
    Sample("sum", (np.full(300, 2, "uint8"),)),
    Sample("sum_axis", (array(2, 3),), {"axis": 0}),
    Sample("norm", (array(2, 3, 4),)),
    Sample("norm", (array(2, 3, 4),), {"ord": 1, "axis": 1}),
    Sample("norm", (array(2, 3, 4),), {"ord": 2, "axis": (0, 2), "keepdims": True}),
    Sample("norm", (array(2, 3, dtype="float64"),), {"ord": 1, "axis": -1}),
    Sample("moments", (array(2, 3, 4),), {"axes": (0, 2)}),
    Sample("moments", (array(2, 3, 4),), {"axes": (1,), "keepdims": True}),
    Sample("moments", (array(2, 3),), {"axes": (0, 1)}),
]
for name in ("argmax", "argmin"):
    SAMPLES += [Sample(name, (np.round(array(2, 3, 4, low=-2, high=2)),), setting, grad=False)
                for setting in ({}, {"axis": 1}, {"axis": -1, "keepdims": True}, {"keepdims": True})]
    SAMPLES += [Sample(name, (np.array([1.0, np.nan, 3.0], "float64"),), grad=False),
                Sample(name, (array(2, 3, low=-4, high=5, dtype="int32"),), {"axis": 0}, grad=False)]
SAMPLES += [Sample("argmax_channel", (array(2, 3),), grad=False),
            Sample("argmax_channel", (array(2, 3, 2),), grad=False)]
SAMPLES += [Sample("cumsum", (array(2, 3, 4),), setting) for setting in ({}, {"axis": 0}, {"axis": 2})]
SAMPLES += [Sample("cumsum", (array(2, 3, dtype="float64"),), {"axis": 1, "dtype": "float32"}, numeric=False),
            Sample("cumsum", (array(2, 3, low=-4, high=5, dtype="int32"),), {"axis": 1})]
# Integers have no gradients.
SAMPLES = [s if any(i.dtype.kind == "f" for i in s.inputs) else replace(s, grad=False) for s in SAMPLES]
