"""Memory of arrays: dense and sparse storage, write notifications and copy-on-write."""

from .memory import ArrayBase as ArrayBase
from .memory import Readers as Readers
from .memory import Watcher as Watcher
from .memory import copy_on_write as copy_on_write
from .memory import in_rows as in_rows
from .memory import is_shared_outside as is_shared_outside
from .memory import notify_write as notify_write
from .memory import own_memory as own_memory
from .memory import reading as reading
from .memory import rebind as rebind
from .memory import share_outside as share_outside
from .memory import watch as watch
from .memory import write as write
from .memory import writing as writing
from .scalars import scalar as scalar
