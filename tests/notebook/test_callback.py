"""Tests of tables and charts for notebooks. Missing packages are replaced by stubs."""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.notebook import callback


@pytest.mark.parametrize(("package", "make"), [
    ("pandas", lambda: callback.PandasLogger(4)),
    ("bokeh", lambda: callback.LiveTimeSeries()),
    ("bokeh", lambda: callback.LiveLearningCurve("accuracy")),
])
def test_packages_that_are_missing_are_named(package: str, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (package, f"{package}.io", f"{package}.plotting"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"needs the package {package}: pip install {package}"):
        make()


class Table:
    """Stub of a pandas table."""

    def __init__(self, rows: Any = ()) -> None:
        self.rows = list(rows)

    @property
    def empty(self) -> bool:
        return not self.rows


class Line:
    """Stub of a bokeh line."""

    def __init__(self) -> None:
        self.points: list[tuple[Any, float]] = []
        self.data_source = self

    def stream(self, new: dict[str, list[Any]]) -> None:
        self.points += zip(new["x"], new["y"], strict=True)


class Figure:
    def __init__(self, **options: Any) -> None:
        self.options, self.legend = options, types.SimpleNamespace()

    def line(self, *points: Any, **options: Any) -> Line:
        return Line()


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    shown: dict[str, Any] = {"pushed": 0}

    def push_notebook(handle: Any) -> None:
        assert handle == "handle"
        shown["pushed"] += 1

    tables = types.SimpleNamespace(DataFrame=Table, concat=lambda parts, ignore_index: Table(
        row for part in parts for row in part.rows))
    charts = types.SimpleNamespace(output_notebook=lambda: None, push_notebook=push_notebook)
    plotting = types.SimpleNamespace(figure=Figure, show=lambda figure, notebook_handle: "handle")
    for name, module in (("pandas", tables), ("bokeh", charts), ("bokeh.io", charts), ("bokeh.plotting", plotting)):
        monkeypatch.setitem(sys.modules, name, module)
    return shown


def fitted(**callbacks: Any) -> None:
    data = mx.io.NDArrayIter(np.ones((8, 2), "float32"), np.zeros(8, "float32"), batch_size=2)
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(layer, name="softmax"))
    module.fit(data, eval_data=data, num_epoch=2, **callbacks)


def test_training_fills_tables(packages: dict[str, Any]) -> None:
    logger = callback.PandasLogger(batch_size=2, frequent=2)
    fitted(**logger.callback_args())
    assert [(row["epoch"], row["minibatch_count"]) for row in logger.train_df.rows] == [(0, 0), (0, 2), (1, 0), (1, 2)]
    assert {"accuracy", "elapsed", "batches_per_sec", "records_per_sec"} <= set(logger.train_df.rows[0])
    assert [row["epoch"] for row in logger.eval_df.rows] == [0, 1]
    assert len(logger.epoch_df.rows) == 2 and "epoch_time" in logger.epoch_df.rows[0]
    assert set(logger.all_dataframes) == {"train", "eval", "epoch"}


def test_charts_follow_training(packages: dict[str, Any]) -> None:
    curve = callback.LiveLearningCurve("accuracy", display_freq=1000, frequent=2)
    logger = callback.PandasLogger(batch_size=2, frequent=2)
    fitted(**callback.args_wrapper(curve, logger))
    assert packages["pushed"] == 2  # after each evaluation
    assert len(curve.lines["train"].points) == 4 and len(curve.lines["eval"].points) == 2
    series = callback.LiveTimeSeries(title="loss")
    series.update_chart_data(0.5)
    assert series.fig.options["title"] == "loss" and [y for _, y in series.line.points] == [0.5]


def test_charts_must_say_what_they_show(packages: dict[str, Any]) -> None:
    with pytest.raises(NotImplementedError, match="setup_chart"):
        callback.LiveBokehChart(None, "accuracy")
