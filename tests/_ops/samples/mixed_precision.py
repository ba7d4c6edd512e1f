"""Samples of ``mxnet/_ops/mixed_precision.py``."""

import numpy as np
from sample import Sample, array

BAD = np.array([1.0, np.inf], "float32")
SAMPLES = [
    Sample("amp_cast", (array(2, 3),), {"dtype": "float16"}, grad=False, rtol=1e-3),
    Sample("amp_cast", (array(2, 3, dtype="float16"),), {"dtype": "float32"}, numeric=False),
    Sample("amp_cast", (array(2, 3, low=-5, high=5, dtype="int32"),), {"dtype": "float16"}, grad=False),
    Sample("amp_multicast", (array(2, 3), array(3, low=-5, high=5, dtype="int32")), {"num_outputs": 2}, grad=False),
    Sample("amp_multicast", (array(2, 3), array(2, 2)), {"num_outputs": 2, "cast_narrow": True}, grad=False),
    Sample("all_finite", (array(2, 3),), grad=False),
    Sample("all_finite", (BAD,), grad=False),
    Sample("all_finite", (array(2, 3, dtype="float16"),), grad=False),
    Sample("multi_all_finite", (array(2, 3), array(4)), {"num_arrays": 2}, grad=False),
    Sample("multi_all_finite", (array(2, 3), BAD), {"num_arrays": 2}, grad=False),
    Sample("multi_sum_sq", (array(2, 3), array(4)), {"num_arrays": 2}, grad=False),
    Sample("multi_sum_sq", (array(2, 3, dtype="float16"),), {"num_arrays": 1}, grad=False, rtol=1e-3),
    Sample("reset_arrays", (array(2, 3), array(4)), {"num_arrays": 2}, grad=False, symbolic=False),
    Sample("cast_storage", (array(2, 3),), {"stype": "default"}, grad=False),
]
