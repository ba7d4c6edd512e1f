"""Check the results of Horovod's functions in each worker."""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

import horovod.mxnet as hvd  # isort: skip  # available because MXNET_HOROVOD is set

hvd.init()
rank, size = hvd.rank(), hvd.size()
assert (hvd.local_rank(), hvd.local_size(), hvd.cross_rank(), hvd.cross_size()) == (rank, size, 0, 1)
own, ranks = nd.ones((2, 3)) * (rank + 1), np.arange(size)


def same(array, wanted):
    np.testing.assert_allclose(array.asnumpy(), wanted, rtol=1e-6)


same(hvd.allreduce(own), (ranks + 1).mean())
same(hvd.allreduce(own, average=False), (ranks + 1).sum())
same(hvd.allreduce(own, op=hvd.Max), size)
same(hvd.allreduce(own, op=hvd.Min), 1)
same(hvd.allreduce(own, op=hvd.Sum, prescale_factor=2, postscale_factor=3), 6 * (ranks + 1).sum())
same(own, rank + 1)
copy = own.copy()
assert hvd.allreduce_(copy) is copy
same(copy, (ranks + 1).mean())
several = hvd.grouped_allreduce([own, nd.ones((4,), dtype="float64") * rank], average=False)
same(several[1], ranks.sum())
same(hvd.allgather(nd.ones((rank + 1, 2)) * rank), np.repeat(ranks, ranks + 1)[:, None] * np.ones((1, 2)))
same(hvd.broadcast(own, 1), 2)
found = hvd.broadcast_object({"epoch": 3 + rank, "names": ["a", "b"], "best": 0.5}, root_rank=1)
assert found == {"epoch": 4, "names": ["a", "b"], "best": 0.5}
same(hvd.alltoall(nd.arange(size) + 10 * rank), 10 * ranks + rank)
rows, received = hvd.alltoall(nd.arange(size + 1) + 10 * rank, splits=[1] * (size - 1) + [2])
assert received.asnumpy().tolist() == [2 if rank == size - 1 else 1] * size
same(hvd.reducescatter(nd.arange(2 * size).reshape((2 * size, 1)), op=hvd.Sum), size * np.array([[2 * rank], [2 * rank + 1]]))

# A trainer. At the first batch, the network infers its shapes and gets the values of worker 0.
mx.random.seed(10 + rank)
data = np.random.RandomState(0).rand(10, 4 * size, 6).astype("float32")
net, single = gluon.nn.Dense(3), gluon.nn.Dense(3)
net.initialize(mx.init.Uniform(0.5))
single.initialize()
hvd.broadcast_parameters(net.collect_params(), root_rank=0)
net(nd.array(data[0]))
single(nd.array(data[0]))
for first, second in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
    second.set_data(first.data())
trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
alone = gluon.Trainer(single.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
for batch in data:
    for model, step, rows, count in ((net, trainer, batch[4 * rank:4 * rank + 4], 4), (single, alone, batch, 4 * size)):
        with autograd.record():
            loss = ((model(nd.array(rows)) - 1) ** 2).sum()
        loss.backward()
        step.step(count)
for first, second in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
    np.testing.assert_allclose(first.data().asnumpy(), second.data().asnumpy(), rtol=1e-5)

# An optimizer for Module and for custom training loops.
weight, gradient = nd.ones((3,)), nd.ones((3,)) * (rank + 1)
optimizer = hvd.DistributedOptimizer(mx.optimizer.SGD(learning_rate=1.0))
optimizer.update(0, weight, gradient, optimizer.create_state(0, weight))
same(weight, 1 - (ranks + 1).mean())

# The registered stores.
for name in ("horovod", "byteps"):
    kv = mx.kv.create(name)
    assert (kv.type, kv.rank, kv.num_workers) == (name, rank, size)
    out = nd.zeros((2, 3))
    kv.broadcast("a", own, out)
    same(out, 1)
    kv.pushpull("a", own.copy(), out=out)
    same(out, (ranks + 1).sum())
try:
    hvd.allreduce(nd.ones((2 + rank,)))
except mx.MXNetError as error:
    assert "run different operations" in str(error)
    print("passed", rank, flush=True)
