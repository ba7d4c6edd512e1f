"""The in-process store, with sums over devices and updates by an optimizer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import torch

from mxnet_records import files

from .. import optimizer as opt
from .._frontend.results import wrap
from .._runtime import device, storage
from .._runtime.error import MXNetError
from .._runtime.overrides import is_own
from .._runtime.torch_private import foreach
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ..optimizer._base import takes_whole_lists
from . import _compression
from .base import KeyValueError, KVStoreBase, pairs

Key = int | str
Group = tuple[Key, list[NDArray]]


class KVStore(KVStoreBase):
    """Key-value store for the devices of this process.

    Parameters
    ----------
    handle : str
        The store type, such as 'local'. Use `create` to construct a store.

    Examples
    --------
    >>> kv = mx.kv.create('local')
    >>> kv.init('weight', mx.nd.zeros(2))
    >>> kv.push('weight', [mx.nd.ones(2), mx.nd.ones(2) * 2])
    >>> out = mx.nd.zeros(2)
    >>> kv.pull('weight', out=out)
    >>> out.asnumpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, handle: Any) -> None:
        self._type = handle
        self._updater: Callable[..., Any] | None = None
        self._values: dict[Key, NDArray] = {}
        self._order: dict[Key, int] = {}
        self._compression: _compression.TwoBitCompression | None = None
        self._on_device = "device" in handle or handle == "nccl"
        self._warned_about_sparse: set[Key] = set()
        # Factor that the caller applies to pulled sums. The workers of a distributed store may have different factors.
        self.scale_of_sums = 1.0

    # Values

    def init(self, key: Any, value: Any) -> None:
        """Set the initial values of keys.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys. All keys of a store must have the same type.
        value : NDArray or list of NDArray
            One value per key.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init([5, 7], [mx.nd.ones(2), mx.nd.zeros(2)])
        >>> out = mx.nd.zeros(2)
        >>> store.pull(5, out=out)
        >>> out.asnumpy()
        array([1., 1.], dtype=float32)
        """
        self._init(key, value)

    def _init(self, key: Any, value: Any) -> None:
        for one, arrays in self._pair_keys(key, value):
            for array in arrays:
                if one in self._values:
                    raise MXNetError(f"duplicate init of key {one}. Please double check if you called kv.init or "
                                     "kv.broadcast with this key multiple times")
                self._values[one] = copy_for_store(array, device.CPU)
                self._order[one] = len(self._order)

    def _replace(self, key: Key, value: NDArray) -> None:
        """Replace the value of an existing key without running the updater."""
        self._check_known(key)
        self._values[key] = copy_for_store(value, self._values[key].context)

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Sum arrays by key. The updater applies the sums, or they replace the stored values if there is no updater.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        value : NDArray, list of NDArray (one per device) or list of lists (for several keys)
            The arrays.
        priority : int
            Ignored: operations run immediately.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init('weight', mx.nd.zeros(2))
        >>> store.push('weight', [mx.nd.ones(2), mx.nd.ones(2) * 2])
        >>> out = mx.nd.zeros(2)
        >>> store.pull('weight', out=out)
        >>> out.asnumpy()
        array([3., 3.], dtype=float32)
        """
        self._push(key, value)

    def _group_and_check(self, key: Any, value: Any) -> list[Group]:
        groups = self._group_by_key(key, value)
        for one, arrays in groups:
            self._check_known(one)
            for array in arrays:
                if array.stype not in ("default", "row_sparse"):
                    raise MXNetError(f"Unexpected storage type detected during kvstore push: {array.stype} for key "
                                     f"{one}")
        return groups

    def _push(self, key: Any, value: Any) -> None:
        groups = self._group_and_check(key, value)
        sums = self._sums(groups)
        if self._updater is None:
            for (one, arrays), total in zip(groups, sums, strict=True):
                # A single array belongs to the caller, who may modify it later.
                self._values[one] = copy_for_store(total, total.context) if len(arrays) == 1 else total
            return
        self._update([one for one, _ in groups], sums)

    def _update(self, keys: list[Key], sums: list[NDArray]) -> None:
        for one, total in zip(keys, sums, strict=True):
            stored = self._values[one]
            if total.context.device_type == "gpu" and stored.context.device_type != "gpu":
                self._values[one] = stored.as_in_context(total.context)
        updater = self._updater
        assert updater is not None
        if type(updater) is opt.Updater and len(keys) > 1 and takes_whole_lists(updater.optimizer):
            places: dict[Any, list[int]] = {}
            for position, one in enumerate(keys):
                places.setdefault(self._values[one].context, []).append(position)
            for chosen in places.values():
                updater([keys[i] for i in chosen], [sums[i].as_in_context(self._values[keys[i]].context)
                                                    for i in chosen], [self._values[keys[i]] for i in chosen])
            return
        for one, total in zip(keys, sums, strict=True):
            updater(one, total.as_in_context(self._values[one].context), self._values[one])

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Copy stored values to arrays.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        out : NDArray, list of NDArray (one per device) or list of lists (for several keys)
            Arrays to write to.
        priority : int
            Ignored: operations run immediately.
        ignore_sparse : bool
            Whether to skip sparse arrays in `out`.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init('weight', mx.nd.ones(2))
        >>> outs = [mx.nd.zeros(2), mx.nd.zeros(2)]
        >>> store.pull('weight', out=outs)
        >>> outs[1].asnumpy()
        array([1., 1.], dtype=float32)
        """
        if out is None:
            raise KeyValueError("kvstore.pull: out is None; pass the arrays to write to")
        self._pull(key, out, ignore_sparse)

    def _pull(self, key: Any, out: Any, ignore_sparse: bool = True) -> None:
        for one, arrays in self._pair_keys(key, out):
            self._check_known(one)
            stored = self._values[one]
            for array in arrays:
                if array.stype == "default" or not ignore_sparse:
                    copy_value(one, stored, array)
                elif one not in self._warned_about_sparse:
                    self._warned_about_sparse.add(one)
                    logging.info("Warning: non-default weights detected during kvstore pull of key %s. This call has "
                                 "been ignored. Please make sure to use kv.row_sparse_pull() or module.prepare() with "
                                 "row_ids.", one)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push `value` and pull to `out`, or to `value` if `out` is None.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        value, out : NDArray, list of NDArray (one per device) or list of lists (for several keys)
            Arrays to sum, and arrays to write to.
        priority : int
            Ignored: operations run immediately.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init('gradient', mx.nd.zeros(2))
        >>> parts = [mx.nd.ones(2), mx.nd.ones(2) * 2]
        >>> store.pushpull('gradient', parts)
        >>> parts[0].asnumpy()
        array([3., 3.], dtype=float32)
        """
        self._push(key, value)
        self._pull(key, value if out is None else out)

    def pushpull_gradients(self, keys: list[Key], gradients: list[list[NDArray]], out: list[list[NDArray]],
                           leaves: list[list[Any]]) -> None:
        """Run `pushpull` for a trainer.

        Parameters
        ----------
        keys : list of str or int
            The keys.
        gradients, out : list of list of NDArray
            Arrays to sum, and arrays to write to: one list per key, with one array per device.
        leaves : list of list
            Tape leaves that own the gradients.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init('weight', mx.nd.zeros(2))
        >>> out = mx.nd.zeros(2)
        >>> store.pushpull_gradients(['weight'], [[mx.nd.ones(2), mx.nd.ones(2)]], out=[[out]], leaves=[[]])
        >>> out.asnumpy()
        array([2., 2.], dtype=float32)
        """
        self.pushpull(keys, gradients, out=out)

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Initialize keys with `value` and pull to `out`. A key can be broadcast only once.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        value : NDArray or list of NDArray
            One value per key.
        out : NDArray, list of NDArray (one per device) or list of lists (for several keys)
            Arrays to write to.
        priority : int
            Ignored: operations run immediately.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> outs = [mx.nd.zeros(2), mx.nd.zeros(2)]
        >>> store.broadcast('weight', mx.nd.ones(2), out=outs)
        >>> outs[1].asnumpy()
        array([1., 1.], dtype=float32)
        """
        self._init(key, value)
        self._pull(key, out)

    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0, row_ids: Any = None) -> None:
        """Copy selected rows of row-sparse values to row-sparse arrays.

        Parameters
        ----------
        key : str or int, or a list of them
            The keys.
        out : RowSparseNDArray, list of them or list of lists
            Arrays to write to.
        priority : int
            Ignored: operations run immediately.
        row_ids : NDArray or list of NDArray
            Row indices, in any order. A single array applies to all of `out`.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.init('table', mx.nd.ones((4, 2)).tostype('row_sparse'))
        >>> rows = mx.nd.sparse.zeros('row_sparse', (4, 2))
        >>> store.row_sparse_pull('table', out=rows, row_ids=mx.nd.array([3, 1]))
        >>> rows.indices.asnumpy()
        array([1, 3])
        """
        if out is None or row_ids is None:
            raise KeyValueError("kvstore.row_sparse_pull: needs out and row_ids")
        if isinstance(row_ids, NDArray):
            row_ids = [row_ids]
        if not isinstance(row_ids, list):
            raise KeyValueError(f"row_ids must be an NDArray, or a list of them, received {type(row_ids)}")
        shared = len(row_ids) == 1 and isinstance(out, list)
        targets = self._pair_keys(key, [out[0]] if shared else out)
        rows = pairs(key, row_ids)
        flat = [(one, array) for one, arrays in targets for array in arrays]
        flat_rows = [array for _, arrays in rows for array in arrays]
        if len(flat) != len(flat_rows):
            raise KeyValueError(f"row_sparse_pull needs row_ids for each value, received {len(flat_rows)} for "
                                f"{len(flat)}")
        for (one, target), numbers in zip(flat, flat_rows, strict=True):
            self._pull_rows(one, target, numbers)
        for target in out[1:] if shared else ():
            out[0].copyto(target)

    def _pull_rows(self, key: Key, target: NDArray, row_ids: NDArray) -> None:
        self._check_known(key)
        stored: Any = self._values[key]
        if stored.stype != "row_sparse":
            raise MXNetError(f"PullRowSparse expects row_sparse src NDArray, key {key} holds {stored.stype}")
        if target.stype != "row_sparse":
            raise MXNetError(f"Expected row_sparse storage type for row_sparse_pull values, but detected storage type "
                             f"{target.stype} for key {key}")
        if row_ids.stype != "default":
            raise MXNetError(f"Expected default storage type for row_sparse_pull rowids, but detected storage type "
                             f"{row_ids.stype} for key {key}")
        wanted = torch.unique(row_ids._data.detach().reshape(-1).to(torch.int64))
        numbers = wrap(NDArray, wanted, stored.context)
        stored.retain(numbers).as_in_context(target.context).copyto(target)

    # Sums

    def _sums(self, groups: list[Group]) -> list[NDArray]:
        several = [len(arrays) for _, arrays in groups]
        dense = all(a.stype == "default" for _, arrays in groups for a in arrays)
        if self._compression is None and dense and len(groups) > 1 and len(set(several)) == 1 and several[0] > 1:
            return self._sums_together(groups)
        return [self._sum(one, arrays) for one, arrays in groups]

    def _home(self, arrays: list[NDArray]) -> device.Context:
        """Return the device on which the arrays of a key are summed."""
        return arrays[0].context if self._on_device else device.CPU

    def _sums_together(self, groups: list[Group]) -> list[NDArray]:
        """Sum the arrays of many keys with one call of torch per device."""
        homes = [self._home(arrays) for _, arrays in groups]
        for one, arrays in groups:
            _check_shapes(one, arrays)
        columns = [[arrays[i]._data.detach().to(device.torch_device(home))
                    for (_, arrays), home in zip(groups, homes, strict=True)] for i in range(len(groups[0][1]))]
        totals = list(foreach.add(columns[0], columns[1]))
        for column in columns[2:]:
            foreach.add_(totals, column)
        return [wrap(type(arrays[0]), total, home)
                for (_, arrays), total, home in zip(groups, totals, homes, strict=True)]

    def _sum(self, key: Key, arrays: list[NDArray]) -> NDArray:
        first = arrays[0]
        if first.stype != "default":
            total = first
            for other in arrays[1:]:
                total = total + other.as_in_context(first.context)
            return total
        _check_shapes(key, arrays)
        if len(arrays) == 1 and self._compression is None:
            return first
        home = self._home(arrays)
        target = device.torch_device(home)
        if self._compression is not None:
            parts = [self._compression.compress(key, i, a._data.detach()).to(target) for i, a in enumerate(arrays)]
        else:
            parts = [a._data.detach().to(target) for a in arrays]
        sum_of_parts = parts[0].clone() if len(parts) == 1 else parts[0] + parts[1]
        for part in parts[2:]:
            sum_of_parts += part
        return wrap(type(first), sum_of_parts, home)

    # Keys

    def _pair_keys(self, keys: Any, values: Any) -> list[Group]:
        groups = pairs(keys, values)
        known = next(iter(self._values), None)
        if known is not None and groups and isinstance(known, str) != isinstance(groups[0][0], str):
            raise MXNetError(f"Mixed key types are not allowed: this store has {type(known).__name__} keys, received "
                             f"{groups[0][0]!r}")
        return groups

    def _group_by_key(self, keys: Any, values: Any) -> list[Group]:
        """Group the arrays by key. As in MXNet, int keys are sorted and str keys are in the order of `init`."""
        groups: dict[Key, list[NDArray]] = {}
        for one, arrays in self._pair_keys(keys, values):
            groups.setdefault(one, []).extend(arrays)
        if len(groups) == 1:
            return list(groups.items())
        return sorted(groups.items(), key=lambda item: self._order.get(item[0], 0) if isinstance(item[0], str)
                      else item[0])

    def _check_known(self, key: Key) -> None:
        if key not in self._values:
            text = f"key {key} doesn't exist. Did you init?" if isinstance(key, str) else (
                f"key {key} has not been inited")
            raise MXNetError(f"kvstore: {text} Call kv.init first; existing keys: {list(self._values)[:20]}")

    # Updates

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Push gradients with two bits per element. The quantization error is added to the next gradient.

        Parameters
        ----------
        compression_params : dict
            ``{'type': '2bit', 'threshold': 0.5}``.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create('device')
        >>> store.set_gradient_compression({'type': '2bit', 'threshold': 0.5})
        >>> store.init('weight', mx.nd.zeros(3))
        >>> out = mx.nd.zeros(3)
        >>> store.pushpull('weight', [mx.nd.array([0.8, 0.2, -0.6]), mx.nd.array([0.8, 0.2, -0.6])], out=out)
        >>> out.asnumpy()
        array([ 1.,  0., -1.], dtype=float32)
        """
        if "device" not in self.type:
            raise MXNetError(f"a kvstore of type {self.type!r} does not compress gradients; use 'device'")
        self._compression = _compression.from_params(compression_params)

    def set_optimizer(self, optimizer: Any) -> None:
        """Update values with `optimizer` when gradients are pushed.

        Parameters
        ----------
        optimizer : Optimizer
            The optimizer.

        Returns
        -------
        None

        Examples
        --------
        >>> store = mx.kv.create()
        >>> weight = mx.nd.zeros(2)
        >>> store.init(3, weight)
        >>> store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
        >>> store.push(3, mx.nd.ones(2))
        >>> store.pull(3, out=weight)
        >>> weight.asnumpy()
        array([-0.5, -0.5], dtype=float32)
        """
        if "dist" in self.type:
            raise MXNetError(f"set_optimizer: {type(self).__name__} is an in-process store, not a {self.type!r} store; "
                             "use kv.create")
        self._set_updater(opt.get_updater(optimizer))

    def _set_updater(self, updater: Callable[..., Any]) -> None:
        """Set a function ``updater(key, pushed, stored)`` that modifies `stored` at each push."""
        self._updater = updater

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file.

        Parameters
        ----------
        fname : str
            Path of the file.
        dump_optimizer : bool
            Whether to write the optimizer too.

        Returns
        -------
        None

        Examples
        --------
        >>> import os
        >>> store = mx.kv.create()
        >>> store.init('weight', mx.nd.zeros(2))
        >>> store.set_optimizer(mx.optimizer.SGD(momentum=0.9))
        >>> store.push('weight', mx.nd.ones(2))
        >>> store.save_optimizer_states('sgd.states')
        >>> os.listdir()
        ['sgd.states']
        """
        with files.write(fname) as file:
            file.write(self._optimizer_updater("save").get_states(dump_optimizer))

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
        >>> store = mx.kv.create()
        >>> store.init('weight', mx.nd.zeros(2))
        >>> store.set_optimizer(mx.optimizer.SGD(momentum=0.9))
        >>> store.push('weight', mx.nd.ones(2))
        >>> store.save_optimizer_states('sgd.states')
        >>> store.load_optimizer_states('sgd.states')
        """
        updater, states = self._optimizer_updater("load"), files.read(fname)
        with files.named(fname):
            updater.set_states(states)

    def _optimizer_updater(self, what: str) -> opt.Updater:
        if not isinstance(self._updater, opt.Updater):
            raise KeyValueError(f"Cannot {what} states: this store has no optimizer; call set_optimizer first")
        return self._updater

    # Properties

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return whether the store supports a capability. It supports 'optimizer'.

        Parameters
        ----------
        capability : str
            Name of the capability, such as ``'optimizer'``.

        Returns
        -------
        bool
            True. Unknown names raise a ValueError.

        Examples
        --------
        >>> mx.kv.create().is_capable('optimizer')
        True
        """
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return True
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """Name of the store type.

        Examples
        --------
        >>> mx.kv.create('device').type
        'device'
        """
        return self._type

    @property
    def handle(self) -> Any:
        """Handle for ``profiler.set_kvstore_handle``: the store itself.

        Examples
        --------
        >>> store = mx.kv.create()
        >>> store.handle is store
        True
        """
        return self

    @property
    def rank(self) -> int:
        """Rank of this worker, always 0.

        Examples
        --------
        >>> mx.kv.create().rank
        0
        """
        return 0

    @property
    def num_workers(self) -> int:
        """Number of workers, always 1.

        Examples
        --------
        >>> mx.kv.create().num_workers
        1
        """
        return 1

    def _barrier(self) -> None:
        """Return immediately, because there is only one worker."""

    def _send_command_to_servers(self, head: int, body: Any) -> None:
        """Do nothing, because there are no servers."""


def takes_many_keys(store: Any) -> bool:
    """Return whether one call may exchange many keys.

    MXNet calls the methods once per key, so this is False if the user has overridden one of them.
    """
    names = ("push", "pull", "pushpull")
    return isinstance(store, KVStore) and is_own(type(store), names) and vars(store).keys().isdisjoint(names)


def copy_for_store(array: NDArray, context: device.Context) -> NDArray:
    """Make a copy-on-write copy for the store."""
    if array.stype != "default":
        return array.copyto(context)
    tensor = array._data.detach()
    target = device.torch_device(context)
    return wrap(type(array), storage.copy_on_write(tensor) if tensor.device == target else tensor.to(target), context)


def copy_value(key: Key, source: NDArray, target: NDArray) -> None:
    """Copy the value of a key to an array."""
    if source.stype != "default" or target.stype != "default":
        source.as_in_context(target.context).copyto(target)
        return
    if source._data.shape != target._data.shape:
        raise MXNetError(f"kvstore: key {key} holds shape {source.shape}, cannot copy it to shape {target.shape}")
    if source is not target:
        with storage.writing(target._data) as memory:
            memory.copy_(source._data.detach())


def _check_shapes(key: Key, arrays: list[NDArray]) -> None:
    for array in arrays[1:]:
        if array._data.shape != arrays[0]._data.shape:
            raise MXNetError(f"kvstore: arrays pushed to key {key} differ in shape: {[a.shape for a in arrays]}")


concise_module(__name__)
