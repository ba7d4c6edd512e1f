"""Operators of ``mxnet.symbol.contrib``: the registry (``contrib.pyi``) and control flow."""

from ..attribute import AttrScope as AttrScope
from .register import functions as _functions

globals().update(_functions("contrib"))

from ._control_flow import cond as cond  # noqa: E402
from ._control_flow import foreach as foreach  # noqa: E402
from ._control_flow import while_loop as while_loop  # noqa: E402
from ._sampling import rand_zipfian as rand_zipfian  # noqa: E402
from ._symbol import Symbol as Symbol  # noqa: E402
from ._updates import adamw_update as adamw_update  # noqa: E402
from ._updates import mp_adamw_update as mp_adamw_update  # noqa: E402
from .random import uniform as uniform  # noqa: E402
