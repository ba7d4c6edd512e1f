"""Operators that join and split arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..facts import WIDEST, Form, Params
from ..opdef import find, register
from ..params import Bool, Int, OptInt, Shape
from .twins import alike

_split = find("_split_v2").lower


@register("_npi_concatenate", variadic="num_args", form=Form(output_names=("out",)), precision=WIDEST)
def concatenate(*data: Tensor, axis: OptInt = 0) -> Tensor:
    """Join arrays along an axis; flatten them first if it is None."""
    if axis is None:
        return torch.cat([tensor.reshape(-1) for tensor in alike(*data)])
    rank, dtype = data[0].ndim, data[0].dtype
    if len(data) == 2 and data[1].dtype is dtype and data[1].ndim == rank and rank:
        return torch.cat(data, axis)
    mixed = False
    for tensor in data:
        # torch accepts an empty vector with any other array, NumPy does not
        if tensor.ndim != rank or not rank:
            raise ValueError(f"all arrays must have the same number of axes, at least 1, received shapes "
                             f"{[tuple(tensor.shape) for tensor in data]}")
        mixed = mixed or tensor.dtype is not dtype
    return torch.cat(alike(*data) if mixed else data, axis)


@register("_npi_stack", variadic="num_args", precision=WIDEST)
def stack(*data: Tensor, axis: Int = 0) -> Tensor:
    """Join arrays of equal shape along a new axis."""
    dtype = data[0].dtype
    for tensor in data:
        if tensor.dtype is not dtype:
            return torch.stack(alike(*data), axis)
    return torch.stack(data, axis)


def _are_alike(data: tuple[Tensor, ...]) -> bool:
    """Return whether all tensors have the same dtype and the same rank of at least 2."""
    rank, dtype = data[0].ndim, data[0].dtype
    for tensor in data:
        if tensor.ndim != rank or tensor.dtype is not dtype:
            return False
    return rank > 1


@register("_npi_vstack", variadic="num_args", form=Form(output_names=("out",)), precision=WIDEST)
def vstack(*data: Tensor) -> Tensor:
    """Stack arrays by rows."""
    return torch.cat(data) if _are_alike(data) else torch.vstack(alike(*data))


@register("_npi_hstack", variadic="num_args", form=Form(output_names=("out",)), precision=WIDEST)
def hstack(*data: Tensor) -> Tensor:
    """Stack arrays by columns."""
    return torch.cat(data, 1) if _are_alike(data) else torch.hstack(alike(*data))


@register("_npi_dstack", variadic="num_args", form=Form(output_names=("out",)), precision=WIDEST)
def dstack(*data: Tensor) -> Tensor:
    """Stack arrays along the third axis."""
    return torch.dstack(alike(*data))


@register("_npi_column_stack", variadic="num_args", precision=WIDEST)
def column_stack(*data: Tensor) -> Tensor:
    """Stack vectors as the columns of a matrix."""
    return torch.column_stack(alike(*data))


def _parts(params: Params) -> int:
    return params["sections"] if params["sections"] > 0 else len(params["indices"])


@register("_npi_hsplit", outputs=_parts)
def hsplit(data: Tensor, *, indices: Shape, axis: Int = 1, squeeze_axis: Bool = False, sections: Int = 0) -> Any:
    """Split an array by columns; a vector counts as one row."""
    return _split(data, indices=indices, axis=min(1, data.ndim - 1), squeeze_axis=squeeze_axis, sections=sections)


@register("_npi_dsplit", outputs=_parts)
def dsplit(data: Tensor, *, indices: Shape, axis: Int = 1, squeeze_axis: Bool = False, sections: Int = 0) -> Any:
    """Split an array along the third axis."""
    if data.ndim < 3:
        raise ValueError(f"only arrays of three or more axes can be split along the third, received {data.ndim}")
    return _split(data, indices=indices, axis=2, squeeze_axis=squeeze_axis, sections=sections)


def _at_least(rank: int, compute: Callable[[Tensor], Tensor]) -> None:
    def lower(*arys: Tensor) -> Any:
        results = tuple(compute(array).clone() for array in arys)
        return results if len(results) > 1 else results[0]

    lower.__doc__ = f"Return arrays with at least {rank} axes."
    register(f"_np_atleast_{rank}d", variadic="num_args", outputs=lambda params: int(params["num_args"]))(lower)


_at_least(1, torch.atleast_1d)
_at_least(2, torch.atleast_2d)
_at_least(3, torch.atleast_3d)
