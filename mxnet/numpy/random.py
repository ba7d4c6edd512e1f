"""``mx.np.random``: random arrays in NumPy's form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .. import random as _seeding
from .._runtime import device, rng, storage
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ._call import NUMBERS, deliver, invoke, make, require, sizes
from .multiarray import ndarray

Tensor = torch.Tensor
Draw = Callable[..., Tensor]


def seed(seed: int, ctx: Any = "all") -> None:
    """Start the random numbers of all contexts, or of one, afresh."""
    _seeding.seed(seed, ctx=ctx)


def _unit(shape: tuple[int, ...], context: device.Context) -> Tensor:
    return torch.rand(shape, generator=rng.generator_of(context), device=device.torch_device(context))


def _uniform(shape: tuple[int, ...], context: device.Context) -> Tensor:
    # Never 0, whose logarithm has no value.
    drawn = torch.rand(shape, dtype=torch.float64, generator=rng.generator_of(context),
                       device=device.torch_device(context))
    return drawn.clamp_min(2.0 ** -54)


def _normal(shape: tuple[int, ...], context: device.Context) -> Tensor:
    return torch.randn(shape, generator=rng.generator_of(context), device=device.torch_device(context))


def _gamma(alpha: Tensor, context: device.Context) -> Tensor:
    return torch._standard_gamma(alpha, generator=rng.generator_of(context))


def _sample(name: str, parameters: tuple[Any, ...], size: Any, dtype: Any, ctx: Any, out: Any, draw: Draw) -> Any:
    """An array of `draw(shape, context, *parameters)`, its parameters numbers or arrays that broadcast."""
    given = [p for p in parameters if isinstance(p, ndarray)]
    for parameter in parameters:
        if not isinstance(parameter, (ndarray, *NUMBERS)):
            raise TypeError(f"{name}: parameters must be numbers or arrays, received {type(parameter)}")
    context = given[0]._ctx if given and ctx is None else device.resolve(ctx)
    wanted = dtypes.default_of_none(dtype)
    shapes = [p.shape for p in given]
    try:
        shape = sizes(size) if size is not None else tuple(np.broadcast_shapes(*shapes))
    except ValueError as error:
        raise MXNetError(f"operator {name}: {error}") from None

    def run(*tensors: Tensor) -> Tensor:
        remaining = iter(tensors)
        values = [next(remaining) if isinstance(p, ndarray) else p for p in parameters]
        return draw(shape, context, *values).to(wanted).expand(shape)

    result = invoke(name, run, given) if given else make(run(), context)
    return result if out is None else deliver(name, result, out)


def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
            out: Any = None) -> Any:
    """Numbers in ``[low, high)``."""
    return _sample("uniform", (low, high), size, dtype, ctx, out,
                   lambda shape, context, a, b: a + (b - a) * _unit(shape, context))


def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
           out: Any = None) -> Any:
    """Normally distributed numbers."""
    return _sample("normal", (loc, scale), size, dtype, ctx, out,
                   lambda shape, context, mean, width: mean + width * _normal(shape, context))


def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
              out: Any = None) -> Any:
    """Numbers whose logarithms are normally distributed."""
    return _sample("lognormal", (mean, sigma), size, dtype, ctx, out,
                   lambda shape, context, m, s: torch.exp(m + s * _normal(shape, context)))


def rand(*size: int, **kwargs: Any) -> Any:
    """Numbers in ``[0, 1)``, of the shape given by position."""
    return uniform(0.0, 1.0, size=size, **kwargs)


def randn(*size: int, **kwargs: Any) -> Any:
    """Numbers of the standard normal distribution, of the shape given by position."""
    return normal(0.0, 1.0, size=size, **kwargs)


def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = None, ctx: Any = None,
            out: Any = None) -> Any:
    """Integers in ``[low, high)``, or in ``[0, low)``."""
    first, last = (0, low) if high is None else (low, high)
    if last <= first:
        raise ValueError(f"randint: low must be less than high, received {first} and {last}")
    context = device.resolve(ctx)
    tensor = torch.randint(int(first), int(last), sizes(size), generator=rng.generator_of(context),
                           device=device.torch_device(context))
    result = make(tensor.to(torch.int64 if dtype is None else dtypes.to_torch(dtype)), context)
    return result if out is None else deliver("randint", result, out)


def _weights(p: Any, count: int) -> Tensor:
    values = p._data.detach().double() if isinstance(p, ndarray) else torch.as_tensor(np.asarray(p, np.float64))
    if values.shape != (count,):
        raise ValueError(f"choice: p must have shape ({count},), received {tuple(values.shape)}")
    return values


def choice(a: Any, size: Any = None, replace: bool = True, p: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Elements of a vector, or integers below a number, with or without drawing them again."""
    count = a.shape[0] if isinstance(a, ndarray) else int(a)
    context = a._ctx if isinstance(a, ndarray) else device.resolve(ctx)
    shape = sizes(size)
    total = int(np.prod(shape, dtype=np.int64))
    if not replace and total > count:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    generator, where = rng.generator_of(context), device.torch_device(context)
    if p is not None:
        places = torch.multinomial(_weights(p, count).to(where), total, replace, generator=generator)
    elif replace:
        places = torch.randint(count, (total,), generator=generator, device=where)
    else:
        places = torch.randperm(count, generator=generator, device=where)[:total]
    places = places.reshape(shape)
    result = make(a._data.detach()[places] if isinstance(a, ndarray) else places, context)
    return result if out is None else deliver("choice", result, out)


def shuffle(x: ndarray) -> None:
    """Reorder an array in place along its first axis."""
    order = torch.randperm(x.shape[0], generator=rng.generator_of(x._ctx), device=x._data.device)
    storage.writable(x._data).copy_(x._data.detach()[order])


def permutation(x: Any, ctx: Any = None) -> ndarray:
    """An array reordered along its first axis, or the integers below a number."""
    if not isinstance(x, ndarray):
        context = device.resolve(ctx)
        where = device.torch_device(context)
        return make(torch.randperm(int(x), generator=rng.generator_of(context), device=where), context)
    order = torch.randperm(x.shape[0], generator=rng.generator_of(x._ctx), device=x._data.device)
    return make(x._data.detach()[order], x._ctx)


def _gamma_draw(shape: tuple[int, ...], context: device.Context, alpha: Any, scale: Any) -> Tensor:
    where = device.torch_device(context)
    spread = torch.as_tensor(alpha, dtype=torch.float64, device=where).expand(shape).contiguous()
    return _gamma(spread, context) * scale


def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the gamma distribution."""
    return _sample("gamma", (shape, scale), size, dtype, ctx, out, _gamma_draw)


def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the chi-square distribution."""
    return _sample("chisquare", (df,), size, dtype, ctx, None,
                   lambda shape, context, freedom: _gamma_draw(shape, context, freedom / 2, 2.0))


def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the beta distribution."""

    def draw(shape: tuple[int, ...], context: device.Context, first: Any, second: Any) -> Tensor:
        x, y = _gamma_draw(shape, context, first, 1.0), _gamma_draw(shape, context, second, 1.0)
        return x / (x + y)

    return _sample("beta", (a, b), size, dtype, ctx, None, draw)


def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the exponential distribution."""
    return _sample("exponential", (scale,), size, None, ctx, out,
                   lambda shape, context, s: -torch.log(_uniform(shape, context)) * s)


def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Gumbel distribution."""
    return _sample("gumbel", (loc, scale), size, None, ctx, out,
                   lambda shape, context, m, s: m - s * torch.log(-torch.log(_uniform(shape, context))))


def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the logistic distribution."""
    return _sample("logistic", (loc, scale), size, None, ctx, out,
                   lambda shape, context, m, s: m + s * torch.logit(_uniform(shape, context)))


def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Rayleigh distribution."""
    return _sample("rayleigh", (scale,), size, None, ctx, out,
                   lambda shape, context, s: s * torch.sqrt(-2 * torch.log(_uniform(shape, context))))


def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Weibull distribution of scale 1."""
    return _sample("weibull", (a,), size, None, ctx, out,
                   lambda shape, context, k: (-torch.log(_uniform(shape, context))) ** (1 / k))


def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Pareto distribution that starts at 0."""
    return _sample("pareto", (a,), size, None, ctx, out,
                   lambda shape, context, k: torch.exp(-torch.log(_uniform(shape, context)) / k) - 1)


def power(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers in [0, 1] with a density that grows as a power."""
    return _sample("power", (a,), size, None, ctx, out,
                   lambda shape, context, k: _uniform(shape, context) ** (1 / k))


def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Vectors of a normal distribution with the given means and covariances."""
    if check_valid is not None or tol is not None:
        raise NotImplementedError("multivariate_normal: check_valid and tol are not supported")
    require("multivariate_normal", mean, cov)

    def run(middle: Tensor, covariance: Tensor) -> Tensor:
        shape = torch.broadcast_shapes(middle.shape, covariance.shape[:-1])
        drawn = _normal((*sizes(size), *shape), mean._ctx).to(middle.dtype)
        factor = torch.linalg.cholesky(covariance)
        return middle + (factor @ drawn.unsqueeze(-1)).squeeze(-1)

    return invoke("multivariate_normal", run, [mean, cov])


def multinomial(n: int, pvals: Any, size: Any = None) -> ndarray:
    """How often each outcome occurs in `n` draws."""
    context = pvals._ctx if isinstance(pvals, ndarray) else device.current_context()
    count = len(pvals)
    shape = sizes(size)
    rows = int(np.prod(shape, dtype=np.int64))
    weights = _weights(pvals, count).to(device.torch_device(context))
    if float(weights.sum()) > 1.0 + 1e-6:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    if not rows * count * n:
        return make(torch.zeros(*shape, count, dtype=torch.int64, device=weights.device), context)
    drawn = torch.multinomial(weights, rows * n, True, generator=rng.generator_of(context)).reshape(rows, n)
    counts = torch.nn.functional.one_hot(drawn, count).sum(1)
    return make(counts.reshape((*shape, count)), context)
