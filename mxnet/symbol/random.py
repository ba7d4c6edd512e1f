"""Random numbers as symbols, such as ``sym.random.uniform``.

Parameters of a distribution are numbers or symbols. With symbols, values are drawn for each of
their elements, along new last axes.
"""

from __future__ import annotations

from typing import Any

import numpy as _np

from .._frontend.signature import Null as _Null
from .._runtime.error import ArgumentTypeError as _ArgumentTypeError
from .._runtime.tracebacks import concise_module
from .register import functions as _functions
from .symbol import Symbol as Symbol

__all__ = ["exponential", "gamma", "generalized_negative_binomial", "multinomial", "negative_binomial", "normal",
           "poisson", "randint", "randn", "shuffle", "uniform"]

_internal = _functions("_internal")
_NUMBERS = (float, int, _np.generic)
_like = {name: function for name, function in _functions("random").items() if name.endswith("_like")}

exponential_like = _like["exponential_like"]
gamma_like = _like["gamma_like"]
generalized_negative_binomial_like = _like["generalized_negative_binomial_like"]
negative_binomial_like = _like["negative_binomial_like"]
normal_like = _like["normal_like"]
poisson_like = _like["poisson_like"]
uniform_like = _like["uniform_like"]


def _check_same_type(parameters: dict[str, Any], expected_type: Any) -> None:
    first, *others = parameters.values()
    for other in others:
        if not isinstance(other, expected_type):
            raise _ArgumentTypeError("parameters of a distribution must all be numbers or all be symbols, received "
                                     f"{type(first)} and {type(other)}")


def _draw(distribution: str, names: tuple[str, ...] | None, parameters: dict[str, Any], shape: Any, dtype: Any,
          kwargs: dict[str, Any]) -> Any:
    """Draw with the operator for symbols, whose inputs are `names`, or with the operator for numbers."""
    first = next(iter(parameters.values()))
    dtype = _Null if dtype is None else dtype
    if isinstance(first, Symbol):
        _check_same_type(parameters, Symbol)
        if names is None:
            raise TypeError(f"{distribution}: parameters must be numbers, received {type(first)}")
        symbols = dict(zip(names, parameters.values(), strict=True))
        return _internal[f"_sample_{distribution}"](**symbols, shape=shape, dtype=dtype, **kwargs)
    if not isinstance(first, _NUMBERS):
        raise ValueError(f"parameters of a distribution must be numbers or of type Symbol, received {type(first)}")
    _check_same_type(parameters, _NUMBERS)
    return _internal[f"_random_{distribution}"](**parameters, shape=shape, dtype=dtype, **kwargs)


def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw from a uniform distribution over ``[low, high)``."""
    return _draw("uniform", ("low", "high"), {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw from a normal distribution with mean `loc` and standard deviation `scale`."""
    return _draw("normal", ("mu", "sigma"), {"loc": loc, "scale": scale}, shape, dtype, kwargs)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of the given shape from a normal distribution. Keywords: `loc`, `scale`, `dtype`."""
    parameters = {"loc": kwargs.pop("loc", 0), "scale": kwargs.pop("scale", 1)}
    for name, value in parameters.items():
        if not isinstance(value, (int, float, Symbol)):
            raise _ArgumentTypeError(f"randn: {name} must be a number or a Symbol, received {type(value)}")
    return _draw("normal", ("mu", "sigma"), parameters, shape, kwargs.pop("dtype", _Null), kwargs)


def poisson(lam: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw from a Poisson distribution with mean `lam`."""
    return _draw("poisson", ("lam",), {"lam": lam}, shape, dtype, kwargs)


def exponential(scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw from an exponential distribution with mean `scale`."""
    return _draw("exponential", ("lam",), {"lam": 1.0 / scale}, shape, dtype, kwargs)


def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw from a gamma distribution with shape parameter `alpha` and scale `beta`."""
    return _draw("gamma", ("alpha", "beta"), {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw the number of successes before the `k`-th failure. `p` is the probability of a failure."""
    return _draw("negative_binomial", ("k", "p"), {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = _Null, dtype: Any = _Null,
                                  **kwargs: Any) -> Symbol:
    """Draw from a negative binomial distribution with mean `mu` and dispersion `alpha`."""
    return _draw("generalized_negative_binomial", ("mu", "alpha"), {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


def multinomial(data: Any, shape: Any = _Null, get_prob: bool = True, dtype: Any = "int32", **kwargs: Any) -> Symbol:
    """Draw indices with the probabilities in the last axis of `data`. `get_prob` also returns log-probabilities."""
    return _internal["_sample_multinomial"](data, shape=shape, get_prob=get_prob, dtype=dtype, **kwargs)


def shuffle(data: Any, **kwargs: Any) -> Any:
    """Return the rows of `data` in random order."""
    return _internal["_shuffle"](data, **kwargs)


def randint(low: int, high: int, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Draw integers in ``[low, high)``."""
    return _draw("randint", None, {"low": low, "high": high}, shape, dtype, kwargs)


concise_module(__name__)
