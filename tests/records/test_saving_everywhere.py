"""Tests for concurrent saving and loading of one path, for all functions that save."""

import pathlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

_ROUNDS, _WRITERS = 6, 3
Action = Callable[[str], object]


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def _network() -> nn.HybridSequential:
    network = nn.HybridSequential()
    network.add(nn.Dense(40, in_units=30), nn.Dense(20, in_units=40))
    network.initialize()
    network.hybridize()
    network(nd.ones((2, 30)))
    return network


def _trainer(network: gluon.Block) -> gluon.Trainer:
    trainer = gluon.Trainer(network.collect_params(), "adam")
    with autograd.record():
        loss = network(nd.ones((2, 30))).sum()
    loss.backward()
    trainer.step(2)
    return trainer


def _module() -> mx.mod.Module:
    output = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=30), name="softmax")
    module = mx.mod.Module(output)
    module.bind([("data", (2, 30))], [("softmax_label", (2,))])
    module.init_params()
    module.init_optimizer(optimizer="adam")
    module.forward_backward(mx.io.DataBatch([nd.ones((2, 30))], [nd.zeros((2,))]))
    module.update()
    return module


def _arrays() -> tuple[Action, Action]:
    arrays = {"a": nd.ones((70, 80)), "b": nd.ones((5,))}
    return lambda path: nd.save(path, arrays), nd.load


def _np_arrays() -> tuple[Action, Action]:
    array = mx.np.ones((70, 80))

    def load(path: str) -> object:
        with mx.util.np_shape(True):
            return mx.npx.load(path)

    return lambda path: mx.npx.save(path, array), load


def _parameters() -> tuple[Action, Action]:
    network, other = _network(), _network()
    return network.save_parameters, other.load_parameters


def _parameter_dict() -> tuple[Action, Action]:
    parameters = _network().collect_params()
    return parameters.save, nd.load


def _block() -> tuple[Action, Action]:
    network = _network()
    return network.save, lambda path: (nd.load(f"{path}-model.params"), network.load(path))


def _export() -> tuple[Action, Action]:
    network = _network()
    return network.export, lambda path: gluon.SymbolBlock.imports(f"{path}-symbol.json", ["data"],
                                                                  f"{path}-0000.params")


def _checkpoint() -> tuple[Action, Action]:
    module = _module()
    return lambda path: module.save_checkpoint(path, 3, True), lambda path: (
        mx.model.load_checkpoint(path, 3), module.load_optimizer_states(f"{path}-0003.states"))


def _symbol() -> tuple[Action, Action]:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    return symbol.save, mx.sym.load


def _trainer_states() -> tuple[Action, Action]:
    network = _network()
    return _trainer(network).save_states, _trainer(network).load_states


def _store_states() -> tuple[Action, Action]:
    store = mx.kv.create("local")
    store.set_optimizer(mx.optimizer.Adam())
    store.init(0, nd.zeros((40, 40)))
    store.push(0, nd.ones((40, 40)))
    return lambda path: store.save_optimizer_states(path, True), store.load_optimizer_states


def _onnx() -> tuple[Action, Action]:
    onnx = pytest.importorskip("onnx")
    network = _network()
    return lambda path: mx.onnx.export_model(network, None, in_shapes=[(2, 30)], onnx_file_path=path), onnx.load


@pytest.mark.parametrize("kind", [_arrays, _np_arrays, _parameters, _parameter_dict, _block, _export, _checkpoint,
                                  _symbol, _trainer_states, _store_states, _onnx])
def test_threads_save_and_load_one_path(tmp_path: pathlib.Path, kind: Callable[[], tuple[Action, Action]]) -> None:
    save, load = kind()
    path = str(tmp_path / "model")
    save(path)
    faults: list[BaseException] = []
    done = threading.Event()

    def watched(action: Callable[[], Any]) -> None:
        try:
            action()
        except BaseException as error:
            faults.append(error)

    def read_on() -> None:
        while not done.is_set():
            load(path)

    writers = [threading.Thread(target=watched, args=(lambda: [save(path) for _ in range(_ROUNDS)],))
               for _ in range(_WRITERS)]
    reader = threading.Thread(target=watched, args=(read_on,))
    for thread in (*writers, reader):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert faults == []
    load(path)
    assert not [name for name in tmp_path.iterdir() if name.name.endswith(".tmp")]
