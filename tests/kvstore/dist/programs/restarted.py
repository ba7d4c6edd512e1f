"""Train and save after each step, get killed once, and continue from the saved state."""

import os
import pathlib
import signal
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

folder, dies = pathlib.Path(sys.argv[1]), sys.argv[2] == "dies"
mx.random.seed(3)
net = gluon.nn.Dense(3, in_units=4)
net.initialize(mx.init.Uniform(0.1))
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05}, kvstore="dist_sync")
saved, states, done = folder / "net.params", folder / "net.states", folder / "step"
first = int(done.read_text()) if done.exists() else 0
if first:
    net.load_parameters(str(saved))
    trainer.load_states(str(states))
kv_rank = int(os.environ["DMLC_WORKER_ID"])
data = np.random.RandomState(kv_rank).rand(12, 8, 4).astype("float32")
for step in range(first, 12):
    if dies and step == 7 and kv_rank == 1 and os.environ["MXNET_RESTART_COUNT"] == "0":
        os.kill(os.getpid(), signal.SIGKILL)
    with autograd.record():
        loss = ((net(nd.array(data[step])) - 1) ** 2).mean()
    loss.backward()
    trainer.step(2)
    if kv_rank == 0:
        net.save_parameters(str(saved))
        trainer.save_states(str(states))
        done.write_text(str(step + 1))
if kv_rank == 0:
    print("weight", repr(float(net.weight.data().asnumpy().sum())), flush=True)
