"""Indexing helpers that existing programs import from ``mxnet.ndarray``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._array import NDArray

BASIC_INDEXING, ADVANCED_INDEXING, EMPTY_TUPLE_INDEXING = 0, 1, 2
NO_SCALAR_BOOLEAN = -1


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """Return 0 for an index of integers and slices, 1 if it contains a list or array, 2 for an empty tuple."""
    for part in key:
        if isinstance(part, (NDArray, np.ndarray, list, tuple, range)):
            return EMPTY_TUPLE_INDEXING if isinstance(part, tuple) and not part else ADVANCED_INDEXING
        if part is not None and not isinstance(part, (slice, int, np.integer)):
            raise ValueError(f"{part} of {type(part)} is not a valid index of an NDArray")
    return BASIC_INDEXING


def get_oshape_of_gather_nd_op(dshape: tuple[int, ...], ishape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of ``gather_nd`` for the shapes of data and indices."""
    return (*ishape[1:], *dshape[ishape[0]:])


def check_boolean_array_dimension(array_shape: tuple[int, ...], axis: int, bool_shape: tuple[int, ...]) -> None:
    """Raise IndexError unless a boolean index matches the axes of an array, starting at `axis`."""
    for place, size in enumerate(bool_shape, axis):
        if array_shape[place] != size:
            raise IndexError(f"a boolean index must have the shape of the indexed axes, but axis {place} has size "
                             f"{array_shape[place]} and the boolean index {size}")


def indexing_key_expand_implicit_axes(key: Any, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], int]:
    """Return an index with a slice for each missing axis, and -1, because it has no scalar boolean."""
    parts = key if isinstance(key, tuple) else (key,)
    places = [i for i, part in enumerate(parts) if part is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can only have one ellipsis (...)")
    given_parts = [int(p.asscalar()) if isinstance(p, NDArray) and p.ndim == 0 else p
                   for p in parts if p is not Ellipsis]
    place = places[0] if places else len(given_parts)
    missing = len(shape) + sum(part is None for part in given_parts) - len(given_parts)
    return (*given_parts[:place], *[slice(None)] * missing, *given_parts[place:]), NO_SCALAR_BOOLEAN
