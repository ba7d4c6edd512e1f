"""Results that the backward pass computes again: same gradients, fewer bytes kept."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import mxnet as mx
from mxnet import autograd, gluon, nd


class LiveBytes(TorchDispatchMode):
    """Counts the bytes of arrays made inside that are still alive."""

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[int, tuple[StorageWeakRef, int]] = {}

    def now(self) -> int:
        return sum(size for weak, size in self.made.values() if not weak.expired())

    def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        given = {t.untyped_storage()._cdata for t in tree_leaves(args) if isinstance(t, torch.Tensor)}
        result = function(*args, **(kwargs or {}))
        for tensor in tree_leaves(result):
            if isinstance(tensor, torch.Tensor) and tensor.untyped_storage()._cdata not in given:
                storage = tensor.untyped_storage()
                self.made[storage._cdata] = StorageWeakRef(storage), storage.nbytes()
        return result


@pytest.fixture(autouse=True)
def _off_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_BACKWARD_DO_MIRROR", raising=False)
    monkeypatch.delenv("MXNET_MEMORY_OPT", raising=False)


def block(data: mx.sym.Symbol, number: int, force: str | None = None) -> mx.sym.Symbol:
    attributes = {} if force is None else {"force_mirroring": force}
    with mx.AttrScope(**attributes):
        data = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, name=f"conv{number}")
        data = mx.sym.BatchNorm(data, fix_gamma=False, name=f"norm{number}")
        return mx.sym.Activation(data, act_type="tanh", name=f"act{number}")


def deep(count: int = 6, force: Callable[[int], str | None] = lambda i: None) -> mx.sym.Symbol:
    data = mx.sym.var("data")
    for i in range(count):
        data = block(data, i, force(i))
    return mx.sym.sum(mx.sym.FullyConnected(data, num_hidden=3, name="last"), name="loss")


def train(symbol: mx.sym.Symbol, shape: tuple[int, ...] = (2, 4, 8, 8), steps: int = 2) -> dict[str, Any]:
    """Gradients, states, outputs and kept bytes of a few steps from fixed parameters."""
    executor = symbol.simple_bind(mx.cpu(), data=shape)
    random = np.random.RandomState(0)
    for array in executor.arg_arrays:
        array[:] = random.uniform(-1, 1, array.shape)
    mx.random.seed(7)
    for _ in range(steps):
        with LiveBytes() as memory:
            executor.forward(is_train=True)
            kept = memory.now()
        executor.backward()
    found = {f"grad {k}": v.asnumpy() for k, v in executor.grad_dict.items()}
    found.update({f"state {k}": v.asnumpy() for k, v in executor.aux_dict.items()})
    return {**found, "output": executor.outputs[0].asnumpy(), "kept": kept, "source": executor.debug_str()}


def assert_same(one: dict[str, Any], two: dict[str, Any]) -> None:
    for key in one.keys() - {"kept", "source"}:
        np.testing.assert_array_equal(one[key], two[key], err_msg=key)


@pytest.mark.parametrize("variable", ["MXNET_BACKWARD_DO_MIRROR", "MXNET_MEMORY_OPT"])
def test_environment_variable_saves_bytes_and_changes_no_result(monkeypatch, variable) -> None:
    kept = train(deep())
    monkeypatch.setenv(variable, "1")
    again = train(deep())
    assert_same(kept, again)
    assert again["kept"] < 0.6 * kept["kept"]
    assert "def segment(" in again["source"] and "def segment(" not in kept["source"]


def test_variable_is_read_when_the_symbol_is_bound(monkeypatch) -> None:
    executor = deep(2).simple_bind(mx.cpu(), data=(2, 4, 8, 8))
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    executor.forward(is_train=True)
    assert "def segment(" not in executor.debug_str()


def test_marked_stages_keep_only_their_ends() -> None:
    kept = train(deep(8))
    staged = train(deep(8, lambda i: str((i + 1) % 3 != 0)))
    assert_same(kept, staged)
    assert staged["kept"] < 0.5 * kept["kept"]


def test_memory_of_debug_str_counts_what_is_kept(monkeypatch) -> None:
    def megabytes(symbol: mx.sym.Symbol) -> int:
        executor = symbol.simple_bind(mx.cpu(), data=(64, 4, 64, 64))
        # The place where mxnet-memonger looks for it.
        return int(executor.debug_str().split("\n")[-3].split()[1])

    kept, marked = megabytes(deep(6)), megabytes(deep(6, lambda i: "True"))
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = megabytes(deep(6))
    assert marked < again < kept


def test_dropout_is_drawn_once(monkeypatch) -> None:
    data = mx.sym.var("data")
    for i in range(3):
        data = mx.sym.tanh(mx.sym.Dropout(mx.sym.tanh(mx.sym.FullyConnected(data, num_hidden=8, name=f"f{i}")), p=0.5))
    net = mx.sym.sum(data)
    kept = train(net, (4, 5))
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = train(net, (4, 5))
    assert np.any(kept["grad f0_weight"])
    assert_same(kept, again)


def test_branches_pooling_in_place_activation_and_shared_results(monkeypatch) -> None:
    data = mx.sym.var("data")
    first = block(data, 0)
    pooled = mx.sym.Pooling(first, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type="max")
    rectified = mx.sym.Activation(mx.sym.Pooling(first, kernel=(3, 3), pad=(1, 1), pool_type="avg"), act_type="relu")
    second = block(rectified, 1) + first
    third = block(mx.sym.Activation(second, act_type="relu"), 2) * pooled
    joined = mx.sym.Concat(third, mx.sym.reshape(second, shape=(0, 0, 0, -1)), rectified, dim=1)
    dense = mx.sym.FullyConnected(mx.sym.Flatten(joined), num_hidden=5, name="dense")
    net = mx.sym.SoftmaxOutput(dense, name="softmax")
    kept = train(net)
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = train(net)
    # Gradients of a result with several users are added in another order.
    for key in kept.keys() - {"kept", "source"}:
        np.testing.assert_allclose(again[key], kept[key], rtol=1e-4, atol=1e-5, err_msg=key)
    assert again["kept"] < kept["kept"]


@pytest.mark.parametrize("hybrid", [True, False], ids=["hybridized", "SymbolBlock"])
def test_gluon_blocks(monkeypatch, hybrid) -> None:
    def run() -> tuple[list[np.ndarray], int]:
        mx.random.seed(3)
        net = gluon.nn.HybridSequential(prefix="net_")
        with net.name_scope():
            for _ in range(4):
                net.add(gluon.nn.Conv2D(4, 3, padding=1, in_channels=4), gluon.nn.BatchNorm(in_channels=4),
                        gluon.nn.Activation("tanh"))
        if not hybrid:
            net = gluon.SymbolBlock(net(mx.sym.var("data")), mx.sym.var("data"), params=net.collect_params())
        net.initialize(mx.init.Xavier())
        net.hybridize()
        data = nd.array(np.random.RandomState(1).uniform(size=(2, 4, 8, 8)))
        with LiveBytes() as memory:
            with autograd.record():
                loss = net(data)
            bytes_kept = memory.now()
        loss.backward()
        parameters = net.collect_params().values()
        return [p.grad().asnumpy() for p in parameters if p.grad_req != "null"], bytes_kept

    gradients, kept = run()
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again, fewer = run()
    assert len(gradients) == len(again) == 16
    for one, two in zip(gradients, again, strict=True):
        np.testing.assert_array_equal(one, two)
    assert fewer < 0.8 * kept


def test_module_trains_alike(monkeypatch) -> None:
    def fitted() -> dict[str, np.ndarray]:
        random = np.random.RandomState(2)
        batches = mx.io.NDArrayIter(random.uniform(size=(16, 4, 6, 6)).astype("float32"), random.randint(0, 3, 16), 8)
        body = block(block(mx.sym.var("data"), 0), 1)
        net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(body, num_hidden=3, name="last"), name="softmax")
        module = mx.mod.Module(net)
        mx.random.seed(5)
        module.fit(batches, num_epoch=2, optimizer_params={"learning_rate": 0.1})
        arguments, states = module.get_params()
        return {k: v.asnumpy() for k, v in {**arguments, **states}.items()}

    kept = fitted()
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = fitted()
    for name, value in kept.items():
        np.testing.assert_array_equal(value, again[name], err_msg=name)


def test_backward_twice(monkeypatch) -> None:
    def gradients() -> tuple[np.ndarray, np.ndarray]:
        net = gluon.nn.HybridLambda(lambda F, x: F.sum(F.tanh(F.exp(F.tanh(x)) * x)))
        net.hybridize()
        x = nd.array([[0.5, -1.0], [2.0, 0.1]])
        x.attach_grad()
        with autograd.record():
            y = net(x)
        y.backward(retain_graph=True)
        first = x.grad.asnumpy().copy()
        y.backward()
        return first, x.grad.asnumpy()

    kept = gradients()
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = gradients()
    np.testing.assert_array_equal(kept[0], again[0])
    np.testing.assert_array_equal(again[0], again[1])


def test_second_derivative(monkeypatch) -> None:
    def second() -> np.ndarray:
        net = gluon.nn.HybridLambda(lambda F, x: F.exp(F.sin(x)))
        net.hybridize()
        x = nd.array([0.5, -1.0, 2.0])
        x.attach_grad()
        with autograd.record():
            slope = autograd.grad(net(x), x, create_graph=True, retain_graph=True)[0]
        slope.backward()
        return x.grad.asnumpy()

    kept = second()
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    np.testing.assert_allclose(second(), kept, rtol=1e-6)


def test_monitors_hear_the_same(monkeypatch) -> None:
    def heard() -> dict[str, np.ndarray]:
        executor = deep(2).simple_bind(mx.cpu(), data=(2, 4, 8, 8))
        random = np.random.RandomState(0)
        for array in executor.arg_arrays:
            array[:] = random.uniform(-1, 1, array.shape)
        values: dict[str, np.ndarray] = {}
        executor.set_monitor_callback(lambda name, array: values.update({name: array.asnumpy()}), monitor_all=True)
        executor.forward(is_train=True)
        executor.backward()
        return values

    kept = heard()
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    again = heard()
    assert kept.keys() == again.keys() and "norm0_backward_output0" in kept
    for name, value in kept.items():
        np.testing.assert_allclose(again[name], value, rtol=1e-4, atol=1e-5, err_msg=name)


def test_nothing_outlives_the_step(monkeypatch) -> None:
    """No circle of references may wait for the garbage collector."""
    monkeypatch.setenv("MXNET_BACKWARD_DO_MIRROR", "1")
    executor = deep(3).simple_bind(mx.cpu(), data=(2, 4, 8, 8))
    executor.forward(is_train=True)
    with LiveBytes() as memory:
        executor.forward(is_train=True)
        executor.backward()
        executor._recorded = None
        left = memory.now()
    outputs_and_gradients = sum(4 * a.size for a in [*executor.outputs, *executor.grad_arrays] if a is not None)
    assert left <= outputs_and_gradients
