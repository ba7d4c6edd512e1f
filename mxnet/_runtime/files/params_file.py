"""The byte format of ``nd.save`` / ``nd.load`` (``.params`` files): bytes to numpy and back.

A file is a list header, the arrays, then the names (none, or one per array). Every number is
little endian::

    uint64 0x112 | uint64 0 | uint64 count | array * count | uint64 count | name * count
    name:  uint64 length | UTF-8 bytes
    array: uint32 magic, then by version
      legacy  the "magic" is the number of dimensions | uint32 dims | context | type | values
      V1      shape | context | type | values
      V2      storage | [storage shape] | shape | context | type | [aux types+shapes] | values | [aux]
      V3      as V2, dense only; () and sizes of 0 are real shapes (NumPy semantics)
    shape:   int32 ndim | int64 dims      context: int32 device type | int32 device id

Files may be untrusted: every length is checked against the remaining bytes before memory is allocated, and the indices
of sparse arrays are checked against their shape.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import numpy as np

from mxnet_records import files

from .params_records import BFLOAT16 as BFLOAT16
from .params_records import CODE_OF_DTYPE as CODE_OF_DTYPE
from .params_records import CPU as CPU
from .params_records import CSR as CSR
from .params_records import DENSE as DENSE
from .params_records import DTYPE_OF_CODE as DTYPE_OF_CODE
from .params_records import LIST_MAGIC as LIST_MAGIC
from .params_records import NO_ARRAY as NO_ARRAY
from .params_records import ROW_SPARSE as ROW_SPARSE
from .params_records import V1_MAGIC, V2_MAGIC, V3_MAGIC
from .params_records import DenseHeader as DenseHeader
from .params_records import ParamsFileError as ParamsFileError
from .params_records import SavedArray as SavedArray
from .params_records import type_code_of as type_code_of

Chunk = bytes | memoryview
Content = bytes | files.Content

# Header and offset of the values of a dense array, or any other array.
Entry = tuple[DenseHeader, int] | SavedArray

# Offset of the first array: magic number of a list, reserved word and number of arrays.
_FIRST_ARRAY = 24
# Size of the header of a dense array without its sizes, and the offset of the number of dimensions.
_DENSE_HEADER, _DIMENSIONS = 24, 8
# Limit of NumPy 1.x.
_MAX_DIMENSIONS = 32
_MOST_EMPTY_ROWS = 1 << 24
_SCALARS = {code: struct.Struct("<" + code) for code in "IQi"}
_AUX_COUNT = {DENSE: 0, ROW_SPARSE: 1, CSR: 2}
_NO_NP_ARRAY = SavedArray(None, (), np_shape=True)


def read(buffer: bytes | bytearray | memoryview) -> tuple[list[SavedArray], list[str]]:
    """Parse a file; the list of names is empty or as long as the list of arrays."""
    content = bytes(buffer)
    entries, names = read_entries(content)
    return [saved_array(content, entry) for entry in entries], names


def read_entries(content: Content) -> tuple[list[Entry], list[str]]:
    """Parse a file like `read`, but do not read the values of dense arrays."""
    reader = _Reader(content)
    header = reader.scalar("Q", "list header")
    if header != LIST_MAGIC:
        raise ParamsFileError(f"the list header is {header:#x}, not {LIST_MAGIC:#x}", 0)
    reader.scalar("Q", "reserved header word")
    # The shortest array is a legacy one without a shape: 4 bytes.
    entries = [reader.entry() for _ in range(reader.count("arrays", 4))]
    names = [reader.name() for _ in range(reader.count("names", 8))]
    if names and len(names) != len(entries):
        raise ParamsFileError(f"{len(names)} names for {len(entries)} arrays", reader.offset)
    return entries, names


def saved_array(content: Content, entry: Entry) -> SavedArray:
    """Return the record of an entry that `read_entries` returned for the same bytes."""
    if isinstance(entry, SavedArray):
        return entry
    head, start = entry
    values = _values(content, start, DTYPE_OF_CODE[head.type_code], head.shape)
    return SavedArray(values, head.shape, head.type_code, head.dev_type, head.dev_id, np_shape=head.np_shape)


def _values(content: Content, start: int, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    count = math.prod(shape)
    if not isinstance(content, bytes):
        content, start = content[start : start + count * dtype.itemsize], 0
    return np.frombuffer(content, dtype, count, start if count else 0).reshape(shape)


def has_numpy_shapes(path: str) -> bool:
    """Return whether the first array of a local file, and therefore all of them, was saved with NumPy shapes."""
    with open(path, "rb") as file:
        head = file.read(_FIRST_ARRAY + 4)
    return len(head) == _FIRST_ARRAY + 4 and struct.unpack_from("<I", head, _FIRST_ARRAY)[0] == V3_MAGIC


def read_one(buffer: bytes | bytearray | memoryview) -> SavedArray:
    """Parse a single array without a list header, the form used in pickles and by servers."""
    content = bytes(buffer)
    return saved_array(content, _Reader(content).array())


def write(arrays: Sequence[SavedArray], names: Sequence[str] = ()) -> bytes:
    """Return the bytes of a file with ``arrays``; ``names`` is empty or has one name per array."""
    chunks = (chunk for array in arrays for chunk in array_chunks(array))
    return b"".join(_file_chunks(len(arrays), chunks, names))


def write_one(array: SavedArray) -> bytes:
    """Return the bytes of a single array, for :func:`read_one`."""
    return b"".join(array_chunks(array))


def write_to(file: BinaryIO, count: int, chunks: Iterable[Chunk], names: Sequence[str] = ()) -> None:
    """Write a file of `count` arrays from `chunks` (see `array_chunks`) without copying them."""
    file.writelines(_file_chunks(count, chunks, names))


class _Reader:
    """Reader of a buffer that checks the bounds of every read."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.offset = 0
        self.headers: dict[bytes, DenseHeader] = {}

    def take(self, size: int, what: str) -> int:
        """Skip ``size`` bytes and return their offset."""
        left = len(self.content) - self.offset
        if size > left:
            raise ParamsFileError(f"{what} needs {size} bytes, {left} are left", self.offset)
        start = self.offset
        self.offset += size
        return start

    def scalar(self, code: str, what: str) -> int:
        layout = _SCALARS[code]
        start = self.take(layout.size, what)
        return layout.unpack(self.content[start : start + layout.size])[0]

    def count(self, what: str, smallest: int) -> int:
        start = self.offset
        count = self.scalar("Q", f"number of {what}")
        if count * smallest > len(self.content) - self.offset:
            raise ParamsFileError(f"{count} {what} do not fit in the rest of the file", start)
        return count

    def name(self) -> str:
        content, start = self.content, self.offset
        length = int.from_bytes(content[start : start + 8], "little")
        self.offset = end = start + 8 + length
        if end > len(content):
            self.offset = start
            self.take(self.scalar("Q", "length of a name"), "a name")
        try:
            return str(content[start + 8 : end], "utf-8")
        except UnicodeDecodeError as error:
            raise ParamsFileError("a name is not UTF-8", start + 8) from error

    def place(self, type_code: int, shape: tuple[int, ...], what: str) -> int:
        """Skip the bytes of values and return their offset."""
        dtype = self.dtype(type_code, what)
        # NumPy rejects such a shape even if one of its sizes is 0.
        if math.prod(size for size in shape if size) * dtype.itemsize >= 2**63:
            raise ParamsFileError(f"{what} have the impossible shape {shape}", self.offset)
        size = math.prod(shape) * dtype.itemsize
        if size > len(self.content) - self.offset:
            what = f"{what} of shape {shape} and dtype {dtype}"  # slow, and only needed for the error
        return self.take(size, what)

    def values(self, type_code: int, shape: tuple[int, ...], what: str) -> np.ndarray:
        start = self.place(type_code, shape, what)
        return _values(self.content, start, DTYPE_OF_CODE[type_code], shape)

    def dtype(self, type_code: int, what: str) -> np.dtype:
        dtype = DTYPE_OF_CODE.get(type_code)
        if dtype is None:
            raise ParamsFileError(f"{what} have the unknown type code {type_code}", self.offset)
        return dtype

    def shape(self, what: str) -> tuple[int, ...] | None:
        """Read a shape; None if it is unknown."""
        start = self.offset
        dimensions = self.scalar("i", f"number of dimensions of {what}")
        if dimensions == -1:
            return None
        return self.dims(dimensions, "q", what, start)

    def dims(self, dimensions: int, code: str, what: str, start: int) -> tuple[int, ...] | None:
        if not 0 <= dimensions <= _MAX_DIMENSIONS:
            raise ParamsFileError(f"{what} has {dimensions} dimensions", start)
        layout = struct.Struct(f"<{dimensions}{code}")
        place = self.take(layout.size, f"shape of {what}")
        sizes = layout.unpack(self.content[place : place + layout.size])
        if any(size < -1 for size in sizes):
            raise ParamsFileError(f"{what} has the shape {sizes}", start)
        return None if -1 in sizes else sizes

    def entry(self) -> Entry:
        """Read the next array; reuse the parsed form of an identical header."""
        start, content = self.offset, self.content
        dimensions = content[start + _DIMENSIONS : start + _DIMENSIONS + 1]
        size = _DENSE_HEADER + 8 * dimensions[0] if dimensions else 0
        bits = content[start : start + size]
        header = self.headers.get(bits)
        if header is not None and start + size + header.nbytes <= len(content):
            self.offset = start + size + header.nbytes
            return header, start + size
        entry = self.array()
        if isinstance(entry, tuple) and entry[1] == start + size:
            self.headers[bits] = entry[0]
        return entry

    def array(self) -> Entry:
        start = self.offset
        magic = self.scalar("I", "array header")
        if magic in (V2_MAGIC, V3_MAGIC):
            return self.current_array(magic == V3_MAGIC)
        if magic == V1_MAGIC:
            return self.legacy_array(self.shape("an array"))
        return self.legacy_array(self.dims(magic, "I", "an array", start))

    def legacy_array(self, shape: tuple[int, ...] | None) -> Entry:
        return self.dense_array(shape, False) if shape else NO_ARRAY

    def dense_array(self, shape: tuple[int, ...], np_shape: bool) -> Entry:
        dev_type, dev_id = self.context()
        type_code = self.scalar("i", "type code")
        start = self.place(type_code, shape, "values")
        return DenseHeader(shape, type_code, dev_type, dev_id, np_shape, self.offset - start), start

    def current_array(self, np_shape: bool) -> Entry:
        start = self.offset
        stype = self.scalar("i", "storage type")
        if stype not in _AUX_COUNT or (np_shape and stype != DENSE):
            raise ParamsFileError(f"storage type {stype} is not allowed here", start)
        stored = self.shape("stored values") if stype != DENSE else None
        shape = self.shape("an array")
        if shape is None and np_shape:
            return _NO_NP_ARRAY
        if shape == () and not np_shape:
            return NO_ARRAY
        if shape is None:
            raise ParamsFileError("an array of version 2 has an unknown shape", start)
        if stype == DENSE:
            return self.dense_array(shape, np_shape)
        dev_type, dev_id = self.context()
        type_code = self.scalar("i", "type code")
        data, aux = self.sparse_parts(stype, shape, stored, type_code, start)
        return SavedArray(data, shape, type_code, dev_type, dev_id, stype, aux)

    def context(self) -> tuple[int, int]:
        return self.scalar("i", "device type"), self.scalar("i", "device id")

    def sparse_parts(
        self, stype: int, shape: tuple[int, ...], stored: tuple[int, ...] | None, type_code: int, start: int
    ) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        heads = []
        for _ in range(_AUX_COUNT[stype]):
            aux_code = self.scalar("i", "type code of indices")
            aux_shape = self.shape("indices")
            if self.dtype(aux_code, "indices").kind not in "iu" or aux_shape is None or len(aux_shape) != 1:
                raise ParamsFileError(f"indices have type code {aux_code} and shape {aux_shape}", start)
            heads.append((aux_code, aux_shape))
        if stored is None or (stype == CSR and len(shape) != 2):
            raise ParamsFileError(f"a sparse array has shape {shape}, stored shape {stored}", start)
        # MXNet may write the stored shape before a pending computation has finished. The indices are written later, so
        # they determine the number of stored entries.
        tail = shape[1:] if stype == ROW_SPARSE else ()
        data = self.values(type_code, heads[-1][1] + tail, "values")
        aux = tuple(self.values(code, aux_shape, "indices") for code, aux_shape in heads)
        self.check_indices(stype, shape, aux, start)
        return data, aux

    def check_indices(self, stype: int, shape: tuple[int, ...], aux: tuple[np.ndarray, ...], start: int) -> None:
        indices = aux[-1]
        limit = shape[0] if stype == ROW_SPARSE else shape[1]
        if indices.size and not (indices.min() >= 0 and indices.max() < limit):
            raise ParamsFileError(f"an index is outside the shape {shape}", start)
        if stype == ROW_SPARSE:
            return
        if aux[0].size == 0 and indices.size == 0:
            # Reading the array allocates the pointers of all rows.
            if shape[0] > max(_MOST_EMPTY_ROWS, len(self.content)):
                raise ParamsFileError(f"an empty csr array announces {shape[0]} rows", start)
            return
        indptr = aux[0].astype(np.int64)
        if (
            indptr.size != shape[0] + 1
            or indptr[0] != 0
            or indptr[-1] != indices.size
            or (indptr[1:] < indptr[:-1]).any()
        ):
            raise ParamsFileError(f"indptr does not describe {shape[0]} rows", start)


def _file_chunks(count: int, chunks: Iterable[Chunk], names: Sequence[str]) -> Iterator[Chunk]:
    if names and len(names) != count:
        raise ValueError(f"{count} arrays need {count} names or none, received {len(names)}")
    yield struct.pack("<QQQ", LIST_MAGIC, 0, count)
    yield from chunks
    encoded = [name.encode() for name in names]
    pieces = [piece for name in encoded for piece in (len(name).to_bytes(8, "little"), name)]
    yield struct.pack("<Q", len(names)) + b"".join(pieces)


def array_chunks(array: SavedArray) -> Iterator[Chunk]:
    """Yield the bytes of an array in parts."""
    if array.np_shape and array.stype != DENSE:
        raise ValueError("an array of sparse storage cannot be saved in np shape semantics")
    if array.data is None:
        # Only version 3 distinguishes an unknown shape (-1 dimensions) from a scalar.
        yield _start(array.stype, array.np_shape) + struct.pack("<i", -1 if array.np_shape else 0)
        return
    if array.stype == DENSE:
        yield dense_header(array.shape, array.type_code, array.dev_type, array.dev_id, array.np_shape)
    else:
        yield b"".join((_start(array.stype, False), _shape_bytes(array.data.shape),
                        _end_of_header(array.shape, array.type_code, array.dev_type, array.dev_id),
                        *(struct.pack("<i", type_code_of(aux.dtype)) + _shape_bytes(aux.shape) for aux in array.aux)))
    yield _value_bytes(array.data, DTYPE_OF_CODE[array.type_code])
    for aux in array.aux:
        yield _value_bytes(aux, DTYPE_OF_CODE[type_code_of(aux.dtype)])


def dense_header(shape: tuple[int, ...], type_code: int, dev_type: int, dev_id: int, np_shape: bool) -> bytes:
    """Return the bytes of a dense array that precede its values."""
    return _start(DENSE, np_shape) + _end_of_header(shape, type_code, dev_type, dev_id)


def _start(stype: int, np_shape: bool) -> bytes:
    return struct.pack("<Ii", V3_MAGIC if np_shape else V2_MAGIC, stype)


def _end_of_header(shape: tuple[int, ...], type_code: int, dev_type: int, dev_id: int) -> bytes:
    return _shape_bytes(shape) + struct.pack("<iii", dev_type, dev_id, type_code)


def _shape_bytes(shape: tuple[int, ...]) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _value_bytes(values: np.ndarray, dtype: np.dtype) -> Chunk:
    if values.dtype.itemsize != dtype.itemsize:
        raise ValueError(f"values of dtype {values.dtype} cannot be saved as {dtype}")
    if values.size == 0:
        return b""
    little = values if values.dtype.byteorder in "<=|" and np.little_endian else values.astype(dtype)
    return np.ascontiguousarray(little).reshape(-1).view(np.uint8).data
