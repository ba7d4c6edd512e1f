"""The asynchronous store: servers hold the values and update them on every push.

There is no barrier between workers: a pull returns the current values of the servers. The messages of one worker arrive
in order, so a worker always sees its own pushes.
"""

from __future__ import annotations

from collections.abc import Callable
import math
import zlib
from dataclasses import dataclass
from typing import Any

import torch

from ... import optimizer as opt
from ..._frontend.results import wrap
from mxnet_records import environment, files
from ..._runtime import device
from ..._runtime.error import MXNetError
from ...ndarray import sparse
from ...ndarray.ndarray import NDArray
from ..kvstore import Group, Key, copy_value
from .compression import pack
from .servers import Servers
from .store import DistributedStore
from .wire import Message
from .workers import TOGETHER

Requests = dict[int, tuple[dict[str, Any], list[torch.Tensor]]]


@dataclass(frozen=True)
class Part:
    """A slice of a value on one server: elements of a dense value, or rows of a row-sparse one."""

    server: int
    start: int
    stop: int


class AsynchronousStore(DistributedStore):
    """A store whose values live on parameter servers, ``mx.kv.create('dist_async')``.

    Arrays of at least ``MXNET_KVSTORE_BIGARRAY_BOUND`` elements are split over all servers. A smaller array is on one
    server.

    Parameters
    ----------
    handle : str
        The store type. Use `create` to construct a store.
    """

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._servers = Servers(self._cluster)
        self._bound = environment.KVSTORE_BIGARRAY_BOUND.get()
        self._parts: dict[Key, list[Part]] = {}
        self._workers.at_end(self._servers.leave)

    # Messages

    def _request(self, name: str, **content: Any) -> dict[str, Any]:
        return {"do": name, "store": self._number, **content}

    def _split(self, key: Key, array: NDArray) -> list[Part]:
        length = array.shape[0] if array.stype == "row_sparse" else math.prod(array.shape)
        if math.prod(array.shape) < self._bound or self._servers.count == 1 or length < self._servers.count:
            return [Part(zlib.crc32(str(key).encode()) % self._servers.count, 0, length)]
        borders = [length * i // self._servers.count for i in range(self._servers.count + 1)]
        return [Part(i, borders[i], borders[i + 1]) for i in range(self._servers.count)]

    def _requests(self, name: str, keys: list[Key], arrays: list[Any] | None = None) -> Requests:
        """Build one message per server, with the parts of the keys and of their arrays that the server holds."""
        requests: Requests = {}
        for position, key in enumerate(keys):
            for part in self._parts[key]:
                content, tensors = requests.setdefault(part.server, (self._request(name, parts=[]), []))
                kind = "gradient" if name.startswith("push") else "value"
                described: dict[str, Any] = {"key": key, "start": part.start, "kind": kind}
                if arrays is not None:
                    tensors += self._cut(key, arrays[position], part, described)
                content["parts"].append(described)
        return requests

    def _cut(self, key: Key, array: Any, part: Part, described: dict[str, Any]) -> list[torch.Tensor]:
        """Return one part of an array as the tensors to send."""
        if array.stype == "row_sparse":
            rows = array.indices._data.to(torch.int64)
            chosen = (rows >= part.start) & (rows < part.stop)
            described.update(kind="rows", shape=[part.stop - part.start, *array.shape[1:]])
            return [rows[chosen] - part.start, array.data._data[chosen]]
        tensor = array._data.detach()
        if len(self._parts[key]) > 1:
            tensor = tensor.reshape(-1)[part.start:part.stop]
        if self._wire_compression is not None and described["kind"] == "gradient":
            described.update(kind="codes", threshold=self._wire_compression.threshold)
            return [pack(tensor)]
        return [tensor]

    # Values

    def _init(self, key: Any, value: Any) -> None:
        before = set(self._values)
        super()._init(key, value)
        new = [one for one in self._values if one not in before]
        for one in new:
            self._parts[one] = self._split(one, self._values[one])
        if self._group.rank == 0:
            self._servers.ask(self._requests("init", new, [self._values[one] for one in new]))
        self._workers.agree(TOGETHER, f"kv.init in store {self._number}", new)

    def _push(self, key: Any, value: Any) -> None:
        groups = self._group_and_check(key, value)
        self._servers.tell(self._requests("push", [one for one, _ in groups], self._gradients(groups)))

    def _gradients(self, groups: list[Group]) -> list[NDArray]:
        return [self._compress(one, total) for (one, _), total in zip(groups, self._sums(groups), strict=True)]

    def _pull(self, key: Any, out: Any, ignore_sparse: bool = True) -> None:
        targets = self._pair_keys(key, out)
        for one, _ in targets:
            self._check_known(one)
        self._copy_out(targets, self._servers.ask(self._requests("pull", [one for one, _ in targets])), ignore_sparse)

    def _copy_out(self, targets: list[Group], answers: dict[int, Message], ignore_sparse: bool) -> None:
        queues = {server: iter(tensors) for server, (_, tensors) in answers.items()}
        for one, arrays in targets:
            stored = self._values[one]
            parts = [next(queues[part.server]) for part in self._parts[one]]
            tensor = parts[0] if len(parts) == 1 else torch.cat([f.reshape(-1) for f in parts])
            value = wrap(NDArray, tensor.view(stored.shape), device.CPU)
            for array in arrays:
                if array.stype == "default" or not ignore_sparse:
                    copy_value(one, value, array)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push `value` and pull to `out`, or to `value` if `out` is None, in one request per server.

        Parameters
        ----------
        key : str or int, or a list of them
        value, out : NDArray, list of NDArray (one per device) or list of lists (for several keys)
        priority : int
            Ignored.
        """
        targets = self._pair_keys(key, value if out is None else out)
        groups = self._group_and_check(key, value)
        if len(groups) != len(targets):
            super().pushpull(key, value, out, priority)
            return
        by_key = dict(targets)
        answers = self._servers.ask(self._requests("pushpull", [one for one, _ in groups], self._gradients(groups)))
        self._copy_out([(one, by_key[one]) for one, _ in groups], answers, True)

    def _pull_rows(self, key: Key, target: NDArray, row_ids: NDArray) -> None:
        self._check_known(key)
        stored: Any = self._values[key]
        if stored.stype != "row_sparse" or target.stype != "row_sparse":
            super()._pull_rows(key, target, row_ids)  # raises an error
        wanted = torch.unique(row_ids._data.detach().reshape(-1).to(torch.int64))
        requests: Requests = {}
        for part in self._parts[key]:
            chosen = wanted[(wanted >= part.start) & (wanted < part.stop)] - part.start
            requests[part.server] = (self._request("rows", parts=[{"key": key, "start": part.start}]), [chosen])
        answers = self._servers.ask(requests)
        rows = torch.cat([answers[part.server][1][0] + part.start for part in self._parts[key]])
        values = torch.cat([answers[part.server][1][1] for part in self._parts[key]])
        arrays = [wrap(NDArray, tensor, device.CPU) for tensor in (values, rows)]
        result = sparse.row_sparse_array(tuple(arrays), shape=stored.shape, dtype=stored.dtype)
        result.as_in_context(target.context).copyto(target)

    def _replace(self, key: Key, value: NDArray) -> None:
        super()._replace(key, value)
        if self._group.rank == 0:
            self._servers.ask(self._requests("init", [key], [value]))
        self._workers.agree(TOGETHER, f"a new value in store {self._number}", [key])

    def send_all(self) -> None:
        """Wait until the servers have processed all pushes of this worker."""
        self._servers.ask_all(self._request("wait"))

    # Updates

    def set_optimizer(self, optimizer: Any) -> None:
        """Update values on the servers with `optimizer`. Only its class name and hyperparameters are sent."""
        self._updater = None
        if self._group.rank == 0:
            states = opt.get_updater(optimizer).get_states(dump_optimizer=True)
            self._servers.ask_all(self._request("optimizer"), [_as_tensor(states)])
        self._workers.agree(TOGETHER, f"set_optimizer in store {self._number}", [])

    def _set_updater(self, updater: Callable[..., Any]) -> None:
        """Raise an error, because a function cannot be sent to the servers."""
        raise MXNetError("an asynchronous kvstore updates on its servers, and a Python function cannot be sent to "
                         "them. Use set_optimizer with a registered optimizer. For a custom optimizer class, set "
                         "MXNET_KVSTORE_SERVER_IMPORT to the module that defines it")

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the optimizer states of each server to its own file: ``fname``, ``fname.1``, ..."""
        answers = self._servers.ask_all(self._request("states", with_optimizer=bool(dump_optimizer)))
        for server, (_, tensors) in answers.items():
            with files.write(_file_of(fname, server)) as file:
                file.write(tensors[0].numpy().tobytes())

    def load_optimizer_states(self, fname: str) -> None:
        """Load the optimizer states of all servers. Worker 0 reads the files."""
        if self._group.rank == 0:
            for server in range(self._servers.count):
                content = files.read(_file_of(fname, server))
                self._servers.ask({server: (self._request("load"), [_as_tensor(content)])})
        self._workers.agree(TOGETHER, f"load_optimizer_states in store {self._number}", [])

    def _send_command_to_servers(self, head: int, body: Any) -> None:
        """Send a command, identified by MXNet's command number, to all servers."""
        self._servers.ask_all(self._request("command", head=int(head), body=str(body)))


def _file_of(name: str, server: int) -> str:
    return name if server == 0 else f"{name}.{server}"


def _as_tensor(content: bytes) -> torch.Tensor:
    return torch.frombuffer(bytearray(content), dtype=torch.uint8)
