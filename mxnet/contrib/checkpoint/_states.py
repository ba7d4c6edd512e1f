"""The state of a network with its optimizer, and of a worker with its random generators and data."""

from __future__ import annotations

import json
import os
import random as python_random
import tempfile
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch

from mxnet_records import files

from ..._runtime import numpy_state, rng
from ..._runtime.files import params_file
from ..._runtime.files.params_file import SavedArray
from ...base import MXNetError
from ...kvstore import KVStore
from ...ndarray import NDArray, _convert, load_frombuffer

_PARAMETERS, _OPTIMIZER, _ORDER = "parameters.params", "optimizer.states", "order.json"
_RANDOM = ("mxnet", "numpy", "python")
Arrays = dict[str, Any]


def _pack(arrays: Arrays) -> bytes:
    """Return the content of a ``.params`` file."""
    return params_file.write([_convert.to_saved(array) if isinstance(array, NDArray) else SavedArray.dense(array)
                              for array in arrays.values()], list(arrays))


def _unpack(content: bytes, name: str) -> Arrays:
    with files.named(name):
        arrays: Any = load_frombuffer(content) if content else {}
    return arrays if isinstance(arrays, dict) else {}


def _collect(path: str, save: Callable[[str], None]) -> dict[str, bytes]:
    """Return the files that `save` writes for a name. Asynchronous stores write one per server."""
    with tempfile.TemporaryDirectory() as folder:
        save(os.path.join(folder, path))
        return {name: files.read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}


def _deliver(contents: dict[str, bytes], path: str, load: Callable[[str], None]) -> None:
    """Call `load` with the name of temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in contents.items():
            if name.startswith(path):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
        load(os.path.join(folder, path))


def _find(arrays: Arrays, name: str, shape: Any, where: str) -> Any:
    array = arrays.get(name)
    if array is None or (shape is not None and tuple(array.shape) != tuple(shape)):
        raise MXNetError(f"the checkpoint does not belong to this network: {where} has "
                         f"{'no array' if array is None else f'shape {tuple(array.shape)}'} for {name}, which needs "
                         f"shape {shape}")
    return array


class GluonState:
    """Parameters of a block and the optimizer of its trainer."""

    def __init__(self, net: Any, trainer: Any) -> None:
        self._net, self.trainer = net, trainer

    def _parameters(self) -> dict[str, Any]:
        net = self._net
        if net is None:
            return {parameter.name: parameter for parameter in self.trainer._params}
        if hasattr(net, "_collect_params_with_prefix"):
            return net._collect_params_with_prefix()
        return dict(net.items())

    def store(self) -> Any:
        """Return the store of the trainer, which is created if necessary."""
        if self.trainer is None:
            return None
        self.trainer._prepare()
        return self.trainer._kvstore

    def files(self) -> dict[str, bytes]:
        """Return the files that are the same for all workers."""
        arrays = {name: _value(parameter) for name, parameter in self._parameters().items()
                  if parameter.grad_req != "null"}
        if self.trainer is None:
            return {_PARAMETERS: _pack(arrays)}
        return {_PARAMETERS: _pack(arrays), _ORDER: json.dumps(self._order()).encode(),
                **_collect(_OPTIMIZER, self.trainer.save_states)}

    def _order(self) -> list[str]:
        """Return the names of the trainer's parameters by index. The index depends on names that count blocks."""
        names = {id(parameter): name for name, parameter in self._parameters().items()}
        return [names.get(id(parameter), parameter.name) for parameter in self.trainer._params]

    def _renumber(self, stored: list[str]) -> None:
        """Move loaded optimizer states to the indices of their parameters."""
        trainer, order = self.trainer, self._order()
        if sorted(stored) != sorted(order):
            raise MXNetError(f"the checkpoint does not belong to this trainer: it has the parameters {stored[:20]}, "
                             f"the trainer has {order[:20]}")
        if stored == order:
            return
        updaters = [trainer._kvstore._updater] if trainer._update_on_kvstore else trainer._updaters
        if None in updaters:
            raise MXNetError("the servers have the parameters in another order; create the blocks in the same order as "
                             "in the program that wrote the checkpoint")
        index = {old: order.index(name) for old, name in enumerate(stored)}
        for updater in updaters:
            updater.states = {index.get(old, old): state for old, state in updater.states.items()}
            updater.states_synced = dict.fromkeys(updater.states, False)
        counts = trainer._optimizer._all_index_update_counts
        for device in counts:
            moved = {index.get(old, old): count for old, count in counts[device].items()}
            counts[device].clear()
            counts[device].update(moved)

    def own_arrays(self) -> Arrays:
        """Return parameters without gradient, such as running statistics, which differ between workers and devices."""
        return {f"own:{name}@{number}": array for name, parameter in self._parameters().items()
                if parameter.grad_req == "null" for number, array in enumerate(_copies(parameter))}

    def load(self, contents: dict[str, bytes], own: Arrays) -> None:
        """Load the files, and the arrays of `own_arrays`."""
        arrays = _unpack(contents[_PARAMETERS], _PARAMETERS)
        self._load_arrays(arrays, own)  # initializes deferred parameters
        if self.trainer is None:
            return
        _deliver(contents, _OPTIMIZER, self.trainer.load_states)
        self._renumber(json.loads(contents[_ORDER]))
        self._load_arrays(arrays, own)  # a new store has overwritten them with the values of worker 0
        store = self.trainer._kvstore
        if self.trainer._update_on_kvstore and isinstance(store, KVStore):
            for parameter in self._parameters().values():
                if parameter.name in self.trainer._param2idx:
                    store._replace(self.trainer._param2idx[parameter.name], _value(parameter))

    def _load_arrays(self, arrays: Arrays, own: Arrays) -> None:
        for name, parameter in self._parameters().items():
            if parameter.grad_req == "null":
                first, source = _find(own, f"own:{name}@0", None, "the worker"), own
            else:
                first, source = _find(arrays, name, None, _PARAMETERS), {}
            if parameter._data is None or parameter._stype != "default":
                parameter._load_init(first, None)
            # Parameter.set_data would drop the store.
            for number, array in enumerate(parameter.list_data() if parameter._stype == "default" else ()):
                value = source.get(f"own:{name}@{number}", first)
                if value.shape != array.shape:
                    raise MXNetError(f"the checkpoint does not belong to this network: parameter {name} has shape "
                                     f"{array.shape}, but {value.shape} in the checkpoint")
                array[:] = value.as_in_context(array.context)


def _value(parameter: Any) -> Any:
    return parameter.data(parameter.list_ctx()[0]) if parameter._stype == "default" else parameter._reduce()


def _copies(parameter: Any) -> list[Any]:
    return parameter.list_data() if parameter._stype == "default" else [parameter._reduce()]


class ModuleState:
    """Parameters and optimizer of a module."""

    trainer = None

    def __init__(self, module: Any) -> None:
        if not hasattr(module, "_exec_group") and not hasattr(module, "_curr_module"):
            raise ValueError(f"CheckpointManager supports Module and BucketingModule, received {type(module).__name__}")
        self._module = module

    @property
    def _inner(self) -> Any:
        """The module that has the optimizer."""
        inner = getattr(self._module, "_curr_module", self._module)
        if inner is None or not inner.optimizer_initialized:
            raise MXNetError("CheckpointManager: the module has no optimizer; call bind, init_params and "
                             "init_optimizer first")
        return inner

    def store(self) -> Any:
        """Return the store of the module."""
        return self._inner._kvstore

    def files(self) -> dict[str, bytes]:
        """Return the files that are the same for all workers."""
        arguments, _ = self._module.get_params()
        if self._updater() is not None:
            optimizer = {_OPTIMIZER: self._updater().get_states(dump_optimizer=True)}
        else:
            optimizer = _collect(_OPTIMIZER, lambda name: self._inner._kvstore.save_optimizer_states(
                name, dump_optimizer=True))
        return {_PARAMETERS: _pack(arguments), **optimizer}

    def _updater(self) -> Any:
        """Return the updater of the module or of its store. None if servers update."""
        inner = self._inner
        return inner._kvstore._updater if inner._update_on_kvstore else inner._updater

    def _auxiliary(self) -> Iterable[tuple[str, Any]]:
        group = self._inner._exec_group
        for name, arrays in zip(group.aux_names, group.aux_arrays, strict=True):
            for number, array in enumerate(arrays):
                yield f"own:{name}@{number}", array

    def own_arrays(self) -> Arrays:
        """Return the auxiliary states of all devices."""
        return dict(self._auxiliary())

    def load(self, contents: dict[str, bytes], own: Arrays) -> None:
        """Load the files, and the arrays of `own_arrays`."""
        arrays = _unpack(contents[_PARAMETERS], _PARAMETERS)
        arguments, auxiliary = self._module.get_params()
        for name, array in arguments.items():
            _find(arrays, name, array.shape, _PARAMETERS)
        self._module.set_params({name: arrays[name] for name in arguments}, auxiliary)
        inner, updater = self._inner, self._updater()
        if updater is None:
            _deliver(contents, _OPTIMIZER, inner._kvstore.load_optimizer_states)
        else:
            with files.named(_OPTIMIZER):
                updater.set_states(contents[_OPTIMIZER])
            for module in {id(m): m for m in (inner, *getattr(self._module, "_buckets", {}).values())}.values():
                module._optimizer = updater.optimizer
        if inner._update_on_kvstore:
            for name in inner._exec_group.param_names:
                inner._kvstore._replace(name, arrays[name])
        for name, array in self._auxiliary():
            known = name if name in own else f"{name.rpartition('@')[0]}@0"
            array[:] = _find(own, known, array.shape, "the worker").as_in_context(array.context)
        inner._params_dirty = True


class WorkerState:
    """State of one worker: own arrays of the network, random generators, data, loss scaler, compression."""

    def __init__(self, network: Any, data: Any, random: tuple[str, ...]) -> None:
        unknown = set(random) - set(_RANDOM)
        if unknown:
            raise ValueError(f"CheckpointManager: random must only contain {_RANDOM}, received {sorted(unknown)}")
        self._network, self._random = network, random
        self._data: dict[str, Any] = data if isinstance(data, dict) else {} if data is None else {"data": data}
        for name, source in self._data.items():
            if not hasattr(source, "state_dict") or not hasattr(source, "load_state_dict"):
                raise ValueError(f"CheckpointManager: {name} ({type(source).__name__}) has no state_dict and "
                                 "load_state_dict")
        self.has_data = bool(self._data)

    def files(self) -> tuple[bytes, bytes]:
        """Return the arrays as a ``.params`` file, and the other values as JSON."""
        arrays = self._network.own_arrays()
        values: dict[str, Any] = {"data": {name: source.state_dict() for name, source in self._data.items()}}
        if "mxnet" in self._random:
            drawn = rng.get_state()
            # A .params file has no unsigned integers of 32 bits, and no empty arrays.
            arrays |= {f"random:{name}": array.view(np.int32) if array.dtype == np.uint32 else array
                       for name, array in drawn.items() if array.size}
            values["empty"] = {name: array.shape for name, array in drawn.items() if not array.size}
        if "numpy" in self._random:
            values["numpy"] = numpy_state.get()
        if "python" in self._random:
            values["python"] = python_random.getstate()
        scaler = self._network.trainer and self._network.trainer._amp_loss_scaler
        if scaler is not None:
            values["loss_scale"] = (scaler._loss_scale, scaler._next_loss_scale, scaler._unskipped)
        residuals = {json.dumps(key): value for key, value in self._residuals().items()}
        return (_pack({**arrays, **{f"residual:{key}": value.numpy(force=True) for key, value in residuals.items()}}),
                json.dumps(values).encode())

    def _residuals(self) -> dict[Any, torch.Tensor]:
        """Return what gradient compression adds to the next gradients."""
        store = self._network.store()
        compression = getattr(store, "_wire_compression", None) or getattr(store, "_compression", None)
        return {} if compression is None else compression._residuals

    def load(self, shared: dict[str, bytes], arrays: bytes, text: bytes, seed: tuple[int, int] | None) -> None:
        """Load the files of the network and of a worker. With `seed`, they belong to another number of workers."""
        loaded, values = _unpack(arrays, "the arrays of the worker"), json.loads(text)
        self._network.load(shared, loaded)
        scaler = self._network.trainer and self._network.trainer._amp_loss_scaler
        if scaler is not None and "loss_scale" in values:
            scaler._loss_scale, scaler._next_loss_scale, scaler._unskipped = values["loss_scale"]
        if seed is not None:
            self._seed(int(np.random.SeedSequence(seed).generate_state(1)[0]) >> 1)
            return
        residuals = self._residuals()
        residuals.clear()
        for name, array in loaded.items():
            if name.startswith("residual:"):
                key, position = json.loads(name.removeprefix("residual:"))
                residuals[key, position] = array._data.clone()
        for name, source in self._data.items():
            if name not in values["data"]:
                raise MXNetError(f"the checkpoint has no position of {name!r}, but of {sorted(values['data'])}")
            source.load_state_dict(values["data"][name])
        self._load_random(loaded, values)

    def _load_random(self, loaded: Arrays, values: dict[str, Any]) -> None:
        if "mxnet" in self._random and "empty" in values:
            drawn = {name.removeprefix("random:"): array.asnumpy() for name, array in loaded.items()
                     if name.startswith("random:")}
            rng.set_state(drawn | {name: np.empty(shape, np.int64 if name.endswith("runs") else np.int32)
                                   for name, shape in values["empty"].items()})
        if "numpy" in self._random and "numpy" in values:
            numpy_state.set(values["numpy"])
        if "python" in self._random and "python" in values:
            version, words, gauss = values["python"]
            python_random.setstate((version, tuple(words), gauss))

    def _seed(self, seed: int) -> None:
        if "mxnet" in self._random:
            rng.seed(seed)
        if "numpy" in self._random:
            np.random.seed(seed)
        if "python" in self._random:
            python_random.seed(seed)
