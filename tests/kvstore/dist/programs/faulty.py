"""Push or train until another process fails, and write the error and its time to a file."""

import os
import pathlib
import sys
import time

import mxnet as mx
from mxnet import autograd, gluon, nd

folder, kind, name = pathlib.Path(sys.argv[1]), sys.argv[2], os.environ.get("DMLC_WORKER_ID") or os.environ["RANK"]
if name == "1":
    if kind == "version":
        mx.__version__ = "1.9.0"
    elif kind == "never":
        time.sleep(60)
    elif kind == "late":
        time.sleep(6)
    elif kind == "error":
        raise ValueError("out of cheese")


def write(file, text):
    """Write a file atomically, because another process may read it at any time."""
    whole = folder / f"{file}.{name}.part"
    whole.write_text(text)
    whole.replace(folder / file)


def pushes(kv):
    """Push a large array repeatedly."""
    kv.init("a", nd.zeros((1000, 1000)))
    if "async" in kv.type:
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1))
    out = nd.zeros((1000, 1000))
    while True:
        kv.push("a", nd.ones((1000, 1000)))
        kv.pull("a", out=out)
        yield out


def steps(kv):
    """Run training steps whose sums start in the backward pass."""
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(1000, in_units=1000), gluon.nn.Dense(1000, in_units=1000))
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.0}, kvstore=kv)
    while True:
        with autograd.record():
            loss = net(nd.ones((2, 1000))).sum()
        loss.backward()
        trainer.step(2)
        yield loss


try:
    write(f"begun{name}", repr(time.time()))
    kv = mx.kv.create(kind if kind.startswith("dist") else "dist_sync")
    if kind == "forks" and name == "0" and os.fork() == 0:  # a child that outlives its parent
        time.sleep(60)
        os._exit(0)
    for number, result in enumerate((steps if kind == "trainer" else pushes)(kv)):
        result.wait_to_read()
        write(f"beat{kv.rank}", repr(time.time()))
        if kind == "late" and number == 3:
            assert (result == kv.num_workers).asnumpy().all()
            print("passed", flush=True)
            break
except mx.MXNetError as error:
    write(f"told{name}", f"{time.time()!r} {error}")
    sys.exit(3)
