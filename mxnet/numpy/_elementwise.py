"""Elementwise functions of one or two arrays."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import util
from .._frontend import short
from .._frontend.methods import number_operator
from .._ops.families import NUMPY_FAMILIES
from .._ops.opdef import find
from .._runtime.tracebacks import concise_module
from ..symbol._symbol import Symbol
from ._operators import NUMBERS, _for_both, in_short, is_array, on_symbols, operator
from .multiarray import ndarray

_Parameter = inspect.Parameter
_OUT = _Parameter("out", _Parameter.POSITIONAL_OR_KEYWORD, default=None)
_OPTIONS = _Parameter("kwargs", _Parameter.VAR_KEYWORD)


def _describe(function: Any, name: str, *inputs: str) -> Any:
    """Set the name, documentation and signature of a generated function."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "mxnet.numpy"
    function.__doc__ = f"``numpy.{name}`` of each {'element' if len(inputs) == 1 else 'pair of elements'}."
    function.__signature__ = inspect.Signature(
        [*(_Parameter(key, _Parameter.POSITIONAL_OR_KEYWORD) for key in inputs), _OUT, _OPTIONS])
    return function


def _unsupported_type(value: Any) -> TypeError:
    return TypeError(f"type {type(value)} not supported")


def _unary(name: str, operator_name: str | None = None, on_numbers: Callable[[Any], Any] | None = None) -> Any:
    on_numbers = on_numbers or getattr(np, name)
    called = operator_name or f"_npi_{name}"

    def general_of(op: Any, array_class: type, cached: Any = None) -> Callable[..., Any]:
        general = _for_both(called)(op, array_class, cached)

        def call(x: Any, out: Any = None, **kwargs: Any) -> Any:
            util.check_ufunc_options(name, kwargs)
            if isinstance(x, NUMBERS):
                return on_numbers(x)
            if not is_array(x):
                raise _unsupported_type(x)
            return general(x) if out is None else general(x, out=out)

        return call

    return _describe(short.make(find(called), ndarray, general_of), name, "x")


negative = _unary("negative")
abs = absolute = _unary("absolute")
fabs = _unary("fabs", "_npi_absolute", np.abs)
exp = _unary("exp")
expm1 = _unary("expm1")
log = _unary("log")
log2 = _unary("log2")
log10 = _unary("log10")
log1p = _unary("log1p")
sqrt = _unary("sqrt")
square = _unary("square")
cbrt = _unary("cbrt")
reciprocal = _unary("reciprocal")
sin = _unary("sin")
cos = _unary("cos")
tan = _unary("tan")
arcsin = _unary("arcsin")
arccos = _unary("arccos")
arctan = _unary("arctan")
sinh = _unary("sinh")
cosh = _unary("cosh")
tanh = _unary("tanh")
arcsinh = _unary("arcsinh")
arccosh = _unary("arccosh")
arctanh = _unary("arctanh")
degrees = _unary("degrees")
rad2deg = _unary("rad2deg", "_npi_degrees")
radians = _unary("radians")
deg2rad = _unary("deg2rad", "_npi_radians")
floor = _unary("floor")
ceil = _unary("ceil")
trunc = _unary("trunc")
fix = _unary("fix", on_numbers=np.trunc)  # np.fix is deprecated since NumPy 2.5
rint = _unary("rint")
sign = _unary("sign")
isnan = _unary("isnan")
isinf = _unary("isinf")
isfinite = _unary("isfinite")
isposinf = _unary("isposinf")
isneginf = _unary("isneginf")
logical_not = _unary("logical_not")
bitwise_not = _unary("bitwise_not")
invert = _unary("invert", "_npi_bitwise_not")

_around, _clip = operator("_npi_around"), operator("_npi_clip")


def around(x: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to `decimals` places, half to even."""
    util.check_ufunc_options("around", kwargs)
    if isinstance(x, NUMBERS):
        return np.around(x, decimals)
    if not is_array(x):
        raise _unsupported_type(x)
    return _around(x, decimals=decimals) if out is None else _around(x, decimals=decimals, out=out)


round = round_ = around


@in_short("_npi_clip", "a_min", "a_max")
def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """Replace elements below `a_min` by `a_min`, and elements above `a_max` by `a_max`."""
    if a_min is None and a_max is None:
        raise ValueError("clip needs a_min or a_max")
    if isinstance(a, NUMBERS):
        return np.clip(a, a_min, a_max)
    low, high = (-np.inf if a_min is None else a_min), (np.inf if a_max is None else a_max)
    return _clip(a, a_min=low, a_max=high) if out is None else _clip(a, a_min=low, a_max=high, out=out)


def _on_symbols(name: str) -> Callable[[Any, Any], Any]:
    family = NUMPY_FAMILIES[name]
    pair, number, swapped = (on_symbols(op) for op in (family.pair, family.number, family.swapped))

    def call(x1: Any, x2: Any) -> Any:
        if isinstance(x1, Symbol):
            if isinstance(x2, Symbol):
                return pair(x1, x2)
            if isinstance(x2, NUMBERS):
                return number(x1, scalar=float(x2), is_int=isinstance(x2, (int, np.integer)))
        elif isinstance(x1, NUMBERS):
            # MXNet does not support a number on the left for integers.
            return swapped(x2, scalar=float(x1), is_int=False)
        raise _unsupported_type(x2 if isinstance(x1, Symbol) else x1)

    return call


def _binary(name: str) -> Any:
    on_numbers, family = getattr(np, name), NUMPY_FAMILIES[name]
    with_array = operator(family.pair)
    composed = _on_symbols(name)
    right_number, left_number = (number_operator(family, ndarray, swapped) for swapped in (False, True))

    def into(x1: Any, x2: Any, out: Any) -> Any:
        """Make the general call and write the result to another array."""
        if is_array(x1) and is_array(x2):
            return with_array(x1, x2, out=out)
        number = operator(family.number if is_array(x1) else family.swapped)
        return number(x1, scalar=x2, out=out) if is_array(x1) else number(x2, scalar=x1, out=out)

    def function(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
        if kwargs:
            util.check_ufunc_options(name, kwargs)
        if isinstance(x1, ndarray):
            if isinstance(x2, ndarray):
                return with_array(x1, x2) if out is None else into(x1, x2, out)
            if isinstance(x2, NUMBERS):
                return right_number(x1, x2) if out is None else into(x1, x2, out)
        elif isinstance(x2, ndarray) and isinstance(x1, NUMBERS):
            return left_number(x2, x1) if out is None else into(x1, x2, out)
        if isinstance(x1, NUMBERS) and isinstance(x2, NUMBERS):
            return on_numbers(x1, x2)
        if isinstance(x1, Symbol) or isinstance(x2, Symbol):
            return composed(x1, x2)
        raise _unsupported_type(x2 if isinstance(x1, (ndarray, *NUMBERS)) else x1)

    form = short.make_operands(find(family.pair), ndarray, lambda *_: function, family.same_types, right_number)
    return _describe(form, name, "x1", "x2")


add = _binary("add")
subtract = _binary("subtract")
multiply = _binary("multiply")
divide = _binary("divide")
true_divide = _binary("true_divide")
mod = _binary("mod")
remainder = _binary("remainder")
power = _binary("power")
maximum = _binary("maximum")
minimum = _binary("minimum")
hypot = _binary("hypot")
arctan2 = _binary("arctan2")
copysign = _binary("copysign")
ldexp = _binary("ldexp")
lcm = _binary("lcm")
equal = _binary("equal")
not_equal = _binary("not_equal")
greater = _binary("greater")
greater_equal = _binary("greater_equal")
less = _binary("less")
less_equal = _binary("less_equal")
bitwise_and = _binary("bitwise_and")
bitwise_or = _binary("bitwise_or")
bitwise_xor = _binary("bitwise_xor")


concise_module(__name__)
