"""Products of a CSR matrix with another matrix."""

from __future__ import annotations

import warnings
from typing import Any

import torch
from torch import Tensor

from .._runtime.storage.sparse import Csr, RowSparse, Stored, pointers

_FLOATING = (torch.float32, torch.float64)
if not torch.sparse.check_sparse_tensor_invariants.is_enabled():
    torch.sparse.check_sparse_tensor_invariants.disable()  # torch 2.11 warns unless the setting is explicit
# Up to this number of columns, adding row by row is faster than sorting the matrix for a product.
_NARROW = 16


def _product(indptr: Tensor, columns: Tensor, values: Tensor, rows: int, rhs: Tensor) -> Tensor:
    """Compute ``A @ rhs`` for the CSR parts of A."""
    if values.dtype in _FLOATING and columns.numel():
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta", UserWarning)
            matrix = torch.sparse_csr_tensor(indptr, columns, values, (rows, rhs.shape[0]), check_invariants=False)
        return matrix @ rhs
    total = rhs.new_zeros((rows, rhs.shape[1]))
    at = torch.repeat_interleave(torch.arange(rows, device=indptr.device), indptr.diff())
    return total.index_add_(0, at, values.unsqueeze(1) * rhs[columns])


def times(matrix: Csr, rhs: Tensor) -> Tensor:
    """Compute ``matrix @ rhs``."""
    return _product(matrix.indptr, matrix.indices, matrix.values, matrix.shape[0], rhs)


def transposed_times(matrix: Csr, rhs: Tensor) -> RowSparse:
    """Compute ``matrix.T @ rhs``; the result has one row for each used column of `matrix`."""
    used, place = _used_columns(matrix)
    shape = (matrix.shape[1], rhs.shape[1])
    if rhs.shape[1] <= _NARROW:
        values = rhs.new_zeros((used.numel(), rhs.shape[1]))
        parts = rhs.index_select(0, matrix.rows()).mul_(matrix.values.unsqueeze(1))
        return RowSparse(values.index_add_(0, place, parts), used, shape)
    order = place.argsort(stable=True)
    indptr = pointers(torch.bincount(place, minlength=used.numel()))
    values = _product(indptr, matrix.rows()[order], matrix.values[order], used.numel(), rhs)
    return RowSparse(values, used, shape)


def _used_columns(matrix: Csr) -> tuple[Tensor, Tensor]:
    """Return the columns with stored values, and the position of each value's column among them."""
    if matrix.shape[1] > 16 * matrix.indices.numel():
        return matrix.indices.unique(return_inverse=True)
    marked = matrix.indices.new_zeros(matrix.shape[1]).index_fill_(0, matrix.indices, 1)
    used = marked.nonzero().squeeze(1)
    return used, (marked.cumsum(0) - 1)[matrix.indices]


def _onto_rows(matrix: Csr, rhs: RowSparse) -> tuple[Csr, Tensor]:
    """Replace a product with a row-sparse matrix by a product with its stored rows."""
    if rhs.full:
        return matrix, rhs.values
    at, kept = rhs.locate(matrix.indices)
    counts = torch.zeros(matrix.shape[0], dtype=torch.int64, device=kept.device)
    counts.index_add_(0, matrix.rows()[kept], torch.ones_like(at[kept]))
    return Csr(matrix.values[kept], at[kept], pointers(counts), (matrix.shape[0], rhs.indices.numel())), rhs.values


def dot(params: dict[str, Any], lhs: Tensor | Stored, rhs: Tensor | Stored, by_rows: bool) -> Any:
    """Compute the product if `lhs` or `rhs` is CSR and a sparse product pays off, else return None."""
    flip_left, flip_right = params["transpose_a"], params["transpose_b"]
    if isinstance(lhs, Tensor) and isinstance(rhs, Csr) and not flip_left and lhs.ndim == 2:
        _check(lhs.shape[1], rhs.shape[1 if flip_right else 0], lhs, rhs)
        # Transpose both matrices to move the CSR matrix to the left.
        turned = lhs.t().contiguous()
        return times(rhs, turned).t() if flip_right else transposed_times(rhs, turned).dense().t()
    if not isinstance(lhs, Csr) or flip_right or isinstance(rhs, Csr) or len(rhs.shape) != 2:
        return None
    _check(lhs.shape[0 if flip_left else 1], rhs.shape[0], lhs, rhs)
    if flip_left:
        return transposed_times(lhs, rhs if isinstance(rhs, Tensor) else rhs.dense())
    if isinstance(rhs, RowSparse):
        lhs, rhs = _onto_rows(lhs, rhs)
    return times(lhs, rhs)


def _check(left: int, right: int, lhs: Any, rhs: Any) -> None:
    if left != right or lhs.dtype is not rhs.dtype:
        raise ValueError(f"lhs and rhs must have inner axes of one size and one type, received "
                         f"lhs={tuple(lhs.shape)} {lhs.dtype} and rhs={tuple(rhs.shape)} {rhs.dtype}")


class _CsrDot(torch.autograd.Function):
    """``matrix @ rhs`` or ``matrix.T @ rhs`` for a constant matrix."""

    @staticmethod
    def forward(ctx: Any, matrix: Csr, transposed: bool, rhs: Tensor) -> Tensor:
        ctx.matrix, ctx.transposed = matrix, transposed
        ctx.rows_only = rhs.is_leaf and getattr(rhs, "row_sparse_gradient", False)
        return transposed_times(matrix, rhs).dense() if transposed else times(matrix, rhs)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        head = heads[0].contiguous()
        if ctx.transposed:
            return None, None, times(ctx.matrix, head)
        rows = transposed_times(ctx.matrix, head)
        if not ctx.rows_only:
            return None, None, rows.dense()
        return None, None, torch.sparse_coo_tensor(rows.indices.unsqueeze(0), rows.values, rows.shape,
                                                   is_coalesced=True, check_invariants=False)


def recorded_dot(matrix: Csr, rhs: Tensor, transposed: bool) -> Tensor:
    """Compute the product, recorded for the gradient of `rhs`."""
    _check(matrix.shape[0 if transposed else 1], rhs.shape[0], matrix, rhs)
    return _CsrDot.apply(matrix, transposed, rhs)
