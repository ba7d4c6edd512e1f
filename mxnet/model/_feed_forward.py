"""FeedForward, MXNet's oldest training interface."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import io, metric, model
from .. import ndarray as nd
from .. import optimizer as opt
from .. import symbol as sym
from .._runtime.tracebacks import concise_module, user_level
from ..base import MXNetError, mx_real_t
from ..callback import LogValidationMetricsCallback
from ..context import Context, cpu
from ..executor_manager import DataParallelExecutorManager, _check_arguments, _load_data
from ..initializer import InitDesc, Uniform
from ..io import DataDesc
from ._training_loop import TrainingLoop

if TYPE_CHECKING:
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..symbol import Symbol

_DEFAULT_INITIALIZER = Uniform(0.01)
_DEFAULT_EVAL_END = LogValidationMetricsCallback()
_ARRAYS = (np.ndarray, nd.NDArray)


def _select_params(params: Any, names: list[str]) -> Any:
    """Return the parameters that a network has."""
    return {name: params[name] for name in names if name in params} if params else params


class FeedForward:
    """A network with parameters that can be trained on arrays. Deprecated in favor of ``mx.mod.Module``.

    Parameters
    ----------
    symbol : Symbol or callable
        The network, or a function that creates it from the key of a bucket.
    ctx : Context or list, optional
        Devices. The default is the CPU.
    num_epoch : int, optional
        The epoch to stop before. `fit` needs it.
    epoch_size : int, optional
        Number of batches in an epoch. The default is the complete data.
    optimizer : str or Optimizer
        The optimizer or its name.
    initializer : Initializer
        Initializer of parameters without initial value.
    numpy_batch_size : int
        Batch size for arrays.
    arg_params, aux_params : dict, optional
        Initial values by name.
    allow_extra_params : bool
        Ignore parameters that are not part of the network.
    begin_epoch : int
        First epoch.
    **kwargs
        Arguments of the optimizer.

    Examples
    --------
    >>> network = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2), name='softmax')
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter('ignore')  # it is deprecated
    ...     model = mx.model.FeedForward(network, num_epoch=1, numpy_batch_size=2)
    >>> _ = model.fit(mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2))
    >>> model.predict(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    def __init__(self, symbol: Symbol, ctx: Any = None, num_epoch: int | None = None, epoch_size: int | None = None,
                 optimizer: Any = "sgd", initializer: Any = _DEFAULT_INITIALIZER, numpy_batch_size: int = 128,
                 arg_params: dict[str, NDArray] | None = None, aux_params: dict[str, NDArray] | None = None,
                 allow_extra_params: bool = False, begin_epoch: int = 0, **kwargs: Any) -> None:
        warnings.warn("\033[91mmxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module instead."
                      "\033[0m", DeprecationWarning, stacklevel=user_level())
        self.symbol: Any = symbol if isinstance(symbol, sym.Symbol) else None
        self.sym_gen = None if isinstance(symbol, sym.Symbol) else symbol
        if self.sym_gen is not None and not callable(symbol):
            raise TypeError(f"FeedForward: symbol must be a Symbol or a function that returns one, received "
                            f"{type(symbol)}")
        self.arg_params, self.aux_params = arg_params, aux_params
        self.allow_extra_params = allow_extra_params
        self.argument_checked = False
        if self.sym_gen is None:
            self._check_arguments()
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else ctx
        self.num_epoch, self.epoch_size = num_epoch, epoch_size
        self.kwargs = dict(kwargs)
        self.optimizer, self.initializer = optimizer, initializer
        self.numpy_batch_size = numpy_batch_size
        self._pred_exec: Any = None
        self.begin_epoch = begin_epoch

    def _check_arguments(self) -> None:
        if self.argument_checked:
            return
        self.argument_checked = True
        _check_arguments(self.symbol)
        if self.allow_extra_params:
            self.arg_params = _select_params(self.arg_params, self.symbol.list_arguments())
            self.aux_params = _select_params(self.aux_params, self.symbol.list_auxiliary_states())

    @staticmethod
    def _is_data_arg(name: str) -> bool:
        return name.endswith(("data", "label"))

    def _init_params(self, inputs: Any, overwrite: bool = False) -> Any:
        """Create and initialize the parameters for inputs of given shapes."""
        described = [d if isinstance(d, DataDesc) else DataDesc(*d) for d in inputs]
        shapes = {d.name: d.shape for d in described}
        arguments, states = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        arg_shapes, _, aux_shapes = self.symbol.infer_shape(**{k: v for k, v in shapes.items() if k in arguments})
        if arg_shapes is None:
            raise MXNetError(f"FeedForward: the shapes of {arguments} cannot be inferred from the inputs {shapes}; the "
                             "data names must match variables of the network")
        arg_types, _, aux_types = self.symbol.infer_type(**{d.name: d.dtype for d in described})
        self.arg_params = self._create_arrays(arguments, arg_shapes, arg_types, self.arg_params, shapes, overwrite)
        self.aux_params = self._create_arrays(states, aux_shapes, aux_types, self.aux_params, {}, overwrite)
        return arguments, [name for name in arguments if name not in shapes], states

    def _create_arrays(self, names: Any, shapes: Any, types: Any, values: Any, left_out: Any, overwrite: bool) -> Any:
        arrays = {}
        attributes = self.symbol.attr_dict()
        for name, shape, dtype in zip(names, shapes, types or [mx_real_t] * len(names), strict=True):
            if name in left_out:
                continue
            arrays[name] = nd.zeros(shape=shape, dtype=dtype)
            if values and name in values and not overwrite:
                arrays[name][:] = values[name]
            else:
                self.initializer(InitDesc(name, attributes.get(name)), arrays[name])
        return arrays

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pred_exec": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    # Data

    def _init_iter(self, X: Any, y: Any, is_train: bool) -> Any:
        """Return an iterator over arrays, or the iterator itself."""
        if isinstance(X, io.DataIter):
            return X
        if not isinstance(X, _ARRAYS):
            raise TypeError(f"X must be an array or a DataIter, received {type(X)}")
        count = X.shape[0]
        if y is None and is_train:
            raise ValueError("y is required, because X is an array and training needs labels")
        y = np.zeros(count) if y is None else y
        if not isinstance(y, _ARRAYS):
            raise TypeError(f"y must be an array because X is an array, received {type(y)}")
        if y.shape[0] != count:
            raise ValueError(f"X and y must have the same length, received {count} samples and {y.shape[0]} labels")
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.reshape((-1,))
        if y.ndim != 1:
            raise ValueError(f"y must have one label per sample and shape ({count},) or ({count}, 1), received "
                             f"{y.shape}")
        size = min(count, self.numpy_batch_size)
        if is_train:
            return io.NDArrayIter(X, y, size, shuffle=True, last_batch_handle="roll_over")
        return io.NDArrayIter(X, y, size, shuffle=False)

    def _init_eval_iter(self, eval_data: Any) -> Any:
        if eval_data is None or isinstance(eval_data, io.DataIter):
            return eval_data
        if not isinstance(eval_data, (tuple, list)) or len(eval_data) != 2:
            raise TypeError(f"eval_data must be a DataIter or a pair of data and labels, received {type(eval_data)}")
        data, label = eval_data
        if data is None:
            raise ValueError("the data of eval_data is None")
        if label is None and isinstance(data, io.DataIter):
            return data
        return self._init_iter(np.array(data) if isinstance(data, list) else data,
                               np.array(label) if isinstance(label, list) else label, is_train=True)

    # Prediction

    def _init_predictor(self, data: Any) -> list[Any]:
        """Bind for prediction, and return the data arrays."""
        if self.arg_params is None:
            raise MXNetError("FeedForward: the parameters are not initialized; call fit, or pass arg_params")
        types = {name: array.dtype for name, array in self.arg_params.items()}
        types.update({d[0]: d.dtype if isinstance(d, DataDesc) else mx_real_t for d in data.provide_data})
        shapes = {name: array.shape for name, array in self.arg_params.items()}
        shapes.update({d[0]: d[1] for d in data.provide_data})
        arg_shapes, _, _ = self.symbol.infer_shape(**shapes)
        if arg_shapes is None:
            raise MXNetError(f"Incomplete input shapes: the shapes of {self.symbol.list_arguments()} cannot be "
                             f"inferred from {shapes}")
        if self._pred_exec is None or [a.shape for a in self._pred_exec.arg_arrays] != arg_shapes:
            _check_arguments(self.symbol)
            executor = self.symbol.simple_bind(self.ctx[0], grad_req="null", type_dict=types, **shapes)
            executor.copy_params_from(self.arg_params, self.aux_params)
            self._pred_exec = executor
        return [self._pred_exec.arg_dict[d[0]] for d in data.provide_data]

    def predict(self, X: Any, num_batch: int | None = None, return_data: bool = False, reset: bool = True) -> Any:
        """Compute the outputs for arrays or an iterator, as numpy arrays.

        Parameters
        ----------
        X : numpy.ndarray, NDArray or DataIter
            The data.
        num_batch : int, optional
            Number of batches. The default is all batches.
        return_data : bool
            Also return data and labels.
        reset : bool
            Reset the iterator first.

        Returns
        -------
        numpy.ndarray, or list of numpy.ndarray
            The outputs. A network with several outputs returns a list. With `return_data`, a tuple of outputs, data
            and labels.
        """
        data = self._init_iter(X, None, is_train=False)
        if reset:
            data.reset()
        targets = self._init_predictor(data)
        outputs: list[list[Any]] = [[] for _ in self._pred_exec.outputs]
        inputs: list[list[Any]] = [[] for _ in data.provide_data]
        labels: list[list[Any]] = [[] for _ in data.provide_label]
        for number, batch in enumerate(data, start=1):
            _load_data(batch, targets)
            self._pred_exec.forward(is_train=False)
            size = data.batch_size - (batch.pad or 0)
            _collect(outputs, self._pred_exec.outputs, size)
            if return_data:
                _collect(inputs, batch.data, size)
                _collect(labels, batch.label, size)
            if number == num_batch:
                break
        if return_data:
            return _concatenate(outputs), _concatenate(inputs), _concatenate(labels)
        return _concatenate(outputs)

    def score(self, X: Any, eval_metric: Any = "acc", num_batch: int | None = None, batch_end_callback: Any = None,
              reset: bool = True) -> Any:
        """Evaluate a metric on an iterator.

        Parameters
        ----------
        X : DataIter
            The data.
        eval_metric : str or EvalMetric
            The metric or its name.
        num_batch : int, optional
            Number of batches. The default is all batches.
        batch_end_callback : callable or list of callables, optional
            Functions of a ``BatchEndParam`` that are called after each batch.
        reset : bool
            Reset the iterator first.

        Returns
        -------
        float, or list of float
            Value of the metric. Metrics with several values return a list.
        """
        accumulated = eval_metric if isinstance(eval_metric, metric.EvalMetric) else metric.create(eval_metric)
        data = self._init_iter(X, None, is_train=False)
        if reset:
            data.reset()
        targets = self._init_predictor(data)
        for number, batch in enumerate(data):
            if number == num_batch:
                break
            _load_data(batch, targets)
            self._pred_exec.forward(is_train=False)
            accumulated.update(batch.label, self._pred_exec.outputs)
            if batch_end_callback is not None:
                model._multiple_callbacks(batch_end_callback, model.BatchEndParam(0, number, accumulated, locals()))
        return accumulated.get()[1]

    # Training

    def fit(self, X: Any, y: Any = None, eval_data: Any = None, eval_metric: Any = "acc",
            epoch_end_callback: Any = None, batch_end_callback: Any = None, kvstore: Any = "local", logger: Any = None,
            work_load_list: Sequence[float] | None = None, monitor: Monitor | None = None,
            eval_end_callback: Any = _DEFAULT_EVAL_END, eval_batch_end_callback: Any = None) -> None:
        """Train the network.

        Parameters
        ----------
        X : numpy.ndarray, NDArray or DataIter
            Data for training.
        y : numpy.ndarray or NDArray
            Labels, if `X` is an array.
        eval_data : DataIter or pair of arrays, optional
            Data for an evaluation after each epoch.
        eval_metric : str or EvalMetric
            The metric or its name.
        epoch_end_callback, batch_end_callback, eval_end_callback, eval_batch_end_callback
            Functions or lists of functions.
        kvstore : str or KVStore
            Store that sums gradients over devices and workers.
        logger : Logger, optional
            Logger of the progress. The default is the module ``logging``.
        work_load_list : list of numbers, optional
            Relative share of the batch for each device.
        monitor : Monitor, optional
            Monitor of the training.
        """
        if self.num_epoch is None:
            raise MXNetError("FeedForward.fit: please specify number of epochs, as num_epoch of FeedForward")
        data, eval_data = self._init_iter(X, y, is_train=True), self._init_eval_iter(eval_data)
        if self.sym_gen is not None:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        arg_names, param_names, aux_names = self._init_params(data.provide_data + data.provide_label)
        self._pred_exec = None
        accumulated = eval_metric if isinstance(eval_metric, metric.EvalMetric) else metric.create(eval_metric)
        store, update_on_kvstore = model._create_kvstore(kvstore, len(self.ctx), self.arg_params)
        synchronous = store and "dist" in store.type and "_async" not in store.type
        batch_size = data.batch_size * (store.num_workers if synchronous else 1)
        optimizer = self._create_optimizer(batch_size, param_names, update_on_kvstore)
        manager = DataParallelExecutorManager(self.symbol, self.ctx, data, arg_names, param_names, aux_names,
                                              work_load_list, logger, self.sym_gen)
        if monitor:
            manager.install_monitor(monitor)
        loop = TrainingLoop(manager, optimizer, store, update_on_kvstore, self.arg_params, self.aux_params)
        loop.run(data, range(self.begin_epoch, self.num_epoch), self.epoch_size, eval_data, accumulated, self.symbol,
                 monitor, logger, {"batch_end": batch_end_callback, "epoch_end": epoch_end_callback,
                                   "eval_end": eval_end_callback, "eval_batch_end": eval_batch_end_callback})

    def _create_optimizer(self, batch_size: int, param_names: list[str], update_on_kvstore: bool) -> opt.Optimizer:
        count = len(self.ctx)
        names = dict(enumerate(param_names)) if update_on_kvstore else {
            i * count + k: name for i, name in enumerate(param_names) for k in range(count)}
        self.kwargs.update(sym=self.symbol, param_idx2name=names)
        if isinstance(self.optimizer, str):
            return opt.create(self.optimizer, **{"rescale_grad": 1.0 / batch_size, **self.kwargs})
        if not isinstance(self.optimizer, opt.Optimizer):
            raise TypeError(f"FeedForward: optimizer must be a name or an Optimizer, received {type(self.optimizer)}")
        if not self.optimizer.idx2name:
            self.optimizer.idx2name = dict(names)
        return self.optimizer

    # Files

    def save(self, prefix: str, epoch: int | None = None, remove_amp_cast: bool = True) -> None:
        """Write a checkpoint.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int, optional
            Epoch number. The default is `num_epoch`.
        remove_amp_cast : bool
            Whether to leave out the casts of mixed precision.
        """
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise MXNetError("FeedForward.save: pass an epoch, because num_epoch is not set")
        if self.arg_params is None or self.aux_params is None:
            raise MXNetError("FeedForward.save: the parameters are not initialized; call fit first")
        model.save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params,
                              remove_amp_cast=remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: int, ctx: Any = None, **kwargs: Any) -> FeedForward:
        """Load a model from a checkpoint.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int
            Number of the epoch, which becomes `begin_epoch`.
        ctx : Context or list, optional
            Devices. The default is the CPU.
        **kwargs
            Further arguments of FeedForward.

        Returns
        -------
        FeedForward
            The model.
        """
        symbol, arguments, auxiliary = model.load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, begin_epoch=epoch, arg_params=arguments, aux_params=auxiliary, **kwargs)

    @staticmethod
    def create(symbol: Symbol, X: Any, y: Any = None, ctx: Any = None, num_epoch: int | None = None,
               epoch_size: int | None = None, optimizer: Any = "sgd", initializer: Any = _DEFAULT_INITIALIZER,
               eval_data: Any = None, eval_metric: Any = "acc", epoch_end_callback: Any = None,
               batch_end_callback: Any = None, kvstore: Any = "local", logger: Any = None,
               work_load_list: Sequence[float] | None = None, eval_end_callback: Any = _DEFAULT_EVAL_END,
               eval_batch_end_callback: Any = None, **kwargs: Any) -> FeedForward:
        """Create and train a model.

        Parameters
        ----------
        symbol : Symbol or callable
            The network, or a function that creates it from the key of a bucket.
        X : numpy.ndarray, NDArray or DataIter
            Data for training.
        y : numpy.ndarray or NDArray
            Labels, if `X` is an array.
        ctx : Context or list, optional
            Devices. The default is the CPU.
        num_epoch : int
            Number of epochs.
        epoch_size : int, optional
            Number of batches in an epoch. The default is the complete data.
        optimizer : str or Optimizer
            The optimizer or its name.
        initializer : Initializer
            Initializer of parameters without initial value.
        eval_data, eval_metric, kvstore, logger, work_load_list
            Arguments of `fit`.
        epoch_end_callback, batch_end_callback, eval_end_callback, eval_batch_end_callback
            Functions or lists of functions, for `fit`.
        **kwargs
            Further arguments of FeedForward.

        Returns
        -------
        FeedForward
            The trained model.
        """
        network = FeedForward(symbol, ctx=ctx, num_epoch=num_epoch, epoch_size=epoch_size, optimizer=optimizer,
                           initializer=initializer, **kwargs)
        network.fit(X, y, eval_data=eval_data, eval_metric=eval_metric, epoch_end_callback=epoch_end_callback,
                 batch_end_callback=batch_end_callback, kvstore=kvstore, logger=logger, work_load_list=work_load_list,
                 eval_end_callback=eval_end_callback, eval_batch_end_callback=eval_batch_end_callback)
        return network


def _collect(lists: list[list[Any]], arrays: Any, size: int) -> None:
    for parts, array in zip(lists, arrays, strict=True):
        parts.append(array[0:size].asnumpy())


def _concatenate(lists: list[list[Any]]) -> Any:
    arrays = [np.concatenate(parts) for parts in lists]
    return arrays[0] if len(arrays) == 1 else arrays


FeedForward.__module__ = "mxnet.model"


concise_module(__name__)
