"""Random numbers and seeds, ``mx.random``."""

from __future__ import annotations

from typing import Any

import numpy as _np

from ._runtime import device as _device
from ._runtime import rng as _rng
from ._runtime.tracebacks import concise_module as _concise_module
from .ndarray.random import exponential as exponential
from .ndarray.random import gamma as gamma
from .ndarray.random import generalized_negative_binomial as generalized_negative_binomial
from .ndarray.random import multinomial as multinomial
from .ndarray.random import negative_binomial as negative_binomial
from .ndarray.random import normal as normal
from .ndarray.random import poisson as poisson
from .ndarray.random import randint as randint
from .ndarray.random import randn as randn
from .ndarray.random import shuffle as shuffle
from .ndarray.random import uniform as uniform


def seed(seed_state: int, ctx: Any = "all") -> None:
    """Seed the random generators of all contexts, or of one context.

    With 'all', every context gets a different sequence, determined by the seed and the device number. A context
    that is seeded separately gets a sequence that only depends on the seed.

    Parameters
    ----------
    seed_state : int
        The seed.
    ctx : Context or 'all'
        Context to seed.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.random.seed(42)
    >>> first = mx.nd.random.uniform(shape=3)
    >>> mx.random.seed(42)
    >>> (mx.nd.random.uniform(shape=3) == first).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """
    if not isinstance(seed_state, (int, _np.int32, _np.int64)):
        raise ValueError(f"seed_state must be int, received {seed_state!r}")
    for_all = isinstance(ctx, str) and ctx == "all"
    _rng.seed(int(seed_state), None if for_all else _device.resolve(ctx))


_concise_module(__name__, only=("seed",))
