"""Train LeNet for a few steps, and print the launcher, the rank and a digest of the parameters.

Run it as ``entry.py [FOLDER]``. With a folder, worker 0 saves a checkpoint after each step, and worker 1 is killed once.
"""

import hashlib
import os
import pathlib
import signal
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

STEPS = 4


def lenet():
    """Create the network with the same parameters in each process."""
    mx.random.seed(7)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(6, 5, padding=2, activation="tanh"), nn.AvgPool2D(2, 2), nn.Conv2D(16, 5, activation="tanh"),
            nn.AvgPool2D(2, 2), nn.Dense(120, activation="tanh"), nn.Dense(84, activation="tanh"), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net(nd.zeros((1, 1, 28, 28)))
    return net


def train(folder=None):
    """Train, and return the store and the digest of the parameters."""
    kv, net = mx.kv.create("dist_sync"), lenet()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore=kv)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    done = folder / "step" if folder else None
    first = int(done.read_text()) if done and done.exists() else 0
    if first:
        net.load_parameters(str(folder / "net.params"))
        trainer.load_states(str(folder / "net.states"))
    kv.barrier()  # worker 0 writes the next checkpoint after all have read this one
    for step in range(first, STEPS):
        if done and step == 2 and kv.rank == 1 and not (folder / "killed").exists():
            (folder / "killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        random = np.random.RandomState(10 * step + kv.rank)
        with autograd.record():
            loss = loss_of(net(nd.array(random.rand(4, 1, 28, 28))), nd.array(random.randint(0, 10, 4)))
        loss.backward()
        trainer.step(4 * kv.num_workers)
        if done and kv.rank == 0:
            net.save_parameters(str(folder / "net.params"))
            trainer.save_states(str(folder / "net.states"))
            done.write_text(str(step + 1))
    values = b"".join(parameter.data().asnumpy().tobytes() for parameter in net.collect_params().values())
    return kv, hashlib.sha256(values).hexdigest()[:16]


if __name__ == "__main__":
    kv, digest = train(pathlib.Path(sys.argv[1]) if sys.argv[1:] else None)
    sys.stdout.write(f"launcher={kv.launcher}, worker {kv.rank} of {kv.num_workers}, parameters {digest}\n")
    sys.stdout.flush()
