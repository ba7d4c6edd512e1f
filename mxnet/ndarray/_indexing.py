"""Reading and writing parts of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._frontend.results import any_on_tape, put_on_tape, record_into, wrap
from .._ops.opdef import find
from .._runtime import storage
from .._runtime.autograd import tape
from .._runtime.error import IndexKindError, MXNetError, ShapeError
from .._runtime.storage import ArrayBase
from .._runtime.storage.sparse import SparseMark
from . import _convert

_EVERYTHING = slice(None)
_COPY = find("_copy")


def view_of(array: ArrayBase, tensor: torch.Tensor, op: Any = None, run: Any = None) -> Any:
    """Wrap `tensor`, which shares memory with `array`. See `results.put_on_tape` for `op` and `run`."""
    result = wrap(type(array), tensor, array._ctx)
    if (tensor.requires_grad or any_on_tape((array,))) and not put_on_tape(result, (array,), op, run):
        result._data = tensor.detach()
    return result


def _is_basic(part: Any) -> bool:
    if isinstance(part, bool):
        return False
    return part is None or part is Ellipsis or isinstance(part, (slice, int, np.integer))


def _as_index(part: Any, where: torch.device) -> Any:
    """Convert a part of an index for torch. Sequences become int64 or mask tensors."""
    if isinstance(part, ArrayBase):
        tensor = part._data
        return tensor if tensor.dtype is torch.bool else tensor.long()
    if isinstance(part, (list, tuple, np.ndarray, range)):
        values = np.asarray(part)
        if values.dtype.kind not in "iufb":
            raise IndexKindError(f"indexing with elements of dtype {values.dtype} is not supported")
        return torch.as_tensor(values if values.dtype == bool else values.astype(np.int64), device=where)
    if isinstance(part, slice):
        return slice(*(None if s is None else int(s) for s in (part.start, part.stop, part.step)))
    if _is_basic(part):
        return part
    raise IndexKindError(f"indexing with key {part!r} of type {type(part)} is not supported")


def _check_bounds(parts: tuple[Any, ...], shape: torch.Size) -> None:
    counted = [p for p in parts if p is not None and p is not Ellipsis]
    axes = sum(map(_axes_of, counted))
    if axes > len(shape):
        raise IndexError(f"too many indices ({axes}) for array with {len(shape)} dimensions")
    dots = [p for p in parts if not isinstance(p, torch.Tensor)].count(Ellipsis)
    if dots:
        if dots > 1:
            raise IndexError("an index can only have one ellipsis (...)")
        return
    for axis, part in enumerate(counted):
        if isinstance(part, (int, np.integer)) and not -shape[axis] <= part < shape[axis]:
            raise IndexError(f"index {part} is out of bounds for axis {axis} with size {shape[axis]}")


def _axes_of(part: Any) -> int:
    """Return the number of array axes that a part of an index consumes."""
    if part is None or part is Ellipsis:
        return 0
    return part.ndim if isinstance(part, torch.Tensor) and part.dtype is torch.bool else 1


def _reverse_slices(parts: tuple[Any, ...], shape: torch.Size) -> tuple[tuple[Any, ...], list[int]]:
    """Reverse slices with negative steps, which torch does not support. Return the index and the axes to flip back."""
    missing = len(shape) - sum(_axes_of(p) for p in parts)
    arrays = [p for p in parts if isinstance(p, torch.Tensor)]
    # Integers in an index with arrays act as arrays. Together they create `block` axes, at their position if they
    # are adjacent, otherwise at the front.
    spots = [i for i, p in enumerate(parts) if isinstance(p, (torch.Tensor, int, np.integer))] if arrays else []
    together = bool(spots) and spots == list(range(spots[0], spots[-1] + 1))
    block = max((1 if p.dtype is torch.bool else p.ndim for p in arrays), default=0)
    result: list[Any] = []
    flipped: list[int] = []
    axis, out_axis = 0, 0 if together else block
    for place, part in enumerate(parts):
        if together and place == spots[0]:
            out_axis += block
        if part is Ellipsis:
            result.append(part)
            axis, out_axis = axis + missing, out_axis + missing
            continue
        if isinstance(part, slice) and part.step is not None and part.step < 0:
            picked = range(shape[axis])[part]
            part = slice(picked[-1], picked[0] + 1, -part.step) if picked else slice(0, 0)
            if len(picked) > 1:
                flipped.append(out_axis)
        result.append(part)
        axis += _axes_of(part)
        out_axis += part is None or isinstance(part, slice)
    return tuple(result), flipped


def _parse(array: ArrayBase, key: Any) -> tuple[tuple[Any, ...], list[int], bool]:
    parts = key if isinstance(key, tuple) else (key,)
    return _for_torch(array, parts, all(_is_basic(p) for p in parts))


def _for_torch(array: ArrayBase, parts: tuple[Any, ...], basic: bool) -> tuple[tuple[Any, ...], list[int], bool]:
    parts = tuple(_as_index(p, array._data.device) for p in parts)
    _check_bounds(parts, array._data.shape)
    if not basic:
        parts = _convert_separate_integers(parts, array._data.device)
    if any(isinstance(p, slice) and p.step is not None and p.step < 0 for p in parts):
        parts, flipped = _reverse_slices(parts, array._data.shape)
        return parts, flipped, basic and not flipped
    return parts, [], basic


def _convert_separate_integers(parts: tuple[Any, ...], where: torch.device) -> tuple[Any, ...]:
    """Convert integers to arrays if they are not adjacent to the arrays, so that their axes come first.

    Torch applies integers before arrays.
    """
    spots = [i for i, part in enumerate(parts) if isinstance(part, (torch.Tensor, int, np.integer))]
    if not spots or spots[-1] - spots[0] + 1 == len(spots) or not any(
            isinstance(part, torch.Tensor) and (part.ndim or part.dtype is torch.bool) for part in parts):
        return parts
    return tuple(torch.tensor([int(part)], device=where) if isinstance(part, (int, np.integer)) or (
        isinstance(part, torch.Tensor) and not part.ndim and part.dtype is not torch.bool) else part for part in parts)


def _read(array: ArrayBase, key: Any) -> tuple[tuple[Any, ...], list[int], bool, list[int]]:
    """Parse an index of a legacy array, and return it with the axes to insert into the result."""
    if isinstance(key, ArrayBase) and key._data.dtype is not torch.bool:
        return (key._data.long(),), [], False, []
    parts = key if isinstance(key, tuple) else (key,)
    basic = all(_is_basic(p) for p in parts)
    inserted: list[int] = []
    if not basic:
        parts = tuple(_as_number(p) for p in parts)
        basic = all(_is_basic(p) for p in parts)
        if not basic:
            parts, inserted = _parse_with_arrays(array, parts)
    return (*_for_torch(array, parts, basic), inserted)


def _as_number(part: Any) -> Any:
    """Convert a boolean to 0 or 1, as legacy arrays do."""
    if isinstance(part, bool):
        return int(part)
    if isinstance(part, ArrayBase) and part._data.dtype is torch.bool:
        raise IndexKindError("boolean arrays as an index need the semantics of mx.np; call npx.set_np() first")
    if isinstance(part, (list, np.ndarray)):
        values = np.asarray(part)
        return values.astype(np.int64) if values.dtype == bool else part
    return part


def _parse_with_arrays(array: ArrayBase, parts: tuple[Any, ...]) -> tuple[tuple[Any, ...], list[int]]:
    """Convert integers in an index with arrays. Return it with the positions of axes that torch would misplace."""
    shape = array._data.shape
    if sum(p is Ellipsis for p in parts) > 1:
        raise IndexError("an index can only have one ellipsis (...)")
    missing = len(shape) - sum(p is not None and p is not Ellipsis for p in parts)
    place = next((i for i, p in enumerate(parts) if p is Ellipsis), len(parts))
    if missing < 0:
        raise IndexError(f"too many indices ({len(shape) - missing}) for array with {len(shape)} dimensions")
    full = [*parts[:place], *[_EVERYTHING] * missing, *parts[place + 1:]]
    for axis, part in enumerate(p for p in full if p is not None):
        if isinstance(part, (int, np.integer)) and not -shape[axis] <= part < shape[axis]:
            raise IndexError(f"index {part} is out of bounds for axis {axis} with size {shape[axis]}")
    spots = [i for i, p in enumerate(full) if p is not None and not isinstance(p, slice)]
    numbered = [[int(p)] if isinstance(p, (int, np.integer)) else p for p in full]
    follows = any(p is None for p in full[spots[-1]:]) and spots[-1] - spots[0] + 1 == len(spots)
    if not follows:
        return tuple(numbered), []
    # New axes after the arrays keep their position as if the arrays created no axes.
    inserted = [i - sum(s < i for s in spots) for i, p in enumerate(full) if p is None]
    return tuple(p for p in numbered if p is not None), inserted


def slice_is_contiguous(key: tuple[slice, ...], shape: tuple[int, ...]) -> bool:
    """Whether the elements selected by slices are contiguous in memory."""
    chosen = [range(*part.indices(size)) for part, size in zip(key, shape, strict=False)]
    counts = [len(part) for part in chosen] + list(shape[len(key):])
    steps = [part.step for part in chosen] + [1] * (len(shape) - len(key))
    if 0 in counts:
        return True
    # All axes after the first axis with several elements must be complete.
    first = next((i for i, count in enumerate(counts) if count > 1), len(counts))
    forwards = all(step == 1 for step, count in zip(steps, counts, strict=True) if count > 1)
    return forwards and counts[first + 1:] == list(shape[first + 1:])


def get(array: ArrayBase, key: Any) -> Any:
    """``array[key]``: a view if the elements are contiguous in memory, otherwise a copy."""
    parts, flipped, basic, inserted = _read(array, key)

    def choose(source: torch.Tensor) -> torch.Tensor:
        chosen = source[parts].flip(flipped) if flipped else source[parts]
        for axis in inserted:
            chosen = chosen.unsqueeze(axis)
        return chosen if chosen.ndim else chosen.unsqueeze(0)

    try:
        tensor = choose(storage.in_rows(array._data) if basic else array._data)
    except (RuntimeError, TypeError) as error:
        raise IndexError(f"cannot index shape {tuple(array._data.shape)} with {key!r}: {error}") from None
    except IndexError as error:
        if "shape mismatch" in str(error):
            raise IndexKindError(f"cannot index shape {tuple(array._data.shape)} with {key!r}: {error}") from None
        raise
    if basic and not tensor.is_contiguous():
        tensor = storage.copy_on_write(tensor)
    return view_of(array, tensor, None, choose)


def _value_tensor(value: Any, target: torch.Tensor) -> Any:
    if isinstance(value, SparseMark):
        return value._stored.dense()
    if isinstance(value, ArrayBase):
        return value._data.detach()
    if isinstance(value, (int, float, np.generic)):
        return storage.scalar(value.item() if isinstance(value, np.generic) else value, target.dtype)
    try:
        values = _convert.numbers(np.asarray(value), target.dtype)
        if values.dtype.kind == "c":
            raise TypeError(value)
        return torch.from_numpy(np.ascontiguousarray(values)).to(target.device)
    except (TypeError, ValueError):
        raise TypeError(f"assignment needs a number or an array, received {value!r} of {type(value)}") from None


def _expand_ellipsis(key: Any, rank: int) -> list[Any]:
    """Return the parts of a basic index with its ellipsis expanded. None remains where it inserts an axis."""
    parts = list(key) if isinstance(key, tuple) else [key]
    missing = rank - sum(part is not None and part is not Ellipsis for part in parts)
    place = parts.index(Ellipsis) if Ellipsis in parts else len(parts)
    return [*parts[:place], *[_EVERYTHING] * missing, *parts[place + 1:]]


def _selects_all(key: Any, shape: torch.Size) -> bool:
    """Whether an index selects all elements in order."""
    parts = key if isinstance(key, tuple) else (key,)
    if not all(part is None or isinstance(part, (slice, int)) or part is Ellipsis for part in parts) or parts.count(
            Ellipsis) > 1:
        return False
    full = [part for part in _expand_ellipsis(key, len(shape)) if part is not None]
    return all(size == 1 if isinstance(part, int) else range(size)[part] == range(size) and (part.step or 1) > 0
               for part, size in zip(full, shape, strict=False))


def _drop_inserted_axes(value: torch.Tensor, key: Any, shape: torch.Size) -> torch.Tensor:
    """Return a value for all elements in the shape of the target, without the axes that the index inserts."""
    if value.shape == shape and isinstance(key, slice):
        return value
    parts = [part for part in _expand_ellipsis(key, len(shape)) if not isinstance(part, int)]
    numbers = [isinstance(part, int) for part in _expand_ellipsis(key, len(shape)) if part is not None]
    left = [size for size, is_number in zip(shape, numbers, strict=False) if not is_number]
    if value.ndim > len(left):
        inserted = [axis for axis, part in enumerate(parts) if part is None and axis < value.ndim]
        if any(value.shape[axis] != 1 for axis in inserted):
            raise RuntimeError(f"the inserted axes {inserted} must have size 1")
        value = value.squeeze(inserted)
    value = _fit(value, torch.Size(left))
    return (value.expand(left) if value.numel() else value).reshape(shape)


def _fit(value: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """Drop leading axes of size 1 that the target does not have."""
    while value.ndim > len(shape) and value.shape[0] == 1:
        value = value[0]
    return value


def _put_parts(memory: torch.Tensor, parts: Any, source: torch.Tensor, flipped: Any, inserted: list[int]) -> None:
    chosen = memory[parts].shape
    if inserted and source.ndim > len(chosen):
        source = source.squeeze([axis for axis in inserted if axis < source.ndim])
    if flipped:
        memory[parts] = _fit(source, chosen).expand(chosen).flip(flipped).to(memory.dtype)
    else:
        memory[parts] = _fit(source, chosen).to(memory.dtype) if source.ndim else source


def put(array: ArrayBase, key: Any, value: Any, legacy: bool = False) -> None:
    """``array[key] = value``, in the same memory."""
    source, target = _value_tensor(value, array._data), array._data
    recorded = tape.state.recording and isinstance(value, ArrayBase) and value._tape is not None and not (
        isinstance(value, SparseMark) or tape.drop_if_consumed(value))
    try:
        if recorded:
            if not _selects_all(key, target.shape):
                raise MXNetError(tape.INPLACE)
            if value is not array:
                record_into(array, _drop_inserted_axes(value._data, key, target.shape), (value,), _COPY, None)
            return
        if source.untyped_storage() is target.untyped_storage():
            source = source.clone()  # torch does not support overlapping input and output
        if type(key) is slice and key == _EVERYTHING:
            with storage.writing(target) as memory:
                memory.copy_(source if source.ndim <= target.ndim else _fit(source, target.shape))
            return
        parts, flipped, _, inserted = _read(array, key) if legacy else (*_parse(array, key), [])
        with storage.writing(target) as memory:
            _put_parts(memory, parts, source, flipped, inserted)
    except MXNetError:
        raise
    except IndexError as error:
        if "shape mismatch" in str(error):
            raise IndexKindError(f"cannot index shape {tuple(target.shape)} with {key!r}: {error}") from None
        raise
    except RuntimeError as error:
        raise ShapeError(f"operator _slice_assign: cannot assign shape {tuple(source.shape)} to "
                         f"{tuple(target.shape)}[{key!r}]: {error}") from None
