"""LeNet on MNIST: synchronous workers end with one process's parameters, asynchronous ones with its accuracy.

In double precision the order in which numbers are added does not show. In single precision a difference of 1e-8 may grow
from step to step.
"""

import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

mode, folder, steps, dtype, rate = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], float(sys.argv[5])
BATCH = 32


def lenet():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(6, 5, padding=2, activation="relu"), gluon.nn.MaxPool2D(2, 2),
            gluon.nn.Conv2D(16, 5, activation="relu"), gluon.nn.MaxPool2D(2, 2),
            gluon.nn.Dense(120, activation="relu"), gluon.nn.Dense(84, activation="relu"), gluon.nn.Dense(10))
    mx.random.seed(7)
    net.cast(dtype)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(nd.zeros((1, 1, 28, 28), dtype=dtype))
    return net


def batches(worker, workers):
    """The part of each joined batch that a worker gets."""
    own = BATCH // workers
    for step in range(steps):
        chosen = slice(step * BATCH + worker * own, step * BATCH + (worker + 1) * own)
        yield nd.array(images[chosen], dtype=dtype), nd.array(labels[chosen])


def trained(net, trainer, worker, workers, size):
    for x, y in batches(worker, workers):
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(size)
    return [parameter.data().asnumpy().astype("float64") for parameter in net.collect_params().values()]


def accuracy(net):
    dataset = gluon.data.vision.MNIST(folder, train=False)
    found = net(nd.array(dataset._data[:2000].asnumpy().transpose(0, 3, 1, 2) / 255.0, dtype=dtype)).argmax(axis=1).asnumpy()
    return float((found == dataset._label[:2000]).mean())


dataset = gluon.data.vision.MNIST(folder, train=True)
images = dataset._data[:steps * BATCH].asnumpy().transpose(0, 3, 1, 2).astype("float32") / 255
labels = dataset._label[:steps * BATCH]
loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
options = {"learning_rate": rate, "momentum": 0.9 if mode == "dist_sync" else 0.0}
kv = mx.kv.create(mode)
net = lenet()
synchronous = mode == "dist_sync"
trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore=kv)
found = trained(net, trainer, kv.rank, kv.num_workers, BATCH if synchronous else BATCH // kv.num_workers)
kv.barrier()
if kv.rank == 0:
    single = lenet()
    wanted = trained(single, gluon.Trainer(single.collect_params(), "sgd", options), 0, 1, BATCH)
    difference = sum(((a - b) ** 2).sum() for a, b in zip(found, wanted, strict=True)) ** 0.5
    relative = difference / sum((b ** 2).sum() for b in wanted) ** 0.5
    print(f"difference {relative:.2e}, accuracy {accuracy(net):.3f} and {accuracy(single):.3f}", flush=True)
    if synchronous:
        assert relative <= 1e-6, relative
    else:
        assert accuracy(net) > accuracy(single) - 0.02
print("passed", kv.rank, flush=True)
