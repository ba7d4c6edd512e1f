"""Tests of the files for TensorBoard, which TensorBoard's own reader reads back."""

from __future__ import annotations

import inspect
import json
import logging
import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.util import tensor_util

import mxnet as mx
from mxnet.contrib.tensorboard import LogMetricsCallback, SummaryWriter

ROOT = Path(mx.__file__).parents[1]
ALL = {"images": 0, "audio": 0, "histograms": 0, "scalars": 0, "tensors": 0, "compressedHistograms": 1}


def read(folder: object) -> EventAccumulator:
    events = EventAccumulator(str(folder), ALL)
    events.Reload()
    return events


def scalars(folder: object, tag: str) -> list[tuple[int, float]]:
    return [(event.step, event.value) for event in read(folder).Scalars(tag)]


@pytest.fixture
def logdir(tmp_path):
    return str(tmp_path / "logs")


def test_interface_of_mxboard():
    names = {"logdir": None, "max_queue": 10, "flush_secs": 120, "filename_suffix": None, "verbose": True}
    parameters = inspect.signature(SummaryWriter).parameters
    assert list(parameters) == list(names) and [parameters[name].default for name in list(names)[1:]] == [
        names[name] for name in list(names)[1:]]
    expected = {
        "add_audio": ["tag", "audio", "sample_rate", "global_step"], "add_graph": ["net"],
        "add_embedding": ["tag", "embedding", "labels", "images", "global_step"],
        "add_histogram": ["tag", "values", "global_step", "bins"], "add_image": ["tag", "image", "global_step"],
        "add_pr_curve": ["tag", "labels", "predictions", "num_thresholds", "global_step", "weights"],
        "add_scalar": ["tag", "value", "global_step"], "add_text": ["tag", "text", "global_step"],
        "clear_scalar_dict": [], "close": [], "export_scalars": ["path"], "flush": [], "get_logdir": [], "reopen": []}
    for name, words in expected.items():
        assert list(inspect.signature(getattr(SummaryWriter, name)).parameters)[1:] == words


@pytest.mark.parametrize("value", [0.5, np.float32(0.5), np.array([0.5]), mx.nd.array([0.5]), mx.np.array(0.5),
                                   torch.tensor([[0.5]])], ids=lambda value: type(value).__name__)
def test_scalars_of_all_types(logdir, value):
    with SummaryWriter(logdir) as writer:
        writer.add_scalar("loss", value, global_step=3)
        writer.add_scalar("no step", 1)
        with pytest.raises(ValueError, match=r"expected one number for 'loss', received an array of shape \(2,\)"):
            writer.add_scalar("loss", mx.nd.ones(2))
    assert scalars(logdir, "loss") == [(3, 0.5)] and scalars(logdir, "no step") == [(0, 1)]


def test_curves_with_names(logdir, tmp_path):
    with SummaryWriter(logdir=logdir) as writer:
        assert writer.get_logdir() == logdir
        writer.add_scalar("curves", {"sin": 0.25, "cos": mx.nd.array([0.5])}, 100.5)
        writer.add_scalar("curves", ("sin", 0.75), 200)
        writer.add_scalar("curves", ["exp", 2], 200)
        writer.add_scalar("curves", 5, 200)
        with pytest.raises(ValueError, match="received 3 values"):
            writer.add_scalar("curves", ("sin", 1, 2))
        writer.export_scalars(str(tmp_path / "scalars.json"))
        exported = json.loads((tmp_path / "scalars.json").read_text())
        writer.clear_scalar_dict()
        writer.export_scalars(str(tmp_path / "scalars.json"))
    assert scalars(f"{logdir}/curves/sin", "curves") == [(100, 0.25), (200, 0.75)]
    assert scalars(f"{logdir}/curves/cos", "curves") == [(100, 0.5)]
    assert scalars(f"{logdir}/curves/exp", "curves") == [(200, 2)] and scalars(logdir, "curves") == [(200, 5)]
    assert [row[1:] for row in exported[f"{logdir}/curves/sin"]] == [[100.5, 0.25], [200, 0.75]]
    assert json.loads((tmp_path / "scalars.json").read_text()) == {}


@pytest.mark.parametrize("bins", ["default", 4, [0, 1, 2, 4], np.array([0, 2, 4]), "auto"], ids=str)
def test_histograms(logdir, bins):
    with SummaryWriter(logdir) as writer:
        writer.add_histogram("weight", mx.nd.array([[1, 2], [3, 4]]), 7, bins=bins)
    (event,) = read(logdir).Histograms("weight")
    value = event.histogram_value
    assert (event.step, value.num, value.sum, value.min, value.max) == (7, 4, 10, 1, 4)
    assert sum(value.bucket) == 4


@pytest.mark.parametrize(("shape", "size"), [((4, 6), (4, 6)), ((1, 4, 6), (4, 6)), ((3, 4, 6), (4, 6)),
                                             ((2, 3, 4, 6), (4, 12)), ((2, 1, 4, 6), (4, 12))])
@pytest.mark.parametrize("create", [mx.nd.ones, mx.np.ones, lambda shape: np.full(shape, 255, "uint8"),
                                    lambda shape: mx.nd.ones(shape, dtype="float16")],
                         ids=["nd", "np", "uint8", "float16"])
def test_images(logdir, shape, size, create):
    cv2 = pytest.importorskip("cv2")
    with SummaryWriter(logdir) as writer:
        writer.add_image("image", create(shape), 2)
    (event,) = read(logdir).Images("image")
    assert (event.step, event.height, event.width) == (2, *size)
    decoded = cv2.imdecode(np.frombuffer(event.encoded_image_string, np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape == (*size, 3) and decoded.min() == 255


def test_images_that_are_refused(logdir):
    with SummaryWriter(logdir) as writer:
        with pytest.raises(ValueError, match=r"between 0 and 1 for 'image', received 0 to 7"):
            writer.add_image("image", mx.nd.arange(8).reshape(2, 4))
        with pytest.raises(ValueError, match="dtype uint8 or float for 'image', received int64"):
            writer.add_image("image", np.ones((2, 2), "int64"))
        with pytest.raises(ValueError, match=r"2, 3 or 4 dimensions for 'image', received shape \(2,\)"):
            writer.add_image("image", mx.nd.ones(2))


def test_sounds_and_texts(logdir):
    with SummaryWriter(logdir) as writer:
        writer.add_audio("sound", mx.nd.ones((1, 80)) / 2, 8000, 4)
        writer.add_text("note", "some *words*", 5)
        with pytest.raises(ValueError, match=r"one dimension for 'sound', received shape \(2, 8\)"):
            writer.add_audio("sound", np.ones((2, 8)))
    events = read(logdir)
    (sound,) = events.Audio("sound")
    assert (sound.step, sound.sample_rate, sound.length_frames) == (4, 8000, 80)
    (text,) = events.Tensors("note/text_summary")
    assert text.step == 5 and tensor_util.make_ndarray(text.tensor_proto).tolist() == [b"some *words*"]


def test_precision_and_recall(logdir):
    with SummaryWriter(logdir) as writer:
        writer.add_pr_curve("pr", mx.nd.array([0, 1, 1, 0]), mx.nd.array([0.1, 0.9, 0.4, 0.6]), 3, 1,
                            weights=mx.nd.array([1, 1, 2, 1]))
        with pytest.raises(ValueError, match="num_thresholds must be at least 2, received 1"):
            writer.add_pr_curve("pr", mx.nd.ones(2), mx.nd.ones(2), 1)
    (event,) = read(logdir).Tensors("pr")
    true_positives, false_positives = tensor_util.make_ndarray(event.tensor_proto)[:2]
    assert true_positives.tolist() == [3, 1, 0] and false_positives.tolist() == [2, 1, 0]


def test_embeddings(logdir):
    with SummaryWriter(logdir) as writer:
        writer.add_embedding("words", mx.nd.array([[1, 2], [3, 4]]), labels=["a", "b"], global_step=1)
        writer.add_embedding("images", np.eye(2), mx.nd.array([5, 6]), mx.nd.ones((2, 3, 4, 4)))
        with pytest.raises(ValueError, match="2 rows for 'words' but 3 labels"):
            writer.add_embedding("words", np.eye(2), labels=[1, 2, 3])
        with pytest.raises(ValueError, match="two dimensions for 'words'"):
            writer.add_embedding("words", np.ones(2))
    config = Path(logdir, "projector_config.pbtxt").read_text()
    assert "words" in config and "sprite" in config
    (table,) = Path(logdir).glob("*/words/tensors.tsv")
    assert [[float(x) for x in line.split()] for line in table.read_text().splitlines()] == [[1, 2], [3, 4]]
    assert table.with_name("metadata.tsv").read_text().split() == ["a", "b"]


def test_graphs(logdir):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(2, activation="relu"))
    with SummaryWriter(logdir) as writer:
        with pytest.raises(RuntimeError, match="call hybridize"):
            writer.add_graph(net)
        with pytest.raises(TypeError, match="received list"):
            writer.add_graph([])
        net.initialize()
        net.hybridize()
        net(mx.nd.ones((1, 3)))
        writer.add_graph(net)
    nodes = {node.name: node for node in read(logdir).Graph().node}
    assert nodes["net_dense0_fwd/net_dense0_fwd"].op == "FullyConnected"
    assert list(nodes["net_dense0_fwd/net_dense0_fwd"].input) == [
        "data", "net_dense0_fwd/net_dense0_weight", "net_dense0_fwd/net_dense0_bias"]
    assert b"num_hidden=2" in nodes["net_dense0_fwd/net_dense0_fwd"].attr["param"].s


def test_graph_of_a_symbol(logdir):
    shared = mx.sym.var("shared")
    with SummaryWriter(logdir) as writer:
        writer.add_graph(mx.sym.Group([mx.sym.exp(shared + mx.sym.var("b"), name="e"), mx.sym.sin(shared, name="s")]))
    names = {node.name for node in read(logdir).Graph().node}
    assert {"shared", "e/e", "s/s"} <= names


def test_files_are_flushed_closed_and_opened_again(logdir):
    writer = SummaryWriter(logdir, filename_suffix=".mine")
    writer.add_scalar("loss", 1, 0)
    writer.add_scalar("curves", {"a": 1}, 0)
    writer.flush()
    assert scalars(logdir, "loss") == [(0, 1)] and scalars(f"{logdir}/curves/a", "curves") == [(0, 1)]
    writer.close()
    writer.reopen()
    writer.add_scalar("loss", 2, 1)
    writer.add_scalar("curves", {"a": 2}, 1)
    writer.close()
    writer.add_scalar("loss", 3, 2)
    writer.close()
    writer.add_graph(mx.sym.exp(mx.sym.var("x"), name="e"))
    writer.close()
    assert scalars(logdir, "loss") == [(0, 1), (1, 2), (2, 3)]
    assert scalars(f"{logdir}/curves/a", "curves") == [(0, 1), (1, 2)]
    assert [node.name for node in read(logdir).Graph().node] == ["x", "e/e"]
    assert all(path.name.endswith(".mine") for path in Path(logdir).glob("events.*"))


def test_verbose_writers_log_their_folders(logdir, caplog):
    with caplog.at_level(logging.INFO):
        SummaryWriter(logdir, verbose=False).close()
        assert not caplog.records
        SummaryWriter(logdir).close()
    assert logdir in caplog.text


@pytest.mark.parametrize("error", [None, TypeError("Descriptors cannot be created directly.")])
def test_metrics_without_a_working_mxboard(logdir, tmp_path, monkeypatch, error):
    monkeypatch.setitem(sys.modules, "mxboard", None)
    if error is not None:
        monkeypatch.delitem(sys.modules, "mxboard")
        (tmp_path / "mxboard.py").write_text(f"raise TypeError({str(error)!r})")
        monkeypatch.syspath_prepend(tmp_path)
    metric = mx.metric.MSE()
    metric.update([mx.nd.zeros(2)], [mx.nd.ones(2)])
    callback = LogMetricsCallback(logdir, prefix="train")
    callback(namedtuple("Param", "epoch eval_metric")(4, metric))
    callback.summary_writer.close()
    assert scalars(logdir, "train-mse") == [(4, 1)]


@pytest.mark.parametrize(("content", "message"), [
    ("raise ModuleNotFoundError(\"No module named 'tensorboard'\", name='tensorboard')",
     'need the package tensorboard; run pip install "mxnet-torch[tensorboard]"'),
    ("raise TypeError('Descriptors cannot be created directly.')",
     'cannot be imported (TypeError: Descriptors cannot be created directly.); run pip install --upgrade'),
])
def test_without_tensorboard(content, message, tmp_path):
    """The callback raises when it is created, not after the first epoch."""
    (tmp_path / "tensorboard.py").write_text(content)
    program = "import mxnet as mx\nmx.contrib.tensorboard.LogMetricsCallback('logs')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path,
                           env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))})
    assert message in ended.stderr.splitlines()[-1] and ended.stderr.splitlines()[-1].startswith("ImportError: ")


def test_programs_with_mxboard_run(tmp_path):
    (tmp_path / "mxboard.py").write_text("raise TypeError('Descriptors cannot be created directly.')")
    (tmp_path / "train.py").write_text("from mxboard import SummaryWriter\n"
                                       "with SummaryWriter('logs') as writer:\n"
                                       "    writer.add_scalar('loss', 0.5, 1)\n")
    subprocess.run([sys.executable, "-m", "mxnet_records.cli", "run", "train.py"], check=True, cwd=tmp_path,
                   env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert scalars(tmp_path / "logs", "loss") == [(1, 0.5)]
