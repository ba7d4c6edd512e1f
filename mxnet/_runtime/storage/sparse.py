"""Content of sparse arrays: stored values and their positions.

Both kinds are immutable: writing to a sparse array replaces its content.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .. import torch_private
from ..error import MXNetError


class NotDense(MXNetError, AttributeError):
    """The dense tensor of a sparse array was requested."""


class SparseMark:
    """Base of all sparse array classes, for modules below the public ones.

    ``_stored`` is the content of the array. ``_twin`` is the dense tensor that torch records in its place, if any.
    """

    __slots__ = ()

    _stored: Any
    _twin: Any
    _ctx: Any
    _tape: Any

    @property
    def stype(self) -> str:
        """Storage type, ``'row_sparse'`` or ``'csr'``."""
        raise NotImplementedError


def union(first: Tensor, second: Tensor) -> Tensor:
    """Return the distinct numbers of two ascending lists."""
    together = torch.cat([first, second])
    if not together.is_cpu:
        return together.unique()
    # This sort detects the two ascending parts and merges them, 20 times as fast as torch's sort.
    return torch.unique_consecutive(torch.from_numpy(np.sort(together.numpy(), kind="stable")))


def search(ascending: Tensor, wanted: Tensor) -> Tensor:
    """Return the position of each number in an ascending list, or its insertion point."""
    if not ascending.is_cpu:
        return torch.searchsorted(ascending, wanted)
    # Three times as fast as torch's for ascending numbers.
    return torch.from_numpy(np.searchsorted(ascending.numpy(), wanted.numpy()))


class RowSparse:
    """Rows ``values[i]`` at ``indices[i]``; all other rows are zero."""

    __slots__ = ("indices", "shape", "values")
    stype = "row_sparse"

    def __init__(self, values: Tensor, indices: Tensor, shape: tuple[int, ...]) -> None:
        self.values, self.indices, self.shape = values, indices, shape

    @property
    def dtype(self) -> torch.dtype:
        return self.values.dtype

    def with_values(self, values: Tensor) -> RowSparse:
        """Return the same positions with other values."""
        return RowSparse(values, self.indices, self.shape)

    def convert(self, change: Callable[[Tensor], Tensor]) -> RowSparse:
        """Apply `change` to every tensor, for example to move them to a device."""
        return RowSparse(change(self.values), change(self.indices), self.shape)

    def dense(self) -> Tensor:
        """Return all elements."""
        full = self.values.new_zeros(self.shape)
        return full.index_copy_(0, self.indices, self.values) if self.indices.numel() else full

    @property
    def full(self) -> bool:
        """Whether all rows are stored."""
        return self.indices.numel() == self.shape[0]

    def aligned(self, other: RowSparse) -> tuple[RowSparse, Tensor, Tensor]:
        """Return the positions stored in either array (as an array), and the values of both there."""
        if self.indices is other.indices or torch.equal(self.indices, other.indices):
            return self, self.values, other.values
        places = union(self.indices, other.indices)
        empty = RowSparse(self.values.new_empty(0), places, self.shape)
        return empty, self.rows(places), other.rows(places)

    def rows(self, wanted: Tensor) -> Tensor:
        """Return the given rows, zero if they are not stored."""
        if self.full:
            return self.values[wanted]
        result = self.values.new_zeros((*wanted.shape, *self.shape[1:]))
        if self.indices.numel() and wanted.numel():
            at, stored = self.locate(wanted)
            result[stored] = self.values[at[stored]]
        return result

    def locate(self, wanted: Tensor) -> tuple[Tensor, Tensor]:
        """Return positions of rows among the stored ones, and a mask of rows that are stored."""
        at = search(self.indices, wanted).clamp_(max=max(self.indices.numel() - 1, 0))
        return at, self.indices[at] == wanted if self.indices.numel() else torch.zeros_like(wanted, dtype=torch.bool)

    def sorted(self) -> RowSparse:
        """Return the array with positions in ascending order."""
        if self.indices.numel() < 2 or bool((self.indices[1:] > self.indices[:-1]).all()):
            return self
        order = self.indices.argsort(stable=True)
        return RowSparse(self.values[order], self.indices[order], self.shape)

    @classmethod
    def from_dense(cls, tensor: Tensor) -> RowSparse:
        """Store all nonzero rows."""
        shape = tuple(tensor.shape)
        rows = tensor.detach().reshape(shape[0], -1)
        kept = rows.any(1).to(torch.bool) if rows.numel() else rows.new_zeros(shape[0], dtype=torch.bool)
        indices = kept.nonzero().squeeze(1)
        return cls(rows.index_select(0, indices).reshape(-1, *shape[1:]), indices, shape)

    @classmethod
    def zeros(cls, shape: tuple[int, ...], dtype: torch.dtype, where: Any) -> RowSparse:
        """Return an array without stored rows."""
        return cls(torch.zeros((0, *shape[1:]), dtype=dtype, device=where),
                   torch.zeros(0, dtype=torch.int64, device=where), shape)


class Csr:
    """Values of row i at columns ``indices[indptr[i]:indptr[i + 1]]``; all other elements are zero."""

    __slots__ = ("indices", "indptr", "shape", "values")
    stype = "csr"

    def __init__(self, values: Tensor, indices: Tensor, indptr: Tensor, shape: tuple[int, ...]) -> None:
        self.values, self.indices, self.indptr, self.shape = values, indices, indptr, shape

    @property
    def dtype(self) -> torch.dtype:
        return self.values.dtype

    def with_values(self, values: Tensor) -> Csr:
        """Return the same positions with other values."""
        return Csr(values, self.indices, self.indptr, self.shape)

    def convert(self, change: Callable[[Tensor], Tensor]) -> Csr:
        """Apply `change` to every tensor, for example to move them to a device."""
        return Csr(change(self.values), change(self.indices), change(self.indptr), self.shape)

    def rows(self) -> Tensor:
        """Return the row of each stored value."""
        return torch.repeat_interleave(torch.arange(self.shape[0], device=self.indptr.device), self.indptr.diff())

    def keys(self) -> Tensor:
        """Return the position of each stored value as one number."""
        return self.rows() * self.shape[1] + self.indices

    def dense(self) -> Tensor:
        """Return all elements."""
        full = self.values.new_zeros(self.shape)
        if self.values.numel():
            full.view(-1)[self.keys()] = self.values
        return full

    def sorted(self) -> Csr:
        """Return the array with the columns of each row in ascending order."""
        keys = self.keys()
        if keys.numel() < 2 or bool((keys[1:] > keys[:-1]).all()):
            return self
        order = keys.argsort(stable=True)
        return Csr(self.values[order], self.indices[order], self.indptr, self.shape)

    def aligned(self, other: Csr) -> tuple[Csr, Tensor, Tensor]:
        """Return the positions stored in either array (as an array), and the values of both there."""
        if torch.equal(self.indptr, other.indptr) and torch.equal(self.indices, other.indices):
            return self, self.values, other.values
        mine, its = self.sorted().keys(), other.sorted().keys()
        keys = union(mine, its)
        aligned_values = []
        for part, at in ((self.sorted(), mine), (other.sorted(), its)):
            values = part.values.new_zeros(keys.numel())
            aligned_values.append(values.index_copy_(0, search(keys, at), part.values))
        return self.from_keys(aligned_values[0], keys, self.shape), aligned_values[0], aligned_values[1]

    def column_block(self, begin: int, end: int) -> Csr:
        """Return columns ``begin:end``."""
        kept = (self.indices >= begin) & (self.indices < end)
        counts = torch.zeros(self.shape[0], dtype=torch.int64, device=kept.device)
        counts.index_add_(0, self.rows()[kept], torch.ones_like(self.indices[kept]))
        return Csr(self.values[kept], self.indices[kept] - begin, pointers(counts), (self.shape[0], end - begin))

    def row_block(self, begin: int, end: int) -> Csr:
        """Return rows ``begin:end``."""
        start, stop = int(self.indptr[begin]), int(self.indptr[end])
        return Csr(self.values[start:stop].clone(), self.indices[start:stop].clone(),
                   self.indptr[begin:end + 1] - start, (end - begin, self.shape[1]))

    def gather(self, wanted: Tensor) -> Csr:
        """Return the given rows in this order, possibly repeated."""
        counts = self.indptr.diff()[wanted]
        indptr = pointers(counts)
        offset = torch.arange(int(indptr[-1]), device=wanted.device) - torch.repeat_interleave(indptr[:-1], counts)
        at = torch.repeat_interleave(self.indptr[:-1][wanted], counts) + offset
        return Csr(self.values[at], self.indices[at], indptr, (wanted.numel(), self.shape[1]))

    @classmethod
    def from_keys(cls, values: Tensor, keys: Tensor, shape: tuple[int, ...]) -> Csr:
        """Create an array from values at ascending positions, each given as one number."""
        rows = torch.div(keys, max(shape[1], 1), rounding_mode="floor")
        return cls(values, keys - rows * shape[1], pointers(torch.bincount(rows, minlength=shape[0])), shape)

    @classmethod
    def from_dense(cls, tensor: Tensor) -> Csr:
        """Store all nonzero elements."""
        values = tensor.detach().contiguous().view(-1)
        keys = values.nonzero().squeeze(1)
        return cls.from_keys(values[keys], keys, tuple(tensor.shape))

    @classmethod
    def zeros(cls, shape: tuple[int, ...], dtype: torch.dtype, where: Any) -> Csr:
        """Return an array without stored values."""
        return cls(torch.zeros(0, dtype=dtype, device=where), torch.zeros(0, dtype=torch.int64, device=where),
                   torch.zeros(shape[0] + 1, dtype=torch.int64, device=where), shape)


Stored = RowSparse | Csr
KINDS: dict[str, type[RowSparse] | type[Csr]] = {"row_sparse": RowSparse, "csr": Csr}


def pointers(counts: Tensor) -> Tensor:
    """Return the start of each row from the number of values per row."""
    result = counts.new_zeros(counts.numel() + 1)
    torch.cumsum(counts, 0, out=result[1:])
    return result


def dense(content: Tensor | Stored) -> Tensor:
    """Return all elements of the content of an array."""
    return content if isinstance(content, Tensor) else content.dense()


def stored(content: Tensor | Stored, stype: str) -> Stored:
    """Convert the content of an array to a sparse kind; positions that are already stored are kept."""
    if isinstance(content, Tensor):
        if stype == "csr" and content.ndim != 2:
            raise ValueError(f"csr arrays have two axes, received shape {tuple(content.shape)}")
        if not content.is_sparse:
            return KINDS[stype].from_dense(content)
        return _from_torch(content, stype)
    return content if content.stype == stype else KINDS[stype].from_dense(content.dense())


def _from_torch(gradient: Tensor, stype: str) -> Stored:
    """Convert a torch sparse tensor, such as torch's sparse gradients."""
    if stype != "row_sparse" or gradient.sparse_dim() != 1:
        return KINDS[stype].from_dense(gradient.to_dense())
    places, values = torch_private.rows_of(gradient)
    # Accumulated gradients lose torch's "coalesced" flag; sorting them again costs more than computing the gradient.
    if not gradient.is_coalesced() and not bool((places[1:] > places[:-1]).all()):
        gradient = gradient.coalesce()
        places, values = gradient.indices()[0], gradient.values()
    return RowSparse(values.detach(), places, tuple(gradient.shape))
