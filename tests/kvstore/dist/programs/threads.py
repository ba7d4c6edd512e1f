"""No thread of a store outlives it: one inside torch would abort the process when the interpreter ends."""

import atexit
import os
import sys

import mxnet as mx
from mxnet import autograd, gluon, nd

WITHOUT = len(os.listdir("/proc/self/task"))


def check() -> None:
    """Registered before the store exists, so called after it has ended."""
    left = len(os.listdir("/proc/self/task"))
    sys.stdout.write("passed\n" if left == WITHOUT else f"{left} threads at the end, {WITHOUT} before\n")


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
assert len(os.listdir("/proc/self/task")) > WITHOUT
