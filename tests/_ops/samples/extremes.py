"""Basic operators at the limits of their dtypes: largest and smallest numbers, half precision, NaN limits."""

from __future__ import annotations

import numpy as np
from sample import Sample

INF, NAN = float("inf"), float("nan")
ENDS = {"float32": [3.4028235e38, -3.4028235e38, 3.7e19, -3.7e19, 1.1754944e-38, 1e-20, 1e-45],
        "float64": [1.7e308, -1.7e308, 2.7e154, -2.7e154, 2.3e-308, 1e-155],
        "float16": [65504, -65504, 2048, -2048, 512.5, 100.25, 6.1e-5, 6e-8]}
MIDDLE = [NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -12.25, -27.0]


def ends(dtype: str) -> np.ndarray:
    """Return special numbers, some of them at the end, which kernels process separately."""
    return np.array([*MIDDLE, *ENDS[dtype], *MIDDLE[:3]], dtype)


def extreme(op: str, *inputs: np.ndarray, grad: bool | None = None, rtol: float = 2e-6, **params: object) -> Sample:
    """Return a call whose results are compared with a relative tolerance only."""
    coarse = any(i.dtype == "float16" for i in inputs)
    if grad is None:
        grad = any(i.dtype.kind == "f" for i in inputs)
    return Sample(op, inputs, params, grad=grad, numeric=False, rtol=2e-3 if coarse else rtol, atol=0.0)


UNARY = ["expm1", "arcsinh", "cbrt", "rcbrt", "softsign", "sign", "degrees", "radians", "arctan", "rsqrt"]
SAMPLES = [extreme(op, ends(dtype)) for op in UNARY for dtype in ENDS]
SAMPLES += [extreme(op, ends("float16")) for op in ("arctanh", "arccosh")]
SAMPLES += [extreme("gamma", np.array([27.0, -33.5, 1.2e-38, 34.5], "float32"), rtol=1e-5),
            extreme("gammaln", np.array([0.0, -1.0, -27.0, -INF], "float64")),
            extreme("erf", np.array([0.0, 1.0, -2.5, INF, NAN], "float64"), rtol=1e-7),
            extreme("erfinv", np.array([0.0, 0.5, -0.75, 1.0, NAN, 2.0], "float64"), rtol=1e-7),
            extreme("erfinv", np.array([-(1 << 31), 2, 0], "int32"), grad=False),
            extreme("degrees", np.array([16777217, -3], "int32"), grad=False)]

LIMITS = [(-0.5, 0.5), (0.1, 0.3), (0.0, INF), (-INF, 1.0), (NAN, 1.0), (0.0, NAN), (1.0, -1.0), (-1e30, 1e30)]
SAMPLES += [extreme("clip", ends(dtype), a_min=low, a_max=high) for low, high in LIMITS for dtype in ENDS]
# MXNet rounds float64 limits to float32, so that an element on a limit may lie outside.
SAMPLES += [extreme("clip", np.array([0.1, 0.3, 0.2], dtype), a_min=0.1, a_max=0.3, grad=dtype != "float64")
            for dtype in ENDS]
SAMPLES += [extreme("clip", np.array([-128, -1, 0, 127], "int8"), a_min=0, a_max=NAN)]
SAMPLES += [extreme("smooth_l1", ends(dtype), scalar=scalar) for dtype in ENDS for scalar in (1.0, 0.75, 0.01, 0.0)]
SAMPLES += [extreme("smooth_l1", np.array([-128, -2, 0, 1, 127], "int8"), scalar=scalar) for scalar in (1.0, 0.5)]
SAMPLES += [extreme("hard_sigmoid", ends(dtype), **line) for dtype in ENDS
            for line in ({}, {"alpha": 0.3, "beta": 0.0})]
SAMPLES += [extreme("hard_sigmoid", np.array([NAN, 0.5, NAN], "float32"))]
SAMPLES += [extreme("_contrib_quadratic", ends(dtype), a=0.5, b=-1.0, c=3.0) for dtype in ENDS]
SAMPLES += [extreme("_contrib_quadratic", np.array([0.7, -3.0], "float64"), a=0.1, b=0.2, c=0.3)]


def pairs(dtype: str, values: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return all pairs of the values."""
    numbers = np.array(values, dtype)
    return np.repeat(numbers, len(numbers)), np.tile(numbers, len(numbers))


SAMPLES += [extreme("broadcast_hypot", *pairs(dtype, [0.0, 3.0, INF, NAN, *ENDS[dtype]])) for dtype in ENDS]
SAMPLES += [extreme("broadcast_power", *pairs("float16", [0.0, -1.0, 0.5, 3.0, 512.5, 6.1e-5, 6e-8]))]
SAMPLES += [extreme(f"broadcast_{op}", *pairs("float32", [0.0, -0.0, 1.0, NAN, INF])) for op in ("maximum", "minimum")]
SAMPLES += [extreme("broadcast_maximum", ends("float32").reshape(7, 3),
                    np.array([[0.0], [1.0], [NAN], [2.0], [INF], [-1.0], [0.0]], "float32"))]
SAMPLES += [extreme(f"_{op}_scalar", ends(dtype), scalar=0.0) for op in ("power", "rpower", "hypot") for dtype in ENDS]

ROWS = np.array([[1e20, 1e20, 1.0], [1e-30, 2e-30, -3e-30], [3.4e38, 1.0, 0.0], [1e-45, 0.0, 0.0], [0.0, 0.0, 0.0],
                 [INF, 1.0, 0.0], [INF, -INF, 1.0], [NAN, 1e25, 2.0], [3.0, -4.0, 0.0]], "float32")
SAMPLES += [extreme("norm", ROWS, **setting)
            for setting in ({"axis": 1}, {"axis": 1, "keepdims": True}, {"axis": 0}, {})]
SAMPLES += [extreme("norm", row) for row in ROWS] + [extreme("norm", ROWS[:2].astype("float64") ** 8, axis=1)]
SAMPLES += [extreme("norm", np.array([[6e-8, 0.0], [300.0, 400.0], [60000.0, 60000.0]], "float16"), axis=1)]
SAMPLES += [extreme("nansum", np.array([[NAN, 1.0], [NAN, NAN], [2.0, INF]], "float32"), axis=1)]

TABLE = np.arange(8, dtype="float32").reshape(4, 2)
SAMPLES += [extreme("gather_nd", TABLE, np.array([[-0.5, -0.99, -1.5, 0.5, 2.99]], dtype), grad=False)
            for dtype in ("float32", "float64")]
SAMPLES += [extreme("_unravel_index", np.array([-1, -5, 11], "int64"), grad=False, shape=(3, 4)),
            extreme("_histogram", np.array([0.0, 0.4, -0.4, 1.0], "float32"), grad=False, bin_cnt=3, range=(0.0, 0.0))]
SAMPLES += [extreme("_contrib_allclose", np.array([a], "float32"), np.array([b], "float32"), grad=False, **setting)
            for a, b in ((1.0, INF), (INF, 1.0), (INF, -INF), (INF, INF), (NAN, NAN), (NAN, 1.0))
            for setting in ({}, {"equal_nan": False}, {"atol": INF})]
SAMPLES += [Sample("_arange", (), {"start": INF}, refused=True)]
