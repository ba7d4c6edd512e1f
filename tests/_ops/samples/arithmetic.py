"""Samples of ``mxnet/_ops/arithmetic.py``."""

from dataclasses import replace

import numpy as np
from sample import Sample, array

SMOOTH = {"add": "elemwise_add", "sub": "elemwise_sub", "mul": "elemwise_mul", "div": "elemwise_div", "mod": "_mod",
          "power": "_power", "maximum": "_maximum", "minimum": "_minimum", "hypot": "_hypot"}
COMPARE = {"equal": "_equal", "not_equal": "_not_equal", "greater": "_greater", "greater_equal": "_greater_equal",
           "lesser": "_lesser", "lesser_equal": "_lesser_equal", "logical_and": "_logical_and",
           "logical_or": "_logical_or", "logical_xor": "_logical_xor"}
SHAPES = [((2, 1, 3), (2, 4, 3)), ((2, 3), (1, 1)), ((1,), (3,))]


def base(op, *shape, dtype="float32", seed=0):
    """Return a left operand, positive for powers."""
    return array(*shape, low=0.3 if "power" in op else -3, high=3, dtype=dtype, seed=seed)


def divisor(*shape, dtype="float32"):
    """Return a right operand without values near zero."""
    values = array(*shape, low=0.4, high=2.5, dtype=dtype, seed=1)
    return (values * np.where(array(*shape, seed=2) > 0, 1, -1)).astype(dtype)


SAMPLES = []
for key, elemwise in SMOOTH.items():
    wide = f"broadcast_{key}"
    SAMPLES += [Sample(wide, (base(key, *left), divisor(*right))) for left, right in SHAPES]
    SAMPLES += [Sample(op, (base(key, 2, 3, dtype="float64"), divisor(2, 3, dtype="float64")))
                for op in (wide, elemwise)]
    SAMPLES += [
        Sample(elemwise, (base(key, 2, 3), divisor(2, 3))),
        Sample(elemwise, (base(key, 4, dtype="float16"), divisor(4, dtype="float16")), numeric=False, rtol=1e-2,
               atol=1e-2),
        Sample(wide, (array(2, 4, low=-6, high=7, dtype="int32"), array(1, 4, low=1, high=4, dtype="int32"))),
        Sample(elemwise, (array(6, low=0, high=9, dtype="uint8"), array(6, low=1, high=3, dtype="uint8"))),
    ]
for key, elemwise in COMPARE.items():
    pair = (np.round(array(2, 3, low=-1, high=1)), np.round(array(1, 3, low=-1, high=1, seed=1)))
    SAMPLES += [
        Sample(f"broadcast_{key}", pair, grad=False),
        Sample(elemwise, (pair[0], np.round(array(2, 3, low=-1, high=1, seed=3))), grad=False),
        Sample(elemwise, (array(6, low=0, high=3, dtype="int64"), array(6, low=0, high=3, dtype="int64", seed=1)),
               grad=False),
    ]
NAN = np.array([np.nan, 1.0, np.nan, -1.0], "float32")
SAMPLES += [
    Sample("broadcast_maximum", (np.array([1.0, 2.0, 3.0], "float32"), np.array([1.0, 3.0, 2.0], "float32")),
           numeric=False),
    Sample("broadcast_minimum", (np.array([1.0, 2.0, 3.0], "float32"), np.array([1.0, 3.0, 2.0], "float32")),
           numeric=False),
    Sample("broadcast_maximum", (NAN, NAN[::-1].copy()), grad=False),
    Sample("broadcast_minimum", (NAN, NAN[::-1].copy()), grad=False),
    Sample("broadcast_mod", (np.array([5.0, -5.0, 5.0, -5.0, 3.0], "float32"),
                             np.array([3.0, 3.0, -3.0, -3.0, 0.0], "float32")), grad=False),
    Sample("broadcast_mod", (np.array([5, -5, 5, -5, 3], "int32"), np.array([3, 3, -3, -3, 0], "int32"))),
    Sample("broadcast_div", (np.array([7, -7, 7, -7], "int32"), np.array([2, 2, -2, -2], "int32"))),
    Sample("_grad_add", (array(2, 3), array(2, 3, seed=1)), grad=False),
    Sample("_scatter_elemwise_div", (array(2, 3), divisor(2, 3)), grad=False),
    Sample("_scatter_plus_scalar", (array(2, 3),), {"scalar": 1.5}, grad=False),
    Sample("_scatter_minus_scalar", (array(2, 3),), {"scalar": 1.5}, grad=False),
    Sample("add_n", (array(2, 3),)),
    Sample("add_n", (array(2, 3), array(2, 3, seed=1), array(2, 3, seed=2))),
    Sample("add_n", (array(4, low=-5, high=5, dtype="int32"), array(4, low=-5, high=5, dtype="int32", seed=1))),
]
SCALAR = ["_plus", "_minus", "_rminus", "_mul", "_div", "_rdiv", "_mod", "_rmod", "_power", "_rpower", "_maximum",
          "_minimum", "_hypot"]
for key in SCALAR:
    op = f"{key}_scalar"
    data = base("power", 2, 3) if "r" in key[1] or key == "_power" else array(2, 3, low=-3, high=3)
    SAMPLES += [
        Sample(op, (data,), {"scalar": 1.7}),
        Sample(op, (data.astype("float64"),), {"scalar": 2}),
        Sample(op, (data.astype("float16"),), {"scalar": 0.5}, numeric=False, rtol=1e-2, atol=1e-2),
        Sample(op, (array(5, low=1, high=7, dtype="int32"),), {"scalar": 2.7}, grad=False),
    ]
for key in COMPARE:
    op = f"_{key}_scalar"
    SAMPLES += [Sample(op, (np.round(array(2, 3, low=-2, high=2)),), {"scalar": 1.0}, grad=False),
                Sample(op, (array(5, low=0, high=3, dtype="int32"),), {"scalar": 1}, grad=False)]
# Integers have no gradients.
SAMPLES = [s if any(i.dtype.kind == "f" for i in s.inputs) else replace(s, grad=False) for s in SAMPLES]
