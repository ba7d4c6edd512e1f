"""Optimizer updates as symbols. The gradient scale may be a number."""

from __future__ import annotations

from typing import Any

from ._symbol import Symbol
from .register import functions
from .utils import full

_internal = functions("_internal")


def _as_symbol(rescale_grad: Any) -> Symbol:
    return rescale_grad if isinstance(rescale_grad, Symbol) else full((1,), rescale_grad)


def adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, rescale_grad: Any, lr: float, eta: float,
                 beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0,
                 clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol:
    """Run one step of AdamW. Nothing changes if `rescale_grad` is not finite."""
    inputs = {"weight": weight, "grad": grad, "mean": mean, "var": var, "rescale_grad": _as_symbol(rescale_grad)}
    return _internal["_adamw_update"](**inputs, lr=lr, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd, eta=eta,
                                      clip_gradient=clip_gradient, name=name, **kwargs)


def mp_adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, weight32: Symbol, rescale_grad: Any,
                    lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                    wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None,
                    **kwargs: Any) -> Symbol:
    """`adamw_update` of a half precision weight with its float32 copy."""
    inputs = {"weight": weight, "grad": grad, "mean": mean, "var": var, "weight32": weight32,
              "rescale_grad": _as_symbol(rescale_grad)}
    return _internal["_mp_adamw_update"](**inputs, lr=lr, beta1=beta1, beta2=beta2, epsilon=epsilon, wd=wd, eta=eta,
                                         clip_gradient=clip_gradient, name=name, **kwargs)
