"""Gradients of integer arrays, which MXNet computes and torch does not.

An integer array that a gradient can reach is an `IntegerTensor`, a tensor subclass. Each operation on it also runs in
double precision, which autograd records, and gradients flow through that result. The gradients are integers of the same
dtype.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..deferred_error import FailedTensor
from ..error import TORCH_ERRORS

_CONVERSIONS = {torch.Tensor.to, torch.Tensor.type, torch.Tensor.double, torch.Tensor.float, torch.Tensor.half,
                torch.Tensor.long, torch.Tensor.int, torch.Tensor.short, torch.Tensor.char, torch.Tensor.byte}


def converted(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Convert floating point numbers to integers as C does: dtypes below 32 bits keep the low bits."""
    if dtype is torch.int32 or dtype is torch.int64 or dtype is torch.bool:
        return values.to(dtype, copy=True)
    return values.to(torch.int32).to(dtype)


class _Double(torch.autograd.Function):
    """Current values of integers in double precision; their gradients are rounded to the integer dtype."""

    @staticmethod
    def forward(ctx: Any, source: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        ctx.kind = values.dtype
        return values.double()

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        return converted(heads[0], ctx.kind).double(), None


class _Valued(torch.autograd.Function):
    """Identity of `values` whose gradient goes to `source`."""

    @staticmethod
    def forward(ctx: Any, source: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        ctx.kind = source.dtype
        return values.view_as(values)

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        return heads[0].to(ctx.kind), None


class IntegerTensor(torch.Tensor):
    """Integers with a floating point tensor `source` that receives their gradient."""

    source: torch.Tensor

    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if any(issubclass(kind, FailedTensor) for kind in types):
            return FailedTensor.__torch_function__(func, types, args, kwargs)
        return torch.Tensor.__torch_function__(_call, (), (func, args, kwargs))


def _call(func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Call a torch function of integers, and let gradients flow through the same function of floating point numbers."""
    result = func(*args, **kwargs)
    if not torch.is_grad_enabled() or not _may_follow(func, result):
        return result
    try:
        shadow = _shadow_of(args[0]) if func in _CONVERSIONS else _in_double(func, args, kwargs)
    except TORCH_ERRORS:
        return result  # no such function of floating point numbers: no gradient flows through it
    return _joined(result, shadow)


def with_source(values: torch.Tensor, source: torch.Tensor) -> IntegerTensor:
    """Return integers whose gradient goes to `source`."""
    tensor = values.detach().as_subclass(IntegerTensor)
    tensor.source = source
    return tensor


def integer_leaf(values: torch.Tensor) -> IntegerTensor:
    """Return integers, in the same memory, that accumulate gradients in ``.source.grad``."""
    return with_source(values, torch.zeros(values.shape, dtype=torch.float64, device=values.device, requires_grad=True))


def from_floating(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Convert floating point numbers to integers and let gradients flow through."""
    if not values.requires_grad or not torch.is_grad_enabled() or dtype is torch.bool:
        return converted(values, dtype)
    return with_source(converted(values.detach(), dtype), values.double())


def differentiable(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor that torch differentiates in place of `tensor`."""
    return tensor.source if type(tensor) is IntegerTensor else tensor


# Booleans pass gradients when their elements are moved; results of comparisons have none.
_MOVES = {"cat", "stack", "reshape", "view", "unsqueeze", "squeeze", "permute", "t", "transpose", "movedim", "expand",
          "clone",
          "contiguous", "flip", "index_select", "_lazy_clone"}


def _may_follow(func: Callable[..., Any], result: Any) -> bool:
    name = getattr(func, "__name__", "")
    if name in ("__get__", "__set__", "detach") or (name.endswith("_") and not name.endswith("__")):
        return False  # attributes, memory access and in-place writes
    return any(isinstance(part, torch.Tensor) and (part.dtype is not torch.bool or name in _MOVES)
               for part in (result if isinstance(result, (list, tuple)) else (result,)))


def _shadow_of(value: Any) -> Any:
    if type(value) is IntegerTensor:
        return _Double.apply(value.source, value.as_subclass(torch.Tensor))
    if isinstance(value, torch.dtype) and not value.is_floating_point:
        return torch.float64
    return type(value)(_shadow_of(part) for part in value) if type(value) in (list, tuple) else value


def _sum_of_extremes(extreme: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Return a function with the gradient of MXNet's reductions.

    Each element equal to the extreme gets the full gradient.
    """

    def reduce(data: torch.Tensor, dim: Any = (), keepdim: bool = False) -> torch.Tensor:
        return torch.where(data == extreme(data.detach(), dim, True), data, 0).sum(dim, keepdim)

    return reduce


# Functions whose gradient in MXNet differs from torch's. Their values are not used.
_OTHER_GRADIENT: dict[Any, Callable[..., torch.Tensor]] = {
    torch.maximum: lambda lhs, rhs: torch.where(lhs >= rhs, lhs, rhs),  # the first of equal numbers gets the gradient
    torch.minimum: lambda lhs, rhs: torch.where(lhs <= rhs, lhs, rhs),
    torch.amax: _sum_of_extremes(torch.amax),
    torch.amin: _sum_of_extremes(torch.amin),
}


def _in_double(func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    # A rounded division has the gradient of the exact one.
    named = {name: _shadow_of(value) for name, value in kwargs.items() if name != "rounding_mode"}
    return _OTHER_GRADIENT.get(func, func)(*(_shadow_of(value) for value in args), **named)


def _joined(result: Any, shadow: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(tuple(_joined(r, s) for r, s in zip(result, shadow, strict=True)))
    if not isinstance(shadow, torch.Tensor) or not shadow.requires_grad:
        return result
    return _Valued.apply(shadow, result.detach()) if result.is_floating_point() else with_source(result, shadow)
