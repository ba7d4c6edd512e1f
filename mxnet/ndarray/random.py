"""Random arrays: ``nd.random.uniform`` and others.

Parameters of a distribution are numbers, or arrays: then some numbers are drawn for each of
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


def _check_one_kind(parameters: dict[str, Any], kind: Any) -> None:
    first, *others = parameters.values()
    for other in others:
        if not isinstance(other, kind):
            raise _ArgumentTypeError("parameters of a distribution must be of one kind, received "
                                     f"{type(first)} and {type(other)}")


def _type_of(dtype: Any, out: Any) -> Any:
    """The type to draw in: that of `out` if there is one."""
    if out is None:
        return dtype
    if dtype is not _Null and dtype is not None and _dtypes.to_torch(dtype) is not out._data.dtype:
        raise _MXNetError(f"Output type does not match requested type: {_dtypes.name_of(out.dtype)} vs "
                          f"{_dtypes.name_of(dtype)}")
    return out.dtype


def _draw(distribution: str, names: tuple[str, ...] | None, parameters: dict[str, Any], shape: Any, dtype: Any,
          ctx: Any, out: Any, kwargs: dict[str, Any]) -> Any:
    """Draw with the operator for arrays, whose inputs are called `names`, or with the one for numbers."""
    first = next(iter(parameters.values()))
    dtype = _type_of(dtype, out)
    if isinstance(first, NDArray):
        _check_one_kind(parameters, NDArray)
        if names is None:
            raise TypeError(f"{distribution}: parameters must be numbers, received {type(first)}")
        arrays = dict(zip(names, parameters.values(), strict=True))
        return _internal[f"_sample_{distribution}"](**arrays, shape=shape, dtype=dtype, out=out, **kwargs)
    if not isinstance(first, _NUMBERS):
        raise ValueError(f"parameters of a distribution are numbers or of type NDArray, received {type(first)}")
    _check_one_kind(parameters, _NUMBERS)
    if shape is _Null or shape is None:
        shape = (1,) if out is None else out.shape
    context = _device.resolve(ctx) if out is None else out.context
    return _internal[f"_random_{distribution}"](**parameters, shape=shape, dtype=dtype, ctx=context, out=out, **kwargs)


def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> Any:
    """Uniform numbers in ``[low, high)``."""
    return _draw("uniform", ("low", "high"), {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
           **kwargs: Any) -> Any:
    """Normal numbers with mean `loc` and standard deviation `scale`."""
    return _draw("normal", ("mu", "sigma"), {"loc": loc, "scale": scale}, shape, dtype, ctx, out, kwargs)


def randn(*shape: int, **kwargs: Any) -> Any:
    """Normal numbers in an array of the given sizes; keywords `loc`, `scale`, `dtype`, `ctx` and `out`."""
    given = {"loc": kwargs.pop("loc", 0), "scale": kwargs.pop("scale", 1)}
    for name, value in given.items():
        if not isinstance(value, (int, float, NDArray)):
            raise _ArgumentTypeError(f"randn: {name} must be a number or an NDArray, received {type(value)}")
    dtype, ctx, out = kwargs.pop("dtype", _Null), kwargs.pop("ctx", None), kwargs.pop("out", None)
    return _draw("normal", ("mu", "sigma"), given, shape, dtype, ctx, out, kwargs)


def poisson(lam: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> Any:
    """Poisson numbers with mean `lam`."""
    return _draw("poisson", ("lam",), {"lam": lam}, shape, dtype, ctx, out, kwargs)


def exponential(scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
                **kwargs: Any) -> Any:
    """Exponential numbers with mean `scale`."""
    return _draw("exponential", ("lam",), {"lam": 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
          **kwargs: Any) -> Any:
    """Gamma numbers with shape parameter `alpha` and scale `beta`."""
    return _draw("gamma", ("alpha", "beta"), {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs)


def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None,
                      out: Any = None, **kwargs: Any) -> Any:
    """How many successes precede the `k`-th failure, which has the probability `p`."""
    return _draw("negative_binomial", ("k", "p"), {"k": k, "p": p}, shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = _Null, dtype: Any = _Null,
                                  ctx: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """Negative binomial numbers with mean `mu` and dispersion `alpha`."""
    return _draw("generalized_negative_binomial", ("mu", "alpha"), {"mu": mu, "alpha": alpha}, shape, dtype, ctx, out,
                 kwargs)


def multinomial(data: Any, shape: Any = _Null, get_prob: bool = False, out: Any = None, dtype: Any = "int32",
                **kwargs: Any) -> Any:
    """Outcomes drawn with the probabilities in the last axis of `data`, and their logarithms with `get_prob`."""
    return _internal["_sample_multinomial"](data, shape=shape, get_prob=get_prob, out=out, dtype=dtype, **kwargs)


def shuffle(data: Any, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    return _internal["_shuffle"](data, **kwargs)


def randint(low: int, high: int, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    return _draw("randint", None, {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


concise_module(__name__)
