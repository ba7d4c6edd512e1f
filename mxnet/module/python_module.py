"""Modules implemented in Python."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ._names import require
from .base_module import _DEFAULT_INITIALIZER, BaseModule

if TYPE_CHECKING:
    from ..io import DataBatch
    from ..monitor import Monitor
    from ..ndarray import NDArray


class PythonModule(BaseModule):
    """A module without parameters. Subclasses define ``forward``, ``backward`` and ``_compute_output_shapes``.

    Parameters
    ----------
    data_names, label_names, output_names : list of str
        Names of data, labels and outputs.
    logger : Logger
        Logger of warnings and of the progress of `fit`.

    Examples
    --------
    >>> class Double(mx.mod.PythonModule):
    ...     def __init__(self):
    ...         super().__init__(['data'], None, ['output'])
    ...     def _compute_output_shapes(self):
    ...         return [('output', self.data_shapes[0][1])]
    ...     def forward(self, batch, is_train=None):
    ...         self.result = batch.data[0] * 2
    ...     def get_outputs(self, merge_multi_context=True):
    ...         return [self.result]
    >>> module = Double()
    >>> module.bind([('data', (1, 2))])
    >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))]))
    >>> module.get_outputs()[0].asnumpy()
    array([[2., 2.]], dtype=float32)
    """

    def __init__(self, data_names: Sequence[str], label_names: Sequence[str], output_names: Sequence[str],
                 logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._data_names: Any = list(data_names) if isinstance(data_names, tuple) else data_names
        self._label_names = list(label_names) if isinstance(label_names, tuple) else label_names
        self._output_names: Any = output_names
        self._data_shapes: Any = None
        self._label_shapes: Any = None
        self._output_shapes: Any = None

    @property
    def data_names(self) -> list[str]:
        """Names of the data."""
        return self._data_names

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        return self._output_names

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data."""
        return self._data_shapes

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels, or None."""
        return self._label_shapes

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs."""
        return self._output_shapes

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Return two empty dicts.

        Returns
        -------
        dict, dict
            No parameters and no auxiliary states.
        """
        return {}, {}

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        """Do nothing, because there are no parameters.

        Parameters
        ----------
        initializer, arg_params, aux_params, allow_missing, force_init, allow_extra : optional
            Ignored.
        """

    def update(self) -> None:
        """Do nothing, because there are no parameters."""

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the labels and outputs if the module takes labels.

        Parameters
        ----------
        eval_metric : EvalMetric
            The metric.
        labels : list of NDArray
            Labels of the batch.
        pre_sliced : bool
            Must be False.
        """
        if self._label_shapes is not None:
            if pre_sliced:
                raise RuntimeError(f"update_metric: {type(self).__name__} takes labels of the complete batch, not one "
                                   "part per device")
            eval_metric.update(labels, self.get_outputs())

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Store the shapes of data and labels.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
            Names and shapes of data and labels.
        for_training : bool
            Whether `backward` will be called.
        inputs_need_grad : bool
            Whether `get_input_grads` will be called.
        force_rebind : bool
            Whether to bind even if the module is already bound.
        shared_module : None
            Ignored.
        grad_req : str
            Must be ``'write'``.
        """
        if self._ignores_bind(force_rebind):
            return
        require(grad_req == "write", f"bind: a PythonModule only supports grad_req='write', received {grad_req!r}")
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        _check_names("data", data_shapes, self._data_names)
        if label_shapes is not None:
            _check_names("label", label_shapes, self._label_names)
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self._output_shapes = self._compute_output_shapes()

    def _compute_output_shapes(self) -> Any:
        """Compute names and shapes of the outputs from ``_data_shapes`` and ``_label_shapes``."""
        raise NotImplementedError(f"{type(self).__name__} does not define _compute_output_shapes")

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Do nothing, because there are no parameters.

        Parameters
        ----------
        kvstore, optimizer, optimizer_params, force_init : optional
            Ignored.
        """


def _check_names(role: str, shapes: Any, names: Any) -> None:
    shape_names = [shape[0] for shape in shapes]
    require(names is not None and shape_names == list(names),
            f"{role}_shapes {shape_names} must match {role}_names {names}")


class PythonLossModule(PythonModule):
    """A loss at the end of a `SequentialModule`. A Python function computes its gradient.

    Parameters
    ----------
    name : str
        Name of the module, which is the prefix of its output.
    data_names, label_names : list of str
        One name for data and one for labels.
    logger : Logger
        Logger of warnings and of the progress of `fit`.
    grad_func : callable, optional
        Function that computes the gradient from scores and labels. Subclasses may define ``_backward_impl`` instead.

    Examples
    --------
    >>> loss = mx.mod.PythonLossModule(grad_func=lambda scores, labels: scores - labels)
    >>> loss.bind([('data', (1, 2))], [('softmax_label', (1, 2))])
    >>> loss.forward(mx.io.DataBatch([mx.nd.array([[3, 1]])], [mx.nd.array([[1, 1]])]), is_train=True)
    >>> loss.backward()
    >>> loss.get_input_grads()[0].asnumpy()
    array([[2., 0.]], dtype=float32)
    """

    def __init__(self, name: str = "pyloss", data_names: Sequence[str] = ("data",),
                 label_names: Sequence[str] = ("softmax_label",), logger: Any = logging,
                 grad_func: Callable[..., Any] | None = None) -> None:
        super().__init__(data_names, label_names, [name + "_output"], logger=logger)
        self._name = name
        require(len(data_names) == 1 and len(label_names) == 1,
                f"PythonLossModule takes one data name and one label name, received {data_names} and {label_names}")
        require(grad_func is None or callable(grad_func), f"grad_func must be a function, received {grad_func!r}")
        self._scores: Any = None
        self._labels: Any = None
        self._scores_grad: Any = None
        self._grad_func = grad_func

    def _compute_output_shapes(self) -> Any:
        return [(self._name + "_output", self._data_shapes[0][1])]

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Store the scores and, in training, the labels.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        is_train : bool, optional
            Whether to run in training mode. The default is the mode of `bind`.
        """
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        """Return the scores.

        Parameters
        ----------
        merge_multi_context : bool
            Must be True.

        Returns
        -------
        list of NDArray
            The scores of the last batch.
        """
        require(merge_multi_context is True, "PythonLossModule: merge_multi_context must be True")
        return [self._scores]

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradient of the scores.

        Parameters
        ----------
        out_grads : None
            Not supported, because the module is a loss.
        """
        require(out_grads is None, "backward: a loss does not take out_grads")
        require(self.for_training, "backward: the module was bound for prediction; bind it with for_training=True")
        self._backward_impl()

    def _backward_impl(self) -> None:
        """Set ``_scores_grad`` from ``_scores`` and ``_labels``."""
        if self._grad_func is None:
            raise NotImplementedError(f"{type(self).__name__} has no grad_func and does not define _backward_impl")
        gradient = self._grad_func(self._scores, self._labels)
        self._scores_grad = gradient if isinstance(gradient, nd.NDArray) else nd.array(gradient)

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """Return the gradient of the scores.

        Parameters
        ----------
        merge_multi_context : bool
            Must be True.

        Returns
        -------
        list of NDArray
            The gradient of the scores.
        """
        require(merge_multi_context is True, "PythonLossModule: merge_multi_context must be True")
        return [self._scores_grad]

    def install_monitor(self, mon: Monitor) -> None:
        """Raise an error, because there is no executor.

        Parameters
        ----------
        mon : Monitor
            The monitor.
        """
        raise NotImplementedError("PythonLossModule has no executor to monitor")


concise_module(__name__)
