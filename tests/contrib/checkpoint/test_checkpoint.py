"""Tests of checkpoints: a run that is resumed has the same result as an uninterrupted one."""

from __future__ import annotations

import json
import os
import pathlib
import random
import subprocess
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd
from mxnet.contrib.checkpoint import CheckpointManager

DATA = np.random.RandomState(0).rand(26, 4).astype(np.float32)
LABELS = np.arange(26.0) % 2


def make_schedule():
    return mx.lr_scheduler.FactorScheduler(2, 0.9, base_lr=0.05)


class Stop(Exception):
    """Ends a run in the middle of an epoch."""


def make_net():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.4), gluon.nn.Dense(2))
    net.initialize(mx.init.Xavier(), ctx=[mx.cpu(0), mx.cpu(1)])
    return net


def train(folder, stop=None, epochs=3, optimizer="adam", **options):
    """Train with dropout, batch normalization, shuffled data and two devices, and return the arrays."""
    np.random.seed(1)
    random.seed(1)
    mx.random.seed(1)
    net = make_net()
    settings = {"learning_rate": 0.05, "lr_scheduler": make_schedule()}
    trainer = gluon.Trainer(net.collect_params(), optimizer, settings, **options)
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(DATA, LABELS), 4, shuffle=True)
    checkpoints = CheckpointManager(folder, net, trainer, data=loader)
    resumed = checkpoints.restore() or {"epoch": 0, "step": 0}
    step, loss_of = resumed["step"], gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(resumed["epoch"], epochs):
        for images, labels in loader:
            noise = np.random.rand() + random.random()
            parts = gluon.utils.split_and_load(images, [mx.cpu(0), mx.cpu(1)])
            targets = gluon.utils.split_and_load(labels, [mx.cpu(0), mx.cpu(1)])
            with autograd.record():
                losses = [loss_of(net(x * noise), y) for x, y in zip(parts, targets)]
            autograd.backward(losses)
            trainer.step(4)
            step += 1
            if step % 3 == 0:
                checkpoints.save(step, epoch=epoch)
            if step == stop:
                raise Stop
    return {f"{name}{i}": array.asnumpy() for name, parameter in net._collect_params_with_prefix().items()
            for i, array in enumerate(parameter.list_data())}


def assert_same(first, second):
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name], err_msg=name)


@pytest.mark.parametrize("options", [
    {}, {"update_on_kvstore": False}, {"update_on_kvstore": True, "optimizer": "sgd"},
    {"compression_params": {"type": "2bit", "threshold": 0.01}, "optimizer": "nag"}],
    ids=lambda options: "-".join(options))
@pytest.mark.parametrize("stop", [4, 7, 10])
def test_trainer_continues(options, stop, tmp_path):
    whole = train(tmp_path / "whole", **options)
    with pytest.raises(Stop):
        train(tmp_path / "parts", stop=stop, **options)
    assert_same(whole, train(tmp_path / "parts", **options))


def test_states_follow_their_parameters(tmp_path):
    """The order of a trainer's parameters depends on names, which count the blocks of the process."""

    def make(first, second):
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(3, in_units=3, prefix=first), gluon.nn.Dense(3, in_units=3, prefix=second))
        net.initialize(mx.init.One())
        trainer = gluon.Trainer(net.collect_params(), "adam")
        return net, trainer, CheckpointManager(tmp_path, net, trainer)

    def step(net, trainer, batch):
        with autograd.record():
            loss = (net(batch) * mx.nd.array([[1, 2, 3]])).sum()
        loss.backward()
        trainer.step(1)

    batch = mx.nd.array([[1.0, -0.5, 0.25]])
    net, trainer, checkpoints = make("dense9_", "dense10_")
    step(net, trainer, batch)
    checkpoints.save(1)
    other, other_trainer, checkpoints = make("dense10_", "dense11_")
    checkpoints.restore()
    for one in ((net, trainer), (other, other_trainer)):
        step(*one, batch)
    assert_same(*({name: parameter.data().asnumpy() for name, parameter in one._collect_params_with_prefix().items()}
                  for one in (net, other)))


def train_module(folder, stop=None, kvstore="local", devices=1):
    np.random.seed(2)
    mx.random.seed(2)
    hidden = mx.sym.BatchNorm(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="first"), name="norm")
    outputs = mx.sym.FullyConnected(mx.sym.Dropout(hidden, 0.3), num_hidden=2, name="last")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(outputs, name="softmax"),
                           context=[mx.cpu(i) for i in range(devices)])
    batches = mx.io.NDArrayIter(DATA, LABELS, 4, shuffle=True, last_batch_handle="roll_over")
    module.bind(batches.provide_data, batches.provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(kvstore, "adam", {"learning_rate": 0.05, "lr_scheduler": make_schedule()})
    checkpoints = CheckpointManager(folder, module=module, data=batches)
    resumed = checkpoints.restore() or {"epoch": 0, "step": 0}
    step = resumed["step"]
    for epoch in range(resumed["epoch"], 3):
        for batch in batches:
            module.forward_backward(batch)
            module.update()
            step += 1
            if step % 3 == 0:
                checkpoints.save(step, epoch=epoch)
            if step == stop:
                raise Stop
        batches.reset()
    return {name: array.asnumpy() for part in module.get_params() for name, array in part.items()}


@pytest.mark.parametrize("options", [{}, {"kvstore": None}, {"devices": 2}], ids=lambda options: "-".join(options))
def test_module_continues(options, tmp_path):
    whole = train_module(tmp_path / "whole", **options)
    with pytest.raises(Stop):
        train_module(tmp_path / "parts", stop=8, **options)
    assert_same(whole, train_module(tmp_path / "parts", **options))


def make_manager(folder, **options):
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize()
    return CheckpointManager(folder, net, gluon.Trainer(net.collect_params(), "sgd"), **options)


@pytest.mark.parametrize("place", ["local", "memory"])
def test_newest_are_kept(place, tmp_path):
    pytest.importorskip("fsspec")
    manager = make_manager(tmp_path if place == "local" else f"memory://{tmp_path.name}", keep=2)
    assert (manager.latest(), manager.restore()) == (None, None)
    for step in (1, 2, 5):
        manager.save(step, note=f"step {step}", nested={"a": [1, None]})
    assert (manager.steps(), manager.latest()) == ([2, 5], 5)
    assert manager.restore() == {"note": "step 5", "nested": {"a": [1, None]}, "step": 5, "workers": 1}
    assert manager.restore(2)["note"] == "step 2"
    manager.save(5, note="again")
    assert manager.restore()["note"] == "again"


DAMAGES = {
    "no manifest": ("manifest.json", None, "is incomplete"),
    "half a manifest": ("manifest.json", b"{", "is damaged: manifest.json"),
    "foreign manifest": ("manifest.json", b"[]", "is damaged: manifest.json"),
    "no parameters": ("parameters.params", None, "cannot read parameters.params"),
    "half the parameters": ("parameters.params", b"\x12\x01", "parameters.params has 2 bytes"),
    "changed worker": ("worker-00000.json", b"{}", "worker-00000.json"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_checkpoints_are_skipped(damage, tmp_path):
    name, content, message = DAMAGES[damage]
    manager = make_manager(tmp_path)
    manager.save(1)
    manager.save(2)
    path = tmp_path / "step-00000002" / name
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.warns(RuntimeWarning, match="step-00000002 is .*") as warned:
        assert manager.restore()["step"] == 1
    assert message in str(warned[0].message)
    with pytest.raises(MXNetError, match="step-00000002 is "):
        manager.restore(2)


def test_failed_save_keeps_the_previous_one(tmp_path, monkeypatch):
    manager = make_manager(tmp_path)
    manager.save(1)
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(MXNetError, match="cannot write checkpoint 2 .*No space left"):
        manager.save(2)
    monkeypatch.undo()
    assert manager.steps() == [1]
    assert manager.restore()["step"] == 1
    manager.save(2)
    assert sorted(os.listdir(tmp_path)) == ["step-00000001", "step-00000002"]


def test_no_pickle_and_no_path_outside(tmp_path):
    manager = make_manager(tmp_path)
    manager.save(1)
    assert not [path for path in tmp_path.rglob("*.*") if path.is_file() and path.read_bytes().startswith(b"\x80")]
    manifest = tmp_path / "step-00000001" / "manifest.json"
    content = json.loads(manifest.read_text())
    content["files"]["../../secret"] = [0, ""]
    manifest.write_text(json.dumps(content))
    with pytest.warns(RuntimeWarning, match="wrong entries"):
        assert manager.restore() is None


def test_another_network_is_refused(tmp_path):
    make_manager(tmp_path).save(1)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2, in_units=3))
    net.initialize()
    with pytest.raises(MXNetError, match="does not belong to this network"):
        CheckpointManager(tmp_path, net, gluon.Trainer(net.collect_params(), "sgd")).restore()


def test_arguments_are_checked(tmp_path):
    for arguments in ({}, {"net": 1, "module": 1}):
        with pytest.raises(ValueError, match="either a module"):
            CheckpointManager(tmp_path, **arguments)
    with pytest.raises(ValueError, match="keep"):
        make_manager(tmp_path, keep=0)
    with pytest.raises(ValueError, match="state_dict"):
        make_manager(tmp_path, data=nd.arange(3))
    with pytest.raises(ValueError, match="random"):
        make_manager(tmp_path, random=("dice",))
    with pytest.raises(ValueError, match="workers"):
        make_manager(tmp_path).save(1, workers=3)


PROGRAM = pathlib.Path(__file__).parent / "two_workers.py"


def launch(folder, *words, workers=2, restarts=0):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MXNET_SAVE_FSYNC": "0",
                   "PYTHONPATH": str(pathlib.Path(mx.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-m", "mxnet", "launch", "-n", str(workers), "--max-restarts", str(restarts),
                           sys.executable, str(PROGRAM), str(folder), *words], env=environment, capture_output=True,
                          text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_two_workers_continue_after_restarts(tmp_path):
    code, printed = launch(tmp_path / "whole")
    assert code == 0, printed
    code, printed = launch(tmp_path / "parts", "kill", restarts=3)
    assert code == 0 and "attempt 3 of 3" in printed, printed
    for name in (f"{mode}-{rank}.params" for mode in ("trainer", "store", "module") for rank in range(2)):
        whole, parts = (nd.load(str(tmp_path / part / name)) for part in ("whole", "parts"))
        assert_same(*({key: array.asnumpy() for key, array in part.items()} for part in (whole, parts)))
    code, printed = launch(tmp_path / "parts", "resized", workers=1)
    assert code == 0 and "has the data positions of 2 workers, but there are 1 now" in printed, printed


@pytest.fixture
def bucket(monkeypatch):
    """The address of an empty bucket of a local S3 server."""
    server = pytest.importorskip("moto.server")
    s3fs = pytest.importorskip("s3fs")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    threaded = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    threaded.start()
    host, port = threaded.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("checkpoints")
    yield "s3://checkpoints/run"
    s3fs.S3FileSystem.clear_instance_cache()
    threaded.stop()


@pytest.mark.filterwarnings("ignore")
def test_a_run_continues_from_s3(bucket, tmp_path):
    whole = train(tmp_path / "whole")
    with pytest.raises(Stop):
        train(bucket, stop=7)
    assert_same(whole, train(bucket))
    assert make_manager(bucket).steps() == [18, 21]
