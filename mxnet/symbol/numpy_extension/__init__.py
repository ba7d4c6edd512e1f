"""``mx.sym.npx``: the operators of ``mx.npx`` on symbols."""

from ...numpy._operators import with_operator as _with_operator
from ...numpy_extension import _operators
from ...numpy_extension._control_flow import cond as cond
from ...numpy_extension._control_flow import foreach as foreach
from ...numpy_extension._control_flow import while_loop as while_loop
from . import _op as _op
from . import image as image
from . import random as random

_NAMES = sorted(name for name, value in vars(_operators).items()
                 if callable(value) and getattr(value, "__module__", "").startswith("mxnet.numpy_extension")
                 and not name.startswith("_"))
globals().update({name: getattr(_operators, name) for name in _NAMES})
globals().update({name: _with_operator(getattr(_operators, name), getattr(_op, name))
                  for name in ("constraint_check", "nonzero", "reshape")})
