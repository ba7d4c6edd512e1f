"""How a function of ``mx.np`` calls torch: one place for errors, contexts, results and the tape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from .._frontend.results import finished, wrap
from .._runtime import device, storage, tape
from .._runtime import dtype as dtypes
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.torch_words import reworded
from .multiarray import ndarray

NUMBERS = (bool, int, float, np.generic)
_state = tape.state


def require(name: str, *values: Any) -> None:
    """Raise TypeError unless all values are arrays of ``mx.np``."""
    for value in values:
        if not isinstance(value, ndarray):
            raise TypeError(f"{name}: type {type(value)} not supported")


def _place(name: str, arrays: Sequence[Any]) -> device.Context:
    first = arrays[0]._ctx
    for other in arrays[1:]:
        device.check_same(name, first, other._ctx)
    return first


def _describe(arrays: Sequence[Any]) -> str:
    return ", ".join(f"{a.dtype}{a.shape}" for a in arrays)


def invoke(name: str, function: Callable[..., Any], arrays: Sequence[Any], out: Any = None, alias: bool = False) -> Any:
    """``function`` of the tensors of `arrays`, as arrays, recorded if a record section is open.

    `alias` says that torch's result may share the memory of the first array, which ours must not.
    """
    require(name, *arrays)
    context = _place(name, arrays)
    tensors = [a._data for a in arrays]
    if alias:
        tensors = [t if t.requires_grad else storage.copy_on_write(t) for t in tensors]
    try:
        result = function(*tensors)
    except TORCH_ERRORS as error:
        raise MXNetError(f"operator {name}: {reworded(error)}; received {_describe(arrays)}") from error
    results = result if isinstance(result, tuple) else (result,)
    outputs = finished(ndarray, results, context, arrays, None, function)
    if outputs is None:
        return invoke(name, function, arrays, out, alias)
    if isinstance(result, tuple):
        return outputs
    return outputs[0] if out is None else deliver(name, outputs[0], out)


def deliver(name: str, result: ndarray, out: Any) -> Any:
    """Write a result into the array given as `out`."""
    require(f"{name}: out", out)
    tape.check_assignable(name, out)
    if out.shape != result.shape:
        raise MXNetError(f"operator {name}: out must have shape {result.shape}, received {out.shape}")
    if result._tape is None:
        storage.writable(out._data).copy_(result._data)
        return out
    memory = storage.writable(out._data)
    memory.copy_(result._data)  # torch records the copy
    out._data, out._tape, out._made = memory, result._tape, result._made
    return out


def make(tensor: torch.Tensor, context: device.Context) -> ndarray:
    """A constant."""
    return wrap(ndarray, tensor, context)


def torch_type(dtype: Any) -> torch.dtype | None:
    """The torch type, None for None."""
    return None if dtype is None else dtypes.to_torch(dtype)


def common_type(left: torch.dtype, right: torch.dtype) -> torch.dtype:
    """The type in which arrays of two types meet."""
    if {left, right} == {torch.uint8, torch.int8}:
        return torch.int32
    return torch.promote_types(left, right)


def axis_tuple(axis: Any) -> tuple[int, ...] | None:
    """Axes given as a number, a sequence or None."""
    if axis is None:
        return None
    return (int(axis),) if isinstance(axis, (int, np.integer)) else tuple(int(a) for a in axis)


def sizes(shape: Any) -> tuple[int, ...]:
    """A shape given as a number or a sequence; None is a scalar's."""
    if shape is None:
        return ()
    found = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(s) for s in shape)
    if any(size < 0 for size in found):
        raise MXNetError(f"shape must have no negative size, received {shape}")
    return found
