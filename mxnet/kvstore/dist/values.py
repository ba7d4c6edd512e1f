"""What a parameter server keeps for a store, and what workers ask of it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from mxnet_records import environment

from ... import optimizer as opt
from ..._frontend.results import wrap
from ..._runtime import device
from ..._runtime.error import MXNetError
from ...ndarray import sparse
from ...ndarray.ndarray import NDArray
from ...optimizer import _states
from .compression import unpacked
from .wire import Message

# Commands of `KVStore._send_command_to_servers`, by MXNet's numbers.
_PROFILER_COMMAND = 5
_PROFILER_FUNCTIONS = ("set_config", "set_state", "pause", "resume", "dump")
_OWN_CLASSES = environment.KVSTORE_SERVER_IMPORT.name


def _array(tensor: torch.Tensor) -> NDArray:
    return wrap(NDArray, tensor, device.CPU)


def _row_sparse(taken: list[torch.Tensor], shape: list[int]) -> Any:
    rows, values = taken
    return sparse.row_sparse_array((_array(values), _array(rows)), shape=tuple(shape),
                                   dtype=str(values.dtype).removeprefix("torch."))


class Values:
    """What one store keeps on a server, and what workers ask of it.

    Parameters
    ----------
    server
        Number of the server.
    """

    def __init__(self, server: int) -> None:
        self._server = server
        self._values: dict[Any, Any] = {}
        self._updater: Any = None

    def init(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Keep first values."""
        for part in content["parts"]:
            taken = _take(part, tensors)
            self._values[_key(part)] = _row_sparse(taken, part["shape"]) if part["kind"] == "rows" else _array(taken[0])

    def push(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Update values with gradients."""
        pushed = []
        for part in content["parts"]:
            key, taken = _key(part), _take(part, tensors)
            self._check_known(key)
            if part["kind"] == "codes":
                stored = self._values[key]._data
                taken = [unpacked(taken[0], part["threshold"], stored.numel()).view(stored.shape)]
            pushed.append((key, _row_sparse(taken, part["shape"]) if part["kind"] == "rows" else _array(taken[0])))
        if self._updater is None:
            raise MXNetError("an asynchronous kvstore has no optimizer; call set_optimizer before the first push")
        self._update(pushed)

    def _update(self, pushed: list[tuple[Any, Any]]) -> None:
        for key, gradient in pushed:
            self._updater(key[0], gradient, self._values[key])

    def pull(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """The present values."""
        keys = [_key(part) for part in content["parts"]]
        found: list[torch.Tensor] = []
        for key in keys:
            self._check_known(key)
            value = self._values[key]
            found.append(value.tostype("default")._data.clone() if value.stype != "default" else value._data.clone())
        return {}, found

    def pushpull(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Update values and give them back."""
        self.push(content, tensors)
        return self.pull(content, [])

    def wait(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Answer when everything before it has been carried out."""

    def rows(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Some rows of a row-sparse value."""
        key = _key(content["parts"][0])
        self._check_known(key)
        kept = self._values[key].retain(_array(tensors[0]))
        return {}, [kept.indices._data.to(torch.int64), kept.data._data.clone()]

    def _check_known(self, key: Any) -> None:
        if key not in self._values:
            raise MXNetError(f"kvstore: key {key[0]} has not been initialized")

    def optimizer(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Update with this optimizer from now on; it comes as data."""
        _import_own_classes()
        _, optimizer = _states.loads(tensors[0].numpy().tobytes())
        self._updater = opt.get_updater(optimizer)

    def states(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """The states of the optimizer."""
        if self._updater is None:
            raise MXNetError("Cannot save states: the servers have no optimizer; call set_optimizer first")
        states = self._updater.get_states(dump_optimizer=bool(content["with_optimizer"]))
        return {}, [torch.frombuffer(bytearray(states), dtype=torch.uint8)]

    def load(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Take other states of the optimizer."""
        if self._updater is None:
            raise MXNetError("Cannot load states: the servers have no optimizer; call set_optimizer first")
        self._updater.set_states(tensors[0].numpy().tobytes())

    def command(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """A command by MXNet's number."""
        head, body = int(content["head"]), str(content["body"])
        if head != _PROFILER_COMMAND:
            raise MXNetError(f"the servers know no command {head}")
        from ... import profiler

        order = json.loads(body)
        if order["function"] not in _PROFILER_FUNCTIONS:
            raise MXNetError(f"the servers know no command {order['function']!r} of the profiler")
        arguments = dict(order["arguments"])
        if "filename" in arguments:
            # As in the original: servers of one machine do not write the same file.
            path = Path(arguments["filename"])
            arguments["filename"] = str(path.with_name(f"rank{self._server}_{path.name}"))
        getattr(profiler, order["function"])(**arguments)


def _key(part: dict[str, Any]) -> Any:
    """A part of a value is known by its key and where it begins."""
    return part["key"], part["start"]


def _take(part: dict[str, Any], tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    """The tensors of a part, off the front of those that came."""
    count = 2 if part["kind"] == "rows" else 1
    taken = tensors[:count]
    if len(taken) < count:
        raise MXNetError("a message to a server has fewer arrays than it says")
    del tensors[:count]
    return taken


def _import_own_classes() -> None:
    """Run the modules that define the user's optimizers, which the user named for this process.

    Such a module may be the one whose import of this package made the process a server: it is then unfinished, and
    importing it would not run the rest of it.
    """
    for name in filter(None, environment.KVSTORE_SERVER_IMPORT.get().split(",")):
        specification = importlib.util.find_spec(name.strip())
        if specification is None or specification.loader is None:
            raise MXNetError(f"{_OWN_CLASSES} names the module {name.strip()!r}, which is not found")
        specification.loader.exec_module(importlib.util.module_from_spec(specification))


COMMANDS: dict[str, Callable[[Values, dict[str, Any], list[torch.Tensor]], Message | None]] = {
    "init": Values.init, "push": Values.push, "pull": Values.pull, "pushpull": Values.pushpull, "rows": Values.rows,
    "wait": Values.wait, "optimizer": Values.optimizer, "states": Values.states, "load": Values.load,
    "command": Values.command}
