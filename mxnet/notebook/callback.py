"""Callbacks for notebooks. Tables need pandas and charts need bokeh, which are imported on first use."""

from __future__ import annotations

import datetime
import importlib
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..model import BatchEndParam

__all__ = ["LiveBokehChart", "LiveLearningCurve", "LiveTimeSeries", "PandasLogger", "args_wrapper"]


def _package(name: str, what: str) -> Any:
    """Import an optional package."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        root = name.partition(".")[0]
        raise ImportError(f"{what} needs the package {root}: pip install {root}") from error


def _values(param: Any) -> dict[str, Any]:
    """Return the metrics of a callback, and reset them."""
    if param.eval_metric is None:
        return {}
    metrics = dict(param.eval_metric.get_name_value())
    param.eval_metric.reset()
    return metrics


class PandasLogger:
    """Log training in three pandas tables: ``train``, ``eval`` and ``epoch``.

    Parameters
    ----------
    batch_size : int
        Number of samples in a batch, for the speed.
    frequent : int
        Number of batches between two rows of the training table.

    Examples
    --------
    >>> logger = mx.notebook.callback.PandasLogger(batch_size=32)  # doctest: +SKIP
    >>> module.fit(data, num_epoch=3, **logger.callback_args())  # doctest: +SKIP
    >>> logger.train_df  # doctest: +SKIP
    """

    def __init__(self, batch_size: Any, frequent: int = 50) -> None:
        pandas = _package("pandas", "PandasLogger")
        self.batch_size, self.frequent = batch_size, frequent
        self._dataframes = {name: pandas.DataFrame() for name in ("train", "eval", "epoch")}
        self.last_time = time.time()
        self.start_time = self.last_epoch_time = datetime.datetime.now()

    @property
    def train_df(self) -> Any:
        """Metrics and speed, one row per `frequent` batches."""
        return self._dataframes["train"]

    @property
    def eval_df(self) -> Any:
        """Metrics of evaluations, one row per evaluation."""
        return self._dataframes["eval"]

    @property
    def epoch_df(self) -> Any:
        """Duration of epochs."""
        return self._dataframes["epoch"]

    @property
    def all_dataframes(self) -> Any:
        """All tables by name."""
        return self._dataframes

    def elapsed(self) -> datetime.timedelta:
        """Return the time since the start of training.

        Returns
        -------
        datetime.timedelta
        """
        return datetime.datetime.now() - self.start_time

    def append_metrics(self, metrics: Any, df_name: str) -> None:
        """Add a row to a table. New metrics add a column.

        Parameters
        ----------
        metrics : dict of str to float
            Values by column.
        df_name : {'train', 'eval', 'epoch'}
            Name of the table.

        Returns
        -------
        None
        """
        pandas = _package("pandas", "PandasLogger")
        table = self._dataframes[df_name]
        row = pandas.DataFrame([metrics])
        self._dataframes[df_name] = row if table.empty else pandas.concat([table, row], ignore_index=True)

    def train_cb(self, param: BatchEndParam) -> None:
        """Add a row to the training table, once per `frequent` batches. It is a callback for the end of a batch.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")

    def eval_cb(self, param: BatchEndParam) -> None:
        """Add a row to the evaluation table. It is a callback for the end of an evaluation.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        self._process_batch(param, "eval")

    def _process_batch(self, param: Any, dataframe: str) -> None:
        now = time.time()
        passed = now - self.last_time
        # The two names are swapped, as in MXNet.
        speed = self.frequent / passed if passed else float("inf")
        self.append_metrics({**_values(param), "batches_per_sec": speed * self.batch_size, "records_per_sec": speed,
                             "elapsed": self.elapsed(), "minibatch_count": param.nbatch, "epoch": param.epoch},
                            dataframe)
        self.last_time = now

    def epoch_cb(self, *_model: Any) -> None:
        """Add a row to the epoch table. It is a callback for the end of an epoch.

        Parameters
        ----------
        *_model
            Arguments from `fit`, which are ignored.

        Returns
        -------
        None
        """
        now = datetime.datetime.now()
        self.append_metrics({"elapsed": self.elapsed(), "epoch_time": now - self.last_epoch_time}, "epoch")
        self.last_epoch_time = now

    def callback_args(self) -> Any:
        """Return the callbacks as arguments for `fit`.

        Returns
        -------
        dict of str to callable
        """
        return {"batch_end_callback": self.train_cb, "eval_end_callback": self.eval_cb,
                "epoch_end_callback": self.epoch_cb}


class LiveBokehChart:
    """Base class of live charts. Subclasses define the content.

    Parameters
    ----------
    pandas_logger : PandasLogger, optional
        Source of the data. By default a new logger is created.
    metric_name : str
        Name of the metric, for subclasses.
    display_freq : float
        Minimum number of seconds between two updates after batches.
    batch_size, frequent : int
        Arguments for the new logger.

    Examples
    --------
    >>> class Text(mx.notebook.callback.LiveBokehChart):
    ...     def setup_chart(self):
    ...         self.text = bokeh.models.Div()
    ...         return bokeh.plotting.show(self.text, notebook_handle=True)
    ...     def update_chart_data(self):
    ...         self.text.text = str(self.pandas_logger.train_df.tail(1))
    >>> chart = Text(None, 'accuracy', batch_size=32)  # doctest: +SKIP
    """

    def __init__(self, pandas_logger: Any, metric_name: str | None, display_freq: int = 10,
                 batch_size: int | None = None, frequent: int = 50) -> None:
        self._bokeh = _package("bokeh.io", type(self).__name__)
        self.pandas_logger = pandas_logger or PandasLogger(batch_size=batch_size, frequent=frequent)
        self.display_freq, self.metric_name = display_freq, metric_name
        self.last_update = time.time()
        self._bokeh.output_notebook()
        self.handle = self.setup_chart()

    def setup_chart(self) -> Any:
        """Show the chart. Subclasses define it.

        Returns
        -------
        handle
            Handle of bokeh for updates.
        """
        raise NotImplementedError(f"{type(self).__name__} must define setup_chart")

    def update_chart_data(self) -> None:
        """Update the data of the chart. Subclasses define it.

        Returns
        -------
        None
        """
        raise NotImplementedError(f"{type(self).__name__} must define update_chart_data")

    def interval_elapsed(self) -> Any:
        """Return whether an update is due.

        Returns
        -------
        bool
        """
        return time.time() - self.last_update > self.display_freq

    def _push_render(self) -> None:
        self._bokeh.push_notebook(handle=self.handle)
        self.last_update = time.time()

    def _do_update(self) -> None:
        self.update_chart_data()
        self._push_render()

    def batch_cb(self, param: BatchEndParam) -> None:
        """Update the chart if an update is due. It is a callback for the end of a batch.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        if self.interval_elapsed():
            self._do_update()

    def eval_cb(self, param: BatchEndParam) -> None:
        """Update the chart immediately. It is a callback for the end of an evaluation.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        self._do_update()

    def callback_args(self) -> Any:
        """Return the callbacks as arguments for `fit`.

        Returns
        -------
        dict of str to callable
        """
        return {"batch_end_callback": self.batch_cb, "eval_end_callback": self.eval_cb}


class LiveTimeSeries(LiveBokehChart):
    """Line chart of values since its creation.

    Parameters
    ----------
    **fig_params
        Arguments for the figure of bokeh.

    Examples
    --------
    >>> chart = mx.notebook.callback.LiveTimeSeries(y_axis_label='loss')  # doctest: +SKIP
    >>> chart.update_chart_data(0.5)  # doctest: +SKIP
    """

    def __init__(self, **fig_params: Any) -> None:
        plotting = _package("bokeh.plotting", "LiveTimeSeries")
        self.fig = plotting.figure(x_axis_type="datetime", x_axis_label="Elapsed time", **fig_params)
        self.start_time = datetime.datetime.now()
        super().__init__(None, None)

    def setup_chart(self) -> Any:
        """Show an empty chart.

        Returns
        -------
        handle
            Handle of bokeh for updates.
        """
        self.line = self.fig.line([], [])
        return _package("bokeh.plotting", "LiveTimeSeries").show(self.fig, notebook_handle=True)

    def elapsed(self) -> datetime.timedelta:
        """Return the time since the chart was created.

        Returns
        -------
        datetime.timedelta
        """
        return datetime.datetime.now() - self.start_time

    def update_chart_data(self, value: Any) -> None:  # type: ignore[override]
        """Add a value and show it.

        Parameters
        ----------
        value : float
            Value at the current time.

        Returns
        -------
        None
        """
        self.line.data_source.stream({"x": [self.elapsed()], "y": [value]})
        self._push_render()


class LiveLearningCurve(LiveBokehChart):
    """Chart of a training and evaluation metric over time.

    Parameters
    ----------
    metric_name : str
        Name of the metric to show, such as ``'accuracy'``.
    display_freq : float
        Minimum number of seconds between two updates after batches.
    frequent : int
        Number of batches between two training points.

    Examples
    --------
    >>> curve = mx.notebook.callback.LiveLearningCurve('accuracy')  # doctest: +SKIP
    >>> module.fit(train, eval_data=test, num_epoch=3, **curve.callback_args())  # doctest: +SKIP
    """

    def __init__(self, metric_name: str, display_freq: int = 10, frequent: int = 50) -> None:
        self.frequent, self.start_time = frequent, datetime.datetime.now()
        self._waiting: dict[str, dict[str, list[Any]]] = {name: {"x": [], "y": []} for name in ("train", "eval")}
        super().__init__(None, metric_name, display_freq, None, frequent)

    def setup_chart(self) -> Any:
        """Show two empty lines.

        Returns
        -------
        handle
            Handle of bokeh for updates.
        """
        plotting = _package("bokeh.plotting", "LiveLearningCurve")
        self.fig = plotting.figure(x_axis_type="datetime", x_axis_label="Training time", y_axis_label=self.metric_name)
        self.lines = {"train": self.fig.line([], [], line_dash="dotted", alpha=0.3, legend_label="train"),
                      "eval": self.fig.line([], [], line_color="green", line_width=2, legend_label="validation")}
        self.fig.legend.location = "bottom_right"
        return plotting.show(self.fig, notebook_handle=True)

    def batch_cb(self, param: BatchEndParam) -> None:
        """Store the metric once per `frequent` batches, and update the chart if an update is due.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")
        super().batch_cb(param)

    def eval_cb(self, param: BatchEndParam) -> None:
        """Store the metric and update the chart immediately.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, batch and metric.

        Returns
        -------
        None
        """
        self._process_batch(param, "eval")
        super().eval_cb(param)

    def _process_batch(self, param: Any, df_name: str) -> None:
        metrics = _values(param)
        if self.metric_name in metrics:
            self._waiting[df_name]["x"].append(datetime.datetime.now() - self.start_time)
            self._waiting[df_name]["y"].append(metrics[self.metric_name])

    def update_chart_data(self) -> None:
        """Add the points since the last update to the chart.

        Returns
        -------
        None
        """
        for name, line in self.lines.items():
            line.data_source.stream(self._waiting[name])
            self._waiting[name] = {"x": [], "y": []}


def args_wrapper(*args: Any) -> Any:
    """Combine the callback arguments of several loggers and charts for `fit`.

    Parameters
    ----------
    *args : PandasLogger or LiveBokehChart
        Objects with a method ``callback_args``.

    Returns
    -------
    dict of str to list of callable
        Callbacks by the parameter of `mxnet.module.BaseModule.fit`.

    Examples
    --------
    >>> class Count:
    ...     batches = 0
    ...     def callback_args(self):
    ...         return {'batch_end_callback': self.add}
    ...     def add(self, param):
    ...         self.batches += 1
    >>> {name: len(functions) for name, functions in mx.notebook.callback.args_wrapper(Count(), Count()).items()}
    {'batch_end_callback': 2}
    """
    callbacks: dict[str, list[Any]] = defaultdict(list)
    for callback in args:
        for key, function in callback.callback_args().items():
            callbacks[key].append(function)
    return dict(callbacks)
