"""Symbols and the operators on them, ``mx.sym``."""

from . import _internal as _internal
from . import contrib as contrib
from . import image as image
from . import linalg as linalg
from . import op as op
from . import random as random
from . import register as register
from .register import functions as _functions
from .symbol import Group as Group
from .symbol import Symbol as Symbol
from .symbol import Variable as Variable
from .symbol import fromjson as fromjson
from .symbol import load as load
from .symbol import load_json as load_json
from .symbol import var as var

globals().update(_functions(""))
globals().update({name: f for name, f in _functions("_internal").items() if name.startswith("_")})

from .utils import arange as arange  # noqa: E402
from .utils import eye as eye  # noqa: E402
from .utils import full as full  # noqa: E402
from .utils import ones as ones  # noqa: E402
from .utils import zeros as zeros  # noqa: E402
