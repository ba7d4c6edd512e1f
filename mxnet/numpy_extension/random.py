"""``mx.npx.random``: seeding, and draws NumPy lacks."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .. import random as _seeding
from .._ops import random_numpy as draws
from .._runtime import device, rng
from .._runtime import dtype as dtypes
from ..numpy._call import make, sizes
from ..numpy.multiarray import ndarray
from ..numpy.random import normal as _normal
from ..numpy.random import uniform as _uniform


def seed(seed: int, ctx: Any = "all") -> None:
    """Start the random numbers of all contexts, or of one, afresh."""
    _seeding.seed(seed, ctx=ctx)


def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """A batch of numbers in ``[low, high)`` for each element of the parameters."""
    return _uniform(low, high, (*sizes(batch_shape), *_parameter_shape(low, high)), dtype, ctx)


def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """A batch of normally distributed numbers for each element of the parameters."""
    return _normal(loc, scale, (*sizes(batch_shape), *_parameter_shape(loc, scale)), dtype, ctx)


def _parameter_shape(*parameters: Any) -> tuple[int, ...]:
    return tuple(np.broadcast_shapes(*[p.shape for p in parameters if isinstance(p, ndarray)]))


def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None,
              out: Any = None) -> Any:
    """Ones with probability `prob`, or with the probability of which `logit` is the log odds; else zeros."""
    if (prob is None) == (logit is None):
        raise ValueError("bernoulli: exactly one of prob and logit must be given")
    given = logit if prob is None else prob
    context = given._ctx if isinstance(given, ndarray) and ctx is None else device.resolve(ctx)
    where = device.torch_device(context)
    values = given._data.detach() if isinstance(given, ndarray) else torch.tensor(float(given), device=where)
    shape = tuple(values.shape) if size is None else sizes(size)
    drawn = draws.bernoulli(shape, rng.generator_of(context), where, values, prob is None)
    result = make(drawn.to(dtypes.default_of_none(dtype)), context)
    if out is None:
        return result
    out[...] = result
    return out
