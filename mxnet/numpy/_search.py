"""Choosing, finding, sorting, counting, leaving out and putting in elements."""

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
    """Elements of `x` where the condition holds, of `y` elsewhere; alone, the places where it holds."""
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
    """Positions of elements that are not zero, one array per axis."""
    found = _nonzero(a)
    return tuple(found[:, axis] for axis in range(a.ndim or 1)) if isinstance(a, ndarray) else found


def _refuse_fields(name: str, order: Any) -> None:
    raise NotImplementedError(f"{name}: order names fields, which arrays do not have; received {order!r}")


def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Elements in ascending order along an axis, of the flattened array if `axis` is None.

    Equal ones keep their order with every `kind`.
    """
    if order is not None:
        _refuse_fields("sort", order)
    return _sort(a, axis=axis, is_ascend=True)


def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """The positions that put elements in ascending order; equal ones keep theirs with every `kind`."""
    if order is not None:
        _refuse_fields("argsort", order)
    return _argsort(a, axis=axis, is_ascend=True, dtype="int64")


def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: Any = None) -> Any:
    """The distinct elements in ascending order, and on request where they came from and how often."""
    found = _unique(ar, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts,
                    axis=axis)
    return tuple(found) if isinstance(found, list) else found


def take(a: Any, indices: Any, axis: Any = None, mode: str = "raise", out: Any = None) -> Any:
    """Elements at positions along an axis, of the flattened array without `axis`."""
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
    """How often each number from 0 on occurs; with `weights`, the sum of their weights."""
    require("bincount", x)
    if minlength < 0:
        raise ValueError(f"Minlength value should be non-negative, received {minlength}")
    if weights is None:
        return _bincount(x, minlength=minlength, has_weights=False)
    return _bincount(x, weights, minlength=minlength, has_weights=True)


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours, `n` times."""
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend and append are not available; concatenate before")
    return _diff(a, n=n, axis=axis)


def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Differences of neighbours in the flattened array, with elements put before and after on request."""
    arrays = [ary, *(end for end in (to_begin, to_end) if is_array(end))]
    numbers = {f"{name}_scalar": float(end) for name, end in (("to_begin", to_begin), ("to_end", to_end))
               if end is not None and not is_array(end)}
    return _ediff1d(*arrays, to_begin_arr_given=is_array(to_begin), to_end_arr_given=is_array(to_end), **numbers)


def _place_options(name: str, obj: Any) -> dict[str, Any] | None:
    """Parameters that say where, None if an array does."""
    if isinstance(obj, slice):
        return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}
    if isinstance(obj, (int, np.integer)):
        return {"int_ind": int(obj)}
    if is_array(obj):
        return None
    raise TypeError(f"{name}: obj must be a number, a slice or an array, received {type(obj)}")


def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Without the elements at the given positions of an axis, of the flattened array without `axis`."""
    require("delete", arr)
    options = _place_options("delete", obj)
    return _delete(arr, obj, axis=axis) if options is None else _delete(arr, axis=axis, **options)


def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """With values put before positions of an axis, of the flattened array without `axis`."""
    require("insert", arr)
    options = _place_options("insert", obj)
    given = [arr, values] if is_array(values) else [arr]
    number = {} if is_array(values) else {"val": float(values)}
    if options is None:
        return _insert_at_array(*given, obj=obj, axis=axis, **number)
    call = _insert_at_number if "int_ind" in options else _insert_at_slice
    return call(*given, axis=axis, **number, **options)


def may_share_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays lie in the same memory."""
    require("may_share_memory", a, b)
    found = _share_memory(a, b)
    return found if isinstance(found, Symbol) else bool(found.item())


def shares_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Whether two arrays lie in the same memory."""
    return may_share_memory(a, b, max_work)


concise_module(__name__)
