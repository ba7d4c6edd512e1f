"""Executors of ``FeedForward`` on several devices, which share a batch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._runtime.tracebacks import concise_module
from .base import MXNetError, mx_real_t
from .context import cpu
from .io import DataDesc
from .ndarray.ndarray import NDArray
from .symbol import _binding

if TYPE_CHECKING:
    from .io import DataBatch
    from .monitor import Monitor
    from .symbol import Symbol


class BatchSizeError(MXNetError, AssertionError):
    """The batch size differs from the bound batch size. MXNet raises ``AssertionError``."""


def _split_input_slice(batch_size: int, work_load_list: Sequence[float]) -> list[slice]:
    """Split a batch between devices in proportion to their workload.

    Raises
    ------
    ValueError
        If a device would get an empty part.
    """
    total = sum(work_load_list)
    counts = [round(load * batch_size / total) for load in work_load_list]
    counts[-1] += max(0, batch_size - sum(counts))
    slices, stop = [], 0
    for count in counts:
        start = min(stop, batch_size)
        stop = min(start + count, batch_size)
        if start >= stop:
            raise ValueError(f"some devices would get an empty part: a batch of {batch_size} cannot be split by "
                             f"work loads {list(work_load_list)}")
        slices.append(slice(int(start), int(stop)))
    return slices


def _check_arguments(symbol: Symbol) -> None:
    """Raise ``ValueError`` if two variables of a symbol have the same name."""
    arguments, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    for names, role in ((arguments, "argument"), (states, "auxiliary param")):
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise ValueError(f'duplicated {role} name "{name}": variables and layers need different names. '
                                 f"Arguments are {arguments}, auxiliary states are {states}")
            seen.add(name)


def _load_general(data: Sequence[NDArray], targets: Sequence[Any]) -> None:
    """Copy arrays to targets. A target is an array, or pairs of a slice of the batch and an array."""
    for source, target in zip(data, targets, strict=False):
        if isinstance(target, NDArray):
            source.copyto(target)
            continue
        if target[-1][0].stop != source.shape[0]:
            raise BatchSizeError(f"executors were bound to batch size {target[-1][0].stop}, received batch size "
                                 f"{source.shape[0]}")
        for part, array in target:
            source[part].copyto(array)


def _load_data(batch: Any, targets: Any) -> None:
    """Copy the data of a batch to targets."""
    _load_general(batch.data, targets)


def _load_label(batch: Any, targets: Any) -> None:
    """Copy the labels of a batch to targets."""
    _load_general(batch.label, targets)


def average(arrays: Sequence[NDArray]) -> NDArray:
    """Return the mean of a parameter's arrays on several devices, on the CPU."""
    if len(arrays) == 1:
        return arrays[0].as_in_context(cpu())
    return sum(array.copyto(cpu()) for array in arrays) / len(arrays)


class DataParallelExecutorGroup:
    """Executors of a symbol, one per device.

    Parameters
    ----------
    sym : Symbol
    arg_names, param_names : list of str
    ctx : list of Context
    slices : list of slice
        Part of the batch for each device.
    train_data : DataIter
        Iterator with the names and shapes of data and labels.
    shared_group : DataParallelExecutorGroup, optional
        Group whose arrays are shared.
    """

    def __init__(self, sym: Symbol, arg_names: Sequence[str], param_names: Sequence[str], ctx: Any,
                 slices: Sequence[slice], train_data: Any, shared_group: Any = None) -> None:
        _check_arguments(sym)
        self.shared_data_arrays: list[dict[str, NDArray]] = (
            [{} for _ in ctx] if shared_group is None else shared_group.shared_data_arrays)
        described = [d if isinstance(d, DataDesc) else DataDesc(d[0], d[1], mx_real_t)
                     for d in train_data.provide_data + train_data.provide_label]
        self.data_names = [d[0] for d in train_data.provide_data]
        self.label_names = [d[0] for d in train_data.provide_label]
        self.aux_names = sym.list_auxiliary_states()
        self.param_idx = [i for i, name in enumerate(arg_names) if name in param_names]
        self.param_names = [arg_names[i] for i in self.param_idx]
        self.slices = slices
        self.train_execs = [
            self._bind(sym, context, part, described, self.shared_data_arrays[i],
                       None if shared_group is None else shared_group.train_execs[i])
            for i, (context, part) in enumerate(zip(ctx, slices, strict=True))]
        self.data_arrays = self._parts(self.data_names)
        self.label_arrays = self._parts(self.label_names)
        self.param_arrays = self._by_device("arg_arrays", self.param_idx)
        self.grad_arrays = self._by_device("grad_arrays", self.param_idx)
        self.aux_arrays = self._by_device("aux_arrays", range(len(self.aux_names)))

    def _by_device(self, attribute: str, numbers: Iterable[int]) -> list[list[NDArray]]:
        """Return the arrays of all executors for each number."""
        arrays = [getattr(executor, attribute) for executor in self.train_execs]
        return [[of_device[number] for of_device in arrays] for number in numbers]

    def _bind(self, symbol: Any, context: Any, part: slice, described: list[DataDesc], buffer: dict[str, NDArray],
              shared: Any) -> Any:
        shapes = {d.name: (part.stop - part.start, *d.shape[1:]) for d in described}
        requests = {n: "null" if n in shapes else "write" for n in symbol.list_arguments()}
        return _binding.simple_bind(symbol, context, requests, {d.name: np.dtype(d.dtype) for d in described}, None,
                                    shared, buffer, shapes, self.param_names, self.param_names)

    def _parts(self, names: list[str]) -> list[list[tuple[slice, NDArray]]]:
        return [[(part, e.arg_dict[name]) for part, e in zip(self.slices, self.train_execs, strict=True)]
                for name in names]

    def load_data_batch(self, data_batch: DataBatch) -> None:
        """Copy a batch to the devices."""
        _load_data(data_batch, self.data_arrays)
        _load_label(data_batch, self.label_arrays)

    def forward(self, is_train: bool = False) -> None:
        """Run the forward pass of all executors."""
        for executor in self.train_execs:
            executor.forward(is_train=is_train)

    def backward(self) -> None:
        """Run the backward pass of all executors."""
        for executor in self.train_execs:
            executor.backward()

    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the outputs of all devices."""
        for number, (executor, part) in enumerate(zip(self.train_execs, self.slices, strict=True)):
            metric.update(labels[number] if pre_sliced else [label[part] for label in labels], executor.outputs)


class DataParallelExecutorManager:
    """Groups of executors, one per bucket if the symbol depends on the bucket.

    Parameters
    ----------
    symbol : Symbol
    ctx : list of Context
    train_data : DataIter
    arg_names, param_names, aux_names : list of str
    work_load_list : list of numbers, optional
        Relative share of the batch for each device.
    logger : Logger, optional
    sym_gen : callable, optional
        Function that returns the symbol of a bucket.
    """

    def __init__(self, symbol: Symbol, ctx: Any, train_data: Any, arg_names: Sequence[str], param_names: Sequence[str],
                 aux_names: Sequence[str], work_load_list: Sequence[float] | None = None, logger: Any = None,
                 sym_gen: Callable[[Any], Any] | None = None) -> None:
        (logger or logging).info("Start training with %s", str(ctx))
        loads = [1] * len(ctx) if work_load_list is None else work_load_list
        if not isinstance(loads, list) or len(loads) != len(ctx):
            raise BatchSizeError(f"work_load_list must have a number for each of {len(ctx)} devices, received "
                                 f"{work_load_list!r}")
        self.slices = _split_input_slice(train_data.batch_size, loads)
        self.arg_names, self.param_names, self.aux_names, self.ctx = arg_names, param_names, aux_names, ctx
        self.execgrp = DataParallelExecutorGroup(symbol, arg_names, param_names, ctx, self.slices, train_data)
        self.symbol, self.sym_gen = symbol, sym_gen
        self.curr_execgrp: DataParallelExecutorGroup | None = None
        # Groups by bucket, which share the arrays of the first group.
        self.execgrp_bucket = {} if sym_gen is None else {train_data.default_bucket_key: self.execgrp}

    def install_monitor(self, monitor: Monitor) -> None:
        """Install a monitor on all executors."""
        if self.sym_gen is not None:
            raise NotImplementedError("a monitor does not support executors of several buckets")
        for executor in self.execgrp.train_execs:
            monitor.install(executor)

    def set_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray]) -> None:
        """Copy parameters to all devices."""
        for executor in self.execgrp.train_execs:
            executor.copy_params_from(arg_params, aux_params)

    def copy_to(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray]) -> None:
        """Copy the mean of the parameters on all devices to `arg_params` and `aux_params`."""
        for names, blocks, target in ((self.param_names, self.param_arrays, arg_params),
                                      (self.aux_names, self.aux_arrays, aux_params)):
            for name, block in zip(names, blocks, strict=True):
                average(block).astype(target[name].dtype, copy=False).copyto(target[name])

    @property
    def param_arrays(self) -> list[list[NDArray]]:
        """Parameters, with one array per device for each parameter."""
        return self.execgrp.param_arrays

    @property
    def grad_arrays(self) -> list[list[NDArray]]:
        """Gradients, with one array per device for each parameter."""
        return self.execgrp.grad_arrays

    @property
    def aux_arrays(self) -> list[list[NDArray]]:
        """Auxiliary states, with one array per device for each state."""
        return self.execgrp.aux_arrays

    def load_data_batch(self, data_batch: DataBatch) -> None:
        """Copy a batch to the executors of its bucket."""
        if self.sym_gen is None:
            self.curr_execgrp = self.execgrp
        else:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                names = self.arg_names, self.param_names
                self.execgrp_bucket[key] = DataParallelExecutorGroup(
                    self.sym_gen(key), *names, self.ctx, self.slices, data_batch, shared_group=self.execgrp)
            self.curr_execgrp = self.execgrp_bucket[key]
        self.curr_execgrp.load_data_batch(data_batch)

    def _current(self) -> DataParallelExecutorGroup:
        if self.curr_execgrp is None:
            raise MXNetError("DataParallelExecutorManager: call load_data_batch first")
        return self.curr_execgrp

    def forward(self, is_train: bool = False) -> None:
        """Run the forward pass of the loaded batch."""
        self._current().forward(is_train=is_train)

    def backward(self) -> None:
        """Run the backward pass of the loaded batch."""
        self._current().backward()

    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the outputs of the loaded batch."""
        self._current().update_metric(metric, labels, pre_sliced)


concise_module(__name__)
