"""Optimizers that update whole lists of weights, a few torch calls for all that share rate, decay and type."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import torch

from .._runtime.sparse_storage import SparseMark
from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import Optimizer, whole_lists

Tensors = list[torch.Tensor]


def as_lists(index: Any, weight: Any, grad: Any, state: Any) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """The arguments of `Optimizer.update` as lists."""
    if isinstance(index, (list, tuple)):
        return list(index), list(weight), list(grad), list(state)
    return [index], [weight], [grad], [state]


def aggregation_size(default: int = 4) -> int:
    """How many weights a call of the original's optimizers takes together."""
    return int(os.environ.get("MXNET_OPTIMIZER_AGGREGATION_SIZE", default))


def arrays_of(state: Any) -> tuple[NDArray, ...]:
    """The arrays in a weight's state."""
    if isinstance(state, (tuple, list)):
        return tuple(array for array in state if array is not None)
    return () if state is None else (state,)


def _dense(array: Any) -> Any:
    return array if array.stype == "default" else array.tostype("default")


class ListOptimizer(Optimizer):
    """An optimizer that is written as a step over lists of tensors.

    Subclasses define `_step`; `_rates` may turn learning rates into step sizes.
    """

    # Where the float32 copy of a half precision weight stands in its state: the original's classes differ.
    _master_first = True
    # Whether updaters go through `update`, which a subclass may replace; the original's SGD, NAG and LARS do not.
    _through_update = True

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        """Update weights that share everything; `states` has one list per kind of state."""
        raise NotImplementedError(f"{type(self).__name__} does not define _step")

    def _rates(self, indices: list[Any], weights: list[NDArray], grads: list[NDArray]) -> list[float]:
        return self._get_lrs(indices)

    @whole_lists
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update a weight, or lists of weights."""
        self._update_lists(index, weight, grad, state)

    def _update_lists(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        self._update_count(indices)
        if any(issubclass(kind, SparseMark) for kind in {*map(type, weights), *map(type, grads)}):
            indices, weights, grads, states = self._without_sparse(indices, weights, grads, states)
        rates = self._rates(indices, weights, grads)
        keys = list(zip(rates, self._get_wds(indices), [w._data.dtype for w in weights], strict=True))
        for (lr, wd, _), chosen in _fused.groups(keys):
            columns = zip(*(arrays_of(states[i]) for i in chosen), strict=True)
            self._step(_fused.write_targets([weights[i] for i in chosen]), [grads[i]._data for i in chosen],
                       [_fused.write_targets(column) for column in columns], lr, wd)

    def _without_sparse(self, *lists: list[Any]) -> list[list[Any]]:
        """Update what is sparse, one by one, and return the rest of `indices`, `weights`, `grads` and `states`."""
        rest: list[Any] = []
        for one in zip(*lists, strict=True):
            index, weight, grad, state = one
            if isinstance(weight, SparseMark) or isinstance(grad, SparseMark):
                rate, = self._rates([index], [_dense(weight)], [_dense(grad)])
                self._sparse_step(weight, grad, state, rate, self._get_wd(index))
            else:
                rest.append(one)
        return [list(column) for column in zip(*rest, strict=True)] if rest else [[], [], [], []]

    def _sparse_step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Update a weight that is sparse or has a sparse gradient; without rules of its own, as if both were dense."""
        arrays = [weight, *arrays_of(state)]
        dense = [_dense(array) for array in arrays]
        targets = _fused.write_targets(dense)
        self._step(targets[:1], [_dense(grad)._data], [[target] for target in targets[1:]], lr, wd)
        for array, changed in zip(arrays, dense, strict=True):
            if array is not changed:
                changed.tostype(array.stype).copyto(array)

    def create_state_multi_precision(self, index: Any, weight: NDArray) -> Any:
        """`create_state`, with a float32 copy of a half precision weight."""
        state = super().create_state_multi_precision(index, weight)
        if not self._master_first and self.multi_precision and weight.dtype == np.float16:
            return state[1], state[0]
        return state

    @whole_lists
    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """`update` through the float32 copies of half precision weights."""
        update = self.update if self._through_update else self._update_lists
        one = not isinstance(index, (list, tuple))
        half = self._half_positions([weight] if one else weight)
        if not half:
            update(index, weight, grad, state)
            return
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        masters = list(weights)
        for i in half:
            masters[i], states[i] = states[i] if self._master_first else reversed(states[i])
            grads[i] = grads[i].astype(np.float32)
        if one:
            update(index, masters[0], grads[0], states[0])
        else:
            update(indices, masters, grads, states)
        for i in half:
            masters[i].astype(weights[i].dtype).copyto(weights[i])

    def _half_positions(self, weights: Any) -> list[int]:
        """Which weights have a float32 copy."""
        if not self.multi_precision:
            return []
        return [i for i, weight in enumerate(weights) if weight.dtype == np.float16]
