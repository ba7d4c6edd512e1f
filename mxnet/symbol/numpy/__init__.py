"""``mx.sym.np``: the functions of ``mx.np`` on symbols. Functions of arrays are identical, as they accept both."""

from ... import numpy as _numpy
from ...numpy._create import SYMBOLIC as _SYMBOLIC
from ...numpy._fallback import FUNCTIONS as _FALLBACKS
from ...numpy._operators import with_operator as _with_operator
from .._numpy_symbol import _Symbol as _Symbol
from . import _internal as _internal
from . import _op as _op
from . import linalg as linalg
from . import random as random

_CREATED = ("zeros", "ones", "full", "identity", "arange", "linspace", "logspace", "eye", "indices", "blackman",
            "hamming", "hanning")
_NOT_FOR_SYMBOLS = frozenset(["array", "ndarray", "nonzero", "shape", "genfromtxt", "set_printoptions",
                              "may_share_memory",
                              "empty", "broadcast_arrays", "meshgrid", "linalg", "random", "dtype"])
_NAMES = [*sorted(name for name, value in vars(_numpy).items()
                  if not name.startswith("_") and callable(value) and not isinstance(value, type)
                  and name not in _NOT_FOR_SYMBOLS and name not in _FALLBACKS), "may_share_memory"]
globals().update({name: getattr(_SYMBOLIC if name in _CREATED else _numpy, name) for name in _NAMES})
# In MXNet these functions are operators.
_OPERATORS = ("all", "amax", "amin", "any", "copy", "cumsum", "diag", "diagflat", "diagonal", "dot", "max", "min",
              "moveaxis", "prod", "product", "repeat", "reshape", "roll", "sometrue", "squeeze", "sum", "trace",
              "transpose", "atleast_1d", "atleast_2d", "atleast_3d")
globals().update({name: _with_operator(getattr(_numpy, name), getattr(_op, name)) for name in _OPERATORS})
