"""NDArray and its functions outside the registry, under MXNet's module path."""

from .._runtime.device import Context as Context
from .._runtime.device import current_context as current_context
from .._runtime.storage import ArrayBase as NDArrayBase  # noqa: F401
from ..runtime import Features as Features
from ..util import is_np_array as is_np_array
from ._array import NDArray as NDArray
from ._array import waitall as waitall
from ._index_helpers import check_boolean_array_dimension as check_boolean_array_dimension
from ._index_helpers import get_indexing_dispatch_code as get_indexing_dispatch_code
from ._index_helpers import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op
from ._index_helpers import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes
from .register import functions as _functions
from .utils import arange as arange
from .utils import array as array
from .utils import concatenate as concatenate
from .utils import empty as empty
from .utils import eye as eye
from .utils import from_dlpack as from_dlpack
from .utils import from_numpy as from_numpy
from .utils import full as full
from .utils import histogram as histogram
from .utils import imdecode as imdecode
from .utils import linspace as linspace
from .utils import load as load
from .utils import load_frombuffer as load_frombuffer
from .utils import moveaxis as moveaxis
from .utils import onehot_encode as onehot_encode
from .utils import ones as ones
from .utils import save as save
from .utils import split_v2 as split_v2
from .utils import to_dlpack_for_read as to_dlpack_for_read
from .utils import to_dlpack_for_write as to_dlpack_for_write
from .utils import zeros as zeros

py_slice = slice
_STORAGE_TYPE_ID_TO_STR = {-1: "undefined", 0: "default", 1: "row_sparse", 2: "csr"}
_STORAGE_TYPE_STR_TO_ID = {name: number for number, name in _STORAGE_TYPE_ID_TO_STR.items()}
_arithmetic = _functions("")
add = _arithmetic["add"]
divide = _arithmetic["divide"]
equal = _arithmetic["equal"]
greater = _arithmetic["greater"]
greater_equal = _arithmetic["greater_equal"]
lesser = _arithmetic["lesser"]
lesser_equal = _arithmetic["lesser_equal"]
logical_and = _arithmetic["logical_and"]
logical_or = _arithmetic["logical_or"]
logical_xor = _arithmetic["logical_xor"]
maximum = _arithmetic["maximum"]
minimum = _arithmetic["minimum"]
modulo = _arithmetic["modulo"]
multiply = _arithmetic["multiply"]
not_equal = _arithmetic["not_equal"]
power = _arithmetic["power"]
subtract = _arithmetic["subtract"]
true_divide = _arithmetic["true_divide"]
