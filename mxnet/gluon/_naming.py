"""Prefixes of blocks, such as ``hybridsequential0_dense1_``."""

from __future__ import annotations

import threading
from typing import Any

from .. import name as names
from .parameter import ParameterDict


class _Current(threading.local):
    value: BlockScope | None = None


class BlockScope:
    """Context manager of ``with block.name_scope():``, which numbers the children created inside."""

    _current = _Current()

    def __init__(self, block: Any) -> None:
        self._block = block
        self._counter: dict[str, int] = {}
        self._outer: list[tuple[BlockScope | None, names.NameManager]] = []

    @staticmethod
    def create(prefix: str | None, params: ParameterDict | None, hint: str) -> tuple[str, ParameterDict]:
        """Return the prefix and the parameter dictionary of a new block."""
        current = BlockScope._current.value
        if current is None:
            if prefix is None:
                prefix = names.current().get(None, hint) + "_"
            parameters = ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
            return prefix, parameters
        if prefix is None:
            number = current._counter.get(hint, 0)
            current._counter[hint] = number + 1
            prefix = f"{hint}{number}_"
        if params is None:
            parent = current._block.params
            parameters = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            parameters = ParameterDict(params.prefix, params)
        return current._block.prefix + prefix, parameters

    def __enter__(self) -> BlockScope:
        if self._block._empty_prefix:
            return self
        manager = names.Prefix(self._block.prefix)
        self._outer.append((BlockScope._current.value, manager))
        BlockScope._current.value = self
        manager.__enter__()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        if self._block._empty_prefix:
            return
        outer, manager = self._outer.pop()
        manager.__exit__(*exc_info)
        BlockScope._current.value = outer
