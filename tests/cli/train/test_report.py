"""Tests of the results of ``mxnet train``: report, curve, model files, log and events."""

from __future__ import annotations

import html.parser
import json
import re
import sys

import numpy as np
import pytest

from mxnet import cli
from mxnet.cli.train import _loop, _report
from mxnet.cli.train._data import Dataset, Pictures
from mxnet.cli.train._loop import Predictions

SMALL = ("--network", "lenet", "--image-size", "28", "--batch-size", "6", "--workers", "1", "--devices", "cpu")


def train(*words):
    return cli.main(["train", *map(str, words)])


class Page(html.parser.HTMLParser):
    """The text, links and open elements of a page."""

    def __init__(self, text):
        super().__init__()
        self.text, self.links, self.tags = "", [], []
        self.feed(text)
        self.close()

    def handle_data(self, data):
        self.text += data

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [value for name, value in attributes if name in ("src", "href")]


@pytest.fixture
def run(images, tmp_path):
    assert train(images, *SMALL, "--epochs", "2", "--output", tmp_path / "run") == 0
    return tmp_path / "run"


def test_files(run):
    assert sorted(path.name for path in run.iterdir()) == [
        "checkpoints", "curve.png", "log.txt", "model-0000.params", "model-symbol.json", "report.html", "report.json",
        "signature.json", "synset.txt", "train.json"]
    assert (run / "synset.txt").read_text() == "blue\ngreen\nred\n"
    assert json.loads((run / "signature.json").read_text()) == {
        "inputs": [{"data_name": "data", "data_shape": [0, 3, 28, 28]}], "input_type": "image/jpeg",
        "outputs": [{"data_name": "softmax", "data_shape": [0, 3]}], "output_type": "application/json",
        "preprocess": {"resize": 28, "mean": [123.675, 116.28, 103.53], "std": [58.395, 57.12, 57.375],
                       "layout": "NCHW", "channels": "RGB"}}
    assert re.search(r"Epoch 2/2: loss \d", (run / "log.txt").read_text())


def test_report_numbers_agree(run):
    report = json.loads((run / "report.json").read_text())
    matrix = np.array(report["confusion_matrix"])
    assert matrix.sum() == report["validation_images"] == 3
    assert np.trace(matrix) / 3 == report["accuracy"] == max(row["accuracy"] for row in report["history"])
    assert report["wrong"] == 3 - np.trace(matrix) == len(report["mistakes"])
    assert [row["class"] for row in report["per_class"]] == ["blue", "green", "red"]


def test_page_needs_no_other_file(run):
    page = Page((run / "report.html").read_text())
    assert page.links and all(link.startswith("data:image/png;base64,") for link in page.links)
    assert "script" not in page.tags
    for text in ("lenet on images", "Accuracy", "Confusion matrix", "Worst mistakes", "Precision", "green"):
        assert text in page.text


def test_curve_is_a_picture(run):
    pixels = pytest.importorskip("matplotlib.image").imread(run / "curve.png")
    assert pixels.shape[0] >= 300 and 0.5 < pixels[..., :3].mean() < 0.999


def small_report(classes, labels, predicted, confidence, **more):
    names = [f"image {i}" for i in range(len(labels))]
    pictures = Pictures(names, np.array(labels), lambda index: np.zeros((4, 4, 1), np.uint8))
    dataset = Dataset("a <b>", tuple(classes), pictures, pictures)
    ranks = np.array([int(p != t) for p, t in zip(predicted, labels, strict=True)])
    found = Predictions(np.array(predicted), np.array(confidence), np.ones(len(labels)), ranks,
                        more.pop("read", np.ones(len(labels), bool)))
    history = [{"epoch": 1, "loss": 1.0, "val_loss": 1.0, "accuracy": 0.5}]
    return dataset, _report.summarize(dataset, found, history, 1, {}, {"network": "<i>"})


def test_metrics_of_each_class():
    _, report = small_report("abc", [0, 0, 0, 1], [0, 0, 1, 1], [0.9, 0.8, 0.7, 0.6])
    assert report["confusion_matrix"] == [[2, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert [(row["precision"], row["recall"], row["f1"]) for row in report["per_class"]] == [
        (1.0, 0.6667, 0.8), (0.5, 1.0, 0.6667), (None, None, None)]


def test_worst_mistakes_come_first():
    _, report = small_report("ab", [0, 0, 1, 1], [1, 1, 0, 1], [0.6, 0.9, 0.8, 1.0])
    assert [(row["image"], row["predicted"], row["true"], row["confidence"]) for row in report["mistakes"]] == [
        ("image 1", "b", "a", 0.9), ("image 2", "a", "b", 0.8), ("image 0", "b", "a", 0.6)]


def test_unreadable_images_do_not_count():
    _, report = small_report("ab", [0, 1], [0, 0], [0.9, 0.0], read=np.array([True, False]))
    assert (report["accuracy"], report["validation_images"], report["wrong"]) == (1.0, 1, 0)


@pytest.mark.parametrize("count", [2, 50])
def test_names_are_escaped(count):
    _, report = small_report([f"<script>{i}" for i in range(count)], [0, 1], [1, 1], [0.9, 0.8])
    page = Page(_report._page(report, None, [b"x"]))
    assert "script" not in page.tags and "i" not in page.tags and "b" in page.tags
    assert "<script>0" in page.text and "a <b>" in page.text


def test_png_without_other_packages():
    cv2 = pytest.importorskip("cv2")
    for depth, flag in ((1, cv2.IMREAD_GRAYSCALE), (3, cv2.IMREAD_COLOR)):
        pixels = np.random.default_rng(0).integers(0, 256, (7, 5, depth)).astype(np.uint8)
        decoded = cv2.imdecode(np.frombuffer(_report.encode_png(pixels), np.uint8), flag).reshape(7, 5, depth)
        np.testing.assert_array_equal(decoded[..., ::-1], pixels)


def test_early_stopping(images, tmp_path, monkeypatch, capsys):
    accuracies = iter([0.5, 0.8, 0.7, 0.8, 0.6, 0.9])
    monkeypatch.setattr(_loop.Predictions, "accuracy", property(lambda self: next(accuracies, 0.1)))
    monkeypatch.setattr(_loop.Training, "_step", lambda self, batch, stop: False)
    plain = _loop.Training.evaluate
    monkeypatch.setattr(_loop.Training, "evaluate", lambda self: _once(plain(self)))
    assert train(images, *SMALL, "--epochs", "9", "--patience", "2", "--output", tmp_path) == 0
    printed = capsys.readouterr().out
    assert "Stopped early: no better result than accuracy 0.8000 since epoch 2" in printed and "Epoch 5" not in printed


class _once:
    """Predictions whose accuracy is computed once."""

    def __init__(self, found):
        self.accuracy, self.found = found.accuracy, found

    def __getattr__(self, name):
        return getattr(self.found, name)


def test_diverging_training_is_reported(images, tmp_path, capsys):
    words = ("--optimizer", "sgd", "--learning-rate", "1e20", "--epochs", "3", "--output", tmp_path)
    assert train(images, *SMALL, *words) == 1
    assert "is not finite; use a smaller --learning-rate" in capsys.readouterr().err


def test_tensorboard(images, tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    words = ("--tensorboard", tmp_path / "events", "--output", tmp_path / "run")
    assert train(images, *SMALL, "--epochs", "2", *words) == 0
    events = EventAccumulator(str(tmp_path / "events"))
    events.Reload()
    assert [event.step for event in events.Scalars("accuracy")] == [1, 2]


def test_terminal_shows_a_progress_bar(images, tmp_path, capsys, monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert train(images, *SMALL, "--epochs", "1", "--output", tmp_path) == 0
    assert "Epoch 1/1:" in capsys.readouterr().err


def test_training_works_without_its_extras(images, tmp_path, capsys, monkeypatch):
    for name in ("tqdm", "matplotlib", "mxnet.cli._plot"):
        monkeypatch.setitem(sys.modules, name, None)
    assert train(images, *SMALL, "--epochs", "1", "--output", tmp_path) == 0
    assert "pip install 'mxnet-torch[demo]'" in capsys.readouterr().err
    assert (tmp_path / "report.html").exists() and not (tmp_path / "curve.png").exists()


def test_demo_data_needs_no_opencv(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    from mxnet.cli.train import _data

    plain = _data._BUILT_IN["demo"]

    def few():
        data = plain()
        return Dataset(data.name, data.classes, data.train.select(np.arange(64)), data.val.select(np.arange(20)), 1, 28)

    monkeypatch.setitem(_data._BUILT_IN, "demo", few)
    assert train("demo", "--network", "lenet", "--epochs", "1", "--output", tmp_path) == 0
    assert json.loads((tmp_path / "signature.json").read_text())["inputs"][0]["data_shape"] == [0, 1, 28, 28]


def test_colours_are_learned(write_images, tmp_path):
    images = write_images(tmp_path / "images", 12)
    assert train(images, *SMALL, "--epochs", "4", "--output", tmp_path / "run") == 0
    assert json.loads((tmp_path / "run" / "report.json").read_text())["accuracy"] > 0.8


def test_loss_decides_between_equal_accuracies(images, tmp_path, monkeypatch):
    monkeypatch.setattr(_loop.Predictions, "accuracy", property(lambda self: 0.5))
    plain = _loop.Training.evaluate

    def evaluate(self):
        found = _once(plain(self))
        found.loss = [3.0, 2.0, 4.0, 2.0][self.state.epoch]
        return found

    monkeypatch.setattr(_loop.Training, "evaluate", evaluate)
    assert train(images, *SMALL, "--epochs", "3", "--output", tmp_path) == 0
    assert json.loads((tmp_path / "report.json").read_text())["best_epoch"] == 2
