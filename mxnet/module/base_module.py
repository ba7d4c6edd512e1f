"""BaseModule: the interface of all modules, and their training loop."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import metric, ndarray
from .._runtime.tracebacks import concise_module, user_level
from ..base import _as_list
from ..callback import loggable
from ..context import cpu
from ..initializer import Uniform
from ..io import DataBatch, DataIter
from ..model import BatchEndParam, split_params
from ._names import ModuleStateError, require
from ._names import check_input_names as _check_input_names
from ._names import parse_descriptions as _parse_data_desc

if TYPE_CHECKING:
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..symbol import Symbol

__all__ = ["BaseModule", "_check_input_names", "_parse_data_desc"]
_DEFAULT_INITIALIZER = Uniform(0.01)


def _as_metric(value: Any) -> metric.EvalMetric:
    return value if isinstance(value, metric.EvalMetric) else metric.create(value)


class BaseModule:
    """A network with parameters. It is first bound, then gets parameters, and then an optimizer.

    Subclasses define methods such as ``bind``, ``init_params``, ``init_optimizer``, ``forward``, ``backward`` and
    ``update``. This class defines ``fit``, ``score`` and ``predict``.

    Parameters
    ----------
    logger : Logger
        Logger of warnings and of the progress of `fit`.

    Examples
    --------
    >>> module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2), label_names=None)
    >>> isinstance(module, mx.mod.BaseModule), module.binded
    (True, False)
    >>> module.bind([('data', (1, 3))], for_training=False)
    >>> module.init_params(mx.init.One())
    >>> module.predict(mx.nd.ones((1, 3))).asnumpy()
    array([[3., 3.]], dtype=float32)
    """

    def __init__(self, logger: Any = logging) -> None:
        self.logger = logger
        self.binded = self.params_initialized = self.optimizer_initialized = False
        self.for_training = self.inputs_need_grad = False
        self._symbol: Any = None
        self._total_exec_bytes = 0

    def _require(self, caller: str, optimizer: bool = False) -> None:
        """Raise unless the module is bound and has parameters, and optionally an optimizer."""
        require(self.binded, f"{caller}: the module is not bound; call bind first")
        require(self.params_initialized, f"{caller}: the module has no parameters; call init_params first")
        if optimizer:
            require(self.optimizer_initialized, f"{caller}: the module has no optimizer; call init_optimizer first")

    def _ignores_bind(self, force_rebind: bool) -> bool:
        """Return whether the module is already bound, and log it."""
        ignores = self.binded and not force_rebind
        if ignores:
            self.logger.warning("Already bound, ignoring bind()")
        return ignores

    # Complete datasets

    def forward_backward(self, data_batch: DataBatch) -> None:
        """Run the forward and backward passes of a batch.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(mx.sym.LinearRegressionOutput(net, name='loss'), label_names=['loss_label'])
        >>> module.bind([('data', (1, 2))], [('loss_label', (1, 1))], inputs_need_grad=True)
        >>> module.init_params(mx.init.One())
        >>> module.forward_backward(mx.io.DataBatch([mx.nd.array([[1, 2]])], [mx.nd.zeros((1, 1))]))
        >>> module.get_input_grads()[0].asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        self.forward(data_batch, is_train=True)
        self.backward()

    def score(self, eval_data: Any, eval_metric: Any, num_batch: int | None = None, batch_end_callback: Any = None,
              score_end_callback: Any = None, reset: bool = True, epoch: int = 0,
              sparse_row_id_fn: Callable[..., Any] | None = None) -> list[tuple[str, float]]:
        """Evaluate a metric on an iterator.

        Parameters
        ----------
        eval_data : DataIter
            The data.
        eval_metric : str or EvalMetric
            The metric or its name. It is reset first.
        num_batch : int, optional
            Number of batches. The default is all batches.
        batch_end_callback, score_end_callback : callable or list of callables, optional
            Functions of a ``BatchEndParam`` that are called after each batch, and at the end.
        reset : bool
            Whether to reset the iterator first.
        epoch : int
            Epoch number for callbacks.
        sparse_row_id_fn : callable, optional
            Function that returns the rows of sparse parameters that a batch needs.

        Returns
        -------
        list of tuple
            Names and values.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (2, 2))], [('softmax_label', (2,))])
        >>> module.init_params(mx.init.Zero())
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[0, 1], [1, 0]]), mx.nd.array([0, 1]), batch_size=2)
        >>> module.score(batches, 'acc')
        [('accuracy', 0.5)]
        """
        self._require("score")
        if reset:
            eval_data.reset()
        eval_metric = _as_metric(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        for nbatch, eval_batch in self._evaluate_batches(eval_data, num_batch, sparse_row_id_fn):
            self._update_metric_with(eval_metric, eval_batch)
            if batch_end_callback is not None:
                batch_end_params = BatchEndParam(epoch, nbatch, eval_metric, locals())
                for callback in _as_list(batch_end_callback):
                    callback(batch_end_params)
            actual_num_batch = nbatch + 1
        if score_end_callback:
            batch_end_params = BatchEndParam(epoch, actual_num_batch, eval_metric, locals())
            for callback in _as_list(score_end_callback):
                callback(batch_end_params)
        return eval_metric.get_name_value()

    def _evaluate_batches(self, eval_data: Any, num_batch: int | None,
                          sparse_row_id_fn: Any) -> Iterator[tuple[int, Any]]:
        """Run the forward pass of each batch, and yield its number and the batch."""
        for number, batch in enumerate(eval_data):
            if number == num_batch:
                return
            self.prepare(batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(batch, is_train=False)
            yield number, batch

    def _update_metric_with(self, eval_metric: Any, batch: Any) -> None:
        if isinstance(batch, list):
            self.update_metric(eval_metric, [part.label for part in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)

    def iter_predict(self, eval_data: Any, num_batch: int | None = None, reset: bool = True,
                     sparse_row_id_fn: Callable[..., Any] | None = None) -> Iterator[Any]:
        """Iterate over the outputs for an iterator.

        Parameters
        ----------
        eval_data : DataIter
            The data.
        num_batch : int, optional
            Number of batches. The default is all batches.
        reset : bool
            Whether to reset the iterator first.
        sparse_row_id_fn : callable, optional
            Function that returns the rows of sparse parameters that a batch needs.

        Yields
        ------
        outputs : list of NDArray
            Outputs without padding.
        number : int
            Number of the batch.
        batch : DataBatch
            The batch.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (2, 2))], for_training=False)
        >>> module.init_params(mx.init.One())
        >>> batches = mx.io.NDArrayIter(mx.nd.ones((3, 2)), batch_size=2)
        >>> [(number, outputs[0].shape) for outputs, number, _ in module.iter_predict(batches)]
        [(0, (2, 1)), (1, (1, 1))]
        """
        self._require("iter_predict")
        yield from self._predict_batches(eval_data, num_batch, reset, sparse_row_id_fn)

    def _predict_batches(self, eval_data: Any, num_batch: Any, reset: bool, sparse_row_id_fn: Any) -> Iterator[Any]:
        if reset:
            eval_data.reset()
        for number, batch in self._evaluate_batches(eval_data, num_batch, sparse_row_id_fn):
            padding = batch.pad or 0
            yield [out[0:out.shape[0] - padding] for out in self.get_outputs()], number, batch

    def predict(self, eval_data: Any, num_batch: int | None = None, merge_batches: bool = True, reset: bool = True,
                always_output_list: bool = False, sparse_row_id_fn: Callable[..., Any] | None = None) -> Any:
        """Compute the outputs for an array or an iterator.

        Parameters
        ----------
        eval_data : DataIter, NDArray or numpy.ndarray
            The data.
        num_batch : int, optional
            Number of batches. The default is all batches.
        merge_batches : bool
            Whether to concatenate the outputs of all batches, instead of returning a list of lists.
        reset : bool
            Whether to reset the iterator first.
        always_output_list : bool
            Whether to return a list even if there is only one output.
        sparse_row_id_fn : callable, optional
            Function that returns the rows of sparse parameters that a batch needs.

        Returns
        -------
        NDArray or list of NDArray
            The outputs. Only the first output is returned for an array.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params(mx.init.One())
        >>> module.predict(mx.io.NDArrayIter(mx.nd.array([[1, 2], [3, 4]]), batch_size=1)).asnumpy()
        array([[3.],
               [7.]], dtype=float32)
        """
        self._require("predict")
        array = ndarray.array(eval_data) if isinstance(eval_data, np.ndarray) else eval_data
        if isinstance(array, ndarray.NDArray):
            self.forward(DataBatch([array]))
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError(f"predict: eval_data must be a DataIter or an array, received {type(eval_data)}")
        batches = [[out.copy() for out in outputs]
                 for outputs, _, _ in self._predict_batches(eval_data, num_batch, reset, sparse_row_id_fn)]
        if not batches or not merge_batches:
            return batches
        counts = {len(outputs) for outputs in batches}
        require(len(counts) == 1, f"predict: batches with {sorted(counts)} outputs, such as buckets, cannot be merged; "
                                  "pass merge_batches=False")
        merged = [ndarray.concatenate(list(parts)) for parts in zip(*batches, strict=True)]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    def fit(self, train_data: Any, eval_data: Any = None, eval_metric: Any = "acc", epoch_end_callback: Any = None,
            batch_end_callback: Any = None, kvstore: Any = "local", optimizer: Any = "sgd",
            optimizer_params: Any = (("learning_rate", 0.01),), eval_end_callback: Any = None,
            eval_batch_end_callback: Any = None, initializer: Any = _DEFAULT_INITIALIZER,
            arg_params: dict[str, NDArray] | None = None, aux_params: dict[str, NDArray] | None = None,
            allow_missing: bool = False, force_rebind: bool = False, force_init: bool = False, begin_epoch: int = 0,
            num_epoch: int | None = None, validation_metric: Any = None, monitor: Monitor | None = None,
            sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Train for a number of epochs.

        Parameters
        ----------
        train_data, eval_data : DataIter
            Data for training and, optionally, for an evaluation after each epoch.
        eval_metric : str or EvalMetric
            Metric for the training data.
        epoch_end_callback : callable or list of callables, optional
            Functions of the epoch, the symbol, the parameters and the auxiliary states.
        batch_end_callback, eval_end_callback, eval_batch_end_callback : callable or list of callables, optional
            Functions of a ``BatchEndParam`` that are called after each batch of the training data, after the
            evaluation, and after each of its batches.
        kvstore : str or KVStore
            Store that sums gradients over devices and workers.
        optimizer : str or Optimizer
            The optimizer or its name.
        optimizer_params : dict or pairs
            Arguments of the optimizer if `optimizer` is a name.
        initializer : Initializer
            Initializer of parameters without initial value.
        arg_params, aux_params : dict, optional
            Initial values by name.
        allow_missing : bool
            Whether to initialize parameters that are missing in the dicts, instead of raising an error.
        force_rebind, force_init : bool
            Whether to bind or initialize again, even if the module is already bound or initialized.
        begin_epoch, num_epoch : int
            First epoch, and the epoch to stop before. `num_epoch` is required.
        validation_metric : str or EvalMetric, optional
            Metric for the evaluation data. The default is `eval_metric`.
        monitor : Monitor, optional
            Monitor of the training.
        sparse_row_id_fn : callable, optional
            Function that returns the rows of sparse parameters that a batch needs.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[0, 1], [1, 0]]), mx.nd.array([0, 1]), batch_size=2)
        >>> module.fit(batches, optimizer='sgd', optimizer_params={'learning_rate': 1.0}, num_epoch=10)
        >>> module.score(batches, 'acc')
        [('accuracy', 1.0)]
        """
        if num_epoch is None:
            raise ModuleStateError("fit: please specify number of epochs, num_epoch")
        shapes = {"data_shapes": train_data.provide_data, "label_shapes": train_data.provide_label}
        self.bind(**shapes, for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                         allow_missing=allow_missing, force_init=force_init)
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        validation_metric = eval_metric if validation_metric is None else validation_metric
        eval_metric = _as_metric(eval_metric)
        for epoch in range(begin_epoch, num_epoch):
            started = time.time()
            values = self._fit_epoch(train_data, eval_metric, epoch, _as_list(batch_end_callback or []), monitor,
                                     sparse_row_id_fn)
            for name, value in values:
                self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, loggable(value))
            self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            # Devices may have different statistics of batch normalization. All continue with the mean.
            arg_params, aux_params = self.get_params()
            self.set_params(arg_params, aux_params)
            for callback in _as_list(epoch_end_callback or []):
                callback(epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                results = self.score(eval_data, validation_metric, score_end_callback=eval_end_callback,
                                   batch_end_callback=eval_batch_end_callback, epoch=epoch)
                for name, value in results:
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, loggable(value))
            self._after_epoch(train_data)

    def _after_epoch(self, train_data: Any) -> None:
        train_data.reset()

    def _values_of_epoch(self, eval_metric: Any) -> Any:
        return eval_metric.get_global_name_value()

    def _fit_epoch(self, train_data: Any, eval_metric: Any, epoch: int, callbacks: list[Any], monitor: Any,
                   sparse_row_id_fn: Any) -> Any:
        """Train with all batches of an iterator, and return the values of the metric."""
        eval_metric.reset()
        batches = iter(train_data)
        following = next(batches, None)
        require(following is not None, "fit: train_data has no batches; it may need reset()")
        nbatch, values = 0, []
        while following is not None:
            data_batch = following
            if monitor is not None:
                monitor.tic()
            self.forward_backward(data_batch)
            self.update()
            self._update_metric_with(eval_metric, data_batch)
            following = next(batches, None)
            if following is not None:
                self.prepare(following, sparse_row_id_fn=sparse_row_id_fn)
            if monitor is not None:
                monitor.toc_print()
            if following is None:
                # Callbacks may reset the metric.
                values = self._values_of_epoch(eval_metric)
            if callbacks:
                batch_end_params = BatchEndParam(epoch, nbatch, eval_metric, locals())
                for callback in callbacks:
                    callback(batch_end_params)
            nbatch += 1
        return values

    # Facts

    @property
    def data_names(self) -> list[str]:
        """Names of the data.

        Examples
        --------
        >>> mx.mod.Module(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1), label_names=None).data_names
        ['data']
        """
        raise NotImplementedError(f"{type(self).__name__} does not define data_names")

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs.

        Examples
        --------
        >>> mx.mod.Module(mx.sym.softmax(mx.sym.var('data'), name='softmax'), label_names=None).output_names
        ['softmax_output']
        """
        raise NotImplementedError(f"{type(self).__name__} does not define output_names")

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.softmax(mx.sym.var('data')), label_names=None)
        >>> module.bind([('data', (4, 3))])
        >>> module.data_shapes[0].name, module.data_shapes[0].shape
        ('data', (4, 3))
        """
        raise NotImplementedError(f"{type(self).__name__} does not define data_shapes")

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax'))
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.label_shapes[0].name, module.label_shapes[0].shape
        ('softmax_label', (4,))
        """
        raise NotImplementedError(f"{type(self).__name__} does not define label_shapes")

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.softmax(mx.sym.var('data'), name='softmax'), label_names=None)
        >>> module.bind([('data', (4, 3))])
        >>> module.output_shapes
        [('softmax_output', (4, 3))]
        """
        raise NotImplementedError(f"{type(self).__name__} does not define output_shapes")

    @property
    def symbol(self) -> Symbol | None:
        """The symbol of the network.

        Examples
        --------
        >>> mx.mod.Module(mx.sym.softmax(mx.sym.var('data'), name='softmax'), label_names=None).symbol.name
        'softmax'
        """
        return self._symbol

    # Parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Return parameters and auxiliary states.

        Returns
        -------
        arg_params, aux_params : dict of str to NDArray
            Arrays on the CPU by name.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> arg_params, aux_params = module.get_params()
        >>> {name: array.shape for name, array in arg_params.items()}
        {'fc_weight': (2, 3), 'fc_bias': (2,)}
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_params")

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        """Initialize parameters and auxiliary states.

        Parameters
        ----------
        initializer : Initializer
            Initializer of parameters without initial value.
        arg_params, aux_params : dict, optional
            Initial values by name.
        allow_missing : bool
            Whether to initialize parameters that are missing in the dicts, instead of raising an error.
        force_init : bool
            Whether to initialize even if the parameters are already initialized.
        allow_extra : bool
            Whether to ignore arrays that are not parameters of the network.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))])
        >>> module.init_params(mx.init.Xavier())
        >>> values = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.zeros(1)}
        >>> module.init_params(arg_params=values, force_init=True)
        >>> module.get_params()[0]['fc_weight'].asnumpy()
        array([[1., 2.]], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_params")

    def set_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray], allow_missing: bool = False,
                   force_init: bool = True, allow_extra: bool = False) -> None:
        """Set parameters and auxiliary states.

        Parameters
        ----------
        arg_params, aux_params : dict of str to NDArray
            Parameters and auxiliary states by name.
        allow_missing : bool
            Whether to keep the values of parameters that are missing in the dicts, instead of raising an error.
        force_init : bool
            Whether to set the parameters even if they are already initialized.
        allow_extra : bool
            Whether to ignore arrays that are not parameters of the network.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))])
        >>> module.set_params({'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.zeros(1)}, {})
        >>> module.get_params()[0]['fc_weight'].asnumpy()
        array([[1., 2.]], dtype=float32)
        """
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing,
                         force_init=force_init, allow_extra=allow_extra)

    def save_params(self, fname: str) -> None:
        """Write parameters and auxiliary states to a file.

        Parameters
        ----------
        fname : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))])
        >>> module.init_params()
        >>> module.save_params('fc.params')
        >>> sorted(mx.nd.load('fc.params'))
        ['arg:fc_bias', 'arg:fc_weight']
        """
        arg_params, aux_params = self.get_params()
        arrays = {f"arg:{name}": array.as_in_context(cpu()) for name, array in arg_params.items()}
        arrays.update({f"aux:{name}": array.as_in_context(cpu()) for name, array in aux_params.items()})
        ndarray.save(fname, arrays)

    def load_params(self, fname: str) -> None:
        """Read parameters and auxiliary states from a file.

        Parameters
        ----------
        fname : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> mx.nd.save('fc.params', {'arg:fc_weight': mx.nd.array([[1, 2]]), 'arg:fc_bias': mx.nd.zeros(1)})
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))])
        >>> module.load_params('fc.params')
        >>> module.get_params()[0]['fc_weight'].asnumpy()
        array([[1., 2.]], dtype=float32)
        """
        arg_params, aux_params = split_params(ndarray.load(fname), fname)
        self.set_params(arg_params, aux_params)

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return an empty list, because there are no states.

        Parameters
        ----------
        merge_multi_context : bool
            Must be False.

        Returns
        -------
        list
            Empty list.

        Examples
        --------
        >>> module = mx.mod.SequentialModule().add(mx.mod.Module(mx.sym.softmax(mx.sym.var('data')), label_names=None))
        >>> module.bind([('data', (1, 2))])
        >>> module.init_params()
        >>> module.get_states(merge_multi_context=False)
        []
        """
        self._require("get_states")
        require(not merge_multi_context, "get_states: merge_multi_context=True is not supported")
        return []

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Raise if states are given, because there are none.

        Parameters
        ----------
        states, value : optional
            Must be empty or zero.

        Returns
        -------
        None

        Examples
        --------
        >>> module = mx.mod.SequentialModule().add(mx.mod.Module(mx.sym.softmax(mx.sym.var('data')), label_names=None))
        >>> module.bind([('data', (1, 2))])
        >>> module.init_params()
        >>> module.set_states(states=[])
        """
        self._require("set_states")
        require(not states and not value, f"set_states: {type(self).__name__} has no states")

    # Steps

    def install_monitor(self, mon: Monitor) -> None:
        """Install a monitor on all executors.

        Parameters
        ----------
        mon : Monitor
            The monitor.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params(mx.init.One())
        >>> monitor = mx.mon.Monitor(1, stat_func=lambda array: array.sum(), pattern='fc_output')
        >>> module.install_monitor(monitor)
        >>> monitor.tic()
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))]))
        >>> [(name, text.strip()) for _, name, text in monitor.toc()]
        [('fc_output', '2.0')]
        """
        raise NotImplementedError(f"{type(self).__name__} does not define install_monitor")

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Prepare for a batch. This fetches the rows of sparse parameters that it needs.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        sparse_row_id_fn : callable, optional
            Function that returns the rows of sparse parameters that a batch needs.

        Returns
        -------
        None

        Examples
        --------
        >>> module = mx.mod.SequentialModule()
        >>> module.prepare(mx.io.DataBatch([mx.nd.ones((1, 2))]))
        """
        if sparse_row_id_fn is not None:
            warnings.warn(f"{type(self).__name__} does not support sparse_row_id_fn, so it is not called",
                          UserWarning, stacklevel=user_level())

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run the forward pass of a batch.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        is_train : bool, optional
            Whether to run in training mode. The default is the mode of `bind`.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))]), is_train=False)
        >>> module.get_outputs()[0].asnumpy()[0]
        array([0.5, 0.5], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, out_grads: Any = None) -> None:
        """Run the backward pass.

        Parameters
        ----------
        out_grads : list of NDArray, optional
            Gradients of the outputs. Required unless the outputs are losses.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))], inputs_need_grad=True)
        >>> module.init_params(mx.init.One())
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))]))
        >>> module.backward([mx.nd.array([[3]])])
        >>> module.get_input_grads()[0].asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        """Return the outputs of the last batch.

        Parameters
        ----------
        merge_multi_context : bool
            Whether to concatenate the parts of several devices. Otherwise each entry is a list of one array per device.

        Returns
        -------
        list of NDArray
            One entry per output.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params(mx.init.One())
        >>> module.forward(mx.io.DataBatch([mx.nd.array([[1, 2]])]))
        >>> module.get_outputs()[0].asnumpy()
        array([[3.]], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_outputs")

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """Return the gradients of the data of the last batch.

        Parameters
        ----------
        merge_multi_context : bool
            Whether to concatenate the parts of several devices. Otherwise each entry is a list of one array per device.

        Returns
        -------
        list of NDArray
            One entry per data array.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))], inputs_need_grad=True)
        >>> module.init_params(mx.init.One())
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))]))
        >>> module.backward([mx.nd.array([[3]])])
        >>> module.get_input_grads()[0].asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_input_grads")

    def update(self) -> None:
        """Update the parameters with the gradients of the last batch.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> module.init_optimizer(optimizer='sgd', optimizer_params={'learning_rate': 0.1})
        >>> module.forward_backward(mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.zeros(4)]))
        >>> module.update()
        """
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the labels and outputs of the last batch.

        Parameters
        ----------
        eval_metric : EvalMetric
            The metric.
        labels : list of NDArray
            Labels of the batch.
        pre_sliced : bool
            Whether `labels` is a list with the labels of each device.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> metric, labels = mx.metric.Accuracy(), [mx.nd.zeros(4)]
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))], labels))
        >>> module.update_metric(metric, labels)
        >>> metric.get()
        ('accuracy', 1.0)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define update_metric")

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Create executors for data of given shapes.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
            Names and shapes of data and labels.
        for_training : bool
            Whether `backward` will be called.
        inputs_need_grad : bool
            Whether to compute gradients of the data.
        force_rebind : bool
            Whether to bind even if the module is already bound.
        shared_module : Module, optional
            Module whose parameters are shared.
        grad_req : str, list or dict
            Gradient update mode: ``'write'``, ``'add'`` or ``'null'``.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind(data_shapes=[('data', (4, 3))], label_shapes=[('softmax_label', (4,))])
        >>> module.output_shapes
        [('softmax_output', (4, 2))]
        """
        raise NotImplementedError(f"{type(self).__name__} does not define bind")

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Create an optimizer and the store that sums gradients.

        Parameters
        ----------
        kvstore : str or KVStore
            Store that sums gradients over devices and workers.
        optimizer : str or Optimizer
            The optimizer or its name.
        optimizer_params : dict or pairs
            Arguments of the optimizer if `optimizer` is a name.
        force_init : bool
            Whether to create it even if the module already has an optimizer.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> module.init_optimizer(optimizer='adam', optimizer_params={'learning_rate': 0.001})
        >>> module.optimizer_initialized
        True
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_optimizer")


concise_module(__name__)
