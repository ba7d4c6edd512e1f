"""``mx.sym.np.random``: symbols that draw random numbers."""

from ...numpy.random import NAMES as _NAMES
from ...numpy.random import SYMBOLIC as _SYMBOLIC

globals().update({name: getattr(_SYMBOLIC, name) for name in _NAMES})
