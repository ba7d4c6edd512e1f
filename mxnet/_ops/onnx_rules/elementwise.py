"""Rules for ``_ops/elementwise.py``, ``elementwise_params.py``, ``relu.py`` and identity operators of other files."""

from __future__ import annotations

import math

import numpy as np

from .emit import Emitter, Value
from .rule import Params, rule, simple


def _of_floats(op_type: str, name: str) -> None:
    """Declare a float function; integers are converted to floats and back."""

    def write(g: Emitter, p: Params, data: Value) -> Value:
        return g(op_type, data) if data.floating else g.cast(g(op_type, g.cast(data, "float32")), data.kind)

    rule(name)(write)


for _name, _kind in {
    "exp": "Exp", "log": "Log", "sqrt": "Sqrt", "sigmoid": "Sigmoid", "tanh": "Tanh", "sin": "Sin", "cos": "Cos",
    "tan": "Tan", "arcsin": "Asin", "arccos": "Acos", "arctan": "Atan", "sinh": "Sinh", "cosh": "Cosh",
    "arcsinh": "Asinh", "arccosh": "Acosh", "arctanh": "Atanh", "erf": "Erf", "floor": "Floor", "ceil": "Ceil",
    "softsign": "Softsign", "reciprocal": "Reciprocal",
}.items():
    _of_floats(_kind, _name)

for _kind, _names in {
    "Relu": ("relu",), "Abs": ("abs",), "Sign": ("sign",),
    "Identity": ("_copy", "_copyto", "BlockGrad", "_contrib_gradientmultiplier", "_CrossDeviceCopy", "cast_storage"),
}.items():
    simple(_kind, *_names)


@rule("negative")
def negative(g: Emitter, p: Params, data: Value) -> Value:
    return g("Neg", data if data.kind.kind != "u" else g.whole(data))


@rule("square")
def square(g: Emitter, p: Params, data: Value) -> Value:
    return g("Mul", data, data)


@rule("rsqrt")
def rsqrt(g: Emitter, p: Params, data: Value) -> Value:
    return g("Reciprocal", g("Sqrt", as_floats(g, data)))


def as_floats(g: Emitter, data: Value) -> Value:
    return data if data.floating else g.cast(data, "float32")


def _cube_root(g: Emitter, data: Value) -> Value:
    data = as_floats(g, data)
    root = g("Pow", g("Abs", data), g.like(1.0 / 3.0, data))
    return g("Mul", g("Sign", data), root)


@rule("cbrt")
def cbrt(g: Emitter, p: Params, data: Value) -> Value:
    return _cube_root(g, data)


@rule("rcbrt")
def rcbrt(g: Emitter, p: Params, data: Value) -> Value:
    return g("Reciprocal", _cube_root(g, data))


def _scale(g: Emitter, data: Value, factor: float) -> Value:
    data = as_floats(g, data)
    return g("Mul", data, g.like(float(np.float32(factor)), data))


@rule("degrees")
def degrees(g: Emitter, p: Params, data: Value) -> Value:
    return _scale(g, data, 180.0 / math.pi)


@rule("radians")
def radians(g: Emitter, p: Params, data: Value) -> Value:
    return _scale(g, data, math.pi / 180.0)


@rule("log2")
def log2(g: Emitter, p: Params, data: Value) -> Value:
    data = as_floats(g, data)
    return g("Div", g("Log", data), g.like(math.log(2.0), data))


@rule("log10")
def log10(g: Emitter, p: Params, data: Value) -> Value:
    data = as_floats(g, data)
    return g("Div", g("Log", data), g.like(math.log(10.0), data))


@rule("log1p")
def log1p(g: Emitter, p: Params, data: Value) -> Value:
    """Compute in double precision, where adding 1 loses no visible digits."""
    wide = g.cast(data, "float64")
    return g.cast(g("Log", g("Add", wide, g.like(1.0, wide))), data.kind)


@rule("expm1")
def expm1(g: Emitter, p: Params, data: Value) -> Value:
    wide = g.cast(data, "float64")
    return g.cast(g("Sub", g("Exp", wide), g.like(1.0, wide)), data.kind)


def half_away(g: Emitter, data: Value) -> Value:
    """Round to the nearest integer, halves away from zero; ONNX rounds halves to even."""
    return g("Mul", g("Sign", data), g("Floor", g("Add", g("Abs", data), g.like(0.5, data))))


@rule("round", "_contrib_round_ste")
def round_(g: Emitter, p: Params, data: Value) -> Value:
    return half_away(g, data) if data.floating else g("Identity", data)


@rule("_contrib_sign_ste")
def sign_ste(g: Emitter, p: Params, data: Value) -> Value:
    return g("Sign", data)


@rule("rint")
def rint(g: Emitter, p: Params, data: Value) -> Value:
    """Round halves down."""
    if not data.floating:
        return g("Identity", data)
    low, high = g("Floor", data), g("Ceil", data)
    return g.where(g("LessOrEqual", g("Sub", data, low), g("Sub", high, data)), low, high)


@rule("fix", "trunc")
def fix(g: Emitter, p: Params, data: Value) -> Value:
    return g("Mul", g("Sign", data), g("Floor", g("Abs", data))) if data.floating else g("Identity", data)


@rule("logical_not")
def logical_not(g: Emitter, p: Params, data: Value) -> Value:
    return g.typed(g("Equal", data, g.like(0, data)))


@rule("zeros_like")
def zeros_like(g: Emitter, p: Params, data: Value) -> Value:
    return g.expand(g.like(0, data), g.shape_of(data))


@rule("ones_like")
def ones_like(g: Emitter, p: Params, data: Value) -> Value:
    return g.expand(g.like(1, data), g.shape_of(data))


# Coefficients of the Lanczos approximation for g = 7, exact to 15 digits.
_LANCZOS = (0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
            12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


def _log_gamma_above_half(g: Emitter, wide: Value) -> Value:
    below = g("Sub", wide, g.like(1.0, wide))
    series = g.like(_LANCZOS[0], wide)
    for place, factor in enumerate(_LANCZOS[1:], 1):
        series = g("Add", series, g("Div", g.like(factor, wide), g("Add", below, g.like(float(place), wide))))
    shifted = g("Add", below, g.like(7.5, wide))
    power = g("Sub", g("Mul", g("Add", below, g.like(0.5, wide)), g("Log", shifted)), shifted)
    return g("Add", g("Add", power, g("Log", series)), g.like(0.5 * math.log(2.0 * math.pi), wide))


def _log_gamma_parts(g: Emitter, data: Value) -> tuple[Value, Value, Value, Value]:
    """Return data in double precision, whether it is below 0.5, the log-gamma of its reflection, and the sine."""
    wide = g.cast(data, "float64")
    low = g("Less", wide, g.like(0.5, wide))
    above = g.where(low, g("Sub", g.like(1.0, wide), wide), wide)
    # Reduce to one period first: the sine of large numbers loses all digits.
    period = g("Sub", wide, g("Mul", g("Floor", g("Mul", wide, g.like(0.5, wide))), g.like(2.0, wide)))
    sine = g("Sin", g("Mul", period, g.like(math.pi, wide)))
    return wide, low, _log_gamma_above_half(g, above), sine


@rule("gammaln")
def gammaln(g: Emitter, p: Params, data: Value) -> Value:
    """Use the Lanczos approximation, and Euler's reflection formula below 0.5."""
    wide, low, above, sine = _log_gamma_parts(g, data)
    reflected = g("Sub", g.like(math.log(math.pi), wide), g("Add", g("Log", g("Abs", sine)), above))
    pole = g("And", g("LessOrEqual", wide, g.like(0.0, wide)), g("Equal", wide, g("Floor", wide)))
    result = g.where(pole, g.like(math.inf, wide), g.where(low, reflected, above))
    return g.cast(result, data.kind)


@rule("gamma")
def gamma(g: Emitter, p: Params, data: Value) -> Value:
    wide, low, above, sine = _log_gamma_parts(g, data)
    exponential = g("Exp", above)
    reflected = g("Div", g.like(math.pi, wide), g("Mul", sine, exponential))
    result = g.where(low, reflected, exponential)
    return g.cast(result if data.floating else g("Round", result), data.kind)


# Polynomials by Giles for the center and the tails.
_MIDDLE = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
           -0.00417768164, 0.246640727, 1.50140941)
_TAIL = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047,
         1.00167406, 2.83297682)


def _polynomial(g: Emitter, factors: tuple[float, ...], at: Value) -> Value:
    result = g.like(factors[0], at)
    for factor in factors[1:]:
        result = g("Add", g("Mul", result, at), g.like(factor, at))
    return result


@rule("erfinv")
def erfinv(g: Emitter, p: Params, data: Value) -> Value:
    wide = g.cast(data, "float64")
    one = g.like(1.0, wide)
    depth = g("Neg", g("Log", g("Mul", g("Sub", one, wide), g("Add", one, wide))))
    middle = _polynomial(g, _MIDDLE, g("Sub", depth, g.like(2.5, wide)))
    tail = _polynomial(g, _TAIL, g("Sub", g("Sqrt", depth), g.like(3.0, wide)))
    result = g("Mul", wide, g.where(g("Less", depth, g.like(5.0, wide)), middle, tail))
    # The depth is infinite at the ends.
    end = g("Equal", g("Abs", wide), one)
    return g.cast(g.where(end, g("Mul", wide, g.like(math.inf, wide)), result), data.kind)


@rule("Cast", "amp_cast")
def cast(g: Emitter, p: Params, data: Value) -> Value:
    return g("Identity", data) if data.kind == g.results[0].dtype else g.typed(data)


@rule("amp_multicast")
def amp_multicast(g: Emitter, p: Params, *data: Value) -> list[Value]:
    return [g.typed(value, i) for i, value in enumerate(data)]


@rule("clip")
def clip(g: Emitter, p: Params, data: Value) -> Value:
    low, high = p["a_min"], p["a_max"]
    # A NaN limit has no effect.
    low, high = -math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high
    if data.floating:
        low, high = float(np.float32(low)), float(np.float32(high))
        above = g("Max", data, g.like(low, data))
        if low <= high:
            return g("Min", above, g.like(high, data))
        # Check the upper limit first.
        return g.where(g("Greater", data, g.like(high, data)), g.like(high, data), above)
    limits = np.iinfo(data.kind)
    bounds = [math.trunc(min(max(bound, limits.min), limits.max)) for bound in (low, high)]
    return g("Min", g("Max", data, g.like(bounds[0], data)), g.like(bounds[1], data))


@rule("hard_sigmoid")
def hard_sigmoid(g: Emitter, p: Params, data: Value) -> Value:
    return g("HardSigmoid", data, alpha=float(p["alpha"]), beta=float(p["beta"]))


@rule("smooth_l1")
def smooth_l1(g: Emitter, p: Params, data: Value) -> Value:
    square_of_sigma = p["scalar"] * p["scalar"]
    border = 1.0 / square_of_sigma if square_of_sigma else math.inf
    data = as_floats(g, data)
    size = g("Abs", data)
    linear = g("Sub", size, g.like(0.5 * border, data))
    quadratic = g("Mul", g("Mul", data, data), g.like(0.5 * square_of_sigma, data))
    return g.where(g("Greater", size, g.like(border, data)), linear, quadratic)


@rule("_contrib_div_sqrt_dim")
def div_sqrt_dim(g: Emitter, p: Params, data: Value) -> Value:
    size = data.sizes[-1]
    if size is not None:
        return g("Div", data, g.like(math.sqrt(size) if data.floating else int(math.sqrt(size)), data))
    root = g("Sqrt", g.cast(g.squeeze(g.size(data, -1), 0), "float32"))
    return g("Div", data, g.cast(root, data.kind))


@rule("_contrib_quadratic")
def quadratic(g: Emitter, p: Params, data: Value) -> Value:
    first = g("Add", g("Mul", data, g.like(p["a"], data)), g.like(p["b"], data))
    return g("Add", g("Mul", first, data), g.like(p["c"], data))
