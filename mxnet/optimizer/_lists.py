"""Optimizers that update lists of weights. A few torch calls update all weights with the same rate, decay and dtype."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import torch

from mxnet_records import environment

from .._runtime import storage
from .._runtime.storage.sparse import SparseMark
from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import Optimizer, takes_whole_lists, whole_lists

Tensors = list[torch.Tensor]


def as_lists(index: Any, weight: Any, grad: Any, state: Any) -> tuple[Sequence[Any], list[Any], list[Any], list[Any]]:
    """Convert the arguments of `Optimizer.update` to lists. Indices stay in their list or tuple."""
    if isinstance(index, (list, tuple)):
        return index, list(weight), list(grad), list(state)
    return [index], [weight], [grad], [state]


def aggregation_size(default: int | None = None) -> int:
    """Return the number of weights that MXNet's optimizers update in one call."""
    return environment.OPTIMIZER_AGGREGATION_SIZE.get(default)


def arrays_of(state: Any) -> tuple[NDArray, ...]:
    """Return the arrays in a weight's state."""
    if isinstance(state, (tuple, list)):
        return tuple(array for array in state if array is not None)
    return () if state is None else (state,)


def _dense(array: Any) -> Any:
    return array if array.stype == "default" else array.tostype("default")


class ListOptimizer(Optimizer):
    """Base class of optimizers that define a step over lists of tensors.

    Subclasses define `_step`. They may override `_step_sizes` to compute step sizes from learning rates.
    """

    # Position of the float32 copy in the state of a half precision weight. It differs between MXNet's classes.
    _master_first = True
    # Methods that MXNet calls for each weight, in order. User-defined subclasses may override them.
    _calls_per_weight: tuple[str, ...] = ("_update_count", "_get_lr", "_get_wd")
    # Whether MXNet calls the methods for several weights at once instead.
    _calls_with_lists = False

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        """Update weights with the same settings. `states` has one list for each state of a weight."""
        raise NotImplementedError(f"{type(self).__name__} does not define _step")

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[float]:
        return lrs

    def _get_rates_and_decays(self, indices: Sequence[Any]) -> tuple[list[float], list[float]]:
        """Count an update of the weights, and return their learning rates and decays with the same calls as MXNet."""
        if self._calls_with_lists or (len(indices) > 1 and takes_whole_lists(self)):
            self._update_count(indices)
            return self._get_lrs(indices), self._get_wds(indices)
        values: dict[str, list[float]] = {"_update_count": [], "_get_lr": [], "_get_wd": []}
        for index in indices:
            for name in self._calls_per_weight:
                values[name].append(getattr(self, name)(index))
        return values["_get_lr"] or [1.0] * len(indices), values["_get_wd"]

    @whole_lists
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_lists(index, weight, grad, state)

    def _update_lists(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        lrs, wds = self._get_rates_and_decays(indices)
        if any(issubclass(cls, SparseMark) for cls in {*map(type, weights), *map(type, grads)}):
            lrs, wds, indices, weights, grads, states = self._update_sparse(lrs, wds, indices, weights, grads, states)
        rates = self._step_sizes(lrs, wds, indices, weights, grads)
        keys = list(zip(rates, wds, [w._data.dtype for w in weights], strict=True))
        for (lr, wd, _), chosen in _fused.groups(keys):
            columns = zip(*(arrays_of(states[i]) for i in chosen), strict=True)
            self._write_step([[weights[i] for i in chosen], *columns], [grads[i]._data for i in chosen], lr, wd)

    def _write_step(self, columns: Sequence[Sequence[NDArray]], grads: list[torch.Tensor], lr: float,
                    wd: float) -> None:
        """Run `_step` on the memory of weights (the first column) and states."""
        tensors = [[array._data for array in column] for column in columns]
        with storage.writing(*chain.from_iterable(tensors)):
            weights, *states = ([tensor.data for tensor in column] for column in tensors)
            self._step(weights, grads, states, lr, wd)

    def _update_sparse(self, *lists: Sequence[Any]) -> list[list[Any]]:
        """Update sparse weights one by one, and return the lists of the others."""
        dense: list[Any] = []
        for item in zip(*lists, strict=True):
            lr, wd, index, weight, grad, state = item
            if isinstance(weight, SparseMark) or isinstance(grad, SparseMark):
                rate, = self._step_sizes([lr], [wd], [index], [_dense(weight)], [_dense(grad)])
                self._sparse_step(weight, grad, state, rate, wd)
            else:
                dense.append(item)
        return [list(column) for column in zip(*dense, strict=True)] if dense else [[] for _ in lists]

    def _sparse_step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Update a weight that is sparse or has a sparse gradient. By default, treat both as dense."""
        arrays = [weight, *arrays_of(state)]
        dense = [_dense(array) for array in arrays]
        self._write_step([[array] for array in dense], [_dense(grad)._data], lr, wd)
        for array, changed in zip(arrays, dense, strict=True):
            if array is not changed:
                changed.tostype(array.stype).copyto(array)

    def create_state_multi_precision(self, index: Any, weight: NDArray) -> Any:
        state = super().create_state_multi_precision(index, weight)
        if not self._master_first and self.multi_precision and weight.dtype == np.float16:
            return state[1], state[0]
        return state

    @whole_lists
    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        is_single = not isinstance(index, (list, tuple))
        half = self._half_positions([weight] if is_single else weight)
        if not half:
            self.update(index, weight, grad, state)
        elif is_single:
            self._update_masters(half, index, weight, grad, state,
                                 lambda _, masters, grads, states: self.update(index, masters[0], grads[0], states[0]))
        else:
            self._update_masters(half, index, weight, grad, state, self.update)

    def _update_masters(self, half: list[int], index: Any, weight: Any, grad: Any, state: Any,
                        update: Callable[..., None]) -> None:
        """Call `update` with the float32 copies of the weights at positions `half`, and round them to the weights."""
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        masters = list(weights)
        for i in half:
            masters[i], states[i] = states[i] if self._master_first else reversed(states[i])
            grads[i] = grads[i].astype(np.float32)
        update(indices, masters, grads, states)
        for i in half:
            masters[i].astype(weights[i].dtype).copyto(weights[i])

    def _half_positions(self, weights: Any) -> list[int]:
        """Return the positions of weights with a float32 copy."""
        if not self.multi_precision:
            return []
        return [i for i, weight in enumerate(weights) if weight.dtype == np.float16]


class DirectListOptimizer(ListOptimizer):
    """A ListOptimizer whose updaters do not call `update`. As in MXNet, both methods call `_update_impl`."""

    _master_first = False

    @whole_lists
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_impl(index, weight, grad, state, multi_precision=False)

    @whole_lists
    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        half = self._half_positions(weight if isinstance(index, (list, tuple)) else [weight])
        self._update_impl(index, weight, grad, state, multi_precision=bool(half))

    def _update_impl(self, index: Any, weight: Any, grad: Any, state: Any, multi_precision: bool = False) -> None:
        if multi_precision:
            indices, weights, grads, states = as_lists(index, weight, grad, state)
            half = self._half_positions(weights)
            for i in half:  # MXNet's operators for float32 copies update all rows
                grads[i] = _dense(grads[i])
            self._update_masters(half, indices, weights, grads, states, self._update_lists)
        else:
            self._update_lists(index, weight, grad, state)
