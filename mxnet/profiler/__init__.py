"""Profiler for operators and user-defined sections, with a table and a trace file for Chrome's trace viewer.

Operators have MXNet's names, with the prefix ``_backward_`` in the backward pass. In compiled graphs these are the
operators after optimization. Operations that do not belong to an MXNet operator have PyTorch's names, such as
``aten::copy_``.
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
