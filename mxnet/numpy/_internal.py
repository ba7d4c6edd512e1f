"""The operators of ``mx.np`` under their own names without the prefix, for arrays and for symbols."""

from __future__ import annotations

from typing import Any

from .._ops.opdef import REGISTRY
from ._operators import shown


def __getattr__(name: str) -> Any:
    if f"_npi_{name}" not in REGISTRY:
        raise AttributeError(f"there is no operator _npi_{name}")
    made = globals()[name] = shown(f"_npi_{name}", __name__)
    return made


def __dir__() -> list[str]:
    return sorted([*globals(), *(name.removeprefix("_npi_") for name in REGISTRY if name.startswith("_npi_"))])
