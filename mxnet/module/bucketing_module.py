"""BucketingModule: one module per input size, with shared parameters."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import context as ctx
from .. import ndarray as nd
from .. import symbol as sym
from .._runtime.tracebacks import concise_module, user_level
from ..model import load_params
from ..name import NameManager
from ._names import ModuleStateError, check_input_names, require
from .base_module import _DEFAULT_INITIALIZER, BaseModule
from .module import Module

if TYPE_CHECKING:
    from ..io import DataBatch
    from ..monitor import Monitor
    from ..ndarray import NDArray
    from ..symbol import Symbol

# Arguments that all bucket modules share.
_OPTIONS = ("context", "work_load_list", "fixed_param_names", "state_names", "group2ctxs", "compression_params")


class BucketingModule(BaseModule):
    """Trains symbols that depend on a key, such as the length of sentences. They share parameters.

    Parameters
    ----------
    sym_gen : callable
        Function that returns the symbol, the data names and the label names of a key.
    default_bucket_key
        Key with the largest input.
    logger, context, work_load_list, fixed_param_names, state_names, group2ctxs, compression_params
        See `Module`.

    Examples
    --------
    >>> def network(length):
    ...     data = mx.sym.var('data')
    ...     total = mx.sym.sum(mx.sym.slice_axis(data, axis=1, begin=0, end=length), axis=1, keepdims=True)
    ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
    >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
    >>> module.bind([('data', (1, 4))], for_training=False)
    >>> module.init_params(mx.init.One())
    >>> batch = mx.io.DataBatch([mx.nd.ones((1, 2))], bucket_key=2, provide_data=[('data', (1, 2))])
    >>> module.forward(batch)
    >>> module.get_outputs()[0].asnumpy()
    array([[2.]], dtype=float32)
    """

    def __init__(self, sym_gen: Callable[[Any], Any], default_bucket_key: Any = None, logger: Any = logging,
                 context: Any = None, work_load_list: Sequence[float] | None = None,
                 fixed_param_names: Sequence[str] | None = None, state_names: Sequence[str] | None = None,
                 group2ctxs: Any = None, compression_params: dict[str, Any] | None = None) -> None:
        super().__init__(logger=logger)
        require(default_bucket_key is not None, "BucketingModule: default_bucket_key is required")
        self._default_bucket_key = default_bucket_key
        self._sym_gen = sym_gen
        symbol, data_names, label_names = self._call_sym_gen(default_bucket_key)
        self._fixed_param_names, self._state_names = list(fixed_param_names or ()), list(state_names or ())
        check_input_names(symbol, list(data_names or ()), "data", True)
        check_input_names(symbol, list(label_names or ()), "label", False)
        check_input_names(symbol, self._state_names, "state", True)
        check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        self._compression_params = compression_params
        self._context = ctx.cpu() if context is None else context
        self._work_load_list = work_load_list
        self._group2ctxs = group2ctxs
        self._params_dirty = False
        self._monitor: Any = None
        self._grad_req: Any = None
        self._reset_bind()

    def _reset_bind(self) -> None:
        self.binded = False
        self._buckets: dict[Any, Module] = {}
        self._curr_module: Any = None
        self._curr_bucket_key: Any = None

    def _call_sym_gen(self, *args: Any, **kwargs: Any) -> Any:
        # Each symbol numbers its nodes from the start, so that unnamed parameters match.
        with NameManager():
            return self._sym_gen(*args, **kwargs)

    def _create_module(self, bucket_key: Any) -> Module:
        options = {name: getattr(self, f"_{name}") for name in _OPTIONS}
        symbol, data_names, label_names = self._call_sym_gen(bucket_key)
        return Module(symbol, data_names, label_names, logger=self.logger, **options)

    # Facts

    @property
    def data_names(self) -> list[str]:
        """Names of the data of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data'), name='softmax'), ('data',), None
        >>> mx.mod.BucketingModule(network, default_bucket_key=4).data_names
        ('data',)
        """
        return self._curr_module.data_names if self.binded else self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data'), name='softmax'), ('data',), None
        >>> mx.mod.BucketingModule(network, default_bucket_key=4).output_names
        ['softmax_output']
        """
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.data_shapes[0].shape
        (1, 4)
        """
        require(self.binded, "data_shapes: call bind first")
        return self._curr_module.data_shapes

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.SoftmaxOutput(mx.sym.var('data'), name='softmax'), ('data',), ('softmax_label',)
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))], [('softmax_label', (1,))])
        >>> module.label_shapes[0].shape
        (1,)
        """
        require(self.binded, "label_shapes: call bind first")
        return self._curr_module.label_shapes

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data'), name='softmax'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.output_shapes
        [('softmax_output', (1, 4))]
        """
        require(self.binded, "output_shapes: call bind first")
        return self._curr_module.output_shapes

    @property
    def symbol(self) -> Symbol | None:
        """The symbol of the current bucket.

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data'), name=f'softmax{length}'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.symbol.name
        'softmax4'
        """
        require(self.binded, "symbol: call bind first")
        return self._curr_module.symbol

    # Parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Parameters and auxiliary states.

        Returns
        -------
        arg_params, aux_params : dict of str to NDArray
            Arrays on the CPU by name.

        Examples
        --------
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params(mx.init.One())
        >>> arg_params, aux_params = module.get_params()
        >>> arg_params['fc_weight'].asnumpy()
        array([[1.]], dtype=float32)
        """
        require(self.params_initialized, "get_params: the module has no parameters; call init_params first")
        module = self._curr_module
        module._params_dirty, self._params_dirty = self._params_dirty, False
        return module.get_params()

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
            Whether to ignore arrays that are not parameters of the network. Only used with `allow_missing`.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.set_params({'fc_weight': mx.nd.array([[3]]), 'fc_bias': mx.nd.zeros(1)}, {})
        >>> module.get_params()[0]['fc_weight'].asnumpy()
        array([[3.]], dtype=float32)
        """
        if not allow_missing:
            # Without `allow_extra`, as in MXNet, so unknown names raise an error.
            self.init_params(initializer=None, arg_params=arg_params, aux_params=aux_params, force_init=force_init)
            return
        if self.params_initialized and not force_init:
            warnings.warn("set_params has no effect, because the parameters are already initialized; pass "
                          "force_init=True",
                          stacklevel=user_level())
            return
        self._curr_module.set_params(arg_params, aux_params, allow_missing=True, force_init=force_init,
                                     allow_extra=allow_extra)
        # The devices have newer values than the dicts on the CPU, which are updated when they are read.
        self.params_initialized = self._params_dirty = True

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            return
        require(self.binded, "init_params: call bind first, which creates the arrays")
        self._curr_module.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                                      allow_missing=allow_missing, force_init=force_init, allow_extra=allow_extra)
        self.params_initialized, self._params_dirty = True, False

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the states of the current bucket.

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
        >>> def network(length):
        ...     return mx.sym.var('data') + mx.sym.var('state'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=2, state_names=['state'])
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params()
        >>> module.set_states(value=3)
        >>> module.get_states(merge_multi_context=False)[0][0].asnumpy()
        array([[3., 3.]], dtype=float32)
        """
        self._require("get_states")
        return self._curr_module.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states of the current bucket.

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
        >>> def network(length):
        ...     return mx.sym.var('data') + mx.sym.var('state'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=2, state_names=['state'])
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params()
        >>> module.set_states(states=[mx.nd.array([[1, 2]])])
        >>> module.get_states(merge_multi_context=False)[0][0].asnumpy()
        array([[1., 2.]], dtype=float32)
        """
        self._require("set_states")
        self._curr_module.set_states(states, value)

    # Binding

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Bind the module of the default bucket.

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
        shared_module : None
            Not supported.
        grad_req : str, list or dict
            Gradient update mode: ``'write'``, ``'add'`` or ``'null'``.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))], for_training=False)
        >>> module.binded
        True
        """
        params = self.get_params() if self.params_initialized else None
        if force_rebind:
            self._reset_bind()
        if self._ignores_bind(force_rebind):
            return
        require(shared_module is None, "bind: BucketingModule does not support shared_module; it shares parameters "
                                        "between its buckets")
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        self.binded = True
        key = self._default_bucket_key
        module = self._buckets[key] if key in self._buckets else self._create_module(key)
        module.bind(data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind=False, shared_module=None,
                    grad_req=grad_req)
        self._curr_module, self._curr_bucket_key = module, key
        self._buckets[key] = module
        if params is not None:
            self.set_params(*params)

    def switch_bucket(self, bucket_key: Any, data_shapes: Any, label_shapes: Any = None) -> None:
        """Switch to the module of another bucket. It is created and bound on first use.

        Parameters
        ----------
        bucket_key : object
            Key of the bucket.
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
            Names and shapes of data and labels.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.switch_bucket(2, [('data', (1, 2))])
        >>> module.data_shapes[0].shape
        (1, 2)
        """
        require(self.binded, "switch_bucket: call bind first")
        module = self._buckets.get(bucket_key)
        is_new = module is None
        if module is None:
            module = self._create_module(bucket_key)
        if not module.binded:
            current, owner = self._curr_module, self._buckets[self._default_bucket_key]
            module.bind(data_shapes, label_shapes, current.for_training, current.inputs_need_grad,
                        shared_module=owner, grad_req=self._grad_req)
            if is_new and self._monitor is not None:
                module.install_monitor(self._monitor)
        self._buckets[bucket_key] = self._curr_module = module
        self._curr_bucket_key = bucket_key

    def _switch_to_bucket_of(self, batch: Any) -> None:
        self.switch_bucket(batch.bucket_key, batch.provide_data, batch.provide_label)

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Create one optimizer for all buckets.

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
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.init_optimizer(optimizer='adam', optimizer_params={'learning_rate': 0.001})
        """
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init=force_init)
        for module in self._buckets.values():
            if module is not self._curr_module:
                module.borrow_optimizer(self._curr_module)
        self.optimizer_initialized = True

    # Steps

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Bind the bucket of a batch, and fetch the rows of sparse parameters that it needs.

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
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.prepare(mx.io.DataBatch([mx.nd.ones((1, 2))], bucket_key=2, provide_data=[('data', (1, 2))]))
        >>> module.data_shapes[0].shape
        (1, 4)
        """
        self._require("prepare")
        current = self._curr_bucket_key
        self._switch_to_bucket_of(data_batch)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self.switch_bucket(current, None, None)

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run the forward pass of a batch in the module of its bucket.

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
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))], for_training=False)
        >>> module.init_params(mx.init.One())
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))], bucket_key=2, provide_data=[('data', (1, 2))]))
        >>> module.get_outputs()[0].asnumpy()
        array([[2.]], dtype=float32)
        """
        self._require("forward")
        self._switch_to_bucket_of(data_batch)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Run the backward pass of the current bucket.

        Parameters
        ----------
        out_grads : list of NDArray, optional
            Gradients of the outputs. Required unless the outputs are losses.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.square(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))], inputs_need_grad=True)
        >>> module.init_params()
        >>> module.forward(mx.io.DataBatch([mx.nd.array([[1, 2]])], bucket_key=2, provide_data=[('data', (1, 2))]))
        >>> module.backward([mx.nd.ones((1, 2))])
        >>> module.get_input_grads()[0].asnumpy()
        array([[2., 4.]], dtype=float32)
        """
        self._require("backward")
        self._curr_module.backward(out_grads=out_grads)

    def update(self) -> None:
        """Update the parameters with the gradients of the current bucket.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params(mx.init.One())
        >>> module.init_optimizer(optimizer='sgd', optimizer_params={'learning_rate': 0.5})
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))], bucket_key=2, provide_data=[('data', (1, 2))]))
        >>> module.backward([mx.nd.ones((1, 1))])
        >>> module.update()
        >>> module.get_params()[0]['fc_weight'].asnumpy()
        array([[0.]], dtype=float32)
        """
        self._require("update", optimizer=True)
        self._params_dirty = True
        self._curr_module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        self._require("get_outputs")
        return self._curr_module.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        self._require("get_input_grads")
        return self._curr_module.get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        self._require("update_metric")
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Monitor) -> None:
        """Install a monitor on the modules of all current and future buckets.

        Parameters
        ----------
        mon : Monitor
            The monitor.

        Returns
        -------
        None

        Examples
        --------
        >>> def network(length):
        ...     return mx.sym.square(mx.sym.var('data'), name='square'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=2)
        >>> module.bind([('data', (1, 2))], for_training=False)
        >>> module.init_params()
        >>> monitor = mx.mon.Monitor(1, stat_func=lambda array: array.sum(), pattern='square')
        >>> module.install_monitor(monitor)
        >>> monitor.tic()
        >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 2))], bucket_key=2, provide_data=[('data', (1, 2))]))
        >>> [(name, text.strip()) for _, name, text in monitor.toc()]
        [('square_output', '2.0')]
        """
        require(self.binded, "install_monitor: call bind first")
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # Files

    def save_checkpoint(self, prefix: str, epoch: int, remove_amp_cast: bool = False) -> None:
        """Write the parameters, and the symbols and keys of all existing buckets.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int
            Number of the epoch.
        remove_amp_cast : bool
            Whether to leave out the casts of mixed precision.

        Returns
        -------
        None

        Examples
        --------
        >>> import os
        >>> def network(length):
        ...     return mx.sym.softmax(mx.sym.var('data')), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.save_checkpoint('model', 1)
        >>> sorted(os.listdir())
        ['model-0001.params', 'model-4-symbol.json', 'model.buckets']
        """
        require(self._buckets, "save_checkpoint: the module has no buckets; call bind first")
        self.save_params(f"{prefix}-{epoch:04d}.params")
        for key in self._buckets:
            symbol, _, _ = self._call_sym_gen(key)
            symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
        nd.save(f"{prefix}.buckets", nd.array(list(self._buckets), dtype=np.int32))

    @staticmethod
    def load(prefix: str, epoch: int, sym_gen: Callable[[Any], Any] | None = None, default_bucket_key: Any = None,
             **kwargs: Any) -> BucketingModule:
        """Load a module from a checkpoint.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.
        epoch : int
            Number of the epoch.
        sym_gen, default_bucket_key, **kwargs
            Arguments of BucketingModule.

        Returns
        -------
        BucketingModule
            Module with parameters, which is not bound yet.

        Examples
        --------
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> module = mx.mod.BucketingModule(network, default_bucket_key=4)
        >>> module.bind([('data', (1, 4))])
        >>> module.init_params()
        >>> module.save_checkpoint('model', 1)
        >>> loaded = mx.mod.BucketingModule.load('model', 1, sym_gen=network, default_bucket_key=4)
        >>> loaded.params_initialized, loaded.binded
        (True, False)
        """
        for name, value in (("sym_gen", sym_gen), ("default_bucket_key", default_bucket_key)):
            require(value is not None, f"BucketingModule.load: {name} is required")
        keys = nd.load(f"{prefix}.buckets")[0].asnumpy().astype("int32").tolist()
        symbols = {key: sym.load(f"{prefix}-{key}-symbol.json") for key in keys}
        arg_params, aux_params = load_params(prefix, epoch)
        return BucketingModule.load_dict(symbols, sym_gen, default_bucket_key, arg_params, aux_params, **kwargs)

    @staticmethod
    def load_dict(sym_dict: Any = None, sym_gen: Callable[[Any], Any] | None = None, default_bucket_key: Any = None,
                  arg_params: dict[str, NDArray] | None = None, aux_params: dict[str, NDArray] | None = None,
                  **kwargs: Any) -> BucketingModule:
        """Create a module from symbols by bucket key, and parameters.

        Parameters
        ----------
        sym_dict : dict
            Symbols by bucket key.
        sym_gen, default_bucket_key, **kwargs
            Arguments of BucketingModule.
        arg_params, aux_params : dict of str to NDArray
            Parameters and auxiliary states by name.

        Returns
        -------
        BucketingModule
            Module with parameters, which is not bound yet.

        Examples
        --------
        >>> def network(length):
        ...     total = mx.sym.var('data').sum(axis=1, keepdims=True)
        ...     return mx.sym.FullyConnected(total, num_hidden=1, name='fc'), ('data',), None
        >>> values = {'fc_weight': mx.nd.ones((1, 1)), 'fc_bias': mx.nd.zeros(1)}
        >>> module = mx.mod.BucketingModule.load_dict({4: network(4)[0]}, network, 4, arg_params=values, aux_params={})
        >>> module.params_initialized, module.binded
        (True, False)
        """
        for name, value in (("sym_dict", sym_dict), ("arg_params", arg_params), ("aux_params", aux_params),
                            ("default_bucket_key", default_bucket_key)):
            require(value is not None, f"BucketingModule.load_dict: {name} is required")
        if sym_gen is None:
            raise ModuleStateError("BucketingModule.load_dict: sym_gen is required")
        module = BucketingModule(sym_gen, default_bucket_key, **kwargs)
        for key, symbol in sym_dict.items():
            _, data_names, label_names = module._call_sym_gen(key)
            module._buckets[key] = Module(symbol, data_names, label_names, **kwargs)
        require(default_bucket_key in module._buckets, f"sym_dict has no symbol of the default bucket "
                                                        f"{default_bucket_key}, only of {list(module._buckets)}")
        module._curr_module = module._buckets[default_bucket_key]
        module._curr_module._arg_params, module._curr_module._aux_params = arg_params, aux_params
        module._curr_module.params_initialized = True
        module.params_initialized = True
        return module


concise_module(__name__)
