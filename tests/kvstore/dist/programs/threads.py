"""No thread of a store outlives it, because a thread inside torch would abort the process at interpreter exit."""

import atexit
import contextlib
import pathlib
import sys

import mxnet as mx
from mxnet import autograd, gluon, nd


def threads() -> list[str]:
    """Return the names of torch's connection threads."""
    found = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            found.append((task / "comm").read_text().strip())
    return [name for name in found if "gloo" in name]


def check() -> None:
    """Check the remaining threads. This is registered before the store exists, so it runs after the store has ended."""
    left = threads()
    sys.stdout.write(f"left: {left}\n" if left else "passed\n")


atexit.register(check)
kv = mx.kv.create("dist_sync")
kv.set_barrier_before_exit(sys.argv[1] == "wait")
net = gluon.nn.Dense(4, in_units=4)
net.initialize()
trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore=kv)
for _ in range(3):
    with autograd.record():
        loss = net(nd.ones((2, 4))).sum()
    loss.backward()
    trainer.step(4)
assert threads()
