"""Samples of ``mxnet/_ops/order.py``."""

import numpy as np
from sample import Sample, array

TIES = np.array([[1.0, 3.0, 1.0, 2.0], [0.0, 0.0, 2.0, -1.0]], "float32")
SAMPLES = [
    Sample("sort", (array(3, 4),), {"axis": -1}),
    Sample("sort", (array(3, 4),), {"axis": 0, "is_ascend": False}),
    Sample("sort", (array(3, 4),), {"axis": None}),
    Sample("sort", (array(5, low=-5, high=5, dtype="int32"),), {"is_ascend": False}, grad=False),
    Sample("argsort", (TIES,), grad=False),
    Sample("argsort", (TIES,), {"is_ascend": False, "dtype": "int32"}, grad=False),
    Sample("argsort", (TIES,), {"axis": None, "dtype": "float64"}, grad=False),
    Sample("topk", (TIES,), grad=False),
    Sample("topk", (TIES,), {"k": 3, "dtype": "int64"}, grad=False),
    Sample("topk", (TIES,), {"k": 2, "ret_typ": "mask"}, grad=False),
    Sample("topk", (TIES,), {"k": 3, "axis": None, "ret_typ": "mask", "is_ascend": True}, grad=False),
    Sample("topk", (TIES,), {"k": 0, "axis": 0}, grad=False),
    Sample("topk", (array(3, 4),), {"k": 2, "ret_typ": "value"}),
    Sample("topk", (array(3, 4),), {"k": 1, "ret_typ": "value", "axis": 0, "is_ascend": True}),
    Sample("topk", (array(3, 4),), {"k": 3, "ret_typ": "value", "axis": None}),
    Sample("topk", (array(3, 4),), {"k": 2, "ret_typ": "both", "dtype": "int32"}),
    Sample("topk", (array(6, low=-5, high=5, dtype="int32"),), {"k": 2, "ret_typ": "both"}, grad=False),
]
