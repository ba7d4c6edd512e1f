"""Symbols that behave as NumPy arrays: operands broadcast and methods take NumPy's arguments.

They build the operators of ``mx.sym``, so their graphs run and are stored as all others.
"""

# Methods take NumPy's arguments where those of symbols take MXNet's.
# mypy: disable-error-code="override"
from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any

from .._ops.families import ARITHMETIC, COMPARISONS
from ._symbol import Symbol
from .register import functions

_public, _internal = functions(""), functions("_internal")


def _shape(given: tuple[Any, ...]) -> tuple[int, ...]:
    """Sizes or axes given one by one or as one tuple."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (tuple, list)) else given


class _Symbol(Symbol):
    """A symbol with the behaviour of ``mx.np.ndarray``; `Symbol.as_np_ndarray` makes it."""

    __slots__ = ()
    __hash__ = Symbol.__hash__

    def __repr__(self) -> str:
        return f"<_Symbol {self.name or 'Grouped'}>"

    def as_np_ndarray(self) -> _Symbol:
        """This symbol."""
        return self

    def as_nd_ndarray(self) -> Symbol:
        """The same outputs with the behaviour of ``mx.nd.NDArray``."""
        return Symbol(self._outputs)

    def __getitem__(self, key: Any) -> Any:
        return Symbol.__getitem__(self, key).as_np_ndarray()

    def __neg__(self) -> _Symbol:
        return _np(_internal["_mul_scalar"](self, scalar=-1.0))

    # Shape

    @property
    def T(self) -> _Symbol:
        """With the axes in reverse order."""
        return self.transpose()

    def reshape(self, *shape: Any, order: str = "C", **kwargs: Any) -> _Symbol:
        """The same elements in another shape, of which one size may be -1."""
        if order != "C":
            raise NotImplementedError(f"reshape: order must be 'C', received {order!r}")
        return _np(_public["reshape"](self, shape=_shape(shape), **kwargs))

    def transpose(self, *axes: Any) -> _Symbol:
        """With the axes in another order, reversed by default."""
        order = _shape(axes) if axes and axes != (None,) else ()
        return _np(_public["transpose"](self, axes=order))

    def swapaxes(self, axis1: int, axis2: int) -> _Symbol:
        """With two axes exchanged."""
        return _np(_public["swapaxes"](self, dim1=axis1, dim2=axis2))

    def squeeze(self, axis: Any = None) -> _Symbol:
        """Without axes of size 1."""
        return _np(_public["squeeze"](self, axis=axis))

    def flatten(self, order: str = "C") -> _Symbol:
        """All elements along one axis."""
        return self.reshape(-1, order=order)

    def astype(self, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True,
               copy: bool = True) -> _Symbol:
        """In another type; a symbol has no memory, so neither `copy` nor an `order` changes anything."""
        if order not in (None, "K", "C") or casting != "unsafe" or not subok:
            raise ValueError(f"astype: order must be 'K' or 'C', casting 'unsafe' and subok True, received {order!r}, "
                             f"{casting!r} and {subok!r}")
        return _np(_public["cast"](self, dtype=dtype))

    def copy(self) -> _Symbol:
        """A copy of the elements."""
        return _np(_public["identity"](self))

    # Computation

    def dot(self, b: Any) -> _Symbol:
        """The matrix product with `b`."""
        return _np(_public["dot"](self, b))

    def clip(self, min: float, max: float) -> _Symbol:
        """With elements outside of `min` to `max` replaced by those."""
        return _np(_public["clip"](self, a_min=min, a_max=max))

    def argmax(self, axis: int | None = None) -> _Symbol:
        """Where the largest element is."""
        return _np(_public["argmax"](self, axis=axis))

    def argmin(self, axis: int | None = None) -> _Symbol:
        """Where the smallest element is."""
        return _np(_public["argmin"](self, axis=axis))


def _np(result: Symbol) -> _Symbol:
    return _Symbol(result._outputs)


def _operation(pair: str, number: str) -> Callable[[Any, Any], Any]:
    def apply(self: _Symbol, other: Any) -> Any:
        if isinstance(other, Symbol):
            return _np(_public[pair](self, other))
        if isinstance(other, Number) and number:
            return _np(_internal[number](self, scalar=other))
        return NotImplemented

    return apply


def _reduction(name: str) -> Callable[..., _Symbol]:
    def reduce(self: _Symbol, axis: Any = None, keepdims: bool = False) -> _Symbol:
        return _np(_public[name](self, axis=() if axis is None else axis, keepdims=keepdims))

    reduce.__name__ = name
    reduce.__doc__ = f"The {name} over all or the given axes."
    return reduce


for _name, _family in {**ARITHMETIC, **COMPARISONS}.items():
    setattr(_Symbol, f"__{_name}__", _operation(_family.pair, _family.number))
    if _name in ARITHMETIC:
        setattr(_Symbol, f"__r{_name}__", _operation(_family.pair, _family.swapped))
for _name in ("sum", "mean", "max", "min", "prod"):
    setattr(_Symbol, _name, _reduction(_name))
