"""An introduction to MXNet (2016 and later): symbols that run, the key-value store, and FeedForward.

Python 2 ``print`` statements are written as calls, and arrays are printed in the current format of NumPy.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import mxnet as mx

SYMBOL = """
import mxnet as mx
net = mx.symbol.Variable('data')
net = mx.symbol.FullyConnected(data=net, name='fc1', num_hidden=128)##全连接层
net = mx.symbol.Activation(data=net, name='relu1', act_type="relu") ##激活
net = mx.symbol.FullyConnected(data=net, name='fc2', num_hidden=64) ##全连接
net = mx.symbol.SoftmaxOutput(data=net, name='out')                 ##softmax回归输出层
type(net)
"""
BOUND = """
# 定义计算图
A = mx.symbol.Variable('A')
B = mx.symbol.Variable('B')
C = A * B

a = mx.nd.ones(3) * 4
b = mx.nd.ones(3) * 2
# 绑定变量到Symbol
c_exec = C.bind(ctx=mx.cpu(), args={'A' : a, 'B': b})
# 进行前向计算
c_exec.forward()
c_exec.outputs[0].asnumpy()
"""
STORE = """
import mxnet as mx
kv = mx.kv.create('local') # 创建一个本地的kvstore
shape = (2,3)
kv.init(3, mx.nd.ones(shape)*2)
a = mx.nd.zeros(shape)
kv.pull(3, out = a)
print(a.asnumpy())
"""
PUSH = """
kv.push(3, mx.nd.ones(shape)*8) ##推入
kv.pull(3, out = a) # 取出值
print(a.asnumpy())
"""
DEVICES = """
gpus = [mx.gpu(i) for i in range(4)]
b = [mx.nd.ones(shape, gpu) for gpu in gpus]## 四个gpu上分别存储[[ 1.  1.  1.] [ 1.  1.  1.]]
kv.push(3, b)
kv.pull(3, out = a)##push聚合求后的值
print(a.asnumpy())
"""
UPDATER = """
def update(key, input, stored):
    print("update on key: %d" % key)
    stored += input * 2
kv._set_updater(update) ##更新KVStore的updater
kv.pull(3, out=a)
print(a.asnumpy())
kv.push(3, mx.nd.ones(shape))
kv.pull(3, out=a)
print(a.asnumpy())
"""
PULL_TO_ALL = """
b = [mx.nd.ones(shape, gpu) for gpu in gpus]
kv.pull(3, out = b)
print(b[1].asnumpy())
"""
KEYS = """
keys = [5, 7, 9]
kv.init(keys, [mx.nd.ones(shape)]*len(keys))
kv.push(keys, [mx.nd.ones(shape)]*len(keys))
b = [mx.nd.zeros(shape)]*len(keys)
kv.pull(keys, out = b)
print(b[1].asnumpy())
"""
KEYS_ON_DEVICES = """
b = [[mx.nd.ones(shape, gpu) for gpu in gpus]] * len(keys)
kv.push(keys, b)
kv.pull(keys, out = b)
print(b[1][1].asnumpy())
"""
REGRESSION = """
import mxnet as mx
import numpy as np
# 定义输入数据
X_data = np.linspace(-1, 1, 100)
noise = np.random.normal(0, 0.5, 100)
y_data = 5 * X_data + noise

# 定义mxnet变量
X = mx.symbol.Variable('data')
Y = mx.symbol.Variable('softmax_label')

# 定义网络
Y_ = mx.symbol.FullyConnected(data=X, num_hidden=1, name='pre')
loss = mx.symbol.LinearRegressionOutput(data=Y_, label=Y, name='loss')

# 定义模型
model = mx.model.FeedForward(
            ctx=mx.cpu(),
            symbol=loss,
            num_epoch=100,
            learning_rate=0.001,
            numpy_batch_size=1
        )
"""
TRAINED = """
# 训练模型
model.fit(X=X_data, y=y_data)

# 预测
prediction = model.predict(X_data)
"""


def filled(value: float) -> str:
    return f"[[{value}. {value}. {value}.]\n [{value}. {value}. {value}.]]\n"


def test_a_network_lists_its_arguments(notebook) -> None:
    assert notebook.run(SYMBOL) == "<class 'mxnet.symbol.symbol.Symbol'>\n"
    assert notebook.run("net.list_arguments()") == (
        "['data', 'fc1_weight', 'fc1_bias', 'fc2_weight', 'fc2_bias', 'out_label']\n")


def test_a_bound_product(notebook) -> None:
    notebook.run("import mxnet as mx")
    assert notebook.run(BOUND) == "array([8., 8., 8.], dtype=float32)\n"


def test_simple_bind_without_a_context(notebook) -> None:
    notebook.run(SYMBOL)
    notebook.run("texec = net.simple_bind(data=(4, 10))\ntexec.forward()\ntexec.backward()")
    assert notebook["texec"].outputs[0].shape == (4, 64)
    assert notebook["texec"].grad_dict["fc1_weight"].shape == (128, 10)


def test_the_store_from_beginning_to_end(notebook) -> None:
    """Run all blocks of the chapter and compare the outputs."""
    assert notebook.run(STORE) == filled(2)
    assert notebook.run(PUSH) == filled(8)
    assert notebook.run(DEVICES) == filled(4)
    assert notebook.run(UPDATER) == filled(4) + "update on key: 3\n" + filled(6)
    assert notebook.run(PULL_TO_ALL) == filled(6)
    calls = "update on key: 5\nupdate on key: 7\nupdate on key: 9\n"
    assert notebook.run(KEYS) == calls + filled(3)
    assert notebook.run(KEYS_ON_DEVICES) == calls + "[[11. 11. 11.]\n [11. 11. 11.]]\n"


def test_distributed_training_needs_other_processes(notebook) -> None:
    """The error for a distributed store, which the document passes to FeedForward.create, explains how to start it."""
    notebook.run("import mxnet as mx")
    with pytest.raises(mx.MXNetError, match="needs other processes. Please start the program with `mxnet launch"):
        notebook.run("kv    = mx.kvstore.create('dist_sync')")


@pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated:DeprecationWarning")
def test_training_with_a_store_of_this_process(notebook) -> None:
    """Run the document's FeedForward.create with a store, on arrays instead of an image iterator."""
    notebook.run(SYMBOL.replace("num_hidden=64", "num_hidden=2").replace("name='out'", "name='softmax'"))
    notebook.run("""
import numpy as np
labels = np.arange(40) % 2
points = np.random.normal(0, 0.3, (40, 4)) + labels[:, None] * 2
kv    = mx.kvstore.create('local')
model = mx.model.FeedForward.create(symbol = net, X = points, y = labels, kvstore = kv, num_epoch = 10,
                                    learning_rate = 0.5, numpy_batch_size = 10, ctx = [mx.gpu(0), mx.gpu(1)])
""")
    assert (notebook["model"].predict(notebook["points"]).argmax(1) == notebook["labels"]).mean() > 0.95


@pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated:DeprecationWarning")
def test_linear_regression(notebook) -> None:
    notebook.run(REGRESSION)
    notebook.run(TRAINED)
    prediction, data = notebook["prediction"], notebook["X_data"]
    assert prediction.shape == (100, 1)
    slope, offset = np.polyfit(data, prediction.ravel(), 1)
    expected = np.polyfit(data, notebook["y_data"], 1)
    assert slope == pytest.approx(expected[0], abs=0.4) and offset == pytest.approx(expected[1], abs=0.1)
    np.testing.assert_allclose(prediction.ravel(), slope * data + offset, atol=1e-4)
    assert re.fullmatch(r"\(1, 1\)", str(notebook["model"].arg_params["pre_weight"].shape))
