"""Every kind of finding. Documentation may name http://data.mxnet.io."""
import mxnet as mx
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon import nn
from mxnet.symbol import contrib as symbols

F = mx.sym


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.no_operator(F.relu(x), F.broadcast_like(x, x))


def train(data, np=None, *, flag):
    np.int(data)
    mx.nd.no_function(data)
    nn.Dense(3).no_method()
    symbols.no_symbol(data)
    F.NoLayer(data)
    return F.Pooling(data, kernel=(2, 2), size=3, lr_mult=2.0, __note__="x")


def devices():
    ctx = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()
    nd.zeros((2, 3), ctx=mx.Context("gpu", 1)).no_such_method
    return nd.Concat(ctx, first=ctx, dim=1, wrong=1)


def accuracy(output):
    mx.metric.Accuracy(axis=1, wrong=2)
    mx.metric.Accuracy(**output)
    return np.float(output), np.float32, np.bool


def download(name):
    return "http://data.mxnet.io/models/" + name, f"https://apache-mxnet.s3-accelerate.amazonaws.com/{name}", "mxnet.io"


from mxnet.no_module import something  # noqa

something.else_of_it()
