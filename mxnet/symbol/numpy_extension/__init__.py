"""``mx.sym.npx``: the operators of ``mx.npx`` on symbols."""

from ...numpy_extension import _operators
from . import _op as _op
from . import image as image
from . import random as random

_NAMES = sorted(name for name, value in vars(_operators).items()
                 if callable(value) and getattr(value, "__module__", "").startswith("mxnet.numpy_extension")
                 and not name.startswith("_"))
globals().update({name: getattr(_operators, name) for name in _NAMES})
