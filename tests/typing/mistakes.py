"""Mistakes that type checkers must report. `tools/check_types.py` runs the checkers."""

from __future__ import annotations

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

x = nd.ones((2, 3))
nd.softmax(x, axs=1)  # wrong
x.softmax(axs=1)  # wrong
nd.Convolution(x, kernel_size=(3, 3))  # wrong
nd.contrib.box_nms(x, treshold=0.5)  # wrong
nn.Conv2D(3, 3, stride=2)  # wrong
nn.Dense(3, activaton="relu")  # wrong
gluon.rnn.LSTM(3, num_layer=2)  # wrong
gluon.loss.L2Loss(wieght=1.0)  # wrong
x.rehsape((3, 2))  # wrong
nn.Dense(3)(x).asnupmy()  # wrong
mx.np.sum(mx.np.ones(3), axes=0)  # wrong
mx.np.ones(3).men()  # wrong
mx.npx.softmax(mx.np.ones(3), axs=0)  # wrong
mx.sym.FullyConnected(mx.sym.var("data"), num_hiden=3)  # wrong
mx.np.random.normal(shape=(2, 2))  # wrong
print(mx.np.lingalg)  # wrong
