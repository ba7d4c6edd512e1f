# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from .symbol import Symbol

def div_sqrt_dim(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by the square root of the last axis' size."""
    ...
