"""Functions that ``mx.np`` takes directly from NumPy."""

from __future__ import annotations

from ._fallback import COMPUTED

# `mx.np` defines other functions with these names, which also accept symbols.
_OTHERS = frozenset({"fmod", "kron", "logical_and", "logical_or", "logical_xor", "triu"})
_functions = {name: function for name, function in COMPUTED.items() if name not in _OTHERS}
globals().update(_functions)
__all__ = [*_functions]  # noqa: PLE0604
