"""Test files of networks in NumPy mode: load files of MXNet, and compare our files with them."""

from __future__ import annotations

import json
import pathlib

import numpy as onp
import pytest
from golden_numpy_network import INPUT, Network

import mxnet as mx
from mxnet import autograd, gluon, np, npx

GOLDEN = pathlib.Path(__file__).parent / "golden"


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def imported(folder: pathlib.Path, name: str) -> gluon.SymbolBlock:
    return gluon.SymbolBlock.imports(str(folder / f"{name}-symbol.json"), ["data"],
                                     str(folder / f"{name}-0000.params"))


def test_file_of_the_original_predicts_and_trains() -> None:
    stored = onp.load(GOLDEN / "numpy_network.npz")
    network = imported(GOLDEN, "numpy_network")
    data = np.array(INPUT)
    data.attach_grad()
    with autograd.record():
        result = network(data)
    result.backward()
    assert type(result) is np.ndarray
    onp.testing.assert_allclose(result.asnumpy(), stored["trained"], rtol=1e-4, atol=1e-5)
    onp.testing.assert_allclose(data.grad.asnumpy(), stored["gradient"], rtol=1e-3, atol=1e-4)


def test_graph_is_written_as_by_the_original(tmp_path: pathlib.Path) -> None:
    network = Network(prefix="net_")
    network.initialize(mx.init.Uniform(0.3))
    network.hybridize()
    expected = network(np.array(INPUT)).asnumpy()
    network.export(str(tmp_path / "network"))
    ours, theirs = (json.loads((folder / f"{name}-symbol.json").read_text()) for folder, name in (
        (tmp_path, "network"), (GOLDEN, "numpy_network")))
    # MXNet reshapes after every slice by a tuple, even if nothing changes.
    assert {node["op"] for node in ours["nodes"]} == {node["op"] for node in theirs["nodes"]}
    assert ours["attrs"]["is_np_shape"] == theirs["attrs"]["is_np_shape"] == ["int", 1]
    found = imported(tmp_path, "network")(np.array(INPUT))
    onp.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("recorded", [False, True])
def test_compiled_equals_operator_by_operator(recorded: bool) -> None:
    network = Network(prefix="net_")
    network.initialize(mx.init.Uniform(0.3))
    results = []
    for hybrid in (False, True):
        network.hybridize(hybrid)
        data = np.array(INPUT)
        data.attach_grad()
        if not recorded:
            results.append([network(data).asnumpy()])
            continue
        with autograd.record(train_mode=False):
            result = network(data)
        result.backward()
        results.append([result.asnumpy(), data.grad.asnumpy(), network.scale.grad().asnumpy()])
    for plain, compiled in zip(*results, strict=True):
        onp.testing.assert_allclose(compiled, plain, rtol=1e-4, atol=1e-5)
