"""``mx.np.random``: random arrays in NumPy's form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .. import random as _seeding
from .._ops import random_numpy as draws
from .._ops.random import draw_integers
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


def _source(context: device.Context) -> tuple[torch.Generator, torch.device]:
    """What the draws of a context need."""
    return rng.generator_of(context), device.torch_device(context)


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
        where = device.torch_device(context)
        values = [next(remaining) if isinstance(p, ndarray) else torch.tensor(p, dtype=torch.float32, device=where)
                  for p in parameters]
        return draw(shape, context, *values).to(wanted).expand(shape)

    result = invoke(name, run, given) if given else make(run(), context)
    return result if out is None else deliver(name, result, out)


def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
            out: Any = None) -> Any:
    """Numbers in ``[low, high)``."""
    return _sample("uniform", (low, high), size, dtype, ctx, out,
                   lambda shape, context, a, b: a + (b - a) * draws.unit(shape, *_source(context)))


def normal(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
           out: Any = None) -> Any:
    """Normally distributed numbers."""
    return _sample("normal", (loc, scale), size, dtype, ctx, out,
                   lambda shape, context, mean, width: mean + width * draws.normal(shape, *_source(context)))


def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
              out: Any = None) -> Any:
    """Numbers whose logarithms are normally distributed."""

    def draw(shape: tuple[int, ...], context: device.Context, middle: Tensor, width: Tensor) -> Tensor:
        generator, where = _source(context)
        return draws.exponential_of(middle + width * draws.normal(shape, generator, where), generator)

    return _sample("lognormal", (mean, sigma), size, dtype, ctx, out, draw)


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
    generator, where = _source(context)
    wanted = torch.int64 if dtype is None else dtypes.to_torch(dtype)
    tensor = draw_integers(sizes(size), wanted, where, int(first), int(last), generator)
    result = make(tensor, context)
    return result if out is None else deliver("randint", result, out)


def _weights(p: Any, count: int) -> Tensor:
    values = p._data.detach() if isinstance(p, ndarray) else torch.as_tensor(np.asarray(p, np.float64))
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
    weights = None if p is None else _weights(p, count)
    places = draws.places(*_source(context), count, total, replace, weights).reshape(shape)
    result = make(a._data.detach()[places] if isinstance(a, ndarray) else places, context)
    return result if out is None else deliver("choice", result, out)


def shuffle(x: ndarray) -> None:
    """Reorder an array in place along its first axis."""
    order = draws.order(*_source(x._ctx), x.shape[0], x.ndim == 1)
    storage.writable(x._data).copy_(x._data.detach()[order])


def permutation(x: Any, ctx: Any = None) -> ndarray:
    """An array reordered along its first axis, or the integers below a number."""
    if not isinstance(x, ndarray):
        context = device.resolve(ctx)
        return make(draws.order(*_source(context), int(x), True), context)
    order = draws.order(*_source(x._ctx), x.shape[0], x.ndim == 1)
    return make(x._data.detach()[order], x._ctx)


def _gamma_draw(shape: tuple[int, ...], context: device.Context, alpha: Tensor, scale: Tensor) -> Tensor:
    return draws.gamma(shape, *_source(context), alpha, scale)


def gamma(shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the gamma distribution."""
    return _sample("gamma", (shape, scale), size, dtype, ctx, out, _gamma_draw)


def chisquare(df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the chi-square distribution."""
    return _sample("chisquare", (df,), size, dtype, ctx, None,
                   lambda shape, context, freedom: _gamma_draw(shape, context, freedom / 2, torch.tensor(2.0)))


def beta(a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Numbers of the beta distribution."""

    def draw(shape: tuple[int, ...], context: device.Context, first: Any, second: Any) -> Tensor:
        x, y = (_gamma_draw(shape, context, form, torch.tensor(1.0)) for form in (first, second))
        return x / (x + y)

    return _sample("beta", (a, b), size, dtype, ctx, None, draw)


def exponential(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the exponential distribution."""
    return _sample("exponential", (scale,), size, None, ctx, out,
                   lambda shape, context, s: draws.exponential(shape, *_source(context), s))


def gumbel(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Gumbel distribution."""
    return _sample("gumbel", (loc, scale), size, None, ctx, out,
                   lambda shape, context, m, s: m + s * draws.gumbel(shape, *_source(context)))


def logistic(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the logistic distribution."""
    return _sample("logistic", (loc, scale), size, None, ctx, out,
                   lambda shape, context, m, s: m + s * draws.logistic(shape, *_source(context)))


def rayleigh(scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Rayleigh distribution."""
    return _sample("rayleigh", (scale,), size, None, ctx, out,
                   lambda shape, context, s: s * draws.rayleigh(shape, *_source(context)))


def weibull(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Weibull distribution of scale 1."""
    return _sample("weibull", (a,), size, None, ctx, out,
                   lambda shape, context, k: draws.weibull(shape, *_source(context), k))


def pareto(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers of the Pareto distribution that starts at 0."""
    return _sample("pareto", (a,), size, None, ctx, out,
                   lambda shape, context, k: draws.pareto(shape, *_source(context), k))


def power(a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Numbers in [0, 1] with a density that grows as a power."""
    return _sample("power", (a,), size, None, ctx, out,
                   lambda shape, context, k: draws.power(shape, *_source(context), k))


def multivariate_normal(mean: Any, cov: Any, size: Any = None, check_valid: Any = None, tol: Any = None) -> Any:
    """Vectors of a normal distribution with the given means and covariances."""
    if check_valid is not None or tol is not None:
        raise NotImplementedError("multivariate_normal: check_valid and tol are not supported")
    require("multivariate_normal", mean, cov)

    def run(middle: Tensor, covariance: Tensor) -> Tensor:
        shape = torch.broadcast_shapes(middle.shape, covariance.shape[:-1])
        drawn = draws.normal((*sizes(size), *shape), *_source(mean._ctx)).to(middle.dtype)
        factor = torch.linalg.cholesky(covariance)
        return middle + (factor @ drawn.unsqueeze(-1)).squeeze(-1)

    return invoke("multivariate_normal", run, [mean, cov])


def multinomial(n: int, pvals: Any, size: Any = None) -> ndarray:
    """How often each outcome occurs in `n` draws."""
    context = pvals._ctx if isinstance(pvals, ndarray) else device.current_context()
    count = len(pvals)
    shape = sizes(size)
    rows = int(np.prod(shape, dtype=np.int64))
    chances = _weights(pvals, count)
    if float(chances.sum()) > 1.0 + 1e-6:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    if not rows * count * n:
        where = device.torch_device(context)
        return make(torch.zeros(*shape, count, dtype=torch.int64, device=where), context)
    counts = draws.outcomes(*_source(context), n, rows, chances, not isinstance(pvals, ndarray))
    return make(counts.reshape((*shape, count)), context)
