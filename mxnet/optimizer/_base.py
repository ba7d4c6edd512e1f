"""Base class and registry of optimizers, and the updater, which holds their states."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from .. import ndarray as nd
from .._runtime.arguments import NumbersChecked, check_number
from .._runtime.overrides import is_own
from .._runtime.tracebacks import concise_module, near, user_level
from ..ndarray.ndarray import NDArray
from ..util import is_np_array


class Optimizer(NumbersChecked):
    """Base class of optimizers, which update weights from gradients.

    Parameters
    ----------
    rescale_grad : float
        Factor of all gradients, such as one divided by the batch size.
    param_idx2name : dict, optional
        Names of weights by index.
    wd : float
        Weight decay: L2 penalty of the weights.
    clip_gradient : float, optional
        Clip rescaled gradients to ``[-clip_gradient, clip_gradient]``. None does not clip.
    learning_rate : float, optional
        Learning rate. The default is 0.01, or the rate of `lr_scheduler`.
    lr_scheduler : LRScheduler, optional
        Schedule of the learning rate by the number of updates.
    sym : Symbol, optional
        Symbol whose attributes ``__lr_mult__`` and ``__wd_mult__`` scale learning rate and weight decay.
    begin_num_update : int
        Number of updates before the first one.
    multi_precision : bool
        Update half precision weights through float32 copies.
    param_dict : dict, optional
        Parameters by index, whose ``lr_mult`` and ``wd_mult`` scale learning rate and weight decay.

    Examples
    --------
    >>> @mx.optimizer.Optimizer.register
    ... class Plain(mx.optimizer.Optimizer):
    ...     def create_state(self, index, weight):
    ...         return None
    ...     def update(self, index, weight, grad, state):
    ...         weight[:] = weight - self._get_lr(index) * grad
    >>> type(mx.optimizer.create('plain')).__name__
    'Plain'
    """

    opt_registry: dict[str, type] = {}

    def __init__(self, rescale_grad: float = 1.0, param_idx2name: dict[int, str] | None = None, wd: float = 0.0,
                 clip_gradient: float | None = None, learning_rate: float | None = None, lr_scheduler: Any = None,
                 sym: Any = None, begin_num_update: int = 0, multi_precision: bool = False,
                 param_dict: dict[int, Any] | None = None) -> None:
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None and learning_rate is None:
            learning_rate = 0.01
        self.lr = learning_rate
        if lr_scheduler is not None and learning_rate is not None and lr_scheduler.base_lr != learning_rate:
            warnings.warn(f"learning_rate={learning_rate} replaces base_lr={lr_scheduler.base_lr} of the lr_scheduler",
                          stacklevel=user_level())
            lr_scheduler.base_lr = learning_rate
        self.wd = wd
        self.begin_num_update = self.num_update = begin_num_update
        self._all_index_update_counts: dict[int, dict[Any, int]] = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.clip_gradient, self.multi_precision = clip_gradient, multi_precision
        self.aggregate_num = 0
        if param_idx2name is not None and not isinstance(param_idx2name, dict):
            raise AssertionError(f"param_idx2name must be a dict of names by index, received {param_idx2name!r}")
        self.idx2name = dict(param_idx2name or {})
        self.sym_info = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict = param_dict or {}
        self.allow_np_array = is_np_array()
        self.lr_mult: dict[Any, float] = {}
        self.wd_mult: dict[Any, float] = {}
        self.set_lr_mult({})
        self.set_wd_mult({})

    @staticmethod
    def register(klass: type) -> type:
        """Register an optimizer for `create` under its lower case class name.

        Parameters
        ----------
        klass : type
            Class to register under its lowercase name.

        Returns
        -------
        type
            The class.

        Examples
        --------
        >>> @mx.optimizer.register
        ... class Still(mx.optimizer.Optimizer):
        ...     def update(self, index, weight, grad, state):
        ...         pass
        >>> type(mx.optimizer.create('still')).__name__
        'Still'
        """
        if not isinstance(klass, type):
            raise AssertionError(f"register: an optimizer must be a class, received {klass!r}")
        name = klass.__name__.lower()
        previous = Optimizer.opt_registry.get(name)
        if previous is not None:
            warnings.warn(f"optimizer {klass.__module__}.{klass.__name__} replaces "
                          f"{previous.__module__}.{previous.__name__} of the same name", stacklevel=user_level())
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name: str, **kwargs: Any) -> Optimizer:
        """Create an optimizer by name.

        Parameters
        ----------
        name : str
            Name of the class, in any case.
        **kwargs
            Arguments of the class.

        Returns
        -------
        Optimizer

        Examples
        --------
        >>> mx.optimizer.create('sgd', learning_rate=0.5).learning_rate
        0.5
        """
        optimizer_class = Optimizer.opt_registry.get(name.lower())
        if optimizer_class is None:
            names = sorted(Optimizer.opt_registry)
            raise ValueError(f"Cannot find optimizer {name}.{near(name, names)} Known: {', '.join(names)}")
        return optimizer_class(**kwargs)

    @property
    def learning_rate(self) -> Any:
        """The current learning rate.

        Examples
        --------
        >>> mx.optimizer.SGD(learning_rate=0.5).learning_rate
        0.5
        >>> mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(step=10, base_lr=0.1)).learning_rate
        0.1
        """
        return self._scheduled_rate()

    def _scheduled_rate(self) -> Any:
        # Updates do not read the property above, because a subclass may override it. MXNet does the same.
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate. This is not supported with a scheduler.

        Parameters
        ----------
        lr : float
            The learning rate.

        Returns
        -------
        None

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(learning_rate=0.1)
        >>> optimizer.set_learning_rate(0.01)
        >>> optimizer.learning_rate
        0.01
        """
        if self.lr_scheduler is not None:
            raise UserWarning(f"set_learning_rate({lr}) has no effect, because the LRScheduler of the optimizer sets "
                              "the learning rate")
        check_number(type(self).__name__, "lr", lr)
        self.lr = lr

    # States and updates

    def create_state(self, index: Any, weight: NDArray) -> Any:
        """Create the state of a weight, which is kept between updates.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(momentum=0.9)
        >>> optimizer.create_state(0, mx.nd.ones(2)).asnumpy()
        array([0., 0.], dtype=float32)
        """
        return None

    def create_state_multi_precision(self, index: Any, weight: NDArray) -> Any:
        """Create the state of a weight, including a float32 copy of a half precision weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state for `update_multi_precision`.

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(momentum=0.9, multi_precision=True)
        >>> state = optimizer.create_state_multi_precision(0, mx.nd.ones(2, dtype='float16'))
        >>> [array.dtype.__name__ for array in state]
        ['float32', 'float32']
        """
        if weight.dtype == np.float16:
            if self.multi_precision:
                master = weight.astype(np.float32)
                return master, self.create_state(index, master)
            warnings.warn("Accumulating with float16 loses small updates; pass multi_precision=True to keep a float32 "
                          "copy of the weight", stacklevel=user_level())
        return self.create_state(index, weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update a weight, or lists of weights.

        Parameters
        ----------
        index : int or str, or a list of them
            Index or name of the weight.
        weight : NDArray or list of NDArray
            The weight, which is overwritten.
        grad : NDArray or list of NDArray
            The gradient.
        state : object, or a list of them
            The result of `create_state`, which is overwritten.

        Returns
        -------
        None

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(learning_rate=0.5)
        >>> weight, gradient = mx.nd.array([1, 2]), mx.nd.ones(2)
        >>> optimizer.update(0, weight, gradient, optimizer.create_state(0, weight))
        >>> weight.asnumpy()
        array([0.5, 1.5], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update half precision weights with their float32 copies.

        Parameters
        ----------
        index : int or str, or a list of them
            Index or name of the weight.
        weight : NDArray or list of NDArray
            The weight, which is overwritten.
        grad : NDArray or list of NDArray
            The gradient.
        state : object, or a list of them
            The result of `create_state_multi_precision`, which is overwritten.

        Returns
        -------
        None

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(learning_rate=0.5, multi_precision=True)
        >>> weight, gradient = mx.nd.ones(2, dtype='float16'), mx.nd.ones(2, dtype='float16')
        >>> state = optimizer.create_state_multi_precision(0, weight)
        >>> optimizer.update_multi_precision(0, weight, gradient, state)
        >>> weight.asnumpy()
        array([0.5, 0.5], dtype=float16)
        """
        if not self.multi_precision or isinstance(weight, (list, tuple)) or weight.dtype != np.float16:
            self.update(index, weight, grad, state)
            return
        master, original = state
        self.update(index, master, grad.astype(np.float32), original)
        master.astype(weight.dtype).copyto(weight)

    # Multipliers

    def set_lr_scale(self, args_lrscale: Any) -> NoReturn:
        """Raise an error: this method was removed in favor of `set_lr_mult`.

        Parameters
        ----------
        args_lrscale : dict
            Ignored.

        Examples
        --------
        >>> mx.optimizer.SGD().set_lr_scale({0: 0.5})
        Traceback (most recent call last):
        DeprecationWarning: set_lr_scale has been removed; use set_lr_mult
        """
        raise DeprecationWarning("set_lr_scale has been removed; use set_lr_mult")

    def set_lr_mult(self, args_lr_mult: dict[Any, float]) -> None:
        """Set multipliers of the learning rate.

        Parameters
        ----------
        args_lr_mult : dict of int or str to float
            Multipliers by index or name of a weight. They override attributes ``__lr_mult__`` of the symbol.

        Returns
        -------
        None

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(learning_rate=1.0, param_idx2name={0: 'fc_weight'})
        >>> optimizer.set_lr_mult({'fc_weight': 0.5})
        >>> weight = mx.nd.ones(2)
        >>> optimizer.update(0, weight, mx.nd.ones(2), None)
        >>> weight.asnumpy()
        array([0.5, 0.5], dtype=float32)
        """
        self.lr_mult = self._multipliers_in_symbol("__lr_mult__")
        self.lr_mult.update(args_lr_mult)

    def set_wd_mult(self, args_wd_mult: dict[Any, float]) -> None:
        """Set multipliers of the weight decay.

        By default the decay only applies to weights named ``*_weight`` and ``*_gamma``, if the names are known.

        Parameters
        ----------
        args_wd_mult : dict of int or str to float
            Multipliers by index or name of a weight. They override attributes ``__wd_mult__`` of the symbol.

        Returns
        -------
        None

        Examples
        --------
        >>> optimizer = mx.optimizer.SGD(learning_rate=1.0, wd=0.5, param_idx2name={0: 'fc_weight'})
        >>> optimizer.set_wd_mult({'fc_weight': 0.0})
        >>> weight = mx.nd.ones(2)
        >>> optimizer.update(0, weight, mx.nd.zeros(2), None)
        >>> weight.asnumpy()
        array([1., 1.], dtype=float32)
        """
        self.wd_mult = {name: 0.0 for name in self.idx2name.values() if not name.endswith(("_weight", "_gamma"))}
        self.wd_mult.update(self._multipliers_in_symbol("__wd_mult__"))
        self.wd_mult.update(args_wd_mult)

    def _multipliers_in_symbol(self, key: str) -> dict[Any, float]:
        if not self.sym_info:
            return {}
        attributes, arguments = self.sym_info
        return {name: float(attributes[name][key]) for name in arguments
                if name in attributes and key in attributes[name]}

    def _apply_multipliers(self, value: float, indices: Sequence[Any], attribute: str) -> list[float]:
        """Multiply `value` by the multiplier of each weight, which is stored in its parameter, by index or by name."""
        parameters, names = self.param_dict, self.idx2name
        table = self.lr_mult if attribute == "lr_mult" else self.wd_mult
        if not parameters and not table:
            return [value] * len(indices)
        return [value * (getattr(parameters[i], attribute) if i in parameters
                         else table[i] if i in table else table.get(names.get(i), 1.0)) for i in indices]

    def _set_current_context(self, device_id: int) -> None:
        """Select the update counts of a device."""
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _update_count(self, index: Any) -> None:
        for weight_index in index if isinstance(index, (list, tuple)) else (index,):
            count = self._index_update_count.get(weight_index, self.begin_num_update) + 1
            self._index_update_count[weight_index] = count
            self.num_update = max(count, self.num_update)

    def _get_lrs(self, indices: Sequence[Any]) -> list[float]:
        return self._apply_multipliers(self._scheduled_rate(), indices, "lr_mult")

    def _get_lr(self, index: Any) -> float:
        return self._get_lrs([index])[0]

    def _get_wds(self, indices: Sequence[Any]) -> list[float]:
        return self._apply_multipliers(self.wd, indices, "wd_mult")

    def _get_wd(self, index: Any) -> float:
        return self._get_wds([index])[0]

    def __getstate__(self) -> dict[str, Any]:
        # Parameters belong to a network. The trainer that loads the states sets them again.
        return {k: v for k, v in self.__dict__.items() if k != "param_dict"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.param_dict = {}


Optimizer.__module__ = "mxnet.optimizer.optimizer"
register = Optimizer.register
create = Optimizer.create_optimizer


class Updater:
    """Calls an optimizer and holds its states, one per weight.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy()
    array([0.5, 1.5], dtype=float32)
    """

    def __init__(self, optimizer: Optimizer) -> None:
        self.optimizer = optimizer
        self.states: dict[Any, Any] = {}
        self.states_synced: dict[Any, bool] = {}
        self.aggregate_updates = optimizer.aggregate_num > 0

    def __call__(self, index: Any, grad: Any, weight: Any) -> None:
        """Update one weight, or lists of weights. The state of a new weight is created first.

        Parameters
        ----------
        index : int or str, or a list of them
            Index or name of the weight.
        grad : NDArray or list of NDArray
            The gradient.
        weight : NDArray or list of NDArray
            The weight, which is overwritten.

        Returns
        -------
        None

        Examples
        --------
        >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
        >>> weights = [mx.nd.ones(2), mx.nd.zeros(2)]
        >>> updater([0, 1], [mx.nd.ones(2), mx.nd.ones(2)], weights)
        >>> weights[0].asnumpy(), weights[1].asnumpy()
        (array([0.5, 0.5], dtype=float32), array([-0.5, -0.5], dtype=float32))
        """
        if isinstance(index, (list, tuple)):
            indices, grads, weights = list(index), list(grad), list(weight)
        else:
            indices, grads, weights = [index], [grad], [weight]
        if bytes in map(type, indices):
            indices = [i.decode() if isinstance(i, bytes) else i for i in indices]
        takes_lists = takes_whole_lists(self.optimizer)
        if not takes_lists:  # optimizers of lists support NumPy arrays directly
            grads, weights = [g.as_nd_ndarray() for g in grads], [w.as_nd_ndarray() for w in weights]
        if weights:
            self.optimizer._set_current_context(weights[0].context.device_id)
        self._prepare_states(indices, weights)
        if takes_lists:
            self.optimizer.update_multi_precision(indices, weights, grads, [self.states[i] for i in indices])
        elif self.aggregate_updates:
            self._update_in_parts(indices, weights, grads)
        else:
            for i, array, gradient in zip(indices, weights, grads, strict=True):
                self.optimizer.update_multi_precision(i, array, gradient, self.states[i])

    def _prepare_states(self, indices: list[Any], weights: list[NDArray]) -> None:
        """Create the states of new weights, and move loaded states to the devices of their weights."""
        for i, array in zip(indices, weights, strict=True):
            if i not in self.states:
                self.states[i] = self.optimizer.create_state_multi_precision(i, array)
                self.states_synced[i] = True
            elif not self.states_synced.get(i, True):
                self.states[i] = self.sync_state_context(self.states[i], array.context)
                self.states_synced[i] = True

    def _update_in_parts(self, indices: list[Any], weights: list[NDArray], grads: list[NDArray]) -> None:
        """Pass at most `aggregate_num` weights of the same dtype at a time, as user-defined optimizers expect."""
        by_type: dict[Any, list[int]] = {}
        for position, array in enumerate(weights):
            by_type.setdefault(array.dtype, []).append(position)
        size = self.optimizer.aggregate_num
        for positions in by_type.values():
            for start in range(0, len(positions), size):
                part = positions[start:start + size]
                self.optimizer.update_multi_precision(
                    tuple(indices[i] for i in part), tuple(weights[i] for i in part), tuple(grads[i] for i in part),
                    [self.states[indices[i]] for i in part])

    def sync_state_context(self, state: Any, context: Any) -> Any:
        """Move a loaded state to the device of its weight.

        Parameters
        ----------
        state : NDArray, tuple or list
            The state. Other values are returned unchanged.
        context : Context
            The device.

        Returns
        -------
        object
            The state on the device.

        Examples
        --------
        >>> updater = mx.optimizer.get_updater(mx.optimizer.Adam())
        >>> mean, variance = updater.sync_state_context((mx.nd.zeros(2), mx.nd.zeros(2)), mx.cpu(1))
        >>> variance.context
        cpu(1)
        """
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, (tuple, list)):
            return type(state)(self.sync_state_context(s, context) for s in state)
        return state

    def set_states(self, states: bytes) -> None:
        """Load states from `get_states` or from a pickle of MXNet.

        States are read as plain data, without running code. Your own optimizers and schedulers must be defined first.

        Parameters
        ----------
        states : bytes
            The states.

        Returns
        -------
        None

        Examples
        --------
        >>> weight, gradient = mx.nd.ones(2), mx.nd.ones(2)
        >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
        >>> updater(0, gradient, weight)
        >>> other = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
        >>> other.set_states(updater.get_states())
        >>> other.states[0].asnumpy()
        array([-1., -1.], dtype=float32)
        """
        from . import _states  # imported here, because it imports this module

        loaded = _states.loads(states)
        if isinstance(loaded, tuple) and len(loaded) == 2:
            self.states, self.optimizer = loaded
        else:
            self.states = loaded
        self.states_synced = dict.fromkeys(self.states, False)

    def get_states(self, dump_optimizer: bool = False) -> bytes:
        """Return all states as bytes.

        The format is a ``.params`` file with a description. With the environment variable
        ``MXNET_STATES_FORMAT=pickle``, it is a pickle that MXNet 1.9.1 reads.

        Parameters
        ----------
        dump_optimizer : bool
            Whether to include the optimizer.

        Returns
        -------
        bytes
            The states.

        Examples
        --------
        >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
        >>> updater('fc_weight', mx.nd.ones(2), mx.nd.ones(2))
        >>> with open('sgd.states', 'wb') as file:
        ...     _ = file.write(updater.get_states())
        """
        from . import _states

        return _states.dumps((self.states, self.optimizer) if dump_optimizer else self.states)


Updater.__module__ = "mxnet.optimizer.optimizer"


def whole_lists(method: Callable[..., None]) -> Callable[..., None]:
    """Mark an ``update`` or ``update_multi_precision`` that takes lists of any length and mixed dtypes."""
    method.whole_lists = True  # type: ignore[attr-defined]
    return method


# Methods that MXNet calls for every weight or group of weights. If a user overrides one, make the same calls.
_CALLED_PER_WEIGHT = ("update", "update_multi_precision", "_update_impl", "_set_current_context", "_update_count",
                     "_get_lr", "_get_lrs", "_get_wd", "_get_wds")


def takes_whole_lists(optimizer: Optimizer) -> bool:
    """Whether an optimizer supports lists of any length. User-defined optimizers and schedules do not."""
    cls, schedule = type(optimizer), optimizer.lr_scheduler
    return (hasattr(cls.update, "whole_lists") and hasattr(cls.update_multi_precision, "whole_lists")
            and is_own(cls, _CALLED_PER_WEIGHT) and optimizer.__dict__.keys().isdisjoint(_CALLED_PER_WEIGHT)
            and (schedule is None or is_own(type(schedule), ("__call__", "get_warmup_lr"))))


def get_updater(optimizer: Optimizer) -> Updater:
    """Return an updater for an optimizer.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer.

    Returns
    -------
    Updater

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy()
    array([0.5, 1.5], dtype=float32)
    """
    return Updater(optimizer)


def zeros_like_weight(weight: NDArray, keep_storage: bool = False) -> NDArray:
    """Return a zero state with the shape, dtype and device of a weight, and optionally its storage type."""
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=weight.stype if keep_storage else None)


concise_module(__name__, only=("__init__", "create", "create_optimizer", "register", "set_learning_rate"))
