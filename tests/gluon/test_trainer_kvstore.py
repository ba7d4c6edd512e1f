"""Test the trainer with stores: sums, updates and unsupported calls."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon

TWO = [mx.gpu(0), mx.gpu(1)]


def parameter(ctx=None, value: float = 0.0, name: str = "x") -> gluon.Parameter:
    made = gluon.Parameter(name, shape=(3,))
    made.initialize(mx.init.Constant(value), ctx=ctx)
    return made


def backward(*params: gluon.Parameter) -> None:
    with autograd.record():
        losses = [(data + 1).sum() for param in params for data in param.list_data()]
    autograd.backward(losses)


def values(param: gluon.Parameter) -> list[float]:
    assert all((data.asnumpy() == data.asnumpy()[0]).all() for data in param.list_data())
    return [float(data[0].asscalar()) for data in param.list_data()]


@pytest.mark.parametrize("kvstore", ["local", "device", None])
def test_one_device_needs_no_store(kvstore) -> None:
    param = parameter()
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0}, kvstore=kvstore)
    backward(param)
    trainer.step(1)
    assert trainer._kvstore is None and trainer._update_on_kvstore is None
    assert values(param) == [-1]


def test_one_device_with_a_store_that_updates() -> None:
    param = parameter()
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0}, update_on_kvstore=True)
    backward(param)
    trainer.step(1)
    assert trainer._kvstore.type == "device" and trainer._update_on_kvstore is True
    assert values(param) == [-1]
    with pytest.raises(ValueError, match="update_on_kvstore=True needs a kvstore"):
        gluon.Trainer([param], "sgd", kvstore=None, update_on_kvstore=True).step(1)


@pytest.mark.parametrize("kvstore", ["local", "device", "nccl", "instance"])
@pytest.mark.parametrize("on_store", [True, False, None])
def test_two_devices_stay_equal(kvstore: str, on_store) -> None:
    params = [parameter(TWO, name="x"), parameter(TWO, 5.0, name="y")]
    store = mx.kv.create("device") if kvstore == "instance" else kvstore
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": 1.0, "momentum": 0.5}, kvstore=store,
                            update_on_kvstore=on_store)
    for expected in (-2, -5):
        backward(*params)
        trainer.step(1)
        assert values(params[0]) == [expected] * 2 and values(params[1]) == [5 + expected] * 2
    assert trainer._update_on_kvstore is (on_store is not False)
    trainer.set_learning_rate(0.0)
    backward(*params)
    trainer.step(1)
    assert values(params[0]) == [-6.5] * 2  # momentum continues


def test_environment_keeps_updates_out_of_stores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", "0")
    param = parameter(TWO)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0})
    backward(param)
    trainer.step(1)
    assert trainer._update_on_kvstore is False and values(param) == [-2] * 2


def test_allreduce_and_update_apart() -> None:
    param = parameter(TWO)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0}, update_on_kvstore=False)
    with autograd.record():
        losses = [(data * i).sum() for i, data in enumerate(param.list_data())]
    autograd.backward(losses)
    trainer.allreduce_grads()
    assert [g.asnumpy().tolist() for g in param.list_grad()] == [[1, 1, 1]] * 2
    trainer.update(2)
    assert values(param) == [-0.5] * 2
    updating = gluon.Trainer([param], "sgd")
    with pytest.raises(AssertionError, match=r"allreduce_grads\(\) is not supported when the kvstore updates"):
        updating.allreduce_grads()
    with pytest.raises(AssertionError, match=r"update\(\) is not supported when the kvstore updates"):
        updating.update(1)


@pytest.mark.parametrize("on_store", [True, False])
def test_states_in_files(on_store: bool, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "trainer.states")
    options = {"learning_rate": 1.0, "momentum": 0.5}
    param = parameter(TWO)
    trainer = gluon.Trainer([param], "sgd", dict(options), update_on_kvstore=on_store)
    backward(param)
    trainer.step(1)
    trainer.save_states(path)
    other = parameter(TWO, -2.0)
    loaded = gluon.Trainer([other], "sgd", dict(options), update_on_kvstore=on_store)
    loaded.load_states(path)
    backward(other)
    loaded.step(1)
    assert values(other) == [-5] * 2
    other.lr_mult = 0.0  # the loaded optimizer uses the parameters of its trainer
    assert loaded.optimizer._get_lr(0) == 0.0 and loaded.optimizer is not trainer.optimizer


def test_stale_gradients_are_noticed_before_the_store_updates() -> None:
    used, unused = parameter(TWO), parameter(TWO, name="unused")
    trainer = gluon.Trainer([used, unused], "sgd", {"learning_rate": 1.0})
    backward(used)
    with pytest.raises(UserWarning, match="`unused` on context gpu.0. has not been updated since"):
        trainer.step(1)
    assert values(used) == [0] * 2
    trainer.step(1, ignore_stale_grad=True)
    assert values(used) == [-2] * 2


@pytest.mark.parametrize("store", ["device", "instance"])
def test_values_set_between_steps_reach_the_store(store: str) -> None:
    param = parameter(TWO)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0},
                            kvstore=mx.kv.create("device") if store == "instance" else store)
    backward(param)
    trainer.step(1)
    param.set_data(mx.nd.ones((3,)) * 10)
    assert trainer._kvstore is None
    backward(param)
    trainer.step(1)
    assert values(param) == [8] * 2


def test_frozen_and_late_parameters() -> None:
    net = gluon.nn.Dense(2)
    net.initialize(ctx=TWO)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    data = gluon.utils.split_and_load(mx.nd.ones((4, 3)), TWO)
    net.bias.grad_req = "null"
    with autograd.record():
        losses = [net(part).sum() for part in data]
    autograd.backward(losses)
    before = net.weight.data(TWO[0]).asnumpy()
    trainer.step(4)
    np.testing.assert_allclose(net.weight.data(TWO[1]).asnumpy(), before - 0.1, rtol=1e-5, atol=1e-6)
    assert (net.bias.data(TWO[0]).asnumpy() == 0).all()


def test_learning_rate_follows_its_schedule_in_the_store() -> None:
    param = parameter(TWO)
    schedule = mx.lr_scheduler.FactorScheduler(1, factor=0.5, base_lr=1.0)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 1.0, "lr_scheduler": schedule})
    rates = []
    for _ in range(4):
        backward(param)
        trainer.step(1)
        rates.append(trainer.learning_rate)
    assert rates == [1.0, 0.5, 0.25, 0.125]
    with pytest.raises(UserWarning, match="the LRScheduler of the optimizer sets"):
        trainer.set_learning_rate(1.0)


@pytest.mark.parametrize(("store", "error"), [("locl", mx.MXNetError), (3, TypeError)])
def test_wrong_stores(store, error) -> None:
    with pytest.raises(error, match="kvstore"):
        gluon.Trainer([parameter()], "sgd", kvstore=store).step(1)
