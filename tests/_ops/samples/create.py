"""Samples of ``mxnet/_ops/create.py``."""

import numpy as np
from sample import Sample, array


def made(op, **params):
    """Return a sample of an operator without inputs."""
    return Sample(op, (), params, grad=False)


SAMPLES = [
    made("_zeros", shape=(2, 3)),
    made("_zeros", shape=(2,), dtype="int8"),
    made("_ones", shape=(2, 3), dtype="float64"),
    made("_full", shape=(2,), value=2.5),
    made("_full", shape=(2,), value=2.5, dtype="int32"),
    Sample("_zeros_without_dtype", (), {"shape": (2,)}, grad=False, out=np.ones(2, "int32")),
    Sample("_set_value", (), {"src": 3.0}, grad=False, out=np.ones((2, 3), "float32")),
    made("_arange", start=5),
    made("_arange", start=0, stop=1, step=0.3),
    made("_arange", start=5, stop=0, step=-2, repeat=2, dtype="int32"),
    made("_arange", start=1.5, stop=4, dtype="float64"),
    made("_linspace", start=0, stop=5, num=4),
    made("_linspace", start=0, stop=5, num=4, endpoint=False, dtype="float64"),
    made("_linspace", start=0, stop=5, num=4, dtype="int32"),
    made("_eye", N=2, M=3, k=1),
    made("_eye", N=3, k=-1, dtype="int32"),
    Sample("_contrib_arange_like", (array(2, 3),), grad=False),
    Sample("_contrib_arange_like", (array(2, 3),), {"start": 1.5, "step": 0.3, "repeat": 2}, grad=False),
    Sample("_contrib_arange_like", (array(2, 3, dtype="float64"),), {"axis": -1}, grad=False),
    Sample("_contrib_arange_like", (array(4, low=0, high=2, dtype="int32"),), {"axis": 0, "step": 2}, grad=False),
]
