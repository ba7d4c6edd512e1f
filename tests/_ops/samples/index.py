"""Samples of ``mxnet/_ops/index.py``."""

from dataclasses import replace

import numpy as np
from sample import Sample, array


def numbers(*values, dtype="float32"):
    """Return a small array of indices."""
    return np.array(values, dtype)


TABLE = array(5, 3)
SAMPLES = [
    Sample("Embedding", (numbers(0, 4, 2, 2, dtype="int32"), TABLE), {"input_dim": 5, "output_dim": 3}),
    Sample("Embedding", (numbers([9, -1], [1, 3], dtype="int64"), TABLE), {"input_dim": 5, "output_dim": 3}),
    Sample("Embedding", (numbers(0, 1), TABLE.astype("float16")), {"input_dim": 5, "output_dim": 3, "dtype": "float16"},
           grad=False, rtol=1e-3),
    Sample("take", (array(3, 4), numbers(0, 2, 2))),
    Sample("take", (array(3, 4), numbers(0, 2, 2, dtype="int32"))),
    Sample("take", (array(3, 4), numbers([0, 5], [-1, 1])), {"axis": 1}),
    Sample("take", (array(3, 4), numbers(-1, 4, dtype="int32")), {"axis": -1, "mode": "wrap"}),
    Sample("take", (array(3, 4), numbers(0, 2, dtype="int64")), {"mode": "raise"}),
    Sample("take", (array(4, low=-5, high=5, dtype="int32"), numbers(1.9, 0.2)), grad=False),
    Sample("pick", (array(3, 4), numbers(0, 3, 1))),
    Sample("pick", (array(3, 4), numbers(0, 3, 1, dtype="int32"))),
    Sample("pick", (array(3, 4), numbers(0, 2, 1, 1)), {"axis": 0, "keepdims": True}),
    Sample("pick", (array(3, 4), numbers([0], [9], [-1])), {"axis": 1}),
    Sample("pick", (array(3, 4), numbers(-1, 5, 1, dtype="int32")), {"mode": "wrap"}),
    Sample("pick", (array(3), numbers(1)), {"axis": 0}),
    Sample("batch_take", (array(3, 4), numbers(0, 3, 9, dtype="int32")), grad=False),
    Sample("one_hot", (numbers(0, 2, 5, -1),), {"depth": 3}, grad=False),
    Sample("one_hot", (numbers([0], [1], dtype="int32"),), {"depth": 3, "on_value": 2.5, "off_value": -1}, grad=False),
    Sample("one_hot", (numbers(0, 1, dtype="int64"),), {"depth": 2, "on_value": 2, "dtype": "int32"}, grad=False),
    Sample("_onehot_encode", (numbers(0, 2), np.zeros((2, 3), "float32")), grad=False),
    Sample("gather_nd", (array(3, 4), numbers([0, 2, 2], [1, 3, 3]))),
    Sample("gather_nd", (array(3, 4), numbers([2, 0], dtype="int32"))),
    Sample("gather_nd", (array(2, 3, 4), numbers([[0, 1]], [[1, 2]], dtype="int64"))),
    Sample("gather_nd", (array(3, 4, low=-5, high=5, dtype="int32"), numbers([0, -1], [-4, 3], dtype="int32")),
           grad=False),
    Sample("_contrib_boolean_mask", (array(3, 2), numbers(1, 0, 2)), symbolic=False),
    Sample("_contrib_boolean_mask", (array(3, 2, 2), numbers(0, 1, 0, dtype="int32")), symbolic=False),
    Sample("_contrib_index_array", (array(2, 3),), grad=False),
    Sample("_contrib_index_array", (array(2, 3, 2),), {"axes": (2, 0)}, grad=False),
    Sample("_contrib_index_array", (array(3),), {"axes": (1,)}, grad=False),
    Sample("_contrib_index_array", (array(2, 3),), {"axes": (-7, 2, 5)}, grad=False),
    Sample("_ravel_multi_index", (numbers([0, 1], [1, 2]),), {"shape": (2, 3)}, grad=False),
    Sample("_ravel_multi_index", (numbers([3, 1], [1, 2], dtype="int64"),), {"shape": (-1, 3)}, grad=False),
    Sample("_unravel_index", (numbers(1, 5, 11),), {"shape": (2, 3, 2)}, grad=False),
    Sample("_unravel_index", (numbers(1, 50, dtype="int32"),), {"shape": (-1, 3)}, grad=False),
]
# The numeric check would shift floating point indices off the integers.
SAMPLES = [replace(s, numeric=False) if any(i.dtype.kind == "f" for i in s.inputs[1:]) and s.op != "Embedding" else s
           for s in SAMPLES]
