"""Exchange of files and errors between the workers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import torch

from ...base import MXNetError


class Group:
    """All workers. Without a distributed store there is one.

    Parameters
    ----------
    store
        The store of the trainer or module, or None.
    what
        Description of the operation. All workers must run the same one.
    """

    def __init__(self, store: Any, what: str) -> None:
        self.rank: int = 0 if store is None else store.rank
        self.count: int = 1 if store is None else store.num_workers
        self._group: Any = None
        if self.count > 1:
            from ...kvstore.dist.workers import TOGETHER, workers

            if hasattr(store, "send_all"):
                store.send_all()
            workers().agree(TOGETHER, what, [])
            self._group = workers().group

    def send(self, content: bytes, source: int = 0) -> bytes:
        """Return the bytes of worker `source`."""
        if self._group is None:
            return content
        size = self._group.exchange([len(content)])[source][0]
        buffer = bytearray(content if self.rank == source else size)
        if size:
            self._group.broadcast(torch.frombuffer(buffer, dtype=torch.uint8), source)
        return bytes(buffer)

    @contextlib.contextmanager
    def shared_errors(self, what: str) -> Iterator[Callable[..., Any]]:
        """Raise an error of worker 0 on all workers.

        Yield a function that runs a task on worker 0. After an error it does nothing, so that the workers can go on
        with their exchanges until the end of the block.
        """
        errors: list[Exception] = []

        def attempt(task: Callable[..., Any], *arguments: Any) -> Any:
            if self.rank or errors:
                return None
            try:
                return task(*arguments)
            except Exception as error:
                errors.append(error)
                return None

        try:
            yield attempt
        except Exception as error:
            if self.rank:
                raise
            errors.append(error)
        text = self.send(str(errors[0]).encode() or b"error" if errors else b"").decode()
        if text:
            raise MXNetError(f"{what}: {text}") from (errors[0] if errors else None)
