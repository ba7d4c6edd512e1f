"""Executors on several devices that share a batch."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from .._runtime import dtype as dtypes
from .._runtime import storage
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..context import Context
from ..executor_manager import _split_input_slice, average
from ..io import DataDesc
from ..ndarray.ndarray import NDArray
from ..symbol import _binding
from ._names import as_descriptions, require

if TYPE_CHECKING:
    from ..io import DataBatch
    from ..monitor import Monitor
    from ..symbol import Symbol

Parts = list[tuple[slice, NDArray]]


def _set_input(name: str, source: NDArray, target: NDArray) -> None:
    """Set an input array of an executor. Memory is only copied if necessary."""
    if not isinstance(source, NDArray):
        raise MXNetError(f"input {name} needs an NDArray, received {type(source)}; create one with mx.nd.array")
    if source.stype != "default" or target.stype != "default":
        source.as_in_context(target.context).copyto(target)
        return
    tensor, old = source._data.detach(), target._data
    if tensor.shape != old.shape:
        raise MXNetError(f"input {name} is bound to shape {target.shape} on {target.context}, received "
                         f"{source.shape}")
    if tensor.dtype is old.dtype and tensor.device == old.device:
        # Copy-on-write, because either array may be written later.
        storage.rebind(target, storage.copy_on_write(tensor))
    else:
        with storage.writing(old) as memory:
            memory.copy_(tensor)


def _part(array: NDArray, axis: int, part: slice) -> NDArray:
    """Return a slice of a batch along its axis. -1 means that the array has no batch axis."""
    if axis < 0 or (part.start == 0 and part.stop == array.shape[axis]):
        return array
    return array[part] if axis == 0 else nd.slice_axis(array, axis=axis, begin=part.start, end=part.stop)


def _load_general(data: Sequence[Any], targets: Sequence[Parts], major_axis: Sequence[int],
                  names: Sequence[str] | None = None) -> None:
    """Distribute arrays, or lists with one array per device, to the executors."""
    for i, (source, parts, axis) in enumerate(zip(data, targets, major_axis, strict=False)):
        name = names[i] if names else f"number {i}"
        if isinstance(source, (list, tuple)):
            for part_of_source, (_, target) in zip(source, parts, strict=True):
                _set_input(name, part_of_source, target)
            continue
        for part, target in parts:
            _set_input(name, source if len(parts) == 1 else _part(source, axis, part), target)


def _load_data(batch: Any, targets: Sequence[Parts], major_axis: Sequence[int],
               names: Sequence[str] | None = None) -> None:
    """Distribute the data of a batch, or of a list with one batch per device."""
    arrays = [list(a) for a in zip(*[b.data for b in batch])] if isinstance(batch, list) else batch.data
    _load_general(arrays, targets, major_axis, names)


def _load_label(batch: Any, targets: Sequence[Parts], major_axis: Sequence[int],
                names: Sequence[str] | None = None) -> None:
    """Distribute the labels of a batch, or of a list with one batch per device."""
    arrays = [list(a) for a in zip(*[b.label for b in batch])] if isinstance(batch, list) else batch.label
    _load_general(arrays, targets, major_axis, names)


def _merge_multi_context(outputs: Sequence[Sequence[NDArray]], axes: Sequence[int]) -> list[NDArray]:
    """Concatenate the outputs of all devices."""
    return [arrays[0] if axis < 0 or len(arrays) == 1 else
            nd.concat(*[array.as_in_context(arrays[0].context) for array in arrays], dim=axis)
            for arrays, axis in zip(outputs, axes, strict=False)]


def _prepare_group2ctxs(group2ctxs: Any, count: int) -> list[Any]:
    """Return the contexts of the ctx_groups for each device."""
    if group2ctxs is None:
        return [None] * count
    if isinstance(group2ctxs, list):
        require(len(group2ctxs) == count, f"group2ctxs needs a dict for each of {count} devices, received "
                                          f"{len(group2ctxs)}")
        return group2ctxs
    require(isinstance(group2ctxs, dict), "group2ctxs must be a dict of contexts by group, or a list with one dict "
                                          f"per device, received {type(group2ctxs)}")
    contexts_by_group: list[dict[str, Context]] = [{} for _ in range(count)]
    for group, contexts in group2ctxs.items():
        listed = [contexts] if isinstance(contexts, Context) else list(contexts)
        listed = listed * count if len(listed) == 1 else listed
        require(len(listed) == count, f"group2ctxs[{group}] needs one context, or one for each of {count} devices, "
                                      f"received {len(listed)}")
        for groups, context in zip(contexts_by_group, listed, strict=True):
            groups[group] = context
    return contexts_by_group


class DataParallelExecutorGroup:
    """Executors of a symbol on several devices.

    Parameters
    ----------
    symbol : Symbol
    contexts : list of Context
    workload : list of numbers
        Relative share of the batch for each device.
    data_shapes, label_shapes : list of DataDesc
    param_names : list of str
    for_training, inputs_need_grad : bool
    shared_group : DataParallelExecutorGroup, optional
        Group whose arrays are shared.
    logger : Logger
    fixed_param_names : list of str, optional
        Parameters without gradients.
    grad_req : str, list or dict
    state_names : list of str, optional
        Inputs that are neither data nor parameters.
    group2ctxs : dict or list of dict, optional
        Contexts of ctx_groups.
    """

    def __init__(self, symbol: Symbol, contexts: Any, workload: Sequence[float], data_shapes: Any, label_shapes: Any,
                 param_names: Sequence[str], for_training: bool, inputs_need_grad: bool, shared_group: Any = None,
                 logger: Any = logging, fixed_param_names: Sequence[str] | None = None, grad_req: Any = "write",
                 state_names: Sequence[str] | None = None, group2ctxs: Any = None) -> None:
        self.symbol, self.contexts, self.workload, self.logger = symbol, contexts, workload, logger
        self.group2ctxs = _prepare_group2ctxs(group2ctxs, len(contexts))
        self.arg_names, self.aux_names = symbol.list_arguments(), symbol.list_auxiliary_states()
        self.param_names, self.fixed_param_names = param_names, fixed_param_names or []
        self.state_names = state_names or []
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._total_exec_bytes = 0
        data_shapes = as_descriptions(data_shapes)
        label_shapes = None if label_shapes is None else as_descriptions(label_shapes)
        self.grad_req = self._requests(grad_req if for_training else "null", [d.name for d in data_shapes])
        self.shared_data_arrays: list[dict[str, NDArray]] = (
            [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays)
        self.batch_size: int | None = None
        self.slices: list[slice] = []
        self.execs: list[Any] = []
        self._has_run = False
        self._default_execs: list[Any] | None = None
        self.label_layouts: list[int] = []
        self.label_names: list[str] = []
        self.output_names = symbol.list_outputs()
        self.num_outputs = len(self.output_names)
        self.output_layouts = [DataDesc.get_batch_axis(symbol[i].attr("__layout__")) for i in range(self.num_outputs)]
        self.bind_exec(data_shapes, label_shapes, shared_group)

    def _requests(self, grad_req: Any, data_names: list[str]) -> dict[str, str]:
        if isinstance(grad_req, (list, tuple)):
            require(len(grad_req) == len(self.arg_names),
                    f"grad_req has {len(grad_req)} entries for the arguments {self.arg_names}")
            return dict(zip(self.arg_names, grad_req, strict=True))
        if not isinstance(grad_req, (str, dict)):
            raise ValueError("grad_req must be a str, a dict or a list with one entry per argument, received "
                             f"{type(grad_req)}")
        usual = grad_req if isinstance(grad_req, str) else "write"
        requests = {}
        for name in self.arg_names:
            if name in self.param_names:
                requests[name] = "null" if name in self.fixed_param_names else usual
            else:
                requests[name] = usual if name in data_names and self.inputs_need_grad else "null"
        if isinstance(grad_req, dict):
            requests.update(grad_req)
        return requests

    # Binding

    def decide_slices(self, data_shapes: Any) -> list[int]:
        """Return the batch axes of arrays, and split the batch by workload. All arrays must have one batch size."""
        require(data_shapes, "bind: data_shapes is empty")
        axes = [DataDesc.get_batch_axis(d.layout) for d in data_shapes]
        for (name, shape), axis in zip(data_shapes, axes, strict=True):
            if axis == -1:
                continue
            size = shape[axis]
            if self.batch_size is None:
                self.batch_size = size
                self.slices = _split_input_slice(size, self.workload)
            require(size == self.batch_size, f"all data and labels must have the same batch size, but {name} with "
                                             f"shape {shape} does not have batch size {self.batch_size}")
        return axes

    def bind_exec(self, data_shapes: Any, label_shapes: Any, shared_group: Any = None, reshape: bool = False) -> None:
        """Create the executors, or executors for new shapes that share their parameters."""
        self.batch_size = None
        self.data_layouts = self.decide_slices(data_shapes)
        self.label_layouts = self.decide_slices(label_shapes) if label_shapes else []
        execs = []
        for i in range(len(self.contexts)):
            inputs = self._sliced_shape(data_shapes, i, self.data_layouts)
            inputs += self._sliced_shape(label_shapes or [], i, self.label_layouts)
            if reshape:
                assert self._default_execs is not None
                shapes = self._add_missing_inputs({d.name: d.shape for d in inputs if d.name in self.arg_names})
                execs.append(self._default_execs[i].reshape(allow_up_sizing=True, **shapes))
            else:
                execs.append(self._bind_ith_exec(i, inputs, shared_group))
        self.execs = execs
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        self.data_names = [d.name for d in data_shapes]
        self.label_names = [d.name for d in label_shapes or ()]
        self._collect_arrays()

    def _add_missing_inputs(self, shapes: dict[str, Any]) -> dict[str, Any]:
        """Add the inferred shapes of missing inputs, such as labels in prediction."""
        # A module created with label_names=None for prediction treats the label of its loss as a parameter.
        missing = [n for n in self.arg_names if n not in shapes and (n not in self.param_names or n.endswith("label"))]
        inferred = self.symbol.infer_shape(**shapes)[0] if missing else None
        if inferred is None:
            return shapes
        return {**shapes, **{n: s for n, s in zip(self.arg_names, inferred, strict=True) if n in missing}}

    def _sliced_shape(self, shapes: Sequence[DataDesc], i: int, axes: Sequence[int]) -> list[DataDesc]:
        descriptions = []
        for description, axis in zip(shapes, axes, strict=True):
            shape = description.shape
            if axis >= 0:
                part = self.slices[i]
                shape = (*shape[:axis], part.stop - part.start, *shape[axis + 1:])
            descriptions.append(DataDesc(description.name, shape, description.dtype, description.layout))
        return descriptions

    def _bind_ith_exec(self, i: int, inputs: list[DataDesc], shared_group: Any) -> Any:
        attributes = self.symbol.attr_dict()
        types = {d.name: d.dtype for d in inputs}
        for name in types:
            code = attributes.get(name, {}).get("__dtype__", "-1")
            if code != "-1":
                types[name] = dtypes.NUMPY_OF_TORCH[dtypes.TORCH_OF_CODE[int(code)]]
        executor = _binding.simple_bind(
            self.symbol, self.contexts[i], self.grad_req, types, self.group2ctxs[i],
            None if shared_group is None else shared_group.execs[i], self.shared_data_arrays[i],
            {d.name: d.shape for d in inputs}, self.param_names, {*self.param_names, *self.aux_names})
        arrays = [*executor.arg_arrays, *executor.aux_arrays, *[g for g in executor.grad_arrays if g is not None]]
        self._total_exec_bytes += sum(a._data.numel() * a._data.element_size() for a in arrays if a.stype == "default")
        return executor

    def _collect_arrays(self) -> None:
        executors = self.execs
        slices = self.slices or [slice(i, i + 1) for i in range(len(executors))]
        arguments = [e.arg_dict for e in executors]

        def parts(names: Sequence[str]) -> list[Parts]:
            for name in names:
                if name not in arguments[0]:
                    raise MXNetError(f"bind: the network has no input {name}; its arguments are {self.arg_names}")
            return [[(part, arrays[name]) for part, arrays in zip(slices, arguments, strict=True)] for name in names]

        self.data_arrays = parts(self.data_names)
        # Iterators may also provide labels that the network does not use.
        self.label_arrays = None if self.label_shapes is None else [
            parts([name])[0] if name in self.arg_names else [] for name in self.label_names]
        self.state_arrays = [[arrays[name] for arrays in arguments] for name in self.state_names]
        self.param_arrays = [[arrays[name] for arrays in arguments] for name in self.param_names]
        gradients = [e.grad_dict for e in executors]
        self.grad_arrays = ([[arrays[name] for arrays in gradients] for name in self.param_names]
                            if self.for_training else None)
        self.input_grad_arrays = ([[arrays[name] for arrays in gradients] for name in self.data_names]
                                  if self.inputs_need_grad else None)
        self.aux_arrays = [[e.aux_arrays[i] for e in executors] for i in range(len(self.aux_names))]

    def reshape(self, data_shapes: Any, label_shapes: Any) -> None:
        """Change the shapes of data and labels."""
        if (data_shapes, label_shapes) == (self.data_shapes, self.label_shapes):
            return
        if self._default_execs is None:
            self._default_execs = list(self.execs)
        self.bind_exec(data_shapes, label_shapes, reshape=True)

    # Parameters

    def set_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray],
                   allow_extra: bool = False) -> None:
        """Copy parameters to all devices."""
        for executor in self.execs:
            executor.copy_params_from(arg_params, aux_params, allow_extra_params=allow_extra)

    def get_params(self, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray]) -> None:
        """Copy the mean of the parameters on all devices to `arg_params` and `aux_params`."""
        for names, blocks, target in ((self.param_names, self.param_arrays, arg_params),
                                      (self.aux_names, self.aux_arrays, aux_params)):
            for name, block in zip(names, blocks, strict=True):
                average(block).astype(target[name].dtype, copy=False).copyto(target[name])

    # Steps

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Load a batch, or a list with one batch per device, and run the forward pass of all executors."""
        first = data_batch[0] if isinstance(data_batch, list) else data_batch
        require(len(first.data) >= len(self.data_arrays),
                f"the batch has {len(first.data)} data arrays, but the module was bound to {self.data_names}")
        _load_data(data_batch, self.data_arrays, self.data_layouts, self.data_names)
        if self.label_arrays and getattr(first, "label", None):
            _load_label(data_batch, self.label_arrays, self.label_layouts, self.label_names)
        self._has_run = True
        for executor in self.execs:
            executor.forward(is_train=self.for_training if is_train is None else is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Run the backward pass of all executors."""
        require(self.for_training, "backward: the module was bound for prediction; bind it with for_training=True")
        require(self._has_run, "backward: no batch has been run; call forward(is_train=True) first")
        if not out_grads:
            for executor in self.execs:
                executor.backward()
            return
        if isinstance(out_grads, NDArray):
            out_grads = [out_grads]
        for executor, context, part in zip(self.execs, self.contexts, self.slices, strict=True):
            executor.backward([_part(gradient, axis, part).as_in_context(context)
                               for gradient, axis in zip(out_grads, self.output_layouts, strict=False)])

    def get_output_shapes(self) -> Any:
        """Return names and shapes of the outputs of complete batches."""
        shapes = []
        for name, output, axis in zip(self.output_names, self.execs[0].outputs, self.output_layouts, strict=True):
            shape = list(output.shape)
            if axis >= 0:
                shape[axis] = self.batch_size
            shapes.append((name, tuple(shape)))
        return shapes

    def get_outputs(self, merge_multi_context: bool = True, begin: int = 0, end: int | None = None) -> Any:
        """Return outputs `begin` to `end`, concatenated over devices or as lists."""
        end = self.num_outputs if end is None else end
        outputs = [[executor.outputs[i] for executor in self.execs] for i in range(begin, end)]
        return _merge_multi_context(outputs, self.output_layouts[begin:end]) if merge_multi_context else outputs

    def get_input_grads(self, merge_multi_context: bool = True) -> Any:
        """Return the gradients of the data, concatenated over devices or as lists."""
        require(self.inputs_need_grad, "get_input_grads: bind with inputs_need_grad=True first")
        assert self.input_grad_arrays is not None
        if not merge_multi_context:
            return self.input_grad_arrays
        return _merge_multi_context(self.input_grad_arrays, self.data_layouts)

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the arrays of all states, with one array per device."""
        require(not merge_multi_context, "get_states: states of several devices cannot be merged; pass "
                                         "merge_multi_context=False")
        return self.state_arrays

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set states to arrays, or all states to a number."""
        require((states is None) != (value is None), "set_states: pass exactly one of states and value")
        if states is None:
            for arrays in self.state_arrays:
                for array in arrays:
                    array[:] = value
            return
        for state, name, arrays in zip(states, self.state_names, self.state_arrays, strict=True):
            values = state if isinstance(state, (list, tuple)) else [state] * len(arrays)
            for source, array in zip(values, arrays, strict=True):
                _set_input(name, source, array)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the labels and outputs of the last batch."""
        for i, (executor, part) in enumerate(zip(self.execs, self.slices, strict=True)):
            own = labels[i] if pre_sliced else [
                label if len(self.execs) == 1 else _part(label, axis, part)
                for label, axis in zip(labels or (), self.label_layouts, strict=False)]
            eval_metric.update_dict(OrderedDict(zip(self.label_names, own)),
                                    OrderedDict(zip(self.output_names, executor.outputs)))

    def install_monitor(self, mon: Monitor) -> None:
        """Install a monitor on all executors."""
        for executor in self.execs:
            mon.install(executor)


concise_module(__name__)
