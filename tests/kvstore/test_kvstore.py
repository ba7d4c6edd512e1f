"""Tests for keys, sums over devices, updates and errors of the in-process store."""

from __future__ import annotations

import pathlib
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

SHAPE = (4, 4)
CONTEXTS = [mx.gpu(i) for i in range(4)]


def ones(ctx=None, scale: float = 1.0) -> nd.NDArray:
    return nd.ones(SHAPE, ctx) * scale


def pulled(kv, key) -> np.ndarray:
    out = nd.zeros(SHAPE)
    kv.pull(key, out=out)
    return out.asnumpy()


@pytest.mark.parametrize("name", ["local", "device", "local_update_cpu", "local_allreduce_cpu",
                                  "local_allreduce_device", "nccl", "LOCAL"])
def test_create_and_facts(name: str) -> None:
    kv = mx.kv.create(name)
    assert kv.type == name.lower() and kv.rank == 0 and kv.num_workers == 1
    assert isinstance(kv, mx.kv.KVStore) and isinstance(kv, mx.kv.KVStoreBase)
    assert kv.is_capable("optimizer") and kv.is_capable("OPTIMIZER")


@pytest.mark.parametrize("key", [3, "a"])
def test_init_push_pull(key) -> None:
    kv = mx.kv.create()
    kv.init(key, ones())
    assert (pulled(kv, key) == 1).all()
    kv.push(key, ones(scale=4))
    assert (pulled(kv, key) == 4).all()


@pytest.mark.parametrize("name", ["local", "device"])
def test_values_of_all_devices_are_added(name: str) -> None:
    kv = mx.kv.create(name)
    keys = ["b", "a", "c"]
    kv.init("x", ones())
    kv.init(keys, [nd.zeros(SHAPE)] * 3)
    values = [ones(ctx, i + 1) for i, ctx in enumerate(CONTEXTS)]
    kv.push("x", values)
    kv.pull("x", out=values)
    assert all((v.asnumpy() == 10).all() for v in values)
    assert [v.context for v in values] == CONTEXTS
    lists = [[ones(ctx, i) for ctx in CONTEXTS] for i in range(3)]
    kv.push(keys, lists)
    kv.pull(keys, out=lists)
    for i, arrays in enumerate(lists):
        assert all((a.asnumpy() == 4 * i).all() for a in arrays)


def test_pushpull_writes_to_the_values_or_to_out() -> None:
    kv = mx.kv.create("device")
    kv.init([1, 2], [ones(), ones()])
    values = [[ones(ctx, 2) for ctx in CONTEXTS[:2]], [ones(ctx, 3) for ctx in CONTEXTS[:2]]]
    kv.pushpull([1, 2], values)
    assert (values[0][1].asnumpy() == 4).all() and (values[1][0].asnumpy() == 6).all()
    out = nd.zeros(SHAPE)
    kv.pushpull(1, values[0], out=out)
    assert (out.asnumpy() == 8).all() and (values[0][0].asnumpy() == 4).all()


def test_broadcast_initializes_and_copies() -> None:
    kv = mx.kv.create("device")
    outs = [nd.zeros(SHAPE, ctx) for ctx in CONTEXTS]
    kv.broadcast("w", ones(scale=7), out=outs)
    assert all((o.asnumpy() == 7).all() for o in outs)
    with pytest.raises(mx.MXNetError, match="duplicate init of key w"):
        kv.broadcast("w", ones(), out=outs)


def test_the_store_keeps_values_of_its_own() -> None:
    """Pushed arrays, initial values and pulled arrays do not share memory with the store."""
    kv = mx.kv.create()
    first, pushed = ones(), ones(scale=5)
    kv.init(0, first)
    first[:] = 9
    assert (pulled(kv, 0) == 1).all()
    kv.push(0, pushed)
    kv.pull(0, out=pushed)
    assert (pushed.asnumpy() == 5).all()
    pushed += 1
    assert (pulled(kv, 0) == 5).all()


@pytest.mark.parametrize("keys", [[5, 7, 9], ["5", "7", "9"]])
def test_updater_is_called_per_key_in_order(keys) -> None:
    kv = mx.kv.create()
    kv.init(keys, [nd.zeros(SHAPE)] * 3)
    seen = []

    def update(key, pushed, stored):
        seen.append(key)
        stored += pushed * 2

    kv._set_updater(update)
    kv.push(keys[::-1], [[ones(ctx) for ctx in CONTEXTS]] * 3)
    assert seen == keys
    assert (pulled(kv, keys[1]) == 8).all()


def test_updater_on_the_device_of_a_single_pushed_array() -> None:
    kv = mx.kv.create("device")
    kv.init(0, nd.zeros(SHAPE))
    contexts = []
    kv._set_updater(lambda key, pushed, stored: contexts.append((pushed.context, stored.context)))
    kv.push(0, ones(mx.gpu(1)))
    assert contexts == [(mx.gpu(1), mx.gpu(1))]


@pytest.mark.parametrize("name", ["local", "device"])
def test_optimizer_in_the_store_and_its_states(name: str, tmp_path: pathlib.Path) -> None:
    states = str(tmp_path / "store.states")

    def store() -> mx.kv.KVStore:
        kv = mx.kv.create(name)
        kv.init(["w", "v"], [nd.zeros(SHAPE), ones()])
        kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, momentum=0.9))
        return kv

    kv = store()
    gradients = [[ones(ctx) for ctx in CONTEXTS[:2]], [ones(ctx, 2) for ctx in CONTEXTS[:2]]]
    kv.push(["w", "v"], gradients)
    np.testing.assert_allclose(pulled(kv, "w"), -1.0)
    np.testing.assert_allclose(pulled(kv, "v"), -1.0)
    kv.save_optimizer_states(states, dump_optimizer=True)
    kv.push("w", gradients[0])
    np.testing.assert_allclose(pulled(kv, "w"), -2.9, rtol=1e-6)
    other = store()
    other.load_optimizer_states(states)
    other.push("w", gradients[0])  # continues with momentum -1 of the first store: 0.9 * -1 - 1
    np.testing.assert_allclose(pulled(other, "w"), -1.9, rtol=1e-6)
    assert other._updater.optimizer.momentum == 0.9


def test_optimizers_can_be_pickled() -> None:
    scheduler = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=0.2)
    optimizer = mx.optimizer.SGD(learning_rate=0.2, momentum=0.3, lr_scheduler=scheduler,
                                 param_idx2name={0: "w_weight"})
    copy = pickle.loads(pickle.dumps(optimizer, 0))
    assert copy.momentum == 0.3 and copy.learning_rate == 0.2 and copy.idx2name == {0: "w_weight"}


def test_errors_name_key_and_rule() -> None:
    kv = mx.kv.create()
    with pytest.raises(mx.MXNetError, match="key 3 has not been inited"):
        kv.pull(3, out=ones())
    with pytest.raises(mx.MXNetError, match="key 3 has not been inited"):
        kv.push(3, ones())
    kv.init(3, ones())
    with pytest.raises(mx.MXNetError, match="duplicate init of key 3"):
        kv.init(3, ones())
    with pytest.raises(mx.MXNetError, match="Mixed key types are not allowed"):
        kv.init("a", ones())
    with pytest.raises(AssertionError, match="inconsistent types of keys"):
        kv.init([4, "a"], [ones(), ones()])
    with pytest.raises(AssertionError, match="2 keys need as many values, received 1"):
        kv.init([4, 5], [ones()])
    with pytest.raises(AssertionError, match="unexpected type for keys: <class 'float'>"):
        kv.init(1.5, ones())
    with pytest.raises(AssertionError, match="must be an NDArray"):
        kv.push(3, np.ones(SHAPE))
    with pytest.raises(mx.MXNetError, match=r"key 3 holds shape \(4, 4\), cannot copy it to shape \(2,\)"):
        kv.pull(3, out=nd.zeros((2,)))
    with pytest.raises(mx.MXNetError, match="pushed to key 3 differ in shape"):
        kv.push(3, [nd.ones((2,)), nd.ones((3,))])
    with pytest.raises(AssertionError, match="out is None"):
        kv.pull(3)
    with pytest.raises(AssertionError, match="set_optimizer first"):
        kv.save_optimizer_states("never-written")
    with pytest.raises(ValueError, match="Unknown capability: teleport"):
        kv.is_capable("teleport")
    other = mx.kv.create()
    other.init("a", ones())
    with pytest.raises(mx.MXNetError, match="key b doesn't exist. Did you init?"):
        other.push("b", ones())


@pytest.mark.parametrize("name", ["dist", "dist_sync", "dist_async", "dist_device_sync", "dist_sync_device"])
def test_distributed_stores_never_train_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DMLC_PS_ROOT_URI", "DMLC_ROLE", "RANK", "MASTER_ADDR"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(mx.MXNetError, match="start the program with `mxnet launch"):
        mx.kv.create(name)


def test_unknown_names() -> None:
    with pytest.raises(mx.MXNetError, match="unknown kvstore 'locl'; one of local"):
        mx.kv.create("locl")
    with pytest.raises(TypeError, match="name must be a string"):
        mx.kv.create(None)


def test_a_worker_is_no_server() -> None:
    with pytest.raises(mx.MXNetError, match="this process is no server"):
        mx.kv.KVStoreServer(mx.kv.create()).run()
