"""Samples of ``mxnet/_ops/numpy/reduce.py``."""

import numpy as np
from sample import Sample, array

SETTINGS = [{}, {"axis": 1}, {"axis": (0, -1), "keepdims": True}, {"keepdims": True}]
SAMPLES = []
for name in ("_np_sum", "_npi_mean", "_np_prod", "_np_max", "_np_min", "_npi_var", "_npi_std"):
    # MXNet's gradients of variance and standard deviation are zero; here they are correct.
    grad = name not in ("_npi_var", "_npi_std")
    SAMPLES += [Sample(name, (array(2, 3, 4, low=0.5, high=2.0),), setting, grad=grad) for setting in SETTINGS]
    SAMPLES += [Sample(name, (array(2, 3, low=-4, high=5, dtype="int32"),), {"axis": 0}, grad=False),
                Sample(name, (array(3, low=0.5, high=2, dtype="float64"),), grad=grad)]
for name in ("_np_sum", "_npi_mean", "_np_prod"):
    SAMPLES += [Sample(name, (array(2, 3, low=1, high=3),), {"axis": 1, "dtype": "float64"}),
                Sample(name, (array(2, 3, low=1, high=3, dtype="int32"),), {"dtype": "float32"}, grad=False),
                Sample(name, (array(2, 3, low=1, high=3, dtype="float16"),), {"axis": 0}, numeric=False, rtol=1e-2,
                       atol=1e-2)]
SAMPLES += [
    Sample("_np_sum", (np.array([[True, False], [True, True]]),), {"axis": 0}, grad=False),
    Sample("_np_sum", (array(2, 3),), {"axis": ()}), Sample("_np_sum", (np.array(2.0, "float32"),)),
    Sample("_np_sum", (array(0, 3),), {"axis": 0}, numeric=False), Sample("_np_product", (array(3),)),
    Sample("_npi_mean", (np.array([1, 2, 4], "int32"),), grad=False),
    Sample("_npi_var", (array(2, 5),), {"axis": 1, "ddof": 1}, grad=False),
    Sample("_npi_std", (array(2, 5),), {"axis": 0, "ddof": 1}, grad=False),
    Sample("_np_amax", (array(2, 3),), {"axis": 1}), Sample("_np_amin", (array(2, 3),)),
    Sample("_np_cumsum", (array(2, 3),), {"axis": 1}), Sample("_np_cumsum", (array(2, 3),)),
    Sample("_np_cumsum", (array(2, 3, low=0, high=5, dtype="int32"),), {"axis": 0, "dtype": "float32"}, grad=False),
    Sample("_np_cumsum", (array(2, 4, dtype="float16"),), {"axis": 1}, numeric=False, rtol=1e-3),
]
for name in ("_np_any", "_np_all"):
    SAMPLES += [Sample(name, (np.array([[1.0, 0.0], [0.0, 0.0]], "float32"),), setting, grad=False)
                for setting in ({}, {"axis": 1}, {"axis": 0, "keepdims": True})]
SAMPLES += [Sample("_np_sometrue", (np.array([False, True]),), grad=False)]
for name in ("_npi_argmax", "_npi_argmin"):
    SAMPLES += [Sample(name, (array(2, 3, 4),), setting, grad=False) for setting in ({}, {"axis": 1}, {"axis": -1})]
    SAMPLES += [Sample(name, (np.array([2.0, 3.0, 3.0, 2.0], "float32"),), grad=False),
                Sample(name, (array(2, 3, low=0, high=9, dtype="int32"),), {"axis": 1, "keepdims": True}, grad=False)]
WEIGHTS = array(2, 3, low=0.5, high=2.0, seed=5)
SAMPLES += [
    Sample("_npi_average", (array(2, 3),), {"weighted": False}), Sample("_npi_average", (array(2, 3), WEIGHTS)),
    Sample("_npi_average", (array(2, 3), WEIGHTS), {"axis": 1}),
    Sample("_npi_average", (array(2, 3), WEIGHTS[0]), {"axis": 1}),
]
