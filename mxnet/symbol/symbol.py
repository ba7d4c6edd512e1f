"""Symbol and its functions outside the registry, under MXNet's module path."""

from .._runtime.device import Context as Context
from .._runtime.device import current_context as current_context
from .._runtime.error import MXNetError as MXNetError
from ..attribute import AttrScope as AttrScope
from ..base import NotImplementedForSymbol as NotImplementedForSymbol
from ..executor import Executor as Executor
from ..ndarray.ndarray import NDArray as NDArray
from ..util import is_np_shape as is_np_shape
from ._create import Group as Group
from ._create import Variable as Variable
from ._create import fromjson as fromjson
from ._create import load as load
from ._create import load_json as load_json
from ._create import var as var
from ._fluent import FluentMethods as SymbolBase  # noqa: F401
from ._symbol import Symbol as Symbol
from .register import functions as _functions
from .utils import arange as arange
from .utils import eye as eye
from .utils import full as full
from .utils import histogram as histogram
from .utils import linspace as linspace
from .utils import ones as ones
from .utils import split_v2 as split_v2
from .utils import zeros as zeros

_arithmetic = _functions("")
hypot = _arithmetic["hypot"]
maximum = _arithmetic["maximum"]
minimum = _arithmetic["minimum"]
pow = _arithmetic["pow"]
power = _arithmetic["power"]
