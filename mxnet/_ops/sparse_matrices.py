"""Sparse rules of operators on matrices and their rows, see ``sparse_values``."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._runtime.deferred_error import failed_tensor
from .._runtime.storage.sparse import Csr, RowSparse, Stored, dense, stored
from .bounds import out_of_bounds
from .facts import FALLBACK
from .opdef import OpDef
from .sparse_products import dot, recorded_dot

Content = Tensor | Stored


def sum_of_csr(op: OpDef, params: dict[str, Any], data: Content, mean: bool = False) -> Any:
    """Sum over one axis of a CSR matrix."""
    axis = params["axis"]
    axes = (axis,) if isinstance(axis, int) else tuple(axis or ())
    if not isinstance(data, Csr) or len(axes) != 1 or params["exclude"] or not -2 <= axes[0] < 2:
        return FALLBACK
    across = axes[0] % 2
    total = data.values.new_zeros(data.shape[1 - across])
    total.index_add_(0, data.rows() if across else data.indices, data.values)
    if mean:
        rounding = None if data.values.is_floating_point() else "trunc"
        total = torch.div(total, data.shape[across], rounding_mode=rounding)
    return total.unsqueeze(across) if params["keepdims"] else total


def mean_of_csr(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Compute the mean over one axis of a CSR matrix."""
    return sum_of_csr(op, params, data, mean=True)


def norm(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Compute the norm of all stored values."""
    if isinstance(data, Tensor) or params["axis"] not in (None, ()) or params["ord"] != 2 or params["keepdims"]:
        return FALLBACK
    return op.bind(params)(data.values.reshape(-1))


def square_sum(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Compute the sum of squares of a row-sparse matrix."""
    if not isinstance(data, RowSparse):
        raise ValueError("data must be row_sparse")
    axes = params["axis"]
    if axes not in ((0,), (1,)) or params["exclude"] or len(data.shape) != 2:
        raise ValueError(f"row_sparse data is summed over axis 0 or 1, received axis={axes}")
    squares = data.values * data.values
    if axes == (0,):
        return squares.sum(0, keepdim=params["keepdims"])
    rows = RowSparse(squares.sum(1, keepdim=True), data.indices, (data.shape[0], 1))
    return rows if params["keepdims"] else rows.dense().squeeze(1)


def slice_csr(op: OpDef, params: dict[str, Any], data: Content) -> Any:
    """Slice a block of a CSR matrix."""
    steps = params["step"] or ()
    if not isinstance(data, Csr) or any(s not in (None, 1) for s in steps):
        return FALLBACK
    (top, bottom), *columns = [_bounds(b, e, size) for b, e, size in zip(
        params["begin"], params["end"], data.shape, strict=False)]
    if len(params["begin"]) > 2:
        raise ValueError(f"begin has {len(params['begin'])} entries for two axes")
    rows = data.row_block(top, bottom)
    return rows.column_block(*columns[0]) if columns else rows


def _bounds(begin: int | None, end: int | None, size: int) -> tuple[int, int]:
    first, last = 0 if begin is None else begin, size if end is None else end
    first, last = first + size * (first < 0), last + size * (last < 0)
    if not 0 <= first < last <= size:
        raise ValueError(f"begin={begin} and end={end} are no part of an axis of size {size}")
    return first, last


def take_rows(op: OpDef, params: dict[str, Any], data: Content, indices: Content) -> Any:
    """Select rows of a CSR matrix."""
    if not isinstance(data, Csr) or not isinstance(indices, Tensor) or params["axis"] != 0 or indices.ndim != 1:
        return FALLBACK
    wanted = indices.long()
    if params["mode"] == "raise":
        if bool(((wanted < 0) | (wanted >= data.shape[0])).any()):
            raise IndexError(f"take operator contains indices out of bound {data.shape[0]}")
        return data.gather(wanted)
    return data.gather(wanted % data.shape[0] if params["mode"] == "wrap" else wanted.clamp(0, data.shape[0] - 1))


def concat_rows(op: OpDef, params: dict[str, Any], *data: Content) -> Any:
    """Stack CSR matrices vertically."""
    if params["dim"] != 0 or not all(isinstance(d, Csr) for d in data):
        return FALLBACK
    parts: list[Any] = list(data)
    if len({p.shape[1] for p in parts}) != 1:
        raise ValueError(f"all inputs must have the same number of columns, received shapes {[p.shape for p in parts]}")
    starts = [p.indptr[1:] for p in parts]
    offset = 0
    for i, part in enumerate(parts):
        starts[i] = starts[i] + offset
        offset += part.values.numel()
    indptr = torch.cat([parts[0].indptr[:1], *starts])
    return Csr(torch.cat([p.values for p in parts]), torch.cat([p.indices for p in parts]), indptr,
               (sum(p.shape[0] for p in parts), parts[0].shape[1]))


def retain(op: OpDef, params: dict[str, Any], data: Content, indices: Content) -> RowSparse:
    """Keep the given rows of a row-sparse array."""
    if not isinstance(data, RowSparse) or not isinstance(indices, Tensor):
        raise ValueError("data must be row_sparse and indices dense")
    wanted = indices.long().reshape(-1).sort().values
    return RowSparse(data.rows(wanted), wanted, data.shape)


def count(op: OpDef, params: dict[str, Any], data: Content) -> Tensor:
    """Count the stored values of a CSR matrix, in total or per row."""
    if not isinstance(data, Csr):
        raise ValueError("data must be csr")
    if params["axis"] is None:
        return data.indptr[-1:].clone()
    if params["axis"] != 1:
        raise ValueError(f"axis must be None or 1, received {params['axis']}")
    return data.indptr.diff()


def edge_id(op: OpDef, params: dict[str, Any], data: Content, u: Tensor, v: Tensor) -> Tensor:
    """Return the values of edges, -1 for edges that do not exist."""
    if not isinstance(data, Csr):
        raise ValueError("data must be csr")
    ordered = data.sorted()
    keys, wanted = ordered.keys(), u.long() * data.shape[1] + v.long()
    result = data.values.new_full(wanted.shape, -1)
    if keys.numel():
        at = torch.searchsorted(keys, wanted).clamp_(max=keys.numel() - 1)
        result = torch.where(keys[at] == wanted, ordered.values[at], result)
    return result


def adjacency(op: OpDef, params: dict[str, Any], data: Content) -> Csr:
    """Replace edge IDs by ones."""
    if not isinstance(data, Csr) or data.dtype is not torch.int64:
        raise ValueError("data must be csr of int64")
    return data.with_values(torch.ones_like(data.values, dtype=torch.float32))


def embedding(op: OpDef, params: dict[str, Any], data: Content, weight: Content) -> Any:
    """Select rows of a row-sparse weight."""
    if not isinstance(data, Tensor) or isinstance(weight, (Tensor, Csr)):
        return FALLBACK
    count = weight.shape[0]
    rows = weight.rows(data.long().clamp(0, count - 1))
    if out_of_bounds(data, count):  # MXNet clips indices of dense weights only
        return failed_tensor(rows, f"operator {op.name}: data has indices outside of the {count} rows of weight")
    return rows


def batch_norm(op: OpDef, params: dict[str, Any], *inputs: Content) -> Any:
    """Normalize dense copies."""
    if params["fix_gamma"]:
        raise ValueError("fix_gamma=True is not supported for sparse arrays")
    return FALLBACK


def dot_by_kind(op: OpDef, params: dict[str, Any], lhs: Content, rhs: Content) -> Any:
    """Compute the product in the storage type returned by `dot_kind`."""
    stype = dot_kind(params, lhs, rhs)
    result = dot(params, lhs, rhs, stype == "row_sparse")
    if result is None:
        result = op.lower(dense(lhs), dense(rhs), transpose_a=params["transpose_a"],
                          transpose_b=params["transpose_b"])
    return dense(result) if stype == "default" else stored(result, stype)


def dot_kind(params: dict[str, Any], lhs: Content, rhs: Content) -> str:
    """Return the storage type of a product."""
    if params["forward_stype"] is not None:
        return params["forward_stype"]
    if isinstance(lhs, Csr) and not isinstance(rhs, Csr) and params["transpose_a"] and not params["transpose_b"]:
        return "row_sparse"
    return "csr" if isinstance(lhs, Tensor) and isinstance(rhs, Csr) and not params["transpose_a"] else "default"


def record_dot(params: dict[str, Any], inputs: list[Any]) -> Any:
    """Record a product with a constant CSR matrix."""
    lhs, rhs = inputs
    if not isinstance(lhs, Csr) or not isinstance(rhs, Tensor) or params["transpose_b"] or rhs.ndim != 2:
        return FALLBACK
    return recorded_dot(lhs, rhs, params["transpose_a"])
