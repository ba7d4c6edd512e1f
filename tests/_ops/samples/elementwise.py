"""Samples of ``mxnet/_ops/elementwise.py``."""

import numpy as np
from sample import Sample, array

# Ranges in which a function is smooth: all real numbers, positive numbers, (-1, 1), and numbers above 1.
RANGES = {"any": (-3.0, 3.0), "positive": (0.2, 3.0), "unit": (-0.9, 0.9), "above": (1.1, 3.0)}
SMOOTH = {
    "any": ["sigmoid", "softsign", "exp", "expm1", "square", "sin", "cos", "arctan", "sinh", "cosh", "tanh", "arcsinh",
            "degrees", "radians", "erf", "negative", "_copy"],
    "positive": ["log", "log2", "log10", "log1p", "sqrt", "rsqrt", "cbrt", "rcbrt", "reciprocal", "gamma", "gammaln"],
    "unit": ["tan", "arcsin", "arccos", "arctanh", "erfinv"],
    "above": ["arccosh"],
}
STEPS = ["sign", "floor", "ceil", "trunc", "fix", "round", "rint"]
CONSTANT = ["logical_not", "zeros_like", "ones_like", "BlockGrad"]
EDGES = np.array([-2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, np.nan, np.inf, -np.inf], "float32")


def smooth(op, kind):
    """Return samples of each floating point dtype, and of integers, which keep their dtype."""
    low, high = RANGES[kind]
    whole = array(6, low=1 if kind != "any" else -4, high=5, dtype="int32")
    return [
        Sample(op, (array(2, 3, low=low, high=high),)),
        Sample(op, (array(5, low=low, high=high, dtype="float64"),)),
        Sample(op, (array(4, low=low, high=high, dtype="float16"),), numeric=False, rtol=5e-3, atol=5e-3),
        Sample(op, (whole if kind != "unit" else array(6, low=0, high=1, dtype="int32"),), grad=False),
    ]


SAMPLES = [s for kind, names in SMOOTH.items() for op in names for s in smooth(op, kind)]
for name in STEPS:
    SAMPLES += [Sample(name, (array(2, 3, low=-3, high=3),)), Sample(name, (EDGES,), grad=False),
                Sample(name, (array(6, low=-4, high=5, dtype="int32"),), grad=False)]
for name in CONSTANT:
    SAMPLES += [Sample(name, (np.round(array(2, 3, low=-2, high=2)),), grad=False),
                Sample(name, (array(4, low=0, high=3, dtype="uint8"),), grad=False)]
SAMPLES += [
    Sample("relu", (array(2, 3, low=-3, high=3),)),
    Sample("relu", (np.array([-1.0, 0.0, 2.0], "float32"),), numeric=False),
    Sample("relu", (array(6, low=-4, high=5, dtype="int8"),), grad=False),
    Sample("abs", (array(2, 3, low=-3, high=3),)),
    Sample("abs", (np.array([-1.0, 0.0, 2.0], "float32"),), numeric=False),
    Sample("abs", (array(6, low=-4, high=5, dtype="int64"),), grad=False),
    Sample("abs", (array(6, low=0, high=5, dtype="uint8"),), grad=False),
    Sample("softsign", (np.array([-np.inf, 0.0, np.inf], "float32"),), numeric=False),
    Sample("cbrt", (np.array([-8.0, -0.125, 27.0], "float32"),)),
    Sample("gamma", (np.array([-2.5, -1.5, -0.5, 0.5], "float64"),)),
    Sample("_copyto", (array(2, 3),), grad=False, symbolic=False, out=np.zeros((2, 3), "float32")),
    Sample("_copyto", (array(2, 3, low=0, high=9),), grad=False, symbolic=False, out=np.zeros((2, 3), "int32")),
    Sample("Cast", (array(2, 3, low=0, high=9),), {"dtype": "int32"}, grad=False),
    Sample("Cast", (array(2, 3),), {"dtype": "float64"}, numeric=False),
    Sample("Cast", (array(2, 3),), {"dtype": "float16"}, numeric=False, rtol=2e-3),
    Sample("Cast", (array(2, 3, low=0, high=9, dtype="int64"),), {"dtype": "uint8"}, grad=False),
    Sample("clip", (array(3, 4, low=-3, high=3),), {"a_min": -1.0, "a_max": 1.5}),
    Sample("clip", (np.array([-1.0, -0.5, 0.0, 1.0], "float32"),), {"a_min": -0.5, "a_max": 1.0}, numeric=False),
    Sample("clip", (np.array([1.0, 2.0, 3.0], "float32"),), {"a_min": 2.0, "a_max": 1.0}, grad=False),
    Sample("clip", (array(6, low=-4, high=5, dtype="int32"),), {"a_min": -1.5, "a_max": 2.5}, grad=False),
    Sample("hard_sigmoid", (array(3, 4, low=-4, high=4),)),
    Sample("hard_sigmoid", (array(3, 4, low=-4, high=4, dtype="float64"),), {"alpha": 0.5, "beta": 0.1}),
    Sample("hard_sigmoid", (np.array([-1.0, 0.0, 1.0], "float32"),), {"alpha": 0.5, "beta": 0.5}, numeric=False),
    Sample("smooth_l1", (array(3, 4, low=-3, high=3),)),
    Sample("smooth_l1", (array(3, 4, low=-3, high=3),), {"scalar": 0.7}),
    Sample("smooth_l1", (np.array([-1.0, 0.0, 1.0], "float64"),), {"scalar": 1.0}),
    Sample("_contrib_div_sqrt_dim", (array(2, 5),)),
    Sample("_contrib_quadratic", (array(2, 3),), {"a": 1.5, "b": -2.0, "c": 3.0}),
    Sample("_contrib_quadratic", (array(2, 3, low=-4, high=5, dtype="int32"),), {"a": 1, "b": 2, "c": 3}, grad=False),
    Sample("_contrib_round_ste", (array(2, 3, low=-3, high=3),), numeric=False),
    Sample("_contrib_sign_ste", (array(2, 3, low=-3, high=3),), numeric=False),
    Sample("_contrib_gradientmultiplier", (array(2, 3),), {"scalar": -0.5}, numeric=False),
]
