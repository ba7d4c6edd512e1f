# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self
from mxnet.symbol._numpy_symbol import _Symbol

def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> _Symbol:
    """Draw ones with probability `prob` or with log odds `logit`, otherwise zeros."""
    ...

def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Draw a batch of normal values for each element of the parameters."""
    ...

def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> _Symbol:
    """Draw a batch of uniform values in ``[low, high)`` for each element of the parameters."""
    ...
