"""Functions that select, find, sort, count, delete and insert elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._runtime.tracebacks import concise_module
from ..symbol._symbol import Symbol
from ._operators import NUMBERS, is_array, operator, require
from .multiarray import ndarray

_where, _where_left, _where_right, _where_numbers = (operator(f"_npi_where{form}") for form in (
    "", "_lscalar", "_rscalar", "_scalar2"))
_nonzero, _sort, _argsort, _unique, _take, _bincount, _diff, _ediff1d, _delete = (operator(name) for name in (
    "_npx_nonzero", "_npi_sort", "_npi_argsort", "_npi_unique", "_npi_take", "_npi_bincount", "_npi_diff",
    "_npi_ediff1d", "_npi_delete"))
_insert_at_number, _insert_at_slice, _insert_at_array = (operator(f"_npi_insert_{form}") for form in (
    "scalar", "slice", "tensor"))
_share_memory, _reshape = operator("_npi_share_memory"), operator("_np_reshape")


def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Select elements of `x` where the condition is true, otherwise of `y`. Without them, return the true positions."""
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return nonzero(condition)
    if isinstance(condition, NUMBERS):
        return x if condition else y
    if isinstance(x, NUMBERS):
        if isinstance(y, NUMBERS):
            return _where_numbers(condition, x=float(x), y=float(y))
        return _where_left(condition, y, scalar=float(x))
    if isinstance(y, NUMBERS):
        return _where_right(condition, x, scalar=float(y))
    return _where(condition, x, y)


def nonzero(a: Any) -> Any:
    """Return the positions of nonzero elements, with one array per axis."""
    positions = _nonzero(a)
    return tuple(positions[:, axis] for axis in range(a.ndim or 1)) if isinstance(a, ndarray) else positions


def _raise_for_order(name: str, order: Any) -> None:
    raise NotImplementedError(f"{name}: order is not supported, because arrays have no fields; received {order!r}")


def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Sort elements along an axis, or the flattened array if `axis` is None.

    The sort is stable for every `kind`.
    """
    if order is not None:
        _raise_for_order("sort", order)
    return _sort(a, axis=axis, is_ascend=True)


def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Return the positions that sort the elements. The sort is stable for every `kind`."""
    if order is not None:
        _raise_for_order("argsort", order)
    return _argsort(a, axis=axis, is_ascend=True, dtype="int64")


def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: Any = None) -> Any:
    """Return the distinct elements in ascending order, and optionally their positions and counts."""
    results = _unique(ar, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts,
                    axis=axis)
    return tuple(results) if isinstance(results, list) else results


def take(a: Any, indices: Any, axis: Any = None, mode: str = "raise", out: Any = None) -> Any:
    """Return elements at positions along an axis, or of the flattened array without `axis`."""
    if type(indices) is ndarray and axis is not None and out is None:
        return _take(a, indices, axis=axis, mode=mode)
    if mode not in ("raise", "clip", "wrap"):
        raise NotImplementedError(f"take: mode must be 'raise', 'clip' or 'wrap', received {mode!r}")
    if not is_array(indices):
        from ._create import array

        indices = array(np.asarray(indices), dtype=np.int64, ctx=a.ctx)
    options = {} if out is None else {"out": out}
    source = _reshape(a, newshape=(-1,)) if axis is None else a
    return _take(source, indices, axis=axis or 0, mode=mode, **options)


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """Count the occurrences of each integer from 0. With `weights`, sum their weights."""
    require("bincount", x)
    if minlength < 0:
        raise ValueError(f"Minlength value should be non-negative, received {minlength}")
    if weights is None:
        return _bincount(x, minlength=minlength, has_weights=False)
    return _bincount(x, weights, minlength=minlength, has_weights=True)


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Compute differences of adjacent elements, `n` times."""
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend and append are not supported; concatenate the arrays first")
    return _diff(a, n=n, axis=axis)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Compute differences of adjacent elements in the flattened array, optionally with elements before and after."""
    arrays = [ary, *(end for end in (to_begin, to_end) if is_array(end))]
    numbers = {f"{name}_scalar": float(end) for name, end in (("to_begin", to_begin), ("to_end", to_end))
               if end is not None and not is_array(end)}
    return _ediff1d(*arrays, to_begin_arr_given=is_array(to_begin), to_end_arr_given=is_array(to_end), **numbers)


def _place_options(name: str, obj: Any) -> dict[str, Any] | None:
    """Return the parameters of a position, or None if it is an array."""
    if isinstance(obj, slice):
        return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}
    if isinstance(obj, (int, np.integer)):
        return {"int_ind": int(obj)}
    if is_array(obj):
        return None
    raise TypeError(f"{name}: obj must be a number, a slice or an array, received {type(obj)}")


def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Delete elements at positions along an axis, or of the flattened array without `axis`."""
    require("delete", arr)
    options = _place_options("delete", obj)
    return _delete(arr, obj, axis=axis) if options is None else _delete(arr, axis=axis, **options)


def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """Insert values before positions along an axis, or in the flattened array without `axis`."""
    require("insert", arr)
    options = _place_options("insert", obj)
    inputs = [arr, values] if is_array(values) else [arr]
    number = {} if is_array(values) else {"val": float(values)}
    if options is None:
        return _insert_at_array(*inputs, obj=obj, axis=axis, **number)
    call = _insert_at_number if "int_ind" in options else _insert_at_slice
    return call(*inputs, axis=axis, **number, **options)


def may_share_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays share memory."""
    require("may_share_memory", a, b)
    shared = _share_memory(a, b)
    return shared if isinstance(shared, Symbol) else bool(shared.item())


def shares_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays share memory."""
    return may_share_memory(a, b, max_work)


concise_module(__name__)
