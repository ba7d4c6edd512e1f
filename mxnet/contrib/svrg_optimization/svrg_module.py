"""Module that trains with stochastic variance reduced gradients."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ... import optimizer as opt
from ...context import cpu
from ...model import _create_kvstore
from ...module import Module
from .svrg_optimizer import _SVRGOptimizer

if TYPE_CHECKING:
    from ...io import DataBatch
    from ...symbol import Symbol


class SVRGModule(Module):
    """A module whose gradients are ``g(w) - g(w0) + mean g(w0)``.

    Every `update_freq` epochs, a second module copies the weights as w0, and the mean of its gradients over all data is
    computed. After that, each batch runs through both modules, and their difference corrects the mean.

    Parameters
    ----------
    symbol : Symbol
        The network.
    data_names, label_names, logger, context, work_load_list
        See `Module`.
    fixed_param_names, state_names, group2ctxs, compression_params
        See `Module`.
    update_freq : int
        Number of epochs between two computations of the mean over all data.

    Examples
    --------
    >>> from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> module = SVRGModule(mx.sym.SoftmaxOutput(net, name='softmax'), update_freq=2)
    >>> batches = mx.io.NDArrayIter(mx.nd.array([[0, 1], [1, 0]]), mx.nd.array([0, 1]), batch_size=2)
    >>> module.fit(batches, optimizer='sgd', optimizer_params={'learning_rate': 1.0}, num_epoch=10)
    >>> module.score(batches, 'acc')
    [('accuracy', 1.0)]
    """

    def __init__(self, symbol: Symbol, data_names: Sequence[str] = ("data",),
                 label_names: Sequence[str] = ("softmax_label",), logger: Any = logging, context: Any = None,
                 work_load_list: Sequence[float] | None = None, fixed_param_names: Sequence[str] | None = None,
                 state_names: Sequence[str] | None = None, group2ctxs: Any = None,
                 compression_params: dict[str, Any] | None = None, update_freq: int | None = None) -> None:
        if not isinstance(update_freq, int) or isinstance(update_freq, bool):
            raise TypeError("update_freq must be an integer, the number of epochs between two means over all data; "
                            f"received {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(f"update_freq must be greater than 0, received {update_freq}")
        context = cpu() if context is None else context
        options = (data_names, label_names, logger, context, work_load_list, fixed_param_names, state_names,
                   group2ctxs, compression_params)
        self._mod_aux = Module(symbol, *options)
        super().__init__(symbol, *options)
        self.update_freq = update_freq
        self._param_dict: list[dict[str, Any]] | None = None
        self._ctx_len = len(self._context)

    # Both modules are bound, reshaped and run together.

    def _reset_bind(self) -> None:
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Bind both modules, or only the first one for inference.

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
        """
        options = (data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind, shared_module, grad_req)
        super().bind(*options)
        if for_training:
            self._mod_aux.bind(*options)

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Change the input shapes of both modules.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or of (name, shape)
            Names and shapes of data and labels.
        """
        super().reshape(data_shapes, label_shapes=label_shapes)
        self._mod_aux.reshape(data_shapes, label_shapes=label_shapes)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: Callable[..., Any] | None = None) -> None:
        """Fetch the rows of sparse parameters that a batch needs.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        sparse_row_id_fn : callable, optional
            Function that returns the row indices that a batch needs, by parameter name.
        """
        super().prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self._mod_aux.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run the forward pass of both modules, or only of the first one for inference.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        is_train : bool, optional
            Whether to run in training mode. The default is the mode of `bind`.
        """
        super().forward(data_batch, is_train)
        if self.for_training if is_train is None else is_train:
            if not self._mod_aux.params_initialized:
                self._take_weights()
            self._mod_aux.forward(data_batch, True)

    def backward(self, out_grads: Any = None) -> None:
        """Run the backward pass of both modules.

        Parameters
        ----------
        out_grads : list of NDArray, optional
            Gradients of the outputs. Required unless the outputs are losses.
        """
        super().backward(out_grads)
        if self._mod_aux.binded:
            self._mod_aux.backward(out_grads)

    def _take_weights(self) -> None:
        arguments, states = self.get_params()
        self._mod_aux.set_params(arguments, states)

    # Training

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Create the optimizer, and add keys for the mean gradients to the key-value store.

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
        """
        self._param_dict = [{name: nd.zeros(array.shape, ctx=ctx) for name, array in self.get_params()[0].items()}
                            for ctx in self._context]
        store, update_on_kvstore = _create_kvstore(kvstore, self._ctx_len, self._arg_params)
        wrapped = self._create_optimizer(store, update_on_kvstore, optimizer, optimizer_params)
        super().init_optimizer(store if store is not None else kvstore, wrapped, optimizer_params, force_init)
        if self._kvstore:
            for name in self._exec_group.param_names:
                self._kvstore.init(f"{name}_full", nd.zeros(self._arg_params[name].shape))

    def _create_optimizer(self, store: Any, update_on_kvstore: bool, optimizer: Any, params: Any) -> _SVRGOptimizer:
        batch_size, names = self._exec_group.batch_size, self._exec_group.param_names
        if store and "dist" in store.type and "_sync" in store.type:
            batch_size *= store.num_workers
        keys = dict(enumerate(names)) if update_on_kvstore else {
            i * self._ctx_len + k: name for k in range(self._ctx_len) for i, name in enumerate(names)}
        keys |= {len(keys) + i: f"{name}_full" for i, name in enumerate(names)}
        created = opt.create(_SVRGOptimizer.__name__, default_optimizer=optimizer, param_idx2name=keys,
                          **{"rescale_grad": 1.0 / batch_size, **dict(params)})
        assert isinstance(created, _SVRGOptimizer)
        return created

    def update_full_grads(self, train_data: Any) -> None:
        """Compute the mean of the gradients of all batches with the current weights.

        As in MXNet, the sum starts with the previous mean.

        Parameters
        ----------
        train_data : DataIter
            Training data. It is reset first.
        """
        assert self._param_dict is not None, "update_full_grads: call init_optimizer first"
        self._take_weights()
        names, group = self._exec_group.param_names, self._mod_aux._exec_group
        # The previous mean counts as one more gradient in the sum, as in MXNet.
        totals: list[dict[str, Any]] = [{name: known[name] for name in names} for known in self._param_dict]
        train_data.reset()
        count, pad = 0, 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            count, pad = count + 1, batch.pad or 0
            for i, total in enumerate(totals):
                for index, name in enumerate(names):
                    total[name] = total[name] + group.grad_arrays[index][i]
        # The last batch may be padded with samples that were already counted.
        whole = count - pad / train_data.batch_size
        for name in names:
            means = [total[name] / whole for total in totals]
            for known, mean in zip(self._param_dict, means, strict=True):
                known[name] = mean
            if self._kvstore:
                self._accumulate_kvstore(name, means)

    def _accumulate_kvstore(self, key: str, value: list[Any]) -> None:
        """Sum the means over all devices and workers, and divide the sum by the number of devices."""
        self._kvstore.push(f"{key}_full", value)
        self._kvstore._barrier()
        self._kvstore.pull(f"{key}_full", value)
        self._allocate_gradients(key, value)

    def _allocate_gradients(self, key: str, value: list[Any]) -> None:
        assert self._param_dict is not None
        for known, mean in zip(self._param_dict, value, strict=False):
            known[key] = mean / self._ctx_len

    def _update_svrg_gradients(self) -> None:
        assert self._param_dict is not None, "update: call init_optimizer first"
        own, other = self._exec_group.grad_arrays, self._mod_aux._exec_group.grad_arrays
        for index, name in enumerate(self._exec_group.param_names):
            for i, known in enumerate(self._param_dict):
                grad = own[index][i]
                (grad - other[index][i] + known[name]).tostype(grad.stype).copyto(grad)

    def update(self) -> None:
        """Update the parameters with the corrected gradients of the last batch."""
        self._update_svrg_gradients()
        super().update()

    def _fit_epoch(self, train_data: Any, eval_metric: Any, epoch: int, callbacks: list[Any], monitor: Any,
                   sparse_row_id_fn: Any) -> Any:
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
        train_data.reset()
        return super()._fit_epoch(train_data, eval_metric, epoch, callbacks, monitor, sparse_row_id_fn)

    def _after_epoch(self, train_data: Any) -> None:
        """Do nothing: each epoch starts with `reset`, and another call would shuffle the data again."""

    def _values_of_epoch(self, eval_metric: Any) -> Any:
        return eval_metric.get_name_value()
