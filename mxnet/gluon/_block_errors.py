"""Name the block that raised an error by its path from the outermost block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._runtime.tracebacks import raised_inside, shorten
from ..base import MXNetError

if TYPE_CHECKING:
    from .block import Block


class _Place:
    """Location of an error relative to the outermost block that it has reached.

    Attributes
    ----------
    message
        The error's own message.
    block
        The outermost block so far.
    path
        Keys of children from that block down to the block that failed.
    kind
        Class of the block that failed.
    """

    __slots__ = ("block", "kind", "message", "path")

    def __init__(self, message: str, block: Block, path: tuple[str, ...], kind: str) -> None:
        self.message, self.block, self.path, self.kind = message, block, path, kind

    def move_outwards(self, block: Block) -> None:
        """Continue the path from `block`, which called the outermost one so far."""
        key = next((key for key, child in block._children.items() if child is self.block), self.block.name)
        self.block, self.path = block, (key, *self.path)

    def __str__(self) -> str:
        names = ".".join((self.block.name or type(self.block).__name__.lower(), *self.path))
        return f"{self.message.rstrip('.')}, in block {names} ({self.kind})"


def locate(error: Exception, block: Block) -> None:
    """Shorten the traceback of an error that leaves `block`, and name the block in its message."""
    place: _Place | None = getattr(error, "_place", None)
    if place is None and (isinstance(error, MXNetError) or raised_inside(error)):
        place = _first_place(error, block)
    elif place is not None and place.block is not block:
        place.move_outwards(block)
    if place is not None:
        error._place, error.args = place, (str(place),)  # type: ignore[attr-defined]
    shorten(error)


def as_value_error(error: MXNetError, introduction: str) -> ValueError:
    """Return a ValueError with the message of `error` after an introduction, from the same place."""
    place: _Place | None = getattr(error, "_place", None)
    made = ValueError(f"{introduction}: {place.message if place else error}")
    made.node = error.node  # type: ignore[attr-defined]
    if place is not None:
        place.message = made.args[0]
        made._place, made.args = place, (str(place),)  # type: ignore[attr-defined]
    return made


def _first_place(error: Exception, block: Block) -> _Place | None:
    if len(error.args) != 1 or not isinstance(error.args[0], str) or isinstance(error, (LookupError, OSError)):
        return None
    path, owner = _owner_of(getattr(error, "node", None), block)
    return _Place(error.args[0], block, path, type(owner).__name__)


def _owner_of(node: str | None, block: Block) -> tuple[tuple[str, ...], Any]:
    """Return the block below `block` whose prefix the name of a node begins with, and the path to it."""
    best: tuple[tuple[str, ...], Any] = (), block
    if node is None:
        return best
    longest = 0
    waiting: list[tuple[tuple[str, ...], Any]] = [best]
    while waiting:
        path, one = waiting.pop()
        if path and len(one.prefix) > longest and node.startswith(one.prefix):
            best, longest = (path, one), len(one.prefix)
        waiting += [((*path, key), child) for key, child in one._children.items()]
    return best
