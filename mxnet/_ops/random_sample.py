"""Random numbers with array parameters: several numbers per parameter element, along new last axes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from .._runtime import streams
from . import random_stream
from .facts import DRAWN, INT64, METHOD, Form, Inference, Params, TypeLike, Types, drawn_type
from .opdef import ShapeLike, register, same_shapes
from .params import Bool, Device, DType, Generator, Int, OptDType, Shape
from .random import check, gamma_numbers, poisson_numbers, sample_type, uniform_numbers


def _one_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Give all parameters the same shape; unlike with `same_shapes`, the result has a different one."""
    return same_shapes(params, shapes)


def _check(shape: tuple[int, ...], parameters: tuple[Tensor, ...]) -> None:
    first = parameters[0]
    check(all(s > 0 for s in shape), "shape parameter must be non-zero within each dimension", shape)
    for other in parameters[1:]:
        if other.shape != first.shape or other.dtype is not first.dtype:
            raise ValueError(f"the parameters of a distribution must have the same shape and type, received "
                             f"{tuple(first.shape)} {first.dtype} and {tuple(other.shape)} {other.dtype}")


def _spread(shape: tuple[int, ...], *parameters: Tensor) -> list[Tensor]:
    """Broadcast every parameter along new last axes of the given sizes, in at least single precision."""
    _check(shape, parameters)
    first = parameters[0]
    wide = torch.float64 if first.dtype is torch.float64 else torch.float32
    target = (*first.shape, *shape)
    return [p.detach().to(wide).reshape(*p.shape, *[1] * len(shape)).expand(target) for p in parameters]


def _exact(kind: str, generator: torch.Generator | None, shape: tuple[int, ...], dtype: torch.dtype | None,
           *parameters: Tensor) -> Tensor | None:
    """Return the numbers that MXNet draws, or None if its generator does not apply."""
    own = streams.of(generator, kind, sample_type(dtype))
    if own is None or parameters[0].is_meta:
        return None
    _check(shape, parameters)
    target = (*parameters[0].shape, *shape)
    spread = [p.detach().reshape(*p.shape, *[1] * len(shape)).expand(target) for p in parameters]
    drawn: Tensor = getattr(random_stream, kind)(own, *spread, target, sample_type(dtype))
    return drawn


@register("_sample_uniform", "sample_uniform", inference=Inference(fill=_one_shape, result_types=drawn_type),
          form=METHOD)
def sample_uniform(low: Tensor, high: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                   generator: Generator = None) -> Tensor:
    """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    if (exact := _exact("uniform", generator, shape, dtype, low, high)) is not None:
        return exact
    lower, upper = _spread(shape, low, high)
    return (lower + (upper - lower) * uniform_numbers(lower, generator)).to(sample_type(dtype))


@register("_sample_normal", "sample_normal", inference=Inference(fill=_one_shape, result_types=drawn_type),
          form=METHOD)
def sample_normal(mu: Tensor, sigma: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                  generator: Generator = None) -> Tensor:
    """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
    if (exact := _exact("normal", generator, shape, dtype, mu, sigma)) is not None:
        return exact
    mean, deviation = _spread(shape, mu, sigma)
    return (torch.empty_like(mean).normal_(generator=generator) * deviation + mean).to(sample_type(dtype))


@register("_sample_exponential", "sample_exponential", inference=DRAWN, form=METHOD)
def sample_exponential(lam: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                       generator: Generator = None) -> Tensor:
    """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
    if (exact := _exact("exponential", generator, shape, dtype, lam)) is not None:
        return exact
    rate, = _spread(shape, lam)
    return (torch.empty_like(rate).exponential_(generator=generator) / rate).to(sample_type(dtype))


@register("_sample_gamma", "sample_gamma", inference=Inference(fill=_one_shape, result_types=drawn_type), form=METHOD)
def sample_gamma(alpha: Tensor, beta: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                 generator: Generator = None) -> Tensor:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
    if (exact := _exact("gamma", generator, shape, dtype, alpha, beta)) is not None:
        return exact
    form, scale = _spread(shape, alpha, beta)
    return (gamma_numbers(form.contiguous(), generator) * scale).to(sample_type(dtype))


@register("_sample_poisson", "sample_poisson", inference=DRAWN, form=METHOD)
def sample_poisson(lam: Tensor, *, shape: Shape = (), dtype: OptDType = None, generator: Generator = None) -> Tensor:
    """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
    if (exact := _exact("poisson", generator, shape, dtype, lam)) is not None:
        return exact
    rate, = _spread(shape, lam)
    return poisson_numbers(rate.contiguous(), generator).to(sample_type(dtype))


@register("_sample_negative_binomial", "sample_negative_binomial",
          inference=Inference(fill=_one_shape, result_types=drawn_type), form=METHOD)
def sample_negative_binomial(k: Tensor, p: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                             generator: Generator = None) -> Tensor:
    """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
    if (exact := _exact("negative_binomial", generator, shape, dtype, k, p)) is not None:
        return exact
    limit, failure = _spread(shape, k, p)
    rate = gamma_numbers(limit.contiguous(), generator) * ((1.0 - failure) / failure)
    return poisson_numbers(rate, generator).to(sample_type(dtype))


@register("_sample_generalized_negative_binomial", "sample_generalized_negative_binomial",
          inference=Inference(fill=_one_shape, result_types=drawn_type), form=METHOD)
def sample_generalized_negative_binomial(mu: Tensor, alpha: Tensor, *, shape: Shape = (), dtype: OptDType = None,
                                         generator: Generator = None) -> Tensor:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
    if (exact := _exact("generalized_negative_binomial", generator, shape, dtype, mu, alpha)) is not None:
        return exact
    mean, dispersion = _spread(shape, mu, alpha)
    plain = dispersion == 0
    safe = torch.where(plain, torch.ones_like(dispersion), dispersion)
    mixed = gamma_numbers(1.0 / safe, generator) * (safe * mean)
    return poisson_numbers(torch.where(plain, mean, mixed), generator).to(sample_type(dtype))


_OUTCOME_TYPES = (torch.uint8, torch.int32, torch.float16, torch.float32, torch.float64)


def _outcome_types(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Return the dtypes of the outcomes and of their log probabilities."""
    return [params["dtype"], known[0]][:count]


@register("_sample_multinomial", "sample_multinomial", outputs=lambda p: 2 if p["get_prob"] else 1,
          inference=Inference(result_types=_outcome_types), form=METHOD)
def sample_multinomial(data: Tensor, *, shape: Shape = (), get_prob: Bool = False, dtype: DType = torch.int32,
                       generator: Generator = None) -> Any:
    """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
    check(dtype in _OUTCOME_TYPES, f"dtype must be one of {_OUTCOME_TYPES}", dtype)
    count = 1
    for size in shape:
        count *= size
    classes = data.shape[-1]
    if (own := streams.of(generator, "multinomial", data.dtype)) is not None:
        drawn = random_stream.outcomes(own, data.detach().reshape(-1, classes), count)
    else:
        table = data.detach().reshape(-1, classes).to(torch.float64).cumsum(-1)
        place = torch.empty((table.shape[0], count), dtype=torch.float64, device=data.device)
        drawn = torch.searchsorted(table, place.uniform_(0.0, 1.0, generator=generator)).clamp(max=classes - 1)
    target = (*data.shape[:-1], *shape) or (1,)
    outcome = drawn.to(dtype).reshape(target)
    if not get_prob:
        return outcome
    chosen = torch.gather(data.reshape(-1, classes), 1, drawn)
    return outcome, torch.log(chosen).reshape(target)


def _unique_row(count: int, range_max: int, numbers: Iterator[float]) -> tuple[list[int], int]:
    """Return the first `count` distinct draws and the number of draws used."""
    seen: dict[int, None] = {}
    logarithm = math.log(range_max)
    for drawn, number in enumerate(numbers, 1):
        seen[math.floor(math.exp(number * logarithm) + 0.5) - 1] = None
        if len(seen) == count:
            return list(seen), drawn
    raise AssertionError("unreachable: the iterator is infinite")


def _endless(count: int, generator: torch.Generator | None) -> Iterator[float]:
    while True:
        yield from torch.empty(2 * count, dtype=torch.float64).uniform_(0.0, 1.0, generator=generator).tolist()


@register("_sample_unique_zipfian", outputs=2, inference=INT64, form=Form(output_names=("samples", "trials")))
def sample_unique_zipfian(*, range_max: Int, shape: Shape = (), device: Device = None,
                          generator: Generator = None) -> Any:
    """Draw distinct classes for each row of a batch, small ones more often, and the number of draws per row."""
    check(len(shape) == 2, "shape must be (batch size, number of samples)", shape)
    rows, count = shape
    check(count <= range_max, "Number of samples cannot exceed the number of possible classes", (count, range_max))
    if device is not None and device.type == "meta":
        return (torch.empty(shape, dtype=torch.int64, device=device),
                torch.empty(rows, dtype=torch.int64, device=device))
    if (own := streams.of(generator, "unique_zipfian")) is not None:
        drawn = [_unique_row(count, range_max, numbers) for numbers in random_stream.by_rows(own, rows)]
    else:
        drawn = [_unique_row(count, range_max, _endless(count, generator)) for _ in range(rows)]
    samples = torch.tensor([row for row, _ in drawn], dtype=torch.int64, device=device)
    return samples.reshape(shape), torch.tensor([tries for _, tries in drawn], dtype=torch.int64, device=device)

