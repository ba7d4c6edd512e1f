"""Notes on MXNet (2020): contexts, and linear regression from scratch and with Gluon."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mxnet as mx

IMPORTS = """
import random
from mxnet import autograd, nd
"""
DATA = """
num_inputs = 2
num_examples = 1000
true_w=[2, -3.4]
true_b=4.2
features = nd.random.normal(scale=1, shape=(num_examples, num_inputs))
labels = true_w[0]*features[:,0]+true_w[1]*features[:,1]+true_b
# noise
labels += nd.random.normal(scale=1, shape=labels.shape)
"""
ITERATOR = """
def data_iter(batch_size, features, labels):
    num_examples = len(features)
    indices = list(range(num_examples))
    random.shuffle(indices)
    for i in range(0,num_examples,batch_size):
        j = nd.array(indices[i:min(i+batch_size,num_examples)])
        yield features.take(j), labels.take(j)
"""
NETWORK = """
w = nd.random.normal(scale=0.01, shape=(num_inputs, 1))
b=nd.zeros(shape=(1,))
# create gradient
w.attach_grad()
b.attach_grad()
# 网络定义
def linreg(x, w, b):
    return nd.dot(x,w)+b
# 损失函数定义
def square_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape))**2/2
# 优化器定义
def sgd(params, lr, batch_size):
    for param in params:
        param[:]=param -lr*param.grad / batch_size
"""
LOOP = """
lr = 0.03
num_epochs=3
net=linreg
loss = square_loss
for epoch in range(num_epochs):
    for x,y in data_iter(batch_size, features, labels):
        with autograd.record():
\t\t    # 计算当前batch的损失值，用于反向传播
            l = loss(net(x,w,b), y)
\t\t# 损失值或误差反向传播，方法嵌入在mxnet中，直接调用，相当于nd.sum(loss).backward()
        l.backward()
\t\t# 优化参数
        sgd([w,b],lr,batch_size)
    train_l = loss(net(features,w,b),labels)
    print('epoch %d, loss %f' %(epoch+1, train_l.mean().asnumpy()))
"""
GLUON_ITERATOR = """
# gluon
from mxnet.gluon import data as gdata
batch_size = 10
dataset = gdata.ArrayDataset(features, labels)
train_iter = gdata.DataLoader(dataset, batch_size, shuffle=True)
"""
GLUON_NETWORK = """
# 1. 定义网络
from mxnet.gluon import nn
net = nn.Sequential()
# 输出1个值
net.add(nn.Dense(1))
# 2. 初始化网络参数
from mxnet import init
net.initialize(init.Normal(sigma=0.01))
# 3. 定义损失函数
from mxnet.gluon import loss as gloss
loss = gloss.L2Loss()
# 定义优化器，使用什么优化算法
from mxnet import gluon
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate':0.03})
"""
GLUON_LOOP = """
num_epochs = 3
for epoch in range(num_epochs):
    for x,y in train_iter:
\t    #
        with autograd.record():
\t\t    # 计算batch下网络损失值
            l = loss(net(x), y)
\t\t# 反向传播，相当于nd.sum(loss).backward()
        l.backward()
\t\t# 优化参数值，将前面batch size的loss进行归一化，trainer.step(batch_size)相当于除以batch size
        trainer.step(batch_size)
    l = loss(net(features), labels)
    print('epoch %d, loss %.4f' %(epoch+1, l.mean().asnumpy()))
"""
EPOCHS = re.compile(r"epoch 1, loss ([\d.]+)\nepoch 2, loss ([\d.]+)\nepoch 3, loss ([\d.]+)\n")
TRUE_WEIGHT, TRUE_BIAS = [2, -3.4], 4.2
NOISE = 0.2  # the labels have noise of scale 1


@pytest.fixture
def lesson(notebook):
    notebook.run(IMPORTS + DATA)
    return notebook


def _check_losses(shown: str) -> None:
    losses = [float(value) for value in EPOCHS.fullmatch(shown).groups()]
    assert losses[-1] == pytest.approx(0.5, abs=0.1)  # half of the noise's variance
    assert losses[-1] <= losses[0] + 0.02


def test_context_by_name_equals_context_by_function():
    assert mx.Context("gpu") == mx.gpu()
    assert mx.Context("cpu") == mx.cpu()
    assert mx.Context("gpu", 1) == mx.gpu(1) != mx.gpu(0)
    assert mx.cpu() != mx.gpu()
    assert [str(context) for context in (mx.cpu(0), mx.gpu(0), mx.gpu(3))] == ["cpu(0)", "gpu(0)", "gpu(3)"]


def test_arrays_know_their_context_and_turn_into_numpy():
    array = mx.nd.ones((2, 3), ctx=mx.gpu(2))
    assert array.context == mx.gpu(2)
    assert isinstance(array.asnumpy(), np.ndarray)
    assert array.asnumpy().shape == (2, 3)


def test_data_follow_the_true_parameters(lesson):
    features, labels = lesson["features"].asnumpy(), lesson["labels"].asnumpy()
    assert features.shape == (1000, 2) and labels.shape == (1000,)
    noise = labels - (features @ np.array(TRUE_WEIGHT) + TRUE_BIAS)
    assert abs(noise.mean()) < 0.15 and noise.std() == pytest.approx(1, abs=0.1)


def test_iterator_takes_every_example_once(lesson):
    lesson.run(ITERATOR)
    batches = list(lesson["data_iter"](300, lesson["features"], lesson["labels"]))
    assert [x.shape for x, _ in batches] == [(300, 2)] * 3 + [(100, 2)]
    taken = np.sort(np.concatenate([y.asnumpy() for _, y in batches]))
    np.testing.assert_array_equal(taken, np.sort(lesson["labels"].asnumpy()))


def test_linear_regression_from_scratch_finds_the_parameters(lesson):
    lesson.run(ITERATOR)
    lesson.run(NETWORK)
    lesson["batch_size"] = 10
    _check_losses(lesson.run(LOOP))
    np.testing.assert_allclose(lesson["w"].asnumpy().ravel(), TRUE_WEIGHT, atol=NOISE)
    np.testing.assert_allclose(lesson["b"].asnumpy(), [TRUE_BIAS], atol=NOISE)


def test_linear_regression_with_gluon_finds_the_parameters(lesson):
    for block in (GLUON_ITERATOR, GLUON_NETWORK):
        lesson.run(block)
    _check_losses(lesson.run(GLUON_LOOP))
    dense = lesson["net"][0]
    assert dense.weight.data().shape == dense.weight.grad().shape == (1, 2)
    np.testing.assert_allclose(dense.weight.data().asnumpy()[0], TRUE_WEIGHT, atol=NOISE)
    np.testing.assert_allclose(dense.bias.data().asnumpy(), [TRUE_BIAS], atol=NOISE)


def test_mean_of_the_loss_and_step_one_equal_sum_and_step_batch(lesson):
    """Answer the document's last question: why ``loss.mean()`` is combined with ``trainer.step(1)``."""
    lesson.run(GLUON_ITERATOR)
    x, y = next(iter(lesson["train_iter"]))
    results = []
    for mean, size in ((False, 10), (True, 1)):
        lesson.run(GLUON_NETWORK)
        net = lesson["net"]
        net.initialize(mx.init.Constant(0.5), force_reinit=True)
        with mx.autograd.record():
            loss = lesson["loss"](net(x), y)
            loss = loss.mean() if mean else loss
        loss.backward()
        lesson["trainer"].step(size)
        results.append(net[0].weight.data().asnumpy())
    np.testing.assert_allclose(results[0], results[1], rtol=1e-5)
