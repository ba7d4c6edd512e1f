"""A sixty-minute introduction to Gluon (2017): arrays, gradients, a network, devices."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

RANDOM_ARRAY = """
from mxnet import nd
val = nd.normal(shape=(2,3)) # 在使用 ide 时，没有代码提示不代表没有，常去官网查查 API
val
"""
RANDOM_ARRAY_SHOWN = """
[[ 1.18392551  0.15302546  1.89171135]
 [-1.16881478 -1.23474145  1.55807114]]
<NDArray 2x3 @cpu(0)>
"""
SHAPE = """
val_shape = val.shape # 获取 NDArray 的shape， 这操作 很 numpy
val_shape
"""
GRADIENT = """
from mxnet import nd
from mxnet import autograd

# nd.NDArray
val = nd.ones(shape=(3, 5))

w1 = nd.ones(shape=(5, 1))
b1 = nd.ones(shape=(1,))

w1.attach_grad() # 对模型参数进行 attach_grad()
b1.attach_grad() # 同上

with autograd.record(): # 使用 autograd 来记录计算图
    res = nd.dot(val, w1)
    res2 = res + b1
res2.backward() # 这里需要注意的是，如果 res2 不是标量的话，默认的操作是会对 res2 做一个 sum，然后在 backward

print(w1.grad)
print(b1.grad)
"""
GRADIENT_SHOWN = """
[[3.]
 [3.]
 [3.]
 [3.]
 [3.]]
<NDArray 5x1 @cpu(0)>

[3.]
<NDArray 1 @cpu(0)>
"""
NETWORK = """
from mxnet import nd
from mxnet.gluon import nn
from mxnet.gluon import loss
from mxnet import gluon

class Net(nn.Block):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)

        self.dense0 = nn.Dense(256) # 我们只需要对 层的输出维度 作说明，不需要考虑输入的维度
        self.dense1 = nn.Dense(1)   # Gluon 会帮助我们 推断出 输入的 维度

    def forward(self, x):
        return self.dense1(nd.relu(self.dense0(x)))

net = Net()

net.initialize() # 要先 initialize， 再创建 trainer
trainer = gluon.Trainer(net.collect_params(), 'sgd',
                        {'learning_rate': 0.001}) # 优化方法
val = nd.ones(shape=(10, 100))
label = nd.ones(shape=(10,))

criterion = loss.L2Loss() # 创建一个 loss 标准

with autograd.record(): # 需要反向传导的地方记得 record 一下
    res = net(val)
    print(res)
    loss = criterion(res, label)

loss.backward() # 计算梯度

trainer.step(batch_size=10)  # 更新模型参数

print(net(val))
print(loss)
"""
NETWORK_SHOWN = """
[[-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]
 [-0.18936485]]
<NDArray 10x1 @cpu(0)>

[[-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]
 [-0.14251584]]
<NDArray 10x1 @cpu(0)>

[ 0.70729446  0.70729446  0.70729446  0.70729446  0.70729446  0.70729446
  0.70729446  0.70729446  0.70729446  0.70729446]
<NDArray 10 @cpu(0)>
"""
GPU_ARRAY = """
import mxnet as mx
val = nd.zeros(shape=(3,),ctx=mx.gpu())
print(val)
"""
INITIALIZE_AGAIN = """
net.initialize() # 利用这个函数， 里面有个 ctx 参数
"""
NUMPY = """
import numpy as np
from mxnet import nd

# numpy.ndarray --> mx.NDArray
val = np.array([1, 2, 3])
nd_val = nd.array(val) # 深复制

# NDArray --> numpy.ndarray
val_ = nd_val.asnumpy()
"""


def test_random_array_prints_as_documented(notebook, outline):
    shown = notebook.run(RANDOM_ARRAY)
    assert shown.startswith("\n[[")
    assert outline(shown) == outline(RANDOM_ARRAY_SHOWN)
    assert notebook["val"].dtype == np.float32
    assert notebook.run(SHAPE) == "(2, 3)\n"


def test_tools_can_see_the_parameters_of_an_operator():
    parameters = inspect.signature(nd.normal).parameters
    assert {"loc", "scale", "shape", "dtype", "ctx"} <= set(parameters)
    assert nd.normal.__doc__


def test_gradient_of_a_vector_is_that_of_its_sum(notebook):
    assert notebook.run(GRADIENT) == GRADIENT_SHOWN


def test_network_prints_as_documented_and_learns(notebook, outline, numbers):
    notebook.run(GRADIENT)
    shown = notebook.run(NETWORK)
    assert outline(shown) == outline(NETWORK_SHOWN)
    before, after, losses = numbers(shown)[:10], numbers(shown)[10:20], numbers(shown)[20:]
    for rows in (before, after, losses):
        assert rows == pytest.approx([rows[0]] * 10, rel=1e-5)
    assert losses[0] == pytest.approx((before[0] - 1) ** 2 / 2, rel=1e-5)
    assert abs(after[0] - 1) < abs(before[0] - 1)


def test_array_on_the_gpu(notebook):
    notebook.run("from mxnet import nd")
    assert notebook.run(GPU_ARRAY) == "\n[0. 0. 0.]\n<NDArray 3 @gpu(0)>\n"


def test_network_moves_to_the_gpu(notebook):
    notebook.run(GRADIENT)
    notebook.run(NETWORK)
    with pytest.warns(UserWarning, match="is already initialized and keeps its values"):
        notebook.run(INITIALIZE_AGAIN)
    net, data = notebook["net"], notebook["val"]
    net.initialize(ctx=mx.gpu(), force_reinit=True)
    assert net(data.as_in_context(mx.gpu())).context == mx.gpu(0)


def test_numpy_conversion_copies_both_ways(notebook):
    notebook.run(NUMPY)
    source, array, back = notebook["val"], notebook["nd_val"], notebook["val_"]
    assert back.dtype == np.float32 and back.tolist() == [1, 2, 3]
    source[0] = 10
    back[1] = 20
    assert array.asnumpy().tolist() == [1, 2, 3]
