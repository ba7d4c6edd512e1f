"""Gathering, scattering and picking."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .opdef import ShapeLike, register
from .params import Bool, Choice, DType, Float, Int, OptInt


def _embedding_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [shapes[0], (params["input_dim"], params["output_dim"])]


@register("Embedding", fill=_embedding_shapes)
def embedding(data: Tensor, weight: Tensor, *, input_dim: Int, output_dim: Int, dtype: DType = torch.float32,
              sparse_grad: Bool = False) -> Tensor:
    """Rows of `weight` chosen by the integers in `data`."""
    return torch.nn.functional.embedding(torch.clamp(data.long(), 0, input_dim - 1), weight)


TakeMode = Annotated[str, Choice("clip", "raise", "wrap")]


def _wrapped(indices: Tensor, size: int, mode: str) -> Tensor:
    whole = indices.long()
    if mode == "wrap":
        return whole % size
    if mode == "raise":
        whole = torch.where(whole < 0, whole + size, whole)
        if whole.numel() and whole.device.type != "meta" and bool(((whole < 0) | (whole >= size)).any()):
            raise IndexError(f"take indices contain an index out of bound {size}")
        return whole
    return torch.clamp(whole, 0, size - 1)


@register("take")
def take(a: Tensor, indices: Tensor, *, axis: Int = 0, mode: TakeMode = "clip") -> Tensor:
    """Elements of `a` along `axis` at `indices`."""
    axis = axis % a.ndim
    where = _wrapped(indices, a.shape[axis], mode)
    if where.ndim == 1:
        return torch.index_select(a, axis, where)
    picked = torch.index_select(a, axis, where.reshape(-1))
    return picked.reshape(*a.shape[:axis], *where.shape, *a.shape[axis + 1 :])


@register("pick")
def pick(data: Tensor, index: Tensor, *, axis: OptInt = -1, keepdims: Bool = False,
         mode: Annotated[str, Choice("clip", "wrap")] = "clip") -> Tensor:
    """One element per position along `axis`, chosen by `index`."""
    if axis is None:
        return data.reshape(-1)[_wrapped(index, data.numel(), mode)]
    axis = axis % data.ndim
    where = _wrapped(index, data.shape[axis], mode)
    if where.ndim < data.ndim:
        where = where.unsqueeze(axis)
    picked = torch.gather(data, axis, where)
    if keepdims:
        return picked
    picked = picked.squeeze(axis)
    return picked.unsqueeze(0) if picked.ndim == 0 else picked


@register("one_hot")
def one_hot(indices: Tensor, *, depth: Int, on_value: Float = 1.0, off_value: Float = 0.0,
            dtype: DType = torch.float32) -> Tensor:
    """`on_value` at each index along a new last axis of size `depth`, else `off_value`."""
    classes = torch.arange(depth, device=indices.device)
    hit = indices.long().unsqueeze(-1) == classes
    on = torch.tensor(on_value, dtype=dtype, device=indices.device)
    off = torch.tensor(off_value, dtype=dtype, device=indices.device)
    return torch.where(hit, on, off)
