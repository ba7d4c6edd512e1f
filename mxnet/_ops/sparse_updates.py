"""Optimizer steps for row-sparse gradients, which change only rows with a gradient."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from .._runtime import storage
from .._runtime.storage.sparse import RowSparse, Stored, search, union
from .facts import FALLBACK
from .opdef import OpDef

Content = Tensor | Stored


def _rows(content: Content, indices: Tensor) -> Tensor:
    if isinstance(content, Tensor):
        return content.index_select(0, indices)
    return content.rows(indices)  # type: ignore[call-arg]  # the rule is for row-sparse content


def _with_rows(content: Content, indices: Tensor, rows: Tensor, inplace: bool) -> Content:
    """Replace rows of `content`; write dense content in place if allowed."""
    if isinstance(content, Tensor):
        if not inplace:
            return content.index_copy(0, indices, rows.to(content.dtype))
        with storage.writing(content) as memory:
            memory.index_copy_(0, indices, rows.to(memory.dtype))
        return content
    assert isinstance(content, RowSparse)
    if content.full:
        return content.with_values(content.values.index_copy(0, indices, rows))
    places = union(content.indices, indices)
    values = content.rows(places).index_copy_(0, search(places, indices), rows)
    return RowSparse(values, places, content.shape)


def lazy(op: OpDef, params: dict[str, Any], contents: list[Content], inplace: bool) -> Any:
    """Apply the formula of the operator to the rows of weight and states that have a gradient."""
    weight, grad, *states = contents
    if not isinstance(grad, RowSparse) or not params.get("lazy_update", True):
        return FALLBACK
    if tuple(grad.shape) != tuple(weight.shape):
        raise ValueError(f"grad must have the shape of weight {tuple(weight.shape)}, received {tuple(grad.shape)}")
    rows = [_rows(c, grad.indices) for c in (weight, *states)]
    moved = op.bind(params)(rows[0], grad.values, *rows[1:])
    return [_with_rows(weight, grad.indices, moved, inplace),
            *[_with_rows(s, grad.indices, r, True) for s, r in zip(states, rows[1:], strict=True)]]


def lazy_if_sparse(op: OpDef, params: dict[str, Any], contents: list[Content], inplace: bool) -> Any:
    """Apply `lazy` to sparse weights; dense weights are updated fully."""
    return FALLBACK if isinstance(contents[0], Tensor) else lazy(op, params, contents, inplace)
