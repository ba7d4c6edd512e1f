"""Tests of Gluon with ``mx.np`` arrays, after ``npx.set_np()``."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


class Scaled(nn.HybridBlock):
    """A typical block for NumPy mode."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=4)
            self.scale = self.params.get("scale", shape=(3,), init=mx.init.Constant(2.0))

    def hybrid_forward(self, F, x, scale):
        kind = np.ndarray if F is mx.nd else mx.sym.np._Symbol
        assert isinstance(x, kind) and isinstance(scale, kind)
        return F.npx.relu(F.np.multiply(self.dense(x), scale))


def network(*layers) -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(*layers)
    net.initialize(mx.init.Xavier())
    return net


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_network_of_layers_trains(hybrid: bool) -> None:
    net = network(nn.Dense(8, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    if hybrid:
        net.hybridize()
    x, y = np.random.normal(size=(16, 4)), np.array(onp.arange(16) % 2)
    loss_function, trainer = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.Trainer(net.collect_params(), "adam")
    losses = []
    for _ in range(20):
        with autograd.record():
            loss = loss_function(net(x), y)
        assert type(loss) is np.ndarray and loss.shape == (16,)
        loss.backward()
        trainer.step(16)
        losses.append(float(loss.mean()))
    assert losses[-1] < losses[0]
    assert type(net[0].weight.data()) is type(net[0].weight.grad()) is np.ndarray
    assert type(net[0].weight.list_data()[0]) is np.ndarray


@pytest.mark.parametrize("hybrid", [False, True])
def test_blocks_of_users_see_numpy_arrays(hybrid: bool) -> None:
    net = network(Scaled(), nn.HybridLambda(lambda F, x: F.np.square(x)))
    if hybrid:
        net.hybridize()
    x = np.ones((2, 4))
    dense = net[0].dense
    expected = onp.square(onp.maximum(2 * (x.asnumpy() @ dense.weight.data().asnumpy().T), 0))
    with autograd.record():
        result = net(x)
    result.backward()
    assert type(result) is np.ndarray
    onp.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-5)
    assert net[0].scale.grad().shape == (3,)


def test_values_written_to_parameters_count() -> None:
    layer = nn.Dense(1, in_units=2, use_bias=False)
    layer.initialize()
    layer.weight.data()[:] = np.array([[2.0, 3.0]])
    assert layer(np.ones((1, 2))).item() == 5.0
    layer.weight.set_data(np.array([[1.0, 1.0]]))
    assert layer(np.ones((1, 2))).item() == 2.0

    class Own(mx.init.Initializer):
        def _init_weight(self, name, data):
            data[:] = np.abs(np.full(data.shape, -4.0))

    layer.initialize(Own(), force_reinit=True)
    assert layer(np.ones((1, 2))).item() == 8.0


def test_recurrent_layers_and_cells() -> None:
    layer = gluon.rnn.LSTM(5)
    layer.initialize()
    state = layer.begin_state(batch_size=2)
    assert all(type(s) is np.ndarray for s in state)
    output, new = layer(np.ones((3, 2, 4)), state)
    assert output.shape == (3, 2, 5) and type(new[0]) is np.ndarray
    cell = gluon.rnn.GRUCell(5)
    cell.initialize()
    outputs, _ = cell.unroll(3, np.ones((2, 3, 4)), merge_outputs=True)
    assert type(outputs) is np.ndarray and outputs.shape == (2, 3, 5)


def test_data_comes_as_numpy_arrays() -> None:
    data = gluon.data.ArrayDataset(np.arange(6).reshape(3, 2), np.array([0, 1, 0]))
    batches = list(gluon.data.DataLoader(data, 2))
    assert all(type(part) is np.ndarray for batch in batches for part in batch)
    onp.testing.assert_array_equal(batches[1][0].asnumpy(), [[4, 5]])
    parts = gluon.utils.split_and_load(np.arange(4), [mx.cpu(0), mx.cpu(1)])
    assert [type(p) for p in parts] == [np.ndarray] * 2
    assert parts[1].asnumpy().tolist() == [2, 3]


def test_without_the_mode_nothing_changes() -> None:
    npx.reset_np()
    net = network(nn.Dense(2))
    assert type(net(mx.nd.ones((1, 3)))) is mx.nd.NDArray
    assert type(net[0].weight.data()) is mx.nd.NDArray


def test_text_files_of_numbers(tmp_path) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text("1,2\n3,4\n")
    values = np.genfromtxt(file, delimiter=",", dtype="float32")
    assert type(values) is np.ndarray and values.dtype == "float32"
    assert values.asnumpy().tolist() == [[1, 2], [3, 4]]


class Masked(gluon.loss.SoftmaxCrossEntropyLoss):
    """A loss with a user-defined `forward`."""

    def forward(self, pred, label, weights):
        assert type(pred) is type(weights) is np.ndarray
        return super().forward(pred, label) * weights


def test_forward_of_users_over_layers_of_this_package() -> None:
    loss = Masked()(np.ones((2, 3)), np.array([0, 1]), np.array([1.0, 0.0]))
    assert type(loss) is np.ndarray
    onp.testing.assert_allclose(loss.asnumpy(), [onp.log(3), 0], rtol=1e-5)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("in_units", [0, 4])
def test_arrays_of_parameters_stay_of_the_kind_they_were_made(hybrid: bool, in_units: int, tmp_path) -> None:
    net = network(nn.Dense(2, in_units=in_units))
    if hybrid:
        net.hybridize()
    net(np.ones((1, 4)))
    weight = net[0].weight
    npx.reset_np()
    for array in (weight.data(), weight.grad(), weight.list_data()[0], weight.list_grad()[0], weight.data().grad):
        assert type(array) is np.ndarray
    weight.cast("float64")
    weight.reset_ctx([mx.cpu(0), mx.cpu(1)])
    assert type(weight.data(mx.cpu(1))) is np.ndarray and type(weight.grad(mx.cpu(1))) is mx.nd.NDArray
    weight.reset_ctx(mx.cpu())
    weight.cast("float32")
    assert type(net(mx.nd.ones((1, 4)))) is mx.nd.NDArray  # layers support both array classes
    net.save_parameters(str(tmp_path / "net.params"))
    net.load_parameters(str(tmp_path / "net.params"))
    assert type(weight.data()) is np.ndarray
    other = nn.Dense(2, in_units=4)
    other.initialize()
    assert type(other.weight.data()) is type(other.weight.grad()) is mx.nd.NDArray


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("optimizer", ["sgd", "adam", "adagrad"])
def test_held_values_and_gradients_follow(hybrid: bool, optimizer: str) -> None:
    net = network(nn.Dense(1, in_units=2, use_bias=False))
    if hybrid:
        net.hybridize()
    weight, gradient = net[0].weight.data(), net[0].weight.grad()
    assert net[0].weight.data() is weight and net[0].weight.grad() is gradient
    trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.5})
    for number in (1.0, 2.0):
        with autograd.record():
            loss = net(np.full((1, 2), number)).sum()
        loss.backward()
        assert gradient.tolist() == [[number, number]]
        before = weight.copy()
        trainer.step(1)
        assert (weight != before).all() and weight.tolist() == net[0].weight.data().tolist()


def test_initializers_of_users_draw_for_deferred_parameters() -> None:
    class Counted(mx.init.Initializer):
        def _init_weight(self, name, array):
            assert type(array) is np.ndarray and npx.is_np_array()
            array[:] = np.arange(array.size).reshape(array.shape)

    dense = nn.Dense(2, weight_initializer=Counted())
    dense.initialize()
    dense(np.ones((1, 3)))
    assert dense.weight.data().tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("make", [lambda: gluon.rnn.LSTM(5, 2, layout="NTC"), lambda: gluon.rnn.GRU(5),
                                  lambda: gluon.rnn.RNN(5, bidirectional=True)])
def test_recurrent_layers_without_states_in_a_network(make, hybrid: bool, tmp_path) -> None:
    data = onp.random.RandomState(0).normal(size=(3, 4, 6)).astype("float32")
    net = network(make(), nn.Dense(2))
    if hybrid:
        net.hybridize()
    found = net(np.array(data))
    assert type(found) is np.ndarray and found.shape == (3, 2)
    net.save_parameters(str(tmp_path / "net.params"))
    npx.reset_np()
    other = network(make(), nn.Dense(2))
    with mx.util.np_shape(True):
        other.load_parameters(str(tmp_path / "net.params"))
    onp.testing.assert_allclose(found.asnumpy(), other(mx.nd.array(data)).asnumpy(), rtol=1e-5, atol=1e-6)


def test_calls_of_users_over_layers_of_this_package_run_once() -> None:
    class Counted(nn.Dense):
        calls = 0

        def __call__(self, *args):
            self.calls += 1
            return super().__call__(*args)

    layer = Counted(2, in_units=3)
    layer.initialize()
    layer(np.ones((1, 3)))
    assert layer.calls == 1
