"""Reductions over axes. A full reduction has shape (1,), because MXNet's arrays have no rank 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from . import sparse_matrices
from .facts import (
    FULL,
    METHOD,
    NO_GRADIENT,
    UNLISTED,
    ZERO_GRADIENT,
    Form,
    Inference,
    Params,
    Size,
    Sparse,
    TypeLike,
    Types,
)
from .opdef import register
from .params import Bool, Choice, Int, OptDType, OptInt, OptShape
from .products import product, without_nan

Axes = tuple[int, ...] | None


def reduced_axes(ndim: int, axis: Axes, exclude: bool = False) -> tuple[int, ...]:
    """Return the non-negative axes to reduce; an empty `axis` means all, also with `exclude`."""
    if not axis:
        return tuple(range(ndim))
    wrapped = tuple(a + ndim if a < 0 else a for a in axis)
    for a in wrapped:
        if not 0 <= a < ndim:
            raise ValueError(f"Reduction axis {axis} Exceeds input dimensions of an array of {ndim} dimensions")
    if len(set(wrapped)) < len(wrapped):
        raise ValueError(f"Reduction axes have duplicates {axis}")
    return tuple(a for a in range(ndim) if a not in wrapped) if exclude else wrapped


def _at_least_1d(result: Tensor) -> Tensor:
    return result if result.ndim else result.unsqueeze(0)


def _choose(data: Tensor, axis: Axes, exclude: bool) -> int | tuple[int, ...]:
    """Return the axes for torch, as a number if possible, which is fastest. Torch validates them."""
    if axis and not exclude:
        return axis[0] if len(axis) == 1 else axis
    return reduced_axes(data.ndim, axis, exclude)


def _reduced_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,), axis = shapes, params["axis"]
    if axis is None or axis == () or params["exclude"]:
        return None
    axes = {a for a in ((axis,) if isinstance(axis, int) else axis) if -len(data) <= a < len(data)}
    if len(axes) != (1 if isinstance(axis, int) else len(axis)):
        return None
    reduced = {a % len(data) for a in axes}
    if params["keepdims"]:
        return tuple(1 if i in reduced else size for i, size in enumerate(data))
    return tuple(size for i, size in enumerate(data) if i not in reduced) or (1,)


def _reduction(function: Callable[..., Tensor], of_integers: Callable[..., Tensor], word: str) -> Callable[..., Tensor]:
    """Return the lowering of a sum or a mean."""

    def lower(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
        if not exclude and data.is_floating_point():
            if axis:
                result = function(data, axis[0] if len(axis) == 1 else axis, keepdims)
                return result if result.ndim else result.unsqueeze(0)
            if not keepdims:
                return function(data).unsqueeze(0)
        axes = _choose(data, axis, exclude)
        if axes == ():
            return data.clone()
        result = (function if data.is_floating_point() else of_integers)(data, axes, keepdims)
        return result if result.ndim else result.unsqueeze(0)

    lower.__doc__ = f"Compute the {word} over `axis`, or over all other axes with `exclude`."
    return lower


def _integer_sum(data: Tensor, axes: int | tuple[int, ...], keepdims: bool) -> Tensor:
    return torch.sum(data, axes, keepdims, dtype=data.dtype)


def _integer_mean(data: Tensor, axes: int | tuple[int, ...], keepdims: bool) -> Tensor:
    count = 1
    for a in (axes,) if isinstance(axes, int) else axes:
        count *= data.shape[a]
    total = _integer_sum(data, axes, keepdims)
    return total if data.dtype is torch.bool else torch.div(total, count, rounding_mode="trunc")


sum, mean = _reduction(torch.sum, _integer_sum, "sum"), _reduction(torch.mean, _integer_mean, "mean")
register("sum", "sum_axis", inference=Inference(shapes=_reduced_shape), form=Form(method=True, in_sparse=("sum",)),
         sparse=Sparse(stored=sparse_matrices.sum_of_csr), precision=FULL)(sum)
register("mean", inference=Inference(shapes=_reduced_shape), form=Form(method=True, in_sparse=("mean",)),
         sparse=Sparse(stored=sparse_matrices.mean_of_csr), precision=FULL)(mean)


def _prod(data: Tensor, axis: Axes, keepdims: bool, exclude: bool, skips_nan: bool = False) -> Tensor:
    axes = reduced_axes(data.ndim, axis, exclude)
    return _at_least_1d(product(data, axes, keepdims, skips_nan)) if axes else data.clone()


@register("prod", inference=Inference(shapes=_reduced_shape), form=METHOD, precision=FULL)
def prod(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Compute the product over `axis`, or over all other axes with `exclude`."""
    return _prod(data, axis, keepdims, exclude)


class _Numbers(torch.autograd.Function):
    """Elements with NaN replaced by 0; the gradient of NaN is multiplied by 0."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        ctx.save_for_backward(data)
        return without_nan(data, 0)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,) = ctx.saved_tensors
        return grads[0] * (data == data)


@register("nansum", form=METHOD, precision=FULL)
def nansum(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Compute the sum over `axis` with NaN counted as 0."""
    recorded = data.requires_grad and torch.is_grad_enabled()
    numbers: Tensor = _Numbers.apply(data) if recorded else without_nan(data, 0)
    return sum(numbers, axis=axis, keepdims=keepdims, exclude=exclude)


@register("nanprod", form=METHOD, precision=FULL)
def nanprod(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Compute the product over `axis` with NaN counted as 1."""
    return _prod(data, axis, keepdims, exclude, True)


class _Extreme(torch.autograd.Function):
    """Maximum or minimum over axes; every element equal to it receives the gradient."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...], largest: bool) -> Tensor:
        result = torch.amax(data, axes, True) if largest else torch.amin(data, axes, True)
        ctx.save_for_backward(data, result)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        return grads[0] * (data == result).to(data.dtype), None, None


def extreme(data: Tensor, axis: Axes, keepdims: bool, exclude: bool, largest: bool) -> Tensor:
    """Return the largest or smallest elements along axes, or along all other axes."""
    axes = _choose(data, axis, exclude)
    if axes == ():
        return data.clone()
    if not (torch.is_grad_enabled() and data.requires_grad):
        return _at_least_1d((torch.amax if largest else torch.amin)(data, axes, keepdims))
    result = _Extreme.apply(data, axes, largest)
    return result if keepdims else _at_least_1d(result.squeeze(axes))


@register("max", "max_axis", inference=Inference(shapes=_reduced_shape), form=METHOD)
def max(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Return the largest element over `axis`; all ties receive the gradient."""
    return extreme(data, axis, keepdims, exclude, True)


@register("min", "min_axis", inference=Inference(shapes=_reduced_shape), form=METHOD)
def min(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Return the smallest element over `axis`; all ties receive the gradient."""
    return extreme(data, axis, keepdims, exclude, False)


def _norm_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [getattr(torch, params["out_dtype"]) if params["out_dtype"] else known[0]]


@register("norm", inference=Inference(result_types=_norm_type), form=Form(method=True, in_sparse=("norm",)),
          sparse=Sparse(stored=sparse_matrices.norm), precision=FULL)
def norm(data: Tensor, *, ord: Int = 2, axis: OptShape = None,
         out_dtype: Annotated[str | None, Choice("float16", "float32", "float64", "int32", "int64", "int8",
                                                 optional=True)] = None,
         keepdims: Bool = False) -> Tensor:
    """Compute the L1 or L2 norm over `axis`."""
    if ord not in (1, 2):
        raise ValueError(f"norm only supports ord=1 and ord=2, received {ord}")
    wide = data if data.is_floating_point() else data.double()
    axes = reduced_axes(data.ndim, axis)
    if ord == 1:
        result = torch.linalg.vector_norm(wide, 1, axes, keepdims)
    elif data.requires_grad and torch.is_grad_enabled():
        result = _Length.apply(wide if out_dtype in (None, "float16") else _at_least_single(wide), axes)
        result = result if keepdims else result.squeeze(axes)
    else:
        result = _length(wide, axes, keepdims)
    return _at_least_1d(result).to(data.dtype if out_dtype is None else getattr(torch, out_dtype))


# Limits of the norm below which squares may underflow and above which they may overflow. Other dtypes use the limits of
# single precision.
_SHORTEST, _LONGEST = {torch.float64: 1e-140}, {torch.float64: 1e150}


def _length(data: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    """Compute the L2 norm, even of numbers whose squares overflow or underflow."""
    result = torch.linalg.vector_norm(data, 2, axes, keepdims)
    if not data.is_cpu or not data.numel() or torch.compiler.is_compiling():
        return result
    low, high = [extreme.item() for extreme in result.aminmax()] if result.numel() > 1 else [result.item()] * 2
    if high < _LONGEST.get(data.dtype, 1e18) and low > _SHORTEST.get(data.dtype, 1e-15):
        return result
    peak = torch.amax(torch.abs(data), axes, True)
    scale = torch.where((peak > 0) & (peak < torch.inf), peak, torch.ones_like(peak))
    length = torch.linalg.vector_norm(data / scale, 2, axes, True) * scale
    # MXNet divides infinity by infinity here.
    length = length.masked_fill(torch.isinf(data).sum(axes, True) > 1, torch.nan)
    return length if keepdims else length.squeeze(axes)


class _Length(torch.autograd.Function):
    """L2 norm whose slope is the element divided by the norm, which is NaN for a norm of 0."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...]) -> Tensor:
        result = _length(_at_least_single(data), axes, True).to(data.dtype)
        ctx.save_for_backward(data, result)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        return grads[0] * (data / result), None


def _at_least_single(data: Tensor) -> Tensor:
    return data.float() if data.dtype is torch.float16 else data


@register("moments", outputs=2, form=Form(method=True, named_input=True), precision=FULL)
def moments(data: Tensor, *, axes: OptShape = None, keepdims: Bool = False) -> Any:
    """Compute mean and biased variance over `axes`."""
    if not axes:
        raise ValueError("Empty axes is not supported, if you would like to do global moments, please pass all axes "
                         "to axes argument")
    centre = mean(data, axis=axes, keepdims=True)
    variance = mean(torch.square(data - centre), axis=axes, keepdims=keepdims)
    return mean(data, axis=axes, keepdims=keepdims), variance


def _arg(data: Tensor, axis: int | None, keepdims: bool, largest: bool) -> Tensor:
    function = torch.argmax if largest else torch.argmin
    if axis is None:
        index = function(data.reshape(-1), 0, True)
        return (index.reshape([1] * data.ndim) if keepdims else index).to(data.dtype)
    return _at_least_1d(function(data, axis, keepdims)).to(data.dtype)


@register("argmax", effects=ZERO_GRADIENT, form=METHOD)
def argmax(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Return the index of the first largest element along `axis`, in the dtype of `data`."""
    return _arg(data, axis, keepdims, True)


@register("argmin", effects=ZERO_GRADIENT, form=METHOD)
def argmin(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Return the index of the first smallest element along `axis`, in the dtype of `data`."""
    return _arg(data, axis, keepdims, False)


@register("argmax_channel", effects=NO_GRADIENT, form=METHOD)
def argmax_channel(data: Tensor) -> Tensor:
    """Compute `argmax` over axis 1."""
    return _arg(data, 1, False, True)


@register("_np_cumsum", "cumsum", precision=UNLISTED)
def cumsum(a: Tensor, *, axis: OptInt = None, dtype: OptDType = None) -> Tensor:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    data = a.reshape(-1) if axis is None else a
    if dtype is None:
        dtype = torch.int64 if a.dtype is torch.bool else a.dtype
    data = data if dtype.is_floating_point else data.detach()
    if dtype is torch.float16 and not data.is_meta and data.numel():
        return _sums_in_half(data.to(dtype), axis or 0)
    return torch.cumsum(data, axis or 0, dtype=dtype)


def _sums_in_half(data: Tensor, axis: int) -> Tensor:
    """Compute cumulative sums rounded to half precision after each addition, as MXNet does."""
    parts = list(torch.unbind(data, axis))
    for index in range(1, len(parts)):
        parts[index] = parts[index - 1] + parts[index]
    return torch.stack(parts, axis)
