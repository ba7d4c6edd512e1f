"""What sparse arrays hold: stored values and where they belong.

Both kinds are immutable: writing to a sparse array replaces what it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..error import MXNetError


class NotDense(MXNetError, AttributeError):
    """The dense tensor of a sparse array was requested."""


class SparseMark:
    """Base of all sparse array classes, known below the public modules.

    ``_stored`` is what the array holds; ``_twin`` the dense tensor that torch records in its place, if any.
    """

    __slots__ = ()

    _stored: Any
    _twin: Any
    _ctx: Any
    _tape: Any

    @property
    def stype(self) -> str:
        raise NotImplementedError


def union(first: Tensor, second: Tensor) -> Tensor:
    """The different numbers in two ascending lists."""
    together = torch.cat([first, second])
    if not together.is_cpu:
        return together.unique()
    # This sort finds the two ascending parts and merges them, 20 times as fast as torch's.
    return torch.unique_consecutive(torch.from_numpy(np.sort(together.numpy(), kind="stable")))


def search(ascending: Tensor, wanted: Tensor) -> Tensor:
    """Where each wanted number is, or would be, in an ascending list."""
    if not ascending.is_cpu:
        return torch.searchsorted(ascending, wanted)
    # Three times as fast as torch's for wanted numbers that ascend as well.
    return torch.from_numpy(np.searchsorted(ascending.numpy(), wanted.numpy()))


class RowSparse:
    """Rows ``values[i]`` at ``indices[i]``; all others are zero."""

    __slots__ = ("indices", "shape", "values")
    stype = "row_sparse"

    def __init__(self, values: Tensor, indices: Tensor, shape: tuple[int, ...]) -> None:
        self.values, self.indices, self.shape = values, indices, shape

    @property
    def dtype(self) -> torch.dtype:
        return self.values.dtype

    def with_values(self, values: Tensor) -> RowSparse:
        """The same places with other values."""
        return RowSparse(values, self.indices, self.shape)

    def convert(self, change: Callable[[Tensor], Tensor]) -> RowSparse:
        """`change` applied to every tensor, as for moving to a device."""
        return RowSparse(change(self.values), change(self.indices), self.shape)

    def dense(self) -> Tensor:
        """All elements."""
        full = self.values.new_zeros(self.shape)
        return full.index_copy_(0, self.indices, self.values) if self.indices.numel() else full

    @property
    def full(self) -> bool:
        """Whether all rows are stored."""
        return self.indices.numel() == self.shape[0]

    def aligned(self, other: RowSparse) -> tuple[RowSparse, Tensor, Tensor]:
        """Places stored in any of two arrays (as an array), and the values of both there."""
        if self.indices is other.indices or torch.equal(self.indices, other.indices):
            return self, self.values, other.values
        places = union(self.indices, other.indices)
        empty = RowSparse(self.values.new_empty(0), places, self.shape)
        return empty, self.rows(places), other.rows(places)

    def rows(self, wanted: Tensor) -> Tensor:
        """The given rows, zero where they are not stored."""
        if self.full:
            return self.values[wanted]
        found = self.values.new_zeros((*wanted.shape, *self.shape[1:]))
        if self.indices.numel() and wanted.numel():
            at, stored = self.locate(wanted)
            found[stored] = self.values[at[stored]]
        return found

    def locate(self, wanted: Tensor) -> tuple[Tensor, Tensor]:
        """Positions of rows among the stored ones, and which of them are stored at all."""
        at = search(self.indices, wanted).clamp_(max=max(self.indices.numel() - 1, 0))
        return at, self.indices[at] == wanted if self.indices.numel() else torch.zeros_like(wanted, dtype=torch.bool)

    def sorted(self) -> RowSparse:
        """With places in ascending order."""
        if self.indices.numel() < 2 or bool((self.indices[1:] > self.indices[:-1]).all()):
            return self
        order = self.indices.argsort(stable=True)
        return RowSparse(self.values[order], self.indices[order], self.shape)

    @classmethod
    def from_dense(cls, tensor: Tensor) -> RowSparse:
        """All rows that are not zero."""
        shape = tuple(tensor.shape)
        rows = tensor.detach().reshape(shape[0], -1)
        kept = rows.any(1).to(torch.bool) if rows.numel() else rows.new_zeros(shape[0], dtype=torch.bool)
        indices = kept.nonzero().squeeze(1)
        return cls(rows.index_select(0, indices).reshape(-1, *shape[1:]), indices, shape)

    @classmethod
    def zeros(cls, shape: tuple[int, ...], dtype: torch.dtype, where: Any) -> RowSparse:
        """Nothing stored."""
        return cls(torch.zeros((0, *shape[1:]), dtype=dtype, device=where),
                   torch.zeros(0, dtype=torch.int64, device=where), shape)


class Csr:
    """Values of row i at columns ``indices[indptr[i]:indptr[i + 1]]``; all others are zero."""

    __slots__ = ("indices", "indptr", "shape", "values")
    stype = "csr"

    def __init__(self, values: Tensor, indices: Tensor, indptr: Tensor, shape: tuple[int, ...]) -> None:
        self.values, self.indices, self.indptr, self.shape = values, indices, indptr, shape

    @property
    def dtype(self) -> torch.dtype:
        return self.values.dtype

    def with_values(self, values: Tensor) -> Csr:
        """The same places with other values."""
        return Csr(values, self.indices, self.indptr, self.shape)

    def convert(self, change: Callable[[Tensor], Tensor]) -> Csr:
        """`change` applied to every tensor, as for moving to a device."""
        return Csr(change(self.values), change(self.indices), change(self.indptr), self.shape)

    def rows(self) -> Tensor:
        """The row of each stored value."""
        return torch.repeat_interleave(torch.arange(self.shape[0], device=self.indptr.device), self.indptr.diff())

    def keys(self) -> Tensor:
        """The place of each stored value as one number."""
        return self.rows() * self.shape[1] + self.indices

    def dense(self) -> Tensor:
        """All elements."""
        full = self.values.new_zeros(self.shape)
        if self.values.numel():
            full.view(-1)[self.keys()] = self.values
        return full

    def sorted(self) -> Csr:
        """With columns of each row in ascending order."""
        keys = self.keys()
        if keys.numel() < 2 or bool((keys[1:] > keys[:-1]).all()):
            return self
        order = keys.argsort(stable=True)
        return Csr(self.values[order], self.indices[order], self.indptr, self.shape)

    def aligned(self, other: Csr) -> tuple[Csr, Tensor, Tensor]:
        """Places stored in any of two arrays (as an array), and the values of both there."""
        if torch.equal(self.indptr, other.indptr) and torch.equal(self.indices, other.indices):
            return self, self.values, other.values
        mine, its = self.sorted().keys(), other.sorted().keys()
        keys = union(mine, its)
        found = []
        for part, at in ((self.sorted(), mine), (other.sorted(), its)):
            values = part.values.new_zeros(keys.numel())
            found.append(values.index_copy_(0, search(keys, at), part.values))
        return self.from_keys(found[0], keys, self.shape), found[0], found[1]

    def column_block(self, begin: int, end: int) -> Csr:
        """Columns ``begin:end``."""
        kept = (self.indices >= begin) & (self.indices < end)
        counts = torch.zeros(self.shape[0], dtype=torch.int64, device=kept.device)
        counts.index_add_(0, self.rows()[kept], torch.ones_like(self.indices[kept]))
        return Csr(self.values[kept], self.indices[kept] - begin, pointers(counts), (self.shape[0], end - begin))

    def row_block(self, begin: int, end: int) -> Csr:
        """Rows ``begin:end``."""
        start, stop = int(self.indptr[begin]), int(self.indptr[end])
        return Csr(self.values[start:stop].clone(), self.indices[start:stop].clone(),
                   self.indptr[begin:end + 1] - start, (end - begin, self.shape[1]))

    def gather(self, wanted: Tensor) -> Csr:
        """The given rows, in that order and as often as they are given."""
        counts = self.indptr.diff()[wanted]
        indptr = pointers(counts)
        offset = torch.arange(int(indptr[-1]), device=wanted.device) - torch.repeat_interleave(indptr[:-1], counts)
        at = torch.repeat_interleave(self.indptr[:-1][wanted], counts) + offset
        return Csr(self.values[at], self.indices[at], indptr, (wanted.numel(), self.shape[1]))

    @classmethod
    def from_keys(cls, values: Tensor, keys: Tensor, shape: tuple[int, ...]) -> Csr:
        """Values at ascending places, each given as one number."""
        rows = torch.div(keys, max(shape[1], 1), rounding_mode="floor")
        return cls(values, keys - rows * shape[1], pointers(torch.bincount(rows, minlength=shape[0])), shape)

    @classmethod
    def from_dense(cls, tensor: Tensor) -> Csr:
        """All elements that are not zero."""
        values = tensor.detach().contiguous().view(-1)
        keys = values.nonzero().squeeze(1)
        return cls.from_keys(values[keys], keys, tuple(tensor.shape))

    @classmethod
    def zeros(cls, shape: tuple[int, ...], dtype: torch.dtype, where: Any) -> Csr:
        """Nothing stored."""
        return cls(torch.zeros(0, dtype=dtype, device=where), torch.zeros(0, dtype=torch.int64, device=where),
                   torch.zeros(shape[0] + 1, dtype=torch.int64, device=where), shape)


Stored = RowSparse | Csr
KINDS: dict[str, type[RowSparse] | type[Csr]] = {"row_sparse": RowSparse, "csr": Csr}


def pointers(counts: Tensor) -> Tensor:
    """Where each row begins, from how many values each has."""
    result = counts.new_zeros(counts.numel() + 1)
    torch.cumsum(counts, 0, out=result[1:])
    return result


def dense(content: Tensor | Stored) -> Tensor:
    """All elements of what an array holds."""
    return content if isinstance(content, Tensor) else content.dense()


def stored(content: Tensor | Stored, stype: str) -> Stored:
    """What an array holds, in a sparse kind; places it stores already are kept."""
    if isinstance(content, Tensor):
        if stype == "csr" and content.ndim != 2:
            raise ValueError(f"csr arrays have two axes, received shape {tuple(content.shape)}")
        if not content.is_sparse:
            return KINDS[stype].from_dense(content)
        return _from_torch(content, stype)
    return content if content.stype == stype else KINDS[stype].from_dense(content.dense())


def _from_torch(gradient: Tensor, stype: str) -> Stored:
    """A torch sparse tensor, as torch's sparse gradients are."""
    if stype != "row_sparse" or gradient.sparse_dim() != 1:
        return KINDS[stype].from_dense(gradient.to_dense())
    places = gradient._indices()[0]
    # Accumulated gradients lose torch's "coalesced" flag; sorting them again costs more than the gradient did.
    if not gradient.is_coalesced() and not bool((places[1:] > places[:-1]).all()):
        gradient = gradient.coalesce()
    return RowSparse(gradient._values().detach(), gradient._indices()[0], tuple(gradient.shape))
