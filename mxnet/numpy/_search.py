"""Choosing, finding, sorting and counting elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._runtime.error import MXNetError
from ._call import NUMBERS, common_type, invoke, make, require
from ._create import full
from .multiarray import ndarray

Tensor = torch.Tensor


def _where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    common = common_type(x.dtype, y.dtype)
    return torch.where(condition.ne(0), x.to(common), y.to(common))


def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Elements of `x` where the condition holds, of `y` elsewhere; alone, the places where it holds."""
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return nonzero(condition)
    if isinstance(condition, NUMBERS):
        return x if condition else y
    other = x if isinstance(x, ndarray) else y if isinstance(y, ndarray) else None
    dtype = np.float32 if other is None else other.dtype
    branches = [full((), v, dtype=dtype, ctx=condition._ctx) if isinstance(v, NUMBERS) else v for v in (x, y)]
    return invoke("where", _where, [condition, *branches])


def nonzero(a: Any) -> Any:
    """Positions of elements that are not zero, one array per axis."""
    return tuple(invoke("nonzero", lambda t: torch.nonzero(t, as_tuple=True), [a]))


def argwhere(a: Any) -> Any:
    """Positions of elements that are not zero, one row each."""
    return invoke("argwhere", torch.nonzero, [a])


def flatnonzero(a: Any) -> Any:
    """Positions in the flattened array of elements that are not zero."""
    return invoke("flatnonzero", lambda t: torch.nonzero(t.reshape(-1)).reshape(-1), [a])


def count_nonzero(a: Any, axis: Any = None) -> Any:
    """Number of elements that are not zero."""
    return invoke("count_nonzero", lambda t: torch.count_nonzero(t, axis), [a])


def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Elements in ascending order along an axis, of the flattened array if `axis` is None."""
    return invoke("sort", lambda t: torch.sort(t.reshape(-1) if axis is None else t, dim=-1 if axis is None else axis,
                                               stable=True).values, [a])


def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """The positions that put elements in ascending order."""
    return invoke("argsort", lambda t: torch.argsort(t.reshape(-1) if axis is None else t,
                                                     dim=-1 if axis is None else axis, stable=True), [a])


def unique(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: Any = None) -> Any:
    """The distinct elements in ascending order, and on request where they came from and how often."""
    require("unique", ar)
    found = np.unique(np.asarray(ar.asnumpy()), True, True, True, axis)
    values = [found[0], *[np.asarray(f).reshape(-1) for f in found[1:]]]
    arrays = [make(torch.from_numpy(np.ascontiguousarray(v)).to(ar._data.device), ar._ctx) for v in values]
    wanted = [arrays[0]] + [a for a, asked in zip(arrays[1:], (return_index, return_inverse, return_counts),
                                                  strict=True) if asked]
    return wanted[0] if len(wanted) == 1 else tuple(wanted)


def _places(indices: Tensor, count: int, mode: str) -> Tensor:
    places = indices.long()
    if mode == "clip":
        return places.clamp(0, count - 1)
    if mode == "wrap":
        return places.remainder(count)
    if places.numel() and (int(places.min()) < -count or int(places.max()) >= count):
        raise MXNetError(f"index out of bounds for an axis of size {count}")
    return places.remainder(count) if count else places


def take(a: Any, indices: Any, axis: Any = None, mode: str = "raise", out: Any = None) -> Any:
    """Elements at positions along an axis, of the flattened array without `axis`."""
    if mode not in ("raise", "clip", "wrap"):
        raise NotImplementedError(f"take: mode must be 'raise', 'clip' or 'wrap', received {mode!r}")

    def run(tensor: Tensor, positions: Tensor) -> Tensor:
        source, along = (tensor.reshape(-1), 0) if axis is None else (tensor, axis % tensor.ndim)
        places = _places(positions, source.shape[along], mode)
        picked = source.index_select(along, places.reshape(-1))
        return picked.reshape((*source.shape[:along], *places.shape, *source.shape[along + 1:]))

    if not isinstance(indices, ndarray):
        require("take", a)
        indices = make(torch.as_tensor(np.asarray(indices), device=a._data.device), a._ctx)
    return invoke("take", run, [a, indices], out)


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """How often each number from 0 on occurs; with `weights`, the sum of their weights."""
    if minlength < 0:
        raise ValueError(f"Minlength value should be non-negative, received {minlength}")
    if weights is None:
        return invoke("bincount", lambda t: torch.bincount(t, minlength=minlength).to(t.dtype), [x])
    return invoke("bincount", lambda t, w: torch.bincount(t, w, minlength).to(w.dtype), [x, weights])


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours, `n` times."""
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend and append are not available; concatenate before")
    return invoke("diff", lambda t: torch.diff(t, n=n, dim=axis), [a])


def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Without the elements at the given positions of an axis, of the flattened array without `axis`."""
    require("delete", arr)
    chosen = obj.asnumpy().astype(np.int64) if isinstance(obj, ndarray) else obj
    count = arr.size if axis is None else arr.shape[axis]
    kept = torch.from_numpy(np.delete(np.arange(count), chosen))

    def run(tensor: Tensor) -> Tensor:
        source, along = (tensor.reshape(-1), 0) if axis is None else (tensor, axis)
        return source.index_select(along, kept.to(tensor.device))

    return invoke("delete", run, [arr])


def may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays lie in the same memory."""
    require("may_share_memory", a, b)
    # Reading the address of memory shared lazily would copy it, hence the comparison by storage object.
    return bool(torch._C._is_alias_of(a._data, b._data))  # type: ignore[attr-defined]


def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays lie in the same memory."""
    return may_share_memory(a, b, max_work)


def array_equal(a1: Any, a2: Any) -> bool:
    """Whether two arrays have the same shape and elements."""
    return bool(np.array_equal(a1.asnumpy(), a2.asnumpy()))


def allclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether the elements of two arrays are nearly equal."""
    return bool(np.allclose(a.asnumpy(), b.asnumpy(), rtol, atol, equal_nan))


def isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    """Which elements of two arrays are nearly equal."""
    return invoke("isclose", lambda x, y: torch.isclose(x, y.to(x.dtype), rtol, atol, equal_nan), [a, b])
