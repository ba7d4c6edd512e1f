"""What hybrid blocks ask of their inputs."""

from __future__ import annotations

from typing import Any

from .._runtime.device import Context
from .._runtime.structure import leaves
from ..ndarray.ndarray import NDArray
from ..symbol.symbol import Symbol


def context_of(args: Any, compiled: bool) -> Context | None:
    """The context of the first array among nested inputs, None for symbols; raises ValueError for mixtures."""
    arrays, symbols = list(leaves(args, NDArray)), list(leaves(args, Symbol))
    if arrays and symbols:
        raise ValueError("In HybridBlock, we do not support mixed NDArrays and Symbols types for the input. Please "
                         "check the type of the args.\n")
    if not arrays and not symbols:
        raise ValueError("In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the "
                         f"type of the args: {[type(a) for a in args]}")
    contexts = {a._ctx for a in arrays}
    if len(contexts) > 1 and compiled:
        raise ValueError("Find multiple contexts in the input, After hybridized, the HybridBlock only supports one "
                         "input context. You can print the ele.ctx in the input arguments to inspect their "
                         f"contexts. Find all contexts = {contexts}")
    return arrays[0]._ctx if arrays else None


def check_format(form: Any, known: Any) -> None:
    """Raise unless inputs are nested as when the block was traced; None at the end may be left out."""
    if form == known:
        return
    shorter, longer = sorted((form, known), key=len)
    if not (longer[:len(shorter)] == shorter and all(f == -1 for f in longer[len(shorter):])) or len(
            shorter) == len(longer):
        raise ValueError("The argument structure of HybridBlock does not match the cached version. Stored format = "
                         f"{form}, input format = {known}")
