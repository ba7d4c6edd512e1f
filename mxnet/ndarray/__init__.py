"""Arrays and their operators, ``mx.nd``."""

from . import _internal as _internal
from . import contrib as contrib
from . import image as image
from . import linalg as linalg
from . import ndarray as ndarray
from . import op as op
from . import random as random
from . import register as register
from . import sparse as sparse
from . import utils as utils
from ._array import NDArray as NDArray
from ._array import waitall as waitall
from ._cached_op import CachedOp as CachedOp
from .register import functions as _functions

globals().update(_functions(""))
globals().update({name: f for name, f in _functions("_internal").items() if name.startswith("_")})

from .._frontend.handwritten import complete as _complete  # noqa: E402
from ._finite import all_finite as all_finite  # noqa: E402
from ._finite import multi_all_finite as multi_all_finite  # noqa: E402
from ._help import EXAMPLES as _EXAMPLES  # noqa: E402
from ._index_helpers import get_indexing_dispatch_code as get_indexing_dispatch_code  # noqa: E402
from ._index_helpers import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op  # noqa: E402
from ._index_helpers import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes  # noqa: E402
from ._torch import from_torch as from_torch  # noqa: E402
from .utils import arange as arange  # noqa: E402
from .utils import array as array  # noqa: E402
from .utils import concatenate as concatenate  # noqa: E402
from .utils import empty as empty  # noqa: E402
from .utils import eye as eye  # noqa: E402
from .utils import from_dlpack as from_dlpack  # noqa: E402
from .utils import from_numpy as from_numpy  # noqa: E402
from .utils import full as full  # noqa: E402
from .utils import histogram as histogram  # noqa: E402
from .utils import imdecode as imdecode  # noqa: E402
from .utils import linspace as linspace  # noqa: E402
from .utils import load as load  # noqa: E402
from .utils import load_frombuffer as load_frombuffer  # noqa: E402
from .utils import moveaxis as moveaxis  # noqa: E402
from .utils import onehot_encode as onehot_encode  # noqa: E402
from .utils import ones as ones  # noqa: E402
from .utils import save as save  # noqa: E402
from .utils import split_v2 as split_v2  # noqa: E402
from .utils import to_dlpack_for_read as to_dlpack_for_read  # noqa: E402
from .utils import to_dlpack_for_write as to_dlpack_for_write  # noqa: E402
from .utils import zeros as zeros  # noqa: E402

_complete(globals(), "mx.nd", _EXAMPLES, "NDArray")
