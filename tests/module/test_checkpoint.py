"""Tests of checkpoints: files of MXNet, identical bytes, optimizer states, and a process killed while saving."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys

import golden_module
import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

GOLDEN = pathlib.Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def stored() -> dict[str, np.ndarray]:
    return dict(np.load(GOLDEN / "trained.npz"))


def test_a_checkpoint_of_the_original_predicts_the_same(stored) -> None:
    predicted = golden_module.predict(str(GOLDEN / "trained"), stored)
    np.testing.assert_allclose(predicted, stored["output"], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("name", "context"), [("one", mx.cpu()), ("one", mx.gpu(1)),
                                               ("two", [mx.gpu(0), mx.gpu(1)])])
def test_training_follows_the_original(stored, name: str, context) -> None:
    """Compare parameters and moving statistics after some steps, on one and on two devices."""
    arg_params, aux_params = golden_module.train(stored, context).get_params()
    for key, value in {**arg_params, **aux_params}.items():
        np.testing.assert_allclose(value.asnumpy(), stored[f"{name}:{key}"], rtol=1e-5, atol=1e-6, err_msg=key)


def test_saved_again_it_has_the_same_bytes(tmp_path: pathlib.Path) -> None:
    module = mx.mod.Module.load(str(GOLDEN / "trained"), 4)
    module.bind([("data", (6, 2, 8, 8))], [("softmax_label", (6,))])
    module.save_checkpoint(str(tmp_path / "trained"), 4)
    saved, given = (nd.load(str(folder / "trained-0004.params")) for folder in (tmp_path, GOLDEN))
    assert set(saved) == set(given)
    for name in given:
        np.testing.assert_array_equal(saved[name].asnumpy(), given[name].asnumpy())
    assert (tmp_path / "trained-symbol.json").read_text() == (GOLDEN / "trained-symbol.json").read_text()
    nd.save(str(tmp_path / "same-order.params"), {name: saved[name] for name in given})
    assert (tmp_path / "same-order.params").read_bytes() == (GOLDEN / "trained-0004.params").read_bytes()


def test_optimizer_states_of_the_original_go_on(stored) -> None:
    """Compare one more step with the momentum of MXNet."""
    module = mx.mod.Module.load(str(GOLDEN / "trained"), 4, load_optimizer_states=True)
    module.bind([("data", (6, 2, 8, 8))], [("softmax_label", (6,))])
    module.init_optimizer(optimizer_params=golden_module.OPTIMIZER)
    module.forward_backward(golden_module.batch(stored))
    module.update()
    np.testing.assert_allclose(module.get_params()[0]["fc2_bias"].asnumpy(), [0.05776602, -0.21926779, 0.13823001],
                               rtol=1e-5)


@pytest.mark.parametrize("context", [mx.cpu(), [mx.gpu(0), mx.gpu(1)]])
def test_training_goes_on_from_a_checkpoint(network, batch, context, tmp_path: pathlib.Path) -> None:
    prefix = str(tmp_path / "model")
    options = {"optimizer": "adam", "optimizer_params": {"learning_rate": 0.1}}

    def step(module: mx.mod.Module) -> None:
        module.forward_backward(batch)
        module.update()

    module = mx.mod.Module(network, context=context)
    module.bind([("data", (6, 5))], [("softmax_label", (6,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(**options)
    step(module)
    module.save_checkpoint(prefix, 1, save_optimizer_states=True)
    other = mx.mod.Module.load(prefix, 1, load_optimizer_states=True, context=context)
    other.bind([("data", (6, 5))], [("softmax_label", (6,))])
    other.init_optimizer(**options)
    # The update count is part of the optimizer, which is not saved. As in MXNet, it starts again.
    states = [m._kvstore._updater.states if m._update_on_kvstore else m._updater.states for m in (module, other)]
    for key, value in states[0].items():
        for mine, theirs in zip(value, states[1][key], strict=True):
            np.testing.assert_array_equal(mine.asnumpy(), theirs.asnumpy())
    for name, value in module.get_params()[0].items():
        np.testing.assert_array_equal(value.asnumpy(), other.get_params()[0][name].asnumpy())
    step(other)
    assert other._params_dirty


def test_callbacks_write_checkpoints(network, data, tmp_path: pathlib.Path) -> None:
    prefix = str(tmp_path / "model")
    train = mx.io.NDArrayIter(*data, batch_size=20)
    module = mx.mod.Module(network)
    module.fit(train, num_epoch=2, epoch_end_callback=[
        mx.callback.do_checkpoint(prefix),
        mx.callback.module_checkpoint(module, prefix + "-whole", save_optimizer_states=True)])
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["model-0001.params", "model-0002.params", "model-symbol.json", "model-whole-0001.params",
                     "model-whole-0001.states", "model-whole-0002.params", "model-whole-0002.states",
                     "model-whole-symbol.json"]
    symbol, arg_params, aux_params = mx.model.load_checkpoint(prefix, 2)
    assert symbol.list_arguments() == network.list_arguments() and aux_params == {}
    np.testing.assert_array_equal(arg_params["fc1_weight"].asnumpy(), module.get_params()[0]["fc1_weight"].asnumpy())


def test_parameters_alone(bound, network, tmp_path: pathlib.Path) -> None:
    name = str(tmp_path / "only.params")
    bound.save_params(name)
    other = mx.mod.Module(network)
    other.bind([("data", (6, 5))], [("softmax_label", (6,))])
    other.load_params(name)
    for key, value in bound.get_params()[0].items():
        np.testing.assert_array_equal(value.asnumpy(), other.get_params()[0][key].asnumpy())


KILLED = """
import os, signal, sys
import mxnet as mx
prefix, deadly = sys.argv[1], int(sys.argv[2])
module = mx.mod.Module.load(prefix, 1)
module.bind([("data", (6, 5))], [("softmax_label", (6,))])
module.init_optimizer(optimizer_params={"momentum": 0.5})
module.set_params({k: v * 0 for k, v in module.get_params()[0].items()}, {})
count = 0
def sync(handle):
    global count
    count += 1
    if count == deadly:
        os.kill(os.getpid(), signal.SIGKILL)  # what was written so far has not got its name yet
os.fsync = sync
module.save_checkpoint(prefix, 1, save_optimizer_states=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system does not have SIGKILL")
@pytest.mark.parametrize(("deadly", "file"), [(1, "model-symbol.json"), (2, "model-0001.params"),
                                              (3, "model-0001.states")])
def test_killed_while_saving_the_old_file_stays(bound, tmp_path: pathlib.Path, deadly: int, file: str) -> None:
    prefix = str(tmp_path / "model")
    bound.save_checkpoint(prefix, 1, save_optimizer_states=True)
    before = (tmp_path / file).read_bytes()
    process = subprocess.run([sys.executable, "-c", KILLED, prefix, str(deadly)], capture_output=True, text=True)
    assert process.returncode == -signal.SIGKILL, process.stderr
    assert (tmp_path / file).read_bytes() == before
    mx.mod.Module.load(prefix, 1).bind([("data", (6, 5))], [("softmax_label", (6,))])
