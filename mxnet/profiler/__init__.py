"""Time of operators and of sections that a program marks, as a table and as a file for Chrome's trace viewer.

Operators have MXNet's names, in compiled graphs those of what runs there after optimization, and backward ones
``_backward_`` before them. What no operator of MXNet started has the name that PyTorch gives it, as ``aten::copy_``.
"""

from ._control import dump as dump
from ._control import dump_profile as dump_profile
from ._control import dumps as dumps
from ._control import pause as pause
from ._control import profiler_set_config as profiler_set_config
from ._control import profiler_set_state as profiler_set_state
from ._control import resume as resume
from ._control import set_config as set_config
from ._control import set_kvstore_handle as set_kvstore_handle
from ._control import set_state as set_state
from ._marks import Counter as Counter
from ._marks import Domain as Domain
from ._marks import Event as Event
from ._marks import Frame as Frame
from ._marks import Marker as Marker
from ._marks import Task as Task
