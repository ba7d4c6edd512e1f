"""Nested arguments and results of blocks as flat lists, and back."""

from __future__ import annotations

from typing import Any

_NONE = -1


def flatten(values: Any, leaf: type | tuple[type, ...], what: str) -> tuple[list[Any], Any]:
    """The leaves of nested lists and tuples, and a format that `regroup` takes."""
    if isinstance(values, leaf):
        return [values], 0
    if values is None:
        return [None], _NONE
    if not isinstance(values, (list, tuple)):
        raise ValueError(f"When hybridized, the {what} of HybridBlock must be (nested) list of Symbol or NDArray, "
                         f"but got {values!r} of type {type(values)}")
    flat: list[Any] = []
    formats: list[Any] = []
    for value in values:
        leaves, form = flatten(value, leaf, what)
        flat += leaves
        formats.append(form)
    return flat, formats


def regroup(flat: list[Any], form: Any) -> Any:
    """The nested structure of `form` with the leaves in `flat`."""
    rest = iter(flat)

    def build(part: Any) -> Any:
        if isinstance(part, list):
            return [build(p) for p in part]
        value = next(rest)
        return None if part == _NONE else value

    return build(form)
