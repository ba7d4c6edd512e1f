"""Indexing of symbols in NumPy mode: integers, slices, new axes, an ellipsis, and tuples of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._operators import operator

_slice, _reshape, _expand_dims, _slice_axis, _squeeze = (operator(name) for name in (
    "_npi_slice", "_npx_reshape", "_npi_expand_dims", "slice_axis", "_np_squeeze"))


def part_of(symbol: Any, key: Any) -> Any:
    """Return the part of a symbol that `key` selects."""
    keys = list(key) if isinstance(key, tuple) else [key]
    for part in keys:
        if not (part is None or part is Ellipsis or isinstance(part, slice) or _is_number(part)):
            raise IndexError(f"the index of a symbol must consist of integers, slices, None and an ellipsis, "
                             f"received {key!r}")
    if Ellipsis not in keys:
        return _from_left(symbol, keys)
    place = keys.index(Ellipsis)
    return _from_right(_from_left(symbol, keys[:place]), keys[place + 1:])


def _is_number(key: Any) -> bool:
    return isinstance(key, (int, np.integer)) and not isinstance(key, bool)


def _bounds(key: Any) -> tuple[Any, Any, Any]:
    """Return begin, end and step of a slice, or of an integer as a slice of one element."""
    if not isinstance(key, slice):
        return int(key), int(key) + 1 if key != -1 else None, None
    if key.step == 0:
        raise ValueError("slice step cannot be zero")
    return key.start, key.stop, key.step


def _from_left(symbol: Any, keys: list[Any]) -> Any:
    """Apply the keys of the first axes."""
    bounds = [_bounds(part) for part in keys if part is not None]
    result = symbol
    if bounds:
        begin, end, step = zip(*bounds, strict=True)
        result = _slice(result, begin=begin, end=end, step=step)
    codes = [-3 if _is_number(part) else -2 for part in keys if part is not None]
    if -3 in codes:
        result = _reshape(result, newshape=(*codes, -4))
    remaining = [part for part in keys if not _is_number(part)]
    for axis, part in enumerate(remaining):
        if part is None:
            result = _expand_dims(result, axis=axis)
    return result


def _from_right(symbol: Any, keys: list[Any]) -> Any:
    """Apply the keys of the last axes. They are counted from the end, because the rank of a symbol is unknown."""
    if Ellipsis in keys:
        raise IndexError("an index can only have a single ellipsis ('...')")
    chosen = [part for part in keys if part is not None]
    result, removed = symbol, []
    for place, part in enumerate(chosen):
        begin, end, step = _bounds(part)
        if step not in (None, 1):
            raise IndexError("steps after an ellipsis are not supported for symbols")
        axis = place - len(chosen)
        if (begin, end) != (None, None):
            result = _slice_axis(result, axis=axis, begin=begin or 0, end=end)
        if _is_number(part):
            removed.append(axis)
    if removed:
        result = _squeeze(result, axis=tuple(removed))
    following = 0
    for part in reversed(keys):
        if part is None:
            result = _expand_dims(result, axis=-1 - following)
        following += not _is_number(part)
    return result
