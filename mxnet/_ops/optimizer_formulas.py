"""Formulas of all optimizers.

`Formulas` computes on one tensor and returns the new weight. Operators use it, with or without a float32 copy of the
weight. `ListFormulas` (`optimizer_lists.py`) applies the same formulas to lists of tensors in place, with as few passes
over memory as possible. It overrides the building blocks of the formulas, so its results differ in the last bit.
Optimizer classes use it. `TensorFormulas` adds formulas that only operators use. States are updated in place.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from .._runtime import storage

Values = Any  # tensor or list of tensors
Rate = Any  # number or tensor with one element


def quotient(one: float, other: float) -> float:
    """Compute ``one / other``, which is infinite or NaN for a divisor of 0, as for arrays."""
    return one / other if other else one * math.inf


def clipped(values: Tensor, bound: float) -> Tensor:
    """Clip values to ``[-bound, bound]``; a negative bound disables clipping."""
    return values.clamp(-bound, bound) if bound >= 0 else values


def prepared(weight: Tensor, grad: Tensor, rescale: float, bound: float) -> Tensor:
    """Check the shape of the gradient, then rescale and clip it."""
    if grad.shape != weight.shape:
        raise ValueError(f"grad must have the shape of weight {tuple(weight.shape)}, received {tuple(grad.shape)}")
    return clipped(grad * rescale, bound)


def decayed(weight: Tensor, grad: Tensor, wd: float, rescale: float, bound: float) -> Tensor:
    """Add weight decay to the rescaled gradient and clip the sum."""
    return clipped(prepared(weight, grad, rescale, -1.0) + wd * weight, bound)


class Formulas:
    """Optimizer steps on one tensor. Each returns the new weight and updates states in place."""

    def sgd(self, weights: Values, grads: Values, lr: Rate, wd: Rate, rescale: float, bound: Any) -> Values:
        """Compute ``w - lr * (g + wd * w)``."""
        grads, scale = self.scale_gradients(weights, grads, rescale, bound)
        return self._descended(weights, lr * wd, grads, lr * scale)

    def sgd_momentum(self, weights: Values, grads: Values, momenta: Values, lr: Rate, wd: Rate, momentum: float,
                     rescale: float, bound: Any) -> Values:
        """Compute ``m = momentum * m - lr * (g + wd * w)`` and ``w + m``."""
        grads, scale = self.scale_gradients(weights, grads, rescale, bound)
        self._multiply_(momenta, momentum)
        self._add_step_(momenta, -lr, grads, scale, weights, wd)
        return self._sum(weights, momenta)

    def nesterov(self, weights: Values, grads: Values, momenta: Values, lr: float, wd: float, momentum: float,
                 rescale: float, bound: Any) -> Values:
        """Move to the end point of the next momentum step."""
        grads, scale = self.scale_gradients(weights, grads, rescale, bound)
        self._multiply_(momenta, momentum)
        weights = self._looked_ahead(weights, momenta, momentum, lr, grads, scale, wd)
        # MXNet is called with the weight as `out` and decays the weight that it has just written.
        self._add_step_(momenta, -lr, grads, scale, weights, wd)
        return weights

    def sign_sgd(self, weights: Values, grads: Values, lr: float, wd: float) -> Values:
        """Compute ``w - lr * (sign(g) + wd * w)``. Rescaling and clipping do not change the sign."""
        grads, _ = self.scale_gradients(weights, grads, 1.0, -1.0)
        return self._descended(weights, lr * wd, self._signs(grads), lr)

    def signum(self, weights: Values, grads: Values, momenta: Values, lr: float, wd: float, momentum: float,
               decoupled_wd: float, rescale: float, bound: Any) -> Values:
        """Average ``-(g + wd * w)`` in ``m`` and compute ``w + lr * sign(m)``."""
        grads, scale = self.scale_gradients(weights, grads, rescale, bound)
        self._multiply_(momenta, momentum)
        self._add_step_(momenta, -(1.0 - momentum), grads, scale, weights, wd)
        return self._descended(weights, lr * decoupled_wd, self._signs(momenta), -lr)

    def adam(self, weights: Values, grads: Values, means: Values, variances: Values, lr: float, wd: float,
             beta1: float, beta2: float, epsilon: float, rescale: float, bound: Any) -> Values:
        """Apply Adam. Decay is added to the gradient before clipping; the caller includes bias correction in `lr`."""
        steps = self.decayed(weights, grads, wd, rescale, bound)
        self._average_(means, steps, beta1, 1.0 - beta1)
        self._average_squares_(variances, steps, beta2, 1.0 - beta2)
        return self._less_quotient(weights, lr, means, self._root_plus(variances, epsilon))

    def adagrad(self, weights: Values, grads: Values, sums: Values, lr: float, wd: float, epsilon: float,
                rescale: float, bound: Any) -> Values:
        """Divide steps by the root of the sum of squared gradients."""
        steps = self._prepared(weights, grads, rescale, bound)
        self._add_squares_(sums, steps)
        roots = self._root_of_sum(sums, epsilon)
        if wd:
            weights = self._multiplied(weights, 1.0 - lr * wd)
        return self._less_quotient(weights, lr, steps, roots)

    def rmsprop(self, weights: Values, grads: Values, squares: Values, lr: float, wd: float, gamma: float,
                epsilon: float, rescale: float, bound: Any, weight_bound: Any) -> Values:
        """Divide steps by the root of the running mean of squared gradients."""
        steps = self.decayed(weights, grads, wd, rescale, bound)
        self._average_squares_(squares, steps, gamma, 1.0 - gamma)
        weights = self._less_quotient(weights, lr, steps, self._root_of_sum(squares, epsilon))
        return self._clipped(weights, weight_bound)

    def rmsprop_centered(self, weights: Values, grads: Values, squares: Values, means: Values, deltas: Values,
                         lr: float, wd: float, gamma1: float, gamma2: float, epsilon: float, rescale: float,
                         bound: Any, weight_bound: Any) -> Values:
        """Apply RMSProp with momentum, divided by the running standard deviation."""
        steps = self.decayed(weights, grads, wd, rescale, bound)
        self._average_squares_(squares, steps, gamma1, 1.0 - gamma1)
        self._average_(means, steps, gamma1, 1.0 - gamma1)
        self._multiply_(deltas, gamma2)
        self._subtract_quotient_(deltas, lr, steps, self._deviation(squares, means, epsilon))
        return self._clipped(self._sum(weights, deltas), weight_bound)

    def nadam(self, weights: Values, grads: Values, means: Values, squares: Values, lr: float, wd: float, beta1: float,
              beta2: float, epsilon: float, now: float, ahead: float, unbiased: float, rescale: float,
              bound: Any) -> Values:
        """Apply Adam to ``now * step + ahead * mean``; `unbiased` corrects the mean of squares."""
        steps = self.decayed(weights, grads, wd, rescale, bound)
        self._average_(means, steps, beta1, 1.0 - beta1)
        self._average_squares_(squares, steps, beta2, 1.0 - beta2)
        root = math.sqrt(unbiased)
        return self._less_quotient(weights, lr * root, self._blended(steps, now, means, ahead),
                                   self._root_plus(squares, epsilon * root))

    def dcasgd(self, weights: Values, grads: Values, momenta: Values | None, previous: Values, lr: float, wd: float,
               momentum: float, lamda: float, rescale: float, bound: Any) -> Values:
        """Apply SGD to gradients corrected by the change of the weight since `previous`."""
        steps = self._compensated(self._prepared(weights, grads, rescale, bound), lamda, weights, previous)
        self._copy_(previous, weights)
        if momenta is None:
            return self.sgd(weights, steps, lr, wd, 1.0, -1.0)
        return self.sgd_momentum(weights, steps, momenta, lr, wd, momentum, 1.0, -1.0)

    # Building blocks of the formulas. Names with a trailing underscore write their first argument.

    _prepared: Any = staticmethod(prepared)
    decayed: Any = staticmethod(decayed)
    _clipped: Any = staticmethod(clipped)
    _multiplied: Any = staticmethod(torch.mul)
    _multiply_: Any = staticmethod(Tensor.mul_)
    _sum: Any = staticmethod(torch.add)
    _copy_: Any = staticmethod(Tensor.copy_)
    _signs: Any = staticmethod(torch.sign)

    def scale_gradients(self, weights: Values, grads: Values, rescale: float, bound: Any) -> tuple[Values, float]:
        """Return clipped gradients and the factor that still has to be applied."""
        return prepared(weights, grads, rescale, bound), 1.0

    def _add_step_(self, targets: Values, factor: Rate, grads: Values, scale: float, weights: Values,
                   wd: Rate) -> None:
        """Compute ``targets += factor * (scale * grads + wd * weights)``."""
        targets.add_(grads + wd * weights, alpha=factor)

    def _descended(self, weights: Values, decay: Rate, directions: Values, lr: Rate) -> Values:
        """Compute ``weights * (1 - decay) - lr * directions``."""
        return weights * (1.0 - decay) - lr * directions

    def _looked_ahead(self, weights: Values, momenta: Values, momentum: float, lr: float, grads: Values, scale: float,
                      wd: float) -> Values:
        """Compute ``weights + momentum * momenta - (1 + momentum) * lr * (scale * grads + wd * weights)``."""
        return weights - momenta + (momentum + 1.0) * (momenta - lr * (grads + wd * weights))

    def _blended(self, steps: Values, factor: float, means: Values, other: float) -> Values:
        """Compute ``factor * steps + other * means``."""
        return factor * steps + other * means

    def _compensated(self, steps: Values, lamda: float, weights: Values, previous: Values) -> Values:
        """Compute ``steps + lamda * steps ** 2 * (weights - previous)``."""
        return steps + lamda * steps * steps * (weights - previous)

    def _average_(self, means: Values, steps: Values, beta: float, rest: float) -> None:
        """Compute ``means = beta * means + rest * steps``."""
        means.mul_(beta).add_(steps, alpha=rest)

    def _average_squares_(self, squares: Values, steps: Values, beta: float, rest: float) -> None:
        """Compute ``squares = beta * squares + rest * steps ** 2``."""
        squares.mul_(beta).addcmul_(steps, steps, value=rest)

    def _add_squares_(self, sums: Values, steps: Values) -> None:
        sums.addcmul_(steps, steps)

    def _root_plus(self, squares: Values, epsilon: float) -> Values:
        return torch.sqrt(squares) + epsilon

    def _root_of_sum(self, squares: Values, epsilon: float) -> Values:
        return torch.sqrt(squares + epsilon)

    def _deviation(self, squares: Values, means: Values, epsilon: float) -> Values:
        return torch.sqrt(squares - means * means + epsilon)

    def _subtract_quotient_(self, targets: Values, lr: float, steps: Values, roots: Values) -> None:
        targets.sub_(lr * steps / roots)

    def _less_quotient(self, weights: Values, lr: float, steps: Values, roots: Values) -> Values:
        return weights - lr * steps / roots


class TensorFormulas(Formulas):
    """Optimizer steps of update operators, for one weight at a time."""

    def group_adagrad(self, weight: Tensor, grad: Tensor, sums: Tensor, lr: float, epsilon: float, rescale: float,
                      bound: float) -> Tensor:
        """Apply AdaGrad with one sum per row, of the mean squared gradients."""
        step = prepared(weight, grad, rescale, bound)
        axes = tuple(range(1, step.ndim))
        sums.add_((step * step).mean(axes).reshape(sums.shape))
        return weight - lr * step / torch.sqrt(sums.reshape(-1, *[1] * len(axes)) + epsilon)

    def ftrl(self, weight: Tensor, grad: Tensor, z: Tensor, n: Tensor, lr: float, wd: float, lamda1: float,
             beta: float, rescale: float, bound: float) -> Tensor:
        """Follow the regularized leader: weights whose `z` stays within `lamda1` become zero."""
        step = prepared(weight, grad, rescale, bound)
        squared = step * step
        z.add_(step - (torch.sqrt(n + squared) - torch.sqrt(n)) * weight / lr)
        n.add_(squared)
        moved = (torch.sign(z) * lamda1 - z) / ((beta + torch.sqrt(n)) / lr + wd)
        return moved * (z.abs() > lamda1)

    def ftml(self, weight: Tensor, grad: Tensor, d: Tensor, v: Tensor, z: Tensor, lr: float, wd: float, beta1: float,
             beta2: float, epsilon: float, t: int, rescale: float, bound: float) -> Tensor:
        """Follow the moving leader at step `t`, counted from 1."""
        step = decayed(weight, grad, wd, rescale, bound)
        self._average_squares_(v, step, beta2, 1.0 - beta2)
        scale = quotient(1.0 - beta1**t, lr) * (torch.sqrt(v / (1.0 - beta2**t)) + epsilon)
        self._average_(z, step, beta1, 1.0 - beta1)
        z.sub_((scale - beta1 * d) * weight)
        d.copy_(scale)
        return -z / scale

    def adamw(self, weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, lr: float, wd: float, eta: float,
              rescale: Tensor, beta1: float, beta2: float, epsilon: float, bound: float) -> Tensor:
        """Apply Adam with decoupled decay; skip the step if the scale is zero or not finite."""
        scale = rescale.reshape(-1)[0].to(weight.dtype)
        usable = torch.isfinite(scale) & (scale != 0)
        step = clipped(prepared(weight, grad, 1.0, -1.0) * scale, bound)
        average = torch.where(usable, mean * beta1 + (1.0 - beta1) * step, mean)
        square = torch.where(usable, var * beta2 + (1.0 - beta2) * step * step, var)
        mean.copy_(average)
        var.copy_(square)
        moved = weight - eta * (lr * average / (torch.sqrt(square) + epsilon) + wd * weight)
        return torch.where(usable, moved, weight)

    def lamb(self, weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, lr: float, wd: float, t: int,
             normed: Tensor, beta1: float, beta2: float, epsilon: float, bias_correction: bool, rescale: float,
             bound: float, lower: float, upper: float) -> Tensor:
        """Apply Adam with the step scaled by the norm of `normed` over the norm of the direction."""
        direction = self.lamb_direction(weight, grad, mean, var, wd, t, beta1, beta2, epsilon, bias_correction,
                                        rescale, bound)
        norms = [torch.sqrt(values.float().square().sum()) for values in (normed, direction)]
        return weight - self.trust_rate(lr, norms[0], norms[1], lower, upper).to(weight.dtype) * direction

    def lamb_direction(self, weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, wd: float, t: int, beta1: float,
                       beta2: float, epsilon: float, bias_correction: bool, rescale: float, bound: float) -> Tensor:
        """Update both moments and return Adam's direction plus weight decay."""
        step = prepared(weight, grad, rescale, bound)
        self._average_(mean, step, beta1, 1.0 - beta1)
        self._average_squares_(var, step, beta2, 1.0 - beta2)
        if bias_correction:
            mean, var = mean / (1.0 - beta1**t), var / (1.0 - beta2**t)
        return mean / self._root_plus(var, epsilon) + wd * weight

    def trust_rate(self, lr: float, weight_norm: Tensor, step_norm: Tensor, lower: float, upper: float) -> Tensor:
        """Return the learning rate times clipped weight norm over step norm, or the rate itself if a norm is zero."""
        if lower >= 0:
            weight_norm = weight_norm.clamp(min=lower)
        if upper >= 0:
            weight_norm = weight_norm.clamp(max=upper)
        usable = (weight_norm != 0) & (step_norm != 0)
        return torch.where(usable, lr * weight_norm / step_norm, torch.full_like(weight_norm, lr))


class _TensorRates(Formulas):
    """Formulas with rates that may be tensors, which cannot be the `alpha` of an addition."""

    def _add_step_(self, targets: Values, factor: Rate, grads: Values, scale: float, weights: Values,
                   wd: Rate) -> None:
        targets.add_(factor * (grads + wd * weights))


TENSOR, TENSOR_RATES = TensorFormulas(), _TensorRates()


def check_master(weight: Tensor, master: Tensor) -> None:
    """Raise unless the float32 copy has the shape of this weight."""
    if weight.shape != master.shape:
        raise ValueError(f"weight32 must have the shape of weight {tuple(weight.shape)}, received "
                         f"{tuple(master.shape)}")


def updated(formula: Any, weight: Tensor, grad: Tensor, states: Sequence[Tensor], master: Tensor | None,
            *hyperparameters: Any) -> Tensor:
    """Return the new weight. With `master`, compute on this float32 copy and update it too."""
    written = states if master is None else (*states, master)
    with storage.writing(*written) if written else contextlib.nullcontext():
        states = [state.data for state in states]
        if master is None:
            return formula(weight, grad, *states, *hyperparameters)
        check_master(weight, master)
        result = formula(master.data, grad.to(master.dtype), *states, *hyperparameters)
        return master.data.copy_(result).to(weight.dtype)
