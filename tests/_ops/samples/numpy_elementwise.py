"""Samples of ``mxnet/_ops/numpy/elementwise.py``."""

import numpy as np
from sample import Sample, array

HALF = {"numeric": False, "rtol": 1e-2, "atol": 1e-2}
ANY = ("exp", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan", "arcsinh", "degrees", "radians", "square",
       "negative", "absolute", "cbrt")
POSITIVE = ("log", "log2", "log10", "log1p", "sqrt", "reciprocal")
STEPS = ("floor", "ceil", "trunc", "fix", "rint", "sign")
PREDICATES = ("isnan", "isinf", "isfinite", "isposinf", "isneginf")
SPECIAL = np.array([[1.5, np.nan, np.inf], [-np.inf, 0.0, -2.5]], "float32")

SAMPLES = []
for name in (*ANY, *POSITIVE):
    low = 0.5 if name in POSITIVE else 0.1 if name == "cbrt" else -2.0
    SAMPLES += [
        Sample(f"_npi_{name}", (array(2, 3, low=low, high=3.0),)),
        Sample(f"_npi_{name}", (array(4, low=low, high=3.0, dtype="float64"),)),
        Sample(f"_npi_{name}", (array(4, low=max(low, 0.3), high=2.0, dtype="float16"),), **HALF),
        Sample(f"_npi_{name}", (np.array(0.75, "float32"),)),
        Sample(f"_npi_{name}", (array(0, 3),), numeric=False),
        Sample(f"_npi_{name}", (array(5, low=1, high=4, dtype="int32"),), grad=False),
    ]
for name in ("arcsin", "arccos", "arctanh"):
    SAMPLES += [Sample(f"_npi_{name}", (array(2, 3, low=-0.9, high=0.9),)), Sample(f"_npi_{name}", (np.array(0.5),))]
SAMPLES += [Sample("_npi_arccosh", (array(2, 3, low=1.1, high=3.0),)), Sample("_npi_abs", (array(3),))]
for name in STEPS:
    SAMPLES += [Sample(f"_npi_{name}", (array(2, 3, low=-3.0, high=3.0),), numeric=False),
                Sample(f"_npi_{name}", (array(4, low=-3, high=4, dtype="int64"),), grad=False)]
for name in PREDICATES:
    SAMPLES += [Sample(f"_npi_{name}", (SPECIAL,), grad=False),
                Sample(f"_npi_{name}", (SPECIAL.astype("float16"),), grad=False)]
SAMPLES += [
    Sample("_npi_logical_not", (np.array([0.0, 2.0, -1.0], "float32"),), grad=False),
    Sample("_npi_logical_not", (np.array([True, False]),), grad=False),
    Sample("_npi_bitwise_not", (array(4, low=0, high=9, dtype="int32"),), grad=False),
    Sample("_npi_bitwise_not", (np.array([True, False]),), grad=False),
    Sample("_npx_relu", (array(2, 3),)), Sample("_npx_relu", (np.array(-0.5, "float32"),)),
    Sample("_npx_sigmoid", (array(2, 3),)), Sample("_np_copy", (array(2, 3),)),
    Sample("_np_copy", (np.array(2.0, "float32"),)),
    Sample("_npi_around", (array(2, 3, low=-30, high=30),), {"decimals": 1}, numeric=False),
    Sample("_npi_around", (np.array([0.5, 1.5, -2.5], "float32"),), numeric=False),
    Sample("_npi_around", (array(2, 3, low=-300, high=300),), {"decimals": -2}, numeric=False),
    Sample("_npi_nan_to_num", (SPECIAL,), numeric=False),
    Sample("_npi_nan_to_num", (SPECIAL,), {"nan": 7.0, "posinf": 8.0, "neginf": -9.0}, numeric=False),
    Sample("_npi_nan_to_num", (array(3, low=0, high=9, dtype="int32"),), grad=False),
]

# MXNet cannot differentiate the first two, and its slope of the third is wrong.
WRONG = ("copysign", "rcopysign", "rarctan2")
PAIRS = ("add", "subtract", "multiply", "true_divide")
for name in (*PAIRS, "mod", "power", "hypot", "arctan2", "copysign", "ldexp"):
    low = 0.5 if name in ("power", "mod", "hypot", "arctan2", "true_divide") else -2.0
    smooth = {"numeric": name not in ("mod", "copysign")}
    SAMPLES += [
        Sample(f"_npi_{name}", (array(2, 3, low=low, high=3.0), array(2, 3, low=0.6, high=2.0, seed=1)), **smooth),
        Sample(f"_npi_{name}", (array(2, 1, 3, low=low, high=3.0), array(4, 1, low=0.6, high=2.0, seed=1)), **smooth),
        Sample(f"_npi_{name}", (np.array(1.5, "float32"), array(3, low=0.6, high=2.0)), **smooth),
        Sample(f"_npi_{name}", (array(0, 3), array(1, 3)), numeric=False),
        Sample(f"_npi_{name}", (array(3, low=low, high=2, dtype="float64"), array(3, low=0.6, high=2,
                                                                                  dtype="float64")), **smooth),
    ]
for name in (*PAIRS, "mod", "power"):
    SAMPLES += [Sample(f"_npi_{name}", (array(3, low=1, high=5, dtype=left), array(3, low=1, high=4, dtype=right,
                                                                                   seed=2)),
                       grad=False)
                for left, right in (("int32", "int32"), ("int32", "float32"), ("float16", "int64"))]
SAMPLES += [Sample("_npi_lcm", (np.array([4, 6, 0, -3], "int32"), np.array([6, 9, 5, 7], "int32")), grad=False)]
for name in ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal"):
    SAMPLES += [
        Sample(f"_npi_{name}", (np.array([1.0, 2.0, 3.0], "float32"), np.array([1.0, 3.0, 2.0], "float32")),
               grad=False),
        Sample(f"_npi_{name}", (array(2, 1, low=0, high=3, dtype="int32"), array(3, low=0, high=3, dtype="int32")),
               grad=False),
        Sample(f"_npi_{name}_scalar", (np.array([1.0, 2.0, 3.0], "float32"),), {"scalar": 2.0}, grad=False),
        Sample(f"_npi_{name}_scalar", (np.array([1, 2, 3], "int32"),), {"scalar": 1.5}, grad=False),
    ]
for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    SAMPLES += [
        Sample(f"_npi_{name}", (array(4, low=0, high=9, dtype="int32"), array(4, low=0, high=9, dtype="int32",
                                                                              seed=3)), grad=False),
        Sample(f"_npi_{name}", (np.array([True, False, True]), np.array([True, True, False])), grad=False),
        Sample(f"_npi_{name}_scalar", (array(4, low=0, high=9, dtype="int64"),), {"scalar": 6}, grad=False),
    ]
for name in ("add", "subtract", "rsubtract", "multiply", "true_divide", "rtrue_divide", "mod", "rmod", "power",
             "rpower",
             "copysign", "rcopysign", "arctan2", "rarctan2", "ldexp", "rldexp"):
    smooth = {"numeric": name not in ("mod", "rmod", "copysign", "rcopysign")}
    SAMPLES += [
        Sample(f"_npi_{name}_scalar", (array(2, 3, low=0.5, high=3.0),), {"scalar": 1.75}, grad=name not in WRONG,
               **smooth),
        Sample(f"_npi_{name}_scalar", (np.array(2.5, "float64"),), {"scalar": 3.0}, grad=name not in WRONG, **smooth),
        Sample(f"_npi_{name}_scalar", (array(3, low=1, high=5, dtype="int32"),), {"scalar": 2.0}, grad=False),
    ]
for name in ("add", "multiply", "true_divide"):
    SAMPLES += [Sample(f"_npi_{name}_scalar", (np.array([True, False]),), {"scalar": 2.0}, grad=False),
                Sample(f"_npi_{name}_scalar", (array(3, low=1, high=5, dtype="int32"),), {"scalar": 1.5}, grad=False)]
SAMPLES += [Sample("_npi_lcm_scalar", (np.array([4, 6, 9], "int32"),), {"scalar": 6}, grad=False)]
