"""Optimizer updates with separate lists of arrays. The operators take interleaved lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._array import NDArray
from .register import functions
from .utils import full

_internal = functions("_internal")


def _as_array(rescale_grad: Any, like: NDArray) -> NDArray:
    """Convert the gradient scale to an array on the device of the weight, as the operators require."""
    if isinstance(rescale_grad, NDArray):
        return rescale_grad.as_in_context(like.context)
    return full((1,), rescale_grad, ctx=like.context)


def _interleave(*lists: Sequence[NDArray]) -> list[NDArray]:
    return [array for group in zip(*lists, strict=True) for array in group]


def adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: Any, lr: float, eta: float,
                 beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0,
                 clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Run one step of AdamW. Nothing changes if `rescale_grad` is not finite."""
    scale = _as_array(rescale_grad, weight)
    return _internal["_adamw_update"](weight, grad, mean, var, scale, lr=lr, beta1=beta1, beta2=beta2, epsilon=epsilon,
                                      wd=wd, eta=eta, clip_gradient=clip_gradient, out=out, **kwargs)


def mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: Any,
                    lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                    wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None,
                    **kwargs: Any) -> NDArray:
    """`adamw_update` of a half precision weight with its float32 copy."""
    scale = _as_array(rescale_grad, weight)
    return _internal["_mp_adamw_update"](weight, grad, mean, var, weight32, scale, lr=lr, beta1=beta1, beta2=beta2,
                                         epsilon=epsilon, wd=wd, eta=eta, clip_gradient=clip_gradient, out=out,
                                         **kwargs)


def multi_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, rescale_grad: Any, lrs: Any, wds: Any,
                       etas: Any, out: Any = None, name: str | None = None, size: int = 0, **kwargs: Any) -> NDArray:
    """`adamw_update` of several weights."""
    return _internal["_multi_adamw_update"](
        *_interleave(weights, grads, mean, var), _as_array(rescale_grad, weights[0]), out=out,
        num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs)


def multi_mp_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, rescale_grad: Any, lrs: Any,
                          wds: Any, etas: Any, out: Any = None, name: str | None = None, size: int = 0,
                          **kwargs: Any) -> NDArray:
    """`mp_adamw_update` of several weights."""
    return _internal["_multi_mp_adamw_update"](
        *_interleave(weights, grads, mean, var, weights32), _as_array(rescale_grad, weights[0]), out=out,
        num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs)


def multi_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, step_count: Any, lrs: Any, wds: Any,
                      out: Any = None, num_tensors: int = 0, **kwargs: Any) -> NDArray:
    """Run one step of LAMB for several weights."""
    return _internal["_multi_lamb_update"](
        *_interleave(weights, grads, mean, var), out=out, num_tensors=num_tensors or len(weights),
        step_count=step_count, learning_rates=lrs, wds=wds, **kwargs)


def multi_mp_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, step_count: Any, lrs: Any,
                         wds: Any, out: Any = None, num_tensors: int = 0, **kwargs: Any) -> NDArray:
    """`multi_lamb_update` of half precision weights with their float32 copies."""
    return _internal["_multi_mp_lamb_update"](
        *_interleave(weights, grads, mean, var, weights32), out=out, num_tensors=num_tensors or len(weights),
        step_count=step_count, learning_rates=lrs, wds=wds, **kwargs)
