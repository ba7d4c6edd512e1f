"""Tests of user-defined stores in `create`, a trainer and a module."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd


@pytest.fixture
def registry():
    """Restore the registry after the test."""
    before = dict(mx.kv.KVStoreBase.kv_registry)
    yield mx.kv.KVStoreBase.kv_registry
    mx.kv.KVStoreBase.kv_registry.clear()
    mx.kv.KVStoreBase.kv_registry.update(before)


class CountingStore(mx.kv.KVStoreBase):
    """Sum gradients and count the calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []

    def broadcast(self, key, value, out, priority=0):
        self.calls.append(("broadcast", key))
        for one in out:
            one[:] = value.as_in_context(one.context)

    def pushpull(self, key, value, out=None, priority=0):
        self.calls.append(("pushpull", key))
        total = sum(v.as_in_context(mx.cpu()) for v in value)
        for one in value if out is None else out:
            total.copyto(one)

    @staticmethod
    def is_capable(capability):
        return False

    @property
    def type(self):
        return "countingstore"


def test_register_and_create(registry) -> None:
    assert mx.kv.KVStoreBase.register(CountingStore) is CountingStore
    assert isinstance(mx.kv.create("CountingStore"), CountingStore)
    with pytest.warns(UserWarning, match="takes the name of .*CountingStore"):
        mx.kv.KVStoreBase.register(type("CountingStore", (CountingStore,), {}))
    with pytest.raises(AssertionError, match="needs a class"):
        mx.kv.KVStoreBase.register("countingstore")


def test_unfinished_stores_say_what_they_lack() -> None:
    store = mx.kv.KVStoreBase()
    for call in (lambda: store.broadcast(0, None, None), lambda: store.pushpull(0, None),
                 lambda: store.set_optimizer(None), lambda: store.type, lambda: store.rank,
                 lambda: store.num_workers, lambda: store.is_capable("x"),
                 lambda: store.save_optimizer_states("x"), lambda: store.load_optimizer_states("x")):
        with pytest.raises(NotImplementedError, match="does not define"):
            call()


def test_teststore() -> None:
    store = mx.kv.create("teststore")
    assert (store.type, store.rank, store.num_workers) == ("teststore", 0, 1)
    assert store.is_capable("optimizer") is False
    outs = [nd.zeros((2,), mx.gpu(i)) for i in range(2)]
    store.broadcast("a", nd.ones((2,)) * 3, out=outs)
    assert all((o.asnumpy() == 3).all() for o in outs)
    store.pushpull("a", outs)
    assert all((o.asnumpy() == 6).all() for o in outs)
    single = nd.zeros((2,))
    store.pushpull("a", nd.ones((2,)), out=single)
    assert (single.asnumpy() == 1).all()


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.gpu(0), mx.gpu(1)]])
def test_trainer_with_a_plugin(contexts) -> None:
    parameter = gluon.Parameter("w", shape=(2,))
    parameter.initialize("ones", ctx=contexts)
    store = CountingStore()
    trainer = gluon.Trainer([parameter], "sgd", {"learning_rate": 1.0}, kvstore=store)
    with mx.autograd.record():
        losses = [data.sum() for data in parameter.list_data()]
    mx.autograd.backward(losses)
    trainer.step(1)
    assert store.calls == [("broadcast", 0), ("pushpull", 0)]
    assert trainer._update_on_kvstore is False
    np.testing.assert_allclose(parameter.list_data()[0].asnumpy(), 1.0 - len(contexts))
    refusing = gluon.Trainer([parameter], "sgd", kvstore=store, update_on_kvstore=True)
    with pytest.raises(ValueError, match="update_on_kvstore=True does not support .*CountingStore"):
        refusing.step(1)
