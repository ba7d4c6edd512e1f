"""The interface of key-value stores, and the registry behind `create`."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module, user_level
from ..ndarray.ndarray import NDArray
from ..profiler import set_kvstore_handle

_IN_PROCESS = ("local", "local_update_cpu", "local_allreduce_cpu", "local_allreduce_device", "device", "nccl")


class KeyValueError(MXNetError, AssertionError):
    """Invalid keys or values. A subclass of ``AssertionError``, which MXNet raises."""


class KVStoreBase:
    """Interface of key-value stores. `register` makes a subclass available to `create`.

    Examples
    --------
    >>> @mx.kv.KVStoreBase.register
    ... class Silent(mx.kv.KVStoreBase):
    ...     def broadcast(self, key, value, out, priority=0):
    ...         pass
    ...     def pushpull(self, key, value, out=None, priority=0):
    ...         pass
    ...     @staticmethod
    ...     def is_capable(capability):
    ...         return False
    >>> type(mx.kv.create('silent')).__name__
    'Silent'
    """

    OPTIMIZER = "optimizer"
    kv_registry: dict[str, type] = {}

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Copy the value of the first worker to all arrays of `out`.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        value, out : NDArray, list of NDArray or list of lists
            Arrays to read, and arrays to write to.
        priority : int
            Operations with a larger priority may run earlier.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define broadcast")

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Sum `value` over devices and workers, and write the sum to `out`, or to `value` if `out` is None.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        value, out : NDArray, list of NDArray or list of lists
            Arrays to read, and arrays to write to.
        priority : int
            Operations with a larger priority may run earlier.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define pushpull")

    def set_optimizer(self, optimizer: Any) -> None:
        """Update the stored values with `optimizer` when gradients are pushed.

        Parameters
        ----------
        optimizer : Optimizer
            The optimizer.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define set_optimizer")

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return whether the store supports a capability.

        Parameters
        ----------
        capability : str
            Name of the capability, such as ``'optimizer'``.

        Returns
        -------
        bool
            Whether it is supported.
        """
        raise NotImplementedError("this store does not define is_capable")

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file.

        Parameters
        ----------
        fname : str
            Path of the file.
        dump_optimizer : bool
            Whether to write the optimizer too.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define save_optimizer_states")

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file.

        Parameters
        ----------
        fname : str
            Path of the file.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define load_optimizer_states")

    @property
    def type(self) -> str:
        """Name of the store type."""
        raise NotImplementedError("this store does not define type")

    @property
    def rank(self) -> int:
        """Rank of this worker, starting at 0."""
        raise NotImplementedError("this store does not define rank")

    @property
    def num_workers(self) -> int:
        """Number of workers."""
        raise NotImplementedError("this store does not define num_workers")

    @staticmethod
    def register(klass: Any) -> Any:
        """Register a store class under its lower case name, so that `create` can find it.

        Parameters
        ----------
        klass : type
            The class.

        Returns
        -------
        type
            The class.
        """
        if not isinstance(klass, type):
            raise KeyValueError(f"KVStoreBase.register needs a class, received {klass!r}")
        name = klass.__name__.lower()
        known = KVStoreBase.kv_registry.get(name)
        if known is not None:
            warnings.warn(f"kvstore {klass.__module__}.{klass.__name__} takes the name of the registered "
                          f"{known.__module__}.{known.__name__}", stacklevel=user_level())
        KVStoreBase.kv_registry[name] = klass
        return klass


@KVStoreBase.register
class TestStore(KVStoreBase):
    """A store without state. It shows the smallest possible plug-in."""

    __test__ = False

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        for target in _as_list(out):
            target[:] = value

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        if isinstance(value, NDArray):
            total, targets = value, [] if out is None else _as_list(out)
        else:
            total = sum(one.as_in_context(value[0].context) for one in value)
            targets = value if out is None else _as_list(out)
        for target in targets:
            target[:] = total.as_in_context(target.context)

    @staticmethod
    def is_capable(capability: str) -> bool:
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        return "teststore"

    @property
    def rank(self) -> int:
        return 0

    @property
    def num_workers(self) -> int:
        return 1


def _as_list(arrays: Any) -> Iterable[NDArray]:
    return arrays if isinstance(arrays, list) else [arrays]


def pairs(keys: Any, values: Any) -> list[tuple[int | str, list[NDArray]]]:
    """Pair each key with its list of arrays, for a single key or a list of keys.

    Raises
    ------
    KeyValueError
        If the numbers of keys and values differ, int and str keys are mixed, or a value is not an array.
    """
    if not isinstance(keys, (tuple, list)):
        return [(_check_key(keys), _arrays(keys, values))]
    if not isinstance(values, (tuple, list)) or len(keys) != len(values):
        count = len(values) if isinstance(values, (tuple, list)) else 1
        raise KeyValueError(f"kvstore: {len(keys)} keys need as many values, received {count}")
    groups = [(_check_key(key), _arrays(key, value)) for key, value in zip(keys, values, strict=True)]
    if len({isinstance(key, str) for key, _ in groups}) > 1:
        raise KeyValueError(f"inconsistent types of keys detected. Use int or str keys, not both: {list(keys)}")
    return groups


def _check_key(key: Any) -> int | str:
    if isinstance(key, (int, str)):
        return key
    raise KeyValueError(f"unexpected type for keys: {type(key)}; keys are int or str")


def _arrays(key: Any, value: Any) -> list[NDArray]:
    arrays = [value] if isinstance(value, NDArray) else value
    if not isinstance(arrays, (tuple, list)) or not all(isinstance(one, NDArray) for one in arrays):
        raise KeyValueError(f"kvstore: the value of key {key} must be an NDArray or a list of them, "
                            f"received {type(value)}")
    return list(arrays)


def create(name: str = "local") -> Any:
    """Create a key-value store.

    Parameters
    ----------
    name : str
        ``'local'`` sums on the CPU, ``'device'`` on the device of the first array. The name of a registered plug-in
        creates that plug-in.

    Returns
    -------
    KVStore
        The store.

    Examples
    --------
    >>> import mxnet as mx
    >>> kv = mx.kv.create('local')
    >>> kv.init('a', mx.nd.ones((2,)) * 2)
    >>> out = mx.nd.zeros((2,))
    >>> kv.pull('a', out=out)
    >>> out.asnumpy().tolist()
    [2.0, 2.0]
    """
    name = check_name(name)
    if name in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[name]()
    if "dist" in name:
        from .dist.create import create_distributed

        store = create_distributed(name)
    else:
        from .kvstore import KVStore

        store = KVStore(name)
    set_kvstore_handle(store)
    return store


def check_name(name: str) -> str:
    """Return the store name in lower case, or raise if this process cannot create such a store."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, received {type(name)}")
    name = name.lower()
    if name not in KVStoreBase.kv_registry and "dist" in name:
        from .dist.create import check

        check(name)
    elif name not in _IN_PROCESS and name not in KVStoreBase.kv_registry:
        known = ", ".join([*_IN_PROCESS, *sorted(KVStoreBase.kv_registry)])
        raise MXNetError(f"unknown kvstore {name!r}; one of {known} is expected")
    return name


concise_module(__name__)
