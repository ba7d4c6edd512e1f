"""Samples of ``mxnet/_ops/scatter.py``."""

import numpy as np
from sample import Sample, array

COORDINATES = np.array([[0, 2, 1], [1, 0, 3]], "int32")
SAMPLES = [
    Sample("scatter_nd", (array(3), COORDINATES), {"shape": (3, 4)}),
    Sample("scatter_nd", (array(2, 4), np.array([[2, 0]], "float32")), {"shape": (3, 4)}, numeric=False),
    Sample("scatter_nd", (array(3, low=-5, high=5, dtype="int32"), COORDINATES.astype("int64")), {"shape": (3, 4)},
           grad=False),
    Sample("_scatter_set_nd", (array(3, 4), array(3), COORDINATES), {"shape": (3, 4)}, grad=False, symbolic=False,
           out=0),
    Sample("fill_element_0index", (array(3, 4), array(3), np.array([0, 3, 1], "float32")), grad=False),
    Sample("_contrib_index_copy", (array(4, 2), np.array([3, 0], "int64"), array(2, 2))),
    Sample("_contrib_index_copy", (array(4), np.array([1], "int32"), array(1))),
    Sample("_histogram", (array(4, 5, low=-2, high=2),), {"bin_cnt": 4, "range": (-1.0, 1.5)}, grad=False),
    Sample("_histogram", (array(20, low=-3, high=4, dtype="int32"),), {"bin_cnt": 3, "range": (-2, 4)}, grad=False),
    Sample("_histogram", (np.round(array(20, low=-3, high=3)), np.array([-2.0, 0.0, 0.5, 3.0], "float32")), grad=False),
]
