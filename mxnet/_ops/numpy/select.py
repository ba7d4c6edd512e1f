"""Operators that select, delete and insert elements."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..._runtime import torch_private
from ..._runtime.deferred_error import failed_tensor
from ..._runtime.error import ArgumentValueError
from ..._runtime.storage import scalar as kept_scalar
from ..facts import FLOAT32, NO_GRADIENT, WIDEST, ZERO_GRADIENT, Form, Inference, Params, fixed_type
from ..opdef import register
from ..params import Float, Int, OptFloat, OptInt, Str
from .twins import alike

_INDEX = fixed_type(torch.int64)


@register("_npi_where", inference=Inference(index_inputs=(0,)),
          form=Form(gradient_names=("{}_cond_backward_output", "{}_backward_output0", "{}_backward_output1")),
          precision=WIDEST)
def where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Return elements of `x` where the condition is not zero, and of `y` elsewhere."""
    if x.dtype is not y.dtype:
        x, y = alike(x, y)
    return torch.where(condition.bool(), x, y)


@register("_npi_where_lscalar", inference=Inference(index_inputs=(0,)),
          form=Form(gradient_names=("{}_cond_backward_output", "{}_backward_output")))
def where_left_number(condition: Tensor, x: Tensor, *, scalar: Float = 0.0) -> Tensor:
    """Return a scalar where the condition is not zero, and elements of `x` elsewhere."""
    return torch.where(condition.ne(0), kept_scalar(scalar, x.dtype), x)


@register("_npi_where_rscalar", inference=Inference(index_inputs=(0,)),
          form=Form(gradient_names=("{}_cond_backward_output", "{}_backward_output")))
def where_right_number(condition: Tensor, y: Tensor, *, scalar: Float = 0.0) -> Tensor:
    """Return elements of `y` where the condition is not zero, and a scalar elsewhere."""
    return torch.where(condition.ne(0), y, kept_scalar(scalar, y.dtype))


@register("_npi_where_scalar2", inference=FLOAT32, effects=ZERO_GRADIENT)
def where_numbers(condition: Tensor, *, x: Float = 0.0, y: Float = 0.0) -> Tensor:
    """Return one of two scalars depending on the condition."""
    return torch.where(condition.ne(0), kept_scalar(x, torch.float32), kept_scalar(y, torch.float32))


@register("_npx_nonzero", "_npi_nonzero", inference=Inference(result_types=_INDEX), effects=ZERO_GRADIENT)
def nonzero(x: Tensor) -> Tensor:
    """Return the indices of nonzero elements, one row each."""
    if x.is_meta:
        raise NotImplementedError("the number of nonzero elements depends on their values")
    return torch.nonzero(x if x.ndim else x.reshape(1))


@register("_npx_constraint_check", inference=Inference(result_types=fixed_type(torch.bool)), effects=ZERO_GRADIENT)
def constraint_check(input: Tensor, *, msg: Str = "Constraint violated.") -> Tensor:
    """Return True if all elements are True, else raise an error with this message."""
    if input.dtype is not torch.bool:
        raise TypeError(f"constraint_check requires booleans, received {input.dtype}")
    if not input.is_meta and not bool(input.all()):
        return failed_tensor(torch.ones((), dtype=torch.bool), msg, ArgumentValueError)
    return input.all()


def _mask_places(data: Tensor, mask: Tensor, start_axis: int) -> tuple[Any, ...]:
    """Return the index of the elements that a mask over some axes selects."""
    rest = data.shape[start_axis:start_axis + mask.ndim]
    if mask.shape != rest:
        raise ValueError(f"a mask of shape {tuple(mask.shape)} does not match axes of sizes {tuple(rest)}")
    return (*[slice(None)] * start_axis, mask.ne(0))


@register("_npi_boolean_mask_assign_scalar", effects=NO_GRADIENT)
def assign_number(data: Tensor, mask: Tensor, *, value: Float = 0.0, start_axis: Int = 0) -> Tensor:
    """Replace the elements where the mask is not zero by a scalar."""
    result = data.clone()
    result[_mask_places(data, mask, start_axis)] = value
    return result


@register("_npi_boolean_mask_assign_tensor", effects=NO_GRADIENT)
def assign_array(data: Tensor, mask: Tensor, value: Tensor, *, start_axis: Int = 0) -> Tensor:
    """Replace the elements where the mask is not zero by consecutive elements of `value`."""
    result = data.clone()
    result[_mask_places(data, mask, start_axis)] = value.to(data.dtype)
    return result


def _positions(size: int, start: int | None, stop: int | None, step: int | None, single: int | None,
               given: Tensor | None) -> tuple[Tensor, bool]:
    """Return positions along an axis from a slice, a number or an array, and whether it was a number."""
    if given is not None:
        places = given.long().reshape(-1)
        if places.numel() and (int(places.min()) < -size or int(places.max()) > size):
            raise IndexError(f"positions must be within an axis of size {size}")
        return torch.where(places < 0, places + size, places), False
    if single is not None:
        if not -size <= single <= size:
            raise IndexError(f"index {single} is out of bounds for an axis of size {size}")
        return torch.tensor([single + size if single < 0 else single]), True
    return torch.arange(size)[slice(start, stop, step)] if (step or 1) > 0 else torch.tensor(
        list(range(size))[slice(start, stop, step)], dtype=torch.int64), False


def _flat(arr: Tensor, axis: int | None) -> tuple[Tensor, int]:
    if axis is None or not arr.ndim:
        return arr.reshape(-1), 0
    if not -arr.ndim <= axis < arr.ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {arr.ndim}")
    return arr, axis % arr.ndim


def _given_by_array(params: Params) -> bool:
    return all(params[name] is None for name in ("start", "stop", "step", "int_ind"))


def _delete_inputs(params: Params) -> tuple[str, ...]:
    return ("arr", "obj") if _given_by_array(params) else ("arr",)


@register("_npi_delete", present=_delete_inputs, optional=frozenset(["obj"]), effects=NO_GRADIENT)
def delete(arr: Tensor, obj: Tensor | None = None, *, start: OptInt = None, stop: OptInt = None, step: OptInt = None,
           int_ind: OptInt = None, axis: OptInt = None) -> Tensor:
    """Delete elements at positions of an axis, or of the flattened array without `axis`."""
    if not arr.ndim and axis is not None:  # scalars stay unchanged
        return arr.clone()
    source, along = _flat(arr, axis)
    size = source.shape[along]
    if obj is not None and obj.is_meta:
        raise NotImplementedError("the number of distinct positions depends on their values")
    if int_ind is not None and int_ind >= size:
        raise IndexError(f"index {int_ind} is out of bounds for an axis of size {size}")
    kept = torch.ones(size, dtype=torch.bool)
    if obj is None:
        kept[_positions(size, start, stop, step, int_ind, None)[0]] = False
    else:  # MXNet ignores positions outside of the axis, including negative ones
        places = obj.long().reshape(-1).cpu()
        kept[places[(places >= 0) & (places < size)]] = False
    return source.index_select(along, torch.nonzero(kept).reshape(-1).to(arr.device))


def _number(value: float | None, like: Tensor) -> Tensor:
    return kept_scalar(0.0 if value is None else value, like.dtype)


def _insert_inputs(params: Params, *names: str) -> tuple[str, ...]:
    return names if params["val"] is None else ("arr", *names[2:])


def _insert(arr: Tensor, values: Tensor, axis: int | None, places: Tensor, number: bool = False) -> Tensor:
    """Insert `values` before positions of the original axis, or all before a single position."""
    if not arr.ndim and axis is not None and not values.ndim:  # scalars stay unchanged
        return arr.clone()
    source, along = _flat(arr, axis)
    size = source.shape[along]
    target = list(source.shape)
    if places.numel() == 1 and values.ndim:
        while values.ndim < source.ndim:
            values = values.unsqueeze(0)
        if number:  # as in NumPy, the first axis then grows
            values = values.movedim(0, along)
        places = places.repeat(values.shape[along])
    count = places.numel()
    target[along] = count
    joined = torch.cat([source, values.to(source.dtype).expand(target).to(source.device)], along)
    order = torch.argsort(torch.cat([torch.arange(size) * 2 + 1, places.cpu() * 2]), stable=True)
    return joined.index_select(along, order.to(arr.device))


@register("_npi_insert_scalar", present=lambda p: _insert_inputs(p, "arr", "values"), effects=NO_GRADIENT)
def insert_at_number(arr: Tensor, values: Tensor | None = None, *, val: OptFloat = None, start: OptInt = None,
                     stop: OptInt = None, step: OptInt = None, int_ind: OptInt = None, axis: OptInt = None) -> Tensor:
    """Insert values before one position of an axis, or of the flattened array without `axis`."""
    source, along = _flat(arr, axis)
    at = 0 if not arr.ndim and axis is not None else int_ind or 0
    places, single = _positions(source.shape[along], None, None, None, at, None)
    inserted = _number(val, arr) if values is None else values
    return _insert(arr, inserted, axis, places, single)


@register("_npi_insert_slice", present=lambda p: _insert_inputs(p, "arr", "values"), effects=NO_GRADIENT)
def insert_at_slice(arr: Tensor, values: Tensor | None = None, *, val: OptFloat = None, start: OptInt = None,
                    stop: OptInt = None, step: OptInt = None, int_ind: OptInt = None, axis: OptInt = None) -> Tensor:
    """Insert values before the positions of a slice of an axis."""
    source, along = _flat(arr, axis)
    places, _ = _positions(source.shape[along], start, stop, step, None, None)
    inserted = _number(val, arr) if values is None else values
    return _insert(arr, inserted, axis, places)


@register("_npi_insert_tensor", present=lambda p: _insert_inputs(p, "arr", "values", "obj"), effects=NO_GRADIENT)
def insert_at_array(arr: Tensor, values: Tensor, obj: Tensor | None = None, *, val: OptFloat = None,
                    start: OptInt = None, stop: OptInt = None, step: OptInt = None, int_ind: OptInt = None,
                    axis: OptInt = None) -> Tensor:
    """Insert values before positions given by an array."""
    inserted, indices = (values, obj) if obj is not None else (_number(val, arr), values)
    source, along = _flat(arr, axis)
    if indices.is_meta:
        count = indices.numel()
        return source.new_empty([size + count if i == along else size for i, size in enumerate(source.shape)])
    places, _ = _positions(source.shape[along], None, None, None, None, indices)
    return _insert(arr, inserted, axis, places, not indices.ndim)


def _extent(data: Tensor) -> tuple[int, int]:
    """Return the range of the elements in their storage."""
    if not data.numel():
        return 0, 0
    last = sum((size - 1) * stride for size, stride in zip(data.shape, data.stride(), strict=True))
    return int(data.storage_offset()), int(data.storage_offset() + last + 1)


@register("_npi_share_memory", inference=Inference(result_types=fixed_type(torch.bool)), effects=NO_GRADIENT)
def share_memory(a: Tensor, b: Tensor) -> Tensor:
    """Return whether two arrays share memory."""
    if a.is_meta:
        return torch.empty((), dtype=torch.bool, device=a.device)
    # Compare storage objects: reading the address of lazily shared memory would copy it.
    if not torch_private.is_alias(a, b):
        return torch.tensor(False)
    (first, end), (other, last) = _extent(a), _extent(b)
    return torch.tensor(first < last and other < end)
