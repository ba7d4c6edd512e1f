"""Trainer: applies an optimizer to the parameters of a network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mxnet_records import files

from .. import kvstore as kvs
from .. import optimizer as optimizers
from .._runtime.arguments import check_number
from .._runtime.autograd import backward_pass, tape
from .._runtime.overrides import is_own
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..kvstore.kvstore import takes_many_keys
from ..model import _create_kvstore, _create_sparse_kvstore
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_nd
from .parameter import Parameter, ParameterDict, ParameterError

_STALE = (
    "the gradient of Parameter `{name}` on context {ctx} has not been updated since the last step, because the "
    "computation of the last backward pass does not use this parameter. If this is intended, pass "
    "ignore_stale_grad=True to leave such parameters unchanged"
)
_ON_STORE = (
    "{name}() is not supported when the kvstore updates the parameters; pass update_on_kvstore=False to Trainer"
)


class TrainerStateError(MXNetError, AssertionError):
    """A call that the update mode of the trainer does not support. MXNet raises ``AssertionError``."""


class Trainer:
    """Updates parameters after each backward pass.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
        Parameters to update.
    optimizer : str or Optimizer
        Optimizer, or its name.
    optimizer_params : dict, optional
        Arguments of the optimizer if `optimizer` is a name.
    kvstore : str, KVStoreBase or None
        The store that sums the gradients of several devices. One device does not need a store.
    compression_params : dict, optional
        Gradient compression of the store, such as ``{'type': '2bit', 'threshold': 0.5}``.
    update_on_kvstore : bool, optional
        Whether the store updates the parameters. By default it does for several devices, if it supports this.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.array([[1, 2]])).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> net.weight.data().asnumpy()
    array([[0.9, 0.8]], dtype=float32)
    """

    _amp_loss_scaler: Any = None

    def __init__(self, params: Any, optimizer: Any, optimizer_params: dict[str, Any] | None = None,
                 kvstore: Any = "device", compression_params: dict[str, Any] | None = None,
                 update_on_kvstore: bool | None = None) -> None:
        if isinstance(params, (dict, ParameterDict)):
            params = [params[key] for key in sorted(params.keys())]
        if not isinstance(params, (list, tuple)):
            raise ValueError(f"params must be a ParameterDict, dict or list of Parameter, received {type(params)}")
        for parameter in params:
            if not isinstance(parameter, Parameter):
                raise ValueError(f"params must only contain Parameters, received {type(parameter)}")
            parameter._set_trainer(self)
        self._params = list(params)
        self._param2idx = {p.name: i for i, p in enumerate(self._params)}
        self._contains_sparse_weight = any(p._stype != "default" for p in self._params)
        self._contains_sparse_grad = any(p._grad_stype != "default" for p in self._params)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, optimizer_params or {})
        self._scale = self._optimizer.rescale_grad
        if isinstance(kvstore, str) and kvstore not in ("device", "local"):
            # Raise for an invalid or unavailable name now, instead of when the store is needed.
            kvs.check_name(kvstore)
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._kvstore: Any = None
        self._known_keys: set[int] = set()
        self._reset_kvstore()

    def _check_contexts(self) -> list[Any]:
        contexts: list[Any] | None = None
        for parameter in self._params:
            own = parameter.list_ctx()
            if contexts is not None and contexts != own:
                raise ParameterError(f"all parameters of a Trainer must be on the same contexts: {parameter.name} is "
                                     f"on {own}, other parameters are on {contexts}")
            contexts = own
        return contexts or []

    def _init_optimizer(self, optimizer: Any, optimizer_params: dict[str, Any]) -> None:
        by_index = dict(enumerate(self._params))
        if not isinstance(optimizer_params, dict):
            raise TypeError(f"Trainer: optimizer_params must be a dict such as {{'learning_rate': 0.1}}, received "
                            f"{optimizer_params!r}")
        if isinstance(optimizer, optimizers.Optimizer):
            if optimizer_params:
                raise AssertionError(f"optimizer_params={optimizer_params} is only supported with the name of an "
                                     f"optimizer; set these values on the {type(optimizer).__name__} instead")
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            self._optimizer = optimizers.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [optimizers.get_updater(self._optimizer) for _ in self._contexts]

    # The store

    def _reset_kvstore(self) -> None:
        """Drop the store. The next step creates a new store from the current values of the parameters."""
        if self._kvstore is not None and "dist" in self._kvstore.type:
            raise RuntimeError(f"a distributed KVStore ({self._kvstore.type}) cannot be created again")
        self._kvstore, self._kv_initialized = None, False
        self._distributed: bool | None = None
        self._update_on_kvstore: bool | None = None
        self._params_to_init = list(self._params)

    def _create_store(self) -> tuple[Any, bool, bool]:
        """Create the store, and return it, whether it updates the parameters, and whether it is distributed."""
        kvstore, requested = self._kvstore_params["kvstore"], self._kvstore_params["update_on_kvstore"]
        if self._contains_sparse_weight:
            if requested is False:
                raise ValueError("update_on_kvstore=False does not support sparse weights, because only the store can "
                                 "update them; pass update_on_kvstore=True or None")
            store, on_store = _create_sparse_kvstore(kvstore)
            return store, on_store, "dist" in store.type
        store, on_store = _create_kvstore(kvstore, len(self._contexts), _Shapes(self._params, self._contexts))
        if store is None and requested and kvstore is not None:
            store, on_store = kvs.create(kvstore), True
        distributed = store is not None and "dist" in store.type
        if self._contains_sparse_grad:
            if store is not None and not isinstance(store, kvs.KVStore):
                raise ValueError(f"{type(store)} does not support sparse gradients on several devices; use another "
                                 "kvstore")
            if requested is False and distributed:
                raise ValueError("update_on_kvstore=False does not support sparse gradients in a distributed store")
            on_store = distributed
        elif distributed and "async" in store.type:
            if requested is False:
                raise ValueError("update_on_kvstore=False does not support an asynchronous store, which must do the "
                                 "updates")
            on_store = True
        if requested is not None and store is not None:
            on_store = requested
        if on_store and not store.is_capable("optimizer"):
            if requested:
                raise ValueError(f"update_on_kvstore=True does not support {type(store)}, which cannot run an "
                                 "optimizer")
            on_store = False
        return store, on_store, distributed

    def _init_kvstore(self) -> None:
        store, on_store, self._distributed = self._create_store()
        if store is None:
            if self._kvstore_params["update_on_kvstore"]:
                raise ValueError("update_on_kvstore=True needs a kvstore, received kvstore=None")
            self._kvstore = self._update_on_kvstore = None
        else:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            if on_store:
                store.set_optimizer(self._optimizer)
            self._kvstore, self._update_on_kvstore = store, on_store
        self._kv_initialized = True

    def _init_params(self) -> None:
        """Add initialized parameters to the store if they are not in it yet."""
        if not self._kv_initialized:
            raise TrainerStateError("the parameters cannot be added to the KVStore before it is created")
        waiting = []
        for parameter in self._params_to_init if self._kvstore is not None else ():
            if parameter._deferred_init:
                waiting.append(parameter)
                continue
            # plain list, because custom stores receive it
            arrays = list(parameter._check_and_get(parameter._data, list))
            index = self._param2idx[parameter.name]
            if index in self._known_keys and isinstance(self._kvstore, kvs.KVStore):
                # A store that the user created keeps its keys when the trainer is reset.
                self._kvstore._replace(index, arrays[0])
            elif parameter._stype != "default":
                self._kvstore.init(index, arrays[0])
            else:
                self._kvstore.broadcast(index, arrays[0], arrays)
            if self._kvstore is self._kvstore_params["kvstore"]:
                self._known_keys.add(index)
        self._params_to_init = waiting

    def _prepare(self) -> None:
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params()

    def _row_sparse_pull(self, parameter: Any, out: Any, row_id: Any, full_idx: bool = False) -> None:
        """Fetch rows of a sparse parameter from the store."""
        self._prepare()
        index = self._param2idx[parameter.name]
        if full_idx and "dist" not in self._kvstore.type:
            if row_id.size != out.shape[0]:
                raise TrainerStateError(f"Parameter {parameter.name}: {row_id.size} row ids for {out.shape[0]} rows")
            self._kvstore.pull(index, out=out, priority=-index, ignore_sparse=False)
        else:
            self._kvstore.row_sparse_pull(index, out=out, row_ids=row_id, priority=-index)

    # Facts

    @property
    def learning_rate(self) -> float:
        """Current learning rate.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5}).learning_rate
        0.5
        """
        return self._optimizer.learning_rate

    @property
    def optimizer(self) -> optimizers.Optimizer:
        """Optimizer of the parameters.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> type(mx.gluon.Trainer(net.collect_params(), 'adam').optimizer).__name__
        'Adam'
        """
        return self._optimizer

    def set_learning_rate(self, lr: float) -> None:
        """Change the learning rate.

        Parameters
        ----------
        lr : float
            New learning rate.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
        >>> trainer.set_learning_rate(0.25)
        >>> trainer.learning_rate
        0.25
        """
        self._optimizer.set_learning_rate(lr)

    # Steps

    def _check_and_rescale_grad(self, scale: float) -> None:
        if self._update_on_kvstore and self._distributed and self._kv_initialized and (
                self._optimizer.rescale_grad != scale and "async" in self._kvstore.type):
            raise UserWarning(f"step needs rescale_grad={scale}, but the servers update with "
                              f"{self._optimizer.rescale_grad} and cannot change it; use the same batch_size in all "
                              "steps")
        self._optimizer.rescale_grad = scale

    def _compute_scale(self, called: str, batch_size: Any) -> Any:
        """Return the factor on gradients."""
        try:
            return self._scale / batch_size
        except (TypeError, ZeroDivisionError):
            check_number(f"Trainer.{called}", "batch_size", batch_size)
            raise ValueError(f"Trainer.{called}: batch_size must be positive, received {batch_size}") from None

    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Sum gradients over devices and update the parameters.

        Parameters
        ----------
        batch_size : int
            Gradients are divided by this number.
        ignore_stale_grad : bool
            Skip parameters that the last backward pass did not use, instead of raising an error.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize(mx.init.One())
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
        >>> with mx.autograd.record():
        ...     loss = net(mx.nd.array([[1, 2], [3, 4]])).sum()
        >>> loss.backward()
        >>> trainer.step(batch_size=2)
        >>> net.weight.data().asnumpy()
        array([[0.8, 0.7]], dtype=float32)
        """
        self._check_and_rescale_grad(self._compute_scale("step", batch_size))
        if not self._kv_initialized or self._params_to_init:
            self._prepare()
        if self._update_on_kvstore and not ignore_stale_grad:
            self._check_fresh()
        self._set_store_scale(self._optimizer.rescale_grad)
        self._allreduce_grads()
        self._update(ignore_stale_grad)

    def _set_store_scale(self, scale: float) -> None:
        """Set the factor on sums in a distributed store. Workers may have different factors."""
        if self._distributed and isinstance(self._kvstore, kvs.KVStore):
            self._kvstore.scale_of_sums = scale

    def allreduce_grads(self) -> None:
        """Sum the gradients over all devices, without updating the parameters.

        Call it before `update`, for example to clip gradients in between.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize(mx.init.One())
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1}, update_on_kvstore=False)
        >>> with mx.autograd.record():
        ...     net(mx.nd.array([[1, 2]])).backward()
        >>> trainer.allreduce_grads()
        >>> net.weight.grad()[:] *= 2
        >>> trainer.update(batch_size=1)
        >>> net.weight.data().asnumpy()
        array([[0.8, 0.6]], dtype=float32)
        """
        self._prepare()
        if self._update_on_kvstore:
            raise TrainerStateError(_ON_STORE.format(name="allreduce_grads"))
        self._set_store_scale(1.0)
        self._allreduce_grads()

    def _allreduce_grads(self) -> None:
        if self._kvstore is None:
            return
        together: tuple[list[int], list[Any], list[Any], list[Any]] = ([], [], [], [])
        many = takes_many_keys(self._kvstore)
        for index, parameter in enumerate(self._params):
            if parameter.grad_req == "null":
                continue
            gradients = _gradients(parameter)
            targets = _weights(parameter) if self._update_on_kvstore else gradients
            if gradients[0].stype != "default":
                self._kvstore.push(index, gradients, priority=-index)
                if parameter._stype == "default":
                    self._kvstore.pull(index, targets, priority=-index, ignore_sparse=self._distributed)
            elif many:
                leaves = [array._tape for array in parameter._data or []] or [None] * len(gradients)
                for part, value in zip(together, (index, gradients, targets, leaves), strict=True):
                    part.append(value)
            elif self._update_on_kvstore:
                self._kvstore.pushpull(index, gradients, out=targets, priority=-index)
            else:
                self._kvstore.pushpull(index, gradients, priority=-index)
        if together[0]:
            # One call with many keys sums and updates them together. Workers send gradients since the backward pass.
            self._kvstore.pushpull_gradients(*together)

    def update(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Update the parameters with gradients that are already summed. See `allreduce_grads`.

        Parameters
        ----------
        batch_size : int
            Gradients are divided by this number.
        ignore_stale_grad : bool
            Skip parameters that the last backward pass did not use, instead of raising an error.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize(mx.init.One())
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1}, update_on_kvstore=False)
        >>> with mx.autograd.record():
        ...     net(mx.nd.array([[1, 2]])).backward()
        >>> trainer.allreduce_grads()
        >>> trainer.update(batch_size=1)
        >>> net.weight.data().asnumpy()
        array([[0.9, 0.8]], dtype=float32)
        """
        self._prepare()
        if self._update_on_kvstore:
            raise TrainerStateError(_ON_STORE.format(name="update"))
        self._check_and_rescale_grad(self._compute_scale("update", batch_size))
        self._update(ignore_stale_grad)

    def _check_fresh(self) -> None:
        for parameter in self._params:
            for array in parameter._data or () if parameter.grad_req != "null" else ():
                if not array._fresh_grad and not backward_pass.reached_by_zero(array._tape):
                    raise UserWarning(_STALE.format(name=parameter.name, ctx=array.context))

    def _update(self, ignore_stale_grad: bool = False) -> None:
        if self._amp_loss_scaler is not None and self._amp_loss_scaler.has_overflow(self._params):
            return
        if self._update_on_kvstore:
            return  # the store has already updated them
        work: list[tuple[list[int], list[NDArray], list[NDArray]]] = [([], [], []) for _ in self._updaters]
        for index, parameter in enumerate(self._params):
            if parameter.grad_req == "null":
                continue
            for (indices, grads, arrays), array, grad in zip(work, _weights(parameter), _gradients(parameter),
                                                             strict=True):
                leaf = array._tape
                if not leaf.fresh and not backward_pass.reached_by_zero(leaf):
                    if not ignore_stale_grad:
                        raise UserWarning(_STALE.format(name=parameter.name, ctx=array.context))
                    continue
                leaf.fresh = False
                indices.append(index)
                grads.append(grad)
                arrays.append(array)
        tape.state.recent.clear()
        for updater, (indices, grads, arrays) in zip(self._updaters, work, strict=True):
            if indices:
                updater(indices, grads, arrays)

    # Files

    def save_states(self, fname: str) -> None:
        """Write the optimizer and its states to a file (see ``Updater.get_states`` for its format).

        Parameters
        ----------
        fname : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.5})
        >>> trainer.save_states('trainer.states')
        >>> other = mx.gluon.Trainer(net.collect_params(), 'adam')
        >>> other.load_states('trainer.states')
        >>> other.learning_rate
        0.5
        """
        self._prepare()
        if not self._update_on_kvstore:
            with files.write(fname) as file:
                file.write(self._updaters[0].get_states(dump_optimizer=True))
            return
        if self._params_to_init:
            raise TrainerStateError(f"save_states: {[p.name for p in self._params_to_init]} are not in the kvstore "
                                    "yet; run the network once before saving")
        self._kvstore.save_optimizer_states(fname, dump_optimizer=True)

    def load_states(self, fname: str) -> None:
        """Read the optimizer and its states from a file of this package or MXNet.

        Parameters
        ----------
        fname : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> trainer = mx.gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.5})
        >>> trainer.save_states('trainer.states')
        >>> trainer.set_learning_rate(0.1)
        >>> trainer.load_states('trainer.states')
        >>> trainer.learning_rate
        0.5
        """
        self._prepare()
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            if self._kvstore._updater is None:
                return  # the servers hold the optimizer
            updaters = [self._kvstore._updater]
        else:
            updaters, content = self._updaters, files.read(fname)
            with files.named(fname):
                for updater in updaters:
                    updater.set_states(content)
                    # One optimizer counts the updates of all devices.
                    updater.optimizer = updaters[0].optimizer
        self._optimizer = updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))


# Public methods mark arrays as shared with the user. The trainer avoids this, unless the user overrides the method.

def _weights(parameter: Parameter) -> list[Any]:
    own = is_own(type(parameter), ("list_data",))
    return _legacy(parameter._check_and_get(parameter._data, list) if own else parameter.list_data())


def _gradients(parameter: Parameter) -> list[Any]:
    own = parameter._grad if is_own(type(parameter), ("list_grad",)) else None
    return _legacy(parameter.list_grad() if own is None else own)


def _legacy(arrays: Iterable[Any]) -> list[Any]:
    """Return the arrays as `NDArray`. Skipping `to_nd` saves 5 us per step for six parameters."""
    return [array if type(array) is NDArray else to_nd(array) for array in arrays]


class _Shapes:
    """The parameters with the interface that `_create_kvstore` needs."""

    def __init__(self, params: list[Parameter], contexts: list[Any]) -> None:
        self._params = params
        for parameter in params:
            if not is_own(type(parameter), ("data",)):
                parameter.data(contexts[0])  # MXNet reads all parameters here

    def values(self) -> list[Any]:
        return [p for p in self._params if p.shape is not None]


concise_module(__name__)
