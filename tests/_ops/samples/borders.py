"""Basic operators at the boundaries of their formulas: NaN, infinities, zeros, ties, and integers out of range."""

from __future__ import annotations

import numpy as np
from sample import Sample, array

INF, NAN = float("inf"), float("nan")
SPECIAL = np.array([NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, 2.0], "float32")
OTHER = np.array([1.0, -INF, 2.0, 0.0, 3.0, NAN, -1.0, 0.5, INF], "float32")
LARGE = {"int8": [-128, 127, 18, -77, 3], "uint8": [0, 255, 200, 18, 3], "int32": [46341, -46341, 30001, 20, -7],
         "int64": [3000000001, -7, 20, 18, 1 << 40]}


def whole(dtype: str) -> np.ndarray:
    return np.array(LARGE[dtype], dtype)


def border(op: str, *inputs: np.ndarray, **params: object) -> Sample:
    """Return a call at points where numeric differences do not give the gradient."""
    floats = any(i.dtype.kind == "f" for i in inputs)
    return Sample(op, inputs, params, grad=floats, numeric=False)


UNARY = ["sign", "abs", "sqrt", "rsqrt", "cbrt", "reciprocal", "exp", "log", "tanh", "sigmoid", "softsign", "arcsinh",
         "arccosh", "arctan", "round", "rint", "floor", "erf", "square", "degrees"]
SAMPLES = [border(op, SPECIAL) for op in UNARY]
SAMPLES += [border(op, whole(dtype)) for op in ("square", "tanh", "sigmoid", "cbrt", "degrees", "negative")
            for dtype in LARGE]
SAMPLES += [border(op, np.array([20, 13, 7, 18, -2], "int64")) for op in ("exp", "expm1", "sinh", "cosh", "erfinv")]
SAMPLES += [border("gammaln", np.array([20, 13, 10**9], "int64")), border("erfinv", np.array([1, -1, 0, 2], "int32")),
            border("sqrt", np.array([(1 << 53) + 1, 10**16], "int64")),
            border("_contrib_div_sqrt_dim", np.array([[4, 2, 5, 4, 2]], "int64")),
            border("_contrib_quadratic", SPECIAL, a=-2.0, b=0.0, c=-0.5)]

PAIRS = ["maximum", "minimum", "mod", "power", "hypot", "div", "equal", "greater", "logical_and"]
SAMPLES += [border(f"broadcast_{op}", SPECIAL, OTHER) for op in PAIRS]
SAMPLES += [border(f"broadcast_{op}", SPECIAL.reshape(3, 3), OTHER[:3]) for op in ("maximum", "mod", "power")]
SAMPLES += [border("broadcast_power", whole("int32"), np.array([2, 2, 1, 7, 3], "int32")),
            border("broadcast_power", np.array([93, -10, 2], "int8"), np.array([4, 4, 7], "int8")),
            border("broadcast_power", np.array([3, 2, 0], "int64"), np.array([37, -1, 0], "int64"))]

SCALARS = ["_plus", "_minus", "_rminus", "_mul", "_maximum", "_equal", "_greater", "_logical_xor", "_power", "_rpower"]
SAMPLES += [border(f"{op}_scalar", whole(dtype), scalar=scalar) for op in SCALARS
            for dtype, scalar in (("int8", 300), ("uint8", -2.9), ("int32", 1e10))]
SAMPLES += [border("_div_scalar", whole("int8"), scalar=1000), border("_mod_scalar", whole("int8"), scalar=1000),
            border("_rdiv_scalar", np.array([0, 3, -4], "int32"), scalar=5),
            border("_rdiv_scalar", np.array([1, 3], "int64"), scalar=1000000000001),
            border("_rmod_scalar", SPECIAL, scalar=100.0), border("_maximum_scalar", SPECIAL, scalar=0.5),
            border("_power_scalar", np.array([50000, 3], "int32"), scalar=2)]
SAMPLES += [border(f"{op}_scalar", np.array([1, 0, 3], "int32"), scalar=2, is_int=False)
            for op in ("_plus", "_div", "_power", "_lesser")]

SAMPLES += [border("clip", SPECIAL[1:], a_min=-0.5, a_max=0.75), border("clip", SPECIAL[1:], a_min=1.0, a_max=-1.0),
            border("clip", whole("uint8"), a_min=-100, a_max=-2), border("clip", whole("int8"), a_min=-10, a_max=1000),
            border("clip", whole("uint8"), a_min=300, a_max=400)]

ZEROS = np.array([[0.0, 2.0, 3.0], [4.0, 0.0, 0.0], [1.0, 2.0, NAN]], "float32")
SAMPLES += [border(op, ZEROS, **setting) for op in ("prod", "nanprod", "nansum", "max", "min")
            for setting in ({"axis": 1}, {}, {"axis": 0, "keepdims": True}, {"axis": 0, "exclude": True})]
SAMPLES += [border("norm", np.array([[0.0, 0.0], [3.0, -4.0]], "float32"), **setting)
            for setting in ({"axis": 1}, {"ord": 1}, {"axis": 0, "keepdims": True})]
SAMPLES += [border("norm", np.zeros((2, 2), "float32"))]
SAMPLES += [Sample("cumsum", (array(2, 3, low=-9, high=9, dtype="float64"),), {"axis": 1, "dtype": "int8"}, grad=False)]

SAMPLES += [Sample("topk", (array(3, 4),), {"k": -1, "ret_typ": kind}, grad=False, numeric=False)
            for kind in ("value", "indices", "mask", "both")]
SAMPLES += [border("topk", array(3, 4), k=2, ret_typ="both"),
            Sample("repeat", (array(2, 3),), {"repeats": 0, "axis": 1}, grad=False, symbolic=False),
            border("SequenceMask", np.arange(12, dtype="uint8").reshape(3, 4), np.array([1, 2, 3, 0], "uint8"),
                   use_sequence_length=True, value=-1),
            border("take", array(4, 2), np.array([0.0, 3.0], "float32"), mode="raise"),
            Sample("_full", (), {"shape": (2,), "value": 300, "dtype": "int8"}, grad=False)]
