"""Check the guarantees of a synchronous store in each worker."""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

kv = mx.kv.create("dist_sync")
rank, count = kv.rank, kv.num_workers
assert kv.type == "dist_sync"
ranks = np.arange(count)


def pulled(key, shape, dtype="float32"):
    out = nd.zeros(shape, dtype=dtype)
    kv.pull(key, out=out)
    return out.asnumpy()


# The initial values are those of worker 0.
kv.init("first", nd.ones((2, 3)) * (rank + 5))
np.testing.assert_array_equal(pulled("first", (2, 3)), 5)

# Without an updater, a push stores the sum over workers, for lists of keys and devices in any order.
kv.init(["a", "b", "c"], [nd.zeros((2,)), nd.zeros((3,)), nd.zeros((4,), dtype="float16")])
for key, size in [("b", 3), ("a", 2)] if rank % 2 else [("a", 2), ("b", 3)]:
    kv.push(key, [nd.ones((size,)) * (rank + 1)] * 2)
kv.push("c", nd.ones((4,), dtype="float16") * rank)
np.testing.assert_array_equal(pulled("a", (2,)), 2 * (ranks + 1).sum())
np.testing.assert_array_equal(pulled("b", (3,)), 2 * (ranks + 1).sum())
np.testing.assert_array_equal(pulled("c", (4,), "float16"), ranks.sum())

# Rows of row-sparse arrays.
kv.init("rows", nd.zeros((count + 1, 2)).tostype("row_sparse"))
gradient = np.zeros((count + 1, 2), "float32")
gradient[[rank, count]] = rank + 1
kv.push("rows", nd.array(gradient).tostype("row_sparse"))
out = nd.zeros((count + 1, 2)).tostype("row_sparse")
kv.row_sparse_pull("rows", out=out, row_ids=nd.arange(count + 1))
wanted = np.zeros((count + 1, 2))
wanted[:count] = (ranks + 1)[:, None]
wanted[count] = (ranks + 1).sum()
np.testing.assert_array_equal(out.asnumpy(), wanted)

# All workers apply the optimizer equally. One worker has more batches than the others.
another = mx.kv.create("dist_device_sync")
another.init(9, nd.ones((300, 400)))
another.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, momentum=0.9, rescale_grad=1 / count))
for step in range(3 + rank):
    another.push(9, nd.ones((300, 400)) * (rank + 1))
    weight = nd.zeros((300, 400))
    another.pull(9, out=weight)
another.barrier()
another.pull(9, out=weight)
expected, momentum = 1.0, 0.0
for step in range(3 + count - 1):
    momentum = 0.9 * momentum - 0.5 * (ranks[ranks >= step - 2] + 1).sum() / count
    expected += momentum
np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-5)

# A trainer with this store gives the result of one process with the joined batch.
mx.random.seed(rank)  # workers start with different values
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Conv2D(4, 3, activation="relu"), gluon.nn.MaxPool2D(), gluon.nn.Dense(5))
net.initialize(mx.init.Xavier())
net.hybridize()
data = np.random.RandomState(0).rand(20, 4 * count, 1, 8, 8).astype("float32")
labels = np.random.RandomState(1).randint(0, 5, (20, 4 * count))
net(nd.array(data[0]))
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore="dist_sync")
trainer._prepare()
single = gluon.nn.HybridSequential()
single.add(gluon.nn.Conv2D(4, 3, activation="relu"), gluon.nn.MaxPool2D(), gluon.nn.Dense(5))
single.initialize()
single(nd.array(data[0]))
for own, other in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
    other.set_data(own.data())
single_trainer = gluon.Trainer(single.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
for x, y in zip(data, labels, strict=True):
    own = slice(4 * rank, 4 * rank + 4)
    for model, step, part in ((net, trainer, own), (single, single_trainer, slice(None))):
        with autograd.record():
            value = loss(model(nd.array(x[part])), nd.array(y[part]))
        value.backward()
        step.step(4 * count)
for own, other in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
    np.testing.assert_allclose(own.data().asnumpy(), other.data().asnumpy(), rtol=2e-5, atol=2e-6)
print("passed", rank, flush=True)
