"""Checks of the inputs of hybrid blocks."""

from __future__ import annotations

from typing import Any

from .._runtime.device import Context
from .._runtime.structure import leaves
from ..ndarray.ndarray import NDArray
from ..symbol.symbol import Symbol


def context_of(args: Any, compiled: bool) -> Context | None:
    """Return the context of the first array among nested inputs, or None for symbols.

    Raise ValueError if the inputs mix arrays and symbols.
    """
    arrays, symbols = list(leaves(args, NDArray)), list(leaves(args, Symbol))
    if arrays and symbols:
        raise ValueError(f"a HybridBlock was called with mixed NDArrays and Symbols ({len(arrays)} and "
                         f"{len(symbols)}); pass either arrays or symbols")
    if not arrays and not symbols:
        raise ValueError("a HybridBlock needs at least one NDArray or Symbol among its inputs, received "
                         f"{[type(a) for a in args]}")
    contexts = {a._ctx for a in arrays}
    if len(contexts) > 1 and compiled:
        raise ValueError(f"inputs are on multiple contexts, {sorted(map(str, contexts))}; a hybridized block runs on "
                         "one context, so move all inputs to it with as_in_context")
    return arrays[0]._ctx if arrays else None
