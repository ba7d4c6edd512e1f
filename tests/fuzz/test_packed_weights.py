"""A short run of tools/fuzz/packed_weights.py, and the ways in which predictions once were stale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import packed_weights
import pytest
import torch

import mxnet as mx
from mxnet import gluon, nd


@pytest.mark.parametrize("seed", range(0, 120, 10))
def test_random_programs(seed: int) -> None:
    for number in range(seed, seed + 10):
        packed_weights.Program(number).run(8)


def _net() -> tuple[gluon.nn.Dense, nd.NDArray]:
    net = gluon.nn.Dense(3, in_units=4, use_bias=False)
    net.initialize()
    net.hybridize()
    data = nd.ones((2, 4))
    net(data), net(data)
    return net, data


ALIASES: dict[str, Callable[[Any], Any]] = {
    "T": lambda w: w.T, "reshape": lambda w: nd.reshape(w, (-1,)), "flatten": nd.flatten,
    "expand_dims": lambda w: nd.expand_dims(w, 0), "squeeze": nd.squeeze, "swapaxes": lambda w: nd.swapaxes(w, 0, 1),
    "slice_axis": lambda w: nd.slice_axis(w, axis=0, begin=0, end=2), "BlockGrad": nd.BlockGrad,
}


@pytest.mark.parametrize("alias", ALIASES)
@pytest.mark.parametrize("way", ["set_data", "trainer", "assign"])
def test_writes_while_an_alias_is_kept(alias: str, way: str) -> None:
    net, data = _net()
    kept = ALIASES[alias](net.weight.data())
    before = kept.asnumpy()
    if way == "set_data":
        net.weight.set_data(nd.full((3, 4), 2.0))
    elif way == "assign":
        net.weight.data()[:] = 2.0
    else:
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
        with mx.autograd.record():
            loss = net(data).sum()
        loss.backward()
        trainer.step(1)
    expected = data.asnumpy() @ net.weight.data().asnumpy().T
    np.testing.assert_allclose(net(data).asnumpy(), expected, rtol=1e-6)
    np.testing.assert_array_equal(kept.asnumpy(), before)


OUTSIDE: dict[str, Callable[[Any], Any]] = {
    "numpy": np.from_dlpack, "torch": torch.from_dlpack, "write": lambda w: nd.from_dlpack(w.to_dlpack_for_write()),
    "read": lambda w: torch.utils.dlpack.from_dlpack(w.to_dlpack_for_read()),
}


@pytest.mark.parametrize("way", OUTSIDE)
@pytest.mark.parametrize("exported_first", [False, True])
def test_memory_that_has_left(way: str, exported_first: bool) -> None:
    if way == "numpy" and np.lib.NumpyVersion(np.__version__) < "2.0.0":
        pytest.skip("NumPy 1 cannot write memory of other libraries")
    net = gluon.nn.Dense(3, in_units=4, use_bias=False)
    net.initialize()
    net.hybridize()
    data = nd.ones((2, 4))
    outside = OUTSIDE[way](net.weight.data()) if exported_first else None
    net(data), net(data)
    if outside is None:
        outside = OUTSIDE[way](net.weight.data())
    for value in (2.0, 3.0):
        transposed = net.weight.data().T
        before = transposed.asnumpy()
        outside[:] = value
        np.testing.assert_array_equal(net(data).asnumpy(), np.full((2, 3), 4 * value))
        np.testing.assert_array_equal(transposed.asnumpy(), before)


def test_numpy_memory_as_a_weight() -> None:
    memory = np.ones((3, 4), "float32")
    view = memory[:]
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), mx.sym.var("weight"), num_hidden=3, no_bias=True)
    executor = symbol.bind(mx.cpu(), {"data": nd.ones((2, 4)), "weight": nd.from_numpy(memory)}, grad_req="null")
    for value in (1.0, 5.0):
        view[:] = value
        np.testing.assert_array_equal(executor.forward()[0].asnumpy(), np.full((2, 3), 4 * value))


def test_module_set_params() -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, no_bias=True, name="fc")
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", (2, 4))], for_training=False)
    module.init_params(mx.init.One())
    batch = mx.io.DataBatch([nd.ones((2, 4))])
    module.forward(batch)
    kept = module._exec_group.execs[0].arg_dict["fc_weight"].T
    for value in (2.0, 3.0):
        module.set_params({"fc_weight": nd.full((3, 4), value)}, {})
        module.forward(batch)
        np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.full((2, 3), 4 * value))
    np.testing.assert_array_equal(kept.asnumpy(), np.ones((4, 3)))
