"""Symbols in NumPy mode. ``numpy._methods`` adds the methods and operators of ``mx.np.ndarray``."""

from __future__ import annotations

from typing import Any

from ._symbol import Symbol


class _Symbol(Symbol):
    """A symbol with the behavior of ``mx.np.ndarray``. `Symbol.as_np_ndarray` creates it."""

    __slots__ = ()
    __hash__ = Symbol.__hash__

    def __repr__(self) -> str:
        return f"<_Symbol {self.name or 'Grouped'}>"

    def as_np_ndarray(self) -> _Symbol:
        """Return this symbol."""
        return self

    def as_nd_ndarray(self) -> Symbol:
        """Return a symbol with the same outputs and the behavior of ``mx.nd.NDArray``."""
        return Symbol(self._outputs)

    def __getitem__(self, key: Any) -> Any:
        """Return one of several outputs, or a part of the array."""
        if len(self._outputs) > 1 or isinstance(key, str):
            return _Symbol(Symbol.__getitem__(self, key)._outputs)
        return part_of(self, key)

    def __iter__(self) -> Any:
        if len(self._outputs) == 1:
            return iter([self])
        return (self[i] for i in range(len(self._outputs)))


def part_of(symbol: Any, key: Any) -> Any:
    """Return a part of the array of a symbol. ``numpy._methods`` replaces this function."""
    raise NotImplementedError("indexing symbols needs mxnet.numpy")
