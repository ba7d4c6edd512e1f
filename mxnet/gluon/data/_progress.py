"""Position in an epoch, for samplers and loaders that continue in the middle of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from ..._runtime import numpy_state
from ..._runtime.error import MXNetError


class Progress:
    """Number of complete epochs and position in the current one.

    The order of an epoch is not stored. It is drawn again from the state that NumPy's generator had at its start.

    Attributes
    ----------
    epoch
        Number of complete epochs.
    position
        Number of items of the current epoch that the program has received.
    """

    def __init__(self) -> None:
        self.epoch = self.position = 0
        self._start: dict[str, Any] | None = None  # None between epochs
        self._carried: list[Any] = []
        self._pending: dict[str, Any] | None = None  # loaded, and not used yet
        self._reader: object = None

    def open(self, make: Callable[[], Iterable[Any]], carrier: Any = None) -> Iterator[Any]:
        """Start an epoch, or continue the loaded one. `carrier` holds the items left over by the previous epoch."""
        state, self._pending = self._pending, None
        if state is None or state["random"] is None:
            self._start, self._carried, self.position = numpy_state.get(), carried_by(carrier), 0
            return iter(make())
        self._start, self._carried, self.position = state["random"], list(state["carried"]), state["position"]
        with numpy_state.use(self._start):
            items = iter(make())
            return chain(list(islice(items, self.position, self.position + 1)), items)

    def count(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the items of an epoch and count them. Only the newest of several iterators counts."""
        self._reader = reader = object()
        try:
            for item in items:
                self.position += self._reader is reader
                yield item
        finally:
            if self._reader is reader:
                self._start, self.position, self.epoch = None, 0, self.epoch + 1

    def state_dict(self, carrier: Any, length: int | None) -> dict[str, Any]:
        """Return the position as plain data."""
        if self._pending is not None:
            return self._pending
        carried = carried_by(carrier) if self._start is None else self._carried
        return {"epoch": self.epoch, "position": self.position, "random": self._start, "carried": carried,
                "length": length}

    def load_state_dict(self, state: dict[str, Any], carrier: Any, length: int | None, name: str) -> None:
        """Continue at a position of `state_dict` with the next epoch."""
        try:
            stored, position, epoch = state["length"], int(state["position"]), int(state["epoch"])
            carried, random = list(state["carried"]), state["random"]
        except (KeyError, TypeError, ValueError) as error:
            raise MXNetError(f"{name}: the stored position is damaged: {error!r}") from error
        if stored != length:
            raise MXNetError(f"{name}: the stored position belongs to {stored} samples, but there are {length} now; "
                             "use the same data, or start a new epoch without the stored position")
        self.epoch, self.position, self._start = epoch, 0, None
        self._pending = {"epoch": epoch, "position": position, "random": random, "carried": carried, "length": length}
        if hasattr(carrier, "_prev"):
            carrier._prev = list(carried)


def carried_by(carrier: Any) -> list[Any]:
    """Return the indices that a `BatchSampler` keeps for its next epoch."""
    return list(getattr(carrier, "_prev", ()))
