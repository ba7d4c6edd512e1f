"""Module: training of a symbol on one or several devices."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mxnet_records import files

from .. import context as ctx
from .. import ndarray as nd
from .. import optimizer as opt
from .._runtime.tracebacks import concise_module, user_level
from ..base import MXNetError
from ..initializer import InitDesc
from ..io import DataDesc
from ..model import (
    _create_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
    load_checkpoint,
)
from ._names import check_input_names, parse_descriptions, require
from .base_module import _DEFAULT_INITIALIZER, BaseModule
from .executor_group import DataParallelExecutorGroup

if TYPE_CHECKING:
    from ..io import DataBatch
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..symbol import Symbol


class Module(BaseModule):
    """A symbol with its parameters, bound to data of given shapes on one or several devices.

    Parameters
    ----------
    symbol : Symbol
        The network.
    data_names, label_names : list of str
        Variables of the symbol that batches contain.
    logger : Logger
        Logger of warnings and of the progress of `fit`.
    context : Context or list
        Devices. A batch is split over them. The default is the CPU.
    work_load_list : list of numbers, optional
        Relative share of the batch for each device.
    fixed_param_names : list of str, optional
        Parameters that are not trained.
    state_names : list of str, optional
        Inputs that are neither data nor parameters. See `get_states`.
    group2ctxs : dict or list of dict, optional
        Contexts of ctx_groups, for networks that use several devices.
    compression_params : dict, optional
        Gradient compression of the store.

    Examples
    --------
    >>> import mxnet as mx
    >>> out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2), name='softmax')
    >>> mod = mx.mod.Module(out)
    >>> mod.bind(data_shapes=[('data', (4, 3))], label_shapes=[('softmax_label', (4,))])
    >>> mod.init_params()
    >>> mod.forward(mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.zeros((4,))]))
    >>> mod.get_outputs()[0].shape
    (4, 2)
    """

    def __init__(self, symbol: Symbol, data_names: Sequence[str] = ("data",),
                 label_names: Sequence[str] | None = ("softmax_label",), logger: Any = logging, context: Any = None,
                 work_load_list: Sequence[float] | None = None, fixed_param_names: Sequence[str] | None = None,
                 state_names: Sequence[str] | None = None, group2ctxs: Any = None,
                 compression_params: dict[str, Any] | None = None) -> None:
        super().__init__(logger=logger)
        context = ctx.cpu() if context is None else context
        self._context = [context] if isinstance(context, ctx.Context) else list(context)
        self._work_load_list = [1] * len(self._context) if work_load_list is None else work_load_list
        require(len(self._work_load_list) == len(self._context),
                f"work_load_list {self._work_load_list} must have one number for each of {self._context}")
        self._group2ctxs = group2ctxs
        self._symbol = symbol
        self._data_names, self._label_names = list(data_names or ()), list(label_names or ())
        self._state_names, self._fixed_param_names = list(state_names or ()), list(fixed_param_names or ())
        check_input_names(symbol, self._data_names, "data", True)
        check_input_names(symbol, self._label_names, "label", False)
        check_input_names(symbol, self._state_names, "state", True)
        check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()
        self._arg_params: Any = None
        self._aux_params: Any = None
        self._params_dirty = False
        self._compression_params = compression_params
        self._optimizer: Any = None
        self._kvstore: Any = None
        self._update_on_kvstore: Any = None
        self._updater: Any = None
        self._preload_opt_states: str | None = None
        self._grad_req: Any = None
        self._reset_bind()

    # Files

    @staticmethod
    def load(prefix: str, epoch: int, load_optimizer_states: bool = False, **kwargs: Any) -> Module:
        """Load a module from a checkpoint.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int
            Number of the epoch.
        load_optimizer_states : bool
            Whether to load the states of the optimizer too, when it is created.
        **kwargs
            Arguments of Module.

        Returns
        -------
        Module
            Module with parameters, which is not bound yet.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> module.save_checkpoint('model', 1)
        >>> loaded = mx.mod.Module.load('model', 1)
        >>> loaded.params_initialized, loaded.binded
        (True, False)
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        module = Module(symbol=symbol, **kwargs)
        module._set_checkpoint(arg_params, aux_params, f"{prefix}-{epoch:04d}.params")
        if load_optimizer_states:
            module._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return module

    def _set_checkpoint(self, arg_params: Any, aux_params: Any, fname: str) -> None:
        missing = [name for name in self._param_names if name not in arg_params and not name.endswith("label")]
        missing += [name for name in self._aux_names if name not in aux_params]
        if missing:
            warnings.warn(f"{fname} does not contain the parameters {missing}, which stay zero; initialize them with "
                          "init_params(arg_params=..., aux_params=..., allow_missing=True, force_init=True)",
                          stacklevel=user_level())
        self._arg_params, self._aux_params = arg_params, aux_params
        self.params_initialized = True

    def save_checkpoint(self, prefix: str, epoch: int, save_optimizer_states: bool = False,
                        remove_amp_cast: bool = True) -> None:
        """Write ``prefix-symbol.json``, ``prefix-0001.params`` and optionally ``prefix-0001.states``.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int
            Number of the epoch, written with four digits.
        save_optimizer_states : bool
            Whether to write the states of the optimizer.
        remove_amp_cast : bool
            Whether to leave out the casts of mixed precision.

        Returns
        -------
        None

        Examples
        --------
        >>> import os
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
        >>> net = mx.sym.SoftmaxOutput(net, name='softmax')
        >>> module = mx.mod.Module(net)
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.init_params(mx.init.Zero())
        >>> module.save_checkpoint('model', 1)
        >>> sorted(os.listdir())
        ['model-0001.params', 'model-symbol.json']
        """
        self._symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        name = f"{prefix}-{epoch:04d}.params"
        self.save_params(name)
        logging.info('Saved checkpoint to "%s"', name)
        if save_optimizer_states:
            name = f"{prefix}-{epoch:04d}.states"
            self.save_optimizer_states(name)
            logging.info('Saved optimizer state to "%s"', name)

    def save_optimizer_states(self, fname: str) -> None:
        """Write the states of the optimizer to a file.

        Parameters
        ----------
        fname : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> import os
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([('data', (1, 2))])
        >>> module.init_params()
        >>> module.init_optimizer(optimizer='adam')
        >>> module.save_optimizer_states('adam.states')
        >>> os.listdir()
        ['adam.states']
        """
        require(self.optimizer_initialized, "save_optimizer_states: call init_optimizer first")
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
            return
        with files.write(fname) as file:
            file.write(self._updater.get_states())

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file.

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
        >>> module.init_optimizer(optimizer='adam')
        >>> module.save_optimizer_states('adam.states')
        >>> module.load_optimizer_states('adam.states')
        """
        require(self.optimizer_initialized, "load_optimizer_states: call init_optimizer first")
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            return
        try:
            states = files.read(fname)
        except FileNotFoundError as error:
            raise MXNetError(f"load_optimizer_states: cannot read {fname!r}: {error.strerror}; save_checkpoint writes "
                             "this file with save_optimizer_states=True") from error
        with files.named(fname):
            self._updater.set_states(states)

    # Facts

    @property
    def data_names(self) -> list[str]:
        """Names of the data.

        Examples
        --------
        >>> net = mx.sym.var('left') + mx.sym.var('right')
        >>> mx.mod.Module(net, data_names=['left', 'right'], label_names=None).data_names
        ['left', 'right']
        """
        return self._data_names

    @property
    def label_names(self) -> list[str]:
        """Names of the labels.

        Examples
        --------
        >>> mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax')).label_names
        ['softmax_label']
        """
        return self._label_names

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs.

        Examples
        --------
        >>> mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax')).output_names
        ['softmax_output']
        """
        return self._output_names

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax'))
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.data_shapes[0].shape
        (4, 3)
        """
        require(self.binded, "data_shapes: call bind first")
        return self._data_shapes

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels, or None.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax'))
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.label_shapes[0].shape
        (4,)
        """
        require(self.binded, "label_shapes: call bind first")
        return self._label_shapes

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs.

        Examples
        --------
        >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax'))
        >>> module.bind([('data', (4, 3))], [('softmax_label', (4,))])
        >>> module.output_shapes
        [('softmax_output', (4, 3))]
        """
        require(self.binded, "output_shapes: call bind first")
        return self._exec_group.get_output_shapes()

    # Parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        require(self.params_initialized, "get_params: the module has no parameters; call init_params first")
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            warnings.warn("init_params has no effect, because the parameters are already initialized; pass "
                          "force_init=True",
                          stacklevel=user_level())
            return
        require(self.binded, "init_params: call bind first, which creates the arrays")
        attributes = self._symbol.attr_dict()
        for own, values in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name, array in sorted(own.items()):
                self._init_one(InitDesc(name, attributes.get(name)), array, values, initializer, allow_missing)
        self.params_initialized, self._params_dirty = True, False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=allow_extra)

    @staticmethod
    def _init_one(name: Any, array: Any, values: Any, initializer: Any, allow_missing: bool) -> None:
        if values is not None and name in values:
            if values[name] is not array:
                if values[name].shape != array.shape:
                    raise MXNetError(f"init_params: {name} needs shape {array.shape}, received {values[name].shape}")
                values[name].copyto(array)
            return
        if values is not None and not allow_missing:
            raise RuntimeError(f"init_params: {name} is not presented in the given parameters {sorted(values)}; pass "
                               "allow_missing=True to initialize missing parameters")
        if initializer is not None:
            initializer(name, array)
        elif values is None:
            raise MXNetError(f"init_params: {name} has neither a value nor an initializer")

    def set_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray], allow_missing: bool = False,
                   force_init: bool = True, allow_extra: bool = False) -> None:
        if not allow_missing:
            super().set_params(arg_params, aux_params, force_init=force_init, allow_extra=allow_extra)
            return
        if self.params_initialized and not force_init:
            warnings.warn("set_params has no effect, because the parameters are already initialized; pass "
                          "force_init=True",
                          stacklevel=user_level())
            return
        require(self.binded, "call bind before setting the parameters")
        self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)
        # The devices have newer values than the dicts on the CPU, which are updated when they are read.
        self._params_dirty = True
        self.params_initialized = True

    def _sync_params_from_devices(self) -> None:
        self._exec_group.get_params(self._arg_params, self._aux_params)
        if self._kvstore and self._update_on_kvstore:
            for name, array in sorted(self._arg_params.items()):
                if array.stype == "row_sparse":
                    rows = nd.arange(0, array.shape[0], dtype="int64")
                    self._kvstore.row_sparse_pull(name, array, row_ids=rows)
        self._params_dirty = False

    # Binding

    def _reset_bind(self) -> None:
        self.binded = False
        self._exec_group: Any = None
        self._data_shapes: Any = None
        self._label_shapes: Any = None

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        if force_rebind:
            self._reset_bind()
        if self._ignores_bind(force_rebind):
            return
        require(for_training or not inputs_need_grad, "bind: inputs_need_grad=True needs for_training=True")
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        self._data_shapes, self._label_shapes = parse_descriptions(self.data_names, self.label_names, data_shapes,
                                                                   label_shapes)
        shared_group = None
        if shared_module is not None:
            require(isinstance(shared_module, Module) and shared_module.binded and shared_module.params_initialized,
                    "bind: shared_module must be a Module that is bound and has parameters")
            shared_group = shared_module._exec_group
            require(len(shared_group.execs) >= len(self._context), "bind: shared_module has fewer devices")
        devices = {"contexts": self._context, "workload": self._work_load_list, "group2ctxs": self._group2ctxs}
        names: dict[str, Any] = {"param_names": self._param_names, "state_names": self._state_names,
                 "fixed_param_names": self._fixed_param_names}
        self._exec_group = DataParallelExecutorGroup(
            self._symbol, data_shapes=self._data_shapes, label_shapes=self._label_shapes, for_training=for_training,
            inputs_need_grad=inputs_need_grad, shared_group=shared_group, logger=self.logger, grad_req=grad_req,
            **devices, **names)
        self._total_exec_bytes = self._exec_group._total_exec_bytes
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = shared_module._arg_params, shared_module._aux_params
        elif self.params_initialized:
            self._exec_group.set_params(self._arg_params, self._aux_params)
        else:
            self._arg_params = _zeros_like_first(self._param_names, self._exec_group.param_arrays)
            self._aux_params = _zeros_like_first(self._aux_names, self._exec_group.aux_arrays)
        if shared_module is not None and shared_module.optimizer_initialized:
            self.borrow_optimizer(shared_module)
        self.binded = True

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Change the shapes of data and labels. The parameters are kept.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
            Names and shapes of data and labels.

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
        >>> module.reshape([('data', (8, 3))], [('softmax_label', (8,))])
        >>> module.output_shapes
        [('softmax_output', (8, 2))]
        """
        require(self.binded, "reshape: call bind first")
        described = parse_descriptions(self.data_names, self.label_names, data_shapes, label_shapes)
        self._data_shapes, self._label_shapes = described
        self._exec_group.reshape(*described)

    # Optimizer

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        if self._params_dirty:
            self._sync_params_from_devices()
        store, update_on_kvstore = _create_kvstore(kvstore, len(self._context), self._arg_params)
        batch_size = self._exec_group.batch_size
        if store and "dist" in store.type and "_sync" in store.type:
            batch_size *= store.num_workers
        optimizer = self._prepare_optimizer(optimizer, optimizer_params, 1.0 / batch_size, update_on_kvstore)
        self._optimizer, self._kvstore, self._update_on_kvstore = optimizer, store, update_on_kvstore
        if store:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            if update_on_kvstore:
                store.set_optimizer(optimizer)
            _initialize_kvstore(store, self._exec_group.param_arrays, self._arg_params, self._param_names,
                                update_on_kvstore)
        self._updater = None if update_on_kvstore else opt.get_updater(optimizer)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _prepare_optimizer(self, optimizer: Any, params: Any, rescale_grad: float, update_on_kvstore: bool) -> Any:
        names, count = self._exec_group.param_names, len(self._context)
        by_index = dict(enumerate(names)) if update_on_kvstore else {
            i * count + k: name for k in range(count) for i, name in enumerate(names)}
        if isinstance(optimizer, str):
            return opt.create(optimizer, sym=self.symbol, param_idx2name=by_index,
                              **{"rescale_grad": rescale_grad, **dict(params)})
        require(isinstance(optimizer, opt.Optimizer),
                f"init_optimizer: optimizer must be a name or an Optimizer, received {type(optimizer)}")
        if optimizer.rescale_grad != rescale_grad:
            warnings.warn(f"the optimizer has rescale_grad={optimizer.rescale_grad}, but gradients are sums over the "
                          f"batch; use rescale_grad={rescale_grad} (1 / batch size / workers) for means",
                          stacklevel=user_level())
        if not optimizer.idx2name:
            optimizer.idx2name = by_index
        return optimizer

    def borrow_optimizer(self, shared_module: Any) -> None:
        """Use the optimizer of another module.

        Parameters
        ----------
        shared_module : Module
            Module with an optimizer.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
        >>> first, second = mx.mod.Module(net, label_names=None), mx.mod.Module(net, label_names=None)
        >>> first.bind([('data', (4, 2))])
        >>> first.init_params()
        >>> second.bind([('data', (1, 2))], shared_module=first)
        >>> first.init_optimizer(optimizer='sgd')
        >>> second.borrow_optimizer(first)
        >>> second.optimizer_initialized
        True
        """
        require(shared_module.optimizer_initialized, "borrow_optimizer: the other module has no optimizer")
        for name in ("_optimizer", "_kvstore", "_update_on_kvstore", "_updater"):
            setattr(self, name, getattr(shared_module, name))
        self.optimizer_initialized = True

    # Steps

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run the forward pass of a batch. Other shapes than the bound shapes are supported.

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
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 3))], [mx.nd.zeros(1)]), is_train=False)
        >>> module.get_outputs()[0].shape
        (1, 2)
        """
        self._require("forward")
        shapes = _shapes_of(data_batch)
        if shapes != [d.shape for d in self._data_shapes]:
            self._follow_shapes(data_batch, shapes)
        self._exec_group.forward(data_batch, is_train)

    def _follow_shapes(self, data_batch: Any, shapes: list[Any]) -> None:
        require(len(shapes) == len(self._data_shapes), f"the batch has {len(shapes)} data arrays, but the module takes "
                                                      f"{self._data_names}")
        data = getattr(data_batch, "provide_data", None) or [
            DataDesc(d.name, shape, d.dtype, d.layout) for d, shape in zip(self._data_shapes, shapes, strict=True)]
        labels = getattr(data_batch, "provide_label", None)
        arrays = getattr(data_batch, "label", None)
        if isinstance(data_batch, list) and getattr(data_batch[0], "label", None):
            arrays = None
            labels = [DataDesc(d.name, (len(data_batch) * label.shape[0], *label.shape[1:]), d.dtype, d.layout)
                      for d, label in zip(self._label_shapes or (), data_batch[0].label)]
        if not labels:
            labels = [DataDesc(d.name, label.shape, d.dtype, d.layout)
                      for d, label in zip(self._label_shapes or (), arrays)] if arrays else None
        self.reshape(data, labels or None)

    def backward(self, out_grads: Any = None) -> None:
        self._require("backward")
        self._exec_group.backward(out_grads=out_grads)

    def update(self) -> None:
        self._require("update", optimizer=True)
        self._params_dirty = True
        group = self._exec_group
        require(group.grad_arrays is not None, "update: the module was bound with for_training=False")
        arrays = group.param_arrays, group.grad_arrays
        if self._update_on_kvstore:
            _update_params_on_kvstore(*arrays, self._kvstore, group.param_names)
        else:
            _update_params(*arrays, self._updater, len(self._context), self._kvstore, group.param_names)

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        self._require("get_outputs")
        return self._exec_group.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        self._require("get_input_grads")
        return self._exec_group.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the arrays of `state_names`.

        Parameters
        ----------
        merge_multi_context : bool
            Must be False.

        Returns
        -------
        list of list of NDArray
            One array per device for each state.

        Examples
        --------
        >>> net = mx.sym.var('data') + mx.sym.var('state')
        >>> module = mx.mod.Module(net, label_names=None, state_names=['state'])
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params()
        >>> module.set_states(value=3)
        >>> module.get_states(merge_multi_context=False)[0][0].asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        self._require("get_states")
        return self._exec_group.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the arrays of `state_names` to arrays or to a number.

        Parameters
        ----------
        states : list of NDArray, optional
            Values of the states. Pass either `states` or `value`.
        value : float, optional
            Value of all states.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.sym.var('data') + mx.sym.var('state')
        >>> module = mx.mod.Module(net, label_names=None, state_names=['state'])
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params()
        >>> module.set_states(value=3)
        >>> module.predict(mx.nd.ones((1, 2))).asnumpy()
        array([[4., 4.]], dtype=float32)
        """
        self._require("set_states")
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Monitor) -> None:
        require(self.binded, "install_monitor: call bind first")
        self._exec_group.install_monitor(mon)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Fetch the rows of sparse parameters that a batch needs.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        sparse_row_id_fn : callable, optional
            Function that returns the row indices that a batch needs, by parameter name.

        Returns
        -------
        None

        Examples
        --------
        >>> weight = mx.sym.var('weight', stype='row_sparse', shape=(4, 2))
        >>> module = mx.mod.Module(mx.sym.sparse.dot(mx.sym.var('data', stype='csr'), weight), label_names=None)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.init_optimizer(kvstore=mx.kv.create())
        >>> batch = mx.io.DataBatch([mx.nd.array([[0, 1, 0, 1]]).tostype('csr')])
        >>> module.prepare(batch, sparse_row_id_fn=lambda batch: {'weight': batch.data[0].indices})
        """
        require(self.binded, "prepare: call bind first")
        if sparse_row_id_fn is None:
            return
        if not self._kvstore or not self._update_on_kvstore:
            warnings.warn("sparse_row_id_fn is not called, because the KVStore does not update the parameters and "
                          "every device has all rows", UserWarning, stacklevel=user_level())
            return
        rows = sparse_row_id_fn(data_batch)
        require(isinstance(rows, dict), f"prepare: sparse_row_id_fn must return a dict, received {type(rows)}")
        for name, row_ids in rows.items():
            index = self._exec_group.param_names.index(name)
            arrays = self._exec_group.param_arrays[index]
            if arrays[0].stype != "row_sparse":
                warnings.warn(f"rows of {name} are not fetched, because its storage type is {arrays[0].stype!r} and "
                              "not 'row_sparse'", UserWarning, stacklevel=user_level())
            else:
                self._kvstore.row_sparse_pull(name, arrays, row_ids=row_ids, priority=-index)


def _zeros_like_first(names: list[str], blocks: Any) -> dict[str, Any]:
    """Create arrays on the CPU for parameters on several devices."""
    return {name: nd.zeros(shape=arrays[0].shape, dtype=arrays[0].dtype, stype=arrays[0].stype)
            for name, arrays in zip(names, blocks, strict=True)}


def _shapes_of(data_batch: Any) -> list[Any]:
    """Return the shapes of the data of a batch, or of a list with one batch per device."""
    if not isinstance(data_batch, list):
        return [array.shape for array in data_batch.data]
    require(data_batch, "Encountered empty data batch")
    shapes = []
    for arrays in zip(*[batch.data for batch in data_batch], strict=True):
        shape = arrays[0].shape
        require(all(array.shape == shape for array in arrays),
                f"batches of several devices must have the same shape, received {[array.shape for array in arrays]}")
        shapes.append((len(data_batch) * shape[0], *shape[1:]))
    return shapes


concise_module(__name__)
