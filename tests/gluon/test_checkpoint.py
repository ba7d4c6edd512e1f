"""Load a network that MXNet 1.9.1 trained and saved, and write the same files."""

import pathlib
import re

import numpy as np
from golden_checkpoint import network

import mxnet as mx
from mxnet import gluon, nd

GOLDEN = pathlib.Path(__file__).parent / "golden"


def _without_shapes(text: str) -> str:
    return re.sub(r'"__shape__": "[^"]*"', '"__shape__"', text)


def test_exported_network_predicts_the_same() -> None:
    stored = np.load(GOLDEN / "checkpoint.npz")
    block = gluon.SymbolBlock.imports(str(GOLDEN / "checkpoint-symbol.json"), ["data"],
                                      str(GOLDEN / "checkpoint-0000.params"))
    np.testing.assert_allclose(block(nd.array(stored["data"])).asnumpy(), stored["output"], rtol=1e-5, atol=1e-6)


def test_parameters_load_into_the_same_network_and_export_equals(tmp_path: pathlib.Path) -> None:
    stored = np.load(GOLDEN / "checkpoint.npz")
    net = network()
    net.load_parameters(str(GOLDEN / "checkpoint.params"))
    net.hybridize()
    np.testing.assert_allclose(net(nd.array(stored["data"])).asnumpy(), stored["output"], rtol=1e-5, atol=1e-6)
    symbol_file, params_file = net.export(str(tmp_path / "checkpoint"))
    assert pathlib.Path(params_file).read_bytes() == (GOLDEN / "checkpoint-0000.params").read_bytes()
    # MXNet traced before the numbers of input channels were known.
    stored_symbol = (GOLDEN / "checkpoint-symbol.json").read_text()
    assert _without_shapes(pathlib.Path(symbol_file).read_text()) == _without_shapes(stored_symbol)


def test_trainer_states_load() -> None:
    net = network()
    net.load_parameters(str(GOLDEN / "checkpoint.params"))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.5})
    trainer.load_states(str(GOLDEN / "checkpoint.states"))
    assert isinstance(trainer.optimizer, mx.optimizer.Adam)
    assert trainer.learning_rate == 0.01 and trainer.optimizer.num_update == 5
