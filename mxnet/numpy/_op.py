"""The operators whose names begin with ``_np_``, as functions of arrays and symbols, without this prefix."""

from __future__ import annotations

from typing import Any

from .._ops.opdef import REGISTRY
from ._operators import shown


def __getattr__(name: str) -> Any:
    if f"_np_{name}" not in REGISTRY:
        raise AttributeError(f"there is no operator _np_{name}")
    made = globals()[name] = shown(f"_np_{name}", __name__)
    return made


def __dir__() -> list[str]:
    return sorted([*globals(), *(name.removeprefix("_np_") for name in REGISTRY if name.startswith("_np_"))])
