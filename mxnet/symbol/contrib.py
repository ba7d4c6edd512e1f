"""Operators of ``mxnet.symbol.contrib``: those of the registry (``contrib.pyi``) and control flow."""

from .register import functions as _functions

globals().update(_functions("contrib"))

from ._control_flow import cond as cond  # noqa: E402
from ._control_flow import foreach as foreach  # noqa: E402
from ._control_flow import while_loop as while_loop  # noqa: E402
