"""Program of the tests: train in three ways with checkpoints. ``kill`` ends worker 1 once in each of them."""

import os
import pathlib
import signal
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib.checkpoint import CheckpointManager

root, words = pathlib.Path(sys.argv[1]), sys.argv[2:]
root.mkdir(exist_ok=True)
store = mx.kv.create("dist_sync")
data = np.random.RandomState(store.rank).rand(18, 4).astype(np.float32)
labels = np.arange(18.0) % 2


def die(mode, step):
    marker = root / f"{mode}-killed"
    if "kill" in words and store.rank == 1 and step == 7 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def train_gluon(mode, store):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.4), gluon.nn.Dense(2))
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "adam", kvstore=store, update_on_kvstore=mode == "store")
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, labels), 4, shuffle=True)
    checkpoints = CheckpointManager(root / mode, net, trainer, data=loader)
    if "resized" in words:
        try:
            checkpoints.restore()
        except mx.MXNetError as error:
            print(error)
        assert checkpoints.restore(other_workers="epoch")["workers"] == 2
        return {}
    resumed = checkpoints.restore() or {"epoch": 0, "step": 0}
    step, loss_of = resumed["step"], gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(resumed["epoch"], 3):
        for images, targets in loader:
            with autograd.record():
                loss = loss_of(net(images), targets)
            loss.backward()
            trainer.step(8)
            step += 1
            if step % 3 == 0:
                checkpoints.save(step, epoch=epoch)
            die(mode, step)
    return {name: parameter.data() for name, parameter in net._collect_params_with_prefix().items()}


def train_module(mode, store):
    net = mx.sym.BatchNorm(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="first"), name="norm")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Dropout(net, 0.3), num_hidden=2, name="last"),
                               name="softmax")
    module = mx.mod.Module(net)
    batches = mx.io.NDArrayIter(data, labels, 4, shuffle=True)
    module.bind(batches.provide_data, batches.provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(store, "adam")
    checkpoints = CheckpointManager(root / mode, module=module, data=batches)
    resumed = checkpoints.restore() or {"epoch": 0, "step": 0}
    step = resumed["step"]
    for epoch in range(resumed["epoch"], 3):
        for batch in batches:
            module.forward_backward(batch)
            module.update()
            step += 1
            if step % 3 == 0:
                checkpoints.save(step, epoch=epoch)
            die(mode, step)
        batches.reset()
    return {name: array for part in module.get_params() for name, array in part.items()}


for mode in ("trainer",) if "resized" in words else ("trainer", "store", "module"):
    mx.random.seed(store.rank)
    np.random.seed(store.rank)
    own_store = mx.kv.create("dist_sync")
    arrays = (train_module if mode == "module" else train_gluon)(mode, own_store)
    if arrays:
        nd.save(str(root / f"{mode}-{store.rank}.params"), arrays)
