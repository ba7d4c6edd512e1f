"""Parts of symbols in NumPy's form: integers, slices, new axes, an ellipsis, and tuples of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._operators import operator

_slice, _reshape, _expand_dims, _slice_axis, _squeeze = (operator(name) for name in (
    "_npi_slice", "_npx_reshape", "_npi_expand_dims", "slice_axis", "_np_squeeze"))


def part_of(symbol: Any, key: Any) -> Any:
    """The part that `key` chooses of the array a symbol stands for."""
    keys = list(key) if isinstance(key, tuple) else [key]
    for one in keys:
        if not (one is None or one is Ellipsis or isinstance(one, slice) or _is_number(one)):
            raise IndexError(f"symbols take integers, slices, None, an ellipsis and tuples of them as indices, "
                             f"received {key!r}")
    if Ellipsis not in keys:
        return _from_left(symbol, keys)
    place = keys.index(Ellipsis)
    return _from_right(_from_left(symbol, keys[:place]), keys[place + 1:])


def _is_number(key: Any) -> bool:
    return isinstance(key, (int, np.integer)) and not isinstance(key, bool)


def _bounds(key: Any) -> tuple[Any, Any, Any]:
    """Where a slice, or a slice of one element, begins and ends, and its step."""
    if not isinstance(key, slice):
        return int(key), int(key) + 1 if key != -1 else None, None
    if key.step == 0:
        raise ValueError("slice step cannot be zero")
    return key.start, key.stop, key.step


def _from_left(symbol: Any, keys: list[Any]) -> Any:
    """Keys of the first axes."""
    bounds = [_bounds(one) for one in keys if one is not None]
    result = symbol
    if bounds:
        begin, end, step = zip(*bounds, strict=True)
        result = _slice(result, begin=begin, end=end, step=step)
    codes = [-3 if _is_number(one) else -2 for one in keys if one is not None]
    if -3 in codes:
        result = _reshape(result, newshape=(*codes, -4))
    kept = [one for one in keys if not _is_number(one)]
    for axis, one in enumerate(kept):
        if one is None:
            result = _expand_dims(result, axis=axis)
    return result


def _from_right(symbol: Any, keys: list[Any]) -> Any:
    """Keys of the last axes, which are counted from the end: a symbol does not know how many there are."""
    if Ellipsis in keys:
        raise IndexError("an index can only have a single ellipsis ('...')")
    chosen = [one for one in keys if one is not None]
    result, gone = symbol, []
    for place, one in enumerate(chosen):
        begin, end, step = _bounds(one)
        if step not in (None, 1):
            raise IndexError("symbols take no steps behind an ellipsis")
        axis = place - len(chosen)
        if (begin, end) != (None, None):
            result = _slice_axis(result, axis=axis, begin=begin or 0, end=end)
        if _is_number(one):
            gone.append(axis)
    if gone:
        result = _squeeze(result, axis=tuple(gone))
    behind = 0
    for one in reversed(keys):
        if one is None:
            result = _expand_dims(result, axis=-1 - behind)
        behind += not _is_number(one)
    return result
