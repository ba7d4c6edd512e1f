"""The operators whose names begin with ``_npx_``, as functions of arrays and symbols, without this prefix."""

from __future__ import annotations

from typing import Any

from .._ops.opdef import REGISTRY
from ..numpy._operators import shown


def __getattr__(name: str) -> Any:
    if f"_npx_{name}" not in REGISTRY:
        raise AttributeError(f"there is no operator _npx_{name}")
    made = globals()[name] = shown(f"_npx_{name}", __name__)
    return made


def __dir__() -> list[str]:
    return sorted([*globals(), *(name.removeprefix("_npx_") for name in REGISTRY if name.startswith("_npx_"))])
