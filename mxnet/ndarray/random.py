"""Random arrays, such as ``nd.random.uniform``.

Parameters of a distribution are numbers or arrays. With arrays, values are drawn for each of
their elements, along new last axes.
"""

from __future__ import annotations

from typing import Any

import numpy as _np

from .._frontend.signature import Null as _Null
from .._runtime import device as _device
from .._runtime import dtype as _dtypes
from .._runtime.error import ArgumentTypeError as _ArgumentTypeError
from .._runtime.error import MXNetError as _MXNetError
from .._runtime.tracebacks import concise_module
from .ndarray import NDArray as NDArray
from .ndarray import current_context as current_context
from .register import functions as _functions

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
            raise _ArgumentTypeError("parameters of a distribution must all be numbers or all be arrays, received "
                                     f"{type(first)} and {type(other)}")


def _type_of(dtype: Any, out: Any) -> Any:
    """Return the dtype of the result, which is the dtype of `out` if it is given."""
    if out is None:
        return dtype
    if dtype is not _Null and dtype is not None and _dtypes.to_torch(dtype) is not out._data.dtype:
        raise _MXNetError(f"Output type does not match requested type: {_dtypes.name_of(out.dtype)} vs "
                          f"{_dtypes.name_of(dtype)}")
    return out.dtype


def _draw(distribution: str, names: tuple[str, ...] | None, parameters: dict[str, Any], shape: Any, dtype: Any,
          ctx: Any, out: Any, kwargs: dict[str, Any]) -> Any:
    """Draw with the operator for arrays, whose inputs are `names`, or with the operator for numbers."""
    first = next(iter(parameters.values()))
    dtype = _type_of(dtype, out)
    if isinstance(first, NDArray):
        _check_same_type(parameters, NDArray)
        if names is None:
            raise TypeError(f"{distribution}: parameters must be numbers, received {type(first)}")
        arrays = dict(zip(names, parameters.values(), strict=True))
        return _internal[f"_sample_{distribution}"](**arrays, shape=shape, dtype=dtype, out=out, **kwargs)
    if not isinstance(first, _NUMBERS):
        raise ValueError(f"parameters of a distribution must be numbers or of type NDArray, received {type(first)}")
    _check_same_type(parameters, _NUMBERS)
    if shape is _Null or shape is None:
        shape = (1,) if out is None else out.shape
    context = _device.resolve(ctx) if out is None else out.context
    return _internal[f"_random_{distribution}"](**parameters, shape=shape, dtype=dtype, ctx=context, out=out, **kwargs)


def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> NDArray:
    """Draw from a uniform distribution over ``[low, high)``."""
    return _draw("uniform", ("low", "high"), {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
           **kwargs: Any) -> NDArray:
    """Draw from a normal distribution with mean `loc` and standard deviation `scale`."""
    return _draw("normal", ("mu", "sigma"), {"loc": loc, "scale": scale}, shape, dtype, ctx, out, kwargs)


def randn(*shape: int, **kwargs: Any) -> NDArray:
    """Draw an array of the given shape from a normal distribution. Keywords: `loc`, `scale`, `dtype`, `ctx`, `out`."""
    parameters = {"loc": kwargs.pop("loc", 0), "scale": kwargs.pop("scale", 1)}
    for name, value in parameters.items():
        if not isinstance(value, (int, float, NDArray)):
            raise _ArgumentTypeError(f"randn: {name} must be a number or an NDArray, received {type(value)}")
    dtype, ctx, out = kwargs.pop("dtype", _Null), kwargs.pop("ctx", None), kwargs.pop("out", None)
    return _draw("normal", ("mu", "sigma"), parameters, shape, dtype, ctx, out, kwargs)


def poisson(lam: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> NDArray:
    """Draw from a Poisson distribution with mean `lam`."""
    return _draw("poisson", ("lam",), {"lam": lam}, shape, dtype, ctx, out, kwargs)


def exponential(scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
                **kwargs: Any) -> NDArray:
    """Draw from an exponential distribution with mean `scale`."""
    return _draw("exponential", ("lam",), {"lam": 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
          **kwargs: Any) -> NDArray:
    """Draw from a gamma distribution with shape parameter `alpha` and scale `beta`."""
    return _draw("gamma", ("alpha", "beta"), {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs)


def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None,
                      out: Any = None, **kwargs: Any) -> NDArray:
    """Draw the number of successes before the `k`-th failure. `p` is the probability of a failure."""
    return _draw("negative_binomial", ("k", "p"), {"k": k, "p": p}, shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = _Null, dtype: Any = _Null,
                                  ctx: Any = None, out: Any = None, **kwargs: Any) -> NDArray:
    """Draw from a negative binomial distribution with mean `mu` and dispersion `alpha`."""
    return _draw("generalized_negative_binomial", ("mu", "alpha"), {"mu": mu, "alpha": alpha}, shape, dtype, ctx, out,
                 kwargs)


def multinomial(data: Any, shape: Any = _Null, get_prob: bool = False, out: Any = None, dtype: Any = "int32",
                **kwargs: Any) -> NDArray:
    """Draw indices with the probabilities in the last axis of `data`. `get_prob` also returns log-probabilities."""
    return _internal["_sample_multinomial"](data, shape=shape, get_prob=get_prob, out=out, dtype=dtype, **kwargs)


def shuffle(data: Any, **kwargs: Any) -> Any:
    """Return the rows of `data` in random order."""
    return _internal["_shuffle"](data, **kwargs)


def randint(low: int, high: int, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> NDArray:
    """Draw integers in ``[low, high)``."""
    return _draw("randint", None, {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


concise_module(__name__)
