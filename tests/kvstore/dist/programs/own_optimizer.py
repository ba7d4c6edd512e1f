"""Use a custom optimizer on the servers, which import the module that defines it."""

import own_classes

import mxnet as mx
from mxnet import nd

kv = mx.kv.create("dist_async")
kv.init("a", nd.zeros((2,)))
kv.set_optimizer(own_classes.Tenfold())
kv.push("a", nd.ones((2,)))
kv.barrier()
out = nd.zeros((2,))
kv.pull("a", out=out)
assert out.asnumpy().tolist() == [10 * kv.num_workers] * 2, out
print("passed", flush=True)
