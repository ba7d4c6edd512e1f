"""Conversion of many arrays to and from the bytes of parameter files.

Small arrays of the same shape and dtype are copied as a group, because NumPy and torch need several microseconds per
array. Large arrays are written from and read into their own memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch

from .. import util
from .._frontend import sparse as dispatch
from .._frontend.results import wrap
from .._runtime import device
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.files import params_file
from .._runtime.files.params_file import Chunk, Content, DenseHeader, SavedArray
from .._runtime.storage.sparse import SparseMark
from . import _convert
from ._array import NDArray

# Maximum number of bytes of a small array, and minimum number of equal arrays that are copied together.
_SMALL = 1 << 14
_FEWEST = 4
# Maximum number of arrays that are in memory twice at a time.
_BATCH = 1 << 12
# Whether values can be copied as bytes.
_COPIES_BYTES = sys.byteorder == "little"


def chunks(arrays: Sequence[NDArray]) -> Iterator[Chunk]:
    """Yield the bytes of arrays in the file format, with NumPy's shape semantics if they are on."""
    np_shape = util.is_np_shape()
    if np_shape and any(isinstance(array, SparseMark) for array in arrays):
        raise MXNetError("save: only allow serializing ndarray of default storage type in np shape semantics")
    for start in range(0, len(arrays), _BATCH):
        yield from _chunks_of_batch(arrays[start : start + _BATCH], np_shape)


def _chunks_of_batch(arrays: Sequence[NDArray], np_shape: bool) -> Iterator[Chunk]:
    groups: dict[tuple[Any, ...], tuple[list[torch.Tensor], list[int]]] = {}
    for position, array in enumerate(arrays):
        tensor = None if isinstance(array, SparseMark) else array._data
        # Subclasses of tensors may not have values to copy.
        if type(tensor) is torch.Tensor and _COPIES_BYTES and tensor.nbytes <= _SMALL:
            context = array._ctx
            key = (tensor.shape, tensor.dtype, context.device_typeid, context.device_id)
            group = groups.get(key)
            if group is None:
                group = groups[key] = ([], [])
            group[0].append(tensor)
            group[1].append(position)
    parts: list[bytes | None] = [None] * len(arrays)
    for (shape, dtype, dev_type, dev_id), (tensors, positions) in groups.items():
        if len(tensors) >= _FEWEST:
            header = params_file.dense_header(shape, dtypes.CODE_OF_TORCH[dtype], dev_type, dev_id, np_shape)
            for position, part in zip(positions, _with_header(header, tensors), strict=True):
                parts[position] = part
    return _in_order(arrays, parts, np_shape)


def _with_header(header: bytes, tensors: list[torch.Tensor]) -> list[bytes]:
    """Return the header and the values of each tensor. All tensors have the same shape and dtype."""
    with torch.no_grad():
        values = torch.stack(tensors).cpu().reshape(len(tensors), -1).view(torch.uint8).numpy()
    rows = np.empty((len(tensors), len(header) + values.shape[1]), np.uint8)
    rows[:, : len(header)] = np.frombuffer(header, np.uint8)
    rows[:, len(header) :] = values
    content, width = rows.tobytes(), rows.shape[1]
    return [content[start : start + width] for start in range(0, len(content), width)]


def _in_order(arrays: Sequence[NDArray], parts: list[bytes | None], np_shape: bool) -> Iterator[Chunk]:
    """Join the parts in order, and convert the remaining arrays."""
    ready: list[bytes] = []
    for array, part in zip(arrays, parts, strict=True):
        if part is not None:
            ready.append(part)
            continue
        yield b"".join(ready)
        ready = []
        yield from params_file.array_chunks(_convert.to_saved(array, np_shape))
    yield b"".join(ready)


def load(content: Content, source: str) -> dict[str, NDArray] | list[NDArray]:
    """Return the arrays of a file, by name if they have names. Error messages start with `source`."""
    try:
        entries, names = params_file.read_entries(content)
    except params_file.ParamsFileError as error:
        raise MXNetError(f"{source}: {error}") from error
    arrays: list[Any] = [None] * len(entries)
    groups: dict[DenseHeader, tuple[list[int], list[int]]] = {}
    for position, entry in enumerate(entries):
        if isinstance(entry, SavedArray):
            _check_shape_rule(entry, source)
            arrays[position] = _load_other(entry)
            continue
        header, start = entry
        group = groups.get(header)
        if group is None:
            group = groups[header] = ([], [])
        group[0].append(position)
        group[1].append(start)
    for header, (positions, starts) in groups.items():
        _check_shape_rule(header, source)
        context = _convert.context_of_saved(header)
        where = device.torch_device(context)
        for position, tensor in zip(positions, _tensors(content, header, starts), strict=True):
            arrays[position] = wrap(NDArray, tensor.to(where), context)
    return dict(zip(names, arrays, strict=True)) if names else arrays


def _check_shape_rule(record: SavedArray | DenseHeader, source: str) -> None:
    """Raise unless the file and the program use the same shape semantics."""
    if record.np_shape and not util.is_np_shape():
        raise MXNetError(f"{source}: ndarray was saved in np shape semantics, must be loaded in the same semantics. "
                         "Please turn on np shape semantics in Python using `with np_shape(True)` or decorator "
                         "`use_np_shape` to scope the code of loading the ndarray.")
    if util.np_shape_is_scoped() and not record.np_shape:
        raise MXNetError(f"{source}: ndarray was not saved in np shape semantics, but being loaded in np shape "
                         "semantics. Please turn off np shape semantics in Python using `with np_shape(False)` to "
                         "scope the code of loading the ndarray.")


def _load_other(record: SavedArray) -> NDArray:
    """Return a sparse array or an array without a shape."""
    context = _convert.context_of_saved(record)
    if record.data is None:
        return wrap(NDArray, _convert.tensor_of_saved(record).to(device.torch_device(context)), context)
    return dispatch.wrap(_convert.stored_of_saved(record), context).copyto(context)


def _tensors(content: Content, header: DenseHeader, starts: list[int]) -> Iterator[torch.Tensor]:
    """Yield the dense arrays with the same header, each in separate memory."""
    size, dtype = header.nbytes, dtypes.TORCH_OF_CODE[header.type_code]
    if not _COPIES_BYTES or not 0 < size <= _SMALL or len(starts) < _FEWEST:
        for start in starts:
            if isinstance(content, bytes) or not _COPIES_BYTES:
                yield _convert.tensor_of_saved(params_file.saved_array(content, (header, start)))
            else:
                tensor = torch.empty(header.shape, dtype=dtype)
                content.read_into(start, tensor.view(-1).view(torch.uint8).numpy().data)
                yield tensor
        return
    for first in range(0, len(starts), _BATCH):
        # torch warns about read-only memory
        joined = bytearray().join([content[start : start + size] for start in starts[first : first + _BATCH]])
        for tensor in torch.frombuffer(joined, dtype=dtype).view(-1, *header.shape).unbind():
            yield tensor.clone()
