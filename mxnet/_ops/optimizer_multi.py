"""Optimizer steps of many weights in one call.

Inputs come in groups, one per weight: weight, gradient, states and, for mixed precision, the float32 weight. Some
operators take further inputs after all groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from .facts import UNLISTED, Effects, Precision
from .opdef import Lowering, register
from .optimizer_formulas import TENSOR, TENSOR_RATES, updated
from .params import Bool, Float, Floats, Int, Shape

Results = Tensor | tuple[Tensor, ...]


def _declare(name: str, *group: str, behind: tuple[str, ...] = (), count: str = "num_weights",
             precision: Precision = UNLISTED) -> Callable[[Lowering], Lowering]:
    """Declare an operator whose inputs are `count` groups, followed by the inputs `behind`."""

    def inputs(params: dict[str, Any]) -> list[str]:
        return [f"{part}_{i}" for i in range(params[count]) for part in group] + list(behind)

    return register(name, dynamic=True, present=inputs, outputs=lambda params: params[count],
                    effects=Effects(mutates=("data",)), precision=precision)


def _groups(tensors: Sequence[Tensor], count: int, size: int, behind: int = 0, **lists: Sequence[Any]) -> list[Any]:
    """Check the number of inputs and group them by weight."""
    if len(tensors) != count * size + behind:
        raise ValueError(f"needs {count * size + behind} arrays for {count} weight(s), received {len(tensors)}")
    for name, values in lists.items():
        if len(values) != count:
            raise ValueError(f"{name} must have one value for each of {count} weight(s), received {len(values)}")
    return [tensors[i * size:(i + 1) * size] for i in range(count)]


def _update(formula: Callable[..., Tensor], groups: Sequence[Sequence[Tensor]], mixed: bool,
            by_weight: Sequence[Sequence[Any]], *common: Any) -> Results:
    """Apply `formula` to each group with its own and the common hyperparameters, on float32 copies if `mixed`."""
    results = [updated(formula, group[0], group[1] if mixed else group[1].to(group[0].dtype),
                       group[2:-1] if mixed else group[2:], group[-1] if mixed else None, *own, *common)
               for group, *own in zip(groups, *by_weight, strict=True)]
    return results[0] if len(results) == 1 else tuple(results)


def _sgd(groups: Sequence[Sequence[Tensor]], lrs: Sequence[Any], wds: Sequence[Any], momentum: float | None,
         mixed: bool, rescale_grad: float, clip_gradient: float) -> Results:
    """Apply momentum SGD; without momentum, the state is zero and discarded."""
    if momentum is None:
        groups = [[*group[:2], torch.zeros_like(group[-1]), *group[2:]] for group in groups]
    return _update(TENSOR_RATES.sgd_momentum, groups, mixed, (lrs, wds), momentum or 0.0, rescale_grad, clip_gradient)


def _declare_sgd(mixed: bool) -> None:
    """Declare SGD over lists, computed on float32 copies if `mixed`."""
    precision, master = ("mp_", ("weight32",)) if mixed else ("", ())

    @_declare(f"multi_{precision}sgd_update", "weight", "grad", *master, precision=Precision())
    def multi(*data: Tensor, lrs: Floats, wds: Floats, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
              num_weights: Int = 1) -> Results:
        """Apply `sgd_update` or `mp_sgd_update` to several weights."""
        groups = _groups(data, num_weights, 2 + mixed, lrs=lrs, wds=wds)
        return _sgd(groups, lrs, wds, None, mixed, rescale_grad, clip_gradient)

    @_declare(f"multi_{precision}sgd_mom_update", "weight", "grad", "mom", *master, precision=Precision())
    def multi_momentum(*data: Tensor, lrs: Floats, wds: Floats, momentum: Float = 0.0, rescale_grad: Float = 1.0,
                       clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
        """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights."""
        groups = _groups(data, num_weights, 3 + mixed, lrs=lrs, wds=wds)
        return _sgd(groups, lrs, wds, momentum, mixed, rescale_grad, clip_gradient)

    @_declare(f"preloaded_multi_{precision}sgd_update", "weight", "grad", *master, behind=("lrs", "wds"))
    def loaded(*data: Tensor, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
        """Apply `sgd_update` or `mp_sgd_update` to several weights; the last two inputs are rates and decays."""
        groups = _groups(data, num_weights, 2 + mixed, 2)
        return _sgd(groups, *_rates(data, groups), None, mixed, rescale_grad, clip_gradient)

    @_declare(f"preloaded_multi_{precision}sgd_mom_update", "weight", "grad", "mom", *master, behind=("lrs", "wds"))
    def loaded_momentum(*data: Tensor, momentum: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                        num_weights: Int = 1) -> Results:
        """Apply `sgd_mom_update` or `mp_sgd_mom_update` to several weights; the last inputs are rates and decays."""
        groups = _groups(data, num_weights, 3 + mixed, 2)
        return _sgd(groups, *_rates(data, groups), momentum, mixed, rescale_grad, clip_gradient)


def _rates(data: Sequence[Tensor], groups: Sequence[Sequence[Tensor]]) -> tuple[list[Tensor], list[Tensor]]:
    """Return learning rates and decays that are inputs, in the dtypes of the updated weights."""
    lrs, wds = ([value.to(group[-1].dtype) for value, group in zip(values.reshape(-1), groups, strict=False)]
                for values in data[-2:])
    return lrs, wds


def _declare_adaptive(mixed: bool) -> None:
    """Declare AdamW and LAMB over lists, computed on float32 copies if `mixed`."""
    precision, size = ("mp_", 5) if mixed else ("", 4)
    group = ("weight", "grad", "mean", "var", "weight32")[:size]

    @_declare(f"_multi_{precision}adamw_update", *group, behind=("rescale_grad",))
    def multi_adamw(*data: Tensor, lrs: Floats, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8,
                    wds: Floats, etas: Floats, clip_gradient: Float = -1.0, num_weights: Int = 1) -> Results:
        """Apply `_adamw_update` or `_mp_adamw_update` to several weights; the last input is the gradient scale."""
        groups = _groups(data, num_weights, size, 1, lrs=lrs, wds=wds, etas=etas)
        return _update(TENSOR.adamw, groups, mixed, (lrs, wds, etas), data[-1], beta1, beta2, epsilon, clip_gradient)

    @_declare(f"_multi_{precision}lamb_update", *group, count="num_tensors")
    def multi_lamb(*data: Tensor, learning_rates: Floats, beta1: Float = 0.9, beta2: Float = 0.999,
                   epsilon: Float = 1e-6, wds: Floats, rescale_grad: Float = 1.0, lower_bound: Float = -1.0,
                   upper_bound: Float = -1.0, clip_gradient: Float = -1.0, bias_correction: Bool = True,
                   step_count: Shape, num_tensors: Int = 1) -> Results:
        """Apply both phases of a LAMB step to several weights."""
        groups = _groups(data, num_tensors, size, learning_rates=learning_rates, wds=wds, step_count=step_count)
        # Use the norm of the input weight, even if a float32 copy is updated.
        own = learning_rates, wds, step_count, [group[0] for group in groups]
        return _update(TENSOR.lamb, groups, mixed, own, beta1, beta2, epsilon, bias_correction, rescale_grad,
                       clip_gradient, lower_bound, upper_bound)


for _mixed in (False, True):
    _declare_sgd(_mixed)
    _declare_adaptive(_mixed)
