"""Pushes until something happens to another process; says what it was told and how long that took."""

import os
import pathlib
import sys
import time

import mxnet as mx
from mxnet import nd

folder, kind = pathlib.Path(sys.argv[1]), sys.argv[2]
if kind == "version" and os.environ["DMLC_WORKER_ID"] == "1":
    mx.__version__ = "1.9.0"
if kind == "never" and os.environ["DMLC_WORKER_ID"] == "1":
    time.sleep(60)
if kind == "error" and os.environ["DMLC_WORKER_ID"] == "1":
    raise ValueError("out of cheese")
try:
    kv = mx.kv.create(kind if kind.startswith("dist") else "dist_sync")
    rank = kv.rank
    (folder / f"worker{rank}").write_text(str(os.getpid()))
    kv.init("a", nd.zeros((1000, 1000)))
    if "async" in kv.type:
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1))
    out = nd.zeros((1000, 1000))
    while True:
        kv.push("a", nd.ones((1000, 1000)))
        kv.pull("a", out=out)
        (folder / f"beat{rank}").write_text(repr(time.time()))
except mx.MXNetError as error:
    name = os.environ["DMLC_WORKER_ID"]
    (folder / f"told{name}").write_text(f"{time.time()!r} {error}")
    sys.exit(3)
