"""Conversion between nested lists of arrays or symbols and flat lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .error import MXNetError

_NONE = -1


class StructureError(MXNetError, ValueError, AssertionError):
    """The input is not a nested list of arrays or symbols."""


def leaves(values: Any, kind: type | tuple[type, ...]) -> Iterator[Any]:
    """Yield all objects of a type in nested lists and tuples."""
    if isinstance(values, kind):
        yield values
    elif isinstance(values, (list, tuple)):
        for value in values:
            yield from leaves(value, kind)


def flatten(values: Any, leaf: type | tuple[type, ...], what: str, optional: bool = False) -> tuple[list[Any], Any]:
    """Return the leaves of nested lists and tuples, and a format for `regroup`.

    `what` names the values in messages. With `optional`, None is allowed in place of a leaf.
    """
    if isinstance(values, leaf):
        return [values], 0
    if values is None and optional:
        return [None], _NONE
    if not isinstance(values, (list, tuple)):
        kinds = " or ".join(kind.__name__ for kind in (leaf if isinstance(leaf, tuple) else (leaf,)))
        raise StructureError(f"{what} must consist of {kinds}, possibly in nested lists, received {values!r} "
                             f"of {type(values)}")
    flat: list[Any] = []
    formats: list[Any] = []
    for value in values:
        parts, form = flatten(value, leaf, what, optional)
        flat += parts
        formats.append(form)
    return flat, formats


def regroup(flat: list[Any], form: Any, absent: bool = False) -> Any:
    """Return nested lists of the format `form` with the leaves in `flat`; None counts as a leaf unless `absent`."""
    rest = iter(flat)

    def build(part: Any) -> Any:
        if isinstance(part, list):
            return [build(p) for p in part]
        if part == _NONE and absent:
            return None
        if part > 1:  # files of MXNet store a symbol with several outputs this way
            return [next(rest) for _ in range(part)]
        value = next(rest)
        return None if part == _NONE else value

    return build(form)
