"""Notes on Gluon: gradients, deferred initialization, custom layers, files, devices."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn

IMPORTS = """
from mxnet import autograd, init, nd
from mxnet.gluon import data as gdata
from mxnet.gluon import nn
"""
WRITE_WHILE_RECORDING_RETAINING = """
with autograd.record():
    for i in range(0, 10, 1):
            x[:] = x * 2 # 此句错误
            y = x * 2
            z = y * x
            print(x)
            z.backward(retain_graph= True)
            print(x.grad)
"""
WRITE_WHILE_RECORDING = """
with autograd.record():
    for i in range(0, 10, 1):
            x[:] = x * 2 # 此句错误
            y = x * 2
            z = y * x
            print(id(x))
            print(x)
            z.backward()
            print(x.grad)
"""
BACKWARD_IN_A_LOOP = """
with autograd.record():
    for i in range(0, 10, 1):
            y = x * 2
            z = y * x
            print(x)
            z.backward()
            print(x.grad)
"""
BACKWARD_RETAINING = """
x = nd.random_normal(shape=(3))
x.attach_grad()
with autograd.record():
    for i in range(0, 10, 1):
            y = x * 2
            z = y * x
            print(x)
            z.backward(retain_graph=True)
            print(x.grad)
"""
SQUARE = """
from mxnet import autograd
x = nd.array([[1, 2], [3, 4]])
x.attach_grad()
with autograd.record():
    y = x * 2
    z = y * x
z.backward()
x.grad == 4*x
"""
SECOND_BACKWARD = """
from mxnet import autograd
x = nd.array([[1, 2], [3, 4]])
x.attach_grad()
with autograd.record():
    y = x * 2
    z = y * x
z.backward()
y.backward()
print(x.grad)
"""
BATCHES = """
batch_size = 10
dataset = gdata.ArrayDataset(features, labels)
data_iter = gdata.DataLoader(dataset, batch_size, shuffle=True)

for X, y in data_iter:
    print(X, y)
    break
"""
MODEL = """
class MLP(nn.Block):
    def __init__(self, **kwargs):
        super(MLP, self).__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(256, activation='relu')
            self.output = nn.Dense(10)

    def forward(self, x):
        return self.output(self.hidden(x))

x = nd.random.uniform(shape=(2,20))
net = MLP()
net.initialize()
net(x)
"""
CUSTOM_INITIALIZER = """
class MyInit(init.Initializer):
    def _init_weight(self, name, data):
        print('Init', name, data.shape)
        data[:] = nd.random.uniform(low=-10, high=10, shape=data.shape)
        data *= data.abs() >= 5
net.initialize(MyInit(), force_reinit=True)
"""
SHARED = """
shared = nn.Dense(8, activation='relu')
net = nn.Sequential()
net.add(nn.Dense(8, activation='relu'), shared,
        nn.Dense(8, activation='relu', params=shared.params), nn.Dense(10))
net.initialize()
net(nd.ones((2, 20)))
"""
LAYERS = """
class CenteredLayer(nn.Block):
    def __init__(self, **kwargs):
        super(CenteredLayer, self).__init__(**kwargs)

    def forward(self, x):
        return x - x.mean()

class MyDense(nn.Block):
    def __init__(self, units, in_units, **kwargs):
        super(MyDense, self).__init__(**kwargs)
        self.weight = self.params.get('weight', shape=(in_units, units))
        self.bias = self.params.get('bias', shape=(units,))

    def forward(self, x):
        linear = nd.dot(x, self.weight.data()) + self.bias.data()
        return nd.relu(linear)
"""
DEFERRED = (
    "has no values yet: initialization was deferred, because its shape (10, 0) is inferred in the first forward "
    "pass. Run the network once, or pass in_units, in_channels and similar arguments to its layers."
)


@pytest.fixture
def lesson(notebook):
    notebook.run(IMPORTS)
    return notebook


@pytest.fixture
def two_layers():
    net = nn.Sequential()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(10))
    net.initialize()
    net(nd.ones((2, 20)))
    return net


@pytest.mark.parametrize("block", [WRITE_WHILE_RECORDING_RETAINING, WRITE_WHILE_RECORDING])
def test_writing_while_recording_raises(lesson, block):
    lesson.run("x = nd.random_normal(shape=(3))\nx.attach_grad()")
    with pytest.raises(mx.base.MXNetError) as caught:
        lesson.run(block)
    message = str(caught.value)
    assert "the target is already in a computational graph" in message
    assert "no operator may write into a recorded array (+=, *=, out=)" in message
    assert not autograd.is_recording()


@pytest.mark.parametrize("block", [BACKWARD_IN_A_LOOP, BACKWARD_RETAINING])
def test_backward_in_a_loop_inside_record(lesson, outline, block):
    lesson.run("x = nd.random_normal(shape=(3))\nx.attach_grad()")
    shown = lesson.run(block)
    assert outline(shown) == " ".join(["[# # #] <NDArray 3 @cpu(0)>"] * 20)
    np.testing.assert_allclose(lesson["x"].grad.asnumpy(), 4 * lesson["x"].asnumpy(), rtol=1e-6)


def test_gradient_of_a_square(lesson):
    assert lesson.run(SQUARE) == "\n[[1. 1.]\n [1. 1.]]\n<NDArray 2x2 @cpu(0)>\n"


def test_second_backward_over_a_consumed_graph_raises(lesson):
    with pytest.raises(mx.base.MXNetError) as caught:
        lesson.run(SECOND_BACKWARD)
    message = str(caught.value)
    assert "not in a computational graph." in message
    assert "pass retain_graph=True to that one" in message


def test_second_backward_over_a_retained_graph(lesson):
    shown = lesson.run(SECOND_BACKWARD.replace("z.backward()", "z.backward(retain_graph=True)"))
    assert shown == "\n[[2. 2.]\n [2. 2.]]\n<NDArray 2x2 @cpu(0)>\n"


def test_head_gradient_scales_place_by_place():
    x = nd.array([[1, 2], [3, 4]])
    x.attach_grad()
    with autograd.record():
        z = x * 2 * x
    z.backward(nd.array([[10, 1.0], [0.1, 0.01]]))
    np.testing.assert_allclose(x.grad.asnumpy(), [[40, 8], [1.2, 0.16]], rtol=1e-6)


def test_backward_of_a_vector_equals_backward_of_its_sum():
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    gradients = []
    for reduce in (lambda value: value, lambda value: value.sum()):
        with autograd.record():
            loss = reduce(x * x)
        loss.backward()
        gradients.append(x.grad.asnumpy().tolist())
    assert gradients[0] == gradients[1] == [2, 4, 6]


def test_updating_in_place_keeps_the_gradient_and_rebinding_loses_it():
    param = nd.array([1.0, 2.0])
    param.attach_grad()
    with autograd.record():
        loss = param * param
    loss.backward()
    same = param
    param[:] = param - 0.5 * param.grad
    assert param is same and param.asnumpy().tolist() == [0, 0] and param.grad is not None
    param = param - 0.5 * param.grad
    assert param.grad is None


def test_deferred_initialization_says_what_to_do():
    net = nn.Sequential()
    net.add(nn.Dense(10))
    net.initialize()
    with pytest.raises(gluon.parameter.DeferredInitializationError) as caught:
        net[0].weight.data()
    assert str(caught.value) == f"Parameter '{net[0].weight.name}' {DEFERRED}"
    net(nd.ones((2, 20)))
    assert net[0].weight.data().shape == (10, 20)


def test_known_input_sizes_avoid_deferred_initialization():
    layer = nn.Dense(10, in_units=20)
    layer.initialize()
    assert layer.weight.data().shape == (10, 20)
    assert layer.weight.grad().shape == (10, 20)


def test_weight_decay_and_two_trainers():
    net = nn.Dense(1, in_units=2)
    net.initialize(init.Normal(sigma=1))
    on_weight = gluon.Trainer(net.collect_params(".*weight"), "sgd", {"learning_rate": 0.1, "wd": 3})
    on_bias = gluon.Trainer(net.collect_params(".*bias"), "sgd", {"learning_rate": 0.1})
    weight, bias = net.weight.data().asnumpy(), net.bias.data().asnumpy()
    with autograd.record():
        loss = net(nd.array([[1.0, 2.0], [3.0, 4.0]]))
    loss.backward()
    on_weight.step(2)
    on_bias.step(2)
    expected = weight - 0.1 * (np.array([[4.0, 6.0]]) / 2 + 3 * weight)
    np.testing.assert_allclose(net.weight.data().asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(net.bias.data().asnumpy(), bias - 0.1 * 2 / 2, rtol=1e-5)


def test_dropout_works_in_training_only(notebook):
    layer, ones = nn.Dropout(0.75), nd.ones((100, 100))
    with autograd.record():
        dropped = layer(ones).asnumpy()
    assert set(np.unique(dropped)) == {0.0, 4.0}
    assert abs((dropped == 0).mean() - 0.75) < 0.03
    assert layer(ones).asnumpy().min() == 1


def test_batches_of_a_data_set(lesson, outline):
    features = nd.array(np.arange(50).reshape(25, 2))
    lesson["features"], lesson["labels"] = features, features[:, 0] * 10
    shown = lesson.run(BATCHES)
    rows = " ".join(["[# #]"] * 10)
    assert outline(shown) == f"[{rows}] <NDArray 10x2 @cpu(0)> [{' '.join('#' * 10)}] <NDArray 10 @cpu(0)>"
    seen = [(X.asnumpy(), y.asnumpy()) for X, y in lesson["data_iter"]]
    assert [len(y) for _, y in seen] == [10, 10, 5]
    assert all((X[:, 0] * 10 == y).all() for X, y in seen)
    order = np.concatenate([y for _, y in seen])
    assert sorted(order) == [20.0 * i for i in range(25)] and list(order) != sorted(order)


def test_model_as_a_class(lesson, outline):
    assert outline(lesson.run(MODEL)).endswith("<NDArray 2x10 @cpu(0)>")


def test_access_to_parameters(two_layers):
    first = two_layers[0]
    assert isinstance(first.params, gluon.ParameterDict)
    assert isinstance(first.weight, gluon.Parameter)
    assert isinstance(first.weight.data(), nd.NDArray) and isinstance(first.weight.grad(), nd.NDArray)
    assert list(first.params) == [first.weight.name, first.bias.name]
    everything = list(two_layers.collect_params())
    assert everything == [p.name for layer in two_layers for p in (layer.weight, layer.bias)]


def test_initializers_of_network_and_of_one_parameter(notebook, two_layers):
    two_layers.initialize(init=init.Normal(sigma=0.01), force_reinit=True)
    weight = two_layers[0].weight.data().asnumpy()
    assert weight.std() == pytest.approx(0.01, rel=0.1) and abs(weight.mean()) < 1e-3
    two_layers[0].weight.initialize(init=init.Xavier(), force_reinit=True)
    bound = np.sqrt(3 / ((256 + 20) / 2))
    weight = two_layers[0].weight.data().asnumpy()
    assert 0.9 * bound < np.abs(weight).max() <= bound
    assert two_layers[1].weight.data().asnumpy().std() == pytest.approx(0.01, rel=0.1)
    assert not two_layers[0].bias.data().asnumpy().any()


def test_initializer_of_ones_own(lesson, two_layers):
    lesson["net"] = two_layers
    names = [layer.weight.name for layer in two_layers]
    assert lesson.run(CUSTOM_INITIALIZER) == f"Init {names[0]} (256, 20)\nInit {names[1]} (10, 256)\n"
    weight = two_layers[0].weight.data().asnumpy()
    size = np.abs(weight[weight != 0])
    assert size.min() >= 5 and size.max() <= 10
    assert abs((weight == 0).mean() - 0.5) < 0.05


def test_set_data(two_layers):
    before = two_layers[0].weight.data().asnumpy()
    two_layers[0].weight.set_data(two_layers[0].weight.data() + 1)
    np.testing.assert_array_equal(two_layers[0].weight.data().asnumpy(), before + 1)


def test_shared_parameters(lesson):
    lesson.run(SHARED)
    net = lesson["net"]
    assert net[1].weight is net[2].weight
    assert len(net.collect_params().keys()) == 6
    with autograd.record():
        out = net(nd.ones((2, 20)))
    out.backward()
    net[1].weight.set_data(net[1].weight.data() * 2)
    np.testing.assert_array_equal(net[1].weight.data().asnumpy(), net[2].weight.data().asnumpy())


def test_layer_without_parameters(lesson):
    lesson.run(LAYERS)
    assert lesson.run("CenteredLayer()(nd.array([1, 2, 3, 4, 5]))") == (
        "\n[-2. -1.  0.  1.  2.]\n<NDArray 5 @cpu(0)>\n"
    )
    lesson.run("net = nn.Sequential()\nnet.add(nn.Dense(128), CenteredLayer())\nnet.initialize()")
    assert abs(lesson["net"](nd.random.uniform(shape=(4, 8))).mean().asscalar()) < 1e-6


def test_layer_with_parameters(lesson):
    lesson.run(LAYERS)
    layer = lesson["MyDense"](units=5, in_units=10)
    assert str(layer.params) == (
        f"{layer.prefix} (\n"
        f"  Parameter {layer.prefix}weight (shape=(10, 5), dtype=<class 'numpy.float32'>)\n"
        f"  Parameter {layer.prefix}bias (shape=(5,), dtype=<class 'numpy.float32'>)\n)"
    )
    assert layer.prefix.startswith("mydense")
    layer.weight.initialize(init.Normal(1))
    layer.bias.initialize(init.One())
    x = nd.random.uniform(shape=(2, 10))
    expected = np.maximum(x.asnumpy() @ layer.weight.data().asnumpy() + 1, 0)
    np.testing.assert_allclose(layer(x).asnumpy(), expected, rtol=1e-5)


def test_arrays_in_files(tmp_path):
    path = str(tmp_path / "x")
    x, y = nd.ones(3), nd.zeros(4)
    nd.save(path, x)
    assert [a.asnumpy().tolist() for a in nd.load(path)] == [[1, 1, 1]]
    nd.save(path, [x, y])
    assert [a.shape for a in nd.load(path)] == [(3,), (4,)]
    nd.save(path, {"x": x, "y": y})
    loaded = nd.load(path)
    assert loaded["x"].asnumpy().tolist() == [1, 1, 1] and loaded["y"].shape == (4,)


def test_parameters_in_files(lesson, tmp_path):
    lesson.run(MODEL)
    path = str(tmp_path / "mlp.params")
    with pytest.warns(UserWarning, match="save_params is deprecated"):
        lesson["net"].save_params(path)
    names = [p.name[len(lesson["net"].prefix) :] for p in lesson["net"].collect_params().values()]
    assert set(nd.load(path)) == set(names)
    other = lesson["MLP"]()
    with pytest.warns(UserWarning, match="load_params is deprecated"):
        other.load_params(path)
    np.testing.assert_array_equal(other(lesson["x"]).asnumpy(), lesson["net"](lesson["x"]).asnumpy())


def test_copyto_always_copies_and_as_in_context_shares():
    x = nd.array([1, 2, 3])
    a = nd.array([1, 2, 3], ctx=mx.gpu())
    assert (x.context, a.context) == (mx.cpu(0), mx.gpu(0))
    y, z = x.copyto(mx.gpu()), x.as_in_context(mx.gpu())
    assert y.context == z.context == mx.gpu()
    assert y.as_in_context(mx.gpu()) is y
    assert y.copyto(mx.gpu()) is not y
    copied = y.copyto(mx.gpu())
    copied[:] = 0
    assert y.asnumpy().tolist() == [1, 2, 3]
    z[:] = 0
    assert x.asnumpy().tolist() == [1, 2, 3]


def test_computation_happens_where_the_data_is():
    x = nd.array([1, 2, 3], ctx=mx.gpu(1))
    assert ((x + 2) * x).context == mx.gpu(1)
    assert nd.exp(x).context == mx.gpu(1)


def test_network_and_data_must_share_a_device():
    net = nn.Dense(1, in_units=3)
    net.initialize(ctx=mx.gpu())
    assert net(nd.ones((2, 3), ctx=mx.gpu())).context == mx.gpu()
    assert net.weight.data().context == mx.gpu()
    with pytest.raises(RuntimeError, match=r"was not initialized on context cpu\(0\).*\[gpu\(0\)\]"):
        net(nd.ones((2, 3)))


def test_prediction_and_label_must_share_a_device():
    loss = gluon.loss.L2Loss()
    with pytest.raises(mx.base.MXNetError):
        loss(nd.ones((2, 1), ctx=mx.gpu()), nd.ones((2, 1))).asnumpy()
