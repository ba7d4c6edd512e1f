"""Sampling functions of ``mx.np.random``: torch's, or on the CPU MXNet's, which use a single Mersenne Twister.

Each function takes the shape, the generator of the context and the device, then the parameters: arrays, or 0-d tensors
for numbers (`exponential` and `gamma` also accept numbers). Draws without parameters are in single precision for all
result dtypes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from .._runtime import streams
from .._runtime.streams import line, logarithm, scaled_logarithm, single
from .random import gamma_numbers

Shape = tuple[int, ...]
TorchGenerator = torch.Generator | None
Device = torch.device | str | None

# Up to this size torch's exponential_ is faster than logarithms (3 vs 9 us for 6 numbers, 19 vs 7 ms for a million).
_FEW = 1000


def _units(own: streams.Streams, shape: Shape) -> Tensor:
    return own.line.take_units(math.prod(shape)).view(shape)


def _positive(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw uniform numbers in double precision, never 0, because log(0) is undefined."""
    return torch.rand(shape, dtype=torch.float64, generator=generator, device=device).clamp_min(2.0 ** -54)


def unit(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers in [0, 1). The caller must copy them to keep them."""
    if (own := streams.of(generator, "np.uniform")) is not None:
        return _units(own, shape)
    return torch.rand(shape, generator=generator, device=device)


def between(low: float, high: float, shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers in [low, high), computed in single precision."""
    drawn = unit(shape, generator, device)
    if low == 0.0 and high == 1.0:
        return drawn.clone()
    start = np.float32(low)
    return drawn * float(np.float32(high) - start) + float(start)


def scaled_normal(loc: float, scale: float, shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw normally distributed numbers."""
    drawn = normal(shape, generator, device)
    return drawn if loc == 0.0 and scale == 1.0 else drawn * scale + loc


def normal(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers from the standard normal distribution."""
    if (own := streams.of(generator, "np.normal")) is not None:
        return line.normal(own.line, math.prod(shape), torch.float32).reshape(shape)
    return torch.randn(shape, generator=generator, device=device)


def exponential_of(values: Tensor, generator: TorchGenerator) -> Tensor:
    """Compute exp(values) of normal numbers."""
    if streams.of(generator, "np.normal") is None or values.dtype is not torch.float32:
        return torch.exp(values)
    return _exact(lambda: single("exp", values.detach().numpy()), lambda: torch.exp(values), values)


def gumbel(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers from the standard Gumbel distribution."""
    if (own := streams.of(generator, "np.gumbel")) is not None:
        return logarithm(logarithm(_units(own, shape).double()).neg_()).neg_().float()
    return -torch.log(-torch.log(_positive(shape, generator, device)))


def logistic(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers from the standard logistic distribution."""
    if (own := streams.of(generator, "np.logistic")) is not None:
        return _log_odds(_units(own, shape))
    return torch.logit(_positive(shape, generator, device))


def _log_odds(units: Tensor) -> Tensor:
    return (logarithm(units.double()) - logarithm((1.0 - units).double())).float()


def rayleigh(shape: Shape, generator: TorchGenerator, device: Device) -> Tensor:
    """Draw numbers from the Rayleigh distribution with scale 1."""
    if (own := streams.of(generator, "np.rayleigh")) is not None:
        squares = logarithm(_units(own, shape).double()).mul_(-2.0)
        return torch.from_numpy(np.sqrt(squares.reshape(-1).numpy()).astype(np.float32)).reshape(shape)
    return torch.sqrt(-2 * torch.log(_positive(shape, generator, device)))


def exponential(shape: Shape, generator: TorchGenerator, device: Device, scale: Tensor | float) -> Tensor:
    """Draw numbers from the exponential distribution."""
    if (own := streams.of(generator, "np.exponential")) is None:
        if not isinstance(scale, Tensor) and 0 < scale < math.inf and math.prod(shape) <= _FEW:
            return torch.empty(shape, device=device).exponential_(1 / scale, generator=generator)
        return -torch.log(_positive(shape, generator, device)) * scale
    if isinstance(scale, Tensor) and scale.ndim:
        return scale * logarithm(_units(own, shape)).neg_()
    return scaled_logarithm(own.line.take_units(math.prod(shape)), -float(scale)).view(shape)


def _exact(exact: Callable[[], np.ndarray], formula: Callable[[], Tensor], parameter: Tensor) -> Tensor:
    """Return the exact numbers, with the gradient of the formula if the parameter has one."""
    numbers = torch.from_numpy(exact())
    if not parameter.requires_grad:
        return numbers
    smooth = formula()
    return numbers + (smooth - smooth.detach())


def _inverse(a: Tensor) -> np.ndarray:
    """Compute 1 / a in double precision, rounded to the dtype of an array or to single precision."""
    return (1.0 / a.detach().double()).to(a.dtype if a.ndim else torch.float32).float().numpy()


def weibull(shape: Shape, generator: TorchGenerator, device: Device, a: Tensor) -> Tensor:
    """Draw numbers from the Weibull distribution with scale 1."""
    if (own := streams.of(generator, "np.weibull")) is None:
        return (-torch.log(_positive(shape, generator, device))) ** (1 / a)
    noise = logarithm(_units(own, shape)).neg_()
    return _exact(lambda: single("pow", noise.numpy(), _inverse(a)), lambda: noise ** (1 / a), a)


def power(shape: Shape, generator: TorchGenerator, device: Device, a: Tensor) -> Tensor:
    """Draw numbers in [0, 1] from the power distribution."""
    if (own := streams.of(generator, "np.power")) is None:
        return _positive(shape, generator, device) ** (1 / a)
    size = math.prod(shape)
    noise = 1.0 - line.uniform(own.line, size + 1, torch.float32)[:size].reshape(shape)  # the last one is unused
    return _exact(lambda: single("pow", noise.numpy(), _inverse(a)), lambda: noise ** (1 / a), a)


def pareto(shape: Shape, generator: TorchGenerator, device: Device, a: Tensor) -> Tensor:
    """Draw numbers from the Pareto distribution that starts at 0."""
    if (own := streams.of(generator, "np.pareto")) is None:
        return torch.exp(-torch.log(_positive(shape, generator, device)) / a) - 1
    if a.ndim:
        noise = logarithm(_units(own, shape)).neg_()
        return _exact(lambda: _expm1(noise / a.detach()), lambda: torch.exp(noise / a) - 1, a)
    return torch.from_numpy(_expm1(logarithm(_units(own, shape).double()).neg_().div_(float(a))))


def _expm1(exponents: Tensor) -> np.ndarray:
    """Compute exp(x) - 1 with the C library's exp in double precision, rounded to single precision."""
    values = np.fromiter(map(math.exp, exponents.reshape(-1).tolist()), np.float64, exponents.numel())
    return (values - 1.0).astype(np.float32).reshape(exponents.shape)


def gamma(shape: Shape, generator: TorchGenerator, device: Device, alpha: Tensor | float,
          scale: Tensor | float) -> Tensor:
    """Draw numbers from the gamma distribution."""
    if (own := streams.of(generator, "np.gamma")) is None:
        if not isinstance(alpha, Tensor):
            form = torch.full(shape, alpha, dtype=torch.float64, device=device)
            return gamma_numbers(form, generator) * scale
        spread = alpha.to(torch.float64).expand(shape).contiguous()
        return gamma_numbers(spread, generator) * scale
    form, width = (np.broadcast_to(p.detach().double().numpy() if isinstance(p, Tensor) else np.float32(p), shape)
                   .reshape(-1).astype(np.float64) for p in (alpha, scale))
    return torch.from_numpy(_gamma(own, form, width)).reshape(shape)


def _gamma(own: streams.Streams, alpha: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Retry all elements until each is accepted; every attempt uses two uniform and two normal numbers per element."""
    size = len(alpha)
    d = np.where(alpha < 1, alpha + 2.0 / 3.0, alpha - 1.0 / 3.0)
    c = 1.0 / np.sqrt(9.0 * d)
    numbers = np.full(size, -1.0)
    while (open_ := numbers < 0).any():
        u = line.uniform(own.line, 2 * size, torch.float64).numpy().reshape(size, 2)
        n = line.normal(own.line, 2 * size, torch.float64).numpy().reshape(size, 2)[:, 0]
        root = 1.0 + c * n
        v = root * root * root
        candidates = open_ & (v > 0)
        candidates[candidates] = _accepted(u[candidates, 0], n[candidates], v[candidates], d[candidates])
        values = d[candidates] * v[candidates] * scale[candidates]
        small = alpha[candidates] < 1
        values[small] *= single("pow", u[candidates, 1][small], 1.0 / alpha[candidates][small])
        numbers[candidates] = values
    return numbers


def _accepted(u: np.ndarray, n: np.ndarray, v: np.ndarray, d: np.ndarray) -> np.ndarray:
    squeezed = u <= 1.0 - 0.0331 * (n * n) * (n * n)
    first, second = (logarithm(torch.from_numpy(values).float()).double().numpy() for values in (u, v))
    accepted: np.ndarray = squeezed | (first < 0.5 * (n * n) + d * (1.0 - v + second))
    return accepted


def bernoulli(shape: Shape, generator: TorchGenerator, device: Device, chances: Tensor, odds: bool) -> Tensor:
    """Draw events from their probabilities or from log `odds`."""
    if (own := streams.of(generator, "np.bernoulli")) is None:
        drawn = torch.rand(shape, generator=generator, device=device)
        return drawn < (torch.sigmoid(chances) if odds else chances)
    drawn = _units(own, shape)
    return chances > (_log_odds(drawn) if odds else drawn)


def places(generator: TorchGenerator, device: Device, count: int, total: int, replace: bool,
           weights: Tensor | None) -> Tensor:
    """Draw `total` of `count` indices."""
    # For the other two cases, MXNet's streams are much slower than torch.
    own = streams.of(generator, "np.choice" if replace and weights is None else "np.choice of other kinds")
    if own is None:
        if weights is not None:
            return torch.multinomial(weights.double().to(device), total, replace, generator=generator)
        if replace:
            return torch.randint(count, (total,), generator=generator, device=device)
        return torch.randperm(count, generator=generator, device=device)[:total]
    if weights is None:
        words = own.line.take(total if replace else min(total, count - total))
        if not replace:
            return torch.from_numpy(_reservoir(words.astype(np.int64), count, total))
        if count < 2 ** 32:  # NumPy divides by a single number much faster than it computes remainders
            limit = np.uint32(count)
            multiple = words // limit
            multiple *= limit
            words = np.subtract(words, multiple, out=multiple)
        return torch.from_numpy(words).to(torch.int64)
    drawn = _units(own, (total if replace else count,))
    if replace:
        sums = np.cumsum(weights.float().numpy(), dtype=np.float32)
        return torch.from_numpy(np.searchsorted(sums, drawn.numpy()))
    keys = -logarithm(-logarithm(drawn)) + logarithm(weights.float())
    return torch.argsort(keys, descending=True, stable=True)[:total]


def _reservoir(words: np.ndarray, count: int, total: int) -> np.ndarray:
    """Return the first `count` numbers after randomly swapping some of the last ones with earlier ones."""
    border = count - len(words)
    order = list(range(count))
    for i, other in enumerate((words % (np.arange(len(words)) + border + 1)).tolist()):
        if other < border:
            order[other], order[i + border] = order[i + border], order[other]
    return np.array(order[count - total:] if 2 * total < count else order[:total], np.int64)


def outcomes(generator: TorchGenerator, device: Device, n: int, rows: int, chances: Tensor, listed: bool) -> Tensor:
    """Count the outcomes of `n` draws for each of `rows`; `listed` means `chances` is not an array of the user."""
    count = len(chances)
    if (own := streams.of(generator, "np.multinomial")) is None:
        weights = chances.double().to(device)
        drawn = torch.multinomial(weights, rows * n, True, generator=generator).reshape(rows, n)
    else:
        units = line.uniform(own.line, rows * n + (count if listed else 0), torch.float64)[:rows * n]
        sums = np.cumsum(chances.numpy(), dtype=chances.numpy().dtype)
        indices = np.searchsorted(sums, units.to(chances.dtype).numpy(), side="right")
        drawn = torch.from_numpy(np.minimum(indices, count - 1)).reshape(rows, n)
    return torch.nn.functional.one_hot(drawn, count).sum(1)


def order(generator: TorchGenerator, device: Device, size: int, vector: bool) -> Tensor:
    """Return a random order of the elements of a vector, or of the rows of an array."""
    if (own := streams.of(generator, "shuffle")) is not None:
        return line.order_upwards(own.line, size) if vector else line.order_downwards(own.line, size)
    return torch.randperm(size, generator=generator, device=device)
