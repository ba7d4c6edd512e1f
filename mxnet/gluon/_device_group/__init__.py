"""Networks with SyncBatchNorm that are called for one device after another.

MXNet computes while the program goes on: one that calls a network for each device in turn is still busy with the first
when it calls the second, and SyncBatchNorm layers exchange their statistics. Here calls compute at once, so the first
device would wait for ever. In training, blocks with such layers therefore return deferred arrays (`arrays.py`), and so
do blocks and operators that get these. Their computations wait in a queue for each device (`queue.py`) until the
backward passes of all devices have been asked for, or a value is read. Then each device's queue runs in a thread of its
own, the threads exchange statistics at a barrier (`_runtime/host/barrier.py`), and one backward pass of all devices
follows.

The rest of the package knows two hooks: ``Block.__call__`` asks `calls.deferred_call`, and ``backward_pass.run`` asks
``backward_pass.postpone``, which `queue` sets. Programs that run each device in a thread of their own need none of
this.
"""

from .calls import deferred_call as deferred_call
from .calls import synchronize_over as synchronize_over
from .queue import settings as settings
