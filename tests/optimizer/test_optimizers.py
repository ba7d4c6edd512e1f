"""Tests of multipliers, registry, precision, lists and user-defined subclasses."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd

ALL = ("adadelta", "adagrad", "adam", "adamax", "ccsgd", "dcasgd", "ftml", "ftrl", "groupadagrad", "lamb", "lars",
       "lbsgd", "nadam", "nag", "rmsprop", "sgd", "sgld", "signum", "test")


@pytest.mark.parametrize("name", ALL)
def test_create_by_name(name: str) -> None:
    made = mx.optimizer.create(name.upper(), wd=0.25)
    assert type(made).__name__.lower() == name and made.wd == 0.25
    assert type(made).__module__ in ("mxnet.optimizer.optimizer", "mxnet.optimizer.contrib")


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="Cannot find optimizer nothing"):
        mx.optimizer.create("nothing")


def test_multipliers_of_symbol_and_names() -> None:
    data = mx.sym.Variable("data")
    bias = mx.sym.Variable("fc_bias", lr_mult=3.0)
    net = mx.sym.FullyConnected(data, mx.sym.Variable("fc_weight", wd_mult=0.5), bias, num_hidden=2)
    names = {0: "fc_weight", 1: "fc_bias"}
    made = mx.optimizer.SGD(sym=net, param_idx2name=names, learning_rate=0.1, wd=0.2)
    assert made._get_lrs([0, 1]) == pytest.approx([0.1, 0.3])
    assert made._get_wds([0, 1]) == pytest.approx([0.1, 0.0])
    made.set_lr_mult({0: 2.0})
    made.set_wd_mult({"fc_bias": 1.0})
    assert made._get_lrs([0, 1]) == pytest.approx([0.2, 0.3])
    assert made._get_wds([0, 1]) == pytest.approx([0.1, 0.2])


def test_parameters_have_the_last_word() -> None:
    parameter = mx.gluon.Parameter("x", shape=(1,), lr_mult=5.0, wd_mult=0.5)
    made = mx.optimizer.SGD(param_dict={0: parameter}, learning_rate=0.1, wd=0.2)
    made.set_lr_mult({0: 2.0})
    assert made._get_lr(0) == pytest.approx(0.5) and made._get_wd(0) == pytest.approx(0.1)


def test_lars_decays_weights_only() -> None:
    made = mx.optimizer.LARS(param_idx2name={0: "a_weight", 1: "a_gamma"}, wd=0.2)
    assert made._get_wds([0, 1]) == pytest.approx([0.2, 0.0])


def test_set_learning_rate_with_scheduler() -> None:
    made = mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(2))
    with pytest.raises(UserWarning, match="LRScheduler"):
        made.set_learning_rate(0.1)
    with pytest.raises(DeprecationWarning):
        made.set_lr_scale({})


@pytest.mark.parametrize("name", sorted(set(ALL) - {"sgld"}))
def test_mixed_precision_follows_single_precision(name: str) -> None:
    """Small steps are lost in half precision, but accumulate in the float32 copy."""
    start = np.full((3, 2), 1.0)
    results = []
    for dtype in ("float32", "float16"):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=1e-3, multi_precision=True))
        weight = nd.array(start, dtype=dtype)
        for _ in range(20):
            updater(0, nd.full((3, 2), 0.01, dtype=dtype), weight)
        results.append(weight.asnumpy())
    assert results[1].dtype == np.float16
    np.testing.assert_allclose(results[1], results[0], rtol=2e-3)
    assert (results[0] != start).all()


@pytest.mark.parametrize("name", ["sgd", "nag", "lars", "adam", "lamb"])
def test_place_of_the_float32_copy(name: str) -> None:
    made = mx.optimizer.create(name, multi_precision=True)
    state = made.create_state_multi_precision(0, nd.ones((2,), dtype="float16"))
    master = state[1] if name in ("sgd", "nag", "lars") else state[0]
    assert master.dtype == np.float32 and (master.asnumpy() == 1).all()


def test_half_precision_warns() -> None:
    with pytest.warns(UserWarning, match="Accumulating with float16"):
        mx.optimizer.SGD().create_state_multi_precision(0, nd.ones((2,), dtype="float16"))


def test_lists_of_mixed_types_and_rates() -> None:
    kinds = ["float32", "float16", "float64", "float32"]
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, multi_precision=True))
    updater.optimizer.set_lr_mult({3: 2.0})
    weights = [nd.ones((2,), dtype=kind) for kind in kinds]
    updater(list(range(4)), [nd.ones((2,), dtype=kind) for kind in kinds], weights)
    assert [float(w.asnumpy()[0]) for w in weights] == pytest.approx([0.9, 0.9, 0.9, 0.8], rel=1e-3)


def test_subclass_update_gets_single_weights() -> None:
    seen = []

    class Mine(mx.optimizer.Adam):
        def update(self, index, weight, grad, state):
            seen.append(index)
            super().update(index, weight, grad, state)

    updater = mx.optimizer.get_updater(Mine())
    updater([0, 1], [nd.ones((2,)), nd.ones((3,))], [nd.ones((2,)), nd.ones((3,))])
    assert seen == [0, 1]


def test_aggregating_optimizer_of_a_user() -> None:
    seen = []

    class Mine(mx.optimizer.Optimizer):
        def __init__(self):
            super().__init__()
            self.aggregate_num = 2

        def update(self, index, weight, grad, state):
            seen.append((index, weight[0].dtype))

    kinds = ["float32", "float64", "float32", "float32"]
    arrays = [nd.ones((1,), dtype=kind) for kind in kinds]
    mx.optimizer.get_updater(Mine())(list(range(4)), arrays, arrays)
    assert seen == [((0, 2), np.float32), ((3,), np.float32), ((1,), np.float64)]


def test_updater_takes_names_as_bytes() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0))
    weight = nd.ones((1,))
    updater(b"fc", nd.ones((1,)), weight)
    assert weight.asscalar() == 0 and list(updater.states) == ["fc"]


def test_sgld_noise() -> None:
    mx.random.seed(1)
    updater = mx.optimizer.get_updater(mx.optimizer.SGLD(learning_rate=0.04))
    weight = nd.zeros((10000,))
    updater(0, nd.ones((10000,)), weight)
    assert weight.mean().asscalar() == pytest.approx(-0.02, abs=0.01)
    assert weight.asnumpy().std() == pytest.approx(0.2, abs=0.01)


def test_group_adagrad_refuses() -> None:
    made = mx.optimizer.contrib.GroupAdaGrad(wd=0.1)
    with pytest.raises(AssertionError, match="matrices"):
        made.create_state(0, nd.ones((2,)))
    weight = nd.ones((2, 2))
    with pytest.raises(AssertionError, match="does not support weight decay, received wd=0.1"):
        made.update(0, weight, weight, made.create_state(0, weight))


def test_momentum_of_dcasgd() -> None:
    """Check two steps by hand: mom = 0.5 mom - lr (g + lamda g g (w - previous))."""
    updater = mx.optimizer.get_updater(mx.optimizer.DCASGD(momentum=0.5, lamda=1.0, learning_rate=0.1))
    weight = nd.array([1.0, 2.0])
    updater(0, nd.ones((2,)), weight)
    np.testing.assert_allclose(weight.asnumpy(), [0.9, 1.9], rtol=1e-6)
    updater(0, nd.ones((2,)), weight)
    np.testing.assert_allclose(weight.asnumpy(), [0.9 - 0.05 - 0.09, 1.9 - 0.05 - 0.09], rtol=1e-6)


@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_gradient_in_another_memory_order(name: str) -> None:
    values = np.arange(24, dtype="float32").reshape(2, 3, 2, 2)
    results = []
    for order in ("contiguous", "channels_last"):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.1))
        weight, grad = nd.array(values), nd.array(values[::-1].copy())
        if order == "channels_last":
            grad._data = grad._data.contiguous(memory_format=torch.channels_last)
        updater(0, grad, weight)
        results.append(weight.asnumpy())
    np.testing.assert_allclose(results[1], results[0], rtol=1e-6)


def test_lars_in_double_precision() -> None:
    update = mx.optimizer.get_updater(mx.optimizer.create("lars", learning_rate=0.1, momentum=0.9, wd=0.01))
    weight = mx.nd.array([[1.0, 2.0], [3.0, -1.0]], dtype="float64")
    for _ in range(2):
        update(0, mx.nd.array([[0.5, -0.2], [0.1, 0.3]], dtype="float64"), weight)
    assert weight.dtype == np.float64
    np.testing.assert_allclose(weight.asnumpy(), [[0.9991363, 2.0003048], [2.9997798, -1.0004911]], rtol=1e-6)


@pytest.mark.parametrize("name", ["SGD", "NAG", "LARS", "LAMB"])
def test_updaters_of_some_optimizers_do_not_call_a_replaced_update(name):
    class Mine(getattr(mx.optimizer, name)):
        def update(self, index, weight, grad, state):
            raise AssertionError("MXNet 1.9.1 does not call this")

    updater = mx.optimizer.get_updater(Mine(learning_rate=0.1))
    weights = [mx.nd.ones(3), mx.nd.ones(3)]
    updater([0, 1], [mx.nd.ones(3), mx.nd.ones(3)], weights)
    updater(2, mx.nd.ones(3), mx.nd.ones(3))
    assert weights[1].asnumpy()[0] < 1


@pytest.mark.parametrize("name", ["Adam", "RMSProp", "Signum"])
def test_updaters_of_others_call_it_for_one_weight_at_a_time(name):
    calls = []

    class Mine(getattr(mx.optimizer, name)):
        def update(self, index, weight, grad, state):
            calls.append(index)
            super().update(index, weight, grad, state)

    updater = mx.optimizer.get_updater(Mine(learning_rate=0.1))
    updater([0, 1], [mx.nd.ones(3), mx.nd.ones(3)], [mx.nd.ones(3), mx.nd.ones(3)])
    updater(2, mx.nd.ones(3), mx.nd.ones(3))
    assert calls == [0, 1, 2]
