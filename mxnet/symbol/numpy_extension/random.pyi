# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw ones with probability `prob` or with log odds `logit`, otherwise zeros."""
    ...

def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw a batch of normal values for each element of the parameters."""
    ...

def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw a batch of uniform values in ``[low, high)`` for each element of the parameters."""
    ...
