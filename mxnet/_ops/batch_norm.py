"""Batch normalization in its four variants."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from .._runtime import storage, torch_private
from .._runtime.autograd import moving_gradients, tape
from .._runtime.host import barrier
from . import sparse_matrices
from .facts import FULL, UNLISTED, Effects, Form, Inference, Params, Precision, Size, Sparse, TypeLike, Types
from .opdef import ShapeLike, register
from .params import Bool, Float, Int, OptFloat, Str, Training
from .stopped import follow

Results = Tensor | tuple[Tensor, Tensor, Tensor]


def channel_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Set the shapes of all inputs but the first to vectors along the normalized axis."""
    if shapes[0] is None:
        return shapes
    size = shapes[0][params.get("axis", 1)]
    vectors: list[ShapeLike] = [(size,)] * (len(shapes) - 1)
    return [shapes[0], *vectors]


def count_moments(params: Params) -> int:
    """Return the number of outputs of an operator that returns two moments if `output_mean_var` is set."""
    return 3 if params["output_mean_var"] else 1


def moment_form(*names: str, hidden: int = 0) -> Form:
    """Return the `Form` of an operator whose moments have these names."""
    return Form(method=True, output_names=("output", *names), named_outputs=True,
                workspace=lambda p: hidden if p["output_mean_var"] else hidden + 2)


class _Blocked(torch.autograd.Function):
    """Identity that is part of the recorded graph but passes zeros as its gradient."""

    takes_any_head = True

    @staticmethod
    def forward(ctx: Any, source: Tensor, value: Tensor) -> Tensor:
        ctx.save_for_backward(source)
        return value.view_as(value)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return torch.zeros_like(ctx.saved_tensors[0]), None


def blocked(source: Tensor, value: Tensor) -> Tensor:
    """Return `value` as a result computed from `source` with a gradient of zero."""
    return _Blocked.apply(source, value.detach())


_ALL = torch.tensor(True)


def _fix(gamma: Tensor) -> Tensor:
    """Set `gamma` to ones in place and return ones that pass it a gradient of zeros."""
    if torch.compiler.is_compiling():
        return gamma * 0.0 + 1.0
    # Prediction skips writes that change nothing: a write invalidates values that other calls derived from gamma.
    if gamma.is_meta or torch.is_grad_enabled() or not bool((gamma == 1).all()):
        with storage.writing(gamma) as memory:
            memory.fill_(1.0)
    if not (gamma.requires_grad and torch.is_grad_enabled()):
        return gamma
    # Unlike a product with 0, this passes zeros even if the incoming gradient is NaN.
    return gamma.masked_fill(_ALL if gamma.is_cpu else _ALL.to(gamma.device), 1.0)


def _update_in_backward(result: Tensor, moving_mean: Tensor, moving_var: Tensor, mean: Tensor, scale: Tensor,
                        momentum: float, eps: float) -> None:
    """Update the moving statistics when the gradient of `result` is computed, as MXNet does."""

    def update() -> None:
        if tape.state.backward is False:
            return
        with storage.writing(moving_mean) as memory:
            memory.mul_(momentum).add_(mean, alpha=1.0 - momentum)
        with storage.writing(moving_var) as memory:
            memory.mul_(momentum).add_(scale**-2 - eps, alpha=1.0 - momentum)

    follow(result, update)
    if tape.state.scope is not None:
        tape.state.scope.moves_statistics = True


def _update_now(moving_mean: Tensor, moving_var: Tensor, mean: Tensor, scale: Tensor, momentum: float,
                eps: float) -> None:
    """Update the moving statistics in the forward pass, for graphs traced by torch: they have no hooks."""
    with torch.no_grad():
        moving_mean.mul_(momentum).add_(mean, alpha=1.0 - momentum)
        moving_var.mul_(momentum).add_(scale**-2 - eps, alpha=1.0 - momentum)


def _check_types(data: Tensor, others: tuple[Tensor, ...]) -> None:
    wanted = torch.float32 if data.dtype in (torch.float16, torch.bfloat16) else data.dtype
    for name, tensor in zip(("gamma", "beta", "moving_mean", "moving_var"), others, strict=True):
        if tensor.dtype is not wanted and tensor.dtype is not data.dtype:
            raise ValueError(f"{name} must be of type {wanted} for data of type {data.dtype}, received {tensor.dtype}")


class _ByMoving(torch.autograd.Function):
    """Normalization by moving statistics, recorded outside of training.

    MXNet decides in the backward pass whether the statistics count as functions of the data. They do unless the caller
    passes ``backward(train_mode=False)``, although they were not computed from the data. In a backward pass that torch
    runs they do not, as in torch.
    """

    @staticmethod
    def forward(ctx: Any, data: Tensor, gamma: Tensor, beta: Tensor, mean: Tensor, variance: Tensor,
                eps: float) -> Tensor:
        ctx.save_for_backward(data, gamma, mean, variance)
        ctx.eps = eps
        return torch.native_batch_norm(data, gamma, beta, mean, variance, False, 0.0, eps)[0]

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, gamma, mean, variance = ctx.saved_tensors
        gradients = torch_private.batch_norm_backward(
            heads[0].contiguous(), data.contiguous(), gamma, mean, variance, mean, torch.rsqrt(variance + ctx.eps),
            tape.state.backward is True, ctx.eps, [True, True, True])
        return *gradients, None, None, None


def _by_moving(data: Tensor, gamma: Tensor, beta: Tensor, mean: Tensor, variance: Tensor, eps: float,
               fixed: bool) -> Tensor:
    recorded = torch.is_grad_enabled() and (data.requires_grad or gamma.requires_grad or beta.requires_grad)
    if recorded and not fixed and not torch.compiler.is_compiling():
        return _ByMoving.apply(data, gamma, beta, mean, variance, eps)
    return torch.native_batch_norm(data, gamma, beta, mean, variance, False, 0.0, eps)[0]


def _nothing(data: Tensor, gamma: Tensor, beta: Tensor, axis: int) -> Tensor:
    """Return the result for data without elements, which torch rejects."""
    view = [-1 if i == axis else 1 for i in range(data.ndim)]
    return (data * gamma.reshape(view) + beta.reshape(view)).to(data.dtype)


def _center_single_values(result: Tensor, data: Tensor, gamma: Tensor, beta: Tensor, mean: Tensor,
                          scale: Tensor) -> None:
    """Recompute `result` for one value per channel, where it must equal beta exactly.

    Torch multiplies data and mean by the scale before it subtracts them. With a variance of zero the scale is so large
    that a rounding error remains, and its random sign decides whether a following relu passes the value.
    """
    view = (1, -1, *(1,) * (data.ndim - 2))
    centered = data.detach() - mean.reshape(view)
    result.detach().copy_(centered * (scale * gamma.detach()).reshape(view) + beta.detach().reshape(view))


def _normalize(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, eps: float,
               momentum: float, batch: bool, fixed: bool, axis: int = 1) -> tuple[Tensor, Tensor, Tensor]:
    """Return the normalized data with mean and reciprocal standard deviation of the `batch`, or the moving moments.

    With `fixed` the moving statistics are constants for the gradient too.
    """
    shape = data.shape
    if not -len(shape) <= axis < len(shape):
        raise ValueError(f"axis must be one of the {len(shape)} axes of data, received {axis}")
    axis %= len(shape)
    if gamma.dtype is not data.dtype:
        _check_types(data, (gamma, beta, moving_mean, moving_var))
    if not data.numel():
        return _nothing(data, gamma, beta, axis), moving_mean.detach(), moving_var.detach()
    if axis != 1:
        data = data.reshape(1, -1) if len(shape) == 1 else data.movedim(axis, 1)
    if batch:
        # Torch gets no moving statistics here, so this module updates them.
        result, mean, scale = torch.native_batch_norm(data, gamma, beta, None, None, True, 0.0, eps)
        mean, scale = mean.detach(), scale.detach()
        if data.numel() == data.shape[1]:
            _center_single_values(result, data, gamma, beta, mean, scale)
        if result.requires_grad and not torch.compiler.is_compiling():
            moving_gradients.note(result, data, gamma, moving_mean, moving_var, eps)
    else:
        mean, scale = moving_mean.detach(), moving_var.detach()
        result = _by_moving(data, gamma, beta, mean, scale, eps, fixed)
    if axis != 1:
        result = result.reshape(shape) if len(shape) == 1 else result.movedim(1, axis)
    if batch and torch.compiler.is_compiling():
        _update_now(moving_mean, moving_var, mean, scale, momentum, eps)
    elif batch and result.requires_grad:
        _update_in_backward(result, moving_mean, moving_var, mean, scale, momentum, eps)
    return result, mean, scale


def _shapes(params: Params, shapes: list[Size]) -> list[Size] | None:
    data, *vectors = shapes
    axis = params["axis"]
    if not -len(data) <= axis < len(data) or any(vector != (data[axis],) for vector in vectors):
        return None
    return [data, (data[axis],), (data[axis],)] if params["output_mean_var"] else [data]


def _wide_statistics(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Result dtypes: vectors and moments are float32 if the data has half precision."""
    dtype = known[0]
    return [dtype] + [torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype] * (count - 1)


_STATES = ("moving_mean", "moving_var")
_MOMENTS = moment_form("mean", "var")
_WIDE = Inference(fill=channel_shapes, input_types=lambda params, known: _wide_statistics(params, known, len(known)),
                  result_types=_wide_statistics)


@register("BatchNorm", "_npx_batch_norm", aux=_STATES, outputs=count_moments,
          inference=replace(_WIDE, shapes=_shapes),
          effects=Effects(fresh=True, overwritable=lambda params: params["axis"] == 1 and not params["output_mean_var"],
                          keeps_layout=True),
          form=replace(_MOMENTS, initial={"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'}),
          sparse=Sparse(stored=sparse_matrices.batch_norm), precision=Precision(bfloat16="any"))
def batch_norm(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, *,
               eps: Float = 1e-3, momentum: Float = 0.9, fix_gamma: Bool = True, use_global_stats: Bool = False,
               output_mean_var: Bool = False, axis: Int = 1, cudnn_off: Bool = False,
               min_calib_range: OptFloat = None, max_calib_range: OptFloat = None,
               training: Training = False) -> Results:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction.

    The backward pass updates the moving statistics from the batch (with the biased variance). With `fix_gamma`, gamma
    is set to 1. The returned moments are the mean and the reciprocal standard deviation.
    """
    if fix_gamma:
        gamma = _fix(gamma)
    batch = training and not use_global_stats
    result, mean, scale = _normalize(data, gamma, beta, moving_mean, moving_var, eps, momentum, batch,
                                     use_global_stats, axis)
    if not output_mean_var:
        return result
    if not batch:
        mean, scale = mean.clone(), torch.rsqrt(scale + eps)
    return result, blocked(data, mean), blocked(data, scale)


@register("_contrib_BatchNormWithReLU", aux=_STATES, outputs=count_moments, inference=_WIDE,
          form=moment_form("mean", "var", hidden=1), precision=UNLISTED)
def batch_norm_with_relu(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, *,
                         eps: Float = 1e-3, momentum: Float = 0.9, fix_gamma: Bool = True,
                         use_global_stats: Bool = False, output_mean_var: Bool = False, axis: Int = 1,
                         cudnn_off: Bool = False, min_calib_range: OptFloat = None,
                         max_calib_range: OptFloat = None, training: Training = False) -> Results:
    """Apply `BatchNorm` followed by relu."""
    results = batch_norm(data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum, fix_gamma=fix_gamma,
                         use_global_stats=use_global_stats, output_mean_var=output_mean_var, axis=axis,
                         training=training)
    if isinstance(results, tuple):
        return torch.relu(results[0]), *results[1:]
    return torch.relu(results)


def _with_variance(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, eps: float,
                   momentum: float, fix_gamma: bool, training: bool, fixed: bool, moments: bool) -> Results:
    """Compute the older variants, whose last result is the variance itself."""
    if fix_gamma:
        gamma = _fix(gamma)
    batch = training and not fixed
    result, mean, scale = _normalize(data, gamma, beta, moving_mean, moving_var, eps, momentum, batch, fixed)
    if not moments:
        return result
    mean, variance = (mean, scale**-2 - eps) if batch else (mean.clone(), scale.clone())
    return result, blocked(data, mean), blocked(data, variance)


@register("BatchNorm_v1", aux=_STATES, outputs=count_moments, inference=Inference(fill=channel_shapes),
          form=replace(_MOMENTS, unlisted=frozenset(_STATES), gradient_names="inputs"))
def batch_norm_v1(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, *,
                  eps: Float = 1e-3, momentum: Float = 0.9, fix_gamma: Bool = True, use_global_stats: Bool = False,
                  output_mean_var: Bool = False, training: Training = False) -> Results:
    """Apply `BatchNorm` over axis 1, as in files of old versions. The returned moments are mean and variance."""
    return _with_variance(data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, training,
                          use_global_stats, output_mean_var)


Moments = tuple[int, Tensor, Tensor]
_warned: set[str] = set()


def _warn_of_missing(key: str, devices: int, met: int) -> None:
    if key not in _warned:
        _warned.add(key)
        logging.getLogger(__name__).warning(
            "SyncBatchNorm %s: ndev=%d, but only %d of them met, and normalize by the statistics of their own batches; "
            "let blocks of Gluon call the layer for all devices before any value is read, or call it from a thread for "
            "each device", key, devices, met)


class _FromAllProcesses(torch.autograd.Function):
    """All-gather of a tensor over all processes; the backward pass sums the gradients of all processes."""

    @staticmethod
    def forward(ctx: Any, tensor: Tensor, processes: barrier.Processes, key: str) -> Tensor:
        ctx.processes, ctx.key = processes, key
        return processes.gather(tensor, key)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return ctx.processes.total(gradient.contiguous(), ctx.key)[ctx.processes.rank], None, None


def _over_processes(processes: barrier.Processes, key: str, moments: Moments) -> Moments:
    """Return count, mean and variance over the batches of all processes."""
    count, mean, variance = moments
    own = torch.cat([mean.new_full((1,), count, dtype=torch.float64), mean.double(), variance.double()])
    parts: Tensor = _FromAllProcesses.apply(own, processes, key)
    counts, means, variances = parts[:, 0], *parts[:, 1:].chunk(2, 1)
    shares = (counts / counts.sum()).unsqueeze(1)
    common = (shares * means).sum(0)
    spread = (shares * (variances + (means - common) ** 2)).sum(0)
    return int(counts.sum()), common.to(mean.dtype), spread.to(mean.dtype)


def _common_moments(data: Tensor, key: str, devices: int, processes: barrier.Processes | None) -> tuple[Tensor, Tensor]:
    """Return mean and variance of each channel over the batches of all devices."""
    axes = [a for a in range(data.ndim) if a != 1]
    variance, mean = torch.var_mean(data, axes, correction=0)
    parts = barrier.exchange(f"SyncBatchNorm {key}", devices, (data.numel() // data.shape[1], mean, variance))
    if len(parts) < devices:
        _warn_of_missing(key, devices, len(parts))
    total = sum(count for count, _, _ in parts)
    moved = [(count / total, m.to(data.device), v.to(data.device)) for count, m, v in parts]
    common = torch.stack([share * m for share, m, _ in moved]).sum(0)
    spread = torch.stack([share * (v + (m - common) ** 2) for share, m, v in moved]).sum(0)
    if processes is not None:
        place = f"SyncBatchNorm {key}, device {barrier.state.place}"
        _, common, spread = _over_processes(processes, place, (total, common, spread))
    return common, spread


def _normalize_over_devices(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor,
                        eps: float, momentum: float, key: str, devices: int, processes: barrier.Processes | None,
                        moments: bool) -> Results:
    """Normalize by the moments of all devices, recorded as one autograd graph.

    A single ``autograd.backward`` call on the losses of all devices computes the gradients.
    """
    mean, variance = _common_moments(data, key, devices, processes)
    scale = torch.rsqrt(variance + eps)
    shape = (1, -1, *(1,) * (data.ndim - 2))
    result = (data - mean.reshape(shape)) * (gamma * scale).reshape(shape) + beta.reshape(shape)
    if result.requires_grad:
        _update_in_backward(result, moving_mean, moving_var, mean.detach(), scale.detach(), momentum, eps)
    return (result, blocked(data, mean), blocked(data, variance)) if moments else result


@register("_contrib_SyncBatchNorm", aux=_STATES, outputs=count_moments, inference=_WIDE,
          form=replace(_MOMENTS, gradient_names="inputs"), precision=FULL)
def sync_batch_norm(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, *,
                    eps: Float = 1e-3, momentum: Float = 0.9, fix_gamma: Bool = True,
                    use_global_stats: Bool = False, output_mean_var: Bool = False, ndev: Int = 1, key: Str,
                    training: Training = False) -> Results:
    """Apply batch normalization over the batches of `ndev` devices, which Gluon or the caller runs in threads."""
    if ndev > 1 and training and not use_global_stats and not data.is_meta and not barrier.state.shape_run:
        devices, processes = barrier.local_devices(ndev)
        if processes is not None or threading.current_thread() is not threading.main_thread():
            return _normalize_over_devices(data, _fix(gamma) if fix_gamma else gamma, beta, moving_mean, moving_var,
                                           eps, momentum, key, devices, processes, output_mean_var)
        _warn_of_missing(key, ndev, 1)
    return _with_variance(data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, training,
                          use_global_stats, output_mean_var)
