"""Values of a store on a parameter server, and the commands that workers send."""

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
from .compression import unpack
from .wire import Message

# Commands of `KVStore._send_command_to_servers`, by MXNet's command numbers.
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
    """The values of one store on a server, with the handlers of all commands.

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
        """Store the initial values."""
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
                taken = [unpack(taken[0], part["threshold"], stored.numel()).view(stored.shape)]
            pushed.append((key, _row_sparse(taken, part["shape"]) if part["kind"] == "rows" else _array(taken[0])))
        if self._updater is None:
            raise MXNetError("an asynchronous kvstore has no optimizer; call set_optimizer before the first push")
        self._update(pushed)

    def _update(self, pushed: list[tuple[Any, Any]]) -> None:
        for key, gradient in pushed:
            self._updater(key[0], gradient, self._values[key])

    def pull(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Return the current values."""
        keys = [_key(part) for part in content["parts"]]
        tensors_out: list[torch.Tensor] = []
        for key in keys:
            self._check_known(key)
            value = self._values[key]
            tensors_out.append(value.tostype("default")._data.clone() if value.stype != "default" else value._data.clone())
        return {}, tensors_out

    def pushpull(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Update values and return them."""
        self.push(content, tensors)
        return self.pull(content, [])

    def wait(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Do nothing. The response shows that all earlier messages were processed."""

    def rows(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Return selected rows of a row-sparse value."""
        key = _key(content["parts"][0])
        self._check_known(key)
        kept = self._values[key].retain(_array(tensors[0]))
        return {}, [kept.indices._data.to(torch.int64), kept.data._data.clone()]

    def _check_known(self, key: Any) -> None:
        if key not in self._values:
            raise MXNetError(f"kvstore: key {key[0]} has not been initialized")

    def optimizer(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Set the optimizer for all later updates. It is sent as data, without code."""
        _import_own_classes()
        _, optimizer = _states.loads(tensors[0].numpy().tobytes())
        self._updater = opt.get_updater(optimizer)

    def states(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> Message:
        """Return the optimizer states."""
        if self._updater is None:
            raise MXNetError("Cannot save states: the servers have no optimizer; call set_optimizer first")
        states = self._updater.get_states(dump_optimizer=bool(content["with_optimizer"]))
        return {}, [torch.frombuffer(bytearray(states), dtype=torch.uint8)]

    def load(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Replace the optimizer states."""
        if self._updater is None:
            raise MXNetError("Cannot load states: the servers have no optimizer; call set_optimizer first")
        self._updater.set_states(tensors[0].numpy().tobytes())

    def command(self, content: dict[str, Any], tensors: list[torch.Tensor]) -> None:
        """Run a command, identified by MXNet's command number."""
        head, body = int(content["head"]), str(content["body"])
        if head != _PROFILER_COMMAND:
            raise MXNetError(f"the servers do not support command {head}; use {_PROFILER_COMMAND} (the profiler)")
        from ... import profiler

        order = json.loads(body)
        if order["function"] not in _PROFILER_FUNCTIONS:
            raise MXNetError(f"the servers do not support the profiler command {order['function']!r}; "
                             f"use one of {list(_PROFILER_FUNCTIONS)}")
        arguments = dict(order["arguments"])
        if "filename" in arguments:
            # As in MXNet: the rank keeps servers on one machine from writing the same file.
            path = Path(arguments["filename"])
            arguments["filename"] = str(path.with_name(f"rank{self._server}_{path.name}"))
        getattr(profiler, order["function"])(**arguments)


def _key(part: dict[str, Any]) -> Any:
    """Return the identifier of a part: its key and its first element."""
    return part["key"], part["start"]


def _take(part: dict[str, Any], tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    """Remove the tensors of a part from the front of the received list."""
    count = 2 if part["kind"] == "rows" else 1
    taken = tensors[:count]
    if len(taken) < count:
        raise MXNetError("a message to a server has fewer arrays than its header declares")
    del tensors[:count]
    return taken


def _import_own_classes() -> None:
    """Run the modules with custom optimizers that the user has listed for this process.

    One of them may be the module whose import of this package turned the process into a server. It is then only
    partially initialized, and a plain import would not run the rest of it.
    """
    for name in filter(None, environment.KVSTORE_SERVER_IMPORT.get().split(",")):
        specification = importlib.util.find_spec(name.strip())
        if specification is None or specification.loader is None:
            raise MXNetError(f"the module {name.strip()!r} in {_OWN_CLASSES} was not found. Check its name and "
                             "PYTHONPATH")
        specification.loader.exec_module(importlib.util.module_from_spec(specification))


COMMANDS: dict[str, Callable[[Values, dict[str, Any], list[torch.Tensor]], Message | None]] = {
    "init": Values.init, "push": Values.push, "pull": Values.pull, "pushpull": Values.pushpull, "rows": Values.rows,
    "wait": Values.wait, "optimizer": Values.optimizer, "states": Values.states, "load": Values.load,
    "command": Values.command}
