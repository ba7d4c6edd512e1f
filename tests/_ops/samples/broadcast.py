"""Samples of ``mxnet/_ops/broadcast.py``."""

import numpy as np
from sample import Sample, array

SAMPLES = [
    Sample("broadcast_to", (array(1, 3, 1),), {"shape": (2, 3, 4)}),
    Sample("broadcast_to", (array(1, 3),), {"shape": (2, 0)}),
    Sample("broadcast_to", (array(1, 3, low=-5, high=5, dtype="int32"),), {"shape": (2, 3)}, grad=False),
    Sample("broadcast_like", (array(1, 3, 1), array(2, 3, 4))),
    Sample("broadcast_like", (array(1, 3), array(4, 5)), {"lhs_axes": (0,), "rhs_axes": (-1,)}),
    Sample("broadcast_axis", (array(1, 3, 1),), {"axis": (0, 2), "size": (2, 4)}),
    Sample("broadcast_axis", (array(1, 3),), {"axis": 0, "size": 2}),
    Sample("where", (np.array([[1.0, 0.0, -1.0], [0.0, 0.0, 2.0]], "float32"), array(2, 3), array(2, 3, seed=1))),
    Sample("where", (np.array([1, 0], "int32"), array(2, 3), array(2, 3, seed=1))),
    Sample("where", (np.array([0, 1, 1], "uint8"), array(3, low=-5, high=5, dtype="int64"),
                     array(3, low=-5, high=5, dtype="int64", seed=1)), grad=False),
    Sample("_identity_with_attr_like_rhs", (array(2, 3), array(2, 3, seed=1)), numeric=False),
    Sample("_contrib_allclose", (array(2, 3), array(2, 3)), grad=False),
    Sample("_contrib_allclose", (array(2, 3), array(2, 3) + np.float32(1e-3)), grad=False),
    Sample("_contrib_allclose", (array(2, 3), array(2, 3) + np.float32(1e-3)), {"rtol": 0.1, "atol": 1e-2}, grad=False),
    Sample("_contrib_allclose", (np.array([np.nan], "float32"), np.array([np.nan], "float32")), {"equal_nan": False},
           grad=False),
    Sample("shape_array", (array(2, 3),), grad=False),
    Sample("size_array", (array(2, 3),), grad=False),
]
