"""Check the guarantees of an asynchronous store in each worker."""

import sys

import numpy as np

import mxnet as mx
from mxnet import nd

folder = sys.argv[1]
kv = mx.kv.create("dist_async")
rank, count = kv.rank, kv.num_workers
shapes = {"small": (2, 3), "big": (1200, 1000)}
for key, shape in shapes.items():
    kv.init(key, nd.ones(shape) * (rank + 5))
kv.init("rows", nd.ones((2000, 600)).tostype("row_sparse"))
try:
    kv.push("small", nd.ones((2, 3)))
    kv.pull("small", out=nd.zeros((2, 3)))
except mx.MXNetError as error:
    assert "set_optimizer" in str(error), error
else:
    raise AssertionError("a push without an optimizer is an error")
kv.barrier()
kv.set_optimizer(mx.optimizer.create("test", rescale_grad=2))
for _ in range(3):
    for key, shape in shapes.items():
        kv.push(key, nd.ones(shape) * (rank + 1))
    out = nd.zeros((2, 3))
    kv.pull("small", out=out)
    kv.pushpull("big", nd.ones(shapes["big"]), out=nd.zeros(shapes["big"]))
kv.barrier()
total = 6 * sum(range(1, count + 1))
for key, shape in shapes.items():
    out = nd.zeros(shape)
    kv.pull(key, out=out)
    np.testing.assert_array_equal(out.asnumpy(), 5 + total + (6 * count if key == "big" else 0))

gradient = np.zeros((2000, 600), "float32")
gradient[[rank, 1900]] = 1
kv.push("rows", nd.array(gradient).tostype("row_sparse"))
kv.barrier()
out = nd.zeros((2000, 600)).tostype("row_sparse")
kv.row_sparse_pull("rows", out=out, row_ids=nd.array([0, 1900, 3, 1900]))
wanted = np.zeros((2000, 600))
wanted[[0, 1900, 3]] = [[3], [1 + 2 * count], [3 if count > 3 else 1]]
np.testing.assert_array_equal(out.asnumpy(), wanted)

# An optimizer with states and a scheduler is sent as data. Its states are saved and loaded.
kv.barrier()
scheduler = mx.lr_scheduler.FactorScheduler(step=100, factor=0.5, base_lr=0.1)
kv.set_optimizer(mx.optimizer.Adam(learning_rate=0.1, lr_scheduler=scheduler))
kv.push("small", nd.ones((2, 3)))
kv.barrier()
if rank == 0:
    kv.save_optimizer_states(f"{folder}/states", dump_optimizer=True)
kv.barrier()
kv.load_optimizer_states(f"{folder}/states")
try:
    kv._set_updater(lambda key, pushed, stored: None)
except mx.MXNetError as error:
    assert "MXNET_KVSTORE_SERVER_IMPORT" in str(error)
else:
    raise AssertionError("a function cannot be sent to the servers")

# Two bits per element: the quantization error is added to the next gradient.
kv.barrier()
kv.set_optimizer(mx.optimizer.create("test", rescale_grad=1))
kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
kv.init("coded", nd.zeros((5,)))
for _ in range(2):
    kv.push("coded", nd.array([0.3, -0.3, 0.6, -2.0, 0.0]))
kv.barrier()
out = nd.zeros((5,))
kv.pull("coded", out=out)
np.testing.assert_allclose(out.asnumpy(), count * np.array([0.5, -0.5, 1.0, -1.0, 0.0]))

# The profiler of the servers.
kv.barrier()
if rank == 0:
    mx.profiler.set_config(filename=f"{folder}/trace.json", profile_all=True, profile_process="server")
    mx.profiler.set_state("run", profile_process="server")
    kv.push("coded", nd.ones((5,)))
    kv.pull("coded", out=out)
    mx.profiler.pause(profile_process="server")
    mx.profiler.resume(profile_process="server")
    mx.profiler.dump(profile_process="server")
    assert not mx.profiler._control.PROFILER.running
print("passed", rank, flush=True)
