"""Relu of NaN, which depends on the dtype for `Activation`."""

import numpy as np
from sample import Sample

_VALUES = np.array([[np.nan, 1.0, -1.0, np.inf], [0.0, -np.inf, np.nan, -0.0]])

SAMPLES = [Sample(op, (_VALUES.astype(dtype).reshape(shape),), params, numeric=False)
           for op, params in (("relu", {}), ("Activation", {"act_type": "relu"}))
           for dtype in ("float32", "float64", "float16")
           for shape in ((8,), (2, 4), (1, 2, 1, 4, 1), (1, 2, 1, 2, 2, 1))]
