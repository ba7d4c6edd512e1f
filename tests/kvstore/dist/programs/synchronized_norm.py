"""Compare SyncBatchNorm over workers with one process on the joined batch."""

import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

devices = [mx.gpu(i) for i in range(int(sys.argv[1]))]
kv = mx.kv.create("dist_sync")
rank, count = kv.rank, kv.num_workers
mx.random.seed(1)
sizes = [3 * len(devices), 2 * len(devices)]  # batches differ in size
random = np.random.RandomState(0)
data = random.rand(3, sum(sizes[:count]), 4, 5, 5).astype("float32") * 3
own = slice(sum(sizes[:rank]), sum(sizes[:rank + 1]))


def network(norm, contexts):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(3, 3, in_channels=4), norm(3), gluon.nn.Activation("tanh"), norm(3), gluon.nn.Dense(2, in_units=27))
    net.initialize(mx.init.Uniform(0.5), ctx=contexts)
    return net


def trained(net, contexts, batches, trainer):
    for batch in batches:
        parts = gluon.utils.split_and_load(nd.array(batch), contexts, even_split=False)
        for part in parts:
            part.attach_grad()
        with autograd.record():
            losses = [(net(part) ** 2).sum() for part in parts]
        autograd.backward(losses)
        trainer.step(sum(sizes))
    return np.concatenate([part.grad.asnumpy() for part in parts])


for hybrid in (False, True):
    single = network(lambda channels: gluon.nn.BatchNorm(in_channels=channels, epsilon=1e-5), mx.cpu())
    net = network(lambda channels: gluon.contrib.nn.SyncBatchNorm(channels, num_devices=count * len(devices)), devices)
    if hybrid:
        single.hybridize()
        net.hybridize()
    for ours, other in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
        ours.set_data(other.data())
    options = {"learning_rate": 0.1}
    wanted = trained(single, [mx.cpu()], data, gluon.Trainer(single.collect_params(), "sgd", options))
    trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore="dist_sync")
    found = trained(net, devices, data[:, own], trainer)
    np.testing.assert_allclose(found, wanted[own], rtol=1e-3, atol=1e-5)
    for ours, other in zip(net.collect_params().values(), single.collect_params().values(), strict=True):
        for device in devices:
            np.testing.assert_allclose(ours.data(device).asnumpy(), other.data().asnumpy(), rtol=1e-3, atol=1e-5,
                                       err_msg=ours.name)
print("passed", rank, flush=True)
