"""The synchronous store: each push is summed over all workers, and all workers hold the same values.

There are no servers. Between two pulls, workers may push keys in any order and in any grouping: queued pushes are
exchanged, sorted by key, when a value is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..._frontend.results import wrap
from ... import optimizer as opt
from ...ndarray import sparse
from ...ndarray.ndarray import NDArray
from ..kvstore import Key, copy_for_store
from .overlap import Overlap
from .store import DistributedStore
from .workers import PUSH, TOGETHER, Agreement


class SynchronousStore(DistributedStore):
    """A store whose values are the same in all workers, ``mx.kv.create('dist_sync')``.

    Parameters
    ----------
    handle : str
        The store type. Use `create` to construct a store.
    """

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._queued: dict[Key, NDArray] = {}
        self._overlap = Overlap(self._group, f"overlap {self._number}")

    # Values

    def _init(self, key: Any, value: Any) -> None:
        self.send_all()
        before = set(self._values)
        super()._init(key, value)
        new = [one for one in self._values if one not in before]
        self._workers.agree(TOGETHER, f"kv.init in store {self._number}", new)
        for one in new:
            self._values[one] = self._from_first(self._values[one])

    def _from_first(self, array: NDArray) -> NDArray:
        """Return the array of worker 0."""
        if array.stype == "default":
            tensor = array._data.detach().contiguous().clone()
            self._group.broadcast(tensor)
            return wrap(type(array), tensor, array.context)
        return self._sum_of_rows(array if self._group.rank == 0 else _zeros_like(array))

    def _push(self, key: Any, value: Any) -> None:
        groups = self._group_and_check(key, value)
        if any(one in self._queued for one, _ in groups):
            self.send_all()
        for (one, arrays), total in zip(groups, self._sums(groups), strict=True):
            sent = self._compress(one, total)
            # A single array belongs to the caller, who may modify it later.
            self._queued[one] = copy_for_store(sent, sent.context) if sent is total and len(arrays) == 1 else sent

    def send_all(self) -> None:
        """Exchange the queued pushes."""
        if not self._queued:
            return
        queued, self._queued = self._queued, {}
        ordered = dict(sorted(queued.items(), key=lambda item: (str(type(item[0])), item[0])))
        agreement = self._workers.agree(PUSH, self._number, list(ordered), scale=self._own_scale(),
                                        progress=self._overlap.progress())
        self._exchange(list(ordered), lambda: ordered, agreement, True)

    def add_zeros(self, keys: list[Key], agreement: Agreement) -> None:
        """Contribute zeros to a push of the other workers."""
        self._exchange(keys, lambda: {key: _zeros_like(self._values[key]) for key in keys}, agreement, False)

    def pushpull_gradients(self, keys: list[Key], gradients: list[list[NDArray]], out: list[list[NDArray]],
                           leaves: list[list[Any]]) -> None:
        """Run `pushpull` for a trainer. The sums of the gradients may have started during the backward pass.

        Parameters
        ----------
        keys
            Keys in ascending order.
        gradients, out
            Arrays to push and to pull into, one per device for each key.
        leaves
            The tape leaves that own the gradients.
        """
        if self._wire_compression is not None:
            self.pushpull(keys, gradients, out=out)
            return
        self.send_all()
        groups = self._group_and_check(keys, gradients)
        offer = self._overlap.offer(keys, gradients, leaves)
        agreement = self._workers.agree(PUSH, self._number, keys, scale=self._own_scale(), offer=offer,
                                        progress=self._overlap.progress())
        self._exchange(keys, lambda: dict(zip(keys, self._sums(groups), strict=True)), agreement, True)
        super()._pull(keys, out)

    def close(self) -> None:
        """Complete sums that were started by a backward pass after the last step."""
        self._overlap.close()

    def _own_scale(self) -> float:
        return float(self._updater.optimizer.rescale_grad) if isinstance(self._updater, opt.Updater) else (
            self.scale_of_sums)

    def _exchange(self, keys: list[Key], pushed: Callable[[], dict[Key, NDArray]], agreement: Agreement,
                  takes_part: bool) -> None:
        """Sum over all workers, and update the values."""
        sums = self._overlap.sums(keys, agreement, takes_part)
        if sums is None:
            totals = self._totals(pushed(), agreement.scales)
        else:
            totals = {one: wrap(NDArray, total, self._values[one].context)
                      for one, total in zip(keys, sums, strict=True)}
        own, common = self._own_scale(), next(iter(agreement.scales)) if len(agreement.scales) == 1 else 1.0
        if own not in (common, 0.0):
            totals = {one: total * (common / own) for one, total in totals.items()}
        if self._updater is None:
            self._values.update(totals)
        else:
            ordered = self._in_order(keys)
            self._update(ordered, [totals[one] for one in ordered])

    def _totals(self, pushed: dict[Key, NDArray], scales: set[float]) -> dict[Key, NDArray]:
        """Sum over all workers.

        Workers with different batch sizes rescale gradients differently. Each worker then multiplies its gradients by
        its own scale before the sum, and divides the result by it, so that all workers apply the same gradient.
        """
        if len(scales) > 1:
            own = self._own_scale()
            pushed = {one: array * own for one, array in pushed.items()}
        dense = [one for one, array in pushed.items() if array.stype == "default"]
        totals: dict[Key, NDArray] = {}
        for one, total in zip(dense, self._dense_sums([pushed[k]._data.detach() for k in dense], len(scales) > 1),
                              strict=True):
            totals[one] = wrap(type(pushed[one]), total, pushed[one].context)
        for one, array in pushed.items():
            if array.stype != "default":
                totals[one] = self._sum_of_rows(array)
        return totals

    def _dense_sums(self, tensors: list[torch.Tensor], scaled: bool) -> list[torch.Tensor]:
        if self._wire_compression is None or scaled:
            return self._group.all_reduce(tensors)
        # All elements are -threshold, 0 or threshold, so the sum of their signs fits in a byte.
        small = torch.int8 if self._group.size < 128 else torch.int32
        counts = self._group.all_reduce([torch.sign(tensor).to(small) for tensor in tensors])
        return [count.to(tensor.dtype).mul_(self._wire_compression.threshold)
                for count, tensor in zip(counts, tensors, strict=True)]

    def _in_order(self, keys: Any) -> list[Key]:
        return sorted(keys, key=lambda one: self._order.get(one, 0) if isinstance(one, str) else one)

    def _sum_of_rows(self, array: Any) -> NDArray:
        """Sum row-sparse arrays over all workers. Each worker may have different rows."""
        rows, values = array.indices._data.to(torch.int64), array.data._data
        counts = [count for count, in self._group.exchange((len(rows),))]
        longest = max(counts)
        if longest == 0:
            return array
        padded_rows = rows.new_zeros(longest)
        padded_values = values.new_zeros((longest, *array.shape[1:]))
        padded_rows[:len(rows)] = rows
        padded_values[:len(rows)] = values
        all_rows = torch.cat([r[:n] for r, n in zip(self._group.all_gather(padded_rows), counts, strict=True)])
        all_values = torch.cat([v[:n] for v, n in zip(self._group.all_gather(padded_values), counts, strict=True)])
        union, places = torch.unique(all_rows, return_inverse=True)
        summed = all_values.new_zeros((len(union), *array.shape[1:])).index_add_(0, places, all_values)
        as_array = lambda tensor: wrap(NDArray, tensor, array.context)  # noqa: E731
        return sparse.row_sparse_array((as_array(summed), as_array(union)), shape=array.shape, dtype=array.dtype)

    def _pull(self, key: Any, out: Any, ignore_sparse: bool = True) -> None:
        self.send_all()
        super()._pull(key, out, ignore_sparse)

    def _pull_rows(self, key: Key, target: NDArray, row_ids: NDArray) -> None:
        self.send_all()
        super()._pull_rows(key, target, row_ids)

    def _replace(self, key: Key, value: NDArray) -> None:
        self.send_all()
        super()._replace(key, value)

    # Updates

    def set_optimizer(self, optimizer: Any) -> None:
        """Update values with `optimizer`. Each worker applies it to the same sums and gets the same results."""
        self.send_all()
        self._set_updater(opt.get_updater(optimizer))

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        self.send_all()
        super().save_optimizer_states(fname, dump_optimizer)


def _zeros_like(array: Any) -> NDArray:
    if array.stype != "default":
        return sparse.zeros(array.stype, array.shape, ctx=array.context, dtype=array.dtype)
    return wrap(NDArray, torch.zeros_like(array._data), array.context)
