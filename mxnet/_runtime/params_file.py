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

Files may come from strangers: every length is checked against the bytes that are left before
anything is allocated, and the indices of sparse arrays are checked against their shape.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

LIST_MAGIC = 0x112
V1_MAGIC = 0xF993FAC8
V2_MAGIC = 0xF993FAC9
V3_MAGIC = 0xF993FACA
# Before the first array: the magic number of a list, a reserved number and how many arrays there are.
_FIRST_ARRAY = 24

DENSE, ROW_SPARSE, CSR = 0, 1, 2
CPU = 1

# MXNet's type codes. bfloat16 (12) has no numpy type: its bits travel as uint16.
BFLOAT16 = 12
DTYPE_OF_CODE: dict[int, np.dtype] = {
    0: np.dtype("<f4"),
    1: np.dtype("<f8"),
    2: np.dtype("<f2"),
    3: np.dtype("u1"),
    4: np.dtype("<i4"),
    5: np.dtype("i1"),
    6: np.dtype("<i8"),
    7: np.dtype("?"),
    8: np.dtype("<i2"),
    9: np.dtype("<u2"),
    10: np.dtype("<u4"),
    11: np.dtype("<u8"),
    BFLOAT16: np.dtype("<u2"),
}
CODE_OF_DTYPE = {dtype.newbyteorder("="): code for code, dtype in DTYPE_OF_CODE.items() if code != BFLOAT16}

# numpy 1.x stops at 32 dimensions.
_MAX_DIMENSIONS = 32
_MOST_EMPTY_ROWS = 1 << 24
_AUX_COUNT = {DENSE: 0, ROW_SPARSE: 1, CSR: 2}


class ParamsFileError(ValueError):
    """The bytes are not a valid ``.params`` file.

    Attributes
    ----------
    reason : str
        What rule the bytes break.
    offset : int
        Where, counted in bytes from the start of the buffer.
    """

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(f"Invalid NDArray file format: {reason} (at byte {offset})")
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, eq=False)
class SavedArray:
    """One array as a file holds it.

    ``data`` holds the values (for sparse storage: the stored ones) and is None for an array that was
    never given a shape. ``aux`` is ``(indices,)`` for row_sparse and ``(indptr, indices)`` for csr.
    ``np_shape`` marks version 3. Arrays that :func:`read` returns are views of its buffer, possibly
    unaligned and read-only: copy what must live on.
    """

    data: np.ndarray | None
    shape: tuple[int, ...]
    type_code: int = 0
    dev_type: int = CPU
    dev_id: int = 0
    stype: int = DENSE
    aux: tuple[np.ndarray, ...] = ()
    np_shape: bool = False

    @classmethod
    def dense(
        cls,
        data: np.ndarray,
        type_code: int | None = None,
        dev_type: int = CPU,
        dev_id: int = 0,
        np_shape: bool = False,
    ) -> SavedArray:
        """Wrap a dense array; the type code follows from its dtype unless given (bfloat16 bits)."""
        code = type_code_of(data.dtype) if type_code is None else type_code
        return cls(data, tuple(data.shape), code, dev_type, dev_id, np_shape=np_shape)


NO_ARRAY = SavedArray(None, ())
_NO_NP_ARRAY = SavedArray(None, (), np_shape=True)


def type_code_of(dtype: np.dtype) -> int:
    """MXNet's code of a numpy dtype."""
    code = CODE_OF_DTYPE.get(np.dtype(dtype).newbyteorder("="))
    if code is None:
        raise ValueError(f"dtype {dtype} has no MXNet type code")
    return code


def read(buffer: bytes | bytearray | memoryview) -> tuple[list[SavedArray], list[str]]:
    """Parse a whole file; the list of names is empty or as long as the list of arrays."""
    reader = _Reader(buffer)
    header = reader.scalar("Q", "list header")
    if header != LIST_MAGIC:
        raise ParamsFileError(f"the list header is {header:#x}, not {LIST_MAGIC:#x}", 0)
    reader.scalar("Q", "reserved header word")
    # The shortest array is a legacy one without a shape: four bytes.
    arrays = [reader.array() for _ in range(reader.count("arrays", 4))]
    names = [reader.name() for _ in range(reader.count("names", 8))]
    if names and len(names) != len(arrays):
        raise ParamsFileError(f"{len(names)} names for {len(arrays)} arrays", reader.offset)
    return arrays, names


def has_numpy_shapes(path: str) -> bool:
    """Whether the first array of a local file was saved with NumPy shapes; programs save all arrays alike."""
    with open(path, "rb") as file:
        head = file.read(_FIRST_ARRAY + 4)
    return len(head) == _FIRST_ARRAY + 4 and struct.unpack_from("<I", head, _FIRST_ARRAY)[0] == V3_MAGIC


def read_one(buffer: bytes | bytearray | memoryview) -> SavedArray:
    """Parse a single array without a list header (the form that pickles and servers exchange)."""
    return _Reader(buffer).array()


def write(arrays: Sequence[SavedArray], names: Sequence[str] = ()) -> bytes:
    """The bytes of a file that holds ``arrays``; ``names`` is empty or names each of them."""
    return b"".join(_file_chunks(arrays, names))


def write_one(array: SavedArray) -> bytes:
    """The bytes of a single array, as :func:`read_one` takes them."""
    return b"".join(_array_chunks(array))


def write_to(file: BinaryIO, arrays: Sequence[SavedArray], names: Sequence[str] = ()) -> None:
    """Like :func:`write`, straight into a binary file, without a second copy of the values."""
    file.writelines(_file_chunks(arrays, names))


class _Reader:
    """A position in a buffer, with reads that never go past its end."""

    def __init__(self, buffer: bytes | bytearray | memoryview) -> None:
        self.view = memoryview(buffer).cast("B")
        self.offset = 0

    def take(self, size: int, what: str) -> int:
        """Reserve ``size`` bytes and return where they start."""
        left = len(self.view) - self.offset
        if size > left:
            raise ParamsFileError(f"{what} needs {size} bytes, {left} are left", self.offset)
        start = self.offset
        self.offset += size
        return start

    def scalar(self, code: str, what: str) -> int:
        layout = "<" + code
        return struct.unpack_from(layout, self.view, self.take(struct.calcsize(layout), what))[0]

    def count(self, what: str, smallest: int) -> int:
        start = self.offset
        count = self.scalar("Q", f"number of {what}")
        if count * smallest > len(self.view) - self.offset:
            raise ParamsFileError(f"{count} {what} do not fit in the rest of the file", start)
        return count

    def name(self) -> str:
        length = self.scalar("Q", "length of a name")
        start = self.take(length, "a name")
        try:
            return str(self.view[start : start + length], "utf-8")
        except UnicodeDecodeError as error:
            raise ParamsFileError("a name is not UTF-8", start) from error

    def values(self, type_code: int, shape: tuple[int, ...], what: str) -> np.ndarray:
        dtype = self.dtype(type_code, what)
        count = math.prod(shape)
        # numpy refuses such a shape even where one of its sizes is 0.
        if math.prod(size for size in shape if size) * dtype.itemsize >= 2**63:
            raise ParamsFileError(f"{what} have the impossible shape {shape}", self.offset)
        start = self.take(count * dtype.itemsize, f"{what} of shape {shape} and dtype {dtype}")
        return np.frombuffer(self.view, dtype, count, start if count else 0).reshape(shape)

    def dtype(self, type_code: int, what: str) -> np.dtype:
        dtype = DTYPE_OF_CODE.get(type_code)
        if dtype is None:
            raise ParamsFileError(f"{what} have the unknown type code {type_code}", self.offset)
        return dtype

    def shape(self, what: str) -> tuple[int, ...] | None:
        """A shape, or None for one that is unknown."""
        start = self.offset
        dimensions = self.scalar("i", f"number of dimensions of {what}")
        if dimensions == -1:
            return None
        return self.dims(dimensions, "q", what, start)

    def dims(self, dimensions: int, code: str, what: str, start: int) -> tuple[int, ...] | None:
        if not 0 <= dimensions <= _MAX_DIMENSIONS:
            raise ParamsFileError(f"{what} has {dimensions} dimensions", start)
        layout = f"<{dimensions}{code}"
        sizes = struct.unpack_from(layout, self.view, self.take(struct.calcsize(layout), f"shape of {what}"))
        if any(size < -1 for size in sizes):
            raise ParamsFileError(f"{what} has the shape {sizes}", start)
        return None if -1 in sizes else sizes

    def array(self) -> SavedArray:
        start = self.offset
        magic = self.scalar("I", "array header")
        if magic in (V2_MAGIC, V3_MAGIC):
            return self.current_array(magic == V3_MAGIC)
        if magic == V1_MAGIC:
            return self.legacy_array(self.shape("an array"))
        return self.legacy_array(self.dims(magic, "I", "an array", start))

    def legacy_array(self, shape: tuple[int, ...] | None) -> SavedArray:
        if not shape:
            return NO_ARRAY
        dev_type, dev_id = self.context()
        type_code = self.scalar("i", "type code")
        return SavedArray(self.values(type_code, shape, "values"), shape, type_code, dev_type, dev_id)

    def current_array(self, np_shape: bool) -> SavedArray:
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
        dev_type, dev_id = self.context()
        type_code = self.scalar("i", "type code")
        if stype == DENSE:
            values = self.values(type_code, shape, "values")
            return SavedArray(values, shape, type_code, dev_type, dev_id, np_shape=np_shape)
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
        # MXNet may write the stored shape before a pending computation has settled it, so the
        # number of stored entries is taken from the indices; they are written after it has.
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
            # Reading it makes the pointers of all rows.
            if shape[0] > max(_MOST_EMPTY_ROWS, len(self.view)):
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


def _file_chunks(arrays: Sequence[SavedArray], names: Sequence[str]) -> Iterator[bytes | memoryview]:
    if names and len(names) != len(arrays):
        raise ValueError(f"{len(names)} names were given for {len(arrays)} arrays")
    yield struct.pack("<QQQ", LIST_MAGIC, 0, len(arrays))
    for array in arrays:
        yield from _array_chunks(array)
    yield struct.pack("<Q", len(names))
    for name in names:
        encoded = name.encode("utf-8")
        yield struct.pack("<Q", len(encoded)) + encoded


def _array_chunks(array: SavedArray) -> Iterator[bytes | memoryview]:
    if array.np_shape and array.stype != DENSE:
        raise ValueError("an array of sparse storage cannot be saved in np shape semantics")
    head = struct.pack("<Ii", V3_MAGIC if array.np_shape else V2_MAGIC, array.stype)
    if array.data is None:
        # Only version 3 can tell "unknown" (-1 dimensions) from a scalar.
        yield head + struct.pack("<i", -1 if array.np_shape else 0)
        return
    if array.stype != DENSE:
        head += _shape_bytes(array.data.shape)
    head += _shape_bytes(array.shape) + struct.pack("<iii", array.dev_type, array.dev_id, array.type_code)
    for aux in array.aux:
        head += struct.pack("<i", type_code_of(aux.dtype)) + _shape_bytes(aux.shape)
    yield head
    yield _value_bytes(array.data, DTYPE_OF_CODE[array.type_code])
    for aux in array.aux:
        yield _value_bytes(aux, DTYPE_OF_CODE[type_code_of(aux.dtype)])


def _shape_bytes(shape: tuple[int, ...]) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _value_bytes(values: np.ndarray, dtype: np.dtype) -> bytes | memoryview:
    if values.dtype.itemsize != dtype.itemsize:
        raise ValueError(f"values of dtype {values.dtype} cannot be saved as {dtype}")
    if values.size == 0:
        return b""
    little = values if values.dtype.byteorder in "<=|" and np.little_endian else values.astype(dtype)
    return np.ascontiguousarray(little).reshape(-1).view(np.uint8).data
