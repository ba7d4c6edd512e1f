"""Functions of the installed NumPy that ``mx.np`` takes as they are; those that NumPy has removed are not here."""

from __future__ import annotations

import numpy as onp

from ._fallback import NAMES

# `mx.np` has others of these as functions of its own, by the names of which it also takes symbols.
_OTHERS = frozenset({"fmod", "kron", "logical_and", "logical_or", "logical_xor", "triu"})
_found = {name: vars(onp)[name] for name in sorted(NAMES - _OTHERS) if name in vars(onp)}
globals().update(_found)
__all__ = [*_found]  # noqa: PLE0604  (names that this NumPy has)
