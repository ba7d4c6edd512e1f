"""Compare metrics with values of MXNet 1.9.1 for the same arrays."""

from __future__ import annotations

import json
import math
import pickle
import types

import numpy as np
import pytest

import mxnet as mx
from mxnet import metric as metrics

_random = np.random.RandomState(3)
SCORES = [_random.rand(8, 4).astype("float32") for _ in range(2)]
SCORES = [scores / scores.sum(1, keepdims=True) for scores in SCORES]
LABELS = [_random.randint(0, 4, 8).astype("float32") for _ in range(2)]
BINARY_SCORES = [scores[:, :2] for scores in SCORES]
BINARY_LABELS = [(label > 1).astype("float32") for label in LABELS]
VALUES = [_random.randn(8, 3).astype("float32") for _ in range(2)]
TARGETS = [_random.randn(8, 3).astype("float32") for _ in range(2)]

# Name of the case: metric, labels, predictions, value of both batches, of the first batch, and of all three.
CASES = {
    "accuracy": ("acc", LABELS, SCORES, 0.25, 0.25, 0.25),
    "top 2": (lambda: metrics.TopKAccuracy(2), LABELS, SCORES, 0.375, 0.375, 0.375),
    "F1 macro": (
        "f1",
        BINARY_LABELS,
        BINARY_SCORES,
        0.4722222222222222,
        0.4444444444444445,
        0.46296296296296297,
    ),
    "F1 micro": (
        lambda: metrics.F1(average="micro"),
        BINARY_LABELS,
        BINARY_SCORES,
        0.47058823529411764,
        0.4444444444444445,
        0.4615384615384615,
    ),
    "MCC macro": (
        "mcc",
        BINARY_LABELS,
        BINARY_SCORES,
        0.14244227845132953,
        0.2182178902359924,
        0.16770081571288384,
    ),
    "MCC micro": (
        lambda: metrics.MCC(average="micro"),
        BINARY_LABELS,
        BINARY_SCORES,
        0.0778498944161523,
        0.2182178902359924,
        0.10345640946739358,
    ),
    "Pearson": ("pearsonr", TARGETS, VALUES, 0.028125766863702627, 0.08214744699466586, 0.04613299357402371),
    "perplexity": (
        lambda: metrics.Perplexity(None),
        LABELS,
        SCORES,
        5.124721479446673,
        5.914327777313498,
        5.3754559590227355,
    ),
    "perplexity without a label": (
        lambda: metrics.Perplexity(1),
        LABELS,
        SCORES,
        5.517017050787975,
        7.807913924312709,
        6.075775807583125,
    ),
    "MAE": ("mae", TARGETS, VALUES, 0.9998775124549866, 1.0004407167434692, 1.0000652472178142),
    "MSE": ("mse", TARGETS, VALUES, 1.5255135297775269, 1.4808944463729858, 1.5106405019760132),
    "RMSE": ("rmse", TARGETS, VALUES, 1.2349846959114075, 1.216920018196106, 1.2289631366729736),
    "cross-entropy": ("ce", LABELS, SCORES, 1.6340761184692383, 1.7773778438568115, 1.681843360265096),
    "NLL": ("nll_loss", LABELS, SCORES, 1.6340761184692383, 1.7773778438568115, 1.681843360265096),
    "PCC": ("pcc", LABELS, SCORES, 0.02605324209619719, -0.026462806201248155, 0.014256416903032684),
    "loss": ("loss", LABELS, SCORES, 0.25, 0.25, 0.25),
}


def make(spec):
    return metrics.create(spec) if isinstance(spec, str) else spec()


def update(metric, label, pred):
    metric.update([mx.nd.array(label)], [mx.nd.array(pred)])


@pytest.mark.parametrize("case", CASES)
def test_values_of_mxnet(case):
    spec, labels, preds, both, first, overall = CASES[case]
    metric = make(spec)
    assert math.isnan(metric.get()[1])
    for label, pred in zip(labels, preds, strict=True):
        update(metric, label, pred)
    assert metric.get()[1] == pytest.approx(both, rel=1e-6)
    assert metric.get_global()[1] == pytest.approx(both, rel=1e-6)
    metric.reset_local()
    update(metric, labels[0], preds[0])
    assert metric.get()[1] == pytest.approx(first, rel=1e-6)
    assert metric.get_global()[1] == pytest.approx(overall, rel=1e-6)
    metric.reset()
    update(metric, labels[0], preds[0])
    assert metric.get_global()[1] == pytest.approx(first, rel=1e-6)


def test_pearson_over_all_batches():
    metric = metrics.PearsonCorrelation(average="micro")
    for label, pred in zip(TARGETS, VALUES, strict=True):
        update(metric, label, pred)
    assert metric.get()[1] == pytest.approx(0.03257671150151111, rel=1e-9)
    joined = np.corrcoef(np.concatenate(TARGETS).ravel(), np.concatenate(VALUES).ravel())[0, 1]
    assert metric.get()[1] == pytest.approx(joined, rel=1e-9)


def test_values_print_as_plain_numbers():
    metric = metrics.Accuracy()
    update(metric, [0, 1, 1], [[0.3, 0.7], [0, 1.0], [0.4, 0.6]])
    assert str(metric.get()) == "('accuracy', 0.6666666666666666)"
    assert str(metric) == "EvalMetric: {'accuracy': 0.6666666666666666}"


def test_accuracy_takes_classes_scores_and_two_dimensional_labels():
    metric = metrics.Accuracy()
    update(metric, [0, 1, 1], [0, 1, 0])
    assert metric.get()[1] == pytest.approx(2 / 3)
    metric.reset()
    scores = [[0.3, 0.7], [0, 1.0], [0.4, 0.6], [0.8, 0.2], [0.3, 0.5], [0.6, 0.4]]
    metric.update([mx.nd.array([[0, 1, 1], [1, 0, 1]])], [mx.nd.array(scores)])
    assert metric.get() == ("accuracy", 2 / 6)


def test_accuracy_along_another_axis():
    metric = metrics.Accuracy(axis=0)
    update(metric, [1, 0], [[0.1, 0.9], [0.8, 0.2]])
    assert metric.get()[1] == 1.0


def test_single_arrays_need_no_list():
    metric = metrics.Accuracy()
    metric.update(mx.nd.array([0, 1]), mx.nd.array([[0.9, 0.1], [0.2, 0.8]]))
    assert metric.get()[1] == 1.0


def test_top_k_with_fewer_classes_than_k():
    metric = metrics.TopKAccuracy(5)
    update(metric, [0, 1], [[0.9, 0.1], [0.2, 0.8]])
    assert metric.get() == ("top_k_accuracy_5", 1.0)


def test_composite():
    metric = metrics.create(["acc", "ce"])
    update(metric, LABELS[0], SCORES[0])
    names, values = metric.get()
    assert names == ["accuracy", "cross-entropy"]
    assert values == pytest.approx([0.25, 1.7773778438568115])
    assert metric.get_name_value() == list(zip(names, values, strict=True))
    assert isinstance(metric.get_metric(0), metrics.Accuracy)
    assert isinstance(metric.get_metric(7), ValueError)
    metric.reset()
    assert all(math.isnan(value) for value in metric.get()[1])


class _MultiTask(metrics.EvalMetric):
    """A metric of two tasks, with names and values in a container of the given type."""

    def __init__(self, container):
        self.container = container
        super().__init__("tasks")

    def update(self, labels, preds):
        pass

    def get(self):
        return self.container(["left", "right"]), self.container([0.5, 0.25])

    def get_global(self):
        return self.container(["left", "right"]), self.container([0.75, 1.0])


@pytest.mark.parametrize("container", [list, tuple, np.array, iter])
def test_composite_flattens_the_results_of_a_metric_of_several_tasks(container):
    metric = metrics.create([_MultiTask(container), "acc"])
    update(metric, [0, 1], [[0.9, 0.1], [0.2, 0.8]])
    names = ["left", "right", "accuracy"]
    assert metric.get() == (names, [0.5, 0.25, 1.0])
    assert metric.get_global() == (names, [0.75, 1.0, 1.0])
    assert metric.get_name_value() == list(zip(names, [0.5, 0.25, 1.0], strict=True))
    assert metric.get_global_name_value() == list(zip(names, [0.75, 1.0, 1.0], strict=True))


def test_composite_of_composites_is_flat():
    metric = metrics.create([metrics.create([_MultiTask(tuple), "acc"]), "ce"])
    assert metric.get()[0] == ["left", "right", "accuracy", "cross-entropy"]


def test_every_value_of_a_metric_of_several_tasks_is_logged(caplog):
    metric = metrics.create([_MultiTask(tuple), "acc"])
    update(metric, [0, 1], [[0.9, 0.1], [0.2, 0.8]])
    speedometer = mx.callback.Speedometer(batch_size=2, frequent=1, auto_reset=False)
    with caplog.at_level("INFO"):
        for batch in range(2):
            speedometer(mx.model.BatchEndParam(epoch=0, nbatch=batch, eval_metric=metric, locals=None))
    assert "left=0.500000\tright=0.250000\taccuracy=1.000000" in caplog.text


@pytest.mark.parametrize("value", [np.array(0.5), np.float32(0.5), 0.5])
def test_composite_keeps_a_single_number(value):
    metric = metrics.CompositeEvalMetric()
    metric.metrics = [types.SimpleNamespace(get=lambda: ("only", value))]
    assert metric.get() == (["only"], [0.5])


def test_named_labels_and_outputs():
    metric = metrics.create("acc", output_names=["softmax"], label_names=["y"])
    arrays = {"softmax": mx.nd.array([[0.9, 0.1]]), "other": mx.nd.array([[0.1, 0.9]])}
    metric.update_dict({"y": mx.nd.array([0]), "z": mx.nd.array([1])}, arrays)
    assert metric.get()[1] == 1.0


def test_custom_functions():
    metric = metrics.np(lambda label, pred: (np.abs(label - pred).sum(), label.size), "mine")
    update(metric, TARGETS[0], VALUES[0])
    assert metric.get()[0] == "mine"
    assert metric.get()[1] == pytest.approx(1.0004407564798992, rel=1e-6)

    def distance(label, pred):
        return np.abs(label - pred).mean()

    assert metrics.create(distance).name == "distance"
    assert metrics.CustomMetric(lambda label, pred: 0.0).name == "custom(<lambda>)"
    with pytest.raises(NotImplementedError):
        metrics.create(distance).get_config()


def test_extra_outputs():
    metric = metrics.np(lambda label, pred: float((label == pred).mean()), allow_extra_outputs=True)
    metric.update([mx.nd.array([1])], [mx.nd.array([1]), mx.nd.array([5])])
    assert metric.get()[1] == 1.0


@pytest.mark.parametrize(
    "metric",
    [
        metrics.create("acc", axis=0),
        metrics.F1(average="micro"),
        metrics.Perplexity(-1, axis=1),
        metrics.create(["acc", "f1"]),
        metrics.TopKAccuracy(3),
    ],
    ids=lambda metric: metric.name,
)
def test_configuration_round_trip(metric):
    config = metric.get_config()
    again = metrics.create(json.dumps(config))
    assert type(again) is type(metric)
    if not isinstance(metric, metrics.TopKAccuracy):
        assert again.get_config() == config


@pytest.mark.parametrize(
    ("make_and_update", "error", "words"),
    [
        (lambda: metrics.create("nonsense"), AssertionError, "nonsense is not registered"),
        (lambda: metrics.TopKAccuracy(1), AssertionError, "at least 2, received 1"),
        (lambda: update(metrics.Accuracy(), [0, 1, 1], [[0.1, 0.9]]), ValueError, "do not match"),
        (lambda: update(metrics.F1(), [0, 1, 2], [[0.1, 0.9]] * 3), ValueError, "binary"),
        (lambda: update(metrics.Perplexity(None), [0, 1], [[0.1, 0.9]]), AssertionError, "shape mismatch"),
    ],
)
def test_wrong_input(make_and_update, error, words):
    with pytest.raises(error, match=words):
        make_and_update()


@pytest.mark.parametrize("name", ["acc", "f1", "mcc", "pcc", "pearsonr", "composite", "loss", "nll_loss"])
def test_pickle_under_the_public_path(name):
    metric = metrics.create(name)
    if name == "composite":
        metric.add("acc")
    update(metric, BINARY_LABELS[0], SCORES[0] if name not in ("pearsonr",) else BINARY_LABELS[0][::-1].copy())
    data = pickle.dumps(metric)
    assert type(metric).__module__ == "mxnet.metric" and b"mxnet.metric._" not in data
    copy = pickle.loads(data)
    assert copy.get() == metric.get() and copy.get_global() == metric.get_global()
    assert copy.get_config() == metric.get_config()


def test_counts_of_a_binary_classifier():
    counts = metrics._BinaryClassificationMetrics()
    counts.update_binary_stats(mx.nd.array([1, 0, 1, 1]), mx.nd.array([[0, 1], [0, 1], [1, 0], [0, 1]]))
    assert (counts.true_positives, counts.false_positives) == (2, 1)
    assert (counts.false_negatives, counts.true_negatives) == (1, 0)
    assert counts.precision == counts.recall == counts.fscore == 2 / 3 and counts.total_examples == 4
    counts.local_reset_stats()
    assert counts.fscore == 0.0 and counts.global_fscore == 2 / 3 and counts.global_total_examples == 4
