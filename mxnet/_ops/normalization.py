"""Normalization layers without moving statistics."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from .._runtime import torch_private
from .batch_norm import Results, blocked, channel_shapes, count_moments, moment_form
from .checks import check_floating
from .facts import FULL, Form, Inference, Params, Precision, Size
from .opdef import ShapeLike, register
from .params import Bool, Choice, Float, Int


def _check_vectors(size: int, gamma: Tensor, beta: Tensor) -> None:
    if gamma.shape != (size,) or beta.shape != (size,):
        raise ValueError(f"gamma and beta must have shape ({size},), received {tuple(gamma.shape)} and "
                         f"{tuple(beta.shape)}")


_MOST_ROWS = 512


class _ManyRows(torch.autograd.Function):
    """Layer normalization of many rows that sums the gradients of gamma and beta in blocks.

    Torch adds all rows one by one, which loses a digit of precision after a few thousand rows.
    """

    @staticmethod
    def forward(ctx: Any, data: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, Tensor, Tensor]:
        result, mean, scale = torch.native_layer_norm(data, [data.shape[-1]], gamma, beta, eps)
        ctx.save_for_backward(data, gamma, beta, mean, scale)
        ctx.mark_non_differentiable(mean, scale)
        return result, mean, scale

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, gamma, beta, mean, scale = ctx.saved_tensors
        size = data.shape[-1]
        rows = [t.reshape(-1, t.shape[-1]) for t in (heads[0].contiguous(), data, mean, scale)]
        inner = torch_private.layer_norm_backward(rows[0], rows[1], [size], rows[2], rows[3], gamma, beta,
                                                          [True, False, False])[0]
        blocks = [torch_private.layer_norm_backward(head, part, [size], m, s, gamma, beta,
                                                            [False, True, True])[1:]
                  for head, part, m, s in zip(*[t.split(_MOST_ROWS) for t in rows], strict=True)]
        outer = [torch.stack(parts).sum(0) for parts in zip(*blocks, strict=True)]
        return inner.reshape(data.shape), *outer, None


def _layer_norm(rows: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, Tensor, Tensor]:
    size = rows.shape[-1]
    if rows.numel() > 2 * _MOST_ROWS * size and gamma.requires_grad and torch.is_grad_enabled():
        return _ManyRows.apply(rows.contiguous(), gamma, beta, eps)
    return torch.native_layer_norm(rows, [size], gamma, beta, eps)


def _layer_norm_shape(params: Params, shapes: list[Size]) -> Size | None:
    data, gamma, beta = shapes
    axis = params["axis"]
    fits = -len(data) <= axis < len(data) and gamma == beta == (data[axis],) and not params["output_mean_var"]
    return data if fits else None


@register("LayerNorm", "_npx_layer_norm", outputs=count_moments,
          inference=Inference(fill=channel_shapes, shapes=_layer_norm_shape), form=moment_form("mean", "std"),
          precision=FULL)
def layer_norm(data: Tensor, gamma: Tensor, beta: Tensor, *, axis: Int = -1, eps: Float = 1e-5,
               output_mean_var: Bool = False) -> Results:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    if not -data.ndim <= axis < data.ndim:
        raise ValueError(f"axis must be one of the {data.ndim} axes of data, received {axis}")
    last = axis in (-1, data.ndim - 1)
    rows = data if last else data.movedim(axis, -1)
    _check_vectors(rows.shape[-1], gamma, beta)
    result, mean, scale = _layer_norm(rows, gamma, beta, eps)
    result = result if last else result.movedim(-1, axis)
    if not output_mean_var:
        return result
    mean, scale = (m if last else m.movedim(-1, axis) for m in (mean, scale))
    return result, blocked(data, mean.to(data.dtype)), blocked(data, scale.reciprocal().to(data.dtype))


_MOST_OFFSET = 256.0


def _by_groups(data: Tensor, gamma: Tensor, beta: Tensor, groups: int, eps: float) -> tuple[Tensor, Tensor, Tensor]:
    """Normalize groups of channels; also return the means and reciprocal standard deviations of the groups."""
    data = data.contiguous()
    batch, channels, places = *data.shape[:2], data.shape[2:].numel()
    result, mean, scale = torch.native_group_norm(data, gamma, beta, batch, channels, places, groups, eps)
    if not data.is_cpu or not mean.numel() or torch.compiler.is_compiling():
        return result, mean, scale
    largest = torch.abs(mean.detach() * scale.detach()).max().item()
    if not _MOST_OFFSET < largest < float("inf"):
        return result, mean, scale
    # Torch subtracts the mean after scaling, which cancels common digits: all of them in channels with one value.
    offset = mean.detach().to(data.dtype)
    offsets = offset.repeat_interleave(channels // groups, 1)
    shifted = data - offsets.reshape(batch, channels, *[1] * (data.ndim - 2))
    result, mean, scale = torch.native_group_norm(shifted, gamma, beta, batch, channels, places, groups, eps)
    return result, mean + offset, scale


def _group_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [shapes[0], *[(params["num_groups"],) for _ in shapes[1:]]]


@register("GroupNorm", outputs=count_moments, inference=Inference(fill=_group_shapes), form=moment_form("mean", "std"),
          precision=FULL)
def group_norm(data: Tensor, gamma: Tensor, beta: Tensor, *, num_groups: Int = 1, eps: Float = 1e-5,
               output_mean_var: Bool = False) -> Results:
    """Normalize groups of channels; gamma and beta have one element per group."""
    if data.ndim < 3 or data.shape[1] % num_groups:
        raise ValueError(f"data must have at least 3 axes and a channel count divisible by num_groups={num_groups}")
    _check_vectors(num_groups, gamma, beta)
    per_group = data.shape[1] // num_groups
    result, mean, scale = _by_groups(data, gamma.repeat_interleave(per_group), beta.repeat_interleave(per_group),
                                     num_groups, eps)
    return (result, blocked(data, mean), blocked(data, scale.reciprocal())) if output_mean_var else result


@register("InstanceNorm", inference=Inference(fill=channel_shapes),
          form=Form(method=True, named_outputs=True, gradient_names="inputs", workspace=lambda p: 2), precision=FULL)
def instance_norm(data: Tensor, gamma: Tensor, beta: Tensor, *, eps: Float = 1e-3) -> Tensor:
    """Normalize every channel of every sample by its mean and variance."""
    if data.ndim < 3:
        raise ValueError("data must have 3 axes or more")
    channels = data.shape[1]
    _check_vectors(channels, gamma, beta)
    return _by_groups(data, gamma, beta, channels, eps)[0]


def _length(data: Tensor, axes: tuple[int, ...], eps: float) -> Tensor:
    squares = torch.square(data)
    return torch.sqrt((torch.sum(squares, axes, True) if axes else squares) + eps)


class _UnitLength(torch.autograd.Function):
    """Division by the norm. The gradient uses the result, so it exists even if the squares overflow."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...], eps: float) -> Tensor:
        length = _length(data, axes, eps)
        result = data / length
        ctx.save_for_backward(data, result, length)
        ctx.axes, ctx.eps = axes, eps
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, result, length = ctx.saved_tensors
        if torch.is_grad_enabled():
            length = _length(data, ctx.axes, ctx.eps)
        along = heads[0] * result
        along = torch.sum(along, ctx.axes, True) if ctx.axes else along
        return (heads[0] - result * along) / length, None, None


@register("L2Normalization", form=Form(method=True, named_outputs=True, gradient_names="inputs", workspace=lambda p: 1),
          precision=FULL)
def l2_normalization(data: Tensor, *, eps: Float = 1e-10,
                     mode: Annotated[str, Choice("channel", "instance", "spatial")] = "instance") -> Tensor:
    """Divide by the L2 norm of each sample, of all channels at a position, or of all positions in a channel."""
    check_floating(data)
    if mode != "instance" and data.ndim < 3:
        raise ValueError(f"mode {mode} requires data with at least 3 axes")
    axes = {"instance": range(1, data.ndim), "channel": range(1, 2), "spatial": range(2, data.ndim)}[mode]
    if data.requires_grad and torch.is_grad_enabled():
        return _UnitLength.apply(data, tuple(axes), eps)
    return data / _length(data, tuple(axes), eps)


@register("LRN", form=Form(method=True, named_input=True, named_outputs=True, workspace=lambda p: 1),
          precision=Precision("full", bfloat16="any"))
def lrn(data: Tensor, *, alpha: Float = 1e-4, beta: Float = 0.75, knorm: Float = 2.0, nsize: Int) -> Tensor:
    """Divide by a power of the sum of squares over `nsize` neighboring channels."""
    if nsize % 2 == 0 or data.ndim != 4:
        raise ValueError(f"nsize must be odd and data have 4 axes, received nsize={nsize}")
    half = nsize // 2
    squares = torch.nn.functional.pad(data * data, (0, 0, 0, 0, half, half))
    total = squares.narrow(1, 0, data.shape[1])
    for shift in range(1, nsize):
        total = total + squares.narrow(1, shift, data.shape[1])
    return data * (total * (alpha / nsize) + knorm) ** -beta
