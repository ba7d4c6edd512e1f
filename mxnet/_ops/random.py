"""Random numbers with scalar parameters; each context has its own generator."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor

from .._runtime import numpy_mode, streams, torch_private
from .._runtime.deferred_error import failed_tensor
from . import random_stream
from .facts import DRAWN, METHOD, Effects, Inference, Precision
from .opdef import register
from .params import Device, Float, Generator, Int, OptDType, OptStr, Shape

FLOATING = (torch.float16, torch.float32, torch.float64)


def sample_type(dtype: torch.dtype | None) -> torch.dtype:
    """Return the dtype of the result; only floating point dtypes are allowed."""
    if dtype is None:
        return torch.float32
    if dtype not in FLOATING:
        raise ValueError(f"dtype must be float16, float32 or float64, received {dtype}")
    return dtype


def check(condition: bool, rule: str, value: Any) -> None:
    """Raise ValueError with the rule and the value unless the condition holds."""
    if not condition:
        raise ValueError(f"{rule}, received {value}")


class Target(NamedTuple):
    """Array to draw: its shape, dtype and device."""

    shape: tuple[int, ...]
    dtype: torch.dtype
    device: torch.device | None

    def room(self) -> Tensor:
        """Allocate memory for the numbers, at least in single precision."""
        wide = torch.float32 if self.dtype is torch.float16 else self.dtype
        return torch.empty(self.shape, dtype=wide, device=self.device)

    def typed(self, numbers: Tensor) -> Tensor:
        """Convert `numbers` to the dtype of the result."""
        return numbers.to(self.dtype) if self.dtype is torch.float16 else numbers


Sampler = Callable[..., Tensor]
TorchGenerator = torch.Generator | None


def _defer_errors(draw: Sampler) -> Sampler:
    """Defer parameter errors of `draw`: MXNet checks them only when it computes."""

    def drawn(target: Target, *arguments: Any) -> Tensor:
        try:
            return draw(target, *arguments)
        except ValueError as error:
            return failed_tensor(target.typed(target.room()), str(error))

    return drawn


def _room_like(like: Tensor) -> Tensor:
    """Allocate memory in the shape of `like`, at least in single precision."""
    return torch.empty_like(like, dtype=torch.float64 if like.dtype is torch.float64 else torch.float32)


def uniform_numbers(like: Tensor, generator: torch.Generator | None) -> Tensor:
    """Draw uniform numbers in [0, 1) in the shape of `like`, computed at least in single precision."""
    return _room_like(like).uniform_(0.0, 1.0, generator=generator)


def gamma_numbers(alpha: Tensor, generator: torch.Generator | None) -> Tensor:
    """Draw gamma numbers with shape parameter `alpha` and scale 1."""
    if alpha.is_meta:  # torch supports meta tensors here only since 2.13
        return torch.empty_like(alpha)
    return torch_private.standard_gamma(alpha, generator=generator)


def poisson_numbers(rate: Tensor, generator: torch.Generator | None) -> Tensor:
    """Draw Poisson numbers with mean `rate`."""
    return torch.poisson(rate, generator=generator)


@_defer_errors
def _uniform(target: Target, low: float, high: float, generator: TorchGenerator) -> Tensor:
    check(high >= low, "low must be less or equal to high in uniform distribution", (low, high))
    if (own := streams.of(generator, "uniform", target.dtype)) is not None:
        return random_stream.uniform(own, low, high, target.shape, target.dtype)
    return target.typed(target.room().uniform_(0.0, 1.0, generator=generator).mul_(high - low).add_(low))


@_defer_errors
def _normal(target: Target, loc: float, scale: float, generator: TorchGenerator) -> Tensor:
    check(scale > 0, "scale parameter in gaussian has to be positive", scale)
    if (own := streams.of(generator, "normal", target.dtype)) is not None:
        return random_stream.normal(own, loc, scale, target.shape, target.dtype)
    return target.typed(target.room().normal_(loc, scale, generator=generator))


@_defer_errors
def _exponential(target: Target, lam: float, generator: TorchGenerator) -> Tensor:
    check(lam > 0, "lambda parameter in exponential distribution has to be positive", lam)
    if (own := streams.of(generator, "exponential", target.dtype)) is not None:
        return random_stream.exponential(own, lam, target.shape, target.dtype)
    return target.typed(target.room().exponential_(lam, generator=generator))


@_defer_errors
def _gamma(target: Target, alpha: float, beta: float, generator: TorchGenerator) -> Tensor:
    check(alpha > 0, "alpha parameter in gamma distribution has to be positive", alpha)
    check(beta > 0, "beta parameter in gamma distribution has to be positive", beta)
    if (own := streams.of(generator, "gamma", target.dtype)) is not None:
        return random_stream.gamma(own, alpha, beta, target.shape, target.dtype)
    return target.typed(gamma_numbers(target.room().fill_(alpha), generator) * beta)


@_defer_errors
def _poisson(target: Target, lam: float, generator: TorchGenerator) -> Tensor:
    check(lam >= 0, "lambda parameter in poisson distribution has to be non-negative", lam)
    if (own := streams.of(generator, "poisson", target.dtype)) is not None:
        return random_stream.poisson(own, lam, target.shape, target.dtype)
    return target.typed(poisson_numbers(target.room().fill_(lam), generator))


@_defer_errors
def _negative_binomial(target: Target, k: float, p: float, generator: TorchGenerator) -> Tensor:
    check(k >= 0, "k parameter in negative binomial distribution has to be non-negative", k)
    check(p >= 0, "p parameter in negative binomial distribution has to be non-negative", p)
    if (own := streams.of(generator, "negative_binomial", target.dtype)) is not None and k and p:
        return random_stream.negative_binomial(own, k, p, target.shape, target.dtype)
    odds = max(0.0, 1.0 - p) / p if p else math.inf
    return target.typed(poisson_numbers(gamma_numbers(target.room().fill_(k), generator) * odds, generator))


@_defer_errors
def _generalized_negative_binomial(target: Target, mu: float, alpha: float, generator: TorchGenerator) -> Tensor:
    check(mu >= 0, "mu parameter in generalized negative binomial distribution has to be non-negative", mu)
    check(alpha >= 0, "alpha parameter in generalized negative binomial distribution has to be non-negative", alpha)
    if (own := streams.of(generator, "generalized_negative_binomial", target.dtype)) is not None:
        return random_stream.generalized_negative_binomial(own, mu, alpha, target.shape, target.dtype)
    if alpha == 0:
        return target.typed(poisson_numbers(target.room().fill_(mu), generator))
    rate = gamma_numbers(target.room().fill_(1.0 / alpha), generator) * (alpha * mu)
    return target.typed(poisson_numbers(rate, generator))


@_defer_errors
def _integers(target: Target, low: int, high: int, generator: TorchGenerator) -> Tensor:
    check(high >= low, "low must be less or equal to high in uniform distribution", (low, high))
    if high > low and (own := streams.of(generator, "randint")) is not None:
        return random_stream.integers(own, low, high, target.shape, target.dtype)
    return target.room().random_(low, high, generator=generator)


def _check_shape(shape: tuple[int, ...]) -> None:
    """Raise unless all sizes are positive. NumPy shapes may also be empty or have sizes of 0."""
    if min(shape, default=0) <= 0 and not (numpy_mode.state.shape and min(shape, default=0) == 0):
        raise ValueError(f"shape must be given with positive sizes, received {shape}")


def _target(shape: tuple[int, ...], dtype: torch.dtype | None, device: torch.device | None) -> Target:
    if not shape and device is not None and device.type == "meta" and not numpy_mode.state.shape:
        raise NotImplementedError("the shape depends on the use of the numbers")
    _check_shape(shape)
    return Target(shape, sample_type(dtype), device)


@register("_random_uniform", "random_uniform", "uniform", inference=DRAWN)
def random_uniform(*, low: Float = 0.0, high: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                   dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Draw uniform numbers in ``[low, high)``."""
    return _uniform(_target(shape, dtype, device), low, high, generator)


@register("_random_normal", "random_normal", "normal", inference=DRAWN)
def random_normal(*, loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                  dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    return _normal(_target(shape, dtype, device), loc, scale, generator)


@register("_random_exponential", "random_exponential", inference=DRAWN)
def random_exponential(*, lam: Float = 1.0, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                       device: Device = None, generator: Generator = None) -> Tensor:
    """Draw exponential numbers with rate `lam`."""
    return _exponential(_target(shape, dtype, device), lam, generator)


@register("_random_gamma", "random_gamma", inference=DRAWN)
def random_gamma(*, alpha: Float = 1.0, beta: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                 dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`."""
    return _gamma(_target(shape, dtype, device), alpha, beta, generator)


@register("_random_poisson", "random_poisson", inference=DRAWN)
def random_poisson(*, lam: Float = 1.0, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                   device: Device = None, generator: Generator = None) -> Tensor:
    """Draw Poisson numbers with mean `lam`."""
    return _poisson(_target(shape, dtype, device), lam, generator)


@register("_random_negative_binomial", "random_negative_binomial", inference=DRAWN)
def random_negative_binomial(*, k: Int = 1, p: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                             dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Draw the number of successes before the `k`-th failure, which has probability `p`."""
    return _negative_binomial(_target(shape, dtype, device), k, p, generator)


@register("_random_generalized_negative_binomial", "random_generalized_negative_binomial", inference=DRAWN)
def random_generalized_negative_binomial(*, mu: Float = 1.0, alpha: Float = 1.0, shape: Shape = (),
                                         ctx: OptStr = None, dtype: OptDType = None, device: Device = None,
                                         generator: Generator = None) -> Tensor:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`."""
    return _generalized_negative_binomial(_target(shape, dtype, device), mu, alpha, generator)


def draw_integers(shape: tuple[int, ...], dtype: torch.dtype, device: torch.device | None, low: int, high: int,
                  generator: TorchGenerator) -> Tensor:
    """Draw integers in ``[low, high)``."""
    return _integers(Target(shape, dtype, device), low, high, generator)


@register("_random_randint", "random_randint", "_npi_random_randint",
          inference=Inference(result_types=lambda params, known, count: [params["dtype"] or torch.int32]))
def random_randint(*, low: Int, high: Int, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                   device: Device = None, generator: Generator = None) -> Tensor:
    """Draw integers in ``[low, high)``."""
    _check_shape(shape)
    check(dtype in (None, torch.int32, torch.int64), "dtype must be int32 or int64", dtype)
    return _integers(Target(shape, dtype or torch.int32, device), low, high, generator)


def _target_like(data: Tensor) -> Target:
    if not data.is_floating_point():
        raise ValueError(f"This operation only support floating point types, not {data.dtype}")
    return Target(tuple(data.shape), data.dtype, data.device)


@register("_random_uniform_like", form=METHOD)
def random_uniform_like(data: Tensor, *, low: Float = 0.0, high: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw uniform numbers in ``[low, high)`` with the shape and dtype of `data`."""
    return _uniform(_target_like(data), low, high, generator)


@register("_random_normal_like", form=METHOD)
def random_normal_like(data: Tensor, *, loc: Float = 0.0, scale: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw normal numbers with mean `loc` and standard deviation `scale`, with the shape and dtype of `data`."""
    return _normal(_target_like(data), loc, scale, generator)


@register("_random_exponential_like", form=METHOD)
def random_exponential_like(data: Tensor, *, lam: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw exponential numbers with rate `lam`, with the shape and dtype of `data`."""
    return _exponential(_target_like(data), lam, generator)


@register("_random_gamma_like", form=METHOD)
def random_gamma_like(data: Tensor, *, alpha: Float = 1.0, beta: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, with the shape and dtype of `data`."""
    return _gamma(_target_like(data), alpha, beta, generator)


@register("_random_poisson_like", form=METHOD)
def random_poisson_like(data: Tensor, *, lam: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw Poisson numbers with mean `lam`, with the shape and dtype of `data`."""
    return _poisson(_target_like(data), lam, generator)


@register("_random_negative_binomial_like", form=METHOD)
def random_negative_binomial_like(data: Tensor, *, k: Int = 1, p: Float = 1.0, generator: Generator = None) -> Tensor:
    """Draw negative binomial numbers (see `random_negative_binomial`) with the shape and dtype of `data`."""
    return _negative_binomial(_target_like(data), k, p, generator)


@register("_random_generalized_negative_binomial_like", form=METHOD)
def random_generalized_negative_binomial_like(data: Tensor, *, mu: Float = 1.0, alpha: Float = 1.0,
                                              generator: Generator = None) -> Tensor:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, with the shape and dtype of `data`."""
    return _generalized_negative_binomial(_target_like(data), mu, alpha, generator)


@register("_shuffle", "shuffle", "_npi_shuffle", effects=Effects(converts_out=True, gradient="none"),
          precision=Precision(bfloat16="any"))
def shuffle(data: Tensor, *, generator: Generator = None) -> Tensor:
    """Shuffle the rows of `data`."""
    if (own := streams.of(generator, "shuffle")) is not None:
        return data[random_stream.order(own, data.shape[0], data.ndim == 1)]
    return data[torch.randperm(data.shape[0], generator=generator, device=data.device)]
