# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Ones with probability `prob`, or with the probability of which `logit` is the log odds; else zeros."""
    ...

def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """A batch of normally distributed numbers for each element of the parameters."""
    ...

def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """A batch of numbers in ``[low, high)`` for each element of the parameters."""
    ...
