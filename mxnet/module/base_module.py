"""BaseModule: what all modules offer, and the training loop they share."""

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


def _as_metric(given: Any) -> metric.EvalMetric:
    return given if isinstance(given, metric.EvalMetric) else metric.create(given)


class BaseModule:
    """A network with parameters, in one of these states: made, bound, with parameters, with an optimizer.

    Subclasses define ``bind``, ``init_params``, ``init_optimizer``, ``forward``, ``backward``, ``update`` and the
    like; ``fit``, ``score`` and ``predict`` come from here.

    Parameters
    ----------
    logger : Logger
    """

    def __init__(self, logger: Any = logging) -> None:
        self.logger = logger
        self.binded = self.params_initialized = self.optimizer_initialized = False
        self.for_training = self.inputs_need_grad = False
        self._symbol: Any = None
        self._total_exec_bytes = 0

    def _require(self, what: str, optimizer: bool = False) -> None:
        """Raise unless the module is bound and has parameters, and an optimizer if asked for."""
        require(self.binded, f"{what}: the module is not bound; call bind first")
        require(self.params_initialized, f"{what}: the module has no parameters; call init_params first")
        if optimizer:
            require(self.optimizer_initialized, f"{what}: the module has no optimizer; call init_optimizer first")

    def _ignores_bind(self, force_rebind: bool) -> bool:
        """Whether the module is bound and may stay so; says that in the log."""
        ignores = self.binded and not force_rebind
        if ignores:
            self.logger.warning("Already bound, ignoring bind()")
        return ignores

    # Whole data sets

    def forward_backward(self, data_batch: DataBatch) -> None:
        """Run a batch forwards and backwards."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def score(self, eval_data: Any, eval_metric: Any, num_batch: int | None = None, batch_end_callback: Any = None,
              score_end_callback: Any = None, reset: bool = True, epoch: int = 0,
              sparse_row_id_fn: Callable[..., Any] | None = None) -> list[tuple[str, float]]:
        """The metric on an iterator.

        Parameters
        ----------
        eval_data : DataIter
        eval_metric : str or EvalMetric
        num_batch : int, optional
            How many batches; all by default.
        batch_end_callback, score_end_callback : callable or list of callables, optional
        reset : bool
            Begin at the beginning of the iterator.
        epoch : int
            Number to tell callbacks.
        sparse_row_id_fn : callable, optional
            Says which rows of sparse parameters a batch needs.

        Returns
        -------
        list of tuple
            Names and values.
        """
        self._require("score")
        if reset:
            eval_data.reset()
        eval_metric = _as_metric(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        for nbatch, eval_batch in self._evaluated(eval_data, num_batch, sparse_row_id_fn):
            self._tell_metric(eval_metric, eval_batch)
            if batch_end_callback is not None:
                told = BatchEndParam(epoch, nbatch, eval_metric, locals())
                for callback in _as_list(batch_end_callback):
                    callback(told)
            actual_num_batch = nbatch + 1
        if score_end_callback:
            told = BatchEndParam(epoch, actual_num_batch, eval_metric, locals())
            for callback in _as_list(score_end_callback):
                callback(told)
        return eval_metric.get_name_value()

    def _evaluated(self, eval_data: Any, num_batch: int | None, sparse_row_id_fn: Any) -> Iterator[tuple[int, Any]]:
        """Numbers and batches, each after it has run forwards."""
        for number, batch in enumerate(eval_data):
            if number == num_batch:
                return
            self.prepare(batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(batch, is_train=False)
            yield number, batch

    def _tell_metric(self, eval_metric: Any, batch: Any) -> None:
        if isinstance(batch, list):
            self.update_metric(eval_metric, [part.label for part in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)

    def iter_predict(self, eval_data: Any, num_batch: int | None = None, reset: bool = True,
                     sparse_row_id_fn: Callable[..., Any] | None = None) -> Iterator[Any]:
        """Outputs, number and batch, for one batch after the other.

        Parameters
        ----------
        eval_data : DataIter
        num_batch : int, optional
            How many batches; all by default.
        reset : bool
            Begin at the beginning of the iterator.
        sparse_row_id_fn : callable, optional
            Says which rows of sparse parameters a batch needs.
        """
        self._require("iter_predict")
        yield from self._predicted(eval_data, num_batch, reset, sparse_row_id_fn)

    def _predicted(self, eval_data: Any, num_batch: Any, reset: bool, sparse_row_id_fn: Any) -> Iterator[Any]:
        if reset:
            eval_data.reset()
        for number, batch in self._evaluated(eval_data, num_batch, sparse_row_id_fn):
            padding = batch.pad or 0
            yield [out[0:out.shape[0] - padding] for out in self.get_outputs()], number, batch

    def predict(self, eval_data: Any, num_batch: int | None = None, merge_batches: bool = True, reset: bool = True,
                always_output_list: bool = False, sparse_row_id_fn: Callable[..., Any] | None = None) -> Any:
        """The outputs for an array or an iterator.

        Parameters
        ----------
        eval_data : DataIter, NDArray or numpy.ndarray
        num_batch : int, optional
            How many batches; all by default.
        merge_batches : bool
            Join the outputs of all batches, instead of a list of lists.
        reset : bool
            Begin at the beginning of the iterator.
        always_output_list : bool
            Return a list although there is one output.
        sparse_row_id_fn : callable, optional
            Says which rows of sparse parameters a batch needs.
        """
        self._require("predict")
        array = ndarray.array(eval_data) if isinstance(eval_data, np.ndarray) else eval_data
        if isinstance(array, ndarray.NDArray):
            self.forward(DataBatch([array]))
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError(f"predict: eval_data must be a DataIter or an array, received {type(eval_data)}")
        found = [[out.copy() for out in outputs]
                 for outputs, _, _ in self._predicted(eval_data, num_batch, reset, sparse_row_id_fn)]
        if not found or not merge_batches:
            return found
        counts = {len(outputs) for outputs in found}
        require(len(counts) == 1, f"predict: batches have {sorted(counts)} outputs (buckets?), which cannot be merged; "
                                  "pass merge_batches=False")
        merged = [ndarray.concatenate(list(parts)) for parts in zip(*found, strict=True)]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    def fit(self, train_data: Any, eval_data: Any = None, eval_metric: Any = "acc", epoch_end_callback: Any = None,
            batch_end_callback: Any = None, kvstore: Any = "local", optimizer: Any = "sgd",
            optimizer_params: Any = (("learning_rate", 0.01),), eval_end_callback: Any = None,
            eval_batch_end_callback: Any = None, initializer: Any = _DEFAULT_INITIALIZER,
            arg_params: dict[str, NDArray] | None = None, aux_params: dict[str, NDArray] | None = None,
            allow_missing: bool = False, force_rebind: bool = False, force_init: bool = False, begin_epoch: int = 0,
            num_epoch: int | None = None, validation_metric: Any = None, monitor: Monitor | None = None,
            sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Train for some epochs.

        Parameters
        ----------
        train_data, eval_data : DataIter
        eval_metric : str or EvalMetric
            For the training data.
        epoch_end_callback, batch_end_callback, eval_end_callback, eval_batch_end_callback
            Functions or lists of functions.
        kvstore : str or KVStore
        optimizer : str or Optimizer
        optimizer_params : dict or pairs
            Arguments of the optimizer when it is given by name.
        initializer : Initializer
        arg_params, aux_params : dict, optional
            First values of parameters; `allow_missing` initializes those that they do not have.
        force_rebind, force_init : bool
            Bind or initialize anew what already is.
        begin_epoch, num_epoch : int
        validation_metric : str or EvalMetric, optional
            For the evaluation; that of the training by default.
        monitor : Monitor, optional
        sparse_row_id_fn : callable, optional
            Says which rows of sparse parameters a batch needs.
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
            # Devices may have drifted apart (statistics of batch normalization): all go on from the mean.
            arg_params, aux_params = self.get_params()
            self.set_params(arg_params, aux_params)
            for callback in _as_list(epoch_end_callback or []):
                callback(epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                found = self.score(eval_data, validation_metric, score_end_callback=eval_end_callback,
                                   batch_end_callback=eval_batch_end_callback, epoch=epoch)
                for name, value in found:
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, loggable(value))
            self._after_epoch(train_data)

    def _after_epoch(self, train_data: Any) -> None:
        train_data.reset()

    def _values_of_epoch(self, eval_metric: Any) -> Any:
        return eval_metric.get_global_name_value()

    def _fit_epoch(self, train_data: Any, eval_metric: Any, epoch: int, callbacks: list[Any], monitor: Any,
                   sparse_row_id_fn: Any) -> Any:
        """Train with all batches of an iterator; the values of the metric over all of them."""
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
            self._tell_metric(eval_metric, data_batch)
            following = next(batches, None)
            if following is not None:
                self.prepare(following, sparse_row_id_fn=sparse_row_id_fn)
            if monitor is not None:
                monitor.toc_print()
            if following is None:
                # Callbacks may reset the metric.
                values = self._values_of_epoch(eval_metric)
            if callbacks:
                told = BatchEndParam(epoch, nbatch, eval_metric, locals())
                for callback in callbacks:
                    callback(told)
            nbatch += 1
        return values

    # Facts

    @property
    def data_names(self) -> list[str]:
        """Names of the data."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_names")

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_names")

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data."""
        raise NotImplementedError(f"{type(self).__name__} does not define data_shapes")

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels."""
        raise NotImplementedError(f"{type(self).__name__} does not define label_shapes")

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define output_shapes")

    @property
    def symbol(self) -> Symbol | None:
        """The symbol of the network."""
        return self._symbol

    # Parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Parameters and auxiliary states, as two dicts of arrays on the CPU."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_params")

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        """Initialize parameters and auxiliary states.

        Parameters
        ----------
        initializer : Initializer
        arg_params, aux_params : dict, optional
            Values to take instead.
        allow_missing : bool
            Initialize those that the dicts do not have, instead of raising.
        force_init : bool
            Do it although it has been done.
        allow_extra : bool
            Ignore arrays that the network does not have.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_params")

    def set_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray], allow_missing: bool = False,
                   force_init: bool = True, allow_extra: bool = False) -> None:
        """Overwrite parameters and auxiliary states; the arguments are those of `init_params`."""
        self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, allow_missing=allow_missing,
                         force_init=force_init, allow_extra=allow_extra)

    def save_params(self, fname: str) -> None:
        """Write parameters and auxiliary states to a file."""
        arg_params, aux_params = self.get_params()
        arrays = {f"arg:{name}": array.as_in_context(cpu()) for name, array in arg_params.items()}
        arrays.update({f"aux:{name}": array.as_in_context(cpu()) for name, array in aux_params.items()})
        ndarray.save(fname, arrays)

    def load_params(self, fname: str) -> None:
        """Read parameters and auxiliary states from a file."""
        arg_params, aux_params = split_params(ndarray.load(fname), fname)
        self.set_params(arg_params, aux_params)

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """States that are kept from batch to batch: none."""
        self._require("get_states")
        require(not merge_multi_context, "get_states: merge_multi_context=True is not supported")
        return []

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Overwrite states: there are none."""
        self._require("set_states")
        require(not states and not value, f"set_states: {type(self).__name__} has no states")

    # Steps

    def install_monitor(self, mon: Monitor) -> None:
        """Watch all executors."""
        raise NotImplementedError(f"{type(self).__name__} does not define install_monitor")

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Get ready for a batch: fetch the rows of sparse parameters it needs."""
        if sparse_row_id_fn is not None:
            warnings.warn(f"{type(self).__name__} does not fetch rows, so sparse_row_id_fn is not called",
                          UserWarning, stacklevel=user_level())

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run a batch forwards; in training mode if bound for it, unless `is_train` says otherwise."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, out_grads: Any = None) -> None:
        """Run backwards; `out_grads` are needed unless the outputs are losses."""
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        """Outputs of the last batch; those of several devices joined, or in a list."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_outputs")

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """Gradients of the data of the last batch; those of several devices joined, or in a list."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_input_grads")

    def update(self) -> None:
        """Update the parameters with the gradients of the last batch."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Tell a metric the labels and outputs of the last batch."""
        raise NotImplementedError(f"{type(self).__name__} does not define update_metric")

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Make executors for data of given shapes.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
        for_training : bool
            Whether backward will be called.
        inputs_need_grad : bool
            Compute gradients of the data as well.
        force_rebind : bool
            Do it although it has been done.
        shared_module : Module, optional
            Whose parameters are used.
        grad_req : str, list or dict
            'write', 'add' or 'null'.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define bind")

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Make an optimizer and the store that adds up gradients.

        Parameters
        ----------
        kvstore : str or KVStore
        optimizer : str or Optimizer
        optimizer_params : dict or pairs
            Arguments of the optimizer when it is given by name.
        force_init : bool
            Do it although it has been done.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define init_optimizer")


concise_module(__name__)
