"""Optimizer formulas for lists of tensors with equal hyperparameters, updated in place by torch's foreach functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch import Tensor

from .._runtime.torch_private import foreach
from .optimizer_formulas import Formulas

Tensors = list[Tensor]


def _clip_(tensors: Tensors, bound: float | None) -> Tensors:
    if bound is not None and bound >= 0:
        foreach.clamp_max_(tensors, bound)
        foreach.clamp_min_(tensors, -bound)
    return tensors


def _in_place(function: Callable[..., Any]) -> Any:
    def apply(targets: Tensors, value: Any) -> Tensors:
        function(targets, value)
        return targets

    return staticmethod(apply)


class ListFormulas(Formulas):
    """`Formulas` of many weights at once; a bound of None disables clipping."""

    def adadelta(self, weights: Tensors, grads: Tensors, squares: Tensors, deltas: Tensors, wd: float, rho: float,
                 epsilon: float, rescale: float, bound: float | None) -> None:
        """Scale steps by the ratio of the running magnitudes of previous steps and of gradients; no learning rate."""
        steps = self._prepared(weights, grads, rescale, bound)
        self._average_squares_(squares, steps, rho, 1.0 - rho)
        ratios = foreach.add(deltas, epsilon)
        foreach.div_(ratios, foreach.add(squares, epsilon))
        foreach.sqrt_(ratios)
        foreach.mul_(steps, ratios)
        self._average_squares_(deltas, steps, rho, 1.0 - rho)
        if wd:
            self._multiply_(weights, 1.0 - wd)
        foreach.sub_(weights, steps)

    def adamax(self, weights: Tensors, grads: Tensors, means: Tensors, maxima: Tensors, lr: float, wd: float,
               beta1: float, beta2: float, rescale: float, bound: float | None) -> None:
        """Apply Adam with a decaying maximum instead of the root of the mean square."""
        steps = self.decayed(weights, grads, wd, rescale, bound)
        self._average_(means, steps, beta1, 1.0 - beta1)
        self._multiply_(maxima, beta2)
        foreach.maximum_(maxima, foreach.abs(steps))
        self._subtract_quotient_(weights, lr, means, maxima)

    def scale_gradients(self, weights: Tensors, grads: Tensors, rescale: float,
                        bound: float | None) -> tuple[Tensors, float]:
        # Folding the factor into the next multiplication saves a pass over the gradients.
        return (self._prepared(weights, grads, rescale, bound), 1.0) if bound and bound > 0 else (grads, rescale)

    def _prepared(self, weights: Tensors, grads: Tensors, rescale: float, bound: float | None) -> Tensors:
        return self.decayed(weights, grads, 0.0, rescale, bound)

    def decayed(self, weights: Tensors, grads: Tensors, wd: float, rescale: float, bound: float | None) -> Tensors:
        steps = list(foreach.mul(grads, rescale))
        if wd:
            foreach.add_(steps, weights, alpha=wd)
        return _clip_(steps, bound)

    def _clipped(self, values: Tensors, bound: float | None) -> Tensors:
        return _clip_(values, bound or None)

    _multiply_ = _multiplied = _in_place(foreach.mul_)
    _sum = _in_place(foreach.add_)
    _copy_ = staticmethod(foreach.copy_)
    _signs = staticmethod(foreach.sign)

    def _add_step_(self, targets: Tensors, factor: float, grads: Tensors, scale: float, weights: Tensors,
                   wd: float) -> None:
        foreach.add_(targets, grads, alpha=factor * scale)
        if wd:
            foreach.add_(targets, weights, alpha=factor * wd)

    def _descended(self, weights: Tensors, decay: float, directions: Tensors, lr: float) -> Tensors:
        if decay:
            foreach.mul_(weights, 1.0 - decay)
        foreach.add_(weights, directions, alpha=-lr)
        return weights

    def _looked_ahead(self, weights: Tensors, momenta: Tensors, momentum: float, lr: float, grads: Tensors,
                      scale: float, wd: float) -> Tensors:
        ahead = 1.0 + momentum
        if wd:
            foreach.mul_(weights, 1.0 - ahead * lr * wd)
        foreach.add_(weights, momenta, alpha=momentum)
        foreach.add_(weights, grads, alpha=-ahead * lr * scale)
        return weights

    def _blended(self, steps: Tensors, factor: float, means: Tensors, other: float) -> Tensors:
        foreach.mul_(steps, factor)
        foreach.add_(steps, means, alpha=other)
        return steps

    def _compensated(self, steps: Tensors, lamda: float, weights: Tensors, previous: Tensors) -> Tensors:
        changes = list(foreach.sub(weights, previous))
        foreach.mul_(changes, steps)
        foreach.addcmul_(steps, changes, list(steps), value=lamda)
        return steps

    def _average_(self, means: Tensors, steps: Tensors, beta: float, rest: float) -> None:
        foreach.lerp_(means, steps, rest)

    def _average_squares_(self, squares: Tensors, steps: Tensors, beta: float, rest: float) -> None:
        foreach.mul_(squares, beta)
        foreach.addcmul_(squares, steps, steps, value=rest)

    def _add_squares_(self, sums: Tensors, steps: Tensors) -> None:
        foreach.addcmul_(sums, steps, steps)

    def _root_plus(self, squares: Tensors, epsilon: float) -> Tensors:
        roots = list(foreach.sqrt(squares))
        foreach.add_(roots, epsilon)
        return roots

    def _root_of_sum(self, squares: Tensors, epsilon: float) -> Tensors:
        roots = list(foreach.add(squares, epsilon))
        foreach.sqrt_(roots)
        return roots

    def _deviation(self, squares: Tensors, means: Tensors, epsilon: float) -> Tensors:
        roots = list(foreach.addcmul(squares, means, means, value=-1.0))
        foreach.add_(roots, epsilon)
        foreach.sqrt_(roots)
        return roots

    def _subtract_quotient_(self, targets: Tensors, lr: float, steps: Tensors, roots: Tensors) -> None:
        foreach.addcdiv_(targets, steps, roots, value=-lr)

    def _less_quotient(self, weights: Tensors, lr: float, steps: Tensors, roots: Tensors) -> Tensors:
        foreach.addcdiv_(weights, steps, roots, value=-lr)
        return weights


LISTS = ListFormulas()
