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
        Message of the error without the location.
    block
        The outermost block that the error has reached.
    path
        Keys of the children on the way from `block` to the failed block.
    class_name
        Class name of the failed block.
    """

    __slots__ = ("block", "class_name", "message", "path")

    def __init__(self, message: str, block: Block, path: tuple[str, ...], class_name: str) -> None:
        self.message, self.block, self.path, self.class_name = message, block, path, class_name

    def move_outwards(self, block: Block) -> None:
        """Prepend `block`, the caller of the current outermost block, to the path."""
        key = next((key for key, child in block._children.items() if child is self.block), self.block.name)
        self.block, self.path = block, (key, *self.path)

    def __str__(self) -> str:
        names = ".".join((self.block.name or type(self.block).__name__.lower(), *self.path))
        return f"{self.message.rstrip('.')}, in block {names} ({self.class_name})"


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
    """Return a ValueError with the message and location of `error`, after an introduction."""
    place: _Place | None = getattr(error, "_place", None)
    result = ValueError(f"{introduction}: {place.message if place else error}")
    result.node = error.node  # type: ignore[attr-defined]
    if place is not None:
        place.message = result.args[0]
        result._place, result.args = place, (str(place),)  # type: ignore[attr-defined]
    return result


def _first_place(error: Exception, block: Block) -> _Place | None:
    if len(error.args) != 1 or not isinstance(error.args[0], str) or isinstance(error, (LookupError, OSError)):
        return None
    path, owner = _owner_of(getattr(error, "node", None), block)
    return _Place(error.args[0], block, path, type(owner).__name__)


def _owner_of(node: str | None, block: Block) -> tuple[tuple[str, ...], Any]:
    """Return the descendant of `block` with the longest prefix of the node name, and its path."""
    best: tuple[tuple[str, ...], Any] = (), block
    if node is None:
        return best
    longest = 0
    waiting: list[tuple[tuple[str, ...], Any]] = [best]
    while waiting:
        path, candidate = waiting.pop()
        if path and len(candidate.prefix) > longest and node.startswith(candidate.prefix):
            best, longest = (path, candidate), len(candidate.prefix)
        waiting += [((*path, key), child) for key, child in candidate._children.items()]
    return best
