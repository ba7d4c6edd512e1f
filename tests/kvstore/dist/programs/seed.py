"""The distributed program of the tutorial: `FeedForward.create` with an image record iterator and a store."""

import sys

import numpy as np

import mxnet as mx

path = sys.argv[1]
kv = mx.kvstore.create("dist_sync")
data = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 8, 8), batch_size=5, part_index=kv.rank,
                             num_parts=kv.num_workers, scale=1 / 255)
seen = sorted(int(label) for batch in data for label in batch.label[0].asnumpy()[:5 - batch.pad])
data.reset()
parts = kv._group.all_gather(mx.nd.array(seen)._data)
assert len(seen) == 60 // kv.num_workers, seen
assert sum((part.tolist() for part in parts), []).count(0) == 30, parts

net = mx.symbol.SoftmaxOutput(mx.symbol.FullyConnected(mx.symbol.Flatten(mx.symbol.Variable("data")), num_hidden=2),
                              name="softmax")
model = mx.model.FeedForward.create(symbol=net, X=data, kvstore=kv, num_epoch=12, learning_rate=0.1)
assert model.score(data) == 1.0
for name, array in model.arg_params.items():
    gathered = kv._group.all_gather(array._data.detach())
    assert all((one == gathered[0]).all() for one in gathered), name

# push, pull and a custom updater
kv = mx.kv.create("dist_sync")
shape = (2, 3)
kv.init(3, mx.nd.ones(shape) * 2)
a = mx.nd.zeros(shape)
kv.pull(3, out=a)
np.testing.assert_array_equal(a.asnumpy(), 2)
kv.push(3, mx.nd.ones(shape) * 8)
kv.pull(3, out=a)
np.testing.assert_array_equal(a.asnumpy(), 8 * kv.num_workers)
updated = []


def update(key, input, stored):
    updated.append(key)
    stored += input * 2


kv._set_updater(update)
kv.push(3, [mx.nd.ones(shape, mx.gpu(i)) for i in range(2)])
kv.pull(3, out=a)
np.testing.assert_array_equal(a.asnumpy(), 8 * kv.num_workers + 4 * kv.num_workers)
assert updated == [3]
print("passed", kv.rank, flush=True)
