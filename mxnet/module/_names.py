"""Checks of the names of data, labels and parameters against a symbol."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from .._runtime.tracebacks import concise_module, user_level
from ..base import MXNetError
from ..io import DataDesc

_PARAMETER_ENDINGS = ("_weight", "_bias", "_gamma", "_beta")


class ModuleStateError(MXNetError, AssertionError):
    """A method was called too early or twice. MXNet raises ``AssertionError``."""


def require(condition: Any, message: str) -> None:
    """Raise `ModuleStateError` unless a condition is true."""
    if not condition:
        raise ModuleStateError(message)


def check_input_names(symbol: Any, names: Sequence[str], typename: str, throw: bool) -> None:
    """Raise or warn if a symbol does not have arguments with these names."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        candidates = "\n\t".join(a for a in arguments if not a.endswith(_PARAMETER_ENDINGS))
        message = (f"\033[91mModule(..., {typename}_names={names}): the symbol has no input '{name}'. Its inputs, "
                   f"without parameters, are:\n\t{candidates}\033[0m")
        if throw:
            raise ValueError(message)
        warnings.warn(message, stacklevel=user_level())


def _check_names_match(names: Sequence[str], shapes: Sequence[DataDesc], role: str, throw: bool) -> None:
    if sorted(names) == sorted(shape[0] for shape in shapes):
        return
    message = f"{role}_shapes must match the {role}_names {list(names)}, received {list(shapes)}"
    if throw:
        raise ValueError(message)
    warnings.warn(message, stacklevel=user_level())


def as_descriptions(shapes: Sequence[Any] | None) -> list[DataDesc]:
    """Convert shapes to descriptions."""
    return [shape if isinstance(shape, DataDesc) else DataDesc(*shape) for shape in shapes or ()]


def parse_descriptions(data_names: Sequence[str], label_names: Sequence[str], data_shapes: Any,
                       label_shapes: Any) -> tuple[list[DataDesc], list[DataDesc] | None]:
    """Return the descriptions of data and labels. Their names must match the names of the module."""
    data = as_descriptions(data_shapes)
    _check_names_match(data_names, data, "data", True)
    if label_shapes is None:
        _check_names_match(label_names, [], "label", False)
        return data, None
    labels = as_descriptions(label_shapes)
    _check_names_match(label_names, labels, "label", False)
    return data, labels


concise_module(__name__)
