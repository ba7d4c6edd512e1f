"""Sorting and top-k. Ties keep their order; NaN comes last in both ascending and descending order."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .._runtime.deferred_error import FailedTensor
from .facts import FULL, METHOD, ZERO_GRADIENT, Effects, Form, Inference, Params, TypeLike, Types
from .opdef import register
from .params import Bool, Choice, DType, Int, OptInt


def _tests_values(data: Tensor) -> bool:
    """Return whether values can be inspected: traced graphs have none, and other devices would have to synchronize."""
    return (data.is_floating_point() and data.numel() > 0 and data.is_cpu and not isinstance(data, FailedTensor)
            and not torch.compiler.is_compiling())


def _numbers_first(values: Tensor, indices: Tensor, axis: int, ascending: bool) -> tuple[Tensor, Tensor]:
    """Move NaN, which torch sorts as the largest number, to the end of a descending order."""
    if ascending or not _tests_values(values) or not bool(values.detach().narrow(axis, 0, 1).isnan().any()):
        return values, indices
    size = values.shape[axis]
    shape = [1] * values.ndim
    shape[axis] = size
    places = torch.arange(size, device=values.device).reshape(shape) + values.detach().isnan().sum(axis, keepdim=True)
    places = places % size
    return values.gather(axis, places), indices.gather(axis, places)


@register("sort", "_npi_sort", form=Form(method=True, output_names=("output0",), workspace=lambda params: 1))
def sort(data: Tensor, *, axis: OptInt = -1, is_ascend: Bool = True) -> Tensor:
    """Return a copy sorted along an axis, or a sorted flattened copy."""
    if axis is None:
        data, axis = data.reshape(-1), 0
    values, indices = torch.sort(data, dim=axis, descending=not is_ascend, stable=True)
    return _numbers_first(values, indices, axis, is_ascend)[0]


@register("argsort", "_npi_argsort", effects=ZERO_GRADIENT, form=METHOD, precision=FULL)
def argsort(data: Tensor, *, axis: OptInt = -1, is_ascend: Bool = True, dtype: DType = torch.float32) -> Tensor:
    """Return the indices that sort an axis, or the flattened array."""
    if axis is None:
        data, axis = data.reshape(-1), 0
    values, indices = torch.sort(data, dim=axis, descending=not is_ascend, stable=True)
    return _numbers_first(values, indices, axis, is_ascend)[1].to(dtype)


RetTyp = Annotated[str, Choice("both", "indices", "mask", "value")]


# Selection is faster than sorting if the axis is this many times as long as the result.
_FEW = 16


def _select(data: Tensor, axis: int, count: int, ascending: bool) -> Tensor | None:
    """Return the indices of the first `count` elements without a full sort, or None if ties decide the last one."""
    values, indices = torch.topk(data.detach(), count, axis, not ascending)
    last = values.narrow(axis, count - 1, 1)
    clear = (data.detach() == last).sum(axis) == (values == last).sum(axis)
    if not bool(clear.all()) or bool(values.isnan().any()):
        return None
    indices = indices.sort(axis).values
    order = torch.argsort(data.detach().gather(axis, indices), dim=axis, descending=not ascending, stable=True)
    return indices.gather(axis, order)


def _leading(data: Tensor, axis: int, count: int, ascending: bool) -> tuple[Tensor, Tensor]:
    """Return values and indices of the first `count` elements in order."""
    if count == 1:
        # Return the first extreme element; torch.topk does not guarantee an order of ties.
        values, indices = (torch.min if ascending else torch.max)(data, axis, True)
        if not _tests_values(values) or not bool(values.detach().isnan().any()):
            return values, indices
    if data.shape[axis] > _FEW * count and not data.is_meta:
        indices = _select(data, axis, count, ascending)
        if indices is not None:
            return data.gather(axis, indices), indices
    values, indices = torch.sort(data, dim=axis, descending=not ascending, stable=True)
    values, indices = _numbers_first(values, indices, axis, ascending)
    return values.narrow(axis, 0, count), indices.narrow(axis, 0, count)


def _topk_types(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [params["dtype"]] if params["ret_typ"] == "indices" else [known[0], params["dtype"]][:count]


@register("topk", "_npx_topk", outputs=lambda p: 2 if p["ret_typ"] == "both" else 1,
          inference=Inference(result_types=_topk_types),
          effects=Effects(gradient=lambda p: "flows" if p["ret_typ"] in ("both", "value") else "zero"),
          form=Form(method=True, output_names=lambda p: () if p["ret_typ"] in ("both", "value") else ("output",),
                    workspace=lambda p: 1 if p["ret_typ"] == "value" else 0), precision=FULL)
def topk(data: Tensor, *, axis: OptInt = -1, k: Int = 1, ret_typ: RetTyp = "indices", is_ascend: Bool = False,
         dtype: DType = torch.float32) -> Any:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    shape = data.shape
    if axis is None:
        data, axis = data.reshape(-1), 0
    size = data.shape[axis]
    if k > size:
        raise ValueError(f"k must be at most {size}, the size of the axis, received k={k}")
    values, indices = _leading(data, axis, k if k > 0 else size, is_ascend)
    if ret_typ == "indices":
        return indices.to(dtype)
    if ret_typ == "mask":
        return torch.zeros_like(data).scatter(axis, indices, 1).reshape(shape)
    values = values if values.requires_grad else values.clone()
    return (values, indices.to(dtype)) if ret_typ == "both" else values
