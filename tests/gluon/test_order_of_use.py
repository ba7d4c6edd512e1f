"""Test that compiled blocks initialize parameters in graph order, so that a seed gives the values of MXNet."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Crossed(HybridBlock):
    """Calls its layers in a different order than it creates them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(prefix="r_", **kwargs)
        with self.name_scope():
            self.late = nn.Dense(2)
            self.early = nn.Dense(3)
            self.last = nn.Dense(1, flatten=False)
            self.w = self.params.get("w", shape=(1, 4), allow_deferred_init=True)

    def hybrid_forward(self, F: Any, x: Any, w: Any) -> Any:
        return self.last(self.late(F.broadcast_mul(self.early(x), F.sum(w))))


class Told(mx.init.Uniform):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __call__(self, desc: Any, arr: Any) -> None:
        self.names.append(str(desc))
        super().__call__(desc, arr)


KNOWN = ["r_w", "r_dense0_bias", "r_dense1_bias", "r_dense2_bias"]


@pytest.mark.parametrize("options", [{}, {"static_alloc": True, "static_shape": True}])
def test_deferred_parameters_follow_the_graph(options: dict[str, bool]) -> None:
    told = Told()
    block = Crossed()
    block.initialize(told)
    block.hybridize(**options)
    block(mx.nd.ones((2, 4)))
    assert told.names == [*KNOWN, "r_dense1_weight", "r_dense0_weight", "r_dense2_weight"]


def test_the_same_seed_gives_the_same_layers_compiled_or_not() -> None:
    weights = []
    for compiled in (False, True):
        mx.random.seed(1)
        block = Crossed()
        block.initialize()
        block.hybridize(compiled)
        block(mx.nd.ones((2, 4)))
        weights.append([p.data().asnumpy() for p in block.collect_params().values()])
    for eager, hybrid in zip(*weights, strict=True):
        np.testing.assert_array_equal(eager, hybrid)


def test_files_name_parameters_in_the_order_of_the_graph(tmp_path: pathlib.Path) -> None:
    block = nn.HybridSequential(prefix="")
    block.add(Crossed(), nn.BatchNorm(prefix="bn_"))
    block.initialize()
    block.hybridize()
    block(mx.nd.ones((2, 4)))
    _, file = block.export(str(tmp_path / "net"))
    names = ["arg:r_dense1_weight", "arg:r_dense1_bias", "arg:r_w", "arg:r_dense0_weight", "arg:r_dense0_bias",
             "arg:r_dense2_weight", "arg:r_dense2_bias", "arg:bn_gamma", "arg:bn_beta", "aux:bn_running_mean",
             "aux:bn_running_var"]
    assert list(mx.nd.load(file)) == names
    imported = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), "data", file)
    imported(mx.nd.ones((2, 4)))
    assert list(mx.nd.load(imported.export(str(tmp_path / "again"))[1])) == names
