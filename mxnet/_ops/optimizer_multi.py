"""Optimizer steps of many weights in one call.

Inputs come in groups, one per weight: weight, gradient, states and, for mixed precision, the
float32 weight; some have further inputs behind all groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from .._runtime import storage
from .opdef import register
from .optimizer_mixed import adamw_step, lamb_direction, trust_rate
from .optimizer_update import prepared
from .params import Bool, Float, Floats, Int, Shape

Results = Tensor | tuple[Tensor, ...]


def _declared(name: str, *group: str, behind: tuple[str, ...] = (), count: str = "num_weights") -> Callable[..., Any]:
    """Declare an operator whose inputs are `count` groups and the inputs `behind` them."""

    def inputs(params: dict[str, Any]) -> list[str]:
        return [f"{part}_{i}" for i in range(params[count]) for part in group] + list(behind)

    return register(name, dynamic=True, present=inputs, outputs=lambda params: params[count], mutates=("data",),
                    method=False)


def _groups(tensors: Sequence[Tensor], count: int, size: int, behind: int = 0, **lists: Sequence[Any]) -> list[Any]:
    """The inputs by weight, after a check that there are as many as `count` says."""
    if len(tensors) != count * size + behind:
        raise ValueError(f"needs {count * size + behind} arrays for {count} weight(s), received {len(tensors)}")
    for name, values in lists.items():
        if len(values) != count:
            raise ValueError(f"{name} must have one value for each of {count} weight(s), received {len(values)}")
    return [tensors[i * size:(i + 1) * size] for i in range(count)]


def _several(results: list[Tensor]) -> Results:
    """The results as a lowering returns them: a single one stands alone."""
    return results[0] if len(results) == 1 else tuple(results)


def _sgd(group: Sequence[Tensor], lr: Any, wd: Any, momentum: float | None, mixed: bool, rescale_grad: float,
         clip_gradient: float) -> Tensor:
    """One step, with momentum unless that is None; works on the last input of the group if `mixed`."""
    weight, grad = group[0], group[1]
    working = group[-1] if mixed else weight
    change = -lr * (prepared(weight, grad.to(working.dtype), rescale_grad, clip_gradient) + wd * working)
    if momentum is not None:
        change = storage.writable(group[2]).mul_(momentum).add_(change)
    result = working + change
    if mixed:
        storage.writable(working).copy_(result)
    return result.to(weight.dtype)


@_declared("multi_sgd_update", "weight", "grad")
def multi_sgd_update(*data: Tensor, lrs: Floats, wds: Floats, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                     num_weights: Int = 1) -> Results:
    """`sgd_update` of several weights."""
    groups = _groups(data, num_weights, 2, lrs=lrs, wds=wds)
    return _several([_sgd(g, lr, wd, None, False, rescale_grad, clip_gradient)
                     for g, lr, wd in zip(groups, lrs, wds, strict=True)])


@_declared("multi_sgd_mom_update", "weight", "grad", "mom")
def multi_sgd_mom_update(*data: Tensor, lrs: Floats, wds: Floats, momentum: Float = 0.0, rescale_grad: Float = 1.0,
                         clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
    """`sgd_mom_update` of several weights."""
    groups = _groups(data, num_weights, 3, lrs=lrs, wds=wds)
    return _several([_sgd(g, lr, wd, momentum, False, rescale_grad, clip_gradient)
                     for g, lr, wd in zip(groups, lrs, wds, strict=True)])


@_declared("multi_mp_sgd_update", "weight", "grad", "weight32")
def multi_mp_sgd_update(*data: Tensor, lrs: Floats, wds: Floats, rescale_grad: Float = 1.0,
                        clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
    """`mp_sgd_update` of several weights."""
    groups = _groups(data, num_weights, 3, lrs=lrs, wds=wds)
    return _several([_sgd(g, lr, wd, None, True, rescale_grad, clip_gradient)
                     for g, lr, wd in zip(groups, lrs, wds, strict=True)])


@_declared("multi_mp_sgd_mom_update", "weight", "grad", "mom", "weight32")
def multi_mp_sgd_mom_update(*data: Tensor, lrs: Floats, wds: Floats, momentum: Float = 0.0,
                            rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                            num_weights: Int = 1) -> Results:
    """`mp_sgd_mom_update` of several weights."""
    groups = _groups(data, num_weights, 4, lrs=lrs, wds=wds)
    return _several([_sgd(g, lr, wd, momentum, True, rescale_grad, clip_gradient)
                     for g, lr, wd in zip(groups, lrs, wds, strict=True)])


def _preloaded(data: Sequence[Tensor], num_weights: int, size: int, momentum: float | None, mixed: bool,
               rescale_grad: float, clip_gradient: float) -> Results:
    groups = _groups(data, num_weights, size, 2)
    lrs, wds = data[-2].reshape(-1), data[-1].reshape(-1)
    return _several([_sgd(g, lrs[i].to(g[-1].dtype), wds[i].to(g[-1].dtype), momentum, mixed, rescale_grad,
                          clip_gradient)
                     for i, g in enumerate(groups)])


_LOADED = ("lrs", "wds")


@_declared("preloaded_multi_sgd_update", "weight", "grad", behind=_LOADED)
def preloaded_multi_sgd_update(*data: Tensor, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                               num_weights: Int = 1) -> Results:
    """`multi_sgd_update` whose learning rates and weight decays are the last two inputs."""
    return _preloaded(data, num_weights, 2, None, False, rescale_grad, clip_gradient)


@_declared("preloaded_multi_sgd_mom_update", "weight", "grad", "mom", behind=_LOADED)
def preloaded_multi_sgd_mom_update(*data: Tensor, momentum: Float = 0.0, rescale_grad: Float = 1.0,
                                   clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
    """`multi_sgd_mom_update` whose learning rates and weight decays are the last two inputs."""
    return _preloaded(data, num_weights, 3, momentum, False, rescale_grad, clip_gradient)


@_declared("preloaded_multi_mp_sgd_update", "weight", "grad", "weight32", behind=_LOADED)
def preloaded_multi_mp_sgd_update(*data: Tensor, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                                  num_weights: Int = 1) -> Results:
    """`multi_mp_sgd_update` whose learning rates and weight decays are the last two inputs."""
    return _preloaded(data, num_weights, 3, None, True, rescale_grad, clip_gradient)


@_declared("preloaded_multi_mp_sgd_mom_update", "weight", "grad", "mom", "weight32", behind=_LOADED)
def preloaded_multi_mp_sgd_mom_update(*data: Tensor, momentum: Float = 0.0, rescale_grad: Float = 1.0,
                                      clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
    """`multi_mp_sgd_mom_update` whose learning rates and weight decays are the last two inputs."""
    return _preloaded(data, num_weights, 4, momentum, True, rescale_grad, clip_gradient)


def _multi_adamw(data: Sequence[Tensor], count: int, size: int, lrs: Sequence[float], wds: Sequence[float],
                 etas: Sequence[float], beta1: float, beta2: float, epsilon: float,
                 clip_gradient: float) -> Results:
    results = []
    groups = _groups(data, count, size, 1, lrs=lrs, wds=wds, etas=etas)
    for group, lr, wd, eta in zip(groups, lrs, wds, etas, strict=True):
        weight, grad, mean, var = group[:4]
        working = group[-1] if size == 5 else weight
        result = adamw_step(working.data, grad.to(working.dtype), mean, var, data[-1], lr, beta1, beta2, epsilon, wd,
                            eta, clip_gradient)
        if size == 5:
            storage.writable(working).copy_(result)
        results.append(result.to(weight.dtype))
    return _several(results)


@_declared("_multi_adamw_update", "weight", "grad", "mean", "var", behind=("rescale_grad",))
def multi_adamw_update(*data: Tensor, lrs: Floats, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8,
                       wds: Floats, etas: Floats, clip_gradient: Float = -1.0,
                       num_weights: Int = 1) -> Results:
    """`_adamw_update` of several weights; the gradient's scale is the last input."""
    return _multi_adamw(data, num_weights, 4, lrs, wds, etas, beta1, beta2, epsilon, clip_gradient)


@_declared("_multi_mp_adamw_update", "weight", "grad", "mean", "var", "weight32", behind=("rescale_grad",))
def multi_mp_adamw_update(*data: Tensor, lrs: Floats, beta1: Float = 0.9, beta2: Float = 0.999,
                          epsilon: Float = 1e-8, wds: Floats, etas: Floats, clip_gradient: Float = -1.0,
                          num_weights: Int = 1) -> Results:
    """`_mp_adamw_update` of several weights; the gradient's scale is the last input."""
    return _multi_adamw(data, num_weights, 5, lrs, wds, etas, beta1, beta2, epsilon, clip_gradient)


def _multi_lamb(data: Sequence[Tensor], count: int, size: int, rates: Sequence[float], wds: Sequence[float],
                steps: Sequence[int], beta1: float, beta2: float, epsilon: float, rescale_grad: float, lower: float,
                upper: float, clip_gradient: float, bias_correction: bool) -> Results:
    results = []
    groups = _groups(data, count, size, learning_rates=rates, wds=wds, step_count=steps)
    for group, lr, wd, t in zip(groups, rates, wds, steps, strict=True):
        weight, grad, mean, var = group[:4]
        working = group[-1] if size == 5 else weight
        step = prepared(weight, grad.to(working.dtype), rescale_grad, clip_gradient)
        direction = lamb_direction(working.data, step, mean, var, beta1, beta2, epsilon, t, bias_correction, wd)
        # The norm is that of the weight as given, also where a float32 copy is updated.
        norms = [torch.sqrt(v.float().square().sum()) for v in (weight, direction)]
        rate = trust_rate(lr, norms[0], norms[1], lower, upper)
        result = working.data - rate.to(working.dtype) * direction
        if size == 5:
            storage.writable(working).copy_(result)
        results.append(result.to(weight.dtype))
    return _several(results)


@_declared("_multi_lamb_update", "weight", "grad", "mean", "var", count="num_tensors")
def multi_lamb_update(*data: Tensor, learning_rates: Floats, beta1: Float = 0.9, beta2: Float = 0.999,
                      epsilon: Float = 1e-6, wds: Floats, rescale_grad: Float = 1.0, lower_bound: Float = -1.0,
                      upper_bound: Float = -1.0, clip_gradient: Float = -1.0, bias_correction: Bool = True,
                      step_count: Shape, num_tensors: Int = 1) -> Results:
    """Both halves of a LAMB step for several weights."""
    return _multi_lamb(data, num_tensors, 4, learning_rates, wds, step_count, beta1, beta2, epsilon, rescale_grad,
                       lower_bound, upper_bound, clip_gradient, bias_correction)


@_declared("_multi_mp_lamb_update", "weight", "grad", "mean", "var", "weight32", count="num_tensors")
def multi_mp_lamb_update(*data: Tensor, learning_rates: Floats, beta1: Float = 0.9, beta2: Float = 0.999,
                         epsilon: Float = 1e-6, wds: Floats, rescale_grad: Float = 1.0, lower_bound: Float = -1.0,
                         upper_bound: Float = -1.0, clip_gradient: Float = -1.0, bias_correction: Bool = True,
                         step_count: Shape, num_tensors: Int = 1) -> Results:
    """`_multi_lamb_update` computed on float32 copies."""
    return _multi_lamb(data, num_tensors, 5, learning_rates, wds, step_count, beta1, beta2, epsilon, rescale_grad,
                       lower_bound, upper_bound, clip_gradient, bias_correction)
