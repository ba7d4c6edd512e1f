"""Symbols and their operators, ``mx.sym``."""

from . import _internal as _internal
from . import contrib as contrib
from . import image as image
from . import linalg as linalg
from . import op as op
from . import random as random
from . import register as register
from . import sparse as sparse
from . import symbol as symbol
from ._create import Group as Group
from ._create import Variable as Variable
from ._create import fromjson as fromjson
from ._create import load as load
from ._create import load_json as load_json
from ._create import var as var
from ._symbol import Symbol as Symbol
from .register import functions as _functions

globals().update(_functions(""))
globals().update({name: f for name, f in _functions("_internal").items() if name.startswith("_")})

from .._frontend.handwritten import complete as _complete  # noqa: E402
from ._help import EXAMPLES as _EXAMPLES  # noqa: E402
from .utils import arange as arange  # noqa: E402
from .utils import eye as eye  # noqa: E402
from .utils import full as full  # noqa: E402
from .utils import histogram as histogram  # noqa: E402
from .utils import linspace as linspace  # noqa: E402
from .utils import ones as ones  # noqa: E402
from .utils import split_v2 as split_v2  # noqa: E402
from .utils import zeros as zeros  # noqa: E402

_complete(globals(), "mx.sym", _EXAMPLES, "Symbol")
