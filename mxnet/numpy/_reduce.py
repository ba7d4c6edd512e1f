"""Functions that combine elements along axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .._ops.opdef import find
from .._runtime.error import MXNetError
from ._call import axis_tuple, invoke, require, torch_type

Tensor = torch.Tensor


def _axes(tensor: Tensor, axis: Any) -> tuple[int, ...]:
    """All axes for None; each checked, none negative."""
    chosen = axis_tuple(axis)
    if chosen is None:
        return tuple(range(tensor.ndim))
    for one in chosen:
        if not -tensor.ndim <= one < tensor.ndim:
            raise MXNetError(f"axis {one} is out of bounds for array of dimension {tensor.ndim}")
    return tuple(one % tensor.ndim for one in chosen)


def _merged(tensor: Tensor, axes: tuple[int, ...]) -> Tensor:
    """The given axes as one, the last."""
    kept = [a for a in range(tensor.ndim) if a not in axes]
    moved = tensor.permute((*kept, *axes))
    count = 1
    for one in axes:
        count *= tensor.shape[one]
    return moved.reshape(*[tensor.shape[a] for a in kept], count)


def _restored(result: Tensor, source: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    if not keepdims:
        return result
    return result.reshape([1 if a in axes else size for a, size in enumerate(source.shape)])


def _along(compute: Callable[[Tensor], Tensor], axis: Any, keepdims: bool) -> Callable[[Tensor], Tensor]:
    """`compute` reduces the last axis."""

    def run(tensor: Tensor) -> Tensor:
        axes = _axes(tensor, axis)
        return _restored(compute(_merged(tensor, axes)), tensor, axes, keepdims)

    return run


def _sum_type(tensor: Tensor, dtype: Any) -> torch.dtype:
    """MXNet keeps the type, except that booleans are counted."""
    return torch_type(dtype) or (torch.int64 if tensor.dtype is torch.bool else tensor.dtype)


def _mean_type(tensor: Tensor, dtype: Any) -> torch.dtype:
    return torch_type(dtype) or (tensor.dtype if tensor.is_floating_point() else torch.float32)


def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = None,
        out: Any = None) -> Any:
    """Sum along axes."""
    if initial is not None:
        raise MXNetError(f"operator sum: initial is not supported, received {initial}")
    return invoke("sum", lambda t: _along(lambda m: m.sum(-1, dtype=_sum_type(t, dtype)), axis, keepdims)(t), [a], out)


def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Product along axes."""
    return invoke("prod", lambda t: _along(lambda m: m.prod(-1, dtype=_sum_type(t, dtype)), axis, keepdims)(t), [a],
                  out)


def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Mean along axes."""
    return invoke("mean", lambda t: _along(lambda m: m.to(_mean_type(t, dtype)).mean(-1), axis, keepdims)(t), [a], out)


def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Variance along axes, with divisor ``count - ddof``."""

    def run(tensor: Tensor) -> Tensor:
        wide = tensor.to(_mean_type(tensor, dtype))
        return _along(lambda m: torch.var(m, -1, correction=ddof), axis, keepdims)(wide)

    return invoke("var", run, [a], out)


def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
    """Standard deviation along axes, with divisor ``count - ddof``."""

    def run(tensor: Tensor) -> Tensor:
        wide = tensor.to(_mean_type(tensor, dtype))
        return _along(lambda m: torch.std(m, -1, correction=ddof), axis, keepdims)(wide)

    return invoke("std", run, [a], out)


def _extreme(name: str) -> Callable[[Tensor], Tensor]:
    lower = find(name).lower
    return lambda merged: lower(merged, axis=(-1,), keepdims=True, exclude=False).squeeze(-1)


def max(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Largest element along axes."""
    return invoke("max", _along(_extreme("max"), axis, keepdims), [a], out)


def min(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Smallest element along axes."""
    return invoke("min", _along(_extreme("min"), axis, keepdims), [a], out)


amax, amin = max, min


def any(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Whether an element along axes is not zero."""
    return invoke("any", _along(lambda m: m.ne(0).any(-1), axis, keepdims), [a], out)


def all(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Whether no element along axes is zero."""
    return invoke("all", _along(lambda m: m.ne(0).all(-1), axis, keepdims), [a], out)


def _first(compute: Callable[..., Tensor], axis: Any) -> Callable[[Tensor], Tensor]:
    return lambda t: compute(t.reshape(-1), 0) if axis is None else compute(t, axis)


def argmax(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the largest element, in the flattened array without `axis`."""
    return invoke("argmax", _first(torch.argmax, axis), [a], out)


def argmin(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Position of the smallest element, in the flattened array without `axis`."""
    return invoke("argmin", _first(torch.argmin, axis), [a], out)


def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Running sum along an axis, of the flattened array without `axis`."""

    def run(tensor: Tensor) -> Tensor:
        wanted = _sum_type(tensor, dtype)
        return torch.cumsum(tensor.reshape(-1), 0, dtype=wanted) if axis is None else \
            torch.cumsum(tensor, axis, dtype=wanted)

    return invoke("cumsum", run, [a], out)


def average(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Mean along axes, weighted if `weights` are given; with `returned` the sum of the weights too."""
    require("average", a)
    if weights is None:
        result = mean(a, axis=axis, out=out)
        total = invoke("average", lambda t, m: torch.full_like(m, t.numel() / m.numel()), [a, result])
        return (result, total) if returned else result
    spread = weights
    if weights.shape != a.shape:
        if not isinstance(axis, int) or weights.shape != (a.shape[axis],):
            raise MXNetError(f"operator average: weights of shape {weights.shape} do not fit {a.shape}, axis {axis}")
        sizes = [1] * a.ndim
        sizes[axis] = a.shape[axis]
        spread = invoke("average", lambda w: w.reshape(sizes).expand(a.shape).clone(), [weights])
    total = sum(spread, axis=axis)
    result = invoke("average", lambda t, w, s: _along(lambda m: m.sum(-1), axis, False)(t * w) / s,
                    [a, spread, total], out)
    return (result, total) if returned else result
