"""Groups of operators behind one operation, used by Python's ``+`` and by functions such as ``nd.maximum``."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch


class Family(NamedTuple):
    """Operators of one operation by operand type, and the function for a cached 0-d tensor as the second operand.

    `direct` is `number` without its conversions; for a division it applies to floating point dtypes only. `same_types`
    replaces `pair` if both operands have the same dtype and a different function is faster.
    """

    pair: str
    equal_shapes: str
    number: str
    swapped: str
    direct: Callable[..., torch.Tensor] | None = None
    same_types: Callable[..., torch.Tensor] | None = None


def _family(word: str, swapped: str | None = None) -> Family:
    number = f"_{word}_scalar"
    return Family(f"broadcast_{word}", f"_{word}", number, f"_{swapped}_scalar" if swapped else number)


FAMILIES: dict[str, Family] = {
    "add": Family("broadcast_add", "elemwise_add", "_plus_scalar", "_plus_scalar", torch.add),
    "subtract": Family("broadcast_sub", "elemwise_sub", "_minus_scalar", "_rminus_scalar", torch.sub),
    "multiply": Family("broadcast_mul", "elemwise_mul", "_mul_scalar", "_mul_scalar", torch.mul),
    "divide": Family("broadcast_div", "elemwise_div", "_div_scalar", "_rdiv_scalar", torch.true_divide),
    "modulo": _family("mod", "rmod"),
    "power": _family("power", "rpower"),
    **{word: _family(word) for word in ("maximum", "minimum", "hypot", "equal", "not_equal", "logical_and",
                                        "logical_or", "logical_xor")},
    "greater": _family("greater", "lesser"),
    "greater_equal": _family("greater_equal", "lesser_equal"),
    "lesser": _family("lesser", "greater"),
    "lesser_equal": _family("lesser_equal", "greater_equal"),
}
FAMILIES["true_divide"] = FAMILIES["divide"]
# Names of operations in Python's data model.
ARITHMETIC = {"add": FAMILIES["add"], "sub": FAMILIES["subtract"], "mul": FAMILIES["multiply"],
              "truediv": FAMILIES["divide"], "div": FAMILIES["divide"], "mod": FAMILIES["modulo"],
              "pow": FAMILIES["power"]}
COMPARISONS = {"eq": FAMILIES["equal"], "ne": FAMILIES["not_equal"], "gt": FAMILIES["greater"],
               "ge": FAMILIES["greater_equal"], "lt": FAMILIES["lesser"], "le": FAMILIES["lesser_equal"]}


def _numpy_family(word: str, swapped: str | None = None, direct: Callable[..., torch.Tensor] | None = None) -> Family:
    number = f"_npi_{word}_scalar"
    return Family(f"_npi_{word}", "", number, f"_npi_{swapped}_scalar" if swapped else number, direct, direct)


# Operations of mx.np by function name. The dtypes of operands may differ, and comparisons return booleans.
NUMPY_FAMILIES: dict[str, Family] = {
    "add": _numpy_family("add", None, torch.add),
    "subtract": _numpy_family("subtract", "rsubtract", torch.sub),
    "multiply": _numpy_family("multiply", None, torch.mul),
    "true_divide": _numpy_family("true_divide", "rtrue_divide", torch.true_divide),
    **{word: _numpy_family(word, f"r{word}") for word in ("mod", "power", "copysign", "arctan2", "ldexp")},
    **{word: _numpy_family(word) for word in ("maximum", "minimum", "hypot", "lcm", "bitwise_and", "bitwise_or",
                                              "bitwise_xor", "equal", "not_equal")},
    "greater": _numpy_family("greater", "less"),
    "greater_equal": _numpy_family("greater_equal", "less_equal"),
    "less": _numpy_family("less", "greater"),
    "less_equal": _numpy_family("less_equal", "greater_equal"),
}
for _alias, _name in (("divide", "true_divide"), ("remainder", "mod")):
    NUMPY_FAMILIES[_alias] = NUMPY_FAMILIES[_name]
NUMPY_ARITHMETIC = {python: NUMPY_FAMILIES[name] for python, name in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "mod": "mod", "pow": "power",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}.items()}
NUMPY_COMPARISONS = {python: NUMPY_FAMILIES[name] for python, name in {
    "eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
    "le": "less_equal"}.items()}
