"""Deferred calls of networks with SyncBatchNorm on several devices.

MXNet computes asynchronously. A program can call a network for each device in turn, and the SyncBatchNorm layers of all
devices exchange their statistics. Here calls compute immediately, so the first device would wait forever. In training,
blocks with these layers therefore return deferred arrays (`arrays.py`). Blocks and operators with deferred inputs do
the same. Their computations wait in one queue per device (`queue.py`) until the backward pass of every device has been
called, or until a value is read. Then one thread per device runs its queue, and the threads exchange statistics at a
barrier (`_runtime/host/barrier.py`). One backward pass over all devices follows.

The package has two hooks for this. ``Block.__call__`` calls `calls.deferred_call`, and ``backward_pass.run`` calls
``backward_pass.postpone``, which `queue` sets. Programs that run each device in its own thread do not need deferred
calls.
"""

from .calls import deferred_call as deferred_call
from .calls import synchronize_over as synchronize_over
from .queue import settings as settings
