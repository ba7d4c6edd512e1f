"""Functions of NumPy that ``mx.np`` takes as they are."""

from __future__ import annotations

from ._fallback import COMPUTED

# `mx.np` has others of these as functions of its own, by the names of which it also takes symbols.
_OTHERS = frozenset({"fmod", "kron", "logical_and", "logical_or", "logical_xor", "triu"})
_found = {name: function for name, function in COMPUTED.items() if name not in _OTHERS}
globals().update(_found)
__all__ = [*_found]  # noqa: PLE0604
