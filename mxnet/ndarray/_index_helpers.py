"""Small facts about indexing that old programs import from ``mxnet.ndarray``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._array import NDArray

BASIC_INDEXING, ADVANCED_INDEXING, EMPTY_TUPLE_INDEXING = 0, 1, 2
NO_SCALAR_BOOLEAN = -1


def get_indexing_dispatch_code(key: tuple[Any, ...]) -> int:
    """0 for an index of numbers and slices, 1 if an element is a list or array, 2 if it is an empty tuple."""
    for part in key:
        if isinstance(part, (NDArray, np.ndarray, list, tuple, range)):
            return EMPTY_TUPLE_INDEXING if isinstance(part, tuple) and not part else ADVANCED_INDEXING
        if part is not None and not isinstance(part, (slice, int, np.integer)):
            raise ValueError(f"{part} of {type(part)} is no index of an NDArray")
    return BASIC_INDEXING


def get_oshape_of_gather_nd_op(dshape: tuple[int, ...], ishape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of ``gather_nd`` of data and indices of these shapes."""
    return (*ishape[1:], *dshape[ishape[0]:])


def check_boolean_array_dimension(array_shape: tuple[int, ...], axis: int, bool_shape: tuple[int, ...]) -> None:
    """Raise IndexError unless a boolean index fits the axes of an array from `axis` on."""
    for place, size in enumerate(bool_shape, axis):
        if array_shape[place] != size:
            raise IndexError(f"a boolean index must have the shape of what it indexes: axis {place} has size "
                             f"{array_shape[place]}, the boolean index {size}")


def indexing_key_expand_implicit_axes(key: Any, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], int]:
    """An index with a slice for every axis it leaves out, and -1 as it holds no scalar boolean."""
    parts = key if isinstance(key, tuple) else (key,)
    places = [i for i, part in enumerate(parts) if part is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can have one ellipsis (...) only")
    given = [int(p.asscalar()) if isinstance(p, NDArray) and p.ndim == 0 else p for p in parts if p is not Ellipsis]
    place = places[0] if places else len(given)
    missing = len(shape) + sum(part is None for part in given) - len(given)
    return (*given[:place], *[slice(None)] * missing, *given[place:]), NO_SCALAR_BOOLEAN
