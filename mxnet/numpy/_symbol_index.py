"""Parts of symbols in NumPy's form: integers, slices, new axes and tuples of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._operators import operator

_slice, _reshape, _expand_dims = operator("_npi_slice"), operator("_npx_reshape"), operator("_npi_expand_dims")


def part_of(symbol: Any, key: Any) -> Any:
    """The part that `key` chooses of the array a symbol stands for."""
    keys = list(key) if isinstance(key, tuple) else [key]
    if keys and keys[-1] is Ellipsis:
        keys.pop()
    begin, end, step, codes, new_axes = [], [], [], [], []
    place = 0
    for one in keys:
        if one is None:
            new_axes.append(place)
        elif isinstance(one, slice):
            if one.step == 0:
                raise ValueError("slice step cannot be zero")
            begin.append(one.start)
            end.append(one.stop)
            step.append(one.step)
            codes.append(-2)
        elif isinstance(one, (int, np.integer)) and not isinstance(one, bool):
            begin.append(int(one))
            end.append(int(one) + 1 if one != -1 else None)
            step.append(None)
            codes.append(-3)
            place -= 1
        else:
            raise IndexError(f"symbols take integers, slices, None and tuples of them as indices, received {key!r}")
        place += 1
    result = symbol
    if begin:
        result = _slice(result, begin=tuple(begin), end=tuple(end), step=tuple(step))
    if -3 in codes:
        result = _reshape(result, newshape=(*codes, -4))
    for axis in new_axes:
        result = _expand_dims(result, axis=axis)
    return result
