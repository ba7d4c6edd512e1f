"""Random numbers with parameters that are numbers; each context draws from its own generator."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._runtime import numpy_mode
from .._runtime.deferred_error import failed_tensor
from .facts import drawn_type
from .opdef import register
from .params import Device, Float, Generator, Int, OptDType, OptStr, Shape

FLOATING = (torch.float16, torch.float32, torch.float64)


def sample_type(dtype: torch.dtype | None) -> torch.dtype:
    """The type of the result; only floating point types are allowed."""
    if dtype is None:
        return torch.float32
    if dtype not in FLOATING:
        raise ValueError(f"dtype must be float16, float32 or float64, received {dtype}")
    return dtype


def check(condition: bool, rule: str, value: Any) -> None:
    """Raise ValueError naming the rule and the value unless the condition holds."""
    if not condition:
        raise ValueError(f"{rule}, received {value}")


def _fails_late(draw: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """`draw`, whose parameters MXNet looks at only when it computes."""

    def drawn(room: Tensor, *arguments: Any) -> Tensor:
        try:
            return draw(room, *arguments)
        except ValueError as error:
            return failed_tensor(room, str(error))

    return drawn


def _room_like(like: Tensor) -> Tensor:
    """Memory for numbers in the shape of `like`, at least in single precision."""
    return torch.empty_like(like, dtype=torch.float64 if like.dtype is torch.float64 else torch.float32)


def uniform_numbers(like: Tensor, generator: torch.Generator | None) -> Tensor:
    """Uniform numbers in [0, 1) in the shape of `like`, computed at least in single precision."""
    return _room_like(like).uniform_(0.0, 1.0, generator=generator)


def gamma_numbers(alpha: Tensor, generator: torch.Generator | None) -> Tensor:
    """Gamma numbers of shape parameter `alpha` and scale 1."""
    return torch._standard_gamma(alpha, generator=generator)


def poisson_numbers(rate: Tensor, generator: torch.Generator | None) -> Tensor:
    """Poisson numbers with mean `rate`."""
    return torch.poisson(rate, generator=generator)


@_fails_late
def _uniform(room: Tensor, low: float, high: float, generator: torch.Generator | None) -> Tensor:
    check(high >= low, "low must be less or equal to high in uniform distribution", (low, high))
    return room.uniform_(0.0, 1.0, generator=generator).mul_(high - low).add_(low)


@_fails_late
def _normal(room: Tensor, loc: float, scale: float, generator: torch.Generator | None) -> Tensor:
    check(scale > 0, "scale parameter in gaussian has to be positive", scale)
    return room.normal_(loc, scale, generator=generator)


@_fails_late
def _exponential(room: Tensor, lam: float, generator: torch.Generator | None) -> Tensor:
    check(lam > 0, "lambda parameter in exponential distribution has to be positive", lam)
    return room.exponential_(lam, generator=generator)


@_fails_late
def _gamma(room: Tensor, alpha: float, beta: float, generator: torch.Generator | None) -> Tensor:
    check(alpha > 0, "alpha parameter in gamma distribution has to be positive", alpha)
    check(beta > 0, "beta parameter in gamma distribution has to be positive", beta)
    return gamma_numbers(room.fill_(alpha), generator) * beta


@_fails_late
def _poisson(room: Tensor, lam: float, generator: torch.Generator | None) -> Tensor:
    check(lam >= 0, "lambda parameter in poisson distribution has to be non-negative", lam)
    return poisson_numbers(room.fill_(lam), generator)


@_fails_late
def _negative_binomial(room: Tensor, k: float, p: float, generator: torch.Generator | None) -> Tensor:
    check(k >= 0, "k parameter in negative binomial distribution has to be non-negative", k)
    check(p >= 0, "p parameter in negative binomial distribution has to be non-negative", p)
    odds = max(0.0, 1.0 - p) / p if p else math.inf
    return poisson_numbers(gamma_numbers(room.fill_(k), generator) * odds, generator)


@_fails_late
def _generalized_negative_binomial(room: Tensor, mu: float, alpha: float, generator: torch.Generator | None) -> Tensor:
    check(mu >= 0, "mu parameter in generalized negative binomial distribution has to be non-negative", mu)
    check(alpha >= 0, "alpha parameter in generalized negative binomial distribution has to be non-negative", alpha)
    if alpha == 0:
        return poisson_numbers(room.fill_(mu), generator)
    return poisson_numbers(gamma_numbers(room.fill_(1.0 / alpha), generator) * (alpha * mu), generator)


@_fails_late
def _integers(room: Tensor, low: int, high: int, generator: torch.Generator | None) -> Tensor:
    check(high >= low, "low must be less or equal to high in uniform distribution", (low, high))
    return room.random_(low, high, generator=generator)


def _check_shape(shape: tuple[int, ...]) -> None:
    """Raise unless all sizes are positive; with NumPy shapes, there may be none and they may be 0."""
    if min(shape, default=0) <= 0 and not (numpy_mode.state.shape and min(shape, default=0) == 0):
        raise ValueError(f"shape must be given with positive sizes, received {shape}")


def _room(shape: tuple[int, ...], dtype: torch.dtype | None, device: torch.device | None) -> Tensor:
    """Memory for numbers of type `dtype`, at least in single precision."""
    if not shape and device is not None and device.type == "meta" and not numpy_mode.state.shape:
        raise NotImplementedError("the shape follows from how the numbers are used")
    _check_shape(shape)
    return torch.empty(shape, dtype=torch.float64 if sample_type(dtype) is torch.float64 else torch.float32,
                       device=device)


def _typed(numbers: Tensor, dtype: torch.dtype | None) -> Tensor:
    return numbers.to(dtype) if dtype is torch.float16 else numbers


_DRAWN: dict[str, Any] = {"method": False, "result_types": drawn_type}


@register("_random_uniform", "random_uniform", "uniform", **_DRAWN)
def random_uniform(*, low: Float = 0.0, high: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                   dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Uniform on ``[low, high)``."""
    return _typed(_uniform(_room(shape, dtype, device), low, high, generator), dtype)


@register("_random_normal", "random_normal", "normal", **_DRAWN)
def random_normal(*, loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                  dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Normal with mean `loc` and standard deviation `scale`."""
    return _typed(_normal(_room(shape, dtype, device), loc, scale, generator), dtype)


@register("_random_exponential", "random_exponential", **_DRAWN)
def random_exponential(*, lam: Float = 1.0, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                       device: Device = None, generator: Generator = None) -> Tensor:
    """Exponential with rate `lam`."""
    return _typed(_exponential(_room(shape, dtype, device), lam, generator), dtype)


@register("_random_gamma", "random_gamma", **_DRAWN)
def random_gamma(*, alpha: Float = 1.0, beta: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                 dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Gamma with shape parameter `alpha` and scale `beta`."""
    return _typed(_gamma(_room(shape, dtype, device), alpha, beta, generator), dtype)


@register("_random_poisson", "random_poisson", **_DRAWN)
def random_poisson(*, lam: Float = 1.0, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                   device: Device = None, generator: Generator = None) -> Tensor:
    """Poisson with mean `lam`."""
    return _typed(_poisson(_room(shape, dtype, device), lam, generator), dtype)


@register("_random_negative_binomial", "random_negative_binomial", **_DRAWN)
def random_negative_binomial(*, k: Int = 1, p: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                             dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """How many successes precede the `k`-th failure, which has the probability `p`."""
    return _typed(_negative_binomial(_room(shape, dtype, device), k, p, generator), dtype)


@register("_random_generalized_negative_binomial", "random_generalized_negative_binomial", **_DRAWN)
def random_generalized_negative_binomial(*, mu: Float = 1.0, alpha: Float = 1.0, shape: Shape = (),
                                         ctx: OptStr = None, dtype: OptDType = None, device: Device = None,
                                         generator: Generator = None) -> Tensor:
    """Negative binomial with mean `mu` and dispersion `alpha`."""
    return _typed(_generalized_negative_binomial(_room(shape, dtype, device), mu, alpha, generator), dtype)


@register("_random_randint", "random_randint", "_npi_random_randint", method=False,
          result_types=lambda params, known, count: [params["dtype"] or torch.int32])
def random_randint(*, low: Int, high: Int, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                   device: Device = None, generator: Generator = None) -> Tensor:
    """Integers in ``[low, high)``."""
    _check_shape(shape)
    check(dtype in (None, torch.int32, torch.int64), "dtype must be int32 or int64", dtype)
    return _integers(torch.empty(shape, dtype=dtype or torch.int32, device=device), low, high, generator)


def _floating_room(data: Tensor) -> Tensor:
    if not data.is_floating_point():
        raise ValueError(f"This operation only support floating point types, not {data.dtype}")
    return _room_like(data.detach())


@register("_random_uniform_like")
def random_uniform_like(data: Tensor, *, low: Float = 0.0, high: Float = 1.0, generator: Generator = None) -> Tensor:
    """Uniform on ``[low, high)``, in the shape and type of `data`."""
    return _uniform(_floating_room(data), low, high, generator).to(data.dtype)


@register("_random_normal_like")
def random_normal_like(data: Tensor, *, loc: Float = 0.0, scale: Float = 1.0, generator: Generator = None) -> Tensor:
    """Normal with mean `loc` and standard deviation `scale`, in the shape and type of `data`."""
    return _normal(_floating_room(data), loc, scale, generator).to(data.dtype)


@register("_random_exponential_like")
def random_exponential_like(data: Tensor, *, lam: Float = 1.0, generator: Generator = None) -> Tensor:
    """Exponential with rate `lam`, in the shape and type of `data`."""
    return _exponential(_floating_room(data), lam, generator).to(data.dtype)


@register("_random_gamma_like")
def random_gamma_like(data: Tensor, *, alpha: Float = 1.0, beta: Float = 1.0, generator: Generator = None) -> Tensor:
    """Gamma with shape parameter `alpha` and scale `beta`, in the shape and type of `data`."""
    return _gamma(_floating_room(data), alpha, beta, generator).to(data.dtype)


@register("_random_poisson_like")
def random_poisson_like(data: Tensor, *, lam: Float = 1.0, generator: Generator = None) -> Tensor:
    """Poisson with mean `lam`, in the shape and type of `data`."""
    return _poisson(_floating_room(data), lam, generator).to(data.dtype)


@register("_random_negative_binomial_like")
def random_negative_binomial_like(data: Tensor, *, k: Int = 1, p: Float = 1.0, generator: Generator = None) -> Tensor:
    """Negative binomial (see `random_negative_binomial`), in the shape and type of `data`."""
    return _negative_binomial(_floating_room(data), k, p, generator).to(data.dtype)


@register("_random_generalized_negative_binomial_like")
def random_generalized_negative_binomial_like(data: Tensor, *, mu: Float = 1.0, alpha: Float = 1.0,
                                              generator: Generator = None) -> Tensor:
    """Negative binomial with mean `mu` and dispersion `alpha`, in the shape and type of `data`."""
    return _generalized_negative_binomial(_floating_room(data), mu, alpha, generator).to(data.dtype)


@register("_shuffle", "shuffle", "_npi_shuffle", method=False, gradient="none", bfloat16="any", converts_out=True)
def shuffle(data: Tensor, *, generator: Generator = None) -> Tensor:
    """The rows of `data` in random order."""
    return data[torch.randperm(data.shape[0], generator=generator, device=data.device)]
