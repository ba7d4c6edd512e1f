"""SequentialModule: a chain of modules."""

from __future__ import annotations

import copy
import logging
from typing import TYPE_CHECKING, Any

from .._runtime.tracebacks import concise_module
from ._names import require
from .base_module import _DEFAULT_INITIALIZER, BaseModule

if TYPE_CHECKING:
    from ..io import DataBatch
    from ..monitor import Monitor
    from ..ndarray import NDArray


class SequentialModule(BaseModule):
    """A chain of modules. The outputs of each module are the data of the next one.

    Parameters
    ----------
    logger : Logger
        Logger of warnings and of the progress of `fit`.

    Examples
    --------
    >>> first = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=3, name='a'), label_names=None)
    >>> second = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='b'), label_names=None)
    >>> module = mx.mod.SequentialModule().add(first).add(second, auto_wiring=True)
    >>> module.bind([('data', (1, 4))], for_training=False)
    >>> module.init_params(mx.init.One())
    >>> module.forward(mx.io.DataBatch([mx.nd.ones((1, 4))]), is_train=False)
    >>> module.get_outputs()[0].asnumpy()
    array([[12., 12.]], dtype=float32)
    """

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._modules: list[BaseModule] = []
        self._metas: list[dict[str, Any]] = []
        self._label_shapes: Any = None
        self._data_shapes: Any = None
        self._meta_keys = {self.META_TAKE_LABELS, self.META_AUTO_WIRING}

    def add(self, module: BaseModule, **kwargs: Any) -> SequentialModule:
        """Append a module.

        Parameters
        ----------
        module : BaseModule
            The module.
        take_labels : bool
            Pass the labels to this module.
        auto_wiring : bool
            Rename the outputs of the previous module to the data names of this module.

        Returns
        -------
        SequentialModule
            The module itself, so that calls can be chained.
        """
        for key in kwargs:
            require(key in self._meta_keys, f'Unknown meta "{key}", a typo? Known: {sorted(self._meta_keys)}')
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    @property
    def data_names(self) -> list[str]:
        """Names of the data of the first module."""
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs of the last module."""
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self) -> Any:
        """Descriptions of the data."""
        require(self.binded, "data_shapes: call bind first")
        return self._modules[0].data_shapes

    @property
    def label_shapes(self) -> Any:
        """Descriptions of the labels, or None."""
        require(self.binded, "label_shapes: call bind first")
        return self._label_shapes

    @property
    def output_shapes(self) -> Any:
        """Names and shapes of the outputs."""
        require(self.binded, "output_shapes: call bind first")
        return self._modules[-1].output_shapes

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Parameters and auxiliary states of all modules.

        Returns
        -------
        arg_params, aux_params : dict of str to NDArray
            Arrays on the CPU by name.
        """
        self._require("get_params")
        arg_params: dict[str, Any] = {}
        aux_params: dict[str, Any] = {}
        for module in self._modules:
            arguments, states = module.get_params()
            arg_params.update(arguments)
            aux_params.update(states)
        return arg_params, aux_params

    def init_params(self, initializer: Any = _DEFAULT_INITIALIZER, arg_params: dict[str, NDArray] | None = None,
                    aux_params: dict[str, NDArray] | None = None, allow_missing: bool = False, force_init: bool = False,
                    allow_extra: bool = False) -> None:
        if self.params_initialized and not force_init:
            return
        require(self.binded, "init_params: call bind first, which creates the arrays")
        for module in self._modules:
            module.init_params(initializer=initializer, arg_params=arg_params, aux_params=aux_params,
                               allow_missing=allow_missing, force_init=force_init, allow_extra=allow_extra)
        owners: dict[str, int] = {}
        for layer, module in enumerate(self._modules):
            for name in (name for names in module.get_params() for name in names):
                require(name not in owners, f'layers {owners.get(name)} and {layer} both have a parameter '
                                            f'"{name}"; use different names')
                owners[name] = layer
        self.params_initialized = True

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True,
             inputs_need_grad: bool = False, force_rebind: bool = False, shared_module: Any = None,
             grad_req: Any = "write") -> None:
        """Bind all modules.

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
        """
        if self._ignores_bind(force_rebind):
            return
        require(for_training or not inputs_need_grad, "bind: inputs_need_grad=True needs for_training=True")
        require(shared_module is None, "bind: SequentialModule does not support shared_module")
        require(self._modules, "bind: the SequentialModule is empty; add modules first")
        self.binded = True
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._label_shapes = label_shapes if any(m.get(self.META_TAKE_LABELS) for m in self._metas) else None
        shapes = data_shapes
        for layer, (module, meta) in enumerate(zip(self._modules, self._metas, strict=True)):
            if meta.get(self.META_AUTO_WIRING, False):
                names = module.data_names
                require(len(names) == len(shapes), f"layer {layer} takes data {names}, but the previous layer returns "
                                                   f"{shapes}")
                shapes = [(name, shape[1]) for name, shape in zip(names, shapes, strict=True)]
            module.bind(data_shapes=shapes, label_shapes=label_shapes if meta.get(self.META_TAKE_LABELS) else None,
                        for_training=for_training, inputs_need_grad=inputs_need_grad or (for_training and layer > 0),
                        force_rebind=force_rebind, shared_module=None, grad_req=grad_req)
            shapes = module.output_shapes

    def init_optimizer(self, kvstore: Any = "local", optimizer: Any = "sgd",
                       optimizer_params: Any = (("learning_rate", 0.01),), force_init: bool = False) -> None:
        """Create an optimizer for each module.

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
        self._require("init_optimizer")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        for layer in self._modules:
            layer.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params,
                                 force_init=force_init)
        self.optimizer_initialized = True

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Run the forward pass of all modules.

        Parameters
        ----------
        data_batch : DataBatch
            The batch.
        is_train : bool, optional
            Whether to run in training mode. The default is the mode of `bind`.
        """
        self._require("forward")
        batch = copy.copy(data_batch)
        for module, following in zip(self._modules, [*self._modules[1:], None], strict=True):
            module.forward(batch, is_train=is_train)
            if following is None:
                return
            batch.data = module.get_outputs()
            if hasattr(batch, "provide_data"):
                names = [shape[0] for shape in module.output_shapes]
                batch.provide_data = [(name, array.shape) for name, array in zip(names, batch.data, strict=True)]

    def backward(self, out_grads: Any = None) -> None:
        """Run the backward pass of all modules.

        Parameters
        ----------
        out_grads : list of NDArray, optional
            Gradients of the outputs of the last module. Required unless they are losses.
        """
        self._require("backward")
        for layer in reversed(range(len(self._modules))):
            self._modules[layer].backward(out_grads=out_grads)
            if layer:
                out_grads = self._modules[layer].get_input_grads()

    def update(self) -> None:
        """Update the parameters of all modules."""
        self._require("update", optimizer=True)
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> Any:
        self._require("get_outputs")
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """Return the gradients of the data of the first module.

        Parameters
        ----------
        merge_multi_context : bool
            Whether to concatenate the parts of several devices. Otherwise each entry is a list of one array per device.

        Returns
        -------
        list of NDArray
            One entry per data array.
        """
        self._require("get_input_grads")
        require(self.inputs_need_grad, "get_input_grads: bind with inputs_need_grad=True first")
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        self._require("update_metric")
        for meta, module in zip(self._metas, self._modules, strict=True):
            if meta.get(self.META_TAKE_LABELS):
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Monitor) -> None:
        """Install a monitor on all modules.

        Parameters
        ----------
        mon : Monitor
            The monitor.
        """
        require(self.binded, "install_monitor: call bind first")
        for module in self._modules:
            module.install_monitor(mon)


concise_module(__name__)
