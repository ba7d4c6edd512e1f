"""Densities and probabilities of random numbers, with gradients for their parameters."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .facts import METHOD, WIDEST
from .opdef import register
from .params import Bool


def _align(sample: Tensor, *parameters: Tensor) -> list[Tensor]:
    """Return the parameters with axes of size 1 for the last axes of `sample`."""
    result = []
    for parameter in parameters:
        if parameter.dtype is not sample.dtype or tuple(parameter.shape) != tuple(sample.shape[: parameter.ndim]):
            raise ValueError(f"parameters must have the type and the first sizes of sample={tuple(sample.shape)} "
                             f"{sample.dtype}, received {tuple(parameter.shape)} {parameter.dtype}")
        result.append(parameter.reshape(*parameter.shape, *[1] * (sample.ndim - parameter.ndim)))
    return result


def _density(logarithm: Tensor, is_log: bool) -> Tensor:
    return logarithm if is_log else torch.exp(logarithm)


@register("_random_pdf_uniform", "random_pdf_uniform", form=METHOD, precision=WIDEST)
def pdf_uniform(sample: Tensor, low: Tensor, high: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
    lower, upper = _align(sample, low, high)
    width = (upper - lower).expand(sample.shape)
    return -torch.log(width) if is_log else 1.0 / width


@register("_random_pdf_normal", "random_pdf_normal", form=METHOD, precision=WIDEST)
def pdf_normal(sample: Tensor, mu: Tensor, sigma: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the density of the normal distribution."""
    mean, deviation = _align(sample, mu, sigma)
    away, normalizer = sample - mean, deviation * math.sqrt(2.0 * math.pi)
    exponent = -0.5 * away * away / (deviation * deviation)
    # Do not exponentiate the logarithm: invalid deviations get a density too.
    return exponent - torch.log(normalizer) if is_log else torch.exp(exponent) / normalizer


@register("_random_pdf_gamma", "random_pdf_gamma", form=METHOD, precision=WIDEST)
def pdf_gamma(sample: Tensor, alpha: Tensor, beta: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    form, rate = _align(sample, alpha, beta)
    logarithm = form * torch.log(rate) + (form - 1.0) * torch.log(sample) - rate * sample - torch.lgamma(form)
    return _density(logarithm, is_log)


@register("_random_pdf_exponential", "random_pdf_exponential", form=METHOD, precision=WIDEST)
def pdf_exponential(sample: Tensor, lam: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the density of the exponential distribution with rate `lam`."""
    rate, = _align(sample, lam)
    return torch.log(rate) - rate * sample if is_log else rate * torch.exp(-rate * sample)


@register("_random_pdf_poisson", "random_pdf_poisson", form=METHOD, precision=WIDEST)
def pdf_poisson(sample: Tensor, lam: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
    rate, = _align(sample, lam)
    count = sample.detach()
    return _density(count * torch.log(rate) - torch.lgamma(count + 1.0) - rate, is_log)


def _negative_binomial(count: Tensor, limit: Tensor, failure: Tensor) -> Tensor:
    ways = torch.lgamma(count + limit) - torch.lgamma(count + 1.0) - torch.lgamma(limit)
    return ways + limit * torch.log(failure) + count * torch.log(1.0 - failure)


@register("_random_pdf_negative_binomial", "random_pdf_negative_binomial", form=METHOD, precision=WIDEST)
def pdf_negative_binomial(sample: Tensor, k: Tensor, p: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
    limit, failure = _align(sample, k, p)
    return _density(_negative_binomial(sample.detach(), limit, failure), is_log)


@register("_random_pdf_generalized_negative_binomial", "random_pdf_generalized_negative_binomial", form=METHOD,
          precision=WIDEST)
def pdf_generalized_negative_binomial(sample: Tensor, mu: Tensor, alpha: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    mean, dispersion = _align(sample, mu, alpha)
    limit, failure = 1.0 / dispersion, 1.0 / (mean * dispersion + 1.0)
    return _density(_negative_binomial(sample.detach(), limit, failure), is_log)


@register("_random_pdf_dirichlet", "random_pdf_dirichlet", form=METHOD, precision=WIDEST)
def pdf_dirichlet(sample: Tensor, alpha: Tensor, *, is_log: Bool = False) -> Tensor:
    """Compute the density of the Dirichlet distribution over the last axis."""
    leading = alpha.ndim - 1
    expected = (*sample.shape[:leading], sample.shape[-1])
    if alpha.dtype is not sample.dtype or tuple(alpha.shape) != expected or alpha.ndim > sample.ndim:
        raise ValueError(f"alpha must have shape {expected} and the type of sample, received {tuple(alpha.shape)} "
                         f"{alpha.dtype}")
    form = alpha.reshape(*alpha.shape[:-1], *[1] * (sample.ndim - alpha.ndim), alpha.shape[-1])
    ways = torch.lgamma(form.sum(-1)) - torch.lgamma(form).sum(-1)
    result = _density(((form - 1.0) * torch.log(sample)).sum(-1) + ways, is_log)
    return result if result.ndim else result.unsqueeze(0)
