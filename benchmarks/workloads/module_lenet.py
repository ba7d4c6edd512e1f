"""LeNet on 28x28 images, batch 64, as a Module: forward, backward and update. The hybridized step is lenet_training."""

from __future__ import annotations

import itertools

import numpy as np

from . import Work
from .lenet_training import BATCH_SIZE, CHECKED_STEPS, LEARNING_RATE, make_data
from .lenet_training import build_jax as build_jax
from .lenet_training import build_torch as build_torch

TITLE = "LeNet, batch 64, Module training step"


def build_mxnet() -> Work:
    import mxnet as mx
    from mxnet import nd

    params, arrays = make_data()
    net = mx.sym.Variable("data")
    for number, filters in enumerate((20, 50), start=1):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{number}")
        net = mx.sym.Activation(net, act_type="relu")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=128, name="fc1"), act_type="relu")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc2"), name="softmax")
    module = mx.mod.Module(net)
    module.bind([("data", (BATCH_SIZE, 1, 28, 28))], [("softmax_label", (BATCH_SIZE,))])
    names = [name for name in net.list_arguments() if name not in ("data", "softmax_label")]
    module.init_params(arg_params={name: nd.array(value) for name, value in zip(names, params, strict=True)},
                       aux_params={})
    module.init_optimizer(optimizer_params={"learning_rate": LEARNING_RATE})
    batches = itertools.cycle([mx.io.DataBatch([nd.array(x)], [nd.array(y)]) for x, y in arrays])

    def step():
        batch = next(batches)
        module.forward_backward(batch)
        module.update()
        return batch

    def result():
        losses = []
        for _ in range(CHECKED_STEPS):
            labels = step().label[0].asnumpy().astype(int)
            chances = module.get_outputs()[0].asnumpy()[np.arange(BATCH_SIZE), labels]
            losses.append(float(-np.log(chances).mean()))
        return losses

    return Work(step, result, lambda _: mx.nd.waitall())
