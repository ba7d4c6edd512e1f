# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._symbol import Symbol

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise div scalar: the second operand is a number."""
    ...

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs`` of arrays of one shape."""
    ...

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs`` of arrays of one shape."""
    ...

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater equal scalar: the second operand is a number."""
    ...

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater scalar: the second operand is a number."""
    ...

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs`` of arrays of one shape."""
    ...

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)`` of arrays of one shape."""
    ...

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs`` of arrays of one shape."""
    ...

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser equal scalar: the second operand is a number."""
    ...

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser scalar: the second operand is a number."""
    ...

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs`` of arrays of one shape."""
    ...

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical and scalar: the second operand is a number."""
    ...

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical or scalar: the second operand is a number."""
    ...

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical xor scalar: the second operand is a number."""
    ...

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero of arrays of one shape."""
    ...

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero of arrays of one shape."""
    ...

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero of arrays of one shape."""
    ...

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both of arrays of one shape."""
    ...

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise maximum scalar: the second operand is a number."""
    ...

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both of arrays of one shape."""
    ...

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minimum scalar: the second operand is a number."""
    ...

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minus scalar: the second operand is a number."""
    ...

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs`` of arrays of one shape."""
    ...

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mod scalar: the second operand is a number."""
    ...

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mul scalar: the second operand is a number."""
    ...

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise not equal scalar: the second operand is a number."""
    ...

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs`` of arrays of one shape."""
    ...

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise plus scalar: the second operand is a number."""
    ...

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs`` of arrays of one shape."""
    ...

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise power scalar: the second operand is a number."""
    ...

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rdiv scalar: the second operand is a number."""
    ...

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rminus scalar: the second operand is a number."""
    ...

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rmod scalar: the second operand is a number."""
    ...

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rpower scalar: the second operand is a number."""
    ...

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _arange(start: float = 0.0, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in ``[start, stop)``, each repeated."""
    ...

def _copy(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy."""
    ...

def _copyto(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy; with ``out``, into that array."""
    ...

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise div scalar: the second operand is a number."""
    ...

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs`` of arrays of one shape."""
    ...

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A matrix with ones on diagonal `k`."""
    ...

def _full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array filled with `value`."""
    ...

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two gradients of one shape."""
    ...

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs`` of arrays of one shape."""
    ...

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs`` of arrays of one shape."""
    ...

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater equal scalar: the second operand is a number."""
    ...

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater scalar: the second operand is a number."""
    ...

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)`` of arrays of one shape."""
    ...

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `lhs`, whose shape and storage `rhs` determines."""
    ...

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs`` of arrays of one shape."""
    ...

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs`` of arrays of one shape."""
    ...

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser equal scalar: the second operand is a number."""
    ...

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser scalar: the second operand is a number."""
    ...

def _linspace(start: float = ..., stop: float | None = None, step: float | None = None, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., num: int = 0, endpoint: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`num` evenly spaced values from `start` to `stop`."""
    ...

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero of arrays of one shape."""
    ...

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical and scalar: the second operand is a number."""
    ...

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero of arrays of one shape."""
    ...

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical or scalar: the second operand is a number."""
    ...

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero of arrays of one shape."""
    ...

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical xor scalar: the second operand is a number."""
    ...

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both of arrays of one shape."""
    ...

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise maximum scalar: the second operand is a number."""
    ...

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both of arrays of one shape."""
    ...

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minimum scalar: the second operand is a number."""
    ...

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minus scalar: the second operand is a number."""
    ...

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs`` of arrays of one shape."""
    ...

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mod scalar: the second operand is a number."""
    ...

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mul scalar: the second operand is a number."""
    ...

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs`` of arrays of one shape."""
    ...

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise not equal scalar: the second operand is a number."""
    ...

def _np_negative(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``-x``."""
    ...

def _ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of ones."""
    ...

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise plus scalar: the second operand is a number."""
    ...

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs`` of arrays of one shape."""
    ...

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise power scalar: the second operand is a number."""
    ...

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rdiv scalar: the second operand is a number."""
    ...

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rminus scalar: the second operand is a number."""
    ...

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rmod scalar: the second operand is a number."""
    ...

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rpower scalar: the second operand is a number."""
    ...

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs / rhs``; on row-sparse arrays for stored rows only."""
    ...

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise scatter minus scalar: the second operand is a number."""
    ...

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise scatter plus scalar: the second operand is a number."""
    ...

def _shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    ...

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros."""
    ...
