"""``mx.np.random``: random arrays with NumPy's interface."""

from __future__ import annotations

from typing import Any

import numpy as _np

from .. import random as _seeding
from .._frontend.results import finished as _finished
from .._ops import random_numpy as _draws
from .._ops.opdef import find as _find
from .._runtime import device as _device
from .._runtime import rng as _rng
from .._runtime import streams as _streams
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module
from ..symbol._symbol import Symbol as _Symbol
from . import _operators
from ._create import Make as _Make
from ._create import _type
from ._create import array as _array
from ._operators import NUMBERS as _NUMBERS
from ._operators import is_array as _is_array
from ._operators import sizes as _sizes
from .linalg import cholesky as _cholesky
from .multiarray import ndarray as _ndarray

_take, _EXP = _operators.operator("_npi_take"), _find("_npi_exp")


def seed(seed: int, ctx: Any = "all") -> None:
    """Seed the random generators of all contexts, or of one context."""
    _seeding.seed(seed, ctx=ctx)


def _parameters(name: str, **values: Any) -> tuple[list[Any], dict[str, Any]]:
    """Return the arrays in order, and the numbers by name. Arrays are None in the numbers."""
    for key, value in values.items():
        if not _is_array(value) and not isinstance(value, _NUMBERS):
            raise ValueError(f"{name}: {key} must be a number or an array of mx.np, received {type(value)}")
    return ([value for value in values.values() if _is_array(value)],
            {key: None if _is_array(value) else float(value) for key, value in values.items()})


def _exponential(drawn: Any) -> Any:
    """Return the exponentials of normal values with MXNet's exact rounding."""
    tensor = _draws.exponential_of(drawn._data, _rng.generator_of(drawn._ctx))
    results = _finished(_ndarray, (tensor,), drawn._ctx, [drawn], _EXP, _EXP.lower)
    return _exponential(drawn) if results is None else results[0]


def _size(size: Any) -> tuple[int, ...] | None:
    return None if size is None else _sizes(size)


class Distributions:
    """Functions that draw arrays, or create symbols that draw. `make` creates the operators."""

    def __init__(self, make: _Make) -> None:
        names = ("uniform", "normal", "logistic", "gumbel", "gamma", "rayleigh", "exponential", "weibull", "pareto",
                 "powerd", "choice", "multinomial", "random_randint", "shuffle", "bernoulli", "uniform_n", "normal_n")
        self._draw = {name: make(f"_npi_{name}") for name in names}

    def _sample(self, name: str, operator: str, size: Any, ctx: Any, out: Any, dtype: Any = None,
                typed: bool = False, **parameters: Any) -> Any:
        plain = type(size) is tuple and dtype is ctx is out is None
        if plain and all(type(value) is float for value in parameters.values()):
            return self._draw[operator](**parameters, size=size)
        arrays, numbers = _parameters(name, **parameters)
        options: dict[str, Any] = {} if out is None else {"out": out}
        if typed:
            options["dtype"] = _type(dtype)
        if not arrays:
            options["ctx"] = _device.resolve(ctx)
        return self._draw[operator](*arrays, **numbers, size=_size(size), **options)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
                out: Any = None) -> Any:
        """Draw from a uniform distribution over ``[low, high)``."""
        if type(low) is float and type(high) is float and type(size) is tuple and dtype is ctx is out is None:
            return self._draw["uniform"](low=low, high=high, size=size)
        return self._sample("uniform", "uniform", size, ctx, out, dtype, True, low=low, high=high)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
               out: Any = None) -> Any:
        """Draw from a normal distribution."""
        if type(loc) is float and type(scale) is float and type(size) is tuple and dtype is ctx is out is None:
            return self._draw["normal"](loc=loc, scale=scale, size=size)
        return self._sample("normal", "normal", size, ctx, out, dtype, True, loc=loc, scale=scale)

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
                  out: Any = None) -> Any:
        """Draw values with normally distributed logarithms."""
        from ._elementwise import exp

        drawn = self.normal(mean, sigma, size, dtype, ctx)
        if isinstance(drawn, _ndarray) and out is None and _streams.of(_rng.generator_of(drawn._ctx), "np.normal"):
            return _exponential(drawn)
        return exp(drawn, out=out)

    def rand(self, *size: int, **kwargs: Any) -> Any:
        """Draw an array of the given shape from a uniform distribution over ``[0, 1)``."""
        return self.uniform(0.0, 1.0, size=size, **kwargs)

    def randn(self, *size: int, **kwargs: Any) -> Any:
        """Draw an array of the given shape from the standard normal distribution."""
        return self.normal(0.0, 1.0, size=size, **kwargs)

    def randint(self, low: int, high: int | None = None, size: Any = None, dtype: Any = None, ctx: Any = None,
                out: Any = None) -> Any:
        """Draw integers in ``[low, high)``, or in ``[0, low)``."""
        first, last = (0, low) if high is None else (low, high)
        if last <= first:
            raise ValueError(f"randint: low must be less than high, received {first} and {last}")
        options = {} if out is None else {"out": out}
        drawn = self._draw["random_randint"](low=first, high=last, shape=_sizes(size), ctx=_device.resolve(ctx),
                                             dtype="int64" if dtype is None else _type(dtype), **options)
        return drawn

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the logistic distribution."""
        return self._sample("logistic", "logistic", size, ctx, out, loc=loc, scale=scale)

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the Gumbel distribution."""
        return self._sample("gumbel", "gumbel", size, ctx, out, loc=loc, scale=scale)

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, dtype: Any = None, ctx: Any = None,
              out: Any = None) -> Any:
        """Draw from the gamma distribution."""
        return self._sample("gamma", "gamma", size, ctx, out, dtype, True, shape=shape, scale=scale)

    def chisquare(self, df: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
        """Draw from the chi-square distribution."""
        return self.gamma(df / 2, 2.0, size, dtype, ctx)

    def beta(self, a: Any, b: Any, size: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
        """Draw from the beta distribution."""
        if dtype is not None and _type(dtype) == "float16":
            raise ValueError("beta: dtype float16 is not supported")
        # Computed from two gamma values. Double precision avoids underflow for small parameters.
        first, second = self.gamma(a, 1.0, size, "float64", ctx), self.gamma(b, 1.0, size, "float64", ctx)
        return (first / (first + second)).astype(_type(dtype))

    def exponential(self, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the exponential distribution."""
        return self._sample("exponential", "exponential", size, ctx, out, scale=scale)

    def rayleigh(self, scale: Any = 1.0, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the Rayleigh distribution."""
        return self._sample("rayleigh", "rayleigh", size, ctx, out, scale=scale)

    def weibull(self, a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the Weibull distribution with scale 1."""
        return self._sample("weibull", "weibull", size, ctx, out, a=a)

    def pareto(self, a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the Pareto distribution that starts at 0."""
        return self._sample("pareto", "pareto", size, ctx, out, a=a)

    def power(self, a: Any, size: Any = None, ctx: Any = None, out: Any = None) -> Any:
        """Draw from the power distribution over [0, 1]."""
        return self._sample("power", "powerd", size, ctx, out, a=a)

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, ctx: Any = None,
               out: Any = None) -> Any:
        """Draw elements of a vector, or integers below a number, with or without replacement."""
        if p is not None and not _is_array(p):
            p = _array(_np.asarray(p, _np.float32))
        arrays = [value for value in (a, p) if _is_array(value)]
        options: dict[str, Any] = {"a": None if _is_array(a) else int(a), "size": _size(size), "replace": replace,
                                   "weighted": p is not None}
        if out is not None and not _is_array(a):
            options["out"] = out
        if not arrays:
            options["ctx"] = _device.resolve(ctx)
        places = self._draw["choice"](*arrays, **options)
        return _take(a, places, axis=0, mode="clip") if _is_array(a) else places

    def multinomial(self, n: int, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
        """Count the outcomes of `n` draws."""
        if kwargs:
            raise TypeError(f"multinomial: unknown arguments {', '.join(kwargs)}")
        if _is_array(pvals):
            return self._draw["multinomial"](pvals, n=n, size=_size(size))
        return self._draw["multinomial"](n=n, pvals=tuple(float(p) for p in pvals), size=_size(size))

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: Any = None,
                            tol: Any = None) -> Any:
        """Draw vectors from a normal distribution with the given means and covariances."""
        if check_valid is not None or tol is not None:
            raise NotImplementedError("multivariate_normal: check_valid and tol are not supported")
        if isinstance(mean, _Symbol):
            from ._fallback_operators import on_symbols

            return on_symbols("mvn_fallback", mean, cov, size=_size(size))
        try:
            shape = (*_sizes(size), *_np.broadcast_shapes(mean.shape, cov.shape[:-1]))
        except ValueError as error:
            raise MXNetError(f"multivariate_normal: {error}") from None
        drawn = self.normal(0.0, 1.0, size=(*shape, 1), dtype=mean.dtype, ctx=mean.ctx)
        return mean + _operators.operator("_npi_matmul")(_cholesky(cov), drawn).squeeze(-1)

    def shuffle(self, x: Any) -> Any:
        """Shuffle an array in place along its first axis. For a symbol, return the shuffled symbol."""
        if isinstance(x, _Symbol):
            return self._draw["shuffle"](x)
        self._draw["shuffle"](x, out=x)
        return None

    def permutation(self, x: Any, ctx: Any = None) -> Any:
        """Return an array shuffled along its first axis, or a permutation of the integers below a number."""
        if _is_array(x):
            return self._draw["shuffle"](x)
        return self._draw["shuffle"](_array(_np.arange(x), dtype=_np.int64, ctx=ctx))

    def bernoulli(self, prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None,
                  out: Any = None) -> Any:
        """Draw ones with probability `prob` or with log odds `logit`, otherwise zeros."""
        if (prob is None) == (logit is None):
            raise ValueError("bernoulli: exactly one of prob and logit must be given")
        value = logit if prob is None else prob
        arrays, numbers = _parameters("bernoulli", **{"logit" if prob is None else "prob": value})
        options: dict[str, Any] = {} if out is None else {"out": out}
        if not arrays:
            options["ctx"] = _device.resolve(ctx)
        return self._draw["bernoulli"](*arrays, **{"prob": None, "logit": None, **numbers}, is_logit=prob is None,
                                       size=_size(size), dtype=_type(dtype), **options)

    def uniform_n(self, low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None,
                  ctx: Any = None) -> Any:
        """Draw a batch of uniform values in ``[low, high)`` for each element of the parameters."""
        return self._sample("uniform_n", "uniform_n", batch_shape, ctx, None, dtype, True, low=low, high=high)

    def normal_n(self, loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None,
                 ctx: Any = None) -> Any:
        """Draw a batch of normal values for each element of the parameters."""
        return self._sample("normal_n", "normal_n", batch_shape, ctx, None, dtype, True, loc=loc, scale=scale)


FUNCTIONS = Distributions(_operators.operator)
SYMBOLIC = Distributions(_operators.on_symbols)
NAMES = ("beta", "chisquare", "choice", "exponential", "gamma", "gumbel", "logistic", "lognormal", "multinomial",
         "multivariate_normal", "normal", "pareto", "permutation", "power", "rand", "randint", "randn", "rayleigh",
         "shuffle", "uniform", "weibull")
beta, chisquare, choice, exponential, gamma, gumbel, logistic, lognormal, multinomial, multivariate_normal, normal, \
    pareto, permutation, power, rand, randint, randn, rayleigh, shuffle, uniform, weibull = (
        getattr(FUNCTIONS, _name) for _name in NAMES)


concise_module(__name__)
