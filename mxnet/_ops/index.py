"""Operators that select elements by index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from .._runtime.deferred_error import failed_tensor
from .._runtime.error import MXNetError, OutOfBoundsError
from .._runtime.storage import scalar as kept_scalar
from . import sparse_matrices
from .bounds import check_labels, out_of_bounds
from .facts import INT64, METHOD, NAMED_INPUT, NO_GRADIENT, ZERO_GRADIENT, Form, Inference, Params, Size, Sparse
from .opdef import ShapeLike, register
from .params import Bool, Choice, DType, Float, Int, OptInt, OptShape, Shape


def _embedding_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [shapes[0], (params["input_dim"], params["output_dim"])]


def _embedding_shape(params: Params, shapes: list[Size]) -> Size | None:
    data, weight = shapes
    fits = weight == (params["input_dim"], params["output_dim"])
    return (*data, params["output_dim"]) if fits else None


def _refuse_rows(grad: Tensor) -> None:
    raise MXNetError("operator Embedding: data has indices outside of weight, whose rows have no row-sparse gradient; "
                     "clip them before, or use sparse_grad=False")


# An untyped weight gets the dtype of the parameter. The result has the dtype of the weight.
EMBEDDING = Inference(fill=_embedding_shapes, shapes=_embedding_shape, index_inputs=(0,),
                      input_types=lambda params, known: [None, params["dtype"]],
                      result_types=lambda params, known, count: [known[1]])


def sparse_rows(row_gradient: Callable[[Params, str], bool]) -> Sparse:
    """Return the sparse rules of an operator with a dense result and a weight that may be row-sparse."""
    return Sparse(stored=sparse_matrices.embedding, stype=lambda params, data, weight: "default",
                  row_gradient=row_gradient)


@register("Embedding", "_npx_embedding", inference=EMBEDDING, form=Form(method=True, in_sparse=("Embedding",)),
          sparse=sparse_rows(lambda params, stype: params["sparse_grad"]))
def embedding(data: Tensor, weight: Tensor, *, input_dim: Int, output_dim: Int, dtype: DType = torch.float32,
              sparse_grad: Bool = False) -> Tensor:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    if weight.shape != (input_dim, output_dim):
        raise ValueError(f"weight must have shape {(input_dim, output_dim)}, received {tuple(weight.shape)}")
    where = data.long()
    if sparse_grad and weight.is_leaf and getattr(weight, "row_sparse_gradient", False):
        rows = torch.nn.functional.embedding(torch.clamp(where, 0, input_dim - 1), weight, sparse=True)
        if rows.requires_grad and out_of_bounds(data, input_dim):
            rows.register_hook(_refuse_rows)  # MXNet returns results here, but no row-sparse gradient
        return rows
    if weight.is_cpu:
        try:
            return torch.nn.functional.embedding(where, weight)
        except (IndexError, RuntimeError):
            # Torch raised for an out-of-range index. Clipping all indices first would slow down every call.
            check_labels("Embedding", "data", data, input_dim)
    return torch.nn.functional.embedding(torch.clamp(where, 0, input_dim - 1), weight)


TakeMode = Annotated[str, Choice("clip", "raise", "wrap")]


def whole_indices(indices: Tensor, size: int, mode: str) -> Tensor:
    """Convert indices to int64 within ``[0, size)`` by clipping, wrapping or checking."""
    integers = indices.long()
    if mode == "wrap":
        return integers % size
    if mode == "raise":
        if out_of_bounds(indices, size):
            raise IndexError(f"take operator contains indices out of bound {size}")
        return integers
    return torch.clamp(integers, 0, size - 1)


@register("take", "_npi_take", inference=Inference(index_inputs=(1,)), form=METHOD,
          sparse=Sparse(stored=sparse_matrices.take_rows))
def take(a: Tensor, indices: Tensor, *, axis: Int = 0, mode: TakeMode = "clip") -> Tensor:
    """Select elements of `a` along `axis` at `indices`."""
    if not -a.ndim <= axis < a.ndim:
        raise ValueError(f"axis must be in the range [-{a.ndim}, {a.ndim - 1}], received {axis}")
    axis %= a.ndim
    if mode == "clip" and indices.ndim == 1 and a.is_cpu:
        try:
            return torch.index_select(a, axis, indices.long())
        except (IndexError, RuntimeError):
            pass  # out-of-range index; clipping all indices first would slow down every call
    try:
        where = whole_indices(indices, a.shape[axis], mode)
    except IndexError as error:
        return failed_tensor(take(a, indices, axis=axis), str(error))  # MXNet checks indices only when it computes
    if where.ndim == 1:
        return torch.index_select(a, axis, where)
    picked = torch.index_select(a, axis, where.reshape(-1))
    return picked.reshape((*a.shape[:axis], *where.shape, *a.shape[axis + 1:]))


@register("pick", "choose_element_0index", "_npx_pick", inference=Inference(index_inputs=(1,)),
          form=Form(method=True, gradient_names=("{}_backward_output", "{}_index_backward_output")))
def pick(data: Tensor, index: Tensor, *, axis: OptInt = -1, keepdims: Bool = False,
         mode: Annotated[str, Choice("clip", "wrap")] = "clip") -> Tensor:
    """Select one element per position along `axis`, given by `index`."""
    if axis is None:
        raise ValueError("axis=None is not supported by pick yet. Must specify an axis.")
    size = data.shape[axis]
    where = index.long() if mode == "clip" and data.is_cpu else whole_indices(index, size, mode)
    if where.ndim < data.ndim:
        where = where.unsqueeze(axis)
    # `gather` rejects an index tensor that is larger than the data, but accepts a smaller one.
    if where.ndim != data.ndim or where.shape[axis] != 1 or where.numel() * size != data.numel():
        raise ValueError(f"index must have the shape of data={tuple(data.shape)} without axis {axis}, or with size 1 "
                         f"there, received {tuple(index.shape)}")
    try:
        picked = torch.gather(data, axis, where)
    except (IndexError, RuntimeError):
        # Torch raised for an out-of-range index. Clipping all indices first would slow down every call.
        check_labels("pick", "index", index, size)
        picked = torch.gather(data, axis, torch.clamp(where, 0, size - 1))
    if keepdims:
        return picked
    picked = picked.squeeze(axis)
    return picked if picked.ndim else picked.unsqueeze(0)


@register("batch_take", inference=Inference(input_types=lambda params, known: [None, torch.int32], index_inputs=(1,)),
          effects=NO_GRADIENT, form=METHOD)
def batch_take(a: Tensor, indices: Tensor) -> Tensor:
    """Select one element of each row of a matrix."""
    if indices.dtype is not torch.int32:
        raise ValueError(f"indices must be of type int32, received {indices.dtype}")
    flat = a.reshape(-1, a.shape[-1])
    where = torch.clamp(indices.long(), 0, flat.shape[1] - 1)
    return torch.gather(flat, 1, where.reshape(-1, 1)).reshape(indices.shape)


@register("one_hot", "_npx_one_hot", inference=Inference(index_inputs=(0,)), effects=ZERO_GRADIENT, form=NAMED_INPUT)
def one_hot(indices: Tensor, *, depth: Int, on_value: Float = 1.0, off_value: Float = 0.0,
            dtype: DType = torch.float32) -> Tensor:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    hit = indices.long().unsqueeze(-1) == torch.arange(depth, device=indices.device)
    if on_value == 1.0 and off_value == 0.0:
        return hit.to(dtype)
    return torch.where(hit, kept_scalar(on_value, dtype), kept_scalar(off_value, dtype))


@register("_onehot_encode", inference=Inference(one_type=True))
def onehot_encode(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Return one one-hot row for each index in `lhs`, with the shape and dtype of `rhs`."""
    if rhs.ndim != 2 or lhs.shape != rhs.shape[:1]:
        raise ValueError(f"lhs must be 1-d and rhs have as many rows, received {tuple(lhs.shape)} and "
                         f"{tuple(rhs.shape)}")
    return (lhs.long().unsqueeze(1) == torch.arange(rhs.shape[1], device=lhs.device)).to(rhs.dtype)


@register("gather_nd", "_npi_gather_nd", "_npx_gather_nd", inference=Inference(index_inputs=(1,)),
          form=Form(method=True, gradient_names=("{}_backward_output", "{}_backward_indices_output")))
def gather_nd(data: Tensor, indices: Tensor) -> Tensor:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    if indices.ndim < 2 or indices.shape[0] > data.ndim:
        raise ValueError(f"indices must have at least 2 dimensions, the first of at most {data.ndim}, received "
                         f"{tuple(indices.shape)}")
    if indices.is_floating_point():
        indices = torch.floor(indices)  # negative indices are offset by the axis size before truncation
    try:
        return data[tuple(indices.long().unbind(0))]
    except IndexError as error:
        raise OutOfBoundsError(f"operator gather_nd: {error}") from None


@register("_contrib_boolean_mask", "_npi_boolean_mask", inference=Inference(index_inputs=(1,)), form=METHOD)
def boolean_mask(data: Tensor, index: Tensor, *, axis: Int = 0) -> Tensor:
    """Select the rows of `data` where `index` is not zero. Arrays only: the result's shape depends on values."""
    if axis != 0 or index.ndim != 1 or index.shape[0] != data.shape[0]:
        raise ValueError(f"axis must be 0 and index have one element for each row, received axis={axis}, "
                         f"index={tuple(index.shape)} and data={tuple(data.shape)}")
    if data.device.type == "meta":
        raise NotImplementedError("the shape of boolean_mask depends on the values of index and cannot be inferred")
    return data[index != 0]


@register("_contrib_index_array", inference=INT64, form=Form(named_input=True, named_outputs=True))
def index_array(data: Tensor, *, axes: OptShape = None) -> Tensor:
    """Return the coordinates of every element along a new last axis, for all axes or the given ones.

    An axis past the last one wraps around: some networks use axis 1 of vectors.
    """
    shape = tuple(data.shape)
    chosen = range(len(shape)) if axes is None else [a % max(len(shape), 1) for a in axes]
    grids = []
    for a in chosen:
        position = torch.arange(shape[a], device=data.device)
        view = [1] * len(shape)
        view[a] = -1
        grids.append(position.reshape(view).expand(shape))
    return torch.stack(grids, -1) if grids else torch.zeros((*shape, 0), dtype=torch.int64, device=data.device)


@register("_ravel_multi_index", "ravel_multi_index", form=METHOD)
def ravel_multi_index(data: Tensor, *, shape: Shape) -> Tensor:
    """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
    if data.ndim != 2 or data.shape[0] != len(shape):
        raise ValueError(f"data must have 2 dimensions and {len(shape)} rows, received {tuple(data.shape)}")
    coordinates = data.long()
    flat = coordinates[0]
    for row, size in enumerate(shape[1:], 1):
        flat = flat * size + coordinates[row]
    return flat.to(data.dtype)


@register("_unravel_index", "unravel_index", form=METHOD)
def unravel_index(data: Tensor, *, shape: Shape) -> Tensor:
    """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
    flat, rows = data.long(), []
    for size in reversed(shape[1:]):
        rows.append(torch.fmod(flat, size))
        flat = torch.div(flat, size, rounding_mode="trunc")
    return torch.stack([flat, *reversed(rows)]).to(data.dtype)
